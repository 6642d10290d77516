//! Slash commands, one file each, and what happens on a press or a sent form.
//!
//! A command is thin: parse, one use case, one view. Its `ephemeral` says whether "thinking…" is private, its texts are the
//! message `command-NAME` with an attribute an option, and whatever it returns as an error is told by [`report`].
//!
//! ```text
//! #[poise::command(slash_command, guild_only, ephemeral, install_context = "Guild", interaction_context = "Guild")]
//! pub async fn profile(context: Context<'_>, user: Option<serenity::User>) -> Outcome {
//!     let ask = Ask::of(context).await;
//!     let player = user.map_or(ask.player, |user| PlayerId::new(user.id.get()));
//!     let profile = play::player::profile(&ask.bot.play, player).await?;
//!     ask.answer(view::profile::card(ask.locale, &profile).private()).await?;
//!     Ok(())
//! }
//! ```
//!
//! The command is listed in [`all`]; its presses are sent on in [`pressed`].

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt as _;
use poise::serenity_prelude as serenity;

use super::component::{GamePress, Id, Pick};
use super::error::report;
use super::{Ask, Bot, Data, Error, Outcome};
use crate::i18n::Locale;

mod analyse;
mod begin;
mod board;
mod challenge;
mod computer;
mod draw;
mod games;
mod help;
mod hint;
mod kind;
mod leaderboard;
mod lobby;
mod moderate;
mod mv;
mod profile;
mod rematch;
mod resign;
mod rules;
mod settings;

/// What a button of another version is answered with.
const OLD_BUTTON: play::Phrase = play::Phrase::new("refused-old-button");

