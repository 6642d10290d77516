//! A headless Chromium and what a person at it does: looks for something, clicks it, types.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::{Element, ElementRef};
use fantoccini::wd::TimeoutConfiguration;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Keys as `WebDriver` names them.
pub mod key {
    pub const TAB: &str = "\u{E004}";
    pub const ENTER: &str = "\u{E007}";
    pub const ESCAPE: &str = "\u{E00C}";
    pub const DOWN: &str = "\u{E015}";
}

/// The name under which `WebDriver` hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits in the page until the condition holds, looking again at every frame.
const UNTIL: &str = "
    const done = arguments[arguments.length - 1];
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const all = () => [...document.querySelectorAll(arguments[0])]
        .filter((element) => shown(element) && element.textContent.includes(arguments[1]));
    const look = () => {
        const found = CONDITION;
        if (found) done(found);
        else requestAnimationFrame(look);
    };
    look();
";

/// A browser window.
pub struct Browser {
    client: Client,
    _driver: Driver,
    _profile: TempDir,
}

/// A chromedriver, which ends with its windows, also when a test fails.
struct Driver {
    process: Child,
    port: u16,
    // It goes on to write there.
    _output: BufReader<ChildStdout>,
}

impl Browser {
    /// Opens a window of 1,280 by 900 at an address.
    pub async fn open(address: &str) -> Self {
        let driver = Driver::start();
        let profile = tempfile::tempdir().expect("a folder for the profile");
        let user_data = format!("--user-data-dir={}", profile.path().display());
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--force-prefers-reduced-motion",
            "--hide-scrollbars",
            "--lang=en-US",
            &user_data,
        ];
        let capabilities = json!({
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.as_object().expect("an object").clone())
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .expect("chromedriver opens a Chromium");
        client
            .update_timeouts(TimeoutConfiguration::new(Some(PATIENCE), Some(PATIENCE), None))
            .await
            .expect("timeouts can be set");
        let browser = Self { client, _driver: driver, _profile: profile };
        browser.resize(1280, 900).await;
        browser.client.goto(address).await.expect("the page opens");
        browser
    }

    /// Makes the page itself, without the window around it, so large.
    pub async fn resize(&self, width: u32, height: u32) {
        self.client.set_window_size(width, height).await.expect("the window can be resized");
        let inner = self.value("return [innerWidth, innerHeight];").await;
        let around = |side: usize, wanted: u32| {
            let got = u32::try_from(inner[side].as_u64().expect("a number")).expect("a size");
            wanted + wanted.saturating_sub(got)
        };
        self.client
            .set_window_size(around(0, width), around(1, height))
            .await
            .expect("the window can be resized");
    }

    /// The newest visible element that matches `css` and holds `text`, as soon as there is one.
    #[track_caller]
    pub fn see(&self, css: &str, text: &str) -> impl Future<Output = Element> {
        let caller = std::panic::Location::caller();
        async move {
            let found = self.until("all().at(-1)", css, text).await;
            let Ok(found) = found else {
                self.fail(&format!("{caller}: nothing appeared that matches {css} and holds {text:?}")).await
            };
            let id = found[ELEMENT].as_str().expect("an element").to_owned();
            Element::from_element_id(self.client.clone(), ElementRef::from(id))
        }
    }

    /// Waits until no visible element matches `css` and holds `text`.
    #[track_caller]
    pub fn see_gone(&self, css: &str, text: &str) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            if self.until("all().length === 0", css, text).await.is_err() {
                self.fail(&format!("{caller}: {css} with {text:?} stays")).await;
            }
        }
    }

    /// Clicks what [`see`](Self::see) finds; what is drawn anew in between is looked for once more.
    #[track_caller]
    pub fn click(&self, css: &str, text: &str) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            loop {
                match self.see(css, text).await.click().await {
                    Ok(()) => return,
                    Err(error) if error.is_stale_element_reference() => {}
                    Err(error) => {
                        self.fail(&format!("{caller}: {css} with {text:?} cannot be clicked: {error}")).await;
                    }
                }
            }
        }
    }

    /// Types into whatever has the focus.
    pub async fn keys(&self, text: &str) {
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(text).await.expect("it takes keys");
    }

    /// How many visible elements match `css` and hold `text` just now.
    pub async fn count(&self, css: &str, text: &str) -> u64 {
        let script = UNTIL.replace("CONDITION", "[all().length]");
        let found = self.client.execute_async(&script, vec![json!(css), json!(text)]).await;
        found.expect("the script runs")[0].as_u64().expect("a number")
    }

    /// What a script that starts with `return` says.
    pub async fn value(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.expect("the script runs")
    }

    /// What a script hands to the function that it finds as its last argument.
    pub async fn later(&self, script: &str) -> Value {
        self.client.execute_async(script, Vec::new()).await.expect("the script runs")
    }

    /// The width and height of the newest picture that matches `css`, once it has been loaded and decoded.
    #[track_caller]
    pub fn picture(&self, css: &str) -> impl Future<Output = (u64, u64)> {
        let seen = self.see(css, "");
        let script = "
            const done = arguments[1];
            const picture = [...document.querySelectorAll(arguments[0])].at(-1);
            picture.decode().then(() => done([picture.naturalWidth, picture.naturalHeight]), () => done([0, 0]));";
        async move {
            seen.await;
            let size = self.client.execute_async(script, vec![json!(css)]).await.expect("the script runs");
            (size[0].as_u64().expect("a width"), size[1].as_u64().expect("a height"))
        }
    }

    /// Writes a picture of the window to a file.
    pub async fn save(&self, file: &Path) {
        let picture = self.client.screenshot().await.expect("a screenshot");
        std::fs::write(file, picture).expect("the picture can be written");
    }

    /// Closes the window.
    pub async fn close(self) {
        self.client.close().await.expect("the browser closes");
    }

    async fn until(
        &self,
        condition: &str,
        css: &str,
        text: &str,
    ) -> Result<Value, fantoccini::error::CmdError> {
        self.client.execute_async(&UNTIL.replace("CONDITION", condition), vec![json!(css), json!(text)]).await
    }

    /// Fails the test with what the window shows.
    async fn fail(&self, what: &str) -> ! {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-failure.png");
        self.save(&file).await;
        let shown = self.value("return document.querySelector('#main').innerText;").await;
        panic!("{what}\nThe channel shows:\n{}\nSee {}", shown.as_str().unwrap_or_default(), file.display());
    }
}

impl Driver {
    /// Starts one on a port of its own choice.
    fn start() -> Self {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is installed (Debian: chromium-driver)");
        let mut output = BufReader::new(process.stdout.take().expect("piped"));
        let told = output.by_ref().lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        Self { process, port: told.expect("chromedriver tells its port"), _output: output }
    }
}

impl Drop for Driver {
    /// Asks it to close its windows and end: killed, it would leave them behind.
    fn drop(&mut self) {
        let request = b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let asked = TcpStream::connect(("127.0.0.1", self.port)).and_then(|mut stream| {
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.write_all(request)?;
            stream.read_to_end(&mut Vec::new())
        });
        let ended = match asked {
            Ok(_) => self.process.wait().map(drop),
            Err(_) => self.process.kill(),
        };
        if let Err(error) = ended {
            eprintln!("chromedriver {} does not end: {error}", self.process.id());
        }
    }
}
