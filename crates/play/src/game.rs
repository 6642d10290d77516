//! Games as stored: loading, listing, creating.

mod find;

use game::{Outcome, Seat};
use store::{ChannelId, Connection, GameId, MessageId, OutboxId, PlayerId, ServerId};
use time::{Duration, OffsetDateTime};

use crate::finish;
use crate::outbox::What;
use crate::{BrokenRecord, Computer, Context, Error, GameKind, HostedGame, NoSuchGame, Refused};

/// A game with its players, as it stands now: a plain value for the views.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its number, shown as `#12`.
    pub id: GameId,
    /// The server it is played in.
    pub server: ServerId,
    /// The channel it was opened in, or that it found when it had lost that.
    pub parent_channel: ChannelId,
    /// Where it is played: its own thread or the same channel.
    pub channel: ChannelId,
    /// Whether its channel cannot be posted to any more.
    pub homeless: bool,
    /// Whether it counts for the ratings of people.
    pub rated: bool,
    /// The players in seat order.
    pub seats: Vec<Player>,
    /// Where it stands.
    pub state: State,
    /// The newest board message, if one was posted.
    pub board: Option<Board>,
    /// Seconds a move may take.
    pub deadline_s: u32,
    /// When it began.
    pub created_at: OffsetDateTime,
    /// Rules, position and record.
    pub hosted: HostedGame,
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub id: PlayerId,
    /// The display name last seen.
    pub name: String,
    /// The language of their private texts.
    pub locale: String,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Debug)]
pub enum State {
    /// It goes on.
    Running {
        /// The seat to move.
        turn: Seat,
        /// When its time runs out.
        deadline: OffsetDateTime,
    },
    /// It was played to an end.
    Finished {
        /// The result.
        outcome: Outcome,
        /// Why, in the words of the rules page.
        reason: String,
        /// When.
        at: OffsetDateTime,
        /// Rating changes of people by seat; empty for unrated games.
        ratings: Vec<RatingChange>,
        /// Why a game that was to be rated was not (`too-many-games`), if so.
        unrated: Option<&'static str>,
    },
    /// It was ended without a result: by a resignation before each seat had moved once, by a moderator, or because only
    /// computers were left.
    Aborted {
        /// When.
        at: OffsetDateTime,
        /// `resigned`, `moderator`, or `computers` when nobody else is left.
        reason: String,
        /// Rating changes by seat: of those who left a rated game to computers. Empty otherwise.
        ratings: Vec<RatingChange>,
    },
}

/// What a rated game did to one player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingChange {
    /// The seat.
    pub seat: Seat,
    /// Before the game.
    pub before: f64,
    /// After it.
    pub after: f64,
    /// Whether the rating is still provisional.
    pub provisional: bool,
}

/// A message that shows a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Where it stands.
    pub channel: ChannelId,
    /// The message.
    pub message: MessageId,
    /// The ply it shows.
    pub ply: u32,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Its number.
    pub id: GameId,
    /// The kind.
    pub kind: GameKind,
    /// The server.
    pub server: ServerId,
    /// Where it is played.
    pub channel: ChannelId,
    /// Whether its channel cannot be posted to any more.
    pub homeless: bool,
    /// Whether it counts for the ratings of people.
    pub rated: bool,
    /// The players in seat order.
    pub seats: Vec<Player>,
    /// The seat to move.
    pub turn: Seat,
    /// The number of plies played.
    pub ply: u32,
    /// When the time of the seat to move runs out.
    pub deadline: OffsetDateTime,
    /// The newest board message.
    pub board: Option<Board>,
}

/// A game to be created. `seats` names the players in seat order.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The kind.
    pub kind: GameKind,
    /// The server.
    pub server: ServerId,
    /// The channel it is opened in.
    pub channel: ChannelId,
    /// The players in seat order, as many as the game has seats.
    pub seats: Vec<PlayerId>,
    /// Whether it counts.
    pub rated: bool,
    /// The finished game that this is the rematch of.
    pub rematch_of: Option<GameId>,
}

