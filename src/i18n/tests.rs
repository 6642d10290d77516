use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::*;

/// Messages of a language: their arguments, and the other messages that they are made of.
type Messages = BTreeMap<String, Message>;

#[derive(Default, Debug)]
struct Message {
    arguments: BTreeSet<String>,
    parts: BTreeSet<String>,
    attributes: BTreeSet<String>,
}

/// What the source says: an id and the arguments that are given with it.
struct Use {
    id: String,
    arguments: BTreeSet<String>,
    /// Arguments that are given elsewhere in the file: a phrase may be put together step by step.
    elsewhere: BTreeSet<String>,
    place: String,
}

#[test]
fn every_text_that_is_said_exists_with_its_arguments_in_every_language() {
    let uses = uses();
    assert!(uses.len() > 100, "the source is searched");
    for (tag, files) in SOURCES {
        let messages = messages(files);
        for Use { id, arguments, elsewhere, place } in &uses {
            assert!(messages.contains_key(id), "{tag} lacks {id}, said in {place}");
            let wanted = arguments_of(&messages, id);
            let missing: Vec<&String> =
                wanted.difference(arguments).filter(|argument| !elsewhere.contains(*argument)).collect();
            assert!(missing.is_empty(), "{place} says {id} without {missing:?}");
            let unused: Vec<&String> = arguments.difference(&wanted).collect();
            assert!(
                unused.is_empty() || is_optional(id),
                "{place} gives {id} the arguments {unused:?}, which {tag} leaves out"
            );
        }
    }
}

#[test]
fn every_text_is_said_somewhere() {
    let uses = uses();
    let code =
        sources().iter().map(|file| fs::read_to_string(file).expect("a source file")).collect::<String>();
    for (tag, files) in SOURCES {
        let messages = messages(files);
        let parts: BTreeSet<&String> = messages.values().flat_map(|message| &message.parts).collect();
        for id in messages.keys() {
            let said = uses.iter().any(|said| said.id == *id)
                || parts.contains(id)
                || code.contains(&format!("\"{id}\""))
                || ["command-", "word-"].iter().any(|prefix| id.starts_with(prefix));
            assert!(said, "{tag}: nothing says {id}");
        }
    }
}

#[test]
fn every_language_has_the_texts_and_attributes_of_the_first() {
    let (_, first) = SOURCES.iter().find(|(tag, _)| *tag == FALLBACK).expect("en-US is there");
    let first = messages(first);
    for (tag, files) in SOURCES {
        let messages = messages(files);
        for (id, message) in &first {
            let other = messages.get(id).unwrap_or_else(|| panic!("{tag} lacks {id}"));
            assert_eq!(other.attributes, message.attributes, "{tag}: attributes of {id}");
            assert_eq!(arguments_of(&messages, id), arguments_of(&first, id), "{tag}: arguments of {id}");
        }
        let unknown: Vec<&String> = messages.keys().filter(|id| !first.contains_key(*id)).collect();
        assert!(unknown.is_empty(), "{tag} has texts that nothing says: {unknown:?}");
    }
}

#[test]
fn every_command_and_option_has_its_texts() {
    fn check(command: &poise::Command<crate::discord::Data, crate::discord::Error>, path: &str) {
        assert!(command.description.as_deref().is_some_and(|text| !text.is_empty()), "/{path} has no text");
        for parameter in &command.parameters {
            assert!(parameter.description.is_some(), "/{path} {}: no text", parameter.name);
        }
        for below in &command.subcommands {
            check(below, &format!("{path} {}", below.name));
        }
    }
    for command in crate::discord::command::all() {
        check(&command, &command.name);
    }
}

#[test]
fn a_locale_is_negotiated() {
    for (wanted, got) in
        [("en-US", "en-US"), ("en-GB", "en-US"), ("EN-us", "en-US"), ("xx", "en-US"), ("", "en-US")]
    {
        assert_eq!(Locale::negotiate(wanted).tag(), got, "{wanted:?}");
    }
}

