//! An interaction: a command, a press or a sent form, answered in one way.
//!
//! Nothing else in the bot answers interactions. If no answer has left a second after receipt, the interaction is deferred,
//! in private or in public as the command says; every later answer takes that into account.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use play::player::Seen;
use play::turn::Origin;
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{ChannelType, Permissions};
use store::{ChannelId, MessageId, PlayerId, ServerId};
use tokio::sync::Mutex;
use tokio::task::AbortHandle;
use tokio::time::Instant;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::component::Modal;
use super::post::{EPHEMERAL, Post, form};
use super::send::{Code, Deadline, Posted, Trouble, Which};
use super::{Bot, Context, Error};
use crate::i18n::Locale;

/// When an interaction is deferred. Discord gives up after three seconds.
const DEFER_AFTER: Duration = Duration::from_secs(1);
/// How long the first answer may take.
const FIRST_ANSWER: Duration = Duration::from_secs(3);
/// How long an interaction's token lives.
pub const TOKEN_LIFE: Duration = Duration::from_mins(15);
/// How long a later answer is tried.
const LATER_ANSWER: Duration = Duration::from_secs(30);

/// An interaction that waits for its answer. Dropping it ends the wait for deferral.
#[derive(Debug)]
pub struct Ask {
    about: Arc<About>,
    deferral: Option<AbortHandle>,
    /// The bot does not end while somebody waits.
    _task: TaskTrackerToken,
}

/// Who asks, where, and in which languages they are answered.
#[derive(Debug)]
pub struct About {
    /// The bot.
    pub bot: Arc<Bot>,
    /// Who asks.
    pub seen: Seen,
    /// Who asks.
    pub player: PlayerId,
    /// The channel or thread.
    pub channel: ChannelId,
    /// The channel of a thread.
    pub parent: Option<ChannelId>,
    /// The message whose button was pressed.
    pub message: Option<MessageId>,
    /// The command's name; empty for a press.
    pub command: String,
    /// The asking person's language, for what only they see.
    pub locale: Locale,
    /// The server's language, for what everyone sees.
    pub public: Locale,
    /// The server's locale as Discord writes it.
    pub public_tag: String,
    /// What the bot may do here.
    pub permissions: Permissions,
    /// What the asking person may do here.
    pub member: Permissions,
    server: Option<ServerId>,
    interaction: u64,
    application: u64,
    token: String,
    received: Instant,
    kind: Kind,
    /// Whether a command's "thinking" is private; whether the message of a press is.
    private: bool,
    state: Mutex<State>,
}

/// What kind of interaction it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Command,
    /// A press, or a form that a press opened: there is a message that can be updated.
    Press,
}

/// How far the answering has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing was answered.
    Open,
    /// "The bot is thinking", seen by the asking person only or by everyone.
    Thinking { private: bool },
    /// The press was taken note of; its message is unchanged.
    Noted,
    /// The first answer has been given.
    Answered,
}

/// What an interaction brings, whatever its kind.
struct Parts<'a> {
    id: u64,
    application: u64,
    token: &'a str,
    user: &'a serenity::User,
    member: Option<&'a serenity::Member>,
    server: Option<serenity::GuildId>,
    channel: Option<&'a serenity::PartialChannel>,
    channel_id: serenity::ChannelId,
    permissions: Option<Permissions>,
    locale: &'a str,
    guild_locale: Option<&'a str>,
}

macro_rules! parts {
    ($interaction:expr, $member:expr) => {
        Parts {
            id: $interaction.id.get(),
            application: $interaction.application_id.get(),
            token: &$interaction.token,
            user: &$interaction.user,
            member: $member,
            server: $interaction.guild_id,
            channel: $interaction.channel.as_ref(),
            channel_id: $interaction.channel_id,
            permissions: $interaction.app_permissions,
            locale: &$interaction.locale,
            guild_locale: $interaction.guild_locale.as_deref(),
        }
    };
}