/// What [`verify`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// The number of games looked at.
    pub games: u64,
    /// What is wrong, by game; empty when all is well.
    pub faults: Vec<Fault>,
}

/// Something stored that does not follow from a game's record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The game.
    pub game: GameId,
    /// What is wrong, in English, for operators.
    pub what: String,
}

pub use crate::finish::TOO_MANY_GAMES;
pub use find::{Aim, find};

/// Running games that a person may play in at a time.
pub const RUNNING_GAMES: u32 = 20;

/// Games that [`verify`] reads at a time.
const PAGE: u32 = 100;
/// How long whoever makes a change has to post it, before a worker takes it up.
pub(crate) const GRACE: Duration = Duration::seconds(10);

impl Game {
    /// The seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats.iter().find(|seated| seated.id == player).map(|seated| seated.seat)
    }

    /// The player to move, while running.
    pub fn to_move(&self) -> Option<&Player> {
        match self.state {
            State::Running { turn, .. } => self.seats.iter().find(|seated| seated.seat == turn),
            State::Finished { .. } | State::Aborted { .. } => None,
        }
    }

    /// When the time of the running turn ran out, if it has. That of a computer's turn never does: where the bot was away it has not
    /// thought too long.
    pub(crate) fn ran_out(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let State::Running { deadline, .. } = self.state else { return None };
        let is_timeless = self.to_move().is_some_and(|player| player.computer().is_some());
        (now >= deadline && !is_timeless).then_some(deadline)
    }

    /// Whether each seat that still plays has moved once: until then a resignation breaks the game off.
    pub fn has_begun(&self) -> bool {
        let mut active = self.seats.iter().filter(|player| self.hosted.is_active(player.seat));
        active.all(|player| self.hosted.record().iter().any(|ply| ply.seat == player.seat))
    }

    /// Whether the game ends when this seat leaves it, since several computers, and nobody else, still play then.
    pub fn is_left_to_computers_by(&self, seat: Seat) -> bool {
        let others = self.seats.iter().filter(|seated| seated.seat != seat);
        let left: Vec<&Player> = others.filter(|seated| self.hosted.is_active(seated.seat)).collect();
        left.len() > 1 && left.iter().all(|seated| seated.computer().is_some())
    }

    /// Whether it was played to an end: with a result, or until only computers were left.
    pub fn is_played_out(&self) -> bool {
        match &self.state {
            State::Running { .. } => false,
            State::Finished { .. } => true,
            State::Aborted { reason, .. } => reason == finish::COMPUTERS,
        }
    }

    /// Whether a computer plays in it, or did.
    pub fn has_computers(&self) -> bool {
        self.seats.iter().any(|seated| seated.computer().is_some())
    }
}

impl Player {
    /// The computer that sits there, if it is no person.
    pub fn computer(&self) -> Option<Computer> {
        Computer::of(self.id)
    }
}

/// Creates a game within a transaction: its rows, and the outbox row of its opening post. The players must be known
/// (`player::see`). Their locks make the limit of running games exact, whoever else begins a game with them meanwhile.
/// Computers know no limit. A game that could not be rated if it ended now begins unrated.
///
/// # Errors
/// When a player has too many running games, or the database fails.
pub async fn create(context: &Context, connection: &mut Connection, game: NewGame) -> Result<GameId, Error> {
    let players = u8::try_from(game.seats.len()).unwrap_or(u8::MAX);
    let hosted = HostedGame::replay(game.kind, players, [])?;
    let people: Vec<PlayerId> =
        game.seats.iter().copied().filter(|player| Computer::of(*player).is_none()).collect();
    store::player::lock(&mut *connection, &people).await?;
    let running = store::game::running_counts(&mut *connection, &people).await?;
    if let Some((player, _)) = running.into_iter().find(|(_, games)| *games >= RUNNING_GAMES) {
        return Err(Refused::TooManyGames { player, limit: RUNNING_GAMES }.into());
    }
    let now = context.clock.now();
    let rated = game.rated && !finish::have_played_enough(connection, &people, &game.seats, now).await?;
    let channel = birthplace(connection, &game).await?;
    let deadline_s = store::server::settings(&mut *connection, game.server).await?.deadline_s;
    let (deadline_at, remind_at) = deadline(now, deadline_s);
    let id = store::game::insert(
        &mut *connection,
        &store::game::New {
            kind: game.kind.slug(),
            server: game.server,
            channel,
            seats: &game.seats,
            rated,
            position: &hosted.position_text(),
            turn: hosted.turn().unwrap_or(Seat::FIRST),
            deadline_s,
            deadline_at,
            remind_at,
            rematch_of: game.rematch_of,
            at: now,
        },
    )
    .await?;
    let opening = store::outbox::New {
        game: id,
        ply: 0,
        what: What::Opening.into(),
        interaction: None,
        at: now,
        due_at: now + GRACE,
    };
    store::outbox::owe(&mut *connection, &opening).await?;
    Ok(id)
}

