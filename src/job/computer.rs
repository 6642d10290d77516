//! Computers' turns: taken up from the database, thought about, played, shown.
//!
//! The database says where a computer is to move, so that a crash or a restart loses no turn; the ply that was thought
//! about goes with the move, so that none is played twice. Whoever posts a turn that a computer is to answer wakes this job.

use std::sync::Arc;
use std::time::Duration;

use play::Refused;
use play::turn::Turn;
use search::Level;
use store::{GameId, PlayerId};
use tokio_util::sync::CancellationToken;

use super::LOOK;
use crate::discord::error::causes;
use crate::discord::{Bot, Error, game};

/// Games looked at in one go.
const BATCH: u32 = 1_000;
/// How long a game is left alone that could not be played on; and the longest pause while something fails that may pass.
const PAUSE: Duration = Duration::from_mins(1);
/// The first pause after what may pass has failed twice. After it no connection is taken that was not tried; the next are longer.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// Plays for the computers until `stop`.
pub(super) async fn run(bot: &Arc<Bot>, stop: &CancellationToken) {
    while !stop.is_cancelled() {
        match play::computer::awaiting(&bot.play, BATCH).await {
            Ok(games) => {
                for (game, ply) in games {
                    let (bot, stop) = (Arc::clone(bot), stop.clone());
                    bot.tasks.clone().spawn(async move { take_up(&bot, &stop, game, ply).await });
                }
            }
            Err(error) => tracing::error!(error = causes(&error), "computers' turns cannot be looked for"),
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = bot.thinking.woken() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

/// Takes one turn, unless another task is at it. What fails and may pass is tried again, first at once. The turn is let go when
/// it is played: to post it may take long, and takes no share of the time to think. Who takes it up again sees that the game
/// has moved on.
async fn take_up(bot: &Bot, stop: &CancellationToken, game: GameId, ply: u32) {
    let Some(mut in_hand) = bot.thinking.take(game, ply) else { return };
    let mut pauses = std::iter::once(Duration::ZERO)
        .chain(std::iter::successors(Some(FIRST_PAUSE), |pause| Some((*pause * 2).min(PAUSE))));
    let played = loop {
        let error = match turn(bot, stop, game, ply).await {
            Ok(played) => break played,
            Err(error) => error,
        };
        let passing = matches!(&error, Error::Play(play::Error::Store(error)) if error.is_passing());
        let pause = pauses.next().filter(|_| passing).unwrap_or(PAUSE);
        if passing {
            tracing::warn!(%game, ply, ?pause, error = causes(&error), "a computer's turn is tried again");
        } else {
            tracing::error!(%game, ply, error = causes(&error), "a computer could not move");
        }
        let rest = in_hand.put_aside(tokio::time::sleep(pause));
        if stop.run_until_cancelled(rest).await.is_none() || !passing {
            return;
        }
    };
    drop(in_hand);
    if let Some(played) = played {
        game::post_by_hand(bot, &played).await;
    }
}

/// Chooses a move and plays it; `None` where there is nothing to be played any more.
async fn turn(bot: &Bot, stop: &CancellationToken, id: GameId, ply: u32) -> Result<Option<Turn>, Error> {
    let found = play::game::load(&bot.play, id).await?;
    let to_move = found.to_move().and_then(|player| Some((player.id, player.computer()?.level())));
    let Some((player, level)) = to_move.filter(|_| found.hosted.ply() == ply) else { return Ok(None) };
    let Some(mv) = stop.run_until_cancelled(choose(bot, &found, level)).await else {
        // The next start takes it up.
        return Ok(None);
    };
    let done = match play(bot, &found, player, &mv).await {
        Err(play::Error::Refused(refused))
            if matches!(*refused, Refused::Move(_) | Refused::Group { .. }) =>
        {
            tracing::error!(game = %id, ply, mv, "a computer has chosen what is no move");
            play(bot, &found, player, &any(&found)).await
        }
        done => done,
    };
    match done {
        Ok(turn) => {
            tracing::info!(game = %id, ply = turn.game.hosted.ply(), %level, "a computer has moved");
            Ok(Some(turn))
        }
        // Somebody resigned meanwhile, or another process was quicker.
        Err(play::Error::Refused(refused)) => {
            tracing::debug!(game = %id, ply, ?refused, "a computer's move came too late");
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

async fn play(bot: &Bot, game: &play::Game, player: PlayerId, mv: &str) -> Result<Turn, play::Error> {
    play::turn::play(&bot.play, game.id, player, Some(game.hosted.ply()), mv, None).await
}

/// The move of a computer; if its search fails, any.
async fn choose(bot: &Bot, game: &play::Game, level: Level) -> String {
    let ply = game.hosted.ply();
    match bot.thinking.choose(&game.hosted, level, game.id.get()).await {
        Ok(Some(thought)) => return thought.mv,
        Ok(None) => tracing::error!(game = %game.id, ply, %level, "a search has found no move"),
        Err(error) => tracing::error!(game = %game.id, ply, %level, %error, "a search has failed"),
    }
    any(game)
}

/// A legal move that does not lose at once by itself, where there is one.
fn any(game: &play::Game) -> String {
    let choices = game.hosted.choices();
    let safe = choices.iter().find(|choice| choice.warning.is_none());
    safe.or(choices.first()).map_or_else(String::new, |choice| choice.long.clone())
}
