//! What was checked, against what, and which rules were broken.

use serde::Serialize;
use serde_json::Value;

/// The list behind `GET /_control/violations`.
#[derive(Debug, Default)]
pub struct Record {
    /// Requests of the bot that were checked.
    pub checked: u64,
    /// Broken rules, oldest first.
    pub violations: Vec<Violation>,
    /// Bodies that wait to be validated after the run.
    pub pending: Vec<Pending>,
}

/// A request that broke a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// Method and path, without the token of an interaction.
    pub request: String,
    /// The rule, in words.
    pub rule: String,
}

/// A body that is validated later.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Method and path.
    pub request: String,
    /// The operation's key, such as `post /channels/{channel_id}/messages`.
    pub operation: String,
    /// The body.
    pub body: Value,
}

impl Record {
    /// Notes a broken rule.
    pub fn violation(&mut self, request: &str, rule: impl Into<String>) {
        self.violations.push(Violation { request: request.to_owned(), rule: rule.into() });
    }
}
