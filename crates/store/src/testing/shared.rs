//! The server that all test processes of a target directory share.
//!
//! Every user holds the pipe `users` open for writing, and the system closes it for them however they end. A watcher, a few
//! lines of shell that outlive whoever started them, reads it: at the end of the pipe nobody is left, and it ends the
//! server. Joining and starting happen under the file lock `lock`:
//!
//! - the pipe has a reader: join by opening it;
//! - there is no pipe, or nobody reads it: wait for the end of an earlier server, then start one.
//!
//! The watcher takes the pipe away *before* it looks a last time whether somebody came, so that whoever could still open it
//! is served, and whoever comes later starts anew.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::sync::OnceCell;

use super::drop_database;
use crate::local;
use crate::local::parts::{Account, Binaries, Care, Cluster, blocking, end_left_over, socket_options};

/// How long the server may take to come up.
const START: Duration = Duration::from_mins(1);
/// Between two looks at a server that comes up.
const LOOK: Duration = Duration::from_millis(5);

/// Runs the server (the arguments after the first) until nobody holds the pipe any more; the first argument is its cluster.
/// A server that ends by itself takes the pipe away, by which its starter knows.
const WATCHER: &str = r#"
cluster=$1; shift
rm -f users && mkfifo -m 600 users || exit 1
{ "$@"; rm -f users; } &
exec 3<users
cat <&3 >/dev/null
rm -f users
cat <&3 >/dev/null
kill -INT "$(head -n 1 "$cluster/postmaster.pid")"
wait
"#;

/// The server, joined.
#[derive(Debug)]
pub(super) struct Shared {
    /// How to connect to its own database.
    pub(super) options: PgConnectOptions,
    /// The database that has all migrations.
    pub(super) template: String,
    /// Our end of the pipe, held for as long as the process lives.
    _user: File,
}

