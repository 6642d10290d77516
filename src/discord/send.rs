//! Requests to Discord: one retry policy, one pace and one table of troubles for all of them.
//!
//! serenity's client serves the gateway. What the bot says goes by this one, because its answers tell `retry_after`, which
//! serenity's errors do not, and because serenity keeps a bucket per interaction for ever.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use store::{ChannelId, MessageId, PlayerId, ServerId};
use tokio::time::Instant;

use self::pace::Pace;
use super::post::{File, Post};

mod pace;
mod trouble;

pub use trouble::{Code, Trouble};

/// Discord's own address.
const DISCORD: &str = "https://discord.com";
/// The version of the API that is spoken.
const VERSION: &str = "/api/v10";
/// What Discord asks clients to call themselves.
const AGENT: &str = concat!("DiscordBot (ximabot, ", env!("CARGO_PKG_VERSION"), ")");
/// How long one attempt may take.
const ATTEMPT: Duration = Duration::from_secs(10);
/// The first pause after a server's fault; it doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// What a follow-up is called in a [`Trouble`].
pub const FOLLOW_UP: &str = "follow-up";
/// How long something that no interaction waits for is tried.
pub const PATIENCE: Duration = Duration::from_secs(45);

/// The way to Discord's REST interface.
#[derive(Debug)]
pub struct Rest {
    client: reqwest::Client,
    base: String,
    token: SecretString,
    application: OnceLock<u64>,
    pace: Pace,
}

/// Until when a request is worth trying.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Deadline(Instant);

/// Where a post stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// The channel or thread.
    pub channel: ChannelId,
    /// The message.
    pub message: MessageId,
}

/// Which of an interaction's messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The original answer, or the message that its button belongs to.
    Original,
    /// A follow-up.
    Followup(MessageId),
}

impl Deadline {
    /// So long from now.
    pub fn within(time: Duration) -> Deadline {
        Deadline(Instant::now() + time)
    }

    /// So long after an earlier moment.
    pub fn after(start: Instant, time: Duration) -> Deadline {
        Deadline(start + time)
    }
}

impl Rest {
    /// A way to Discord, or to the server at `api` that stands in for it.
    ///
    /// # Errors
    /// When the address has no scheme, or no client can be built.
    pub fn new(token: SecretString, api: Option<&str>) -> anyhow::Result<Rest> {
        if api.is_some_and(|api| !api.starts_with("http://") && !api.starts_with("https://")) {
            anyhow::bail!("XIMABOT_DISCORD_API wants scheme, host and port, such as http://127.0.0.1:8080");
        }
        let client =
            reqwest::Client::builder().connect_timeout(Duration::from_secs(5)).timeout(ATTEMPT).build()?;
        Ok(Rest {
            client,
            base: format!("{}{VERSION}", api.unwrap_or(DISCORD)),
            token,
            application: OnceLock::new(),
            pace: Pace::default(),
        })
    }

    /// The bot's application, once the gateway has said it.
    pub fn application(&self) -> Option<u64> {
        self.application.get().copied()
    }

    /// Notes the bot's application.
    pub fn set_application(&self, application: u64) {
        self.application.get_or_init(|| application);
    }

    /// Answers an interaction: `kind` and `data` as Discord numbers and names them. Tells where the message stands if the server says so.
    ///
    /// # Errors
    /// [`Code::UnknownInteraction`] after 3 seconds, [`Code::AlreadyAnswered`], and whatever else Discord refuses.
    pub async fn answer(
        &self,
        interaction: (u64, &str),
        kind: u8,
        data: Option<Value>,
        files: &[File],
        deadline: Deadline,
    ) -> Result<Option<Posted>, Trouble> {
        #[derive(Deserialize)]
        struct Callback {
            resource: Option<Resource>,
        }
        #[derive(Deserialize)]
        struct Resource {
            message: Option<Message>,
        }
        let (id, token) = interaction;
        let mut body = json!({ "type": kind });
        if let Some(data) = data {
            body["data"] = data;
        }
        let path = format!("/interactions/{id}/{token}/callback?with_response=true");
        let answer =
            self.send(&Call::new(Method::POST, path, "callback").body(body, files), deadline).await?;
        // A server may say nothing (204), as it does for serenity.
        let callback: Option<Callback> = serde_json::from_slice(&answer).ok();
        Ok(callback.and_then(|callback| callback.resource?.message).map(Posted::from))
    }

