//! Slash commands, one file each, and what happens on a press or a sent form.
//!
//! A command is thin: parse, one use case, one view. Its `ephemeral` says whether "thinking…" is private, its texts are the
//! message `command-NAME` with an attribute an option, and whatever it returns as an error is told by [`report`].
//!
//! ```ignore
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

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use super::component::Id;
use super::error::report;
use super::{Ask, Bot, Data, Error, Outcome};
use crate::i18n::Locale;

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
    let mut commands = vec![];
    commands.iter_mut().for_each(localise);
    commands
}

/// What happens on a press or a choice; `values` are the chosen entries of a menu.
///
/// # Errors
/// Told to the person by [`report`].
pub async fn pressed(ask: &Ask, id: Id, values: &[String]) -> Outcome {
    let _ = values;
    ask.see().await?;
    match id {
        Id::Challenge(..) | Id::Lobby(..) | Id::Game(..) | Id::Leaderboard(..) | Id::Pick(..) => {
            Err(Error::Told(play::Phrase::new("refused-old-button")))
        }
    }
}

/// What happens when a form is sent; `text` is its line.
///
/// # Errors
/// Told to the person by [`report`].
pub async fn sent(ask: &Ask, id: Id, text: &str) -> Outcome {
    let _ = text;
    ask.see().await?;
    match id {
        Id::Challenge(..) | Id::Lobby(..) | Id::Game(..) | Id::Leaderboard(..) | Id::Pick(..) => {
            Err(Error::Told(play::Phrase::new("refused-old-button")))
        }
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
        Ok(id) => pressed(&ask, id, values).await,
        Err(_) => Err(Error::Told(play::Phrase::new("refused-old-button"))),
    };
    if let Err(error) = outcome {
        report(&ask, error).await;
    }
}

/// Takes a sent form.
pub(super) async fn on_form(bot: &Arc<Bot>, form: &serenity::ModalInteraction) {
    let ask = Ask::form(bot, form);
    let text = form.data.components.iter().flat_map(|row| &row.components).find_map(|component| match component {
        serenity::ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    });
    let outcome = match form.data.custom_id.parse::<Id>() {
        Ok(id) => sent(&ask, id, text.unwrap_or_default().trim()).await,
        Err(_) => Err(Error::Told(play::Phrase::new("refused-old-button"))),
    };
    if let Err(error) = outcome {
        report(&ask, error).await;
    }
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

/// Puts a command's texts in: the message `command-name` and its attributes, one an option.
fn localise(command: &mut poise::Command<Data, Error>) {
    let id = format!("command-{}", command.name);
    command.description = Locale::fallback().lookup(&id, None).map(Into::into);
    command.description_localizations =
        other_languages().filter_map(|locale| Some((locale.tag().into(), locale.lookup(&id, None)?.into()))).collect();
    for parameter in &mut command.parameters {
        let name = parameter.name.as_ref();
        parameter.description = Locale::fallback().lookup(&id, Some(name)).map(Into::into);
        parameter.description_localizations = other_languages()
            .filter_map(|locale| Some((locale.tag().into(), locale.lookup(&id, Some(name))?.into())))
            .collect();
    }
}

fn other_languages() -> impl Iterator<Item = Locale> {
    Locale::all().filter(|locale| *locale != Locale::fallback())
}
