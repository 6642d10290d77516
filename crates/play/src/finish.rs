//! The end of a game: its result and the ratings, within the transaction of the last ply.
//!
//! A game is rated once (`rating_change` has one row a game and player), unrated when any pair in it has played 10 rated games within 24 hours.
//! Two games of the same people may end at the same moment: the players' locks, taken in one order, make them take turns.

use game::Outcome;
use rating::{Rated, Rating};
use store::game::{End, Score};
use store::{Connection, PlayerId};
use time::{Duration, OffsetDateTime};

use crate::game::RatingChange;
use crate::{Error, Game, State};

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

/// Rated games of a pair within [`WINDOW`] after which their games are unrated.
const RATED_GAMES: u32 = 10;
const WINDOW: Duration = Duration::hours(24);

/// Ends a game with a result, and rates it if it is to be rated.
pub(crate) async fn finish(
    connection: &mut Connection,
    game: &mut Game,
    outcome: Outcome,
    reason: &'static str,
    now: OffsetDateTime,
) -> Result<(), Error> {
    end(connection, game, store::game::State::Finished, Some(outcome), reason, now).await?;
    let (ratings, unrated) = if game.rated {
        match rate(connection, game, outcome, now).await? {
            Some(ratings) => (ratings, None),
            None => (Vec::new(), Some(TOO_MANY_GAMES)),
        }
    } else {
        (Vec::new(), None)
    };
    game.state = State::Finished { outcome, reason: reason.to_owned(), at: now, ratings, unrated };
    Ok(())
}

/// Ends a game without a result. Its record stays as it is.
pub(crate) async fn abort(
    connection: &mut Connection,
    game: &mut Game,
    reason: &'static str,
    now: OffsetDateTime,
) -> Result<(), Error> {
    end(connection, game, store::game::State::Aborted, None, reason, now).await?;
    game.hosted.break_off();
    game.state = State::Aborted { at: now, reason: reason.to_owned() };
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

/// Whether any two of some people have played so many rated games with each other that no more of theirs are rated for now.
pub(crate) async fn have_played_enough(
    connection: &mut Connection,
    players: &[PlayerId],
    now: OffsetDateTime,
) -> Result<bool, Error> {
    Ok(store::game::pair_has_played(connection, players, now - WINDOW, RATED_GAMES).await?)
}

/// Rates a game; `None` when some pair has played too many rated games.
async fn rate(
    connection: &mut Connection,
    game: &Game,
    outcome: Outcome,
    now: OffsetDateTime,
) -> Result<Option<Vec<RatingChange>>, Error> {
    let players: Vec<PlayerId> = game.seats.iter().map(|seated| seated.id).collect();
    store::player::lock(&mut *connection, &players).await?;
    if have_played_enough(connection, &players, now).await? {
        return Ok(None);
    }
    let kind = game.hosted.kind().slug();
    let stored = store::game::ratings(&mut *connection, kind, &players).await?;
    let before: Vec<Rated> = players
        .iter()
        .map(|player| stored.iter().find(|rating| rating.player == *player).map_or(Rated::NEW, rated))
        .collect();
    let winner =
        outcome.winner().and_then(|winner| game.seats.iter().position(|seated| seated.seat == winner));
    let seats: Vec<usize> = (0..players.len()).collect();
    let after = rating::after_game(&before, &seats, winner, now);
    let rows: Vec<store::game::Rated> = (players.iter().zip(&before).zip(&after).enumerate())
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
                Some(winner) if winner == place => Score::Win,
                Some(_) => Score::Loss,
            },
        })
        .collect();
    store::game::rate(connection, game.id, kind, &rows).await?;
    let changes = game.seats.iter().zip(&before).zip(&after).map(|((seated, before), after)| RatingChange {
        seat: seated.seat,
        before: before.rating.rating(),
        after: after.rating(),
        provisional: after.is_provisional(),
    });
    Ok(Some(changes.collect()))
}

fn rated(stored: &store::game::Rating) -> Rated {
    let rating = Rating::new(stored.rating, stored.deviation, stored.volatility).unwrap_or_else(|error| {
        // Written by another hand: the game must end all the same.
        tracing::error!(player = %stored.player, %error, "a stored rating is out of bounds; the player starts anew");
        Rating::START
    });
    Rated { rating, at: Some(stored.rated_at) }
}
