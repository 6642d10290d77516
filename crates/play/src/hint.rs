//! Hints: what the computer would play in a player's place, once a turn, in games that do not count.
//!
//! A hint that was given is kept. Whoever asks again in the same turn gets the same one, also when the first answer was lost,
//! the bot has been started anew or another process takes the question; and nobody has a position searched ever deeper.

use ::game::Seat;
use search::Score;
use store::hint::Hint as Stored;
use store::{GameId, PlayerId};

use crate::turn::playing_seat;
use crate::{BrokenRecord, Choice, Context, Error, Game, Refused, State, Thought, game};

/// A hint for the player whose turn it is.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The game as it stands.
    pub game: Game,
    /// The move that is advised.
    pub choice: Choice,
    /// What it promises.
    pub outlook: Outlook,
}

/// How good a position is for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// A certain win, after so many own moves at the latest.
    Win(u32),
    /// A certain loss against the best play, of more than one opponent together, after so many own moves at the latest.
    Loss(u32),
    /// Nearly won.
    FarAhead,
    /// More likely won than not.
    Ahead,
    /// An advantage that does not mean much yet.
    SlightlyAhead,
    /// As good for one as for the other.
    Even,
    /// As [`Outlook::SlightlyAhead`] for the others.
    SlightlyBehind,
    /// As [`Outlook::Ahead`] for the others.
    Behind,
    /// As [`Outlook::FarAhead`] for the others.
    FarBehind,
}

/// Scores from which on one is ahead: a little (four games of seven are won from there), plainly (three of four), far (seven of
/// eight). The evaluation counts 200 for the odds of e.
const AHEAD: [i32; 3] = [60, 220, 400];

/// The hint that was given to a player in this turn, if one was.
///
/// # Errors
/// Refused, the first of: `NotInGame`, `AlreadyOut`, `GameOver`, `RatedHint`, `NotYourTurn`, `TimeIsUp`.
pub async fn given(context: &Context, game: &Game, player: PlayerId) -> Result<Option<Hint>, Error> {
    check(context, game, player)?;
    let stored = store::hint::at(&context.pool, game.id, game.hosted.ply()).await?;
    Ok(stored.map(|stored| read(game, &stored)).transpose()?)
}

/// Gives a player the hint that was thought of for a game, or the one that was given in this turn meanwhile.
///
/// # Errors
/// Refused as [`given`] says, or `Stale` when the game has moved on.
pub async fn give(
    context: &Context,
    thought_about: &Game,
    player: PlayerId,
    thought: &Thought,
) -> Result<Hint, Error> {
    let seat = check(context, thought_about, player)?;
    let ply = thought_about.hosted.ply();
    let hint = Stored {
        game: thought_about.id,
        ply,
        seat,
        mv: thought.mv.clone(),
        score: thought.score.value(),
        certain: certain(thought.score),
    };
    store::hint::insert(&context.pool, &hint, context.clock.now()).await?;
    let game = game::load(context, thought_about.id).await?;
    if matches!(game.state, State::Running { .. }) && game.hosted.ply() != ply {
        return Err(Refused::Stale(Box::new(game)).into());
    }
    check(context, &game, player)?;
    // Whoever was first: the same for all who ask.
    let stored = store::hint::at(&context.pool, game.id, ply).await?.unwrap_or(hint);
    Ok(read(&game, &stored)?)
}

/// The move, in its long form, that was advised in a game at a ply.
///
/// # Errors
/// When the database fails.
pub async fn advised(context: &Context, game: GameId, ply: u32) -> Result<Option<String>, Error> {
    Ok(store::hint::at(&context.pool, game, ply).await?.map(|hint| hint.mv))
}

impl Outlook {
    /// What a score of the search means among so many who play.
    pub fn of(score: Score, players: u8) -> Outlook {
        Outlook::read(score.value(), certain(score), players)
    }

    fn read(score: i32, certain: Option<i32>, players: u8) -> Outlook {
        if let Some(plies) = certain {
            let moves = plies.unsigned_abs().div_ceil(u32::from(players.max(1)));
            return if plies > 0 { Outlook::Win(moves) } else { Outlook::Loss(moves) };
        }
        let reached = AHEAD.iter().filter(|bound| score.abs() >= **bound).count();
        match (reached, score > 0) {
            (0, _) => Outlook::Even,
            (1, true) => Outlook::SlightlyAhead,
            (2, true) => Outlook::Ahead,
            (_, true) => Outlook::FarAhead,
            (1, false) => Outlook::SlightlyBehind,
            (2, false) => Outlook::Behind,
            (_, false) => Outlook::FarBehind,
        }
    }
}

/// The seat of a player who may have a hint now.
fn check(context: &Context, game: &Game, player: PlayerId) -> Result<Seat, Error> {
    let seat = playing_seat(game, player)?;
    let State::Running { turn, deadline } = game.state else {
        return Err(Refused::GameOver(Box::new(game.clone())).into());
    };
    if game.rated {
        return Err(Refused::RatedHint.into());
    }
    if seat != turn {
        return Err(Refused::NotYourTurn(Box::new(game.clone())).into());
    }
    if context.clock.now() >= deadline {
        return Err(Refused::TimeIsUp(deadline).into());
    }
    Ok(seat)
}

fn read(game: &Game, stored: &Stored) -> Result<Hint, BrokenRecord> {
    let broken = |_| BrokenRecord { ply: stored.ply as usize, text: stored.mv.clone() };
    let choice = game.hosted.read(&stored.mv).map_err(broken)?;
    let players = game.seats.iter().filter(|player| game.hosted.is_active(player.seat)).count();
    let players = u8::try_from(players).unwrap_or(u8::MAX);
    Ok(Hint { game: game.clone(), choice, outlook: Outlook::read(stored.score, stored.certain, players) })
}

/// The plies up to a certain win, or, negative, up to a certain loss.
fn certain(score: Score) -> Option<i32> {
    let plies = |plies: u32| i32::try_from(plies).unwrap_or(i32::MAX);
    score.win_in().map(plies).or_else(|| score.loss_in().map(|lost| -plies(lost)))
}

#[cfg(test)]
mod tests;
