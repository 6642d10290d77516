//! A PostgreSQL server of our own, for people who have the binaries but no server.
//!
//! It lives in the data directory, listens on a Unix socket only, and ends with the process that started it:
//!
//! ```text
//! DATA/lock            held while a ximabot uses the directory
//! DATA/postgres/       the database cluster, 0700, of the server's user
//! DATA/socket/         the socket, 0700, of the server's user (in /tmp where this path would be too long)
//! DATA/postgres.log    what the server says; the one before is postgres.log.1
//! ```

mod account;
mod binaries;
mod cluster;

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getppid, kill_process, set_parent_process_death_signal};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};
use tokio::sync::watch;

use account::Account;
use binaries::Binaries;
use cluster::Cluster;

#[cfg(feature = "testing")]
pub(crate) mod parts {
    //! What the server that tests share is made of.
    pub(crate) use super::account::Account;
    pub(crate) use super::binaries::Binaries;
    pub(crate) use super::blocking;
    pub(crate) use super::cluster::{Care, Cluster, end_left_over, socket_options};
}

/// How long a server may take to come up: after a crash it first reads its log.
const START: Duration = Duration::from_mins(1);
/// How long a server may take to end.
const STOP: Duration = Duration::from_secs(30);
/// Between two looks at a server that comes up or ends.
const LOOK: Duration = Duration::from_millis(10);
/// The size from which the log of the server is set aside at a start.
const LONG_LOG: u64 = 1 << 20;

/// A running server. Dropping it asks the server to end; [`Server::stop`] waits for that.
#[derive(Debug)]
pub struct Server {
    options: PgConnectOptions,
    process: Process,
}

/// Why there is no local server: one plain sentence each.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No binaries in any of the usual places.
    #[error(
        "no PostgreSQL server was found: install PostgreSQL, or name the folder of its binaries in XIMABOT_PG_BIN"
    )]
    NoBinaries,
    /// The named folder is not one.
    #[error("{0} does not hold the PostgreSQL server's binaries initdb and postgres")]
    NotBinaries(PathBuf),
    /// The data directory is of another version, and only that version can read it.
    #[error("the data in {folder} needs PostgreSQL {version}, which was not found")]
    OtherVersion {
        /// The cluster.
        folder: PathBuf,
        /// The major version that made it.
        version: String,
    },
    /// Neither the data directory was named nor the user's folder is known.
    #[error("the user's data folder is not known: name a folder in XIMABOT_DATA_DIR")]
    NoDataFolder,
    /// We are root, and PostgreSQL refuses to be.
    #[error("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")]
    NoAccount,
    /// A folder above the data, or the data directory itself, is closed to the server's user.
    #[error(
        "the user {user}, as whom PostgreSQL runs, cannot enter {barrier}: name another data folder in XIMABOT_DATA_DIR"
    )]
    Barred {
        /// The server's user.
        user: String,
        /// The first folder, from the root, that bars the way.
        barrier: PathBuf,
    },
    /// Another instance holds the lock.
    #[error("another ximabot is using the data folder {0}")]
    InUse(PathBuf),
    /// A folder cannot be made, opened or owned.
    #[error("the folder {folder} cannot be used: {reason}")]
    Folder {
        /// Which.
        folder: PathBuf,
        /// Why, in the system's words.
        reason: String,
    },
    /// `initdb` failed.
    #[error("PostgreSQL could not set up its data in {folder}: {reason}")]
    SetUp {
        /// The data directory.
        folder: PathBuf,
        /// The last thing it said.
        reason: String,
    },
    /// The server did not come up.
    #[error("PostgreSQL did not start: {reason} (its log is {log})")]
    Start {
        /// The last thing it said.
        reason: String,
        /// Where the rest stands.
        log: PathBuf,
    },
    /// A server of an instance that was killed is still there.
    #[error("an earlier PostgreSQL server on this data folder, process {0}, does not end")]
    LeftOver(i32),
}

