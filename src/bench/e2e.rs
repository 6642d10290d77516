//! `ximabot bench e2e`: the whole bot under load, from the press to the picture.
//!
//! Two hundred games stand at positions of real games, each at another stretch of its record, and go on for some moves at a
//! steady rate through the stand-in. A move is timed from the sending of its interaction until the stand-in holds the public
//! message with its picture. Requests are recorded and checked after the run, games are compared with a replay of their moves,
//! and no two timed pictures may be alike. Beside it the same is measured for one game alone, and for a bare command that
//! answers with a constant picture: the floor.
//!
//! With `thinking`, computers of the highest level think in so many other games all the while: people answer them at once.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use play::game::NewGame;
use play::outbox::{self, What};
use play::{Clock, Context, GameKind, HostedGame};
use playground::{Options, Person, Server, Validation};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{ChannelId, GameId, PlayerId, ServerId};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::app::{App, Database, Identity};
use crate::config::Config;
use crate::discord::Progress;
use crate::figures::{load1, write_json};

mod floor;
mod thinking;

use thinking::Thinking;

/// Records of whole games, of which stretches are played.
const GAMES: &str = include_str!("../../crates/xima/tests/data/games.jsonl");
/// How many games stand at once.
const TABLES: usize = 200;
/// Moves of a stretch.
const STRETCH: usize = 6;
/// Where the first stretch begins: before that, different records are alike.
const FIRST: usize = 4;
/// Moves that are made one after another in one game, for the idle figure.
const IDLE: usize = 60;
/// People who share the games.
const PEOPLE: usize = 60;

/// What was measured: the last line of the output.
#[derive(Serialize, Debug)]
struct Figures {
    games: usize,
    moves: usize,
    per_second: f64,
    thinking: u8,
    computers_moves: usize,
    p50_ms: f64,
    p99_ms: f64,
    idle_p50_ms: f64,
    floor_p50_ms: f64,
    floor_p99_ms: f64,
    lost: usize,
    violations: usize,
    requests_checked: u64,
    load1: Option<f64>,
}

/// A game of the run.
#[derive(Clone, Debug)]
struct Table {
    id: GameId,
    people: Vec<PlayerId>,
    /// The whole record as far as it is played, in any notation.
    moves: Vec<String>,
    /// How many moves were made before the run.
    before: usize,
}

/// A line of the file of games.
#[derive(Deserialize)]
struct Record {
    players: u8,
    moves: Vec<String>,
}

/// One timed move.
#[derive(Debug)]
struct Timed {
    time: Duration,
    /// The address of the picture, if the answer was what it should be.
    picture: Option<String>,
}

/// Runs the measurement at `rate` moves a second, while computers think in `thinking` other games.
///
/// # Errors
/// When the bot, the stand-in or the database cannot be started, or a check of the run fails.
pub async fn run(config: &Config, rate: u32, thinking: u8, mut output: impl Write) -> anyhow::Result<()> {
    let load1 = load1();
    let folder = Folder::new()?;
    let local = Config { database_url: None, data_dir: Some(folder.0.clone()), ..config.clone() };
    let database = Database::open(&local).await?;
    let measured = measure(config, &database, (rate, thinking), load1, &mut output).await;
    database.close().await;
    let figures = measured?;
    write_json(&mut output, &figures)?;
    ensure!(figures.lost == 0, "{} moves were lost", figures.lost);
    ensure!(figures.violations == 0, "{} requests break a rule of Discord", figures.violations);
    Ok(())
}

