//! A draw by agreement: one player offers it, the other accepts or declines.
//!
//! An offer stands until the next ply, and a player offers once between two plies: whoever was declined cannot insist. If both
//! offer, they agree. As with moves, time that has run out has won: nothing is offered or answered after the deadline.

use game::Seat;
use store::draw::{Offer, State as Stored};
use store::game::Lapsed;
use store::{ChannelId, Connection, GameId, MessageId, PlayerId};
use time::OffsetDateTime;

use super::{Origin, Poster, Turn, active, lock, playing_seat, settle};
use crate::game::GRACE;
use crate::transaction::{begin, end};
use crate::{Context, Error, Game, Player, Refused, State};

/// An offer of a draw.
#[derive(Clone, Debug)]
pub struct DrawOffer {
    /// The game as it stands.
    pub game: Game,
    /// Who offers.
    pub by: Player,
    /// Who may accept or decline.
    pub to: Player,
    /// The message that shows it, and its channel.
    pub message: Option<(ChannelId, MessageId)>,
}

/// What came of an offer.
#[derive(Clone, Debug)]
pub enum DrawOffered {
    /// It waits for the other's answer.
    Open(DrawOffer),
    /// The other had offered the same: the game is drawn.
    Agreed(Turn),
}

/// An offer of a draw that stands no more, and the message that is to tell so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClosedOffer {
    /// Who made it.
    pub by: Seat,
    /// What became of it: `accepted`, `declined`, `withdrawn`, or `void` where the game went on.
    pub how: &'static str,
    /// Where it is shown.
    pub channel: ChannelId,
    /// The message that shows it.
    pub message: MessageId,
}

impl ClosedOffer {
    pub(super) fn lapsed(Lapsed { seat: by, channel, message }: Lapsed) -> ClosedOffer {
        ClosedOffer { by, how: VOID, channel, message }
    }
}

/// Offers a draw, or accepts the one that the other has offered. `origin` is as for [`super::play`]; it counts if the game ends.
///
/// An offer that nobody has been shown within 10 seconds, for want of [`draw_shown`], may be made again.
///
/// # Errors
/// Refused, the first of: `NoSuchGame`, `NotInGame`, `GameOver`, `AlreadyOut`, `NoDraws`, `TooEarlyToDraw`, `TimeIsUp`,
/// `ComputerDeclines`, `DrawOffered`.
pub async fn offer_draw(
    context: &Context,
    game: GameId,
    player: PlayerId,
    origin: Option<Origin>,
) -> Result<DrawOffered, Error> {
    let mut transaction = begin(context).await?;
    let done = offer_within(context, &mut transaction, game, player, origin).await;
    end(transaction, done).await
}

/// Accepts the draw that was offered at `ply`.
///
/// # Errors
/// Refused, the first of: `NoSuchGame`, `NotInGame`, `GameOver`, `AlreadyOut`, `OfferClosed`, `NotYourOffer`, `TimeIsUp`.
pub async fn accept_draw(
    context: &Context,
    game: GameId,
    player: PlayerId,
    ply: u32,
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let mut transaction = begin(context).await?;
    let done = accept_within(context, &mut transaction, (game, player, ply), origin).await;
    end(transaction, done).await
}

/// Declines the draw that was offered at `ply`.
///
/// # Errors
/// Refused as [`accept_draw`] says.
pub async fn decline_draw(
    context: &Context,
    game: GameId,
    player: PlayerId,
    ply: u32,
) -> Result<DrawOffer, Error> {
    close(context, (game, player, ply), Answer::Declined).await
}

/// Takes back the draw that one has offered at `ply`.
///
/// # Errors
/// Refused as [`accept_draw`] says.
pub async fn withdraw_draw(
    context: &Context,
    game: GameId,
    player: PlayerId,
    ply: u32,
) -> Result<DrawOffer, Error> {
    close(context, (game, player, ply), Answer::Withdrawn).await
}

/// Unmakes an offer that nobody has been shown; one that was shown or answered stays.
///
/// # Errors
/// When the database fails.
pub async fn unmake_draw(context: &Context, offer: &DrawOffer) -> Result<(), Error> {
    let (game, ply) = (offer.game.id, offer.game.hosted.ply());
    Ok(store::draw::delete_unseen(&context.pool, game, ply, offer.by.seat).await?)
}

/// The offer that a message shows which was made at a ply and stands no more; `None` when none was made then.
///
/// # Errors
/// When the database fails.
pub async fn closed_draw(
    context: &Context,
    game: GameId,
    ply: u32,
    (channel, message): (ChannelId, MessageId),
) -> Result<Option<ClosedOffer>, Error> {
    let made = store::draw::at(&context.pool, game, ply).await?;
    let shown = made.iter().find(|offer| offer.message == Some((channel, message))).or(made.last());
    Ok(shown.map(|offer| {
        // One that has become void keeps the state it had.
        let how = if offer.state == Stored::Open { VOID } else { word(offer.state) };
        ClosedOffer { by: offer.seat, how, channel, message }
    }))
}

/// Records the message that shows an offer. `false` when the offer has been closed meanwhile: the message is to tell so.
///
/// # Errors
/// When the database fails.
pub async fn draw_shown(
    context: &Context,
    offer: &DrawOffer,
    channel: ChannelId,
    message: MessageId,
) -> Result<bool, Error> {
    let (game, ply) = (offer.game.id, offer.game.hosted.ply());
    let mut transaction = begin(context).await?;
    let is_open = async {
        store::game::lock(&mut *transaction, game).await?;
        Ok(store::draw::set_message(&mut *transaction, game, ply, offer.by.seat, (channel, message)).await?)
    };
    let is_open = is_open.await;
    end(transaction, is_open).await
}

