//! A bot without a library: a raw gateway connection and raw requests.

use std::io::Read;

use flate2::read::ZlibDecoder;
use futures::{SinkExt, StreamExt};
use playground::Server;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The bot.
pub struct Bot {
    pub id: String,
    pub guild: String,
    pub session: String,
    pub sequence: u64,
    /// Whether the last frame was a binary one.
    pub binary: bool,
    url: String,
    token: String,
    http: reqwest::Client,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Bot {
    /// Asks for the gateway's address, connects, hears `HELLO`.
    pub async fn connect(server: &Server) -> Self {
        let http = reqwest::Client::new();
        let url = server.url();
        let gateway: Value =
            http.get(format!("{url}/api/v10/gateway")).send().await.unwrap().json().await.unwrap();
        let address = gateway["url"].as_str().unwrap();
        let (socket, _) = tokio_tungstenite::connect_async(format!("{address}/?v=10")).await.unwrap();
        let mut bot = Self {
            id: String::new(),
            guild: String::new(),
            session: String::new(),
            sequence: 0,
            binary: false,
            url,
            token: server.token().to_owned(),
            http,
            socket,
        };
        let hello = bot.frame().await.expect("HELLO");
        assert_eq!(hello["op"], 10);
        assert!(hello["d"]["heartbeat_interval"].as_u64().unwrap() > 0);
        bot
    }

    /// Identifies with some intents and reads `READY` and `GUILD_CREATE`.
    pub async fn identify(&mut self, intents: u64) {
        self.send(self.identity(intents)).await;
        let ready = self.event("READY").await;
        self.id = text(&ready["user"]["id"]);
        self.session = text(&ready["session_id"]);
        assert_eq!(ready["guilds"][0]["unavailable"], true);
        let guild = self.event("GUILD_CREATE").await;
        self.guild = text(&guild["id"]);
        assert_eq!(guild["id"], ready["guilds"][0]["id"]);
        assert_eq!(guild["channels"][0]["name"], "games");
    }

    /// The `IDENTIFY` of a library such as serenity.
    pub fn identity(&self, intents: u64) -> Value {
        json!({"op": 2, "d": {
            "token": self.token, "intents": intents, "compress": true, "shard": [0, 1], "large_threshold": 250,
            "properties": {"os": "linux", "browser": "test", "device": "test"},
        }})
    }

    /// Opens a new connection and resumes the session.
    pub async fn resume(&mut self, server: &Server) {
        let mut fresh = Self::connect(server).await;
        std::mem::swap(&mut self.socket, &mut fresh.socket);
        let resume = json!({"token": self.token, "session_id": self.session, "seq": self.sequence});
        self.send(json!({"op": 6, "d": resume})).await;
    }

    /// Sends a payload.
    pub async fn send(&mut self, payload: Value) {
        self.socket.send(Message::text(payload.to_string())).await.unwrap();
    }

    /// The next payload, or the close code.
    pub async fn frame(&mut self) -> Result<Value, u16> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.binary = false;
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Binary(bytes))) => {
                    self.binary = true;
                    let mut text = String::new();
                    ZlibDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(1005, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// The next event, which must have this name.
    pub async fn event(&mut self, name: &str) -> Value {
        let frame = self.frame().await.unwrap_or_else(|code| panic!("{name} was expected, not close {code}"));
        assert_eq!(frame["t"], name, "{frame}");
        self.sequence = frame["s"].as_u64().unwrap();
        frame["d"].clone()
    }

    /// The next event, which must be an interaction.
    pub async fn interaction(&mut self) -> Value {
        self.event("INTERACTION_CREATE").await
    }

    /// A request with the bot's token.
    pub async fn rest(&self, method: Method, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url));
        let request = request.header("authorization", format!("Bot {}", self.token));
        let request = if body.is_null() { request } else { request.body(body.to_string()) };
        receive(request.send().await.expect("the stand-in answers")).await
    }

    /// A request that may get no answer at all.
    pub async fn try_rest(&self, method: Method, path: &str, body: &Value) -> reqwest::Result<StatusCode> {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url));
        let request = request.header("authorization", format!("Bot {}", self.token)).body(body.to_string());
        request.send().await.map(|response| response.status())
    }

    /// A multipart request with files.
    pub async fn upload(
        &self,
        method: Method,
        path: &str,
        payload: &Value,
        files: &[(&str, &[u8])],
    ) -> (StatusCode, Value) {
        let mut form = Form::new().text("payload_json", payload.to_string());
        for (index, (name, bytes)) in files.iter().enumerate() {
            let part = Part::bytes(bytes.to_vec()).file_name((*name).to_owned());
            form = form.part(format!("files[{index}]"), part);
        }
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url)).multipart(form);
        let request = request.header("authorization", format!("Bot {}", self.token));
        receive(request.send().await.expect("the stand-in answers")).await
    }

    /// Answers an interaction, which must succeed.
    pub async fn answer(&self, interaction: &Value, body: &Value) {
        let (status, answer) = self.callback(interaction, body).await;
        assert_eq!(status, StatusCode::NO_CONTENT, "{answer}");
    }

    /// Answers an interaction, with whatever comes of it.
    pub async fn callback(&self, interaction: &Value, body: &Value) -> (StatusCode, Value) {
        let (id, token) = (interaction["id"].as_str().unwrap(), interaction["token"].as_str().unwrap());
        self.rest(Method::POST, &format!("/interactions/{id}/{token}/callback"), body).await
    }

    /// The webhook path of an interaction, with an end such as `/messages/@original`.
    pub fn webhook(&self, interaction: &Value, end: &str) -> String {
        format!("/webhooks/{}/{}{end}", self.id, interaction["token"].as_str().unwrap())
    }
}

async fn receive(response: reqwest::Response) -> (StatusCode, Value) {
    let status = response.status();
    let text = response.text().await.expect("a whole body");
    (status, serde_json::from_str(&text).unwrap_or_default())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
