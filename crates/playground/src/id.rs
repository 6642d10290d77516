//! Snowflakes: Discord's 64-bit ids, written as decimal strings.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use crate::clock::Millis;

/// 2015-01-01, the first moment a snowflake can tell.
const EPOCH: Millis = 1_420_070_400_000;

/// An id of anything: user, channel, message, command, interaction, file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// The smallest id of a moment.
    pub fn at(moment: Millis) -> Self {
        Self(moment.saturating_sub(EPOCH) << 22)
    }

    /// The next id after this one, at a moment.
    #[must_use]
    pub fn next(self, moment: Millis) -> Self {
        Self::at(moment).max(Self(self.0 + 1))
    }

    /// Reads an id out of JSON, where it may be a string or, loosely, a number.
    pub fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => text.parse().ok(),
            Value::Number(number) => number.as_u64().map(Self),
            _ => None,
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl From<Id> for Value {
    fn from(id: Id) -> Self {
        Self::String(id.0.to_string())
    }
}

impl serde::Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