async fn measure(
    config: &Config,
    database: &Database,
    (rate, thinking): (u32, u8),
    load1: Option<f64>,
    output: &mut impl Write,
) -> anyhow::Result<Figures> {
    let openapi = config.openapi.clone().filter(|file| !file.as_os_str().is_empty());
    let options = Options {
        port: Some(0),
        people: Person::some(PEOPLE),
        openapi,
        validation: Validation::AfterTheRun,
        ..Options::default()
    };
    let server = Server::start(options.clone()).await?;
    let world = World::of(&server).await?;
    let identity =
        Identity { token: SecretString::from(server.token()), api: Some(server.url()), shards: None };
    let mut app = App::start(database.pool.clone(), Clock::system(), identity).await?;
    app.wait_for(Progress::Registered).await?;
    let played = play_all(&app.bot().play.clone(), &world, (rate, thinking), output).await;
    app.stop().await;
    let seen = world.look("violations").await;
    server.stop().await;
    let (Run { tables, idle, timed, seconds, computers_moves, lost }, seen) = (played?, seen?);
    for violation in seen["violations"].as_array().into_iter().flatten().take(10) {
        writeln!(output, "{violation}")?;
    }
    let floor = floor::measure(options, rate).await?;

    let sorted_times = sorted(timed.iter().map(|one| one.time));
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 53 bits")]
    let per_second = sorted_times.len() as f64 / seconds;
    Ok(Figures {
        games: tables,
        moves: sorted_times.len(),
        per_second,
        thinking,
        computers_moves,
        p50_ms: milliseconds(&sorted_times, 50),
        p99_ms: milliseconds(&sorted_times, 99),
        idle_p50_ms: milliseconds(&sorted(idle), 50),
        floor_p50_ms: milliseconds(&floor, 50),
        floor_p99_ms: milliseconds(&floor, 99),
        lost,
        violations: seen["violations"].as_array().map_or(0, Vec::len),
        requests_checked: seen["checked"].as_u64().unwrap_or(0),
        load1,
    })
}

/// What the run came to, before the requests are checked.
struct Run {
    tables: usize,
    idle: Vec<Duration>,
    timed: Vec<Timed>,
    seconds: f64,
    computers_moves: usize,
    lost: usize,
}

async fn play_all(
    play: &Context,
    world: &World,
    (rate, thinking): (u32, u8),
    output: &mut impl Write,
) -> anyhow::Result<Run> {
    let tables = lay(play, world).await?;
    writeln!(output, "{} games stand, {rate} moves a second", tables.len())?;
    let idle = idle(world, play).await?;
    let beside = Thinking::begin(world, play, thinking.into()).await?;
    let start = Instant::now();
    let stop = CancellationToken::new();
    let (timed, seconds, computers_moves) = tokio::try_join!(
        async {
            let timed = load(world, &tables, rate).await?;
            let seconds = start.elapsed().as_secs_f64();
            stop.cancel();
            anyhow::Ok((timed, seconds))
        },
        beside.go_on(world, play, &stop)
    )
    .map(|((timed, seconds), computers_moves)| (timed, seconds, computers_moves))?;
    let unanswered = timed.iter().filter(|one| one.picture.is_none()).count();
    let lost = unanswered + replayed(play, &tables).await?;
    let alike = alike(world, &timed).await?;
    ensure!(alike == 0, "{alike} pictures are like another");
    Ok(Run { tables: tables.len(), idle, timed, seconds, computers_moves, lost })
}

/// Brings every game to the beginning of its stretch, by the use cases alone.
async fn lay(play: &Context, world: &World) -> anyhow::Result<Vec<Table>> {
    let records: Vec<Record> = GAMES.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let stretches = records.iter().flat_map(|record| {
        (FIRST..)
            .step_by(STRETCH)
            .take_while(|from| from + STRETCH <= record.moves.len())
            .map(move |from| (record, from))
    });
    let mut seen = HashSet::new();
    let mut varied = Vec::new();
    for (record, from) in stretches {
        let boards = boards(record, from)?;
        // Play may come back to a board: such a stretch would be drawn like an earlier one.
        if boards.iter().all(|board| !seen.contains(board))
            && boards.iter().collect::<HashSet<_>>().len() == STRETCH
        {
            seen.extend(boards);
            varied.push((record, from));
        }
    }
    let people = world.see(play).await?;
    let mut laying = JoinSet::new();
    for (number, (record, from)) in varied.into_iter().take(TABLES).enumerate() {
        let seats = usize::from(record.players);
        let seated = (0..seats).map(|seat| people[(number * 4 + seat) % people.len()]).collect();
        let moves = record.moves[..from + STRETCH].to_vec();
        let (play, world) = (play.clone(), world.clone());
        laying.spawn(async move { begin(&play, &world, seated, moves, from).await });
    }
    let mut tables: Vec<Table> = laying.join_all().await.into_iter().collect::<Result<_, _>>()?;
    ensure!(tables.len() == TABLES, "there are stretches for {} games only", tables.len());
    tables.sort_unstable_by_key(|table| table.id);
    Ok(tables)
}