    /// Sends a follow-up to an interaction. Discord cannot tell a second attempt from a second message: a public one that may
    /// stand already is not sent again.
    ///
    /// # Errors
    /// [`Code::TokenExpired`] after 15 minutes, and whatever else Discord refuses.
    pub async fn follow_up(
        &self,
        interaction: (u64, &str),
        post: &Post,
        deadline: Deadline,
    ) -> Result<Posted, Trouble> {
        let (application, token) = interaction;
        let path = format!("/webhooks/{application}/{token}?wait=true");
        let mut call = Call::new(Method::POST, path, FOLLOW_UP).body(post.answer_body(), &post.files);
        call.once = !post.private;
        self.message(&call, deadline).await
    }

    /// Puts a post in the place of an interaction's message.
    ///
    /// # Errors
    /// As [`Rest::follow_up`].
    pub async fn edit_answer(
        &self,
        interaction: (u64, &str),
        which: Which,
        post: &Post,
        deadline: Deadline,
    ) -> Result<Posted, Trouble> {
        let path = answer_path(interaction, which);
        self.message(&Call::new(Method::PATCH, path, "edit answer").body(post.body(), &post.files), deadline)
            .await
    }

    /// Fills the answer of a deferred command. An edit notifies nobody, so whoever is to be notified is named in a follow-up of its own.
    ///
    /// # Errors
    /// When the answer cannot be filled. If only the follow-up fails, the answer stands, and it is logged.
    pub async fn fill_answer(
        &self,
        interaction: (u64, &str),
        post: &Post,
        deadline: Deadline,
    ) -> Result<Posted, Trouble> {
        let mut body = post.body();
        body["allowed_mentions"] = json!({ "parse": [] });
        let call = Call::new(Method::PATCH, answer_path(interaction, Which::Original), "fill answer");
        let filled = self.message(&call.body(body, &post.files), deadline).await?;
        if !post.ping.is_empty() {
            let named: Vec<String> = post.ping.iter().map(|player| format!("<@{player}>")).collect();
            let naming = Post { content: named.join(" "), ping: post.ping.clone(), ..Post::default() };
            if let Err(trouble) = self.follow_up(interaction, &naming, deadline).await {
                tracing::warn!(%trouble, "nobody could be notified of a filled answer");
            }
        }
        Ok(filled)
    }

    /// Changes only what `body` names of an interaction's message.
    ///
    /// # Errors
    /// As [`Rest::follow_up`].
    pub async fn edit_answer_body(
        &self,
        interaction: (u64, &str),
        which: Which,
        body: Value,
        deadline: Deadline,
    ) -> Result<Posted, Trouble> {
        let path = answer_path(interaction, which);
        self.message(&Call::new(Method::PATCH, path, "edit answer").body(body, &[]), deadline).await
    }

    /// Looks an interaction's message up.
    ///
    /// # Errors
    /// [`Code::UnknownMessage`] when it does not exist, and whatever else Discord refuses.
    pub async fn answer_of(
        &self,
        interaction: (u64, &str),
        which: Which,
        deadline: Deadline,
    ) -> Result<Posted, Trouble> {
        self.message(&Call::new(Method::GET, answer_path(interaction, which), "look up answer"), deadline)
            .await
    }

    /// The original answer of an interaction as Discord writes it.
    ///
    /// # Errors
    /// As [`Rest::answer_of`].
    pub async fn answer_text(&self, interaction: (u64, &str), deadline: Deadline) -> Result<Value, Trouble> {
        self.json(
            &Call::new(Method::GET, answer_path(interaction, Which::Original), "look up answer"),
            deadline,
        )
        .await
    }

    /// Takes an interaction's message away.
    ///
    /// # Errors
    /// As [`Rest::follow_up`].
    pub async fn delete_answer(
        &self,
        interaction: (u64, &str),
        which: Which,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        self.send(&Call::new(Method::DELETE, answer_path(interaction, which), "delete answer"), deadline)
            .await
            .map(drop)
    }

