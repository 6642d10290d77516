//! `/end`, for moderators: asked once more, then done.

use play::game::Aim;
use play::{Phrase, Refused, State, turn};
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, Permissions};
use store::{GameId, PlayerId, ServerId};

use crate::discord::post::clip;
use crate::discord::{Ask, Context, Error, Outcome, game, view};
use crate::i18n::Locale;

/// Games that are offered.
const CHOICES: usize = 25;
/// Games of a server that are looked through.
const GAMES: u32 = 200;
/// The length of a choice's name.
const NAME: usize = 100;

/// Ends a game of this server without a result.
#[poise::command(
    slash_command,
    ephemeral,
    install_context = "Guild",
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_MESSAGES"
)]
pub(super) async fn end(
    context: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "matches"]
    named: String,
) -> Outcome {
    let ask = Ask::of(context).await;
    ask.see().await?;
    moderates(&ask)?;
    let server = ask.server()?;
    let found =
        play::game::find(&ask.bot.play, ask.player, Some(server), ask.channel, Some(&named), Aim::Look)
            .await?;
    check(&ask, &found)?;
    ask.answer(view::game::end_question(ask.locale, &found)).await.map(drop)
}

/// Ending it after all.
///
/// # Errors
/// Refused: no moderator, another server's game, or it is over.
pub async fn confirmed(ask: &Ask, id: GameId) -> Outcome {
    moderates(ask)?;
    let found = play::game::load(&ask.bot.play, id).await?;
    check(ask, &found)?;
    let here = found.channel == ask.channel;
    let origin = here.then(|| ask.origin());
    let turn = turn::end_by_moderator(&ask.bot.play, found.id, origin).await?;
    tracing::info!(game = %found.id, player = %ask.player, "a game was ended by a moderator");
    game::show(ask, turn, here).await
}

/// Refuses what is not this server's to end, and what has ended.
fn check(ask: &Ask, game: &play::Game) -> Outcome {
    if game.server != ask.server()? {
        let number = game.id.to_string();
        return Err(Error::Told(Phrase::new("moderate-elsewhere").with("game", number)));
    }
    if !matches!(game.state, State::Running { .. }) {
        return Err(Refused::GameOver(Box::new(game.clone())).into());
    }
    Ok(())
}

/// Discord shows the command to those who may use it; a server that stands in for Discord may not.
fn moderates(ask: &Ask) -> Result<(), Error> {
    let moderator = Permissions::MANAGE_MESSAGES | Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    if ask.member.intersects(moderator) {
        Ok(())
    } else {
        Err(Error::Told(Phrase::new("moderate-needs-manage")))
    }
}

/// The running games of this server.
async fn matches(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let interaction = context.interaction;
    let Some(server) = interaction.guild_id.map(|server| ServerId::new(server.get())) else {
        return CreateAutocompleteResponse::new();
    };
    let games =
        play::game::of_server(&context.framework.user_data.play, server, GAMES).await.unwrap_or_default();
    let (locale, player) = (Locale::negotiate(&interaction.locale), PlayerId::new(interaction.user.id.get()));
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let labelled = games.iter().map(|game| (view::game::label(locale, game, player), game.id.to_string()));
    let fitting =
        labelled.filter(|(label, id)| id.starts_with(&typed) || label.to_lowercase().contains(&typed));
    let choices = fitting.take(CHOICES).map(|(label, id)| AutocompleteChoice::new(clip(&label, NAME), id));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
