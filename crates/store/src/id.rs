//! Identifiers, one type for each kind of thing.

/// Defines an identifier over a `bigint` column.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, sqlx::Type)]
        #[sqlx(transparent)]
        pub struct $name(i64);

        impl $name {
            /// The identifier with this number.
            pub const fn new(number: u64) -> $name {
                $name(number.cast_signed())
            }

            /// The number, as Discord writes it.
            pub const fn get(self) -> u64 {
                self.0.cast_unsigned()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.get().fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<$name, Self::Err> {
                text.parse().map($name::new)
            }
        }
    };
}

id!(
    /// A person: their Discord user id.
    PlayerId
);
id!(
    /// A Discord server (guild).
    ServerId
);
id!(
    /// A Discord channel or thread.
    ChannelId
);
id!(
    /// A Discord message.
    MessageId
);
id!(
    /// A game of any kind, shown to people as `#12`.
    GameId
);
id!(
    /// A challenge.
    ChallengeId
);
id!(
    /// A lobby.
    LobbyId
);
id!(
    /// A row of the outbox.
    OutboxId
);
