//! What Discord refuses, by meaning.

use std::fmt;

use serde::Deserialize;

/// A request that came to nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// Why, by meaning.
    pub code: Code,
    /// The status of the answer; 0 without one.
    pub status: u16,
    /// Discord's words, or the cause of there being no answer. No token and no text of a message.
    pub message: String,
    /// What was asked for.
    pub request: &'static str,
}

/// Why a request came to nothing (topics/opcodes-and-status-codes).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// 10003: the channel is gone.
    UnknownChannel,
    /// 10007: the person is not in the server.
    UnknownMember,
    /// 10008: the message is gone.
    UnknownMessage,
    /// 10013: the account is gone.
    UnknownUser,
    /// 10015 or 50027: the interaction's 15 minutes are over.
    TokenExpired,
    /// 10062: the interaction's 3 seconds are over.
    UnknownInteraction,
    /// 40060: the interaction has its first answer.
    AlreadyAnswered,
    /// 50001: the bot cannot see the channel.
    MissingAccess,
    /// 50006: nothing was to be sent.
    EmptyMessage,
    /// 50007: the person takes no private messages.
    CannotDm,
    /// 50013: a permission is missing.
    MissingPermission,
    /// 50035: the request breaks a limit.
    InvalidForm,
    /// 50083: the thread is archived.
    ThreadArchived,
    /// 160005: the thread is locked.
    ThreadLocked,
    /// The token of the bot is refused.
    Unauthorised,
    /// The request did not get there, or not in time.
    Unreachable,
    /// The request may have got there, but no answer came back.
    AnswerLost,
    /// The answer was not understood.
    Malformed,
    /// Anything else, as Discord numbers it; 0 where it does not.
    Other(u32),
}

impl Trouble {
    pub(super) fn refused(request: &'static str, status: u16, body: &[u8]) -> Trouble {
        #[derive(Deserialize)]
        struct Refusal {
            #[serde(default)]
            code: u32,
            #[serde(default)]
            message: String,
            #[serde(default)]
            errors: serde_json::Value,
        }
        let refusal = serde_json::from_slice::<Refusal>(body).ok();
        let number = refusal.as_ref().map_or(0, |refusal| refusal.code);
        let code = if status == 401 && number != 50027 { Code::Unauthorised } else { Code::from(number) };
        let message = refusal.map_or_else(String::new, |refusal| match refusal.errors {
            serde_json::Value::Null => refusal.message,
            errors => format!("{} {errors}", refusal.message),
        });
        Trouble { code, status, message, request }
    }

    pub(super) fn unreachable(request: &'static str, error: &reqwest::Error) -> Trouble {
        let mut message = error.to_string();
        let mut cause: &dyn std::error::Error = error;
        while let Some(next) = cause.source() {
            cause = next;
            message = cause.to_string();
        }
        let code = if error.is_connect() { Code::Unreachable } else { Code::AnswerLost };
        Trouble { code, status: 0, message, request }
    }

    pub(super) fn malformed(request: &'static str, message: String) -> Trouble {
        Trouble { code: Code::Malformed, status: 0, message, request }
    }

    pub(super) fn out_of_time(request: &'static str) -> Trouble {
        Trouble { code: Code::Unreachable, status: 0, message: "no turn came in time".to_owned(), request }
    }

    /// Whether the same request may succeed a little later.
    pub fn is_passing(&self) -> bool {
        self.is_uncertain() || self.status == 429 || self.code == Code::Unreachable
    }

    /// Whether the request may have been carried out all the same.
    pub fn is_uncertain(&self) -> bool {
        self.status >= 500 || self.code == Code::AnswerLost
    }

    /// Whether the place is gone or barred for good, so that trying again is no use.
    pub fn is_homeless(&self) -> bool {
        matches!(self.code, Code::UnknownChannel | Code::MissingAccess | Code::MissingPermission)
    }
}

impl From<u32> for Code {
    fn from(number: u32) -> Code {
        match number {
            10003 => Code::UnknownChannel,
            10007 => Code::UnknownMember,
            10008 => Code::UnknownMessage,
            10013 => Code::UnknownUser,
            10015 | 50027 => Code::TokenExpired,
            10062 => Code::UnknownInteraction,
            40060 => Code::AlreadyAnswered,
            50001 => Code::MissingAccess,
            50006 => Code::EmptyMessage,
            50007 => Code::CannotDm,
            50013 => Code::MissingPermission,
            50035 => Code::InvalidForm,
            50083 => Code::ThreadArchived,
            160_005 => Code::ThreadLocked,
            other => Code::Other(other),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?} (status {}): {}", self.request, self.code, self.status, self.message)
    }
}

impl std::error::Error for Trouble {}
