use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use super::*;

async fn databases(options: &PgConnectOptions, name: &str) -> i64 {
    let mut connection = PgConnection::connect_with(&options.clone().database("postgres")).await.unwrap();
    sqlx::query_scalar("select count(*) from pg_database where datname = $1")
        .bind(name)
        .fetch_one(&mut connection)
        .await
        .unwrap()
}

#[tokio::test]
async fn each_test_has_a_migrated_database_of_its_own() {
    let (one, two) = (database().await, database().await);
    let insert = "insert into server (id) values (1)";
    sqlx::query(insert).execute(&*one).await.unwrap();
    sqlx::query(insert).execute(&*two).await.unwrap();
    let count: i64 =
        sqlx::query_scalar("select count(*) from server").fetch_one(&one.another_pool()).await.unwrap();
    assert_eq!(count, 1);
}

#[tokio::test]
async fn a_database_goes_with_its_test() {
    let database = database().await;
    let (options, name) = (database.options(), database.name.clone());
    // Connected still, which does not save it.
    let connection = database.acquire().await.unwrap();
    assert_eq!(databases(&options, &name).await, 1);
    drop(database);
    assert_eq!(databases(&options, &name).await, 0);
    drop(connection);
}

/// A process that is killed, and with it the rest of its kind, neither takes the server from the others nor keeps it.
#[tokio::test]
async fn another_process_shares_the_server_and_may_be_killed() {
    const CHILD: &str = "STORE_TEST_CHILD";
    let ours = database().await;
    let server: String =
        sqlx::query_scalar("select pg_postmaster_start_time()::text").fetch_one(&*ours).await.unwrap();
    if std::env::var_os(CHILD).is_some() {
        println!("\nserver {server} database {}", ours.name);
        std::io::stdout().flush().unwrap();
        // Until we are killed.
        std::io::stdin().read_line(&mut String::new()).unwrap();
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "--nocapture",
            "testing::tests::another_process_shares_the_server_and_may_be_killed",
        ])
        .env(CHILD, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let line = output.lines().map(Result::unwrap).find(|line| line.starts_with("server ")).unwrap();
    let (theirs, name) = line.strip_prefix("server ").unwrap().split_once(" database ").unwrap();
    assert_eq!(theirs, server);
    assert_ne!(name, ours.name);
    child.kill().unwrap();
    child.wait().unwrap();
    let one: i32 = sqlx::query_scalar("select 1").fetch_one(&ours.another_pool()).await.unwrap();
    assert_eq!(one, 1);
}
