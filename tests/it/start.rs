//! What hinders a start is said in one plain sentence, with an exit code that is not 0.

use std::process::{Command, Output};

use crate::harness::Bot;

fn ximabot(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ximabot"));
    command.args(arguments).env_clear().env("PATH", "/usr/bin:/bin").env("RUST_LOG", "error");
    command.envs(environment.iter().copied()).output().expect("the binary starts")
}

#[track_caller]
fn check(output: &Output, sentence: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "an exit code that is not 0");
    assert!(said.contains(sentence), "expected {sentence:?} in {said:?}");
    assert_eq!(said.trim().lines().count(), 1, "one sentence: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_token() {
    let bot = Bot::without_app().await;
    let (api, database) = (bot.world.url(), bot.database_url());
    for slash in ["", "/", "/api/v10", "/api/v10/"] {
        let api = format!("{api}{slash}");
        let environment =
            [("DISCORD_TOKEN", "wrong"), ("XIMABOT_DISCORD_API", &*api), ("DATABASE_URL", &*database)];
        check(&ximabot(&["run"], &environment), "Discord refuses the token in DISCORD_TOKEN");
    }
}

#[test]
fn no_token() {
    check(&ximabot(&["run"], &[]), "DISCORD_TOKEN is not set");
}

#[test]
fn no_postgresql() {
    let nothing = tempfile::tempdir().unwrap();
    let folder = nothing.path().to_str().unwrap();
    check(
        &ximabot(&["migrate"], &[("XIMABOT_PG_BIN", folder), ("XIMABOT_DATA_DIR", folder)]),
        "does not hold the PostgreSQL server's binaries",
    );
}

#[test]
fn an_unreachable_database() {
    let environment = [("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing")];
    check(&ximabot(&["migrate"], &environment), "the database at 127.0.0.1:1 cannot be reached");
    check(&ximabot(&["migrate"], &[("DATABASE_URL", "mysql://x")]), "DATABASE_URL is no PostgreSQL address");
}

#[test]
fn an_unreachable_discord() {
    let environment = [
        ("DISCORD_TOKEN", "x"),
        ("XIMABOT_DISCORD_API", "http://127.0.0.1:1"),
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing"),
    ];
    check(&ximabot(&["run"], &environment), "cannot be reached");
}

#[test]
fn a_port_in_use() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = ximabot(&["playground", "--port", &port], &[]);
    check(&output, "cannot be used");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said.matches("os error").count(), 1, "the cause once: {said}");
}

#[cfg(unix)]
#[test]
fn a_data_folder_that_the_server_cannot_enter() {
    use std::os::unix::fs::PermissionsExt as _;
    let barred = tempfile::tempdir().unwrap();
    // As root the server runs as somebody else, who cannot enter; otherwise nobody can.
    let (mode, sentence) = if rustix::process::geteuid().is_root() {
        (0o700, "cannot enter")
    } else {
        (0o000, "cannot be used")
    };
    std::fs::set_permissions(barred.path(), std::fs::Permissions::from_mode(mode)).unwrap();
    let folder = barred.path().join("data");
    check(&ximabot(&["migrate"], &[("XIMABOT_DATA_DIR", folder.to_str().unwrap())]), sentence);
}

#[test]
fn an_address_of_discord_without_a_scheme() {
    let environment = [
        ("DISCORD_TOKEN", "x"),
        ("XIMABOT_DISCORD_API", "127.0.0.1:8080"),
        ("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing"),
    ];
    let output = ximabot(&["doctor"], &environment);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("scheme, host and port"), "{output:?}");
}

#[test]
fn shards_that_cannot_be_read() {
    check(
        &ximabot(&["run"], &[("DISCORD_TOKEN", "x"), ("XIMABOT_SHARDS", "4/4")]),
        "XIMABOT_SHARDS is written like 0-1/4",
    );
}
