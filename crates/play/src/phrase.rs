//! Something to be said, before a language is chosen.

use store::PlayerId;

/// A message of the Fluent files with its arguments. Ids of a game's own messages begin with the kind's slug
/// (`xima-refused-blocked`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// The Fluent message id.
    pub id: &'static str,
    /// The arguments by name.
    pub arguments: Vec<(&'static str, Argument)>,
}

/// An argument of a [`Phrase`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Text that needs no translation, such as a square, or a word that the message selects on, such as a colour.
    Text(String),
    /// A number, for plural forms.
    Number(i64),
    /// A person, shown as a mention.
    Player(PlayerId),
    /// A phrase within the phrase.
    Phrase(Phrase),
    /// Several phrases, joined as the language joins a list.
    List(Vec<Phrase>),
    /// Several phrases, one after another with a blank between them.
    Sequence(Vec<Phrase>),
}

impl Phrase {
    /// A phrase without arguments.
    pub const fn new(id: &'static str) -> Phrase {
        Phrase { id, arguments: Vec::new() }
    }

    /// The phrase with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Argument>) -> Phrase {
        self.arguments.push((name, value.into()));
        self
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Argument::Text(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Argument::Text(text)
    }
}

impl From<i64> for Argument {
    fn from(number: i64) -> Argument {
        Argument::Number(number)
    }
}

impl From<PlayerId> for Argument {
    fn from(player: PlayerId) -> Argument {
        Argument::Player(player)
    }
}

impl From<Phrase> for Argument {
    fn from(phrase: Phrase) -> Argument {
        Argument::Phrase(phrase)
    }
}

impl From<Vec<Phrase>> for Argument {
    fn from(phrases: Vec<Phrase>) -> Argument {
        Argument::List(phrases)
    }
}
