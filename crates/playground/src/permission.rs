//! Permission bits and who has which where.

use crate::id::Id;
use crate::state::{Kind, World};

/// A set of Discord permission bits.
pub type Permissions = u64;

macro_rules! bits {
    ($($name:ident = $bit:literal;)*) => {
        $(#[doc = concat!("Discord's `", stringify!($name), "`.")] pub const $name: Permissions = 1 << $bit;)*
        /// Name and bit of each permission that the control API can name.
        pub const NAMES: &[(&str, Permissions)] = &[$((stringify!($name), $name)),*];
    };
}

bits! {
    ADMINISTRATOR = 3;
    MANAGE_CHANNELS = 4;
    MANAGE_GUILD = 5;
    ADD_REACTIONS = 6;
    VIEW_CHANNEL = 10;
    SEND_MESSAGES = 11;
    MANAGE_MESSAGES = 13;
    EMBED_LINKS = 14;
    ATTACH_FILES = 15;
    READ_MESSAGE_HISTORY = 16;
    MENTION_EVERYONE = 17;
    USE_EXTERNAL_EMOJIS = 18;
    MANAGE_ROLES = 28;
    MANAGE_WEBHOOKS = 29;
    USE_APPLICATION_COMMANDS = 31;
    MANAGE_THREADS = 34;
    CREATE_PUBLIC_THREADS = 35;
    CREATE_PRIVATE_THREADS = 36;
    SEND_MESSAGES_IN_THREADS = 38;
    MODERATE_MEMBERS = 40;
}

/// Every bit that Discord has given out.
pub const ALL: Permissions = (1 << 53) - 1;

/// What `@everyone`, and the bot, may do in the playground.
pub const EVERYONE: Permissions = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | ADD_REACTIONS
    | USE_EXTERNAL_EMOJIS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// What anyone may do in a direct message.
const DIRECT: Permissions =
    VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY | MENTION_EVERYONE;

impl World {
    /// What a user may do in a channel; a thread has its parent's permissions.
    pub fn permissions(&self, user: Id, channel: Id) -> Permissions {
        let place = self.channels.get(&channel);
        if place.is_some_and(|place| place.kind == Kind::Direct) {
            return DIRECT;
        }
        let parent = place.and_then(|place| place.parent);
        let set = [Some(channel), parent, None]
            .into_iter()
            .find_map(|place| self.overrides.get(&(user, place)))
            .copied();
        with_all(set.unwrap_or_else(|| self.usual_permissions(user)))
    }

    /// What a user may do in the server, channels apart.
    pub fn server_permissions(&self, user: Id) -> Permissions {
        let set = self.overrides.get(&(user, None)).copied();
        with_all(set.unwrap_or_else(|| self.usual_permissions(user)))
    }

    /// What a user may do where nothing else was set.
    pub fn usual_permissions(&self, user: Id) -> Permissions {
        match self.users.get(&user) {
            Some(person) if person.moderator => ALL,
            _ => EVERYONE,
        }
    }
}

/// Administrators may do everything.
const fn with_all(own: Permissions) -> Permissions {
    if own & ADMINISTRATOR == 0 { own } else { ALL }
}