    /// Sends a message to a channel. With a `nonce` Discord answers a second attempt within some minutes with the first one's message.
    ///
    /// # Errors
    /// Whatever Discord refuses.
    pub async fn post(
        &self,
        channel: ChannelId,
        post: &Post,
        nonce: Option<&str>,
        deadline: Deadline,
    ) -> Result<Posted, Trouble> {
        let mut body = post.body();
        if let Some(nonce) = nonce {
            body["nonce"] = json!(nonce);
            body["enforce_nonce"] = json!(true);
        }
        let call = Call::new(Method::POST, format!("/channels/{channel}/messages"), "post")
            .by_bot()
            .into_channel(channel);
        self.message(&call.body(body, &post.files), deadline).await
    }

    /// Puts a post in the place of a message.
    ///
    /// # Errors
    /// [`Code::UnknownMessage`], [`Code::UnknownChannel`], and whatever else Discord refuses.
    pub async fn edit(&self, at: Posted, post: &Post, deadline: Deadline) -> Result<Posted, Trouble> {
        let path = format!("/channels/{}/messages/{}", at.channel, at.message);
        self.message(
            &Call::new(Method::PATCH, path, "edit").by_bot().body(post.body(), &post.files),
            deadline,
        )
        .await
    }

    /// Takes the buttons off a message and leaves the rest as it is.
    ///
    /// # Errors
    /// As [`Rest::edit`].
    pub async fn take_buttons_off(&self, at: Posted, deadline: Deadline) -> Result<Posted, Trouble> {
        let path = format!("/channels/{}/messages/{}", at.channel, at.message);
        let body = json!({ "components": [], "allowed_mentions": { "parse": [] } });
        self.message(&Call::new(Method::PATCH, path, "take buttons off").by_bot().body(body, &[]), deadline)
            .await
    }

    /// The newest messages of a channel as Discord writes them, newest first.
    ///
    /// # Errors
    /// Whatever Discord refuses.
    pub async fn latest(
        &self,
        channel: ChannelId,
        limit: u8,
        deadline: Deadline,
    ) -> Result<Vec<Value>, Trouble> {
        let path = format!("/channels/{channel}/messages?limit={limit}");
        self.json(&Call::new(Method::GET, path, "read channel").by_bot(), deadline).await
    }

    /// Opens a public thread in a channel. One that may be open already is not opened again.
    ///
    /// # Errors
    /// [`Code::MissingPermission`], and whatever else Discord refuses.
    pub async fn open_thread(
        &self,
        channel: ChannelId,
        name: &str,
        deadline: Deadline,
    ) -> Result<ChannelId, Trouble> {
        #[derive(Deserialize)]
        struct Thread {
            id: String,
        }
        // 11: a public thread; 10080 minutes: it hides after a quiet week.
        let body = json!({ "name": name, "type": 11, "auto_archive_duration": 10080 });
        let mut call =
            Call::new(Method::POST, format!("/channels/{channel}/threads"), "open thread").by_bot();
        call.once = true;
        let thread: Thread = self.json(&call.body(body, &[]), deadline).await?;
        thread.id.parse().map_err(|_| Trouble::malformed("open thread", format!("id {:?}", thread.id)))
    }

    /// Takes a person into a thread, so that they see it in their list.
    ///
    /// # Errors
    /// [`Code::UnknownMember`] when they have left the server, and whatever else Discord refuses.
    pub async fn take_into(
        &self,
        thread: ChannelId,
        player: PlayerId,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        let path = format!("/channels/{thread}/thread-members/{player}");
        self.send(&Call::new(Method::PUT, path, "take into thread").by_bot(), deadline).await.map(drop)
    }

    /// The threads of a server that are not archived, as Discord writes them.
    ///
    /// # Errors
    /// Whatever Discord refuses.
    pub async fn threads(&self, server: ServerId, deadline: Deadline) -> Result<Vec<Value>, Trouble> {
        #[derive(Deserialize)]
        struct Threads {
            threads: Vec<Value>,
        }
        let call =
            Call::new(Method::GET, format!("/guilds/{server}/threads/active"), "list threads").by_bot();
        self.json::<Threads>(&call, deadline).await.map(|found| found.threads)
    }