/// Why there is no server to be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    #[error(transparent)]
    Local(#[from] local::Error),
    #[error("{0}: {1}")]
    File(PathBuf, #[source] io::Error),
    #[error("the server did not start; its log is {0}")]
    Start(PathBuf),
    #[error(transparent)]
    Store(#[from] crate::Error),
    #[error(transparent)]
    Query(#[from] sqlx::Error),
}

/// Joins the server, once a process.
pub(super) async fn join() -> Result<&'static Shared, Error> {
    static SHARED: OnceCell<Shared> = OnceCell::const_new();
    SHARED.get_or_try_init(join_or_start).await
}

async fn join_or_start() -> Result<Shared, Error> {
    let account = Account::of_server()?;
    // Not in the target directory itself: the server's user may not be able to enter it.
    let folder = PathBuf::from(format!("/tmp/ximabot-test-{:016x}", number(&target_dir())));
    account.own(&folder)?;
    let in_folder = |error| Error::File(folder.clone(), error);
    let lock = File::create(folder.join("lock")).map_err(in_folder)?;
    let lock = blocking(move || lock.lock().map(|()| lock)).await.map_err(in_folder)?;

    let users = folder.join("users");
    let data = folder.join("data");
    let (user, options) = match open(&users) {
        Ok(user) => (user, socket_options(&folder)),
        Err(_) => start(account, &folder, &data, &users).await?,
    };
    let template = template(&options).await?;
    drop(lock);
    Ok(Shared { options, template, _user: user })
}

/// Starts the server and its watcher; our end of the pipe comes first of all.
async fn start(
    account: Account,
    folder: &Path,
    data: &Path,
    users: &Path,
) -> Result<(File, PgConnectOptions), Error> {
    let in_folder = |error| Error::File(folder.to_owned(), error);
    let bin = std::env::var_os("XIMABOT_PG_BIN").map(PathBuf::from);
    let (of_folder, of_data, of_account) = (folder.to_owned(), data.to_owned(), account.clone());
    let cluster = blocking(move || {
        end_left_over(&of_data)?;
        let binaries = match Binaries::find(bin.as_deref(), &of_data) {
            // Nothing in there is worth keeping.
            Err(local::Error::OtherVersion { .. }) => {
                fs::remove_dir_all(&of_data).ok();
                Binaries::find(bin.as_deref(), &of_data)
            }
            found => found,
        }?;
        Cluster::set_up(binaries, of_account, of_data, of_folder, Care::Disposable)
    })
    .await?;

    match fs::remove_file(users) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(in_folder(error)),
        _ => {}
    }
    let log_path = folder.join("log");
    let log = File::create(&log_path).map_err(in_folder)?;
    let server = cluster.server();
    let mut watcher = Command::new("sh");
    account.run(&mut watcher);
    // Nothing of ours stays open in it: who waits for the end of our output must not wait for the watcher.
    watcher
        .current_dir(folder)
        .args(["-c", WATCHER, "watcher"])
        .arg(data)
        .arg(server.get_program())
        .args(server.get_args())
        .stdin(Stdio::null())
        .stdout(log.try_clone().map_err(in_folder)?)
        .stderr(log)
        .process_group(0);
    let mut watcher = watcher.spawn().map_err(in_folder)?;

    let give_up = Instant::now() + START;
    let mut user = None;
    while Instant::now() < give_up {
        match &user {
            None => user = open(users).ok(),
            // The server has ended.
            Some(_) if !users.exists() => break,
            Some(_) => {
                if let Ok(connection) = PgConnection::connect_with(&cluster.options()).await {
                    clear(connection).await?;
                    // It outlives us; should it not, it is waited for here.
                    std::thread::spawn(move || watcher.wait());
                    return user.ok_or(Error::Start(log_path)).map(|user| (user, cluster.options()));
                }
            }
        }
        tokio::time::sleep(LOOK).await;
    }
    Err(Error::Start(log_path))
}

/// Opens the pipe for writing, if somebody reads it.
fn open(users: &Path) -> rustix::io::Result<File> {
    rustix::fs::open(users, OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())
        .map(File::from)
}

/// Drops what killed tests and older migrations left behind. Nobody else is there yet.
async fn clear(mut connection: PgConnection) -> Result<(), sqlx::Error> {
    let template = template_name();
    let left: Vec<String> = sqlx::query_scalar(
        "select datname from pg_database where datname ~ '^(test|template)_' and datname <> $1",
    )
    .bind(template)
    .fetch_all(&mut connection)
    .await?;
    for name in left {
        drop_database(&mut connection, &name).await?;
    }
    connection.close().await
}

/// Makes the template, unless it is there. We hold the lock.
async fn template(options: &PgConnectOptions) -> Result<String, Error> {
    let name = template_name();
    let mut connection = PgConnection::connect_with(options).await?;
    let found: Option<i32> = sqlx::query_scalar("select 1 from pg_database where datname = $1")
        .bind(&name)
        .fetch_optional(&mut connection)
        .await?;
    if found.is_none() {
        // It takes its name when it is whole.
        let unfinished = format!("{name}_new");
        drop_database(&mut connection, &unfinished).await?;
        sqlx::query(AssertSqlSafe(format!("create database {unfinished}"))).execute(&mut connection).await?;
        let pool =
            PgPoolOptions::new().max_connections(1).connect_lazy_with(options.clone().database(&unfinished));
        crate::migrate(&pool).await?;
        pool.close().await;
        sqlx::query(AssertSqlSafe(format!("alter database {unfinished} rename to {name}")))
            .execute(&mut connection)
            .await?;
    }
    connection.close().await?;
    Ok(name)
}

/// The name of the template, which changes with any migration.
fn template_name() -> String {
    let checksums: Vec<&[u8]> = crate::MIGRATIONS.iter().map(|migration| &*migration.checksum).collect();
    format!("template_{:016x}", number(&checksums))
}

/// The target directory whose tests we are: cargo marks it.
fn target_dir() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let marked = program
        .ancestors()
        .find(|folder| folder.join("CACHEDIR.TAG").exists() || folder.join(".rustc_info.json").exists());
    marked.or(program.parent()).unwrap_or(&program).to_owned()
}

fn number(value: &impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (value, rustix::process::geteuid().as_raw()).hash(&mut hasher);
    hasher.finish()
}