impl Server {
    /// Starts the server of a data directory, setting it up first if it is new.
    ///
    /// The binaries are those in `bin`, else the newest in the usual places. When we are root the server runs as the user
    /// `postgres`, else `nobody`. A server that a killed instance left behind is waited for.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn start(data_dir: &Path, bin: Option<&Path>) -> Result<Server, Error> {
        let (data_dir, bin) = (data_dir.to_owned(), bin.map(Path::to_owned));
        let ground = blocking(move || Ground::prepare(&data_dir, bin.as_deref())).await?;
        let options = ground.cluster.options();
        // A server that was killed by force leaves its shared memory to its children, which need a moment to see it.
        let give_up = Instant::now() + STOP;
        let process = loop {
            match Process::start(&ground).await {
                Ok(process) => break process,
                Err(reason)
                    if reason.contains("pre-existing shared memory block") && Instant::now() < give_up =>
                {
                    tokio::time::sleep(LOOK).await;
                }
                Err(reason) => return Err(Error::Start { reason, log: ground.log }),
            }
        };
        let server = Server { options, process };
        match server.create_database().await {
            Ok(()) => Ok(server),
            Err(error) => {
                server.stop().await;
                Err(Error::Start { reason: error.to_string(), log: ground.log })
            }
        }
    }

    /// How to connect to the database of the bot.
    pub fn options(&self) -> PgConnectOptions {
        self.options.clone().database(cluster::USER)
    }

    /// Resolves when the server has ended, also when it was not asked to.
    pub fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut ended = self.process.ended.clone();
        async move {
            // Its thread tells of the end; without the thread there is no server either.
            ended.wait_for(|ended| *ended).await.ok();
        }
    }

    /// Ends the server, breaking off what its clients are doing, and waits for its end.
    pub async fn stop(mut self) {
        self.process.end().await;
    }

    async fn create_database(&self) -> Result<(), sqlx::Error> {
        let mut connection = PgConnection::connect_with(&self.options).await?;
        let database: Option<i32> = sqlx::query_scalar("select 1 from pg_database where datname = $1")
            .bind(cluster::USER)
            .fetch_optional(&mut connection)
            .await?;
        if database.is_none() {
            sqlx::query("create database ximabot").execute(&mut connection).await?;
        }
        connection.close().await
    }
}

/// The folder that is used when none is named: the user's data folder, and for root one that the server's user can enter.
///
/// # Errors
/// [`Error::NoDataFolder`] when the environment does not tell.
pub fn default_data_dir() -> Result<PathBuf, Error> {
    if rustix::process::geteuid().is_root() {
        return Ok(PathBuf::from("/var/lib/ximabot"));
    }
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    let below_home = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    folder("XDG_DATA_HOME")
        .or_else(|| Some(folder("HOME")?.join(below_home)))
        .map(|folder| folder.join("ximabot"))
        .ok_or(Error::NoDataFolder)
}

/// How to connect to the server that another ximabot runs on this data directory, named as in [`Error::InUse`].
pub fn running(data_dir: &Path) -> PgConnectOptions {
    cluster::socket_options(&cluster::within_limit(data_dir.join("socket"))).database(cluster::USER)
}

/// All that is done before a server can be started.
struct Ground {
    cluster: Cluster,
    log: PathBuf,
    lock: Arc<File>,
}

impl Ground {
    fn prepare(data_dir: &Path, bin: Option<&Path>) -> Result<Ground, Error> {
        let account = Account::of_server()?;
        let named = data_dir.to_owned();
        let in_folder = |error: io::Error| folder_error(&named, &error);
        // Asked before anything is made, of what is there, and again of the whole way.
        let data_dir = std::path::absolute(data_dir).map_err(in_folder)?;
        let there = data_dir.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
        account.check_way(&there.canonicalize().map_err(in_folder)?)?;
        if there != data_dir {
            fs::create_dir_all(&data_dir).map_err(in_folder)?;
            if account.is_another() {
                // Whatever our umask: the server's user must come through. What it keeps inside is its own alone.
                fs::set_permissions(&data_dir, fs::Permissions::from_mode(0o755)).map_err(in_folder)?;
            }
        }
        let data_dir = data_dir.canonicalize().map_err(in_folder)?;
        account.check_way(&data_dir)?;
        let lock = File::create(data_dir.join("lock")).map_err(in_folder)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::InUse(data_dir)),
            Err(TryLockError::Error(error)) => return Err(in_folder(error)),
        }
        let folder = data_dir.join("postgres");
        cluster::end_left_over(&folder)?;
        let binaries = Binaries::find(bin, &folder)?;
        let cluster =
            Cluster::set_up(binaries, account, folder, data_dir.join("socket"), cluster::Care::Durable)?;
        let log = data_dir.join("postgres.log");
        if log.metadata().is_ok_and(|log| log.len() > LONG_LOG) {
            fs::rename(&log, data_dir.join("postgres.log.1")).map_err(in_folder)?;
        }
        Ok(Ground { cluster, log, lock: Arc::new(lock) })
    }
}

/// A server process that has a thread of ours waiting for it.
#[derive(Debug)]
struct Process {
    pid: Pid,
    ended: watch::Receiver<bool>,
}