    /// Brings an archived thread back.
    ///
    /// # Errors
    /// [`Code::MissingPermission`] when it is locked, and whatever else Discord refuses.
    pub async fn unarchive(&self, thread: ChannelId, deadline: Deadline) -> Result<(), Trouble> {
        let call = Call::new(Method::PATCH, format!("/channels/{thread}"), "unarchive").by_bot();
        self.send(&call.body(json!({ "archived": false }), &[]), deadline).await.map(drop)
    }

    /// The private channel with a person.
    ///
    /// # Errors
    /// [`Code::CannotDm`], and whatever else Discord refuses.
    pub async fn private_channel(&self, player: PlayerId, deadline: Deadline) -> Result<ChannelId, Trouble> {
        #[derive(Deserialize)]
        struct Channel {
            id: String,
        }
        let call = Call::new(Method::POST, "/users/@me/channels".to_owned(), "open private channel").by_bot();
        let channel: Channel =
            self.json(&call.body(json!({ "recipient_id": player.to_string() }), &[]), deadline).await?;
        channel
            .id
            .parse()
            .map_err(|_| Trouble::malformed("open private channel", format!("id {:?}", channel.id)))
    }

    /// Registers the bot's commands in the place of all earlier ones.
    ///
    /// # Errors
    /// Whatever Discord refuses.
    pub async fn register(
        &self,
        application: u64,
        commands: &Value,
        deadline: Deadline,
    ) -> Result<(), Trouble> {
        let call =
            Call::new(Method::PUT, format!("/applications/{application}/commands"), "register").by_bot();
        self.send(&call.body(commands.clone(), &[]), deadline).await.map(drop)
    }

    /// Any other question, such as `/users/@me`.
    ///
    /// # Errors
    /// Whatever Discord refuses.
    pub async fn get(&self, path: &str, deadline: Deadline) -> Result<Value, Trouble> {
        self.json(&Call::new(Method::GET, path.to_owned(), "ask").by_bot(), deadline).await
    }

    async fn message(&self, call: &Call<'_>, deadline: Deadline) -> Result<Posted, Trouble> {
        self.json::<Message>(call, deadline).await.map(Posted::from)
    }

    async fn json<T: DeserializeOwned>(&self, call: &Call<'_>, deadline: Deadline) -> Result<T, Trouble> {
        let answer = self.send(call, deadline).await?;
        serde_json::from_slice(&answer).map_err(|error| Trouble::malformed(call.what, error.to_string()))
    }