#[test]
fn lists_are_joined() {
    let locale = Locale::fallback();
    let list = |items: &[&str]| locale.list(&items.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(list(&[]), "");
    assert_eq!(list(&["a"]), "a");
    assert_eq!(list(&["a", "b"]), "a and b");
    assert_eq!(list(&["a", "b", "c", "d"]), "a, b, c and d");
}

#[test]
fn names_neither_format_nor_ping_nor_turn_the_line() {
    for (name, shown) in [
        ("ana", "ana"),
        ("a*b_c~d|e`f", "a\\*b\\_c\\~d\\|e\\`f"),
        ("@everyone", "@\u{200b}everyone"),
        ("<@1>", "\\<@\u{200b}1\\>"),
        ("[x](http://y)", "\\[x\\]\\(http:\u{200b}//y\\)"),
        ("\u{202e}evil", "evil"),
        ("two\nlines", "two lines"),
        ("", "?"),
        ("\u{200b}\u{200f}", "?"),
        ("שלום", "\u{2068}שלום\u{2069}"),
        ("漢字", "漢字"),
    ] {
        assert_eq!(escape(name), shown, "{name:?}");
    }
    assert_eq!(escape(&"W".repeat(50)).chars().count(), 32);
}

#[test]
fn times_are_shown_as_discord_reads_them() {
    let at = OffsetDateTime::from_unix_timestamp(1_700_000_000).expect("a time");
    assert_eq!(timestamp(at, TimeStyle::Relative), "<t:1700000000:R>");
    assert_eq!(timestamp(at, TimeStyle::Full), "<t:1700000000:f>");
}

/// Texts whose arguments a language may leave out.
fn is_optional(id: &str) -> bool {
    ["xima-", "challenge-", "lobby-", "profile-", "refused-"].iter().any(|prefix| id.starts_with(prefix))
}

/// The arguments of a message and of all that it is made of.
fn arguments_of(messages: &Messages, id: &str) -> BTreeSet<String> {
    let Some(message) = messages.get(id) else { return BTreeSet::new() };
    let mut arguments = message.arguments.clone();
    for part in &message.parts {
        arguments.extend(arguments_of(messages, part));
    }
    arguments
}

fn messages(files: &[(&str, &str)]) -> Messages {
    let mut messages = Messages::new();
    for (file, text) in files {
        let resource =
            fluent_syntax::parser::parse(*text).unwrap_or_else(|(_, errors)| panic!("{file}: {errors:?}"));
        for entry in resource.body {
            let Entry::Message(entry) = entry else { continue };
            let mut message = Message::default();
            if let Some(pattern) = &entry.value {
                read(pattern, &mut message);
            }
            message.attributes =
                entry.attributes.iter().map(|attribute| attribute.id.name.to_owned()).collect();
            let before = messages.insert(entry.id.name.to_owned(), message);
            assert!(before.is_none(), "{file}: {} is there twice", entry.id.name);
        }
    }
    messages
}

fn read(pattern: &Pattern<&str>, message: &mut Message) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            match expression {
                Expression::Inline(inline) => read_inline(inline, message),
                Expression::Select { selector, variants } => {
                    read_inline(selector, message);
                    for variant in variants {
                        read(&variant.value, message);
                    }
                }
            }
        }
    }
}

fn read_inline(inline: &InlineExpression<&str>, message: &mut Message) {
    match inline {
        InlineExpression::VariableReference { id } => drop(message.arguments.insert(id.name.to_owned())),
        InlineExpression::MessageReference { id, .. } => drop(message.parts.insert(id.name.to_owned())),
        InlineExpression::Placeable { expression } => {
            let pattern =
                Pattern { elements: vec![PatternElement::Placeable { expression: *expression.clone() }] };
            read(&pattern, message);
        }
        _ => {}
    }
}

/// Every `tr!` and every `Phrase::new` of the source with the arguments that are written there.
fn uses() -> Vec<Use> {
    let mut uses = Vec::new();
    for file in sources() {
        let code = without_comments(&fs::read_to_string(&file).expect("a source file"));
        let place = |at: usize| format!("{}:{}", file.display(), code[..at].matches('\n').count() + 1);
        for (at, _) in code.match_indices("tr!(") {
            let inside = within(&code[at + 3..]);
            let mut parts = split(inside).into_iter();
            let id = parts.nth(1).and_then(|part| literal(part.trim()));
            if let Some(id) = id {
                let arguments = parts.filter_map(|part| Some(part.split_once('=')?.0.trim().to_owned()));
                uses.push(Use {
                    id,
                    arguments: arguments.collect(),
                    elsewhere: BTreeSet::new(),
                    place: place(at),
                });
            }
        }
        for (at, _) in code.match_indices("Phrase::new(") {
            let start = at + "Phrase::new".len();
            let Some(id) = literal(within(&code[start..]).trim()) else { continue };
            let mut rest = &code[start + within(&code[start..]).len() + 2..];
            let mut arguments = BTreeSet::new();
            while let Some(next) = rest.trim_start().strip_prefix(".with(") {
                let inside = within(&format!("({next}")).to_owned();
                let name = split(&inside).first().and_then(|part| literal(part.trim()));
                arguments.extend(name);
                rest = &next[inside.len() + 1..];
            }
            let elsewhere = code
                .match_indices(".with(\"")
                .filter_map(|(at, with)| Some(code[at + with.len()..].split_once('"')?.0.to_owned()));
            uses.push(Use { id, arguments, elsewhere: elsewhere.collect(), place: place(at) });
        }
    }
    uses
}

/// The code with every line that is only a comment left empty.
fn without_comments(code: &str) -> String {
    let lines = code.lines().map(|line| if line.trim_start().starts_with("//") { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// What stands between an opening bracket and the one that closes it.
fn within(code: &str) -> &str {
    let mut depth = 0;
    let mut quoted = false;
    let mut before = ' ';
    for (at, character) in code.char_indices() {
        match character {
            '"' if before != '\\' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return &code[1..at];
                }
            }
            _ => {}
        }
        before = character;
    }
    panic!("an open bracket: {}", &code[..code.len().min(80)])
}

/// Parts between commas at the top level.
fn split(code: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start, mut before) = (0, false, 0, ' ');
    let mut parts = Vec::new();
    for (at, character) in code.char_indices() {
        match character {
            '"' if before != '\\' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if depth == 0 && !quoted => {
                parts.push(&code[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = character;
    }
    parts.push(&code[start..]);
    parts
}

fn literal(text: &str) -> Option<String> {
    Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// The source files of the bot and of the use cases, without tests.
fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    walk(&root.join("src"), &mut found);
    walk(&root.join("crates/play/src"), &mut found);
    found
}
