//! `ximabot playground` as a person starts it: the real program with a fresh data folder.

use std::fs::{Permissions, set_permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// A running playground.
pub struct Bot {
    /// Where its page is: `http://127.0.0.1:PORT`.
    pub address: String,
    child: Child,
    // Its standard output stays open for as long as it runs.
    _output: Lines<BufReader<ChildStdout>>,
    _data: TempDir,
}

impl Bot {
    /// Starts it on a free port and waits until it tells its address.
    pub async fn start() -> Self {
        let data = tempfile::tempdir().expect("a data folder");
        // The database server may run as another user, who has to get in.
        set_permissions(data.path(), Permissions::from_mode(0o755)).expect("our own folder");
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let mut child = Command::new(env!("CARGO_BIN_EXE_ximabot"))
            .args(["playground", "--port", &port.to_string()])
            .env_remove("DATABASE_URL")
            .env_remove("DISCORD_TOKEN")
            .env("XIMABOT_DATA_DIR", data.path())
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let address = format!("http://127.0.0.1:{port}");
        let mut output = BufReader::new(child.stdout.take().expect("piped")).lines();
        loop {
            let line = output.next_line().await.expect("it can be read");
            let line = line.expect("it tells its address before it ends");
            if line.contains(&address) {
                break;
            }
        }
        Self { address, child, _output: output, _data: data }
    }

    /// What a path of the control API answers.
    pub async fn control(&self, path: &str) -> Value {
        let answer = reqwest::get(format!("{}/_control/{path}", self.address)).await.expect("it answers");
        answer.json().await.expect("JSON")
    }

    /// Has somebody use a command, and waits for the answer.
    pub async fn command(&self, user: &str, channel: &str, name: &str, options: Value) {
        let body = json!({ "user": user, "channel": channel, "name": name, "options": options });
        let request = reqwest::Client::new().post(format!("{}/_control/command", self.address)).json(&body);
        let answer = request.send().await.expect("it answers");
        let status = answer.status();
        let answer: Value = answer.json().await.expect("JSON");
        assert!(status.is_success(), "{user} used /{name} with {}: {answer}", body["options"]);
        assert_eq!(
            answer["message"]["ephemeral"], false,
            "{user} used /{name} with {}: {answer}",
            body["options"]
        );
    }

    /// Ends it as a service manager does, and checks that it ends well.
    pub async fn stop(mut self) {
        let pid = self.child.id().expect("it runs").to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await.expect("kill is there");
        let status = self.child.wait().await.expect("it ends");
        assert!(status.success(), "the playground ended with {status}");
    }
}
