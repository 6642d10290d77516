//! Everything the stand-in knows, as one plain value: [`World`] lives behind one lock and has no
//! threads, sockets or files of its own.

mod channel;
mod interaction;
mod message;
mod user;

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use tokio::sync::watch;

use crate::Options;
use crate::clock::{Clock, Millis};
use crate::fault::Fault;
use crate::gateway::Session;
use crate::id::Id;
use crate::permission::Permissions;
use crate::rate::Rates;
use crate::record::Record;

pub use channel::{Channel, Kind};
pub use interaction::{Asked, Interaction, Modal, Outcome, Progress, Stage};
pub use message::{Attachment, Draft, File, Invoked, Message, flags};
pub use user::User;

/// The whole state.
#[derive(Debug)]
pub struct World {
    /// The stand-in's time.
    pub clock: Clock,
    /// The last id given out.
    pub last_id: Id,
    /// The one server.
    pub guild: Guild,
    /// The bot's user id, which is its application id too.
    pub bot: Id,
    /// Everybody, the bot included, in the order they came.
    pub users: BTreeMap<Id, User>,
    /// Text channels, threads and direct messages.
    pub channels: BTreeMap<Id, Channel>,
    /// Messages by channel and id: oldest first within a channel.
    pub messages: BTreeMap<(Id, Id), Message>,
    /// The channel of each message.
    pub homes: HashMap<Id, Id>,
    /// What uploaded files hold.
    pub files: HashMap<Id, File>,
    /// Commands as registered, with id and version: everywhere, or in the server only.
    pub commands: Vec<Command>,
    /// Interactions whose token may still be used.
    pub interactions: BTreeMap<Id, Interaction>,
    /// Interactions by token.
    pub tokens: HashMap<String, Id>,
    /// Modals that were shown, by reader and `custom_id`.
    pub modals: HashMap<(Id, String), Modal>,
    /// Permissions set by a fault, for a user in a channel or everywhere.
    pub overrides: BTreeMap<(Id, Option<Id>), Permissions>,
    /// Gateway sessions by session id, the resumable ones included.
    pub sessions: BTreeMap<String, Session>,
    /// Faults that wait for their request.
    pub faults: Vec<Fault>,
    /// What was checked and what was found.
    pub record: Record,
    /// Request times, for the rate limits.
    pub rates: Rates,
    /// Until when somebody types in a channel.
    pub typing: BTreeMap<(Id, Id), Millis>,
    /// Counts visible changes; the page waits on it.
    pub changes: watch::Sender<u64>,
    /// The stand-in's own address, `http://127.0.0.1:PORT`.
    pub origin: String,
}

/// The one server.
#[derive(Debug)]
pub struct Guild {
    /// Its id, which is the id of `@everyone` too.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Its language.
    pub locale: String,
    /// Who owns it.
    pub owner: Id,
    /// The bot's own role.
    pub bot_role: Id,
    /// Whether an outage hides it.
    pub unavailable: bool,
}

/// A registered command.
#[derive(Clone, Debug)]
pub struct Command {
    /// Its id, kept when a command of the same name and type is registered again.
    pub id: Id,
    /// Registered for the server only.
    pub guild_only: bool,
    /// Discord's JSON of it.
    pub json: Value,
}

impl World {
    /// A server with its people, one channel and the bot.
    pub fn new(options: &Options, origin: String) -> Self {
        let clock = Clock::new();
        // Ids of the furniture are a day old, so that none is ever mistaken for a new message.
        let mut id = Id::at(clock.now() - 86_400_000);
        let mut next = || {
            id = Id(id.0 + (1 << 22));
            id
        };
        let (guild, bot, bot_role, channel) = (next(), next(), next(), next());
        let mut world = Self {
            guild: Guild {
                id: guild,
                name: options.guild.clone(),
                locale: options.locale.clone(),
                owner: bot,
                bot_role,
                unavailable: false,
            },
            bot,
            last_id: channel,
            clock,
            users: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            homes: HashMap::new(),
            files: HashMap::new(),
            commands: Vec::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            modals: HashMap::new(),
            overrides: BTreeMap::new(),
            sessions: BTreeMap::new(),
            faults: Vec::new(),
            record: Record::default(),
            rates: Rates::default(),
            typing: BTreeMap::new(),
            changes: watch::Sender::new(0),
            origin,
        };
        let now = world.clock.now();
        world.users.insert(bot, User::bot(bot, &options.bot, now));
        world.channels.insert(channel, Channel::text(channel, &options.channel, now));
        for person in &options.people {
            let id = next();
            world.users.insert(id, User::person(id, &person.name, &person.locale, now));
            world.last_id = id;
        }
        if let Some(first) = world.users.values_mut().find(|user| !user.bot) {
            first.moderator = true;
            world.guild.owner = first.id;
        }
        world
    }

    /// A new id, larger than all before.
    pub fn new_id(&mut self) -> Id {
        self.last_id = self.last_id.next(self.clock.now());
        self.last_id
    }

    /// Tells whoever watches that something visible has changed.
    pub fn touch(&mut self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Whether the bot is still in the server.
    pub fn bot_is_member(&self) -> bool {
        self.users.get(&self.bot).is_some_and(|bot| bot.member)
    }

    /// Whether some gateway connection of the bot is open.
    pub fn online(&self) -> bool {
        self.sessions.values().any(Session::is_connected)
    }
}