impl Ask {
    /// The interaction of a command in hand. The command's `ephemeral` says how it is deferred.
    pub async fn of(context: Context<'_>) -> Arc<Ask> {
        let mut kept = context.invocation_data.lock().await;
        if let Some(ask) = kept.downcast_ref::<Arc<Ask>>() {
            return Arc::clone(ask);
        }
        let interaction = context.interaction;
        let parts = parts!(interaction, interaction.member.as_deref());
        let private = context.command_tree.last().is_some_and(|command| command.ephemeral);
        // Autocomplete cannot be deferred.
        let defer = context.interaction_type == poise::CommandInteractionType::Command;
        let name = interaction.data.name.clone();
        let ask = Arc::new(Ask::new(
            context.framework.user_data,
            &parts,
            (Kind::Command, name),
            private,
            None,
            defer,
        ));
        *kept = Box::new(Arc::clone(&ask));
        ask
    }

    /// A command that the bot does not know: of an older registration that somebody's Discord still shows.
    pub fn unknown(bot: &Arc<Bot>, interaction: &serenity::CommandInteraction) -> Ask {
        let parts = parts!(interaction, interaction.member.as_deref());
        Ask::new(bot, &parts, (Kind::Command, interaction.data.name.clone()), true, None, true)
    }

    /// A press of a button or a choice from a menu.
    pub fn press(bot: &Arc<Bot>, press: &serenity::ComponentInteraction) -> Ask {
        let private = is_private(&press.message);
        let message = Some(MessageId::new(press.message.id.get()));
        Ask::new(
            bot,
            &parts!(press, press.member.as_ref()),
            (Kind::Press, String::new()),
            private,
            message,
            true,
        )
    }

    /// A sent form.
    pub fn form(bot: &Arc<Bot>, sent: &serenity::ModalInteraction) -> Ask {
        let private = sent.message.as_ref().is_none_or(|message| is_private(message));
        let message = sent.message.as_ref().map(|message| MessageId::new(message.id.get()));
        let kind = if message.is_some() { Kind::Press } else { Kind::Command };
        Ask::new(bot, &parts!(sent, sent.member.as_ref()), (kind, String::new()), private, message, true)
    }

    fn new(
        bot: &Arc<Bot>,
        parts: &Parts<'_>,
        (kind, command): (Kind, String),
        private: bool,
        message: Option<MessageId>,
        defer: bool,
    ) -> Ask {
        let nick = parts.member.and_then(|member| member.nick.clone());
        let name = nick.or_else(|| parts.user.global_name.clone()).unwrap_or_else(|| parts.user.name.clone());
        let player = PlayerId::new(parts.user.id.get());
        let public_tag = parts.guild_locale.unwrap_or("en-US").to_owned();
        let parent =
            parts.channel.filter(|channel| is_thread(channel.kind)).and_then(|channel| channel.parent_id);
        let about = Arc::new(About {
            bot: Arc::clone(bot),
            seen: Seen { id: player, name, locale: Some(parts.locale.to_owned()), bot: parts.user.bot },
            player,
            channel: ChannelId::new(parts.channel_id.get()),
            parent: parent.map(|parent| ChannelId::new(parent.get())),
            message,
            command,
            locale: Locale::negotiate(parts.locale),
            public: Locale::negotiate(&public_tag),
            public_tag,
            // A server that does not say what the bot may do is believed to allow it.
            permissions: parts.permissions.unwrap_or(Permissions::all()),
            member: parts.member.and_then(|member| member.permissions).unwrap_or_default(),
            server: parts.server.map(|server| ServerId::new(server.get())),
            interaction: parts.id,
            application: parts.application,
            token: parts.token.to_owned(),
            received: Instant::now(),
            kind,
            private,
            state: Mutex::new(State::Open),
        });
        bot.rest.set_application(parts.application);
        let deferred = Arc::clone(&about);
        let deferral = defer.then(|| {
            let waiting = bot.tasks.spawn(async move {
                tokio::time::sleep_until(deferred.received + DEFER_AFTER).await;
                deferred.defer().await;
            });
            waiting.abort_handle()
        });
        Ask { about, deferral, _task: bot.tasks.token() }
    }
}

impl Deref for Ask {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

impl Drop for Ask {
    fn drop(&mut self) {
        if let Some(deferral) = &self.deferral {
            deferral.abort();
        }
    }
}

impl About {
    /// The server; commands with contexts are refused elsewhere.
    ///
    /// # Errors
    /// Told to the person: the command works in servers only.
    pub fn server(&self) -> Result<ServerId, Error> {
        self.server.ok_or_else(|| Error::Told(play::Phrase::new("refused-server-only")))
    }