impl Process {
    /// Starts a server and waits until it answers.
    ///
    /// # Errors
    /// Says why it does not.
    async fn start(ground: &Ground) -> Result<Process, String> {
        let in_words = |error: io::Error| error.to_string();
        let log = File::options().read(true).append(true).create(true).open(&ground.log).map_err(in_words)?;
        let said = log.metadata().map_err(in_words)?.len();
        let mut command = ground.cluster.server();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log.try_clone().map_err(in_words)?);
        die_with_parent(&mut command);
        let mut process = Process::spawn(command, Arc::clone(&ground.lock)).map_err(in_words)?;
        let options = ground.cluster.options();
        let give_up = Instant::now() + START;
        loop {
            match PgConnection::connect_with(&options).await {
                Ok(connection) => {
                    drop(connection.close().await);
                    return Ok(process);
                }
                Err(_) if *process.ended.borrow() => return Err(last_words(log, said)),
                Err(error) if Instant::now() > give_up => {
                    process.end().await;
                    return Err(error.to_string());
                }
                Err(_) => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Starts the process from a thread that stays for as long as the process does: the signal for the parent's death comes
    /// with the death of the very thread that started it. The lock is held just as long.
    fn spawn(mut command: Command, lock: Arc<File>) -> io::Result<Process> {
        let (started, start) = mpsc::channel();
        let (end, ended) = watch::channel(false);
        thread::Builder::new().name("postgres".to_owned()).spawn(move || match command.spawn() {
            Ok(mut child) => {
                drop(started.send(Ok(child.id())));
                let status = child.wait();
                tracing::debug!(?status, "the local PostgreSQL server has ended");
                drop(lock);
                end.send_replace(true);
            }
            Err(error) => drop(started.send(Err(error))),
        })?;
        let id = start.recv().expect("the thread tells of the start")?;
        let pid = i32::try_from(id).ok().and_then(Pid::from_raw).expect("a child has a process id");
        Ok(Process { pid, ended })
    }

    /// Asks for a fast shutdown and waits for it.
    async fn end(&mut self) {
        self.interrupt();
        if tokio::time::timeout(STOP, self.ended.wait_for(|ended| *ended)).await.is_err() {
            tracing::warn!(pid = self.pid.as_raw_pid(), "the local PostgreSQL server does not end");
        }
    }

    /// Asks for a fast shutdown.
    fn interrupt(&self) {
        if !*self.ended.borrow() {
            // It may end by itself in this very moment.
            kill_process(self.pid, Signal::INT).ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.interrupt();
    }
}

/// Has the server end, fast, when we are gone without having stopped it.
///
/// Set after the change of user, which would clear it (`pre_exec` comes last before the start of the program). Elsewhere
/// than on Linux, a server that was left over is found and ended at the next start.
fn die_with_parent(command: &mut Command) {
    let parent = rustix::process::getpid();
    let before_start = move || {
        set_parent_process_death_signal(Some(Signal::INT))?;
        // We may have died before that.
        if getppid() == Some(parent) { Ok(()) } else { Err(io::Error::other("the parent is gone")) }
    };
    if cfg!(any(target_os = "linux", target_os = "android")) {
        #[expect(unsafe_code, reason = "two system calls between fork and exec, without allocation or locks")]
        unsafe {
            command.pre_exec(before_start);
        }
    }
}

/// The last complaint in the log after the first `said` bytes.
fn last_words(mut log: File, said: u64) -> String {
    let mut text = Vec::new();
    let read = log.seek(SeekFrom::Start(said)).and_then(|_| log.read_to_end(&mut text));
    if let Err(error) = read {
        return error.to_string();
    }
    complaint(&String::from_utf8_lossy(&text))
}

/// What a program of PostgreSQL complained of, from all that it printed.
fn complaint(text: &str) -> String {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let after =
        |mark: &str| lines().filter_map(|line| Some(line.split_once(mark)?.1.trim().to_owned())).next_back();
    ["FATAL:", "PANIC:", "error:", "ERROR:"]
        .into_iter()
        .find_map(after)
        .or_else(|| lines().next_back().map(str::to_owned))
        .unwrap_or_else(|| "it gave no reason".to_owned())
}

fn folder_error(folder: &Path, error: &io::Error) -> Error {
    Error::Folder { folder: folder.to_owned(), reason: error.to_string() }
}

/// Runs what waits on files and processes where it holds nobody up.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(value) => value,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => unreachable!("blocking work is never cancelled"),
        },
    }
}

#[cfg(test)]
mod tests;
