//! A turn: a move, a resignation, a loss on time, a draw by agreement, a moderator's end. Each is one transaction under the game row's lock.
//!
//! The position is rebuilt from the record, never from the text stored beside it. While the lock is held nothing is awaited but the database.
//!
//! **When time has run out, it has won**: a move or a resignation that arrives after the deadline is refused with
//! [`Refused::TimeIsUp`], even if no job has looked at the game yet; [`expire`] ends the turn. So the outcome never depends on how
//! late a job runs. A computer's turn has all the time in the world: it is the bot itself that would be late.

mod draw;

use game::{Leaving, Seat};
use store::{Connection, GameId, OutboxId, PlayerId};
use time::OffsetDateTime;

use crate::finish;
use crate::game::{GRACE, deadline, read};
use crate::hosted::{RESIGNS, TIME};
use crate::outbox::What;
use crate::transaction::{begin, end};
use crate::{Computer, Context, Error, Game, Ply, Refused, State};

pub use draw::{
    ClosedOffer, DrawOffer, DrawOffered, accept_draw, closed_draw, decline_draw, draw_shown, offer_draw,
    unmake_draw, withdraw_draw,
};

/// Which interaction asks, so that its answer can be found again after a crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The interaction's token.
    pub token: String,
    /// Whether the turn's post is the interaction's original answer, or a follow-up.
    pub original: bool,
}

/// A change of a game that has been committed, and the post that is owed for it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The game after the change.
    pub game: Game,
    /// The outbox row to be marked when the post stands.
    pub outbox: OutboxId,
    /// The offer of a draw that the change has closed, if a message shows it.
    pub closed: Option<ClosedOffer>,
}

/// Who posts what a change owes.
enum Poster {
    /// The caller, at once; a worker only if it has not come about within [`GRACE`].
    Caller(Option<Origin>),
    /// A worker: nobody else is there to do it.
    Worker,
}

/// Entries of the list that a group of moves is chosen from: as many as a Discord select holds.
const CHOICES: usize = 25;

/// Plays a move.
///
/// `ply` is what a button carries; `None` for a typed command. `origin` is the interaction that will be answered with the
/// post, `None` when the caller posts elsewhere: either way the caller has 10 seconds before a worker does it.
///
/// # Errors
/// Refused, the first of: `NoSuchGame`, `NotInGame`, `GameOver`, `AlreadyOut`, `Stale` (the game has moved on; carries the game as it
/// stands), `NotYourTurn`, `TimeIsUp`, `Group` (the text begins several legal moves, or fits several), `Move` (the rules' refusal).
pub async fn play(
    context: &Context,
    game: GameId,
    player: PlayerId,
    ply: Option<u32>,
    text: &str,
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let mut transaction = begin(context).await?;
    let done = play_within(context, &mut transaction, (game, player, ply), text, origin).await;
    let turn = end(transaction, done).await?;
    context.replayed.note(game, &turn.game.hosted);
    Ok(turn)
}

/// Resigns; until each seat has moved once the game is aborted unrated instead. (A seat that has left by time need not move any more.)
///
/// # Errors
/// Refused, the first of: `NoSuchGame`, `NotInGame`, `GameOver`, `AlreadyOut`, `TimeIsUp`.
pub async fn resign(
    context: &Context,
    game: GameId,
    player: PlayerId,
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let mut transaction = begin(context).await?;
    let done = resign_within(context, &mut transaction, game, player, origin).await;
    end(transaction, done).await
}

/// Ends a game of the moderator's server unrated. That the person is one, and that it is this server's game, is for the caller to see to.
///
/// # Errors
/// Refused: `NoSuchGame`, `GameOver`.
pub async fn end_by_moderator(
    context: &Context,
    game: GameId,
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let mut transaction = begin(context).await?;
    let done = end_within(context, &mut transaction, game, origin).await;
    end(transaction, done).await
}

/// Takes up to `limit` games whose deadline has passed and has the person to move lose on time, each in a transaction of its own
/// (`for update skip locked`). The posts are in the outbox. Returns how many.
///
/// A game that cannot be ended, such as one whose record is broken, is logged and left as it is; it does not keep the others
/// from their end.
///
/// # Errors
/// When the database fails so that no game can be looked for or ended.
pub async fn expire(context: &Context, limit: u32) -> Result<usize, Error> {
    let mut expired = 0;
    for game in store::game::overdue(&context.pool, &Computer::ids(), context.clock.now(), limit).await? {
        let mut transaction = begin(context).await?;
        let done = expire_within(context, &mut transaction, game).await;
        match end(transaction, done).await {
            Ok(Some(_)) => expired += 1,
            // Somebody else has it, or had it since it was listed.
            Ok(None) => {}
            Err(error) => {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "a game cannot be ended by time");
            }
        }
    }
    Ok(expired)
}