    /// Notes that the asking person was seen.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn see(&self) -> Result<(), Error> {
        let now = self.bot.play.clock.now();
        if self.bot.known.holds(&self.seen, now) {
            return Ok(());
        }
        play::player::see(&self.bot.play, std::slice::from_ref(&self.seen)).await?;
        self.bot.known.note(&self.seen, now);
        Ok(())
    }

    /// Where a turn's post can be found again after a crash: the original answer of a command, the follow-up of a press.
    pub fn origin(&self) -> Origin {
        Origin { token: self.token.clone(), original: self.kind == Kind::Command }
    }

    /// Refuses when the bot lacks permissions in this channel.
    ///
    /// # Errors
    /// [`Error::Missing`], told to the person with the names of permissions and channel.
    pub fn require(&self, wanted: Permissions) -> Result<(), Error> {
        let missing = wanted - self.permissions;
        if missing.is_empty() || self.permissions.contains(Permissions::ADMINISTRATOR) {
            return Ok(());
        }
        Err(Error::Missing { permissions: missing, channel: self.channel })
    }

    /// Answers with a message of its own. What is private stays private, whatever went before. Tells where a public message stands.
    ///
    /// # Errors
    /// When Discord refuses.
    pub async fn answer(&self, post: Post) -> Result<Option<Posted>, Error> {
        self.answer_before(post, self.later()).await
    }

    async fn answer_before(&self, post: Post, deadline: Deadline) -> Result<Option<Posted>, Error> {
        self.checked(&post);
        let mut state = self.state.lock().await;
        match *state {
            State::Open => {
                let posted = self.callback(4, Some(post.answer_body()), &post).await?;
                *state = State::Answered;
                match posted {
                    None if !post.private => {
                        Ok(Some(self.bot.rest.answer_of(self.webhook(), Which::Original, deadline).await?))
                    }
                    posted => Ok(posted),
                }
            }
            State::Thinking { private } if private == post.private => {
                let filled = self.bot.rest.fill_answer(self.webhook(), &post, deadline).await;
                let filled = unless_gone(filled)?;
                *state = State::Answered;
                match filled {
                    Some(posted) => Ok(Some(posted)),
                    None => Ok(Some(self.bot.rest.follow_up(self.webhook(), &post, deadline).await?)),
                }
            }
            State::Thinking { .. } => {
                // The thinking message cannot change who sees it: it goes, and the answer comes anew.
                unless_gone(self.bot.rest.delete_answer(self.webhook(), Which::Original, deadline).await)?;
                *state = State::Answered;
                Ok(Some(self.bot.rest.follow_up(self.webhook(), &post, deadline).await?))
            }
            State::Noted | State::Answered => {
                *state = State::Answered;
                Ok(Some(self.bot.rest.follow_up(self.webhook(), &post, deadline).await?))
            }
        }
    }

    /// Shows everyone at once that an answer to everyone will take a while, unless something has been answered.
    ///
    /// # Errors
    /// When Discord refuses.
    pub async fn think_in_public(&self) -> Result<(), Error> {
        let mut state = self.state.lock().await;
        if *state == State::Open {
            self.callback(5, None, &Post::default()).await?;
            *state = State::Thinking { private: false };
        }
        Ok(())
    }

    /// Puts a post in the place of the message whose button was pressed; of a command's first answer otherwise.
    ///
    /// # Errors
    /// When Discord refuses.
    pub async fn update(&self, post: Post) -> Result<(), Error> {
        if self.kind == Kind::Command {
            return self.answer(post).await.map(drop);
        }
        self.checked(&post);
        let mut state = self.state.lock().await;
        match *state {
            State::Open => drop(self.callback(7, Some(post.body()), &post).await?),
            _ => drop(self.bot.rest.edit_answer(self.webhook(), Which::Original, &post, self.later()).await?),
        }
        *state = State::Answered;
        Ok(())
    }

