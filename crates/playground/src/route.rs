//! The routes that the stand-in serves, as one table.

use axum::http::Method;

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Gateway,
    GatewayBot,
    Me,
    Application,
    User,
    MyGuilds,
    OpenDirect,
    Guild,
    GuildChannels,
    ActiveThreads,
    Roles,
    Members,
    Member,
    Commands,
    RegisterCommands,
    AddCommand,
    Command,
    EditCommand,
    DeleteCommand,
    GuildCommands,
    RegisterGuildCommands,
    AddGuildCommand,
    GuildCommand,
    EditGuildCommand,
    DeleteGuildCommand,
    Callback,
    FollowUp,
    WebhookMessage,
    EditWebhookMessage,
    DeleteWebhookMessage,
    Channel,
    ModifyChannel,
    DeleteChannel,
    Messages,
    CreateMessage,
    Message,
    EditMessage,
    DeleteMessage,
    BulkDelete,
    Typing,
    ThreadFromMessage,
    ThreadAlone,
    ArchivedThreads,
    ThreadMembers,
    ThreadMember,
    JoinThread,
    LeaveThread,
    AddThreadMember,
    RemoveThreadMember,
}

/// Method, path and operation. Literal segments stand before the parameter of the same place. The
/// parameters have the names of Discord's API description.
#[rustfmt::skip]
const TABLE: &[(&str, &str, Operation)] = &[
    ("get", "/gateway", Operation::Gateway),
    ("get", "/gateway/bot", Operation::GatewayBot),
    ("get", "/users/@me", Operation::Me),
    ("get", "/oauth2/applications/@me", Operation::Application),
    ("get", "/applications/@me", Operation::Application),
    ("get", "/users/@me/guilds", Operation::MyGuilds),
    ("post", "/users/@me/channels", Operation::OpenDirect),
    ("get", "/users/{user_id}", Operation::User),
    ("get", "/guilds/{guild_id}", Operation::Guild),
    ("get", "/guilds/{guild_id}/channels", Operation::GuildChannels),
    ("get", "/guilds/{guild_id}/threads/active", Operation::ActiveThreads),
    ("get", "/guilds/{guild_id}/roles", Operation::Roles),
    ("get", "/guilds/{guild_id}/members", Operation::Members),
    ("get", "/guilds/{guild_id}/members/{user_id}", Operation::Member),
    ("get", "/applications/{application_id}/commands", Operation::Commands),
    ("put", "/applications/{application_id}/commands", Operation::RegisterCommands),
    ("post", "/applications/{application_id}/commands", Operation::AddCommand),
    ("get", "/applications/{application_id}/commands/{command_id}", Operation::Command),
    ("patch", "/applications/{application_id}/commands/{command_id}", Operation::EditCommand),
    ("delete", "/applications/{application_id}/commands/{command_id}", Operation::DeleteCommand),
    ("get", "/applications/{application_id}/guilds/{guild_id}/commands", Operation::GuildCommands),
    ("put", "/applications/{application_id}/guilds/{guild_id}/commands", Operation::RegisterGuildCommands),
    ("post", "/applications/{application_id}/guilds/{guild_id}/commands", Operation::AddGuildCommand),
    ("get", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", Operation::GuildCommand),
    ("patch", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", Operation::EditGuildCommand),
    ("delete", "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", Operation::DeleteGuildCommand),
    ("post", "/interactions/{interaction_id}/{interaction_token}/callback", Operation::Callback),
    ("post", "/webhooks/{webhook_id}/{webhook_token}", Operation::FollowUp),
    ("get", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", Operation::WebhookMessage),
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", Operation::EditWebhookMessage),
    ("delete", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", Operation::DeleteWebhookMessage),
    ("get", "/channels/{channel_id}", Operation::Channel),
    ("patch", "/channels/{channel_id}", Operation::ModifyChannel),
    ("delete", "/channels/{channel_id}", Operation::DeleteChannel),
    ("get", "/channels/{channel_id}/messages", Operation::Messages),
    ("post", "/channels/{channel_id}/messages", Operation::CreateMessage),
    ("post", "/channels/{channel_id}/messages/bulk-delete", Operation::BulkDelete),
    ("get", "/channels/{channel_id}/messages/{message_id}", Operation::Message),
    ("patch", "/channels/{channel_id}/messages/{message_id}", Operation::EditMessage),
    ("delete", "/channels/{channel_id}/messages/{message_id}", Operation::DeleteMessage),
    ("post", "/channels/{channel_id}/typing", Operation::Typing),
    ("post", "/channels/{channel_id}/messages/{message_id}/threads", Operation::ThreadFromMessage),
    ("post", "/channels/{channel_id}/threads", Operation::ThreadAlone),
    ("get", "/channels/{channel_id}/threads/archived/public", Operation::ArchivedThreads),
    ("get", "/channels/{channel_id}/threads/archived/private", Operation::ArchivedThreads),
    ("get", "/channels/{channel_id}/thread-members", Operation::ThreadMembers),
    ("put", "/channels/{channel_id}/thread-members/@me", Operation::JoinThread),
    ("delete", "/channels/{channel_id}/thread-members/@me", Operation::LeaveThread),
    ("get", "/channels/{channel_id}/thread-members/{user_id}", Operation::ThreadMember),
    ("put", "/channels/{channel_id}/thread-members/{user_id}", Operation::AddThreadMember),
    ("delete", "/channels/{channel_id}/thread-members/{user_id}", Operation::RemoveThreadMember),
];

/// A request's place in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route<'a> {
    /// What is asked for.
    pub operation: Operation,
    /// The method, lower case.
    pub method: &'static str,
    /// The path with its parameters' names.
    pub template: &'static str,
    /// The parameters, in the order of the path.
    pub parameters: Vec<&'a str>,
}

impl<'a> Route<'a> {
    /// Finds the line of the table for a method and a path without `/api/v10`.
    pub fn find(method: &Method, path: &'a str) -> Option<Self> {
        let method = method.as_str();
        TABLE.iter().find_map(|(verb, template, operation)| {
            if !verb.eq_ignore_ascii_case(method) {
                return None;
            }
            let parameters = capture(template, path)?;
            Some(Self { operation: *operation, method: verb, template, parameters })
        })
    }

    /// The operation's key: `post /channels/{channel_id}/messages`.
    pub fn key(&self) -> String {
        format!("{} {}", self.method, self.template)
    }

    /// Whether the bot's token is needed.
    pub fn needs_token(&self) -> bool {
        !self.is_interaction() && self.operation != Operation::Gateway
    }

    /// Whether the path bears an interaction's token, which stands for the bot's.
    pub fn is_interaction(&self) -> bool {
        self.template.starts_with("/interactions/") || self.template.starts_with("/webhooks/")
    }
}

/// The parameters of a path that fits a template.
fn capture<'a>(template: &str, path: &'a str) -> Option<Vec<&'a str>> {
    let mut parameters = Vec::new();
    let (mut wanted, mut given) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(parameters),
            (Some(wanted), Some(given)) if wanted.starts_with('{') && !given.is_empty() => {
                parameters.push(given);
            }
            (Some(wanted), Some(given)) if wanted == given => {}
            _ => return None,
        }
    }
}
