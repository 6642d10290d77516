//! The whole bot with its real libraries, the stand-in for Discord beside it, a database of its own; and what people do and see.

mod answer;
mod log;
mod world;

use std::sync::Arc;
use std::time::Duration;

use play::{Clock, Context};
use playground::{Frames, Options};
use secrecy::SecretString;
use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use store::ServerId;
use store::testing::{Database, database};
use time::OffsetDateTime;
use tokio::task::JoinHandle;
use ximabot::app::{App, Identity};
use ximabot::discord::{self, Progress};
use ximabot::job;

pub use answer::Answer;
use answer::{components, is_public};
pub use log::Log;
pub use world::World;

/// How long anything that must come may take to come. Nothing sleeps for it: whoever waits is woken by news.
const PATIENCE: Duration = Duration::from_secs(30);

/// A bot, its Discord and its database.
pub struct Bot {
    pub world: World,
    app: Option<App>,
    clock: Clock,
    database: Database,
}

impl Bot {
    /// A bot in a server with ana, boris, chen and dora; ana owns it.
    pub async fn start() -> Bot {
        Bot::start_in(World::start(Options::default()).await).await
    }

    /// A bot whose gateway frames are compressed.
    pub async fn start_with_frames(frames: Frames) -> Bot {
        Bot::start_in(World::start(Options { frames, ..Options::default() }).await).await
    }

    async fn start_in(world: World) -> Bot {
        let clock = Clock::manual(OffsetDateTime::now_utc());
        let database = database().await;
        let app = start_app(&world, &database, &clock).await;
        Bot { world, app: Some(app), clock, database }
    }

    /// A world and a database without a bot, for processes that are started and killed.
    pub async fn without_app() -> Bot {
        let world = World::start(Options::default()).await;
        Bot { world, app: None, clock: Clock::manual(OffsetDateTime::now_utc()), database: database().await }
    }

    /// Stops the bot in order.
    pub async fn stop(&mut self) {
        if let Some(app) = self.app.take() {
            app.stop().await;
        }
    }

    /// Starts the bot again, with the same database and the same Discord.
    pub async fn start_again(&mut self) {
        assert!(self.app.is_none(), "it is running");
        self.app = Some(start_app(&self.world, &self.database, &self.clock).await);
    }

    /// The bot itself.
    pub fn bot(&self) -> &Arc<discord::Bot> {
        self.app.as_ref().expect("the bot is running").bot()
    }

