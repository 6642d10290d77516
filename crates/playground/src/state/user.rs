//! People and the bot.

use crate::clock::Millis;
use crate::id::Id;
use crate::state::World;

/// A user account and, while `member` holds, its membership of the server.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four facts about a person, independent of each other")]
pub struct User {
    /// The account's id.
    pub id: Id,
    /// The name, as username and display name.
    pub name: String,
    /// The language of the person's client.
    pub locale: String,
    /// Whether this is an application.
    pub bot: bool,
    /// Whether the person administers the server.
    pub moderator: bool,
    /// Whether the person is in the server.
    pub member: bool,
    /// Whether direct messages from the bot are let through.
    pub dms_open: bool,
    /// When the person joined.
    pub joined: Millis,
}

impl User {
    /// A person in the server.
    pub fn person(id: Id, name: &str, locale: &str, joined: Millis) -> Self {
        Self {
            id,
            name: name.to_owned(),
            locale: locale.to_owned(),
            bot: false,
            moderator: false,
            member: true,
            dms_open: true,
            joined,
        }
    }

    /// The bot.
    pub fn bot(id: Id, name: &str, joined: Millis) -> Self {
        Self { bot: true, ..Self::person(id, name, "en-US", joined) }
    }
}

impl World {
    /// A user by id, name or mention.
    pub fn find_user(&self, who: &str) -> Option<&User> {
        let by_name = |name: &str| self.users.values().find(|user| user.name == name);
        let mention = who.strip_prefix("<@").and_then(|rest| rest.strip_suffix('>'));
        let id = mention.map_or(who, |inner| inner.trim_start_matches('!')).parse();
        id.ok().and_then(|id| self.users.get(&id)).or_else(|| by_name(who))
    }

    /// Lets a person in: a new one, or one known by that name, who comes back if they had left.
    pub fn welcome(&mut self, name: &str, locale: Option<&str>, moderator: Option<bool>) -> Id {
        let now = self.clock.now();
        let known = self.users.values().find(|user| user.name == name && !user.bot).map(|user| user.id);
        let id = known.unwrap_or_else(|| self.new_id());
        let user = self.users.entry(id).or_insert_with(|| User::person(id, name, "en-US", now));
        user.member = true;
        if let Some(locale) = locale {
            locale.clone_into(&mut user.locale);
        }
        if let Some(moderator) = moderator {
            user.moderator = moderator;
        }
        self.touch();
        id
    }
}