/// Where a game is opened. A rematch that was asked for in the thread of the game before is opened where that one was, so that
/// it can have a thread of its own.
async fn birthplace(connection: &mut Connection, game: &NewGame) -> Result<ChannelId, Error> {
    let Some(before) = game.rematch_of else { return Ok(game.channel) };
    let before = store::game::find(connection, before).await?;
    let in_its_thread = before.filter(|before| before.channel == game.channel);
    Ok(in_its_thread.map_or(game.channel, |before| before.parent_channel))
}

/// Loads a game. No lock is taken.
///
/// # Errors
/// `Error::Refused(NoSuchGame)`, or an internal error.
pub async fn load(context: &Context, id: GameId) -> Result<Game, Error> {
    let mut connection = context.pool.acquire().await.map_err(store::Error::from)?;
    let row = store::game::find(&mut *connection, id).await?.ok_or(Refused::NoSuchGame)?;
    read(context, &mut connection, row).await
}

/// What came of asking for a rematch of a game: where it had begun already, the refusal names it.
pub(crate) async fn or_rematch<T>(
    context: &Context,
    of: GameId,
    asked: Result<T, Error>,
) -> Result<T, Error> {
    let Err(Error::Store(store::Error::RematchExists)) = asked else { return asked };
    let begun = store::game::rematch_of(&context.pool, of).await?.ok_or(store::Error::RematchExists)?;
    Err(Refused::RematchBegun(Box::new(load(context, begun).await?)).into())
}

/// A player's running games, those where it is their turn first, then by deadline. Games that they have left are not theirs any more.
///
/// # Errors
/// When the database fails.
pub async fn of_player(context: &Context, player: PlayerId) -> Result<Vec<Summary>, Error> {
    summaries(&store::game::running_of(&context.pool, player).await?)
}

/// The running games of a server, newest first, at most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn of_server(context: &Context, server: ServerId, limit: u32) -> Result<Vec<Summary>, Error> {
    summaries(&store::game::running_in_server(&context.pool, server, limit).await?)
}

/// Records that a game is played in a thread of its own now, or again in the channel it was opened in, and that it is not homeless.
///
/// # Errors
/// When the database fails.
pub async fn set_channel(context: &Context, id: GameId, channel: ChannelId) -> Result<(), Error> {
    Ok(store::game::set_channel(&context.pool, id, channel).await?)
}

/// Gives a game that has lost its channel another, which is its own no more than the one it was opened in: when the game is over,
/// commands there do not mean it, and its rematch is opened there.
///
/// # Errors
/// When the database fails.
pub async fn set_home(context: &Context, id: GameId, channel: ChannelId) -> Result<(), Error> {
    Ok(store::game::set_home(&context.pool, id, channel).await?)
}

/// Records that a game's channel cannot be posted to any more.
///
/// # Errors
/// When the database fails.
pub async fn set_homeless(context: &Context, id: GameId) -> Result<(), Error> {
    Ok(store::game::set_homeless(&context.pool, id).await?)
}

/// Records the newest board message, unless a newer ply's is recorded already; returns the board message it replaces, whose buttons are to go.
///
/// # Errors
/// When the database fails.
pub async fn set_board(context: &Context, id: GameId, board: Board) -> Result<Option<Board>, Error> {
    let replaced = store::game::set_board(&context.pool, id, board.into()).await?;
    Ok(replaced.map(Board::from))
}

