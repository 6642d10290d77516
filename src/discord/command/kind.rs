//! The options that follow from which games are offered: `game` and `colour`.

use play::challenge::ColourWish;
use play::{GameKind, Phrase};
use poise::serenity_prelude as serenity;
use poise::{SlashArgError, SlashArgument};
use serenity::{CommandInteraction, CommandOptionType, CreateCommandOption, ResolvedValue};

use super::other_languages;
use crate::discord::Error;
use crate::i18n::Locale;
use crate::tr;

/// The game that is meant where nothing says which.
pub const USUAL: GameKind = GameKind::OFFERED[0];

/// The word for colours that are drawn by lot.
const RANDOM: &str = "random";

/// The kind and the colour that are meant: where only the colour is said, the game that has it.
///
/// # Errors
/// Told to the person: the game has other colours.
pub fn with_colour(game: Option<Kind>, colour: Option<Colour>) -> Result<(GameKind, ColourWish), Error> {
    let kind = match (game, colour) {
        (None, Some(colour)) => colour.kind(),
        (game, _) => Kind::or_usual(game),
    };
    Ok((kind, colour.map_or(Ok(ColourWish::Random), |colour| colour.wish(kind))?))
}

/// The option `game`: a kind that is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind(pub GameKind);

/// The option `colour`: one of a game for two, or by lot. Discord shows the same choices whatever game has been chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(&'static str);

impl Kind {
    /// The kind that was chosen, or the usual one.
    pub fn or_usual(chosen: Option<Kind>) -> GameKind {
        chosen.map_or(USUAL, |Kind(kind)| kind)
    }
}

impl Colour {
    /// Every colour that can be chosen.
    fn all() -> Vec<&'static str> {
        let mut colours = Vec::new();
        for colour in GameKind::OFFERED.into_iter().flat_map(GameKind::pair) {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
        colours
    }

    /// The kinds that have this colour.
    fn kinds(self) -> impl Iterator<Item = GameKind> {
        GameKind::OFFERED.into_iter().filter(move |kind| kind.pair().contains(&self.0))
    }

    /// The kind that is meant where only the colour is said.
    fn kind(self) -> GameKind {
        self.kinds().next().unwrap_or(USUAL)
    }

    /// What it asks for in a game of this kind.
    ///
    /// # Errors
    /// Told to the person: the game has other colours.
    fn wish(self, kind: GameKind) -> Result<ColourWish, Error> {
        let [first, second] = kind.pair();
        let name = |colour: &'static str| Phrase::new("colour-name").with("colour", colour);
        match self.0 {
            RANDOM => Ok(ColourWish::Random),
            colour if colour == first => Ok(ColourWish::First),
            colour if colour == second => Ok(ColourWish::Second),
            _ => Err(Error::Told(
                Phrase::new("challenge-other-colours")
                    .with("game", kind.name())
                    .with("first", name(first))
                    .with("second", name(second)),
            )),
        }
    }

    /// "red (XIMA)".
    fn label(self, locale: Locale) -> String {
        let games: Vec<String> = self.kinds().map(|kind| kind.name().to_owned()).collect();
        tr!(locale, "colour-choice", colour = self.0, games = locale.list(&games))
    }
}

#[serenity::async_trait]
impl SlashArgument for Kind {
    async fn extract(
        _: &serenity::Context,
        _: &CommandInteraction,
        value: &ResolvedValue<'_>,
    ) -> Result<Kind, SlashArgError> {
        let fits = |kind: &GameKind| matches!(value, ResolvedValue::String(word) if word.eq_ignore_ascii_case(kind.slug()));
        GameKind::OFFERED.into_iter().find(fits).map(Kind).ok_or_else(not_offered)
    }

    fn create(builder: CreateCommandOption) -> CreateCommandOption {
        let option = builder.kind(CommandOptionType::String);
        GameKind::OFFERED
            .into_iter()
            .fold(option, |option, kind| option.add_string_choice(kind.name(), kind.slug()))
    }
}

#[serenity::async_trait]
impl SlashArgument for Colour {
    async fn extract(
        _: &serenity::Context,
        _: &CommandInteraction,
        value: &ResolvedValue<'_>,
    ) -> Result<Colour, SlashArgError> {
        let fits = |colour: &&str| matches!(value, ResolvedValue::String(word) if word == colour);
        Colour::all().into_iter().chain([RANDOM]).find(fits).map(Colour).ok_or_else(not_offered)
    }

    fn create(builder: CreateCommandOption) -> CreateCommandOption {
        let option =
            Colour::all().into_iter().fold(builder.kind(CommandOptionType::String), |option, colour| {
                let others = other_languages().map(|locale| (locale.tag(), Colour(colour).label(locale)));
                option.add_string_choice_localized(Colour(colour).label(Locale::fallback()), colour, others)
            });
        super::words(option, &[RANDOM])
    }
}

fn not_offered() -> SlashArgError {
    SlashArgError::new_command_structure_mismatch("a word that is offered")
}
