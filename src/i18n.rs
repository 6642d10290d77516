//! Texts in people's languages: Fluent bundles, the [`tr!`](crate::tr) macro, and how names, numbers and times are written.

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use play::{Argument, Computer, Phrase};
use store::PlayerId;
use time::OffsetDateTime;
use unic_langid::LanguageIdentifier;

/// The Fluent files by language: `(tag, [(file name, text)])`.
pub const SOURCES: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/locales.rs"));

/// The language that is complete and that every other falls back to.
const FALLBACK: &str = "en-US";

static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| SOURCES.iter().map(|(tag, files)| Language::read(tag, files)).collect());

struct Language {
    tag: &'static str,
    bundle: FluentBundle<FluentResource>,
}

/// A language that the bot speaks.
#[derive(Clone, Copy)]
pub struct Locale(&'static Language);

/// How Discord shows a time to each reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeStyle {
    /// "in 3 days".
    Relative,
    /// "20 April 2026 16:20".
    Full,
}

/// Says a message of the Fluent files: `tr!(locale, "id", name = value, …)`.
#[macro_export]
macro_rules! tr {
    ($locale:expr, $id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $locale.say(&::play::Phrase::new($id)$(.with(stringify!($name), $crate::i18n::argument($value)))*)
    };
}

impl Locale {
    /// The language of the bot's own choosing, where nobody's is known.
    ///
    /// # Panics
    /// Never: a test holds that it is there.
    pub fn fallback() -> Locale {
        Locale(
            LANGUAGES
                .iter()
                .find(|language| language.tag == FALLBACK)
                .expect("assets/locales holds en-US, as a test asserts"),
        )
    }

    /// Every language.
    pub fn all() -> impl Iterator<Item = Locale> {
        LANGUAGES.iter().map(Locale)
    }

    /// The best language for a locale as Discord writes it: the same, else one of the same tongue, else en-US.
    pub fn negotiate(wanted: &str) -> Locale {
        let tongue = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        LANGUAGES
            .iter()
            .find(|language| language.tag.eq_ignore_ascii_case(wanted))
            .or_else(|| LANGUAGES.iter().find(|language| tongue(language.tag) == tongue(wanted)))
            .map_or_else(Locale::fallback, Locale)
    }

    /// The tag, as Discord writes it.
    pub fn tag(self) -> &'static str {
        self.0.tag
    }

    /// Says a phrase.
    pub fn say(self, phrase: &Phrase) -> String {
        let arguments = self.arguments(phrase);
        let said = self
            .find(phrase.id, None, &arguments)
            .or_else(|| Locale::fallback().find(phrase.id, None, &arguments));
        said.unwrap_or_else(|| {
            tracing::error!(id = phrase.id, "a text is missing");
            phrase.id.to_owned()
        })
    }

    /// A person as Discord shows them, or a computer by its name. Whether a person is pinged is for the post's allowed mentions
    /// to say.
    pub fn player(self, player: PlayerId) -> String {
        Computer::of(player).map_or_else(|| format!("<@{player}>"), |computer| self.say(&computer.name()))
    }

    /// The text of a message without arguments whose id is put together at run time, if there is one in this very language;
    /// `attribute` names a part of it.
    pub fn lookup(self, id: &str, attribute: Option<&str>) -> Option<String> {
        self.find(id, attribute, &FluentArgs::new())
    }

    /// Several things as the language lists them: "a", "a and b", "a, b and c".
    pub fn list(self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first, most @ .., last] => {
                let (first, most) = (first.clone(), most.iter());
                let begin =
                    most.fold(first, |said, next| crate::tr!(self, "list-more", first = said, next = next));
                crate::tr!(self, "list-last", first = begin, last = last)
            }
        }
    }

    fn arguments(self, phrase: &Phrase) -> FluentArgs<'static> {
        let mut arguments = FluentArgs::with_capacity(phrase.arguments.len());
        for (name, value) in &phrase.arguments {
            let value = match value {
                Argument::Text(text) => FluentValue::from(text.clone()),
                Argument::Number(number) => FluentValue::from(*number),
                Argument::Player(player) => FluentValue::from(self.player(*player)),
                Argument::Phrase(inner) => FluentValue::from(self.say(inner)),
                Argument::List(phrases) => {
                    let said: Vec<String> = phrases.iter().map(|inner| self.say(inner)).collect();
                    FluentValue::from(self.list(&said))
                }
                Argument::Sequence(phrases) => {
                    let said: Vec<String> = phrases.iter().map(|inner| self.say(inner)).collect();
                    FluentValue::from(said.join(" "))
                }
            };
            arguments.set(*name, value);
        }
        arguments
    }

    fn find(self, id: &str, attribute: Option<&str>, arguments: &FluentArgs<'_>) -> Option<String> {
        let bundle = &self.0.bundle;
        let message = bundle.get_message(id)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let mut errors = Vec::new();
        let said = bundle.format_pattern(pattern, Some(arguments), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(id, locale = self.tag(), ?errors, "a text lacks an argument");
        }
        Some(said)
    }
}

