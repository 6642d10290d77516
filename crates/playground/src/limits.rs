//! Discord's limits, written by hand: what its API description does not say, and the rest of
//! the common ones, so that they hold also where the description is not at hand.

mod command;
mod component;
mod message;

use serde_json::Value;

use crate::body::Body;
use crate::refusal::Problem;
use crate::route::Operation;

/// Bytes of the largest file.
pub const FILE: usize = 10 << 20;

/// What is wrong with a request's body.
pub fn check(operation: Operation, body: &Body, strict_mentions: bool) -> Vec<Problem> {
    use Operation as Op;
    let mut found = Found::default();
    let json = &body.json;
    match operation {
        Op::RegisterCommands | Op::RegisterGuildCommands => command::check_all(&mut found, json),
        Op::AddCommand | Op::AddGuildCommand => command::check(&mut found, &[], json),
        Op::CreateMessage | Op::EditMessage | Op::FollowUp | Op::EditWebhookMessage => {
            message::check(&mut found, &[], json, &body.files, strict_mentions);
        }
        Op::Callback => callback(&mut found, body, strict_mentions),
        Op::ThreadFromMessage | Op::ThreadAlone => {
            found.length(&[], json, "name", 1, 100, true);
            archive_duration(&mut found, json);
        }
        Op::ModifyChannel => {
            found.length(&[], json, "name", 1, 100, false);
            found.length(&[], json, "topic", 0, 1024, false);
            archive_duration(&mut found, json);
        }
        Op::BulkDelete => {
            let count = json["messages"].as_array().map_or(0, Vec::len);
            if !(2..=100).contains(&count) {
                found.add(&["messages"], "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 100 in length.");
            }
        }
        _ => {}
    }
    found.0
}

fn callback(found: &mut Found, body: &Body, strict_mentions: bool) {
    let at = [String::from("data")];
    let data = &body.json["data"];
    match body.json["type"].as_u64() {
        Some(4 | 7) => {
            if data.is_null() {
                found.add(&["data"], "BASE_TYPE_REQUIRED", "This field is required");
            }
            message::check(found, &at, data, &body.files, strict_mentions);
        }
        Some(8) => autocomplete(found, &at, data),
        Some(9) => component::check_modal(found, &at, data),
        _ => {}
    }
}

fn autocomplete(found: &mut Found, at: &[String], data: &Value) {
    let at = below(at, "choices");
    let choices = data["choices"].as_array().map_or(&[][..], Vec::as_slice);
    found.count(&at, choices.len(), 0, 25);
    for (index, choice) in choices.iter().enumerate() {
        let at = below(&at, index);
        found.length(&at, choice, "name", 1, 100, true);
        if choice["value"].is_string() {
            found.length(&at, choice, "value", 0, 100, true);
        } else if !choice["value"].is_number() {
            found.push(&below(&at, "value"), "BASE_TYPE_REQUIRED", "This field is required");
        }
    }
}

fn archive_duration(found: &mut Found, json: &Value) {
    let given = &json["auto_archive_duration"];
    if !given.is_null() && !matches!(given.as_u64(), Some(60 | 1440 | 4320 | 10080)) {
        let message = "Value must be one of {60, 1440, 4320, 10080}.";
        found.add(&["auto_archive_duration"], "BASE_TYPE_CHOICES", message);
    }
}

/// The problems found so far.
#[derive(Debug, Default)]
struct Found(Vec<Problem>);

impl Found {
    fn push(&mut self, path: &[String], code: &'static str, message: impl Into<String>) {
        self.0.push(Problem::new(path, code, message));
    }

    fn add(&mut self, path: &[&str], code: &'static str, message: &str) {
        let path: Vec<String> = path.iter().map(|&step| step.to_owned()).collect();
        self.push(&path, code, message);
    }

    /// A text field of an object, counted in characters.
    fn length(
        &mut self,
        at: &[String],
        object: &Value,
        field: &str,
        least: usize,
        most: usize,
        required: bool,
    ) {
        match &object[field] {
            Value::Null if required => {
                self.push(&below(at, field), "BASE_TYPE_REQUIRED", "This field is required");
            }
            Value::String(text) => self.text(&below(at, field), text, least, most),
            _ => {}
        }
    }

    /// A text, counted in characters.
    fn text(&mut self, at: &[String], text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if length > most && least == 0 {
            self.push(at, "BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length."));
        } else if length < least || length > most {
            self.push(at, "BASE_TYPE_BAD_LENGTH", format!("Must be between {least} and {most} in length."));
        }
    }

    /// A number of things.
    fn count(&mut self, at: &[String], count: usize, least: usize, most: usize) {
        if count > most && least == 0 {
            self.push(at, "BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length."));
        } else if count < least || count > most {
            self.push(at, "BASE_TYPE_BAD_LENGTH", format!("Must be between {least} and {most} in length."));
        }
    }

    /// A whole number within bounds, if given.
    fn number(&mut self, at: &[String], object: &Value, field: &str, least: i64, most: i64) {
        if let Some(number) = object[field].as_i64()
            && !(least..=most).contains(&number)
        {
            let message = format!("int value should be between {least} and {most}.");
            self.push(&below(at, field), "NUMBER_TYPE_RANGE", message);
        }
    }
}

/// A path one step further down.
fn below(at: &[String], step: impl std::fmt::Display) -> Vec<String> {
    let mut path = at.to_vec();
    path.push(format!("{step}"));
    path
}
