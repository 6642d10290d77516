//! Limits of messages: text, embeds, files, mentions.

use serde_json::Value;

use super::{Found, below, component};
use crate::body::Upload;
use crate::refusal::Problem;
use crate::state::flags;

/// Characters of all embeds of a message together.
const EMBEDS_IN_ALL: usize = 6_000;

/// A message's payload, wherever it stands in the body.
pub fn check(found: &mut Found, at: &[String], json: &Value, files: &[Upload], strict_mentions: bool) {
    found.length(at, json, "content", 0, 2_000, false);
    found.length(at, json, "nonce", 0, 25, false);
    if json["enforce_nonce"] == true && json["nonce"].is_null() {
        found.push(&below(at, "nonce"), "BASE_TYPE_REQUIRED", "enforce_nonce needs a nonce");
    }
    embeds(found, &below(at, "embeds"), &json["embeds"]);
    attachments(found, &below(at, "attachments"), &json["attachments"], files);
    allowed_mentions(found, &below(at, "allowed_mentions"), json, strict_mentions);
    let second_generation = json["flags"].as_u64().unwrap_or(0) & flags::COMPONENTS_V2 != 0;
    if second_generation {
        let has = |field: &str| match &json[field] {
            Value::String(text) => !text.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => false,
        };
        for field in ["content", "embeds"].into_iter().filter(|field| has(field)) {
            let message = format!("The '{field}' field cannot be used with MessageFlags.IS_COMPONENTS_V2");
            found.push(&below(at, field), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
        }
    }
    component::check_message(found, &below(at, "components"), &json["components"], second_generation);
}

fn embeds(found: &mut Found, at: &[String], embeds: &Value) {
    let embeds = embeds.as_array().map_or(&[][..], Vec::as_slice);
    found.count(at, embeds.len(), 0, 10);
    let mut total = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let at = below(at, index);
        found.length(&at, embed, "title", 0, 256, false);
        found.length(&at, embed, "description", 0, 4_096, false);
        found.length(&below(&at, "footer"), &embed["footer"], "text", 0, 2_048, false);
        found.length(&below(&at, "author"), &embed["author"], "name", 0, 256, false);
        let fields = embed["fields"].as_array().map_or(&[][..], Vec::as_slice);
        let at_fields = below(&at, "fields");
        found.count(&at_fields, fields.len(), 0, 25);
        for (index, field) in fields.iter().enumerate() {
            let at = below(&at_fields, index);
            found.length(&at, field, "name", 1, 256, true);
            found.length(&at, field, "value", 1, 1_024, true);
            total += size(&field["name"]) + size(&field["value"]);
        }
        total += size(&embed["title"]) + size(&embed["description"]);
        total += size(&embed["footer"]["text"]) + size(&embed["author"]["name"]);
    }
    if total > EMBEDS_IN_ALL {
        let message = format!("Embed size exceeds maximum size of {EMBEDS_IN_ALL}");
        found.push(at, "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

fn attachments(found: &mut Found, at: &[String], attachments: &Value, files: &[Upload]) {
    let attachments = attachments.as_array().map_or(&[][..], Vec::as_slice);
    found.count(at, attachments.len().max(files.len()), 0, 10);
    for (index, attachment) in attachments.iter().enumerate() {
        let at = below(at, index);
        found.length(&at, attachment, "description", 0, 1_024, false);
        found.length(&at, attachment, "filename", 1, 1_024, false);
    }
}

fn allowed_mentions(found: &mut Found, at: &[String], json: &Value, strict: bool) {
    let allowed = &json["allowed_mentions"];
    if allowed.is_null() {
        let speaks = json["content"].as_str().is_some_and(|content| !content.is_empty());
        if strict && speaks {
            let message = "A text is sent without saying whom it may ping";
            found.0.push(Problem::advice(at, "ALLOWED_MENTIONS_MISSING", message));
        }
        return;
    }
    let parse = allowed["parse"].as_array().map_or(&[][..], Vec::as_slice);
    for kind in ["users", "roles"] {
        let listed = allowed[kind].as_array().map_or(&[][..], Vec::as_slice);
        found.count(&below(at, kind), listed.len(), 0, 100);
        if !listed.is_empty() && parse.iter().any(|word| word == kind) {
            let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            found.push(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
        for (index, one) in listed.iter().enumerate() {
            if listed[..index].contains(one) {
                found.push(
                    &below(at, kind),
                    "SET_TYPE_ALREADY_CONTAINS_VALUE",
                    "The set already contains this value.",
                );
            }
        }
    }
}

fn size(text: &Value) -> usize {
    text.as_str().map_or(0, |text| text.chars().count())
}
