//! Limits of command registration.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Found, below};

/// Characters of a command, counting of each text its longest localisation.
const IN_ALL: usize = 8_000;

/// The languages of Discord's clients.
const LOCALES: &[&str] = &[
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

/// The whole list of commands.
pub fn check_all(found: &mut Found, commands: &Value) {
    let Some(commands) = commands.as_array() else {
        found.add(&[], "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        return;
    };
    for (kind, most) in [(1, 100), (2, 15), (3, 15)] {
        let count = commands.iter().filter(|command| self::kind(command) == kind).count();
        if count > most {
            let message = format!("Maximum number of application commands of type {kind} reached ({most}).");
            found.add(&[], "APPLICATION_COMMAND_TOO_MANY", &message);
        }
    }
    let mut names = BTreeSet::new();
    for (index, command) in commands.iter().enumerate() {
        let at = [index.to_string()];
        if !names.insert((kind(command), command["name"].to_string())) {
            let message = "Application command names must be unique";
            found.push(&at, "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
        check(found, &at, command);
    }
}

/// One command.
pub fn check(found: &mut Found, at: &[String], command: &Value) {
    let chat = kind(command) == 1;
    texts(found, at, command, "name", 32, if chat { Pattern::Name } else { Pattern::Free });
    if chat {
        texts(found, at, command, "description", 100, Pattern::Free);
        options(found, at, command, 0);
    } else if command["description"].as_str().is_some_and(|text| !text.is_empty()) {
        let message = "Context menu commands cannot have description";
        found.push(&below(at, "description"), "APPLICATION_COMMAND_INVALID_DESCRIPTION", message);
    }
    let size = size(command);
    if size > IN_ALL {
        let message = format!("Command exceeds maximum size ({IN_ALL}): {size} characters");
        found.push(at, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

fn options(found: &mut Found, at: &[String], parent: &Value, depth: usize) {
    let at = below(at, "options");
    let options = parent["options"].as_array().map_or(&[][..], Vec::as_slice);
    found.count(&at, options.len(), 0, 25);
    let mut names = BTreeSet::new();
    let mut optional = false;
    let nested = options.iter().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))).count();
    if nested != 0 && nested != options.len() {
        let message =
            "Sub-command and sub-command group option types are mutually exclusive to all other types";
        found.push(&at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    for (index, option) in options.iter().enumerate() {
        let at = below(&at, index);
        texts(found, &at, option, "name", 32, Pattern::Name);
        texts(found, &at, option, "description", 100, Pattern::Free);
        if !names.insert(option["name"].to_string()) {
            let message = "Option name must be unique";
            found.push(&below(&at, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", message);
        }
        let required = option["required"] == true;
        if required && optional {
            let message = "Required options must be placed before non-required options";
            found.push(&at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        match option["type"].as_u64() {
            Some(group @ (1 | 2)) => {
                if depth > 0 && (group == 2 || depth > 1) {
                    let message = "This option cannot be nested so deep";
                    found.push(&at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
                }
                options_of(found, &at, option, depth, group);
            }
            Some(3..=11) => {
                optional |= !required;
                choices(found, &at, option);
                found.number(&at, option, "min_length", 0, 6_000);
                found.number(&at, option, "max_length", 1, 6_000);
            }
            _ => found.push(&below(&at, "type"), "BASE_TYPE_CHOICES", "There is no such option type"),
        }
    }
}

fn options_of(found: &mut Found, at: &[String], option: &Value, depth: usize, group: u64) {
    // A group holds sub-commands, which hold options; a sub-command's depth bars a further one.
    options(found, at, option, if group == 2 { depth + 1 } else { depth + 2 });
}

fn choices(found: &mut Found, at: &[String], option: &Value) {
    let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
    let at_choices = below(at, "choices");
    found.count(&at_choices, choices.len(), 0, 25);
    if !choices.is_empty() && option["autocomplete"] == true {
        let message = "Choices and autocomplete are mutually exclusive";
        found.push(at, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", message);
    }
    let mut names = BTreeSet::new();
    for (index, choice) in choices.iter().enumerate() {
        let at = below(&at_choices, index);
        texts(found, &at, choice, "name", 100, Pattern::Free);
        if choice["value"].is_string() {
            found.length(&at, choice, "value", 0, 100, true);
        }
        if !names.insert(choice["name"].to_string()) {
            let message = "Choice names must be unique";
            found.push(&below(&at, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_DUPLICATED", message);
        }
    }
}

/// What a name may look like.
#[derive(Clone, Copy, PartialEq)]
enum Pattern {
    Name,
    Free,
}

/// A text and its localisations.
fn texts(found: &mut Found, at: &[String], object: &Value, field: &str, most: usize, pattern: Pattern) {
    found.length(at, object, field, 1, most, true);
    if let Some(text) = object[field].as_str() {
        name(found, &below(at, field), text, pattern);
    }
    let at = below(at, format!("{field}_localizations"));
    let translations = object[format!("{field}_localizations")].as_object();
    for (locale, text) in translations.into_iter().flatten() {
        let at = below(&at, locale);
        if !LOCALES.contains(&locale.as_str()) {
            found.push(&at, "BASE_TYPE_CHOICES", format!("There is no language \"{locale}\""));
        }
        if let Some(text) = text.as_str() {
            found.text(&at, text, 1, most);
            name(found, &at, text, pattern);
        }
    }
}

/// `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, lower case where there is one.
fn name(found: &mut Found, at: &[String], text: &str, pattern: Pattern) {
    let script = |c: char| matches!(c, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}');
    let fits = |c: char| matches!(c, '-' | '_' | '\'') || c.is_alphanumeric() || script(c);
    let lower = text.chars().all(|c| c.to_lowercase().eq(std::iter::once(c)));
    if pattern == Pattern::Name && !(text.chars().all(fits) && lower) {
        found.push(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}

/// The characters of a command: names, descriptions and choice values, each by its longest form.
fn size(part: &Value) -> usize {
    let longest = |field: &str| {
        let own = part[field].as_str().map_or(0, |text| text.chars().count());
        let translations = part[format!("{field}_localizations")].as_object();
        let longest = translations
            .into_iter()
            .flat_map(|texts| texts.values())
            .filter_map(|text| text.as_str().map(|text| text.chars().count()))
            .max();
        own.max(longest.unwrap_or(0))
    };
    let value = part["value"].as_str().map_or(0, |text| text.chars().count());
    let inner = ["options", "choices"].into_iter().filter_map(|field| part[field].as_array()).flatten();
    longest("name") + longest("description") + value + inner.map(size).sum::<usize>()
}
