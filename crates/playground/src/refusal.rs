//! Discord's refusals: an HTTP status, a code, a message and, for a bad body, the nested `errors`.

use std::borrow::Cow;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

/// An error answer.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// Discord's code, 0 where it has none.
    pub code: u32,
    /// Discord's words.
    pub message: Cow<'static, str>,
    /// Seconds to wait; makes it a 429 body.
    pub retry_after: Option<f64>,
    /// What is wrong in the body; makes it a 50035 body.
    pub problems: Vec<Problem>,
}

/// One thing that is wrong in a request body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: keys and indices from the root of the body.
    pub path: Vec<String>,
    /// Discord's word for the kind, such as `BASE_TYPE_MAX_LENGTH`.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
    /// Whether Discord refuses the request for it; otherwise it is listed only.
    pub fatal: bool,
}

impl Refusal {
    const fn new(status: u16, code: u32, message: &'static str) -> Self {
        Self { status, code, message: Cow::Borrowed(message), retry_after: None, problems: Vec::new() }
    }

    /// A body that breaks a rule: 50035 with the nested `errors`.
    pub fn invalid(problems: Vec<Problem>) -> Self {
        Self { problems, ..INVALID_FORM_BODY }
    }

    /// Too many requests.
    pub fn slow_down(retry_after: f64) -> Self {
        Self { retry_after: Some(retry_after), ..Self::new(429, 0, "You are being rate limited.") }
    }

    /// Another sentence for the same refusal.
    #[must_use]
    pub fn saying(self, message: impl Into<Cow<'static, str>>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// Whether the request itself was at fault, so that it belongs among the violations:
    /// not what people, permissions or time have taken away.
    pub fn is_violation(&self) -> bool {
        matches!(self.code, 40005 | 40060 | 50006 | 50027 | 50035 | 50109 | 10015 | 10062)
    }

    /// The status as axum has it.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// The body.
    pub fn body(&self) -> Value {
        if let Some(retry_after) = self.retry_after {
            return json!({"message": self.message, "retry_after": retry_after, "global": false});
        }
        let mut body = json!({"message": self.message, "code": self.code});
        if !self.problems.is_empty() {
            body["errors"] = nested(&self.problems);
        }
        body
    }
}

impl Problem {
    /// A problem that Discord refuses.
    pub fn new(path: &[String], code: &'static str, message: impl Into<String>) -> Self {
        Self { path: path.to_vec(), code, message: message.into(), fatal: true }
    }

    /// A problem that Discord lets pass but a careful bot avoids.
    pub fn advice(path: &[String], code: &'static str, message: impl Into<String>) -> Self {
        Self { fatal: false, ..Self::new(path, code, message) }
    }

    /// The problem as one line for the list of violations.
    pub fn rule(&self) -> String {
        if self.path.is_empty() {
            format!("{}: {}", self.code, self.message)
        } else {
            format!("{} at {}: {}", self.code, self.path.join("."), self.message)
        }
    }
}

fn nested(problems: &[Problem]) -> Value {
    let mut errors = Value::Object(Map::new());
    for problem in problems {
        let mut place = &mut errors;
        for step in &problem.path {
            place = &mut place[step.as_str()];
        }
        let item = json!({"code": problem.code, "message": problem.message});
        match &mut place["_errors"] {
            Value::Array(items) => items.push(item),
            empty => *empty = json!([item]),
        }
    }
    errors
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $status:literal $code:literal $message:literal;)*) => {
        $($(#[$doc])* pub const $name: Refusal = Refusal::new($status, $code, $message);)*
    };
}

refusals! {
    /// No such route.
    NOT_FOUND = 404 0 "404: Not Found";
    /// A missing or wrong bot token.
    UNAUTHORIZED = 401 0 "401: Unauthorized";
    /// The application id in the path is not the bot's.
    UNKNOWN_APPLICATION = 404 10002 "Unknown Application";
    /// No such channel, or it was deleted.
    UNKNOWN_CHANNEL = 404 10003 "Unknown Channel";
    /// No such server, or the bot is not in it.
    UNKNOWN_GUILD = 404 10004 "Unknown Guild";
    /// The person is not in the server.
    UNKNOWN_MEMBER = 404 10007 "Unknown Member";
    /// No such message, or it was deleted, or it is private.
    UNKNOWN_MESSAGE = 404 10008 "Unknown Message";
    /// No such account, or it was deleted.
    UNKNOWN_USER = 404 10013 "Unknown User";
    /// A token that no answered interaction has.
    UNKNOWN_WEBHOOK = 404 10015 "Unknown Webhook";
    /// Three seconds passed without an answer, or there never was such an interaction.
    UNKNOWN_INTERACTION = 404 10062 "Unknown interaction";
    /// No such command.
    UNKNOWN_COMMAND = 404 10063 "Unknown application command";
    /// A body or file that is too large.
    TOO_LARGE = 413 40005 "Request entity too large";
    /// The second answer to one interaction.
    ALREADY_ACKNOWLEDGED = 400 40060 "Interaction has already been acknowledged.";
    /// The bot cannot see the channel.
    MISSING_ACCESS = 403 50001 "Missing Access";
    /// Somebody else's message.
    NOT_THE_AUTHOR = 403 50005 "Cannot edit a message authored by another user";
    /// Nothing to show.
    EMPTY_MESSAGE = 400 50006 "Cannot send an empty message";
    /// The person's direct messages are closed.
    CANNOT_SEND_TO_USER = 403 50007 "Cannot send messages to this user";
    /// A permission is missing in the channel.
    MISSING_PERMISSIONS = 403 50013 "Missing Permissions";
    /// The wrong kind of channel.
    WRONG_CHANNEL_TYPE = 400 50024 "Cannot execute action on this channel type";
    /// Fifteen minutes have passed.
    INVALID_WEBHOOK_TOKEN = 401 50027 "Invalid Webhook Token";
    /// A body that breaks a rule.
    INVALID_FORM_BODY = 400 50035 "Invalid Form Body";
    /// The thread is archived.
    THREAD_ARCHIVED = 400 50083 "Thread is archived";
    /// The body is not JSON.
    INVALID_JSON = 400 50109 "The request body contains invalid JSON.";
    /// The message has a thread already.
    THREAD_EXISTS = 400 160_004 "A thread has already been created for this message";
    /// The thread is locked.
    THREAD_LOCKED = 400 160_005 "Thread is locked";
}
