//! Killed at any point: nothing that was acknowledged is lost, and nothing is posted twice. Real processes, really killed.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use crate::harness::{Answer, Bot};

/// A bot in a process of its own, on the test's database and stand-in.
async fn process(bot: &Bot) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ximabot"))
        .arg("run")
        .env("DISCORD_TOKEN", bot.world.token())
        .env("XIMABOT_DISCORD_API", bot.world.url())
        .env("DATABASE_URL", bot.database_url())
        .env("RUST_LOG", "info")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the binary starts");
    let log = child.stderr.take().expect("it is piped");
    let mut lines = BufReader::new(log).lines();
    let mut before = Vec::new();
    loop {
        match lines.next_line().await.expect("the log can be read") {
            Some(line) if line.contains("the commands are registered") => break,
            Some(line) => before.push(line),
            None => panic!("the bot has ended: {before:#?}"),
        }
    }
    // The rest is read and forgotten, so that the process never waits for a reader.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    child
}

async fn kill(mut child: Child) {
    child.kill().await.expect("it was running");
}

/// A game in a world whose bot is a process.
async fn begun() -> (Bot, Child, Answer) {
    let bot = Bot::without_app().await;
    let child = process(&bot).await;
    let board = bot.game("ana", "boris").await;
    // Until the board is noted, so that the kill hits what the test means.
    until_marked(&bot, 1).await;
    (bot, child, board)
}

/// Waits until so many posts are marked as done.
async fn until_marked(bot: &Bot, posts: i64) {
    bot.until_row("select count(*) from outbox where done_at is not null", |count| count >= posts).await;
}

