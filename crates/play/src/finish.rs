//! The end of a game: its result and the ratings, within the transaction of the last ply.
//!
//! A game is rated once (`rating_change` has one row a game and player), unrated when any pair in it has played 10 rated games within 24 hours.
//! Two games of the same people may end at the same moment: the players' locks, taken in one order, make them take turns.
//!
//! **Levels.** Each level of the computer is rated as one player, whether the game is rated for people or not, and however many
//! seats it holds: it has the results of all its seats against the people there, in the rating period that the game is. So in XIMA
//! for four a person who beats three computers of a level has beaten that level three times, and one who does not has lost to it
//! once. People who leave a game to computers alone, where nobody wins, have lost to them all the same. A game counts for a level
//! if every seat has made a move in it and nobody was given a hint, and at most 10 games within 24 hours against the same person
//! do. The person's rating is the opponent's in either case; it is moved by rated games only.

use game::{Outcome, Seat};
use rating::{Rated, Rating};
use store::game::{End, Score};
use store::{Connection, PlayerId};
use time::{Duration, OffsetDateTime};

use crate::game::{Player, RatingChange};
use crate::{Computer, Error, Game, State};

/// A resignation, as the reason of an end and in a record.
pub(crate) const RESIGNED: &str = "resigned";
/// A loss on time.
pub(crate) const TIME: &str = "time";
/// A player without a block (§4.1 of XIMA's rules), as the reason why a seat is out.
pub(crate) const NO_RESOURCES: &str = "no-resources";
/// The end by a moderator.
pub(crate) const MODERATOR: &str = "moderator";
/// The end of a game in which only computers are left.
pub(crate) const COMPUTERS: &str = "computers";
/// Why a game that was to be rated was not.
pub const TOO_MANY_GAMES: &str = "too-many-games";

/// Games within [`WINDOW`] for which a player is rated against the same other one.
const RATED_GAMES: u32 = 10;
const WINDOW: Duration = Duration::hours(24);

/// Ends a game with a result, and rates it where it is to be rated.
pub(crate) async fn finish(
    connection: &mut Connection,
    game: &mut Game,
    outcome: Outcome,
    reason: &'static str,
    now: OffsetDateTime,
) -> Result<(), Error> {
    end(connection, game, store::game::State::Finished, Some(outcome), reason, now).await?;
    let (ratings, unrated) = rate(connection, game, outcome.winner(), now).await?;
    game.state = State::Finished { outcome, reason: reason.to_owned(), at: now, ratings, unrated };
    Ok(())
}

/// Ends a game in which nobody but computers still plays: without a result, but lost for the ratings.
pub(crate) async fn leave_to_computers(
    connection: &mut Connection,
    game: &mut Game,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let left = game.seats.iter().map(|seated| seated.seat).find(|seat| game.hosted.is_active(*seat));
    abort(connection, game, COMPUTERS, now).await?;
    let (ratings, _) = rate(connection, game, left, now).await?;
    game.state = State::Aborted { at: now, reason: COMPUTERS.to_owned(), ratings };
    Ok(())
}

/// Ends a game without a result, unrated. Its record stays as it is.
pub(crate) async fn abort(
    connection: &mut Connection,
    game: &mut Game,
    reason: &'static str,
    now: OffsetDateTime,
) -> Result<(), Error> {
    end(connection, game, store::game::State::Aborted, None, reason, now).await?;
    game.hosted.break_off();
    game.state = State::Aborted { at: now, reason: reason.to_owned(), ratings: Vec::new() };
    Ok(())
}

async fn end(
    connection: &mut Connection,
    game: &Game,
    state: store::game::State,
    outcome: Option<Outcome>,
    reason: &str,
    at: OffsetDateTime,
) -> Result<(), Error> {
    let end = End {
        ply: game.hosted.ply(),
        position: &game.hosted.position_text(),
        state,
        winner: outcome.and_then(Outcome::winner),
        reason,
        at,
    };
    Ok(store::game::end(connection, game.id, &end).await?)
}

/// Whether one of `players` has been rated for so many games against the same one of `others` that no more are for now.
pub(crate) async fn have_played_enough(
    connection: &mut Connection,
    players: &[PlayerId],
    others: &[PlayerId],
    now: OffsetDateTime,
) -> Result<bool, Error> {
    Ok(store::game::pair_has_played(connection, players, others, now - WINDOW, RATED_GAMES).await?)
}