impl PartialEq for Locale {
    fn eq(&self, other: &Locale) -> bool {
        self.tag() == other.tag()
    }
}

impl Eq for Locale {}

impl fmt::Debug for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Locale").field(&self.tag()).finish()
    }
}

impl Language {
    fn read(tag: &'static str, files: &[(&str, &'static str)]) -> Language {
        let identifier: LanguageIdentifier =
            tag.parse().expect("the folders of assets/locales are language tags");
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Discord shows the isolating marks as boxes on some systems; names that run right to left are isolated by `escape`.
        bundle.set_use_isolating(false);
        for (file, text) in files {
            let resource = FluentResource::try_new((*text).to_owned())
                .unwrap_or_else(|(_, errors)| panic!("assets/locales/{tag}/{file}: {errors:?}"));
            bundle
                .add_resource(resource)
                .unwrap_or_else(|errors| panic!("assets/locales/{tag}/{file}: {errors:?}"));
        }
        Language { tag, bundle }
    }
}

/// A value as an argument of a text; what [`tr!`](crate::tr) calls.
pub fn argument(value: impl IntoArgument) -> Argument {
    value.into_argument()
}

/// Anything that can stand in a text.
pub trait IntoArgument {
    /// The value as an argument.
    fn into_argument(self) -> Argument;
}

macro_rules! into_argument {
    ($($type:ty => |$value:ident| $made:expr;)*) => {
        $(impl IntoArgument for $type {
            fn into_argument(self) -> Argument {
                let $value = self;
                $made
            }
        })*
    };
}

into_argument! {
    &str => |text| Argument::Text(text.to_owned());
    &String => |text| Argument::Text(text.clone());
    String => |text| Argument::Text(text);
    i64 => |number| Argument::Number(number);
    i32 => |number| Argument::Number(number.into());
    u32 => |number| Argument::Number(number.into());
    u8 => |number| Argument::Number(number.into());
    u64 => |number| Argument::Number(number.try_into().unwrap_or(i64::MAX));
    usize => |number| Argument::Number(number.try_into().unwrap_or(i64::MAX));
    PlayerId => |player| Argument::Player(player);
    Phrase => |phrase| Argument::Phrase(phrase);
    &Phrase => |phrase| Argument::Phrase(phrase.clone());
    Vec<Phrase> => |phrases| Argument::List(phrases);
    Argument => |argument| argument;
}

/// A time as Discord shows it, in each reader's language and time zone.
pub fn timestamp(at: OffsetDateTime, style: TimeStyle) -> String {
    let style = match style {
        TimeStyle::Relative => 'R',
        TimeStyle::Full => 'f',
    };
    format!("<t:{}:{style}>", at.unix_timestamp())
}

/// The longest name that is shown; Discord's own limit.
const NAME: usize = 32;

/// A person's name, or any other foreign text, so that it neither formats, pings, links nor turns the line around.
pub fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len() + 8);
    let mut marks = 0;
    let shown = name.chars().filter(|character| character.is_whitespace() || !play::is_invisible(*character));
    for character in shown.take(NAME) {
        marks = if is_combining(character) { marks + 1 } else { 0 };
        match character {
            _ if marks > 2 => {}
            '\\' | '*' | '_' | '~' | '|' | '`' | '>' | '<' | '[' | ']' | '(' | ')' | '#' | '-' => {
                escaped.push('\\');
                escaped.push(character);
            }
            // A word joiner of no width keeps "@everyone" and "http://" from being recognised.
            '@' | ':' => {
                escaped.push(character);
                escaped.push('\u{200b}');
            }
            _ if character.is_whitespace() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    let escaped = escaped.trim();
    if escaped.is_empty() {
        "?".to_owned()
    } else if escaped.chars().any(is_right_to_left) {
        format!("\u{2068}{escaped}\u{2069}")
    } else {
        escaped.to_owned()
    }
}

fn is_combining(character: char) -> bool {
    matches!(character, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

#[cfg(test)]
mod tests;
