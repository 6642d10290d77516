#![doc = include_str!("../README.md")]

mod body;
mod clock;
mod control;
mod fault;
mod gateway;
mod id;
mod limits;
mod openapi;
mod page;
mod permission;
mod rate;
mod record;
mod refusal;
mod rest;
mod route;
mod server;
mod state;
mod wire;

use std::path::PathBuf;

pub use server::{Server, StartError};

use server::Shared;

/// How the stand-in is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; 0 for any free one; without one 8080 or the next free port.
    pub port: Option<u16>,
    /// The people in the server; the first owns it.
    pub people: Vec<Person>,
    /// The server's name.
    pub guild: String,
    /// The server's language.
    pub locale: String,
    /// The name of its text channel.
    pub channel: String,
    /// The bot's name.
    pub bot: String,
    /// The bot's token; without one it is made up.
    pub token: Option<String>,
    /// Discord's API description, against which requests are checked if it is named.
    pub openapi: Option<PathBuf>,
    /// When requests are checked against it.
    pub validation: Validation,
    /// How gateway frames are written for a bot that asks for compression in `IDENTIFY`.
    pub frames: Frames,
    /// Whether a request over a rate limit is answered 429; it is listed as a violation in any case.
    pub enforce_rate_limits: bool,
    /// Whether a text that is sent without `allowed_mentions` is listed as a violation.
    pub strict_mentions: bool,
}

/// Somebody who is in the server from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The language of the person's client.
    pub locale: String,
}

/// When requests are checked against the API description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Validation {
    /// As they come; what Discord would refuse is refused.
    #[default]
    Inline,
    /// When the violations are asked for, so that the check costs a measured run nothing.
    AfterTheRun,
}

/// How gateway frames are written for a bot that asks for compression in `IDENTIFY`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frames {
    /// As text.
    #[default]
    Text,
    /// As binary frames, each one whole zlib message.
    Zlib,
}

impl Default for Options {
    /// The server `Playground` with the channel `games` and four people, on port 8080 or the next.
    fn default() -> Self {
        Self {
            port: None,
            people: Person::some(4),
            guild: "Playground".to_owned(),
            locale: "en-US".to_owned(),
            channel: "games".to_owned(),
            bot: "bot".to_owned(),
            token: None,
            openapi: None,
            validation: Validation::default(),
            frames: Frames::default(),
            enforce_rate_limits: false,
            strict_mentions: true,
        }
    }
}

impl Person {
    /// The first people of `ana`, `boris`, `chen`, `dora`, then `guest5` and so on.
    pub fn some(count: usize) -> Vec<Self> {
        let known = ["ana", "boris", "chen", "dora"].map(str::to_owned);
        let guests = (known.len() + 1..).map(|number| format!("guest{number}"));
        let names = known.into_iter().chain(guests).take(count);
        names.map(|name| Self { name, locale: "en-US".to_owned() }).collect()
    }
}
