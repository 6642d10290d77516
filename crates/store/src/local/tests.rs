use std::fs::Permissions;

use super::*;

/// A data folder of its own, short and open to the server's user.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix("xb-").tempdir_in("/tmp").unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    folder
}

async fn count(server: &Server) -> i64 {
    let mut connection = PgConnection::connect_with(&server.options()).await.unwrap();
    sqlx::query("create table if not exists kept (number bigint)").execute(&mut connection).await.unwrap();
    sqlx::query("insert into kept values (1)").execute(&mut connection).await.unwrap();
    let count = sqlx::query_scalar("select count(*) from kept").fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    count
}

async fn setting(server: &Server, name: &str) -> String {
    let mut connection = PgConnection::connect_with(&server.options()).await.unwrap();
    sqlx::query_scalar("select current_setting($1)").bind(name).fetch_one(&mut connection).await.unwrap()
}

#[tokio::test]
async fn keeps_what_was_written_over_a_restart() {
    let folder = folder();
    let server = Server::start(folder.path(), None).await.unwrap();
    assert_eq!(count(&server).await, 1);
    server.stop().await;
    let server = Server::start(folder.path(), None).await.unwrap();
    assert_eq!(count(&server).await, 2);
    for (name, value) in [("fsync", "on"), ("synchronous_commit", "on"), ("listen_addresses", "")] {
        assert_eq!(setting(&server, name).await, value, "{name}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_end_of_a_server_is_told() {
    let folder = folder();
    let server = Server::start(folder.path(), None).await.unwrap();
    let mut ended = std::pin::pin!(server.ended());
    let early = tokio::time::timeout(Duration::ZERO, ended.as_mut()).await;
    assert!(early.is_err(), "it runs");
    kill_process(server.process.pid, Signal::KILL).unwrap();
    ended.await;
    server.stop().await;
}

#[tokio::test]
async fn a_second_instance_is_refused_and_the_first_goes_on() {
    let folder = folder();
    let first = Server::start(folder.path(), None).await.unwrap();
    let second = Server::start(folder.path(), None).await.unwrap_err();
    let name = folder.path().canonicalize().unwrap();
    assert_eq!(second.to_string(), format!("another ximabot is using the data folder {}", name.display()));
    assert_eq!(count(&first).await, 1);
    first.stop().await;
}

#[tokio::test]
async fn the_server_of_a_running_instance_can_be_joined() {
    let folder = folder();
    let first = Server::start(folder.path(), None).await.unwrap();
    let Err(Error::InUse(name)) = Server::start(folder.path(), None).await else { panic!("not refused") };
    let mut connection = PgConnection::connect_with(&running(&name)).await.unwrap();
    let database: String =
        sqlx::query_scalar("select current_database()::text").fetch_one(&mut connection).await.unwrap();
    assert_eq!(database, "ximabot");
    connection.close().await.unwrap();
    first.stop().await;
}

#[tokio::test]
async fn a_dropped_server_ends_and_the_next_waits_for_it() {
    let folder = folder();
    let server = Server::start(folder.path(), None).await.unwrap();
    assert_eq!(count(&server).await, 1);
    let mut ended = server.process.ended.clone();
    drop(server);
    ended.wait_for(|ended| *ended).await.unwrap();
    let server = Server::start(folder.path(), None).await.unwrap();
    assert_eq!(count(&server).await, 2);
    server.stop().await;
}

/// An instance that is killed takes its server along; the next one waits for that and loses nothing.
#[tokio::test]
async fn a_killed_instance_leaves_no_server() {
    const CHILD: &str = "STORE_TEST_DATA";
    if let Some(folder) = std::env::var_os(CHILD) {
        let server = Server::start(Path::new(&folder), None).await.unwrap();
        println!("\nserver {} has {}", server.process.pid.as_raw_pid(), count(&server).await);
        // Until we are killed.
        io::stdin().read_line(&mut String::new()).unwrap();
        return;
    }
    let folder = folder();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "local::tests::a_killed_instance_leaves_no_server"])
        .env(CHILD, folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = io::BufReader::new(child.stdout.take().unwrap());
    let line =
        io::BufRead::lines(output).map(Result::unwrap).find(|line| line.starts_with("server ")).unwrap();
    let (pid, count_then) = line.strip_prefix("server ").unwrap().split_once(" has ").unwrap();
    assert_eq!(count_then, "1");
    let of_child = cluster::socket_options(&folder.path().canonicalize().unwrap().join("socket"));
    let mut connection = PgConnection::connect_with(&of_child).await.unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    if cfg!(target_os = "linux") {
        // The server is told at once, before anybody starts it again.
        let error = sqlx::query("select pg_sleep(3600)").execute(&mut connection).await.unwrap_err();
        assert!(
            sqlx::query("select 1").execute(&mut connection).await.is_err(),
            "only the query ended: {error}"
        );
    }
    let server = Server::start(folder.path(), None).await.unwrap();
    assert_ne!(server.process.pid.as_raw_pid().to_string(), pid);
    assert_eq!(count(&server).await, 2);
    server.stop().await;
}

#[tokio::test]
async fn the_socket_moves_where_the_data_folder_is_too_deep() {
    let folder = folder();
    let deep = folder.path().join("d".repeat(100)).join("e".repeat(100));
    let server = Server::start(&deep, None).await.unwrap();
    assert_eq!(count(&server).await, 1);
    let socket = server.options().get_socket().unwrap().clone();
    assert!(socket.starts_with("/tmp") && socket.as_os_str().len() < 40, "{}", socket.display());
    assert_eq!(fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o700);
    server.stop().await;
    fs::remove_dir(socket).unwrap();
}

#[tokio::test]
async fn a_folder_without_binaries_is_named() {
    let folder = folder();
    let error = Server::start(folder.path(), Some(Path::new("/tmp"))).await.unwrap_err();
    assert_eq!(error.to_string(), "/tmp does not hold the PostgreSQL server's binaries initdb and postgres");
}

#[tokio::test]
async fn a_data_folder_of_another_version_is_refused() {
    let folder = folder();
    fs::create_dir(folder.path().join("postgres")).unwrap();
    fs::write(folder.path().join("postgres/PG_VERSION"), "7\n").unwrap();
    let error = Server::start(folder.path(), None).await.unwrap_err();
    assert!(error.to_string().ends_with("/postgres needs PostgreSQL 7, which was not found"), "{error}");
}

#[tokio::test]
async fn damaged_data_gives_the_reason_in_one_line() {
    let folder = folder();
    Server::start(folder.path(), None).await.unwrap().stop().await;
    fs::remove_file(folder.path().join("postgres/global/pg_control")).unwrap();
    let error = Server::start(folder.path(), None).await.unwrap_err().to_string();
    assert!(error.starts_with("PostgreSQL did not start: ") && error.contains("pg_control"), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[tokio::test]
async fn a_folder_that_the_servers_user_cannot_enter_is_named_and_nothing_is_made_in_it() {
    let folder = folder();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    // Root comes through where its server's user does not; anybody else is the server's user.
    let root = rustix::process::geteuid().is_root();
    fs::set_permissions(&closed, Permissions::from_mode(if root { 0o700 } else { 0o000 })).unwrap();
    let error = Server::start(&closed.join("some/data"), None).await.unwrap_err().to_string();
    fs::set_permissions(&closed, Permissions::from_mode(0o700)).unwrap();
    let expected = format!(
        ", as whom PostgreSQL runs, cannot enter {}: name another data folder in XIMABOT_DATA_DIR",
        closed.display()
    );
    assert!(error.starts_with("the user ") && error.ends_with(&expected), "{error}");
    assert_eq!(fs::read_dir(&closed).unwrap().count(), 0);
}

#[track_caller]
fn check_complaint(text: &str, expected: &str) {
    assert_eq!(complaint(text), expected);
}

#[test]
fn the_complaint_is_the_line_that_says_most() {
    check_complaint(
        "2026-01-01 LOG:  starting\n2026-01-01 FATAL:  no room\n2026-01-01 LOG:  shut down\n",
        "no room",
    );
    check_complaint(
        "creating …\ninitdb: error: directory exists\ninitdb: hint: another\n",
        "directory exists",
    );
    check_complaint("postgres: not today\n\n", "postgres: not today");
    check_complaint("", "it gave no reason");
}
