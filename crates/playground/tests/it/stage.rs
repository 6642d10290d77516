//! A stand-in, a bot that does what the test says, and the people.

use playground::{Options, Server};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::bot::Bot;

/// A running stand-in with a bot that is connected and has registered [`commands`].
pub struct Stage {
    pub server: Server,
    pub bot: Bot,
    http: reqwest::Client,
}

/// Options for a test: any free port.
pub fn options() -> Options {
    Options { port: Some(0), ..Options::default() }
}

/// The commands that the tests' bot registers.
pub fn commands() -> Value {
    json!([
        {"name": "ping", "description": "Answers", "contexts": [0]},
        {"name": "move", "description": "Moves", "options": [
            {"type": 3, "name": "move", "description": "Which", "required": true, "autocomplete": true},
            {"type": 4, "name": "steps", "description": "How many", "min_value": 1, "max_value": 3},
            {"type": 6, "name": "user", "description": "Whom"},
            {"type": 5, "name": "rated", "description": "Whether"},
            {"type": 3, "name": "colour", "description": "Which", "choices": [
                {"name": "Red stones", "value": "red"}, {"name": "Blue stones", "value": "blue"},
            ]},
        ]},
        {"name": "settings", "description": "Sets", "default_member_permissions": "32", "options": [
            {"type": 1, "name": "thread", "description": "Own threads", "options": [
                {"type": 5, "name": "on", "description": "Whether", "required": true},
            ]},
        ]},
        {"name": "anywhere", "description": "Also in direct messages", "contexts": [0, 1]},
    ])
}

impl Stage {
    pub async fn new() -> Self {
        Self::with(options()).await
    }

    pub async fn with(options: Options) -> Self {
        let server = Server::start(options).await.expect("a free port");
        let mut bot = Bot::connect(&server).await;
        bot.identify(1).await;
        let registered =
            bot.rest(Method::PUT, &format!("/applications/{}/commands", bot.id), &commands()).await;
        assert_eq!(registered.0, StatusCode::OK, "{registered:?}");
        Self { server, bot, http: reqwest::Client::new() }
    }

    /// `POST /_control/…`, which must succeed.
    pub async fn post(&self, path: &str, body: Value) -> Value {
        let (status, answer) = self.try_post(path, body).await;
        assert!(status.is_success(), "{path}: {status} {answer}");
        answer
    }

    /// `POST /_control/…` with whatever comes of it.
    pub async fn try_post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        post(&self.http, &self.server.url(), path, body).await
    }

    /// A `POST /_control/…` that runs beside the bot.
    pub fn spawn(&self, path: &str, body: Value) -> tokio::task::JoinHandle<(StatusCode, Value)> {
        let (http, url, path) = (self.http.clone(), self.server.url(), path.to_owned());
        tokio::spawn(async move { post(&http, &url, &path, body).await })
    }

    /// `GET /_control/…`.
    pub async fn get(&self, path: &str) -> Value {
        let url = format!("{}/_control/{path}", self.server.url());
        let response = self.http.get(url).send().await.expect("the stand-in answers");
        assert!(response.status().is_success(), "{path}: {}", response.status());
        response.json().await.expect("JSON")
    }

    /// What `GET /_control/violations` lists, as rules.
    pub async fn rules(&self) -> Vec<String> {
        let listed = self.get("violations").await;
        let listed = listed["violations"].as_array().expect("a list").clone();
        listed.iter().map(|one| one["rule"].as_str().expect("a text").to_owned()).collect()
    }

    /// Runs `/ping` and answers it with a message's data.
    pub async fn ping(&mut self, user: &str, data: Value) -> Value {
        let asked = self.spawn("command", json!({"user": user, "channel": "games", "name": "ping"}));
        let interaction = self.bot.interaction().await;
        self.bot.answer(&interaction, &json!({"type": 4, "data": data})).await;
        let (status, answer) = asked.await.expect("no panic");
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    }

    /// The id of the channel `games`.
    pub async fn games(&self) -> String {
        self.channel("games").await["id"].as_str().expect("an id").to_owned()
    }

    /// A channel by name, from the state.
    pub async fn channel(&self, name: &str) -> Value {
        let state = self.get("state").await;
        let channels = state["channels"].as_array().expect("a list").clone();
        channels.into_iter().find(|channel| channel["name"] == name).unwrap_or_default()
    }

    /// The id of a person.
    pub async fn user(&self, name: &str) -> String {
        let state = self.get("state").await;
        let users = state["users"].as_array().expect("a list").clone();
        let user = users.into_iter().find(|user| user["name"] == name).expect("somebody of that name");
        user["id"].as_str().expect("an id").to_owned()
    }

    /// Posts a message as the bot.
    pub async fn say(&self, body: Value) -> Value {
        let path = format!("/channels/{}/messages", self.games().await);
        let (status, message) = self.bot.rest(Method::POST, &path, &body).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        message
    }
}

async fn post(http: &reqwest::Client, url: &str, path: &str, body: Value) -> (StatusCode, Value) {
    let response = http.post(format!("{url}/_control/{path}")).body(body.to_string()).send().await;
    let response = response.expect("the stand-in answers");
    let status = response.status();
    (status, response.json().await.expect("JSON"))
}