    /// Sends a request until it succeeds, is refused for good, or its deadline has come.
    async fn send(&self, call: &Call<'_>, deadline: Deadline) -> Result<Vec<u8>, Trouble> {
        let mut pause = FIRST_PAUSE;
        loop {
            self.pace.wait(call, deadline.0).await.map_err(|_| Trouble::out_of_time(call.what))?;
            let (trouble, wait) = match self.attempt(call).await {
                Ok(answer) => return Ok(answer),
                Err((trouble, Some(retry_after))) => (trouble, retry_after),
                Err((trouble, None)) if call.once && trouble.is_uncertain() => return Err(trouble),
                Err((trouble, None)) if trouble.is_passing() => (trouble, pause),
                Err((trouble, None)) => return Err(trouble),
            };
            if Instant::now() + wait > deadline.0 {
                return Err(trouble);
            }
            tracing::debug!(request = call.what, %trouble, wait_ms = wait.as_millis(), "asking Discord again");
            tokio::time::sleep(wait).await;
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }

    /// One attempt. With the trouble comes how long Discord wants us to wait, if it said so.
    async fn attempt(&self, call: &Call<'_>) -> Result<Vec<u8>, (Trouble, Option<Duration>)> {
        let mut request = self
            .client
            .request(call.method.clone(), format!("{}{}", self.base, call.path))
            .header(USER_AGENT, AGENT);
        if call.by_bot {
            let mut token = HeaderValue::from_str(&format!("Bot {}", self.token.expose_secret()))
                .map_err(|_| (Trouble::malformed(call.what, "the token is no header".to_owned()), None))?;
            token.set_sensitive(true);
            request = request.header(AUTHORIZATION, token);
        }
        request = match &call.body {
            None => request,
            Some(body) if call.files.is_empty() => request.json(body),
            Some(body) => request.multipart(multipart(body, call.files)),
        };
        // The address holds the interaction's token: it must not reach the log.
        let answer = request
            .send()
            .await
            .map_err(|error| (Trouble::unreachable(call.what, &error.without_url()), None))?;
        let status = answer.status();
        let headers = answer.headers().clone();
        self.pace.heed(call, &headers);
        let bytes = answer
            .bytes()
            .await
            .map_err(|error| (Trouble::unreachable(call.what, &error.without_url()), None))?;
        if status.is_success() {
            return Ok(bytes.to_vec());
        }
        let retry_after = (status == StatusCode::TOO_MANY_REQUESTS).then(|| retry_after(&headers, &bytes));
        if let Some(wait) = retry_after {
            self.pace.hold(call, &headers, wait);
        }
        Err((Trouble::refused(call.what, status.as_u16(), &bytes), retry_after))
    }
}

/// A request before it is sent.
struct Call<'a> {
    method: Method,
    path: String,
    /// What it is for: for the log, because the path may hold a token.
    what: &'static str,
    body: Option<Value>,
    files: &'a [File],
    /// Whether it carries the bot's token and so falls under the global limit.
    by_bot: bool,
    /// The channel in which it makes a new message.
    channel: Option<ChannelId>,
    /// Whether it is not to be sent again when it may have been carried out.
    once: bool,
}

impl<'a> Call<'a> {
    fn new(method: Method, path: String, what: &'static str) -> Call<'a> {
        Call { method, path, what, body: None, files: &[], by_bot: false, channel: None, once: false }
    }

    fn by_bot(mut self) -> Call<'a> {
        self.by_bot = true;
        self
    }

    fn into_channel(mut self, channel: ChannelId) -> Call<'a> {
        self.channel = Some(channel);
        self
    }

    fn body(mut self, body: Value, files: &'a [File]) -> Call<'a> {
        self.body = Some(body);
        self.files = files;
        self
    }
}

/// A message of which only the place matters.
#[derive(Deserialize)]
struct Message {
    id: String,
    channel_id: String,
}

impl From<Message> for Posted {
    fn from(message: Message) -> Posted {
        let number = |text: &str| text.parse::<u64>().unwrap_or_default();
        Posted {
            channel: ChannelId::new(number(&message.channel_id)),
            message: MessageId::new(number(&message.id)),
        }
    }
}

fn answer_path((application, token): (u64, &str), which: Which) -> String {
    match which {
        Which::Original => format!("/webhooks/{application}/{token}/messages/@original"),
        Which::Followup(message) => format!("/webhooks/{application}/{token}/messages/{message}"),
    }
}

fn multipart(body: &Value, files: &[File]) -> Form {
    let mut form = Form::new().part("payload_json", json_part(body));
    for (id, file) in files.iter().enumerate() {
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        let part = part.mime_str("image/png").expect("a constant that is a MIME type");
        form = form.part(format!("files[{id}]"), part);
    }
    form
}

fn json_part(body: &Value) -> Part {
    Part::text(body.to_string()).mime_str("application/json").expect("a constant that is a MIME type")
}

/// How long Discord wants us to wait: in the body to the millisecond, in the header to the second.
fn retry_after(headers: &HeaderMap, body: &[u8]) -> Duration {
    #[derive(Deserialize)]
    struct Limited {
        retry_after: f64,
    }
    let header = || headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok();
    let seconds: Option<f64> =
        serde_json::from_slice::<Limited>(body).ok().map(|limited| limited.retry_after).or_else(header);
    Duration::try_from_secs_f64(seconds.unwrap_or(1.0)).unwrap_or(Duration::from_secs(1)).min(pace::LONGEST)
}

#[cfg(test)]
mod tests;