    /// Leaves the message whose button was pressed: what everyone sees loses its buttons and nothing else; in the place of a
    /// private menu it is said what was done. Tells which public message it was.
    ///
    /// # Errors
    /// When Discord refuses.
    pub async fn leave_message(&self, done: String) -> Result<Option<Posted>, Error> {
        let Some(message) = self.message.filter(|_| self.kind == Kind::Press) else {
            return Ok(None);
        };
        if self.private {
            self.update(Post::text(done)).await?;
            return Ok(None);
        }
        let mut state = self.state.lock().await;
        let body = json!({ "components": [], "allowed_mentions": { "parse": [] } });
        if *state == State::Open {
            self.callback(7, Some(body), &Post::default()).await?;
            *state = State::Answered;
        } else {
            self.bot.rest.edit_answer_body(self.webhook(), Which::Original, body, self.later()).await?;
        }
        Ok(Some(Posted { channel: self.channel, message }))
    }

    /// Tells the asking person, and nobody else, what came of it: in the place of a private menu, else in a message.
    ///
    /// # Errors
    /// When Discord refuses.
    pub async fn finish(&self, post: Post) -> Result<(), Error> {
        if self.kind == Kind::Press && self.private {
            self.update(post).await
        } else {
            self.answer(post.private()).await.map(drop)
        }
    }

    /// One more message after the first answer; the first answer if there was none.
    ///
    /// # Errors
    /// When Discord refuses.
    pub async fn follow_up(&self, post: Post) -> Result<Option<Posted>, Error> {
        self.answer(post).await
    }

    /// As [`About::follow_up`], but given up at the deadline: from then on somebody else sees to it.
    ///
    /// # Errors
    /// When Discord refuses, or does not answer in time.
    pub async fn follow_up_before(&self, post: Post, deadline: Deadline) -> Result<Option<Posted>, Error> {
        self.answer_before(post, deadline.min(self.later())).await
    }

    /// Opens a form. `false` when it is too late for that: the interaction has been deferred.
    ///
    /// # Errors
    /// When Discord refuses.
    pub async fn modal(&self, modal: &Modal) -> Result<bool, Error> {
        let mut state = self.state.lock().await;
        if *state != State::Open {
            return Ok(false);
        }
        self.callback(9, Some(form(modal)), &Post::default()).await?;
        *state = State::Answered;
        Ok(true)
    }

    /// Whether anything has been answered.
    pub async fn is_open(&self) -> bool {
        *self.state.lock().await == State::Open
    }

    /// Defers now, unless something has been answered.
    async fn defer(&self) {
        let mut state = self.state.lock().await;
        if *state != State::Open {
            return;
        }
        let (kind, data, next) = match self.kind {
            Kind::Press => (6, None, State::Noted),
            Kind::Command if self.private => {
                (5, Some(json!({ "flags": EPHEMERAL })), State::Thinking { private: true })
            }
            Kind::Command => (5, None, State::Thinking { private: false }),
        };
        match self.callback(kind, data, &Post::default()).await {
            Ok(_) => *state = next,
            Err(trouble) => {
                tracing::warn!(player = %self.player, %trouble, "an interaction could not be deferred");
            }
        }
    }

    /// The first answer. An answer that Discord has already is as good as one it takes now: an attempt before was not acknowledged.
    async fn callback(&self, kind: u8, data: Option<Value>, post: &Post) -> Result<Option<Posted>, Trouble> {
        let deadline = Deadline::after(self.received, FIRST_ANSWER);
        match self.bot.rest.answer((self.interaction, &self.token), kind, data, &post.files, deadline).await {
            Err(trouble) if trouble.code == Code::AlreadyAnswered => Ok(None),
            answered => answered,
        }
    }

    fn webhook(&self) -> (u64, &str) {
        (self.application, &self.token)
    }

    fn later(&self) -> Deadline {
        Deadline::within(LATER_ANSWER).min(Deadline::after(self.received, TOKEN_LIFE))
    }

    fn checked(&self, post: &Post) {
        if let Err(breach) = post.check() {
            debug_assert!(false, "a post breaks a limit of Discord: {breach}");
            tracing::error!(player = %self.player, %breach, "a post breaks a limit of Discord");
        }
    }
}

/// What was done with a message, or `None` where somebody has deleted it: the token is good for another one.
fn unless_gone<T>(done: Result<T, Trouble>) -> Result<Option<T>, Trouble> {
    match done {
        Err(trouble) if trouble.code == Code::UnknownMessage => Ok(None),
        done => done.map(Some),
    }
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

fn is_private(message: &serenity::Message) -> bool {
    message.flags.is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL))
}
