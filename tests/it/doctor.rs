//! `ximabot doctor` beside a running bot: it says what is well and what is not, and changes nothing.

use clap::Parser as _;
use ximabot::config::Cli;
use ximabot::doctor;

use crate::harness::Bot;

async fn ask(bot: &Bot) -> (bool, String) {
    let (token, database, api) = (bot.world.token(), bot.database_url(), bot.world.url());
    let arguments = ["ximabot", "--token", token, "--database-url", &database, "--discord-api", &api];
    let mut said = Vec::new();
    let well = doctor::run(&Cli::parse_from(arguments).config, &mut said).await.expect("the doctor looks");
    (well, String::from_utf8(said).expect("it writes text"))
}

#[track_caller]
fn check((well, said): &(bool, String), sentences: &[&str]) {
    for sentence in sentences {
        assert!(said.contains(sentence), "expected {sentence:?} in {said}");
    }
    assert_eq!(*well, !said.contains("fault "), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_is_well_beside_a_running_bot() {
    let bot = Bot::start().await;
    let answer = ask(&bot).await;
    check(
        &answer,
        &[
            "ok    database: up to date (PostgreSQL ",
            "ok    games: 0 follow from their moves",
            "commands are registered",
            "ok    Discord: in 1 servers",
        ],
    );
    assert!(answer.0, "{}", answer.1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_missing_is_said_and_left_alone() {
    let bot = Bot::without_app().await;
    let forget = "delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)";
    sqlx::query(forget).execute(&**bot.database()).await.unwrap();
    let sentences =
        ["fault database: 1 migration is missing", "not registered yet: /challenge, /play, /lobby"];
    // A second look sees the same: the first has not migrated anything.
    for _ in 0..2 {
        let answer = ask(&bot).await;
        check(&answer, &sentences);
        assert!(!answer.0, "{}", answer.1);
    }
}
