//! Text channels, threads and direct messages.

use std::collections::BTreeSet;

use crate::clock::Millis;
use crate::id::Id;
use crate::permission;
use crate::state::{Message, World};

/// A place where messages stand.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its id; a thread started from a message has the message's.
    pub id: Id,
    /// What it is.
    pub kind: Kind,
    /// Its name; for a direct message the person's.
    pub name: String,
    /// A text channel's topic.
    pub topic: Option<String>,
    /// A thread's channel.
    pub parent: Option<Id>,
    /// Who started the thread.
    pub owner: Option<Id>,
    /// Who is in the thread, or the two of a direct message.
    pub members: BTreeSet<Id>,
    /// Whether the thread is archived.
    pub archived: bool,
    /// Whether only moderators may unarchive or write in the thread.
    pub locked: bool,
    /// Minutes of silence after which Discord would archive it.
    pub auto_archive: u64,
    /// When it was made.
    pub created: Millis,
    /// When its being archived last changed.
    pub archive_changed: Millis,
    /// The newest message.
    pub last_message: Option<Id>,
    /// How many messages a thread has seen.
    pub message_count: u32,
}

/// The kinds of channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A channel of the server.
    Text,
    /// A direct message.
    Direct,
    /// A thread that everyone who sees its channel can see.
    PublicThread,
    /// A thread for its members and moderators.
    PrivateThread,
}

impl Kind {
    /// Discord's number.
    pub fn number(self) -> u8 {
        match self {
            Self::Text => 0,
            Self::Direct => 1,
            Self::PublicThread => 11,
            Self::PrivateThread => 12,
        }
    }

    /// Whether this is a thread.
    pub fn is_thread(self) -> bool {
        matches!(self, Self::PublicThread | Self::PrivateThread)
    }

    /// The control API's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Direct => "dm",
            Self::PublicThread | Self::PrivateThread => "thread",
        }
    }
}

impl Channel {
    /// A channel of the server.
    pub fn text(id: Id, name: &str, created: Millis) -> Self {
        Self {
            id,
            kind: Kind::Text,
            name: name.to_owned(),
            topic: None,
            parent: None,
            owner: None,
            members: BTreeSet::new(),
            archived: false,
            locked: false,
            auto_archive: 4320,
            created,
            archive_changed: created,
            last_message: None,
            message_count: 0,
        }
    }
}

impl World {
    /// A channel by id, name, `#name` or mention; for a direct message also the person's name.
    pub fn find_channel(&self, which: &str) -> Option<&Channel> {
        let mention = which.strip_prefix("<#").and_then(|rest| rest.strip_suffix('>'));
        let name = which.strip_prefix('#').unwrap_or(which);
        let id = mention.unwrap_or(which).parse().ok();
        // Of several threads of a name the newest that is open is meant.
        let named = self.channels.values().filter(|channel| channel.name == name);
        id.and_then(|id| self.channels.get(&id))
            .or_else(|| named.max_by_key(|place| (place.kind == Kind::Text, !place.archived, place.id)))
    }

    /// The channel that is meant where none is named.
    pub fn first_channel(&self) -> Option<&Channel> {
        self.channels.values().find(|channel| channel.kind == Kind::Text)
    }

    /// Whether a user can see a channel.
    pub fn can_see(&self, user: Id, channel: Id) -> bool {
        let Some(place) = self.channels.get(&channel) else { return false };
        let member = self.users.get(&user).is_some_and(|person| person.member);
        match place.kind {
            Kind::Direct => place.members.contains(&user),
            Kind::PrivateThread => {
                let has = self.permissions(user, channel);
                member && (place.members.contains(&user) || has & permission::MANAGE_THREADS != 0)
            }
            Kind::Text | Kind::PublicThread => {
                member && self.permissions(user, channel) & permission::VIEW_CHANNEL != 0
            }
        }
    }

    /// The direct message of the bot and a person, made at need.
    pub fn direct(&mut self, user: Id) -> Id {
        let bot = self.bot;
        let found = self.channels.values().find(|place| {
            place.kind == Kind::Direct && place.members.contains(&user) && place.members.contains(&bot)
        });
        if let Some(channel) = found {
            return channel.id;
        }
        let id = self.new_id();
        let name = self.users.get(&user).map(|person| person.name.clone()).unwrap_or_default();
        let base = Channel::text(id, &name, self.clock.now());
        self.channels
            .insert(id, Channel { kind: Kind::Direct, members: BTreeSet::from([bot, user]), ..base });
        self.touch();
        id
    }

    /// Starts a thread and tells the bot; its starter message stays in the channel.
    pub fn start_thread(&mut self, parent: Id, message: Option<Id>, owner: Id, kind: Kind, name: &str) -> Id {
        let id = message.unwrap_or_else(|| self.new_id());
        let base = Channel::text(id, name, self.clock.now());
        let thread = Channel {
            kind,
            parent: Some(parent),
            owner: Some(owner),
            members: BTreeSet::from([owner]),
            ..base
        };
        self.channels.insert(id, thread);
        if let Some(starter) = message.and_then(|message| self.messages.get_mut(&(parent, message))) {
            starter.thread = Some(id);
        }
        self.announce_channel("THREAD_CREATE", id);
        id
    }

    /// Archives or unarchives, locks or unlocks a thread.
    pub fn set_thread(&mut self, id: Id, archived: Option<bool>, locked: Option<bool>) {
        let now = self.clock.now();
        let Some(thread) = self.channels.get_mut(&id) else { return };
        if let Some(archived) = archived.filter(|archived| *archived != thread.archived) {
            thread.archived = archived;
            thread.archive_changed = now;
        }
        if let Some(locked) = locked {
            thread.locked = locked;
        }
        self.announce_channel("THREAD_UPDATE", id);
    }

    /// Deletes a channel with its messages and threads.
    pub fn delete_channel(&mut self, id: Id) -> Option<Channel> {
        let threads: Vec<Id> =
            self.channels.values().filter(|place| place.parent == Some(id)).map(|place| place.id).collect();
        for thread in threads {
            self.delete_channel(thread);
        }
        let event = if self.channels.get(&id)?.kind.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.announce_channel(event, id);
        let messages: Vec<Id> = self.messages_in(id).map(|message| message.id).collect();
        for message in messages {
            self.remove_message(message);
        }
        let gone = self.channels.remove(&id);
        self.touch();
        gone
    }

    /// A channel's messages, oldest first.
    pub fn messages_in(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages.range((channel, Id(0))..=(channel, Id(u64::MAX))).map(|(_, message)| message)
    }

    /// Tells the bot of a change of a channel or thread.
    pub fn announce_channel(&mut self, event: &str, id: Id) {
        let Some(channel) = self.channels.get(&id) else { return };
        if channel.kind != Kind::Direct {
            let json = self.channel_json(channel, self.bot);
            self.dispatch(event, &json);
        }
        self.touch();
    }
}