/// Defines an option whose value is one of a few words: `word!(pub enum View { Plan = "plan", Space = "3d" })`.
/// The value is the word; the label comes from the texts, `word-plan`.
#[macro_export]
macro_rules! word {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($(#[$inner:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name {
            $($(#[$inner])* $variant),+
        }

        #[::poise::serenity_prelude::async_trait]
        impl ::poise::SlashArgument for $name {
            async fn extract(
                _: &::poise::serenity_prelude::Context,
                _: &::poise::serenity_prelude::CommandInteraction,
                value: &::poise::serenity_prelude::ResolvedValue<'_>,
            ) -> Result<$name, ::poise::SlashArgError> {
                match value {
                    $(::poise::serenity_prelude::ResolvedValue::String($word) => Ok($name::$variant),)+
                    _ => Err(::poise::SlashArgError::new_command_structure_mismatch("a word that is offered")),
                }
            }

            fn create(
                builder: ::poise::serenity_prelude::CreateCommandOption,
            ) -> ::poise::serenity_prelude::CreateCommandOption {
                $crate::discord::command::words(builder, &[$($word),+])
            }
        }
    };
}

/// Every command, with its texts in every language.
pub fn all() -> Vec<poise::Command<Data, Error>> {
    let mut commands = vec![
        challenge::challenge(),
        computer::computer(),
        lobby::lobby(),
        mv::mv(),
        board::board(),
        games::games(),
        resign::resign(),
        draw::draw(),
        hint::hint(),
        analyse::analyse(),
        leaderboard::leaderboard(),
        profile::profile(),
        rules::rules(),
        help::help(),
        settings::settings(),
        moderate::end(),
    ];
    for command in &mut commands {
        localise(command, "");
    }
    commands
}

/// What happens on a press or a choice; `values` are the chosen entries of a menu.
///
/// # Errors
/// Told to the person by [`report`].
pub async fn pressed(ask: &Ask, id: Id, values: &[String]) -> Outcome {
    ask.see().await?;
    let chosen = values.first().map(String::as_str);
    match (id, chosen) {
        (Id::Challenge(challenge, press), _) => challenge::pressed(ask, challenge, press).await,
        (Id::Lobby(lobby, press), _) => lobby::pressed(ask, lobby, press).await,
        (Id::Leaderboard(kind, scope, page), _) => leaderboard::pressed(ask, kind, scope, page).await,
        (Id::Game(game, _, GamePress::Board), _) => board::pressed(ask, game).await,
        (Id::Game(game, ply, GamePress::Move), _) => mv::pressed(ask, game, ply).await,
        (Id::Game(game, ply, GamePress::Group), Some(text)) => mv::typed(ask, game, ply, text).await,
        (Id::Game(game, _, GamePress::Resign), _) => resign::pressed(ask, game).await,
        (Id::Game(game, _, GamePress::ConfirmResign), _) => resign::confirmed(ask, game).await,
        (Id::Game(_, _, GamePress::KeepPlaying), _) => resign::kept(ask).await,
        (Id::Game(game, _, GamePress::End), _) => moderate::confirmed(ask, game).await,
        (Id::Game(game, _, GamePress::Rematch), _) => rematch::pressed(ask, game).await,
        (Id::Game(game, _, GamePress::Analyse), _) => analyse::pressed(ask, game).await,
        (Id::Game(game, _, GamePress::MoveHere), _) => games::move_here(ask, game).await,
        (Id::Game(game, ply, GamePress::AcceptDraw), _) => draw::accepted(ask, game, ply).await,
        (Id::Game(game, ply, GamePress::DeclineDraw), _) => draw::declined(ask, game, ply).await,
        (Id::Game(game, ply, GamePress::WithdrawDraw), _) => draw::withdrawn(ask, game, ply).await,
        (Id::Risk(game, ply, place), _) => mv::risked(ask, game, ply, place).await,
        (Id::Game(_, _, GamePress::KeepThinking), _) => mv::kept(ask).await,
        (Id::Game(game, ply, GamePress::FollowHint), _) => hint::followed(ask, game, ply).await,
        (Id::Pick(pick), Some(game)) => {
            let game = game.parse().map_err(|_| play::Refused::NoSuchGame)?;
            match pick {
                Pick::Board => board::pressed(ask, game).await,
                Pick::Move => mv::picked(ask, game).await,
                Pick::Resign => resign::pressed(ask, game).await,
                Pick::Draw => draw::picked(ask, game).await,
                Pick::Hint => hint::picked(ask, game).await,
            }
        }
        (Id::Game(_, _, GamePress::Group) | Id::Pick(_), None) => Err(Error::Told(OLD_BUTTON)),
    }
}

/// What happens when a form is sent; `text` is its line.
///
/// # Errors
/// Told to the person by [`report`].
pub async fn sent(ask: &Ask, id: Id, text: &str) -> Outcome {
    ask.see().await?;
    match id {
        Id::Game(game, ply, GamePress::Move) => mv::typed(ask, game, ply, text).await,
        _ => Err(Error::Told(OLD_BUTTON)),
    }
}

/// Takes a press.
pub(super) async fn on_press(bot: &Arc<Bot>, press: &serenity::ComponentInteraction) {
    let ask = Ask::press(bot, press);
    let values: &[String] = match &press.data.kind {
        serenity::ComponentInteractionDataKind::StringSelect { values } => values,
        _ => &[],
    };
    let outcome = match press.data.custom_id.parse::<Id>() {
        Ok(id) => guarded(pressed(&ask, id, values)).await,
        Err(_) => Err(Error::Told(OLD_BUTTON)),
    };
    if let Err(error) = outcome {
        report(&ask, error).await;
    }
}

/// Takes a sent form.
pub(super) async fn on_form(bot: &Arc<Bot>, form: &serenity::ModalInteraction) {
    let ask = Ask::form(bot, form);
    let text =
        form.data.components.iter().flat_map(|row| &row.components).find_map(|component| match component {
            serenity::ActionRowComponent::InputText(input) => input.value.clone(),
            _ => None,
        });
    let outcome = match form.data.custom_id.parse::<Id>() {
        Ok(id) => guarded(sent(&ask, id, text.unwrap_or_default().trim())).await,
        Err(_) => Err(Error::Told(OLD_BUTTON)),
    };
    if let Err(error) = outcome {
        report(&ask, error).await;
    }
}

/// A panic is a fault like any other: logged once, and answered with an apology.
async fn guarded(work: impl Future<Output = Outcome>) -> Outcome {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    done.unwrap_or_else(|_| Err(Error::Fault(anyhow::anyhow!("a press has panicked"))))
}

/// Adds words as the choices of an option, labelled in every language.
pub fn words(option: serenity::CreateCommandOption, words: &[&str]) -> serenity::CreateCommandOption {
    let mut option = option.kind(serenity::CommandOptionType::String);
    for word in words {
        let id = format!("word-{word}");
        let label = Locale::fallback().lookup(&id, None).unwrap_or_else(|| (*word).to_owned());
        let others = other_languages().filter_map(|locale| Some((locale.tag(), locale.lookup(&id, None)?)));
        option = option.add_string_choice_localized(label, *word, others);
    }
    option
}

/// Puts a command's texts in: the message `command-name` and its attributes, one an option; `command-name-sub` for what is below it.
fn localise(command: &mut poise::Command<Data, Error>, above: &str) {
    let id = format!("command{above}-{}", command.name);
    command.description = Locale::fallback().lookup(&id, None).map(Into::into);
    command.description_localizations = other_languages()
        .filter_map(|locale| Some((locale.tag().into(), locale.lookup(&id, None)?.into())))
        .collect();
    for parameter in &mut command.parameters {
        let name = parameter.name.as_ref();
        parameter.description = Locale::fallback().lookup(&id, Some(name)).map(Into::into);
        parameter.description_localizations = other_languages()
            .filter_map(|locale| Some((locale.tag().into(), locale.lookup(&id, Some(name))?.into())))
            .collect();
    }
    let above = format!("{above}-{}", command.name);
    command.subcommands.iter_mut().for_each(|below| localise(below, &above));
}

fn other_languages() -> impl Iterator<Item = Locale> {
    Locale::all().filter(|locale| *locale != Locale::fallback())
}