/// Takes up to `limit` games whose half time has passed and writes their reminder to the outbox, exactly once a turn. One that
/// was slept through until after the deadline is not written any more.
///
/// # Errors
/// When the database fails.
pub async fn remind(context: &Context, limit: u32) -> Result<usize, Error> {
    let written =
        store::game::owe_reminders(&context.pool, &Computer::ids(), context.clock.now(), limit).await?;
    Ok(usize::try_from(written).unwrap_or(usize::MAX))
}

async fn play_within(
    context: &Context,
    connection: &mut Connection,
    (id, player, ply): (GameId, PlayerId, Option<u32>),
    text: &str,
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let mut game = lock(context, connection, id).await?;
    let now = context.clock.now();
    let seat = playing_seat(&game, player)?;
    let State::Running { turn, .. } = game.state else {
        return Err(Refused::GameOver(Box::new(game)).into());
    };
    if ply.is_some_and(|ply| ply != game.hosted.ply()) {
        return Err(Refused::Stale(Box::new(game)).into());
    }
    if seat != turn {
        return Err(Refused::NotYourTurn(Box::new(game)).into());
    }
    if let Some(deadline) = game.ran_out(now) {
        return Err(Refused::TimeIsUp(deadline).into());
    }
    let active = active(&game);
    if let Err(refusal) = game.hosted.play(text) {
        return Err(match game.hosted.several(text, CHOICES) {
            Some((prefix, offers)) => Refused::Group { game: Box::new(game), prefix, offers },
            None => Refused::Move(refusal),
        }
        .into());
    }
    settle(connection, game, &active, now, Poster::Caller(origin)).await
}

async fn resign_within(
    context: &Context,
    connection: &mut Connection,
    id: GameId,
    player: PlayerId,
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let mut game = lock(context, connection, id).await?;
    let now = context.clock.now();
    let seat = playing_seat(&game, player)?;
    if !matches!(game.state, State::Running { .. }) {
        return Err(Refused::GameOver(Box::new(game)).into());
    }
    if let Some(deadline) = game.ran_out(now) {
        return Err(Refused::TimeIsUp(deadline).into());
    }
    if !game.has_begun() {
        finish::abort(connection, &mut game, finish::RESIGNED, now).await?;
        return owe(connection, game, now, Poster::Caller(origin)).await;
    }
    let active = active(&game);
    game.hosted.leave(seat, Leaving::Resigned).ok_or(Refused::AlreadyOut)?;
    settle(connection, game, &active, now, Poster::Caller(origin)).await
}

async fn end_within(
    context: &Context,
    connection: &mut Connection,
    id: GameId,
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let mut game = lock(context, connection, id).await?;
    let now = context.clock.now();
    if !matches!(game.state, State::Running { .. }) {
        return Err(Refused::GameOver(Box::new(game)).into());
    }
    finish::abort(connection, &mut game, finish::MODERATOR, now).await?;
    owe(connection, game, now, Poster::Caller(origin)).await
}

/// `None` when the game is not overdue any more, or someone else is changing it.
async fn expire_within(
    context: &Context,
    connection: &mut Connection,
    id: GameId,
) -> Result<Option<Turn>, Error> {
    let now = context.clock.now();
    let overdue = store::game::lock_overdue(&mut *connection, id, &Computer::ids(), now).await?;
    let Some(row) = overdue else { return Ok(None) };
    let mut game = read(context, connection, row).await?;
    let State::Running { turn, .. } = game.state else { return Ok(None) };
    let active = active(&game);
    if game.hosted.leave(turn, Leaving::Time).is_none() {
        return Ok(None);
    }
    settle(connection, game, &active, now, Poster::Worker).await.map(Some)
}

async fn lock(context: &Context, connection: &mut Connection, id: GameId) -> Result<Game, Error> {
    let row = store::game::lock(&mut *connection, id).await?.ok_or(Refused::NoSuchGame)?;
    read(context, connection, row).await
}