/// What is done with an open offer: by whom depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accepted,
    Declined,
    Withdrawn,
}

async fn offer_within(
    context: &Context,
    connection: &mut Connection,
    id: GameId,
    player: PlayerId,
    origin: Option<Origin>,
) -> Result<DrawOffered, Error> {
    let game = lock(context, connection, id).await?;
    let now = context.clock.now();
    let seat = playing_seat(&game, player)?;
    if !matches!(game.state, State::Running { .. }) {
        return Err(Refused::GameOver(Box::new(game)).into());
    }
    if !game.hosted.can_be_drawn() {
        return Err(Refused::NoDraws(game.hosted.kind()).into());
    }
    if !game.has_begun() {
        return Err(Refused::TooEarlyToDraw.into());
    }
    if let Some(deadline) = game.ran_out(now) {
        return Err(Refused::TimeIsUp(deadline).into());
    }
    let opponent = at(&game, other(&game, seat));
    if opponent.computer().is_some() {
        return Err(Refused::ComputerDeclines(opponent.id).into());
    }
    let ply = game.hosted.ply();
    let made = store::draw::at(&mut *connection, id, ply).await?;
    if let Some(open) = made.iter().find(|offer| offer.state == Stored::Open && offer.seat != seat) {
        return Ok(DrawOffered::Agreed(agree(connection, game, open, seat, origin, now).await?));
    }
    if let Some(own) = made.iter().find(|offer| offer.seat == seat) {
        let unseen = own.state == Stored::Open && own.message.is_none() && own.created_at + GRACE <= now;
        if !unseen {
            return Err(Refused::DrawOffered(word(own.state)).into());
        }
    }
    store::draw::insert(&mut *connection, id, ply, seat, now).await?;
    Ok(DrawOffered::Open(offer(game, seat, None)))
}

async fn accept_within(
    context: &Context,
    connection: &mut Connection,
    of: (GameId, PlayerId, u32),
    origin: Option<Origin>,
) -> Result<Turn, Error> {
    let (game, seat, open) = answer(context, connection, of, Answer::Accepted).await?;
    agree(connection, game, &open, seat, origin, context.clock.now()).await
}

async fn close(context: &Context, of: (GameId, PlayerId, u32), done: Answer) -> Result<DrawOffer, Error> {
    let mut transaction = begin(context).await?;
    let closed = async {
        let (game, _, open) = answer(context, &mut transaction, of, done).await?;
        let state = if done == Answer::Declined { Stored::Declined } else { Stored::Withdrawn };
        let message = store::draw::close(&mut *transaction, open.game, open.ply, open.seat, state).await?;
        Ok(offer(game, open.seat, message))
    };
    let closed = closed.await;
    end(transaction, closed).await
}

/// The open offer of a ply under its game's lock, if the player may do that with it.
async fn answer(
    context: &Context,
    connection: &mut Connection,
    (id, player, ply): (GameId, PlayerId, u32),
    done: Answer,
) -> Result<(Game, Seat, Offer), Error> {
    let game = lock(context, connection, id).await?;
    let seat = playing_seat(&game, player)?;
    if !matches!(game.state, State::Running { .. }) {
        return Err(Refused::GameOver(Box::new(game)).into());
    }
    if ply != game.hosted.ply() {
        return Err(Refused::OfferClosed(VOID).into());
    }
    let made = store::draw::at(&mut *connection, id, ply).await?;
    let Some(open) = made.iter().find(|offer| offer.state == Stored::Open) else {
        return Err(Refused::OfferClosed(made.last().map_or(VOID, |closed| word(closed.state))).into());
    };
    let by = if done == Answer::Withdrawn { open.seat } else { other(&game, open.seat) };
    if seat != by {
        return Err(Refused::NotYourOffer(at(&game, by).id).into());
    }
    if let Some(deadline) = game.ran_out(context.clock.now()) {
        return Err(Refused::TimeIsUp(deadline).into());
    }
    Ok((game, seat, *open))
}

/// Ends the game as a draw to which a seat agrees.
async fn agree(
    connection: &mut Connection,
    mut game: Game,
    open: &Offer,
    seat: Seat,
    origin: Option<Origin>,
    now: OffsetDateTime,
) -> Result<Turn, Error> {
    let (active, kind) = (active(&game), game.hosted.kind());
    game.hosted.agree(seat).ok_or(Refused::NoDraws(kind))?;
    let message =
        store::draw::close(&mut *connection, open.game, open.ply, open.seat, Stored::Accepted).await?;
    let turn = settle(connection, game, &active, now, Poster::Caller(origin)).await?;
    let closed = message.map(|(channel, message)| ClosedOffer {
        by: open.seat,
        how: word(Stored::Accepted),
        channel,
        message,
    });
    Ok(Turn { closed, ..turn })
}

fn offer(game: Game, by: Seat, message: Option<(ChannelId, MessageId)>) -> DrawOffer {
    let (by, to) = (at(&game, by).clone(), at(&game, other(&game, by)).clone());
    DrawOffer { game, by, to, message }
}

/// The other of two: games that can be drawn by agreement are for two.
fn other(game: &Game, seat: Seat) -> Seat {
    active(game).into_iter().find(|other| *other != seat).expect("the game goes on")
}

fn at(game: &Game, seat: Seat) -> &Player {
    game.seats.iter().find(|player| player.seat == seat).expect("every seat is taken")
}

/// The offer belongs to an earlier ply.
const VOID: &str = "void";

/// The word for where an offer stands.
const fn word(state: Stored) -> &'static str {
    match state {
        Stored::Open => "open",
        Stored::Accepted => "accepted",
        Stored::Declined => "declined",
        Stored::Withdrawn => "withdrawn",
    }
}