    /// Database and clock.
    pub fn play(&self) -> &Context {
        &self.bot().play
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The server.
    pub fn server(&self) -> ServerId {
        self.world.guild.parse().expect("a number")
    }

    /// The id of the channel `games`.
    pub fn channel(&self) -> &str {
        &self.world.channel
    }

    /// The id of a person, who may be named by it.
    pub fn id(&self, name: &str) -> String {
        let ids = self.world.ids.lock().expect("nobody panics while holding it");
        ids.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// One more person; their id, by which they can be named.
    pub async fn welcome(&self, name: &str) -> String {
        self.welcome_with(name, "en-US").await
    }

    /// One more person with a language; their id, by which they are named.
    pub async fn welcome_with(&self, name: &str, locale: &str) -> String {
        self.world.welcome(name, locale).await
    }

    /// Somebody uses a command in the channel `games`.
    pub async fn command(&self, user: &str, name: &str, options: Value) -> Answer {
        self.command_in(self.channel(), user, name, options).await
    }

    /// Somebody uses a command in another channel.
    pub async fn command_in(&self, channel: &str, user: &str, name: &str, options: Value) -> Answer {
        let request = json!({ "user": user, "channel": channel, "name": name, "options": options });
        Answer(self.world.control("command", &request).await)
    }

    /// As [`Bot::command`]; what the stand-in refuses is an answer too.
    pub async fn try_command(&self, user: &str, name: &str, options: Value) -> Value {
        let request = json!({ "user": user, "channel": self.channel(), "name": name, "options": options });
        self.world.try_control("command", &request).await
    }

    /// The choices that are offered while somebody types.
    pub async fn choices(
        &self,
        channel: &str,
        user: &str,
        name: &str,
        focused: &str,
        options: Value,
    ) -> Vec<(String, String)> {
        let request =
            json!({ "user": user, "channel": channel, "name": name, "options": options, "focused": focused });
        let answer = self.world.control("autocomplete", &request).await;
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let choices = answer["choices"].as_array().expect("a list").iter();
        choices.map(|choice| (text(&choice["name"]), text(&choice["value"]))).collect()
    }

    /// Somebody presses the button with this label.
    pub async fn press(&self, user: &str, on: &Answer, label: &str) -> Answer {
        Answer(self.world.control("component", &press(user, on, label)).await)
    }

    /// As [`Bot::press`]; what the stand-in refuses is an answer too.
    pub async fn try_press(&self, user: &str, on: &Answer, label: &str) -> Value {
        self.world.try_control("component", &press(user, on, label)).await
    }

    /// Somebody chooses from the menu of a message.
    pub async fn choose(&self, user: &str, on: &Answer, value: &str) -> Answer {
        let custom_id = on.menu()["custom_id"].clone();
        let request = json!({ "user": user, "message": on.id(), "custom_id": custom_id, "values": [value] });
        Answer(self.world.control("component", &request).await)
    }

    /// Somebody opens the form of the Move button and sends a move.
    pub async fn write_move(&self, user: &str, on: &Answer, mv: &str) -> Answer {
        let form = self.press(user, on, "Move").await;
        self.send_form(user, &form, mv).await
    }

    /// Somebody sends the form that they were shown.
    pub async fn send_form(&self, user: &str, form: &Answer, mv: &str) -> Answer {
        assert_eq!(form.0["type"], "modal", "a form: {form:?}");
        assert_eq!(form.0["modal"]["fields"][0]["custom_id"], "move");
        let request =
            json!({ "user": user, "custom_id": form.0["modal"]["custom_id"], "fields": { "move": mv } });
        Answer(self.world.control("modal", &request).await)
    }

    /// A message as it stands now.
    pub async fn message(&self, of: &Answer) -> Answer {
        let id = of.id().to_owned();
        self.world.wait("the message", |messages| find(messages, &id).cloned()).await
    }

    /// Waits until a message has lost its buttons.
    pub async fn without_buttons(&self, of: &Answer) -> Answer {
        let id = of.id().to_owned();
        let lost = |message: &&Value| components(message).next().is_none();
        self.world.wait("the end of the buttons", |messages| find(messages, &id).filter(lost).cloned()).await
    }

    /// Messages that everyone sees.
    pub async fn public_messages(&self) -> usize {
        self.world.messages().await.iter().filter(|one| is_public(one)).count()
    }

    /// The newest board of a game, or of any game for 0. Waits for it to be posted.
    pub async fn newest_board(&self, game: usize) -> Answer {
        let board = self
            .world
            .wait("a board", |messages| {
                messages
                    .iter()
                    .rfind(|one| board_of(one).is_some_and(|(of, _)| game == 0 || of == game))
                    .cloned()
            })
            .await;
        self.noted(board).await
    }

    /// The board of a game at a ply. Waits for it.
    pub async fn board(&self, game: usize, ply: usize) -> Answer {
        let board = self
            .world
            .wait("a board", |messages| {
                messages.iter().rfind(|one| board_of(one) == Some((game, ply))).cloned()
            })
            .await;
        self.noted(board).await
    }

    /// A board as soon as the bot that runs here has noted where it stands.
    async fn noted(&self, board: Answer) -> Answer {
        let (game, ply) = board_of(board.shown()).expect("it is a board");
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        let noted = async {
            while self.app.is_some() {
                let stored = play::game::load(self.play(), store::GameId::new(game as u64))
                    .await
                    .expect("it is stored");
                if stored.board.is_some_and(|board| board.ply as usize >= ply) {
                    break;
                }
                ticks.tick().await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, noted).await.is_ok(), "a board was not noted: {board:?}");
        board
    }

    /// Every message that showed a game at this ply when it was posted.
    pub async fn posts(&self, game: usize) -> Vec<Answer> {
        let heading = format!("**XIMA #{game}**");
        let messages = self.world.messages().await;
        messages
            .into_iter()
            .filter(|one| {
                is_public(one) && one["content"].as_str().is_some_and(|text| text.starts_with(&heading))
            })
            .map(|message| Answer::of(&message))
            .collect()
    }

    /// Every message, seen by everyone or by one.
    pub async fn all_messages(&self) -> Vec<Answer> {
        self.world.messages().await.into_iter().map(|message| Answer::of(&message)).collect()
    }

    /// How many games were opened.
    pub async fn openings(&self) -> usize {
        let messages = self.world.messages().await;
        messages
            .iter()
            .filter(|one| one["content"].as_str().is_some_and(|text| text.contains("the game begins")))
            .count()
    }

    /// How many games are running.
    pub async fn running(&self) -> usize {
        play::game::of_server(self.play(), self.server(), 1000).await.expect("the database works").len()
    }

    /// Begins a game in which the first named has the first move; its board.
    pub async fn game(&self, first: &str, second: &str) -> Answer {
        let options = json!({ "opponent": second, "colour": "red" });
        let made = self.command(first, "challenge", options).await;
        let begun = self.press(second, &made, "Accept").await;
        self.newest_board(begun.begun()).await
    }

    /// A channel or thread as the stand-in knows it.
    pub async fn place(&self, id: &str) -> Value {
        let state = self.world.look("state").await;
        let mut places = state["channels"].as_array().expect("a list").iter();
        places.find(|place| place["id"] == id).cloned().unwrap_or_else(|| panic!("{id} is gone: {state}"))
    }

    /// Begins a game of more than two from a lobby; its board.
    pub async fn party(&self, people: &[&str]) -> Answer {
        let lobby = self.command(people[0], "lobby", json!({ "players": people.len() })).await;
        for guest in &people[1..] {
            self.press(guest, &lobby, "Join").await;
        }
        let begun = self.press(people[0], &lobby, "Start").await;
        self.newest_board(begun.begun()).await
    }

    /// The last post of a game, which nobody can resign any more. Waits for it.
    pub async fn end(&self, game: usize) -> Answer {
        let over = |one: &&Value| {
            let of = board_of(one).is_some_and(|(of, _)| of == game);
            of && !components(one).any(|button| button["label"] == "Resign")
        };
        self.world.wait("the end of the game", |messages| messages.iter().rfind(over).cloned()).await
    }

    /// A game as soon as a person is to move in it, or it is over, and its newest board shows that.
    pub async fn answered(&self, game: u64) -> play::Game {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        let answered = async {
            loop {
                let now =
                    play::game::load(self.play(), store::GameId::new(game)).await.expect("it is stored");
                let thinks = now.to_move().is_some_and(|player| player.computer().is_some());
                if !thinks && now.board.is_some_and(|board| board.ply == now.hosted.ply()) {
                    return now;
                }
                ticks.tick().await;
            }
        };
        tokio::time::timeout(PATIENCE, answered).await.expect("a computer answers")
    }

    /// Who is to move on a board, by name.
    pub fn to_move(&self, board: &Answer) -> String {
        let ids = self.world.ids.lock().expect("nobody panics while holding it");
        let mention = |id: &String| board.content().contains(&format!("<@{id}>"));
        ids.iter().find(|(_, id)| mention(id)).map(|(name, _)| name.clone()).expect("somebody is to move")
    }

    /// Moves every clock on and does what has fallen due.
    pub async fn advance(&self, time: Duration) {
        let seconds = time.as_secs();
        self.world.control("clock", &json!({ "advance_s": seconds })).await;
        self.clock.advance(time::Duration::seconds(i64::try_from(seconds).expect("a test's length")));
        self.work().await;
    }

    /// Does what is due now.
    pub async fn work(&self) {
        if self.app.is_some() {
            job::once(self.bot()).await.expect("the database works");
        }
    }

    /// The address of the database, for a process.
    pub fn database_url(&self) -> String {
        self.database.options().to_url_lossy().to_string()
    }

    /// Changes something in the database by hand.
    pub async fn execute(&self, sql: &'static str) {
        sqlx::query(sql).execute(self.database.pool()).await.expect("the database works");
    }

    /// A number from the database.
    pub async fn row(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(self.database.pool()).await.expect("the database works")
    }

    /// Waits until a number in the database is as it should be.
    pub async fn until_row(&self, sql: &'static str, is_so: impl Fn(i64) -> bool) {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        let reached = async {
            while !is_so(self.row(sql).await) {
                ticks.tick().await;
            }
        };
        let reached = tokio::time::timeout(PATIENCE, reached).await;
        assert!(reached.is_ok(), "{sql}: still {}", self.row(sql).await);
    }

    /// All that the database holds, as text.
    pub async fn dump(&self) -> String {
        let mut dump = String::new();
        for table in [
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from game t",
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from move t",
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from seat t",
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from outbox t",
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from challenge t",
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from hint t",
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from player t",
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from server t",
        ] {
            let rows: String =
                sqlx::query_scalar(table).fetch_one(self.database.pool()).await.expect("the database works");
            dump.push_str(&rows);
            dump.push('\n');
        }
        dump
    }

    /// Waits until the bot is connected to the gateway.
    pub async fn until_connected(&self) {
        let online = async || (self.world.look("state").await["bot"]["online"] == true).then_some(());
        self.world.until("the connection", online).await;
    }

    /// As [`Bot::press`], without waiting for the answer.
    pub fn press_in_background(&self, user: &str, on: &Answer, label: &str) -> JoinHandle<Value> {
        self.world.in_background("component", &press(user, on, label))
    }

    /// Something goes wrong.
    pub async fn fault(&self, fault: Value) {
        self.world.control("fault", &fault).await;
    }

    /// Nothing that Discord would refuse was sent, and something was.
    pub async fn well(&self) {
        let seen = self.world.look("violations").await;
        assert_eq!(seen["violations"], json!([]), "what Discord would refuse");
        assert!(seen["checked"].as_u64() > Some(0), "nothing was checked");
        if std::env::var_os("XIMABOT_OPENAPI").is_some() {
            assert_eq!(seen["against"], "openapi");
        }
    }
}

async fn start_app(world: &World, database: &Database, clock: &Clock) -> App {
    let identity =
        Identity { token: SecretString::from(world.token()), api: Some(world.url()), shards: None };
    let mut app = App::start(database.another_pool(), clock.clone(), identity).await.expect("the bot starts");
    app.wait_for(Progress::Registered).await.expect("the bot comes up");
    app
}

fn press(user: &str, on: &Answer, label: &str) -> Value {
    let buttons = components(on.shown());
    let button =
        buttons.filter(|one| one["label"].as_str() == Some(label)).find_map(|one| one["custom_id"].as_str());
    let custom_id = button.unwrap_or_else(|| panic!("a button {label:?}: {:#}", on.0));
    json!({ "user": user, "message": on.id(), "custom_id": custom_id })
}

/// Game and ply of a message that shows a game as it stands.
fn board_of(message: &Value) -> Option<(usize, usize)> {
    let id = components(message).find_map(|one| one["custom_id"].as_str()?.strip_prefix("1.game.board."))?;
    let (game, ply) = id.split_once('.')?;
    is_public(message).then_some((game.parse().ok()?, ply.parse().ok()?))
}

fn find<'a>(messages: &'a [Value], id: &str) -> Option<&'a Value> {
    messages.iter().find(|message| message["id"] == id)
}