/// Rates a game that `winner` has won, or nobody. Returns what it did to the ratings of people, and why it did nothing to them
/// though it was to.
async fn rate(
    connection: &mut Connection,
    game: &Game,
    winner: Option<Seat>,
    now: OffsetDateTime,
) -> Result<(Vec<RatingChange>, Option<&'static str>), Error> {
    if !game.rated && !game.has_computers() {
        return Ok((Vec::new(), None));
    }
    let mut players: Vec<PlayerId> = game.seats.iter().map(rated_as).collect();
    players.sort_unstable();
    players.dedup();
    store::player::lock(&mut *connection, &players).await?;
    let (moving, unrated) = moving(connection, game, &players, now).await?;
    if moving.is_empty() {
        return Ok((Vec::new(), unrated));
    }

    let kind = game.hosted.kind().slug();
    let stored = store::game::ratings(&mut *connection, kind, &players).await?;
    let before: Vec<Rated> = players
        .iter()
        .map(|player| {
            stored.iter().find(|rating| rating.player == *player).map_or_else(|| start(*player), rated)
        })
        .collect();
    let place = |seated: &Player| players.iter().position(|player| *player == rated_as(seated));
    let seats: Vec<usize> = game.seats.iter().filter_map(place).collect();
    let winner = winner.and_then(|winner| game.seats.iter().position(|seated| seated.seat == winner));
    let after = rating::after_game(&before, &seats, winner, now);
    let rows: Vec<store::game::Rated> = (players.iter().zip(&before).zip(&after).enumerate())
        .filter(|(_, ((player, _), _))| moving.contains(player))
        .map(|(place, ((player, before), after))| store::game::Rated {
            rating: store::game::Rating {
                player: *player,
                rating: after.rating(),
                deviation: after.deviation(),
                volatility: after.volatility(),
                rated_at: now,
            },
            before: before.rating.rating(),
            deviation_before: before.rating.deviation(),
            score: match winner {
                None => Score::Draw,
                Some(winner) if seats[winner] == place => Score::Win,
                Some(_) => Score::Loss,
            },
        })
        .collect();
    store::game::rate(connection, game.id, kind, &rows).await?;
    let people = game.seats.iter().zip(&seats).filter(|(seated, _)| moving.contains(&seated.id));
    let changes =
        people.filter(|(seated, _)| seated.computer().is_none()).map(|(seated, place)| RatingChange {
            seat: seated.seat,
            before: before[*place].rating.rating(),
            after: after[*place].rating(),
            provisional: after[*place].is_provisional(),
        });
    Ok((changes.collect(), unrated))
}

/// Those of a game's players whose ratings it moves, and why people's are not among them though they were to be.
async fn moving(
    connection: &mut Connection,
    game: &Game,
    players: &[PlayerId],
    now: OffsetDateTime,
) -> Result<(Vec<PlayerId>, Option<&'static str>), Error> {
    let (levels, people): (Vec<PlayerId>, Vec<PlayerId>) =
        players.iter().partition(|player| Computer::of(**player).is_some());
    let enough = game.rated && have_played_enough(connection, &people, players, now).await?;
    let mut moving = Vec::new();
    if game.rated && !enough {
        moving.extend(&people);
    }
    if !levels.is_empty()
        && everybody_moved(game)
        && !store::hint::was_given(&mut *connection, game.id).await?
        && !have_played_enough(connection, &levels, &people, now).await?
    {
        moving.extend(levels);
    }
    Ok((moving, enough.then_some(TOO_MANY_GAMES)))
}

fn everybody_moved(game: &Game) -> bool {
    let moved = |seat| game.hosted.record().iter().any(|ply| ply.seat == seat && ply.is_move());
    game.seats.iter().all(|seated| moved(seated.seat))
}

/// Under whose id a player's rating is kept.
fn rated_as(seated: &Player) -> PlayerId {
    seated.computer().map_or(seated.id, Computer::rated_as)
}

/// The rating of a player who has none yet.
fn start(player: PlayerId) -> Rated {
    let rating = Computer::of(player).map_or(Rating::START, Computer::start);
    Rated { rating, at: None }
}

fn rated(stored: &store::game::Rating) -> Rated {
    let rating = Rating::new(stored.rating, stored.deviation, stored.volatility).unwrap_or_else(|error| {
        // Written by another hand: the game must end all the same.
        tracing::error!(player = %stored.player, %error, "a stored rating is out of bounds; the player starts anew");
        Rating::START
    });
    Rated { rating, at: Some(stored.rated_at) }
}