/// What is to be seen after each move of a stretch: the position without its count of quiet turns, and the last move.
fn boards(record: &Record, from: usize) -> anyhow::Result<Vec<String>> {
    let mut replay =
        HostedGame::start(GameKind::Xima, record.players).context("the number of players is allowed")?;
    let mut boards = Vec::new();
    for (ply, mv) in record.moves[..from + STRETCH].iter().enumerate() {
        let Ok(played) = replay.play(mv) else { bail!("the record cannot be replayed") };
        let last = played.text.clone();
        if ply >= from {
            let position = replay.position_text();
            boards.push(format!("{} {last}", position.rsplit_once(' ').map_or(&*position, |(seen, _)| seen)));
        }
    }
    Ok(boards)
}

async fn begin(
    play: &Context,
    world: &World,
    people: Vec<PlayerId>,
    moves: Vec<String>,
    before: usize,
) -> anyhow::Result<Table> {
    let new = NewGame {
        kind: GameKind::Xima,
        server: world.server,
        channel: world.channel,
        seats: people.clone(),
        rated: false,
        rematch_of: None,
    };
    let mut transaction = store::begin(&play.pool).await?;
    let id = play::game::create(play, &mut transaction, new).await?;
    store::commit(transaction).await?;
    if let Some(owed) = outbox::of(play, id, 0, What::Opening).await? {
        outbox::dropped(play, owed.id).await?;
    }
    for mv in &moves[..before] {
        let game = play::game::load(play, id).await?;
        let player = game.to_move().context("the record goes on")?.id;
        let turn = play::turn::play(play, id, player, None, mv, None).await?;
        outbox::dropped(play, turn.outbox).await?;
    }
    Ok(Table { id, people, moves, before })
}

/// One game, one move at a time.
async fn idle(world: &World, play: &Context) -> anyhow::Result<Vec<Duration>> {
    let record: Record = serde_json::from_str(GAMES.lines().next_back().context("there are games")?)?;
    let record = if record.moves.len() < IDLE {
        serde_json::from_str(GAMES.lines().next().context("there are games")?)?
    } else {
        record
    };
    let people = world.see(play).await?[..usize::from(record.players)].to_vec();
    let table = begin(play, world, people, record.moves[..IDLE].to_vec(), 0).await?;
    let mut times = Vec::new();
    for ply in 0..IDLE {
        let made = world.clone().make(play, &table, ply).await?;
        ensure!(made.picture.is_some(), "a move was lost while nothing else went on");
        times.push(made.time);
    }
    Ok(times)
}

/// All games at once, move after move at a steady rate.
async fn load(world: &World, tables: &[Table], rate: u32) -> anyhow::Result<Vec<Timed>> {
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / rate);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let mut made = JoinSet::new();
    for step in 0..STRETCH {
        for table in tables {
            ticks.tick().await;
            made.spawn(world.clone().make_known(table.clone(), table.before + step));
        }
    }
    made.join_all().await.into_iter().collect()
}

/// How many games are not what a replay of their moves says.
async fn replayed(play: &Context, tables: &[Table]) -> anyhow::Result<usize> {
    let mut wrong = 0;
    for table in tables {
        let game = play::game::load(play, table.id).await?;
        let players = u8::try_from(table.people.len())?;
        let mut replay =
            HostedGame::start(GameKind::Xima, players).context("the number of players is allowed")?;
        for mv in &table.moves {
            if let Err(refusal) = replay.play(mv) {
                bail!("the record cannot be replayed: {}", refusal.id);
            }
        }
        wrong += usize::from(replay.position_text() != game.hosted.position_text());
    }
    Ok(wrong)
}

/// How many of the pictures are byte for byte like another.
async fn alike(world: &World, timed: &[Timed]) -> anyhow::Result<usize> {
    let mut seen = HashSet::new();
    let mut pictures = 0;
    for url in timed.iter().filter_map(|timed| timed.picture.as_ref()) {
        let picture = world.http.get(url).send().await?.bytes().await?;
        ensure!(picture.starts_with(b"\x89PNG"), "an attachment is no picture");
        pictures += 1;
        seen.insert(Sha256::digest(&picture));
    }
    Ok(pictures - seen.len())
}