/// Records that the post owed by an outbox row stands and is the game's newest board message, at once. Returns as [`set_board`].
///
/// # Errors
/// When the database fails.
pub async fn posted(
    context: &Context,
    id: GameId,
    owed: OutboxId,
    board: Board,
) -> Result<Option<Board>, Error> {
    let now = context.clock.now();
    let replaced = store::game::posted(&context.pool, id, owed, board.into(), now).await?;
    Ok(replaced.map(Board::from))
}

/// Replays every game and compares what is stored beside its record: the cached position, the turn, the result.
///
/// # Errors
/// When the database fails. What is wrong with a game is no error but a fault.
pub async fn verify(context: &Context) -> Result<Verification, Error> {
    let mut verification = Verification { games: 0, faults: Vec::new() };
    let mut after = GameId::new(0);
    loop {
        let rows = store::game::page(&context.pool, after, PAGE).await?;
        let Some(last) = rows.last() else { return Ok(verification) };
        after = last.id;
        for row in rows {
            verification.games += 1;
            let record = store::game::record(&context.pool, row.id, row.ply).await?;
            if let Some(what) = fault(&row, &record) {
                verification.faults.push(Fault { game: row.id, what });
            }
        }
    }
}

/// Reads what belongs to a game's row. Under the game's lock it is as it will stay; without, as it was a moment ago, whole: the
/// record is cut to the plies of the row, which was read first.
pub(crate) async fn read(
    context: &Context,
    connection: &mut Connection,
    row: store::game::Game,
) -> Result<Game, Error> {
    let id = row.id;
    let hosted = if let Some(hosted) = context.replayed.get(id, row.ply) {
        hosted
    } else {
        let record = store::game::record(&mut *connection, id, row.ply).await?;
        let hosted = replay(&row, &record)?;
        context.replayed.note(id, &hosted);
        hosted
    };
    let changes = match row.state {
        store::game::State::Finished | store::game::State::Aborted if row.rated => {
            store::game::changes(&mut *connection, id).await?
        }
        _ => Vec::new(),
    };
    Ok(whole(&row, hosted, &changes))
}

/// As [`read`], without the lock and with a connection of its own, which is not needed where this process has just replayed a
/// running game.
async fn read_unlocked(context: &Context, row: store::game::Game) -> Result<Game, Error> {
    let replayed = context.replayed.get(row.id, row.ply);
    if let Some(hosted) = replayed.filter(|_| row.state == store::game::State::Running) {
        return Ok(whole(&row, hosted, &[]));
    }
    let mut connection = context.pool.acquire().await.map_err(store::Error::from)?;
    read(context, &mut connection, row).await
}

/// A game of its row, its record and what it did to the ratings.
fn whole(row: &store::game::Game, mut hosted: HostedGame, changes: &[store::game::Change]) -> Game {
    if row.state == store::game::State::Aborted {
        hosted.break_off();
    }
    let seats: Vec<Player> = row.seats.iter().cloned().map(Player::from).collect();
    Game {
        id: row.id,
        server: row.server,
        parent_channel: row.parent_channel,
        channel: row.channel,
        homeless: row.homeless,
        rated: row.rated,
        state: state(row, &hosted, &seats, changes),
        seats,
        board: row.board.map(Board::from),
        deadline_s: row.deadline_s,
        created_at: row.created_at,
        hosted,
    }
}

/// When the time of a turn that begins now runs out, and when to remind of it.
pub(crate) fn deadline(now: OffsetDateTime, deadline_s: u32) -> (OffsetDateTime, OffsetDateTime) {
    let time = Duration::seconds(i64::from(deadline_s));
    (now + time, now + time / 2)
}

fn replay(row: &store::game::Game, record: &[store::game::Move]) -> Result<HostedGame, BrokenRecord> {
    let kind =
        row.kind.parse().map_err(|error: NoSuchGame| BrokenRecord { ply: 0, text: error.to_string() })?;
    let plies = record.iter().map(|mv| (mv.seat, mv.text.as_str()));
    let hosted = HostedGame::replay(kind, row.players, plies)?;
    if hosted.ply() == row.ply {
        Ok(hosted)
    } else {
        Err(BrokenRecord { ply: record.len(), text: format!("nothing, where {} plies should be", row.ply) })
    }
}

