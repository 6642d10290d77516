//! `/move`, the Move button with its form, and the menu of moves that begin alike.

use play::game::Aim;
use play::{Choice, Offer, Refused, State, Summary};
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};
use store::{GameId, PlayerId, ServerId};

use super::OLD_BUTTON;
use crate::discord::post::{Post, clip};
use crate::discord::{Ask, Context, Error, Outcome, game, view};
use crate::i18n::Locale;
use crate::tr;

/// Choices that Discord shows.
const CHOICES: usize = 25;
/// The length of a choice's name.
const NAME: usize = 100;

/// The value of a choice that is no move.
const NO_MOVE: &str = "–";

/// Makes a move.
#[poise::command(slash_command, rename = "move", install_context = "Guild", interaction_context = "Guild")]
pub async fn mv(
    context: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "moves"]
    mv: String,
    #[rename = "match"]
    #[autocomplete = "matches"]
    named: Option<String>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let game = find(&ask, named.as_deref(), Aim::Play).await?;
    play(&ask, &game, None, &mv).await
}

/// The Move button: opens the form, if it is the presser's turn and the button's.
///
/// # Errors
/// Refused: not in the game, not your turn, an older board, a game that is over.
pub async fn pressed(ask: &Ask, id: GameId, ply: u32) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    check(&game, ask.player, Some(ply))?;
    open_form(ask, &game).await
}

/// A game that was picked from a menu.
///
/// # Errors
/// Refused: not in the game, not your turn, a game that is over.
pub async fn picked(ask: &Ask, id: GameId) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    check(&game, ask.player, None)?;
    open_form(ask, &game).await
}

/// A move that was written into the form or chosen from the menu.
///
/// # Errors
/// Refused as [`play::turn::play`] says.
pub async fn typed(ask: &Ask, id: GameId, ply: u32, text: &str) -> Outcome {
    let found = play::game::load(&ask.bot.play, id).await?;
    play(ask, &found, Some(ply), text).await
}

/// A move that was asked about, after all. `place` is its place among the legal moves.
///
/// # Errors
/// Refused as [`play::turn::play`] says.
pub async fn risked(ask: &Ask, id: GameId, ply: u32, place: u32) -> Outcome {
    let found = play::game::load(&ask.bot.play, id).await?;
    check(&found, ask.player, Some(ply))?;
    let asked_about = (0..).zip(found.hosted.choices()).find(|(at, _)| *at == place);
    match asked_about.filter(|(_, choice)| choice.warning.is_some()) {
        Some((_, choice)) => game::play(ask, &found, Some(ply), &choice.long).await,
        None => Err(Error::Told(OLD_BUTTON)),
    }
}

/// Not playing the move that was asked about.
///
/// # Errors
/// When Discord refuses.
pub async fn kept(ask: &Ask) -> Outcome {
    ask.finish(Post::text(tr!(ask.locale, "risk-kept"))).await
}

/// Plays a move; one that would lose at once by itself is asked about first.
///
/// # Errors
/// Refused as [`play::turn::play`] says.
pub(super) async fn play(ask: &Ask, game: &play::Game, ply: Option<u32>, text: &str) -> Outcome {
    // What would be refused is refused, not asked about.
    let choice = check(game, ask.player, ply).ok().and_then(|()| game.hosted.read(text).ok());
    if let Some(Choice { long, warning: Some(warning), .. }) = choice {
        let place = (0..).zip(game.hosted.choices()).find(|(_, choice)| choice.long == long);
        let place = place.map_or(0, |(place, _)| place);
        return ask.answer(view::game::risk(ask.locale, game, (place, &long), &warning)).await.map(drop);
    }
    game::play(ask, game, ply, text).await
}

/// Refuses early what [`play::turn::play`] would refuse after the form had been filled in.
fn check(game: &play::Game, player: PlayerId, ply: Option<u32>) -> Outcome {
    let State::Running { .. } = game.state else {
        return Err(Refused::GameOver(Box::new(game.clone())).into());
    };
    let Some(seat) = game.seat_of(player) else {
        return Err(Refused::NotInGame(Box::new(game.clone())).into());
    };
    if !game.hosted.is_active(seat) {
        return Err(Refused::AlreadyOut.into());
    }
    if ply.is_some_and(|ply| ply != game.hosted.ply()) {
        return Err(Refused::Stale(Box::new(game.clone())).into());
    }
    if game.to_move().is_none_or(|next| next.id != player) {
        return Err(Refused::NotYourTurn(Box::new(game.clone())).into());
    }
    Ok(())
}

async fn open_form(ask: &Ask, game: &play::Game) -> Outcome {
    if ask.modal(&view::game::form(ask.locale, game)).await? {
        return Ok(());
    }
    ask.finish(Post::text(tr!(ask.locale, "form-too-late")).private()).await
}

/// The game that a command means.
///
/// # Errors
/// Refused: none, or several.
pub async fn find(ask: &Ask, named: Option<&str>, aim: Aim) -> Result<play::Game, play::Error> {
    play::game::find(&ask.bot.play, ask.player, ask.server().ok(), ask.channel, named, aim).await
}

/// The legal moves that fit what has been typed so far; where they are too many, what they begin with. Whose turn it is not
/// is told so, in one entry that is refused in the same sense if it is submitted.
async fn moves(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let interaction = context.interaction;
    let named = context.args.iter().find_map(|option| match option.value {
        ResolvedValue::String(text) if option.name == "match" => Some(text),
        _ => None,
    });
    let player = PlayerId::new(interaction.user.id.get());
    let server = interaction.guild_id.map(|server| ServerId::new(server.get()));
    let channel = store::ChannelId::new(interaction.channel_id.get());
    let play = &context.framework.user_data.play;
    let found = play::game::find(play, player, server, channel, named, Aim::Play).await;
    let locale = Locale::negotiate(&interaction.locale);
    let response = CreateAutocompleteResponse::new();
    let Ok(game) = found else { return response };
    if let Some(why) = view::game::not_offered(locale, &game, player) {
        return response.set_choices(vec![AutocompleteChoice::new(clip(&why, NAME), NO_MOVE)]);
    }
    let name = |offer: &Offer| clip(&view::game::offered(locale, &game, offer), NAME);
    let choice = |offer: &Offer| AutocompleteChoice::new(name(offer), offer.value().to_owned());
    response.set_choices(game.hosted.offers(typed, CHOICES).iter().map(choice).collect())
}

/// The running games of the asking person, those where it is their turn first.
pub async fn matches(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let interaction = context.interaction;
    let player = PlayerId::new(interaction.user.id.get());
    let games = play::game::of_player(&context.framework.user_data.play, player).await.unwrap_or_default();
    CreateAutocompleteResponse::new().set_choices(fitting(&games, &interaction.locale, player, typed))
}

/// The games that fit what has been typed so far.
pub fn fitting(games: &[Summary], locale: &str, player: PlayerId, typed: &str) -> Vec<AutocompleteChoice> {
    let locale = Locale::negotiate(locale);
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let labelled = games.iter().map(|game| (view::game::label(locale, game, player), game.id.to_string()));
    let fitting =
        labelled.filter(|(label, id)| id.starts_with(&typed) || label.to_lowercase().contains(&typed));
    fitting.take(CHOICES).map(|(label, id)| AutocompleteChoice::new(clip(&label, NAME), id)).collect()
}