/// The seat of someone who still plays in a running game. Of a game that is over only whether they played in it is asked.
pub(crate) fn playing_seat(game: &Game, player: PlayerId) -> Result<Seat, Error> {
    let Some(seat) = game.seat_of(player) else {
        return Err(Refused::NotInGame(Box::new(game.clone())).into());
    };
    if matches!(game.state, State::Running { .. }) && !game.hosted.is_active(seat) {
        return Err(Refused::AlreadyOut.into());
    }
    Ok(seat)
}

fn active(game: &Game) -> Vec<Seat> {
    Seat::first(game.hosted.players()).filter(|seat| game.hosted.is_active(*seat)).collect()
}

/// Whether anybody but computers still plays.
fn people_play(game: &Game) -> bool {
    game.seats.iter().any(|seated| seated.computer().is_none() && game.hosted.is_active(seated.seat))
}

/// Writes what the last ply of the record changed: the ply, who is out, the next turn or the end, and the post that is owed.
async fn settle(
    connection: &mut Connection,
    mut game: Game,
    active_before: &[Seat],
    now: OffsetDateTime,
    poster: Poster,
) -> Result<Turn, Error> {
    let last = game.hosted.record().last().expect("a ply was just played");
    for seat in active_before.iter().filter(|seat| !game.hosted.is_active(**seat)) {
        let reason = match last.text.as_str() {
            RESIGNS if last.seat == *seat => finish::RESIGNED,
            TIME if last.seat == *seat => finish::TIME,
            _ => finish::NO_RESOURCES,
        };
        store::game::put_out(&mut *connection, game.id, *seat, reason).await?;
    }
    let outcome = game.hosted.outcome();
    if outcome.is_none() && people_play(&game) {
        return go_on(connection, game, now, &poster).await;
    }
    let lapsed = store::game::append(&mut *connection, game.id, &played(&game, last, now)).await?;
    match outcome {
        Some((outcome, reason)) => finish::finish(connection, &mut game, outcome, reason, now).await?,
        None => finish::leave_to_computers(connection, &mut game, now).await?,
    }
    let turn = owe(connection, game, now, poster).await?;
    Ok(Turn { closed: lapsed.map(ClosedOffer::lapsed), ..turn })
}

/// Writes the last ply of the record of a game that goes on after it.
async fn go_on(
    connection: &mut Connection,
    mut game: Game,
    now: OffsetDateTime,
    poster: &Poster,
) -> Result<Turn, Error> {
    let last = game.hosted.record().last().expect("a ply was just played");
    let State::Running { turn, deadline: at } = &mut game.state else {
        unreachable!("only running games are changed")
    };
    let begins = last.begins_turn.then(|| deadline(now, game.deadline_s));
    *turn = game.hosted.turn().expect("a game without a result has someone to move");
    *at = begins.map_or(*at, |(deadline_at, _)| deadline_at);
    let next = store::game::Advance {
        ply: game.hosted.ply(),
        turn: *turn,
        position: &game.hosted.position_text(),
        clock: begins.map(|(deadline_at, remind_at)| (now, deadline_at, remind_at)),
    };
    let (played, owed) = (played(&game, last, now), owed(&game, now, poster));
    let (outbox, lapsed) = store::game::advance(connection, game.id, &played, &next, &owed).await?;
    Ok(Turn { closed: lapsed.map(ClosedOffer::lapsed), game, outbox })
}

/// The last ply of a game's record, to be written.
fn played<'a>(game: &Game, last: &'a Ply, now: OffsetDateTime) -> store::game::Played<'a> {
    store::game::Played { ply: game.hosted.ply() - 1, seat: last.seat, text: &last.text, at: now }
}

/// Owes the post that tells of the game as it is now.
async fn owe(
    connection: &mut Connection,
    game: Game,
    now: OffsetDateTime,
    poster: Poster,
) -> Result<Turn, Error> {
    let outbox = store::outbox::owe(connection, &owed(&game, now, &poster)).await?;
    Ok(Turn { game, outbox, closed: None })
}

/// The post that is owed for the game as it is now.
fn owed<'a>(game: &Game, now: OffsetDateTime, poster: &'a Poster) -> store::outbox::New<'a> {
    let (origin, due_at) = match poster {
        Poster::Caller(origin) => (origin.as_ref(), now + GRACE),
        Poster::Worker => (None, now),
    };
    let what = if matches!(game.state, State::Running { .. }) { What::Turn } else { What::Final };
    store::outbox::New {
        game: game.id,
        ply: game.hosted.ply(),
        what: what.into(),
        interaction: origin.map(|origin| (origin.token.as_str(), origin.original)),
        at: now,
        due_at,
    }
}