/// A press of Move and a sent form, whose answer nobody will see.
async fn move_into_the_void(bot: &Bot, board: &Answer) -> tokio::task::JoinHandle<Value> {
    let form = bot.press("ana", board, "Move").await;
    let request =
        json!({ "user": "ana", "custom_id": form.0["modal"]["custom_id"], "fields": { "move": "-G2" } });
    bot.world.in_background("modal", &request)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_before_the_commit_nothing_has_happened() {
    let (mut bot, child, board) = begun().await;
    // Another session holds the row: the process waits for it within its transaction.
    let mut other = bot.database().begin().await.unwrap();
    store::game::lock(&mut *other, store::GameId::new(1)).await.unwrap();
    let form = move_into_the_void(&bot, &board).await;
    bot.until_row("select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", |count| count > 0).await;
    kill(child).await;
    other.rollback().await.unwrap();
    form.await.unwrap();
    bot.start_again().await;
    bot.advance(Duration::from_mins(1)).await;
    assert_eq!(bot.posts(1).await.len(), 1, "only the opening");
    // The old button works, and the move is made once.
    bot.write_move("ana", &board, "-G2").await;
    bot.board(1, 1).await;
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_after_the_commit_the_turn_is_posted_by_the_next() {
    let (mut bot, child, board) = begun().await;
    // Discord takes nothing while the process lives.
    bot.fault(json!({ "kind": "status", "match": "/webhooks/", "status": 503, "count": 1000 })).await;
    let form = move_into_the_void(&bot, &board).await;
    bot.until_row("select ply::bigint from game", |ply| ply == 1).await;
    kill(child).await;
    bot.fault(json!({ "kind": "restore" })).await;
    form.abort();
    bot.start_again().await;
    bot.advance(Duration::from_mins(1)).await;
    let turn = bot.board(1, 1).await;
    assert_eq!(turn.pinged(), [bot.id("boris")]);
    assert_eq!(bot.posts(1).await.len(), 2, "the opening and one turn");
    bot.write_move("boris", &turn, "-G4").await;
    bot.board(1, 2).await;
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_after_the_post_it_is_not_posted_twice() {
    let (mut bot, child, board) = begun().await;
    // Whoever marks a post waits for a lock that the test holds: the post goes out and is not noted.
    let form = bot.press("ana", &board, "Move").await;
    bot.execute("create function hold() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return new; end $$").await;
    bot.execute("create trigger hold before update on outbox for each row execute function hold()").await;
    let mut other = bot.database().begin().await.unwrap();
    sqlx::query("select pg_advisory_xact_lock(1)").execute(&mut *other).await.unwrap();
    let request =
        json!({ "user": "ana", "custom_id": form.0["modal"]["custom_id"], "fields": { "move": "-G2" } });
    let sent = bot.world.in_background("modal", &request);
    bot.board(1, 1).await;
    kill(child).await;
    bot.until_row("select count(*) from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())", |waiting| waiting == 0).await;
    other.rollback().await.unwrap();
    bot.execute("drop trigger hold on outbox").await;
    sent.abort();
    assert_eq!(
        bot.row("select count(*) from outbox where ply = 1 and done_at is not null").await,
        0,
        "not noted"
    );
    bot.start_again().await;
    bot.advance(Duration::from_mins(1)).await;
    assert_eq!(
        bot.row("select count(*) from outbox where ply = 1 and done_at is not null").await,
        1,
        "noted now"
    );
    assert_eq!(bot.posts(1).await.len(), 2, "the opening and one turn");
    let turn = bot.board(1, 1).await;
    bot.write_move("boris", &turn, "-G4").await;
    bot.board(1, 2).await;
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_work_after_a_restart() {
    let (bot, child, board) = begun().await;
    kill(child).await;
    let child = process(&bot).await;
    bot.write_move("ana", &board, "-G2").await;
    bot.board(1, 1).await;
    kill(child).await;
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_opening_was_never_posted_is_found_and_posted() {
    let mut bot = Bot::without_app().await;
    let child = process(&bot).await;
    // The database has it, Discord does not: as after a crash between the two.
    bot.fault(json!({ "kind": "status", "match": "POST /channels/", "status": 503, "count": 1000 })).await;
    let made = bot.command("ana", "challenge", json!({ "opponent": "boris", "colour": "red" })).await;
    let press = bot.press_in_background("boris", &made, "Accept");
    bot.until_row("select count(*) from game", |games| games == 1).await;
    kill(child).await;
    press.abort();
    bot.fault(json!({ "kind": "restore" })).await;
    bot.start_again().await;
    bot.command("ana", "games", json!({})).await.says("**XIMA #1** against boris");
    bot.advance(Duration::from_mins(1)).await;
    let board = bot.newest_board(1).await;
    assert_eq!(bot.openings().await, 1);
    let question = bot.command("ana", "resign", json!({})).await;
    bot.press("ana", &question, "Resign").await;
    bot.end(1).await.says("broken off");
    bot.without_buttons(&board).await;
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_whose_answer_was_lost_is_not_posted_twice() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    // It is carried out, and the bot does not hear of it.
    bot.fault(json!({ "kind": "disconnect", "match": "POST /webhooks/", "count": 1 })).await;
    bot.write_move("ana", &board, "-G2").await;
    let turn = bot.board(1, 1).await;
    bot.advance(Duration::from_mins(1)).await;
    assert_eq!(bot.posts(1).await.len(), 2, "the opening and one turn");
    bot.write_move("boris", &turn, "-G4").await;
    bot.board(1, 2).await;
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_that_discord_puts_off_is_posted_by_one_only() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    // Longer than the time after which a worker posts it.
    let limit =
        json!({ "kind": "status", "match": "POST /webhooks/", "status": 429, "retry_after": 12, "count": 1 });
    bot.fault(limit).await;
    bot.write_move("ana", &board, "-G2").await;
    let turn = bot.board(1, 1).await;
    bot.advance(Duration::from_mins(1)).await;
    bot.write_move("boris", &turn, "-G4").await;
    bot.board(1, 2).await;
    assert_eq!(bot.posts(1).await.len(), 3, "the opening and two turns");
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_gets_one_thread() {
    let bot = Bot::start().await;
    bot.fault(json!({ "kind": "disconnect", "match": "/threads", "count": 1 })).await;
    let board = bot.game("ana", "boris").await;
    let state = bot.world.look("state").await;
    let threads: Vec<_> =
        state["channels"].as_array().unwrap().iter().filter(|one| one["type"] == "thread").collect();
    assert_eq!(threads.len(), 1, "{threads:?}");
    assert_eq!(threads[0]["id"], board.channel());
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_the_computer_thinks_its_turn_is_taken_up_once() {
    let mut bot = Bot::without_app().await;
    let child = process(&bot).await;
    // It may think, but its move waits for the game's lock.
    let options = json!({ "game": "XIMA", "level": 8, "colour": "red" });
    let begun = bot.command("ana", "play", options).await.begun();
    let board = bot.newest_board(begun).await;
    until_marked(&bot, 1).await;
    bot.write_move("ana", &board, "-G2").await;
    until_marked(&bot, 2).await;
    let mut other = bot.database().begin().await.unwrap();
    store::game::lock(&mut *other, store::GameId::new(1)).await.unwrap();
    bot.until_row("select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'", |count| count > 0).await;
    kill(child).await;
    other.rollback().await.unwrap();
    assert_eq!(bot.row("select count(*) from move").await, 1, "only ana's");
    bot.start_again().await;
    let turn = bot.board(1, 2).await;
    assert_eq!(turn.pinged(), [bot.id("ana")]);
    bot.advance(Duration::from_mins(1)).await;
    assert_eq!(bot.row("select count(*) from move").await, 2, "one answer");
    assert_eq!(bot.posts(1).await.len(), 3, "the opening and two turns");
    bot.well().await;
}
