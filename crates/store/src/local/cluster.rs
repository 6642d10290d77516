//! A database cluster on disk: setting it up, the server's command line, and a server left over on it.

use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::{Account, Binaries, Error, LOOK, STOP, complaint, folder_error};

/// The superuser of the cluster, and the name of the bot's database.
pub(crate) const USER: &str = "ximabot";
/// The port, which for a Unix socket is a part of its name.
const PORT: u16 = 5432;
/// The longest path of a socket, in bytes.
const LONGEST_SOCKET: usize = 107;

/// What a power cut may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Care {
    /// Nothing that was committed.
    Durable,
    /// Everything: the cluster holds nothing but what tests need while they run.
    Disposable,
}

/// A cluster that is set up.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    binaries: Binaries,
    account: Account,
    folder: PathBuf,
    socket: PathBuf,
    care: Care,
}

impl Cluster {
    /// Sets the cluster up in `folder`, unless it is there already, and the folder of its socket: `socket`, or one in `/tmp`
    /// where that would make the socket's path too long.
    pub(crate) fn set_up(
        binaries: Binaries,
        account: Account,
        folder: PathBuf,
        socket: PathBuf,
        care: Care,
    ) -> Result<Cluster, Error> {
        let socket = within_limit(socket);
        account.own(&socket)?;
        let cluster = Cluster { binaries, account, folder, socket, care };
        if !cluster.folder.exists() {
            cluster.create()?;
        }
        Ok(cluster)
    }

    /// How to connect to the cluster's own database, `postgres`.
    pub(crate) fn options(&self) -> PgConnectOptions {
        socket_options(&self.socket)
    }

    /// The command that runs the server, in a process group of its own: Ctrl-C is for us, who then stop it in our order.
    pub(crate) fn server(&self) -> Command {
        let mut command = self.command("postgres");
        command.arg("-D").arg(&self.folder).arg("-k").arg(&self.socket).args(["-p", &PORT.to_string()]);
        let durable = if self.care == Care::Durable { "on" } else { "off" };
        for setting in [
            "listen_addresses=",
            "unix_socket_permissions=0700",
            "logging_collector=off",
            "log_destination=stderr",
            "timezone=UTC",
            // Compiling a query takes longer than any of ours runs.
            "jit=off",
            &format!("fsync={durable}"),
            &format!("synchronous_commit={durable}"),
            &format!("full_page_writes={durable}"),
        ] {
            command.args(["-c", setting]);
        }
        if self.care == Care::Disposable {
            command.args(["-c", "max_connections=400", "-c", "max_wal_senders=0", "-c", "wal_level=minimal"]);
        }
        command.process_group(0);
        command
    }

    /// Runs `initdb` in a folder beside, which takes the cluster's name when it is whole.
    fn create(&self) -> Result<(), Error> {
        let unfinished = self.folder.with_extension("new");
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(|error| folder_error(&unfinished, &error))?;
        }
        self.account.own(&unfinished)?;
        let mut command = self.command("initdb");
        command
            .args(["--auth=trust", "--username", USER, "-E", "UTF8", "--locale=C.UTF-8", "-D"])
            .arg(&unfinished);
        if self.care == Care::Disposable {
            command.arg("--no-sync");
        }
        let failed = |reason| Error::SetUp { folder: self.folder.clone(), reason };
        let output = command.output().map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(complaint(&String::from_utf8_lossy(&output.stderr))));
        }
        fs::rename(&unfinished, &self.folder).map_err(|error| folder_error(&self.folder, &error))
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.binaries.program(program));
        self.account.run(&mut command);
        // Ours may be one that the server's user cannot enter.
        command.current_dir("/");
        command
    }
}

/// How to connect to the own database of the server whose socket is in this folder.
pub(crate) fn socket_options(socket: &Path) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(socket)
        .port(PORT)
        .username(USER)
        .database("postgres")
        .ssl_mode(PgSslMode::Disable)
}

/// Ends the server that an instance before us left on this cluster, if there is one. On Linux it has been told already, by
/// that instance's death.
pub(crate) fn end_left_over(cluster: &Path) -> Result<(), Error> {
    let Some(pid) = server_of(cluster) else { return Ok(()) };
    for (signal, patience) in [(Signal::INT, STOP), (Signal::QUIT, STOP / 2)] {
        tracing::info!(pid = pid.as_raw_pid(), "waiting for the end of an earlier PostgreSQL server");
        kill_process(pid, signal).ok();
        let give_up = Instant::now() + patience;
        while Instant::now() < give_up {
            if server_of(cluster) != Some(pid) {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
    }
    Err(Error::LeftOver(pid.as_raw_pid()))
}

/// The server that runs on this cluster, by its pid file.
fn server_of(cluster: &Path) -> Option<Pid> {
    let text = fs::read_to_string(cluster.join("postmaster.pid")).ok()?;
    let pid = text.lines().next()?.trim().parse().ok().and_then(Pid::from_raw)?;
    // The file may be older than the last start of the machine, and the number somebody else's by now.
    let is_server = if cfg!(target_os = "linux") {
        fs::read_link(format!("/proc/{}/cwd", pid.as_raw_pid())).is_ok_and(|folder| folder == cluster)
    } else {
        test_kill_process(pid).is_ok() && is_postgres(pid)
    };
    is_server.then_some(pid)
}

fn is_postgres(pid: Pid) -> bool {
    Command::new("ps")
        .args(["-o", "comm=", "-p", &pid.as_raw_pid().to_string()])
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("postgres"))
}

/// The folder of the socket: this one, or one in `/tmp` where the socket's path would be too long.
pub(crate) fn within_limit(socket: PathBuf) -> PathBuf {
    if fits(&socket) { socket } else { short(&socket) }
}

/// Whether a socket in this folder has a path that the system accepts.
fn fits(folder: &Path) -> bool {
    folder.join(format!(".s.PGSQL.{PORT}")).as_os_str().len() <= LONGEST_SOCKET
}

/// A short folder that stands for a long one.
fn short(folder: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    OsStr::as_bytes(folder.as_os_str()).hash(&mut hasher);
    PathBuf::from(format!("/tmp/ximabot-{:016x}", hasher.finish()))
}
