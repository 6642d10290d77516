//! The stand-in for Discord, as people and the forces of nature see it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Mutex;

use playground::{Options, Person, Server};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{Answer, PATIENCE};

/// The stand-in, as people and the forces of nature see it.
pub struct World {
    server: Server,
    http: reqwest::Client,
    pub(super) guild: String,
    pub(super) channel: String,
    pub(super) ids: Mutex<BTreeMap<String, String>>,
}

impl World {
    pub(super) async fn start(options: Options) -> World {
        let openapi = std::env::var_os("XIMABOT_OPENAPI").map(Into::into);
        let options = Options { port: Some(0), openapi, people: Person::some(4), ..options };
        let server = Server::start(options).await.expect("the stand-in starts");
        let mut world = World {
            server,
            http: reqwest::Client::new(),
            guild: String::new(),
            channel: String::new(),
            ids: Mutex::default(),
        };
        let state = world.look("state").await;
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        world.guild = text(&state["guild"]["id"]);
        world.channel = text(&state["channels"][0]["id"]);
        let people = state["users"].as_array().expect("a list").iter();
        *world.ids.lock().expect("nobody panics while holding it") =
            people.map(|user| (text(&user["name"]), text(&user["id"]))).collect();
        world
    }

    /// The stand-in's address.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        self.server.token()
    }

    pub(super) async fn welcome(&self, name: &str, locale: &str) -> String {
        let user = self.control("users", &json!({ "name": name, "locale": locale })).await;
        let id = user["id"].as_str().expect("a text").to_owned();
        self.ids.lock().expect("nobody panics while holding it").insert(name.to_owned(), id.clone());
        id
    }

    /// Asks the control API for something that works.
    pub async fn control(&self, path: &str, request: &Value) -> Value {
        let answer = self.try_control(path, request).await;
        assert!(answer["error"].is_null(), "{path} {request}: {}", answer["error"]);
        answer
    }

    /// Asks the control API for something that may be refused.
    pub async fn try_control(&self, path: &str, request: &Value) -> Value {
        let url = format!("{}/_control/{path}", self.url());
        let answer = self.http.post(url).json(request).send().await.expect("the stand-in answers");
        answer.json().await.expect("the stand-in answers in JSON")
    }

    /// As [`World::try_control`], without waiting for the answer.
    pub fn in_background(&self, path: &str, request: &Value) -> JoinHandle<Value> {
        let url = format!("{}/_control/{path}", self.url());
        let asked = self.http.post(url).json(request).send();
        tokio::spawn(async move {
            match asked.await {
                Ok(answer) => answer.json().await.unwrap_or_default(),
                Err(_) => Value::Null,
            }
        })
    }

    /// Looks at something.
    pub async fn look(&self, path: &str) -> Value {
        let url = format!("{}/_control/{path}", self.url());
        let answer = self.http.get(url).send().await.expect("the stand-in answers");
        answer.json().await.expect("the stand-in answers in JSON")
    }

    /// Asks the REST interface for something in the bot's name.
    pub async fn as_bot(&self, path: &str, request: &Value) {
        let url = format!("{}/api/v10{path}", self.url());
        let asked =
            self.http.post(url).header("authorization", format!("Bot {}", self.token())).json(request);
        let answer = asked.send().await.expect("the stand-in answers");
        assert!(answer.status().is_success(), "{path}: {:?}", answer.text().await);
    }

    /// A file that was sent.
    pub async fn download(&self, url: &str) -> Vec<u8> {
        let answer = self.http.get(url).send().await.expect("the stand-in answers");
        answer.bytes().await.expect("the file comes whole").to_vec()
    }

    /// Every message, oldest first.
    pub async fn messages(&self) -> Vec<Value> {
        match self.look("messages").await {
            Value::Array(messages) => messages,
            other => panic!("a list of messages: {other}"),
        }
    }

    /// Waits until the messages show something.
    pub async fn wait(&self, what: &str, seen: impl Fn(&[Value]) -> Option<Value>) -> Answer {
        Answer::of(&self.until(what, async || seen(&self.messages().await)).await)
    }

    /// Waits until something is so: asks again whenever the stand-in has news.
    pub async fn until<T>(&self, what: impl Display, is_so: impl AsyncFn() -> Option<T>) -> T {
        let found = async {
            let mut seq = 0;
            loop {
                let news = self.look(&format!("events?after={seq}")).await;
                seq = news["seq"].as_u64().expect("a number");
                if let Some(found) = is_so().await {
                    return found;
                }
            }
        };
        if let Ok(found) = tokio::time::timeout(PATIENCE, found).await {
            return found;
        }
        panic!("{what} never came; there were {:#?}", self.messages().await)
    }
}