/// The stand-in, through its control API.
#[derive(Clone, Debug)]
struct World {
    http: reqwest::Client,
    url: String,
    server: ServerId,
    channel: ChannelId,
    people: Vec<(PlayerId, String)>,
}

impl World {
    async fn of(server: &Server) -> anyhow::Result<World> {
        let (http, url) = (reqwest::Client::new(), server.url());
        let state: Value = http.get(format!("{url}/_control/state")).send().await?.json().await?;
        let id = |value: &Value| value.as_str().and_then(|id| id.parse::<u64>().ok()).context("an id");
        let people = state["users"].as_array().context("people")?;
        let people = people.iter().map(|user| {
            Ok((PlayerId::new(id(&user["id"])?), user["name"].as_str().unwrap_or_default().to_owned()))
        });
        Ok(World {
            people: people.collect::<anyhow::Result<_>>()?,
            server: ServerId::new(id(&state["guild"]["id"])?),
            channel: ChannelId::new(id(&state["channels"][0]["id"])?),
            http,
            url,
        })
    }

    async fn look(&self, path: &str) -> anyhow::Result<Value> {
        Ok(self.http.get(format!("{}/_control/{path}", self.url)).send().await?.json().await?)
    }

    /// Makes the people and the server known to the database.
    async fn see(&self, play: &Context) -> anyhow::Result<Vec<PlayerId>> {
        let seen: Vec<play::player::Seen> = self
            .people
            .iter()
            .map(|(id, name)| play::player::Seen { id: *id, name: name.clone(), locale: None, bot: false })
            .collect();
        play::player::see(play, &seen).await?;
        play::settings::check_channel(play, self.server, "en-US", self.channel, None).await?;
        Ok(self.people.iter().map(|(id, _)| *id).collect())
    }

    /// The player to move is asked for in the database.
    async fn make(self, context: &Context, table: &Table, ply: usize) -> anyhow::Result<Timed> {
        let game = play::game::load(context, table.id).await?;
        let player = game.to_move().context("the record goes on")?.id;
        self.command(table.id, player, &table.moves[ply]).await
    }

    /// The player to move is found by replaying the record, before the clock starts.
    async fn make_known(self, table: Table, ply: usize) -> anyhow::Result<Timed> {
        let players = u8::try_from(table.people.len())?;
        let mut replay =
            HostedGame::start(GameKind::Xima, players).context("the number of players is allowed")?;
        for mv in &table.moves[..ply] {
            if replay.play(mv).is_err() {
                bail!("the record cannot be replayed");
            }
        }
        let seat = replay.turn().context("the record goes on")?;
        self.command(table.id, table.people[seat.index()], &table.moves[ply]).await
    }

    async fn command(&self, game: GameId, player: PlayerId, mv: &str) -> anyhow::Result<Timed> {
        let request = json!({
            "user": player.to_string(), "channel": self.channel.to_string(), "name": "move",
            "options": { "move": mv, "match": game.to_string() },
        });
        let start = Instant::now();
        let answer = self.http.post(format!("{}/_control/command", self.url)).json(&request).send().await?;
        let answer: Value = answer.json().await?;
        let time = start.elapsed();
        let message = &answer["message"];
        let public = message["ephemeral"] == false;
        let picture = message["attachments"][0]["url"].as_str().filter(|_| public).map(str::to_owned);
        if picture.is_none() {
            tracing::warn!(%game, %answer, "a move was lost");
        }
        Ok(Timed { time, picture })
    }
}

/// A folder that goes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new() -> anyhow::Result<Folder> {
        let folder = std::env::temp_dir().join(format!("ximabot-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            tracing::warn!(folder = %self.0.display(), %error, "a folder is left behind");
        }
    }
}

fn sorted(times: impl IntoIterator<Item = Duration>) -> Vec<Duration> {
    let mut times: Vec<Duration> = times.into_iter().collect();
    times.sort_unstable();
    times
}

/// The time that so many per cent of the sorted times do not exceed.
fn milliseconds(times: &[Duration], percent: usize) -> f64 {
    let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
}