fn state(
    row: &store::game::Game,
    hosted: &HostedGame,
    seats: &[Player],
    changes: &[store::game::Change],
) -> State {
    let at = row.ended_at.unwrap_or(row.created_at);
    let reason = row.reason.clone().unwrap_or_default();
    let people = seats.iter().filter(|seated| seated.computer().is_none());
    let ratings: Vec<RatingChange> = people
        .filter_map(|seated| {
            let change = changes.iter().find(|change| change.player == seated.id)?;
            Some(RatingChange {
                seat: seated.seat,
                before: change.before,
                after: change.after,
                provisional: change.deviation > rating::PROVISIONAL_ABOVE,
            })
        })
        .collect();
    match row.state {
        store::game::State::Running => State::Running {
            turn: hosted.turn().or(row.turn).unwrap_or(Seat::FIRST),
            deadline: row.deadline_at.unwrap_or(row.created_at),
        },
        store::game::State::Aborted => State::Aborted { at, reason, ratings },
        store::game::State::Finished => State::Finished {
            outcome: row.winner.map_or(Outcome::Draw, Outcome::Win),
            reason,
            at,
            unrated: (row.rated && ratings.is_empty()).then_some(crate::finish::TOO_MANY_GAMES),
            ratings,
        },
    }
}

/// What of a game's row does not follow from its record.
fn fault(row: &store::game::Game, record: &[store::game::Move]) -> Option<String> {
    let hosted = match replay(row, record) {
        Ok(hosted) => hosted,
        Err(broken) => return Some(broken.to_string()),
    };
    if row.position != hosted.position_text() {
        return Some(format!(
            "the cached position is {:?}, by the record it is {:?}",
            row.position,
            hosted.position_text()
        ));
    }
    let result = hosted.outcome().map(|(outcome, reason)| (outcome.winner(), Some(reason)));
    let stored = (row.winner, row.reason.as_deref());
    match (row.state, result) {
        (store::game::State::Running, None) if row.turn != hosted.turn() => {
            Some(format!("the stored turn is {:?}, by the record it is {:?}", row.turn, hosted.turn()))
        }
        (store::game::State::Running, Some(_)) => {
            Some("it is stored as running and over by its record".to_owned())
        }
        (store::game::State::Aborted, Some(_)) => {
            Some("it is stored as aborted and decided by its record".to_owned())
        }
        (store::game::State::Finished, result) if result != Some(stored) => {
            Some(format!("the stored result is {stored:?}, by the record it is {result:?}"))
        }
        _ => None,
    }
}

/// Games as a list shows them.
pub(crate) fn summaries(games: &[store::game::Game]) -> Result<Vec<Summary>, Error> {
    games
        .iter()
        .map(|game| {
            Ok(Summary {
                id: game.id,
                kind: game
                    .kind
                    .parse()
                    .map_err(|error: NoSuchGame| BrokenRecord { ply: 0, text: error.to_string() })?,
                server: game.server,
                channel: game.channel,
                homeless: game.homeless,
                rated: game.rated,
                seats: game.seats.iter().cloned().map(Player::from).collect(),
                turn: game.turn.unwrap_or(Seat::FIRST),
                ply: game.ply,
                deadline: game.deadline_at.unwrap_or(game.created_at),
                board: game.board.map(Board::from),
            })
        })
        .collect()
}

impl From<store::game::Seated> for Player {
    fn from(seated: store::game::Seated) -> Player {
        Player { seat: seated.seat, id: seated.player, name: seated.name, locale: seated.locale }
    }
}

impl From<Board> for store::game::Board {
    fn from(Board { channel, message, ply }: Board) -> store::game::Board {
        store::game::Board { channel, message, ply }
    }
}

impl From<store::game::Board> for Board {
    fn from(store::game::Board { channel, message, ply }: store::game::Board) -> Board {
        Board { channel, message, ply }
    }
}
