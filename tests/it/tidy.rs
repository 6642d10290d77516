//! The house rules that neither the compiler nor clippy holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use clap::CommandFactory as _;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A file from about this many lines on is split by concept.
const LINES: usize = 600;

/// Files that are longer all the same, and why.
const LONGER: &[(&str, &str)] = &[];

/// What each of our packages may use of the others; see docs/ARCHITECTURE.md.
const WALLS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("xima", &["game"]),
    ("render", &["game", "xima"]),
    ("rating", &[]),
    ("store", &["game", "rating"]),
    ("play", &["game", "rating", "render", "store", "xima"]),
    ("playground", &[]),
    ("ximabot", &["game", "play", "playground", "render", "store", "xima"]),
];

/// Libraries that a package never depends on, at any distance.
const NEVER: &[(&str, &[&str])] = &[
    ("game", &["tokio", "serde", "rand", "tracing", "sqlx", "serenity"]),
    ("xima", &["tokio", "serde", "rand", "tracing", "sqlx", "serenity"]),
    ("rating", &["tokio", "rand", "tracing", "sqlx", "serenity"]),
    ("render", &["tokio", "futures", "fontdb", "font-kit", "tracing", "sqlx", "serenity"]),
    ("store", &["serenity", "poise", "xima"]),
    ("play", &["serenity", "poise", "fluent", "fluent-bundle"]),
    ("playground", &["serenity", "poise", "sqlx"]),
];

/// Words that never occur in the code of a folder.
const UNSAID: &[(&str, &[&str])] = &[
    ("crates/game/src", PURE),
    ("crates/xima/src", PURE),
    ("crates/rating/src", PURE),
    ("crates/render/src", &["std::fs", "std::env", "std::net", "async fn", "SystemTime", "Instant::now"]),
    ("crates/play/src", &["println!", "SystemTime", "Instant::now", "std::fs", "sqlx::"]),
    ("src/discord", &["sqlx", "store::games", "now_utc", "SystemTime", "playground"]),
    ("src/job", &["sqlx", "now_utc", "SystemTime", "playground"]),
];

const PURE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::time",
    "now_utc",
    "println!",
    "async fn",
    "derive(Serialize",
    "derive(Deserialize",
];

static ROOT: LazyLock<&Path> = LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")));

#[test]
fn the_walls_between_the_packages_stand() {
    let metadata = metadata();
    let ours: BTreeMap<&str, &Value> = packages(&metadata)
        .filter(|package| package["source"].is_null())
        .map(|package| (text(&package["name"]), package))
        .collect();
    let named: BTreeSet<&str> = WALLS.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        ours.keys().copied().collect::<BTreeSet<_>>(),
        named,
        "every package of ours has its line in WALLS"
    );
    for (name, allowed) in WALLS {
        let uses: BTreeSet<&str> = list(&ours[name]["dependencies"])
            .filter(|dependency| dependency["kind"].is_null())
            .map(|dependency| text(&dependency["name"]))
            .filter(|dependency| named.contains(dependency))
            .collect();
        let beyond: Vec<_> = uses.iter().filter(|used| !allowed.contains(used)).collect();
        assert!(beyond.is_empty(), "{name} depends on {beyond:?}");
    }
}

#[test]
fn a_library_stays_on_its_side() {
    let metadata = metadata();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();
    let names: BTreeMap<&str, &str> =
        packages(&metadata).map(|package| (text(&package["id"]), text(&package["name"]))).collect();
    for (name, never) in NEVER {
        let start = packages(&metadata)
            .find(|package| text(&package["name"]) == *name && package["source"].is_null())
            .expect("NEVER names packages of ours");
        let mut reached = BTreeSet::new();
        let mut ahead = vec![text(&start["id"])];
        while let Some(id) = ahead.pop() {
            if !reached.insert(id) {
                continue;
            }
            // The procedural macros of a library run in the compiler: what they need is not in the program.
            let used = list(&nodes[id]["deps"])
                .filter(|dependency| list(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null()))
                .map(|dependency| text(&dependency["pkg"]));
            ahead.extend(used.filter(|id| !is_procedural(&metadata, id)));
        }
        let found: Vec<_> =
            reached.iter().map(|id| names[id]).filter(|found| never.contains(found)).collect();
        assert!(found.is_empty(), "{name} reaches {found:?}");
    }
}

#[test]
fn what_is_never_said_is_not_said() {
    let mut faults = Vec::new();
    for (folder, words) in UNSAID {
        let sources = sources(folder);
        assert!(!sources.is_empty(), "{folder} holds no code");
        for (path, source) in sources {
            for (number, line) in code_lines(&source) {
                faults.extend(
                    words
                        .iter()
                        .filter(|word| line.contains(**word))
                        .map(|word| format!("{path}:{number}: {word}")),
                );
            }
        }
    }
    none(&faults);
}

#[test]
fn only_views_ask_which_game_it_is() {
    let mut faults = Vec::new();
    for (path, source) in sources("src/discord") {
        if path.starts_with("src/discord/view") {
            continue;
        }
        for (number, line) in code_lines(&source) {
            let line = line.to_lowercase().replace("ximabot", "");
            if line.contains("xima") || line.contains("axiom") {
                faults.push(format!("{path}:{number}: {line}"));
            }
        }
    }
    none(&faults);
}

#[test]
fn what_people_read_is_in_the_fluent_files() {
    let mut faults = Vec::new();
    for folder in ["src/discord", "src/job", "crates/play/src"] {
        for (path, source) in sources(folder) {
            faults.extend(sentences(&source).into_iter().map(|sentence| format!("{path}: {sentence:?}")));
        }
    }
    none(&faults);
}

#[test]
fn the_check_for_sentences_sees_them() {
    assert_eq!(sentences(r#"reply.content("You cannot do that.")"#), ["You cannot do that."]);
    assert_eq!(sentences(r#"let a = format!("It is {name} to move", name = 1);"#), ["It is {name} to move"]);
    assert_eq!(
        sentences(r#"x.expect("seats are never empty"); tracing::info!(game = 1, "a turn was posted");"#),
        [""; 0]
    );
    assert_eq!(
        sentences(
            "// \"Not in a comment\"\n/// nor \"in a document\"\nlet a = 'a'; let b: &'static str = \"one\";"
        ),
        [""; 0]
    );
}

#[test]
fn files_are_where_they_are_looked_for() {
    let mut faults = Vec::new();
    for (path, source) in every_source() {
        if path.ends_with("/mod.rs") {
            faults.push(format!("{path}: a module is foo.rs beside foo/"));
        }
        let lines = source.lines().count();
        if lines > LINES && !LONGER.iter().any(|(name, _)| *name == path) {
            faults.push(format!("{path}: {lines} lines"));
        }
        if !path.contains("/tests")
            && !path.starts_with("tests/")
            && path.starts_with("crates/")
            && !source.starts_with("//!")
        {
            faults.push(format!("{path}: begins without a word on what it is"));
        }
    }
    for (path, _) in LONGER {
        assert!(ROOT.join(path).is_file(), "{path} in LONGER is gone");
    }
    none(&faults);
}

#[test]
fn nothing_is_silenced_and_nothing_is_left_to_do() {
    let words = [
        concat!("#[", "allow("),
        concat!("#![", "allow("),
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("db", "g!("),
    ];
    let mut faults = Vec::new();
    for (path, source) in every_source() {
        for (number, line) in code_lines(&source) {
            faults.extend(
                words
                    .iter()
                    .filter(|word| line.contains(**word))
                    .map(|word| format!("{path}:{number}: {word}")),
            );
        }
    }
    none(&faults);
}

#[test]
fn no_test_is_ignored_or_sleeps() {
    let words = [concat!("#[", "ignore"), concat!("sle", "ep("), concat!("sle", "ep_until(")];
    let mut faults = Vec::new();
    for (path, source) in every_source() {
        if !(path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs")) {
            continue;
        }
        for (number, line) in code_lines(&source) {
            faults.extend(
                words
                    .iter()
                    .filter(|word| line.contains(**word))
                    .map(|word| format!("{path}:{number}: {word}")),
            );
        }
    }
    none(&faults);
}

#[test]
fn nothing_tells_of_the_machine_it_was_written_on() {
    let paths = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];
    let mut faults = Vec::new();
    for path in tracked() {
        let Ok(content) = std::fs::read_to_string(ROOT.join(&path)) else { continue };
        for (number, line) in content.lines().enumerate() {
            faults.extend(
                paths
                    .iter()
                    .filter(|found| line.contains(**found))
                    .map(|found| format!("{path}:{}: {found}", number + 1)),
            );
        }
    }
    none(&faults);
}

#[test]
fn every_licence_is_one_that_deny_toml_allows() {
    let metadata = metadata();
    let deny = read("deny.toml");
    let allowed = quoted(section(&deny, "allow = [", "]"));
    assert!(allowed.contains("MIT") && allowed.len() > 5, "deny.toml lists the licences");
    let exceptions = section(&deny, "exceptions = [", "\n");
    let mut checked = 0;
    let mut faults = Vec::new();
    for package in used(&metadata).filter(|package| !package["source"].is_null()) {
        let name = text(&package["name"]);
        let licence = package["license"].as_str().unwrap_or("none");
        let excepted = exceptions.contains(&format!("\"{name}\"")) && exceptions.contains(licence);
        if !excepted && !permits(licence, &allowed) {
            faults.push(format!("{name}: {licence}"));
        }
        checked += 1;
    }
    assert!(checked > 200, "only {checked} packages were seen");
    none(&faults);
}

#[test]
fn a_licence_expression_is_read_as_it_is_meant() {
    let allowed = BTreeSet::from(["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"]);
    #[track_caller]
    fn check(expression: &str, allowed: &BTreeSet<&str>, expected: bool) {
        assert_eq!(permits(expression, allowed), expected, "{expression}");
    }
    check("MIT", &allowed, true);
    check("MIT/Apache-2.0", &allowed, true);
    check("GPL-3.0 OR MIT", &allowed, true);
    check("GPL-3.0 AND MIT", &allowed, false);
    check("(MIT OR GPL-3.0) AND Unicode-3.0", &allowed, true);
    check("(MIT OR Apache-2.0) AND GPL-3.0", &allowed, false);
    check("Apache-2.0 WITH LLVM-exception OR GPL-3.0", &allowed, true);
    check("GPL-2.0 WITH Classpath-exception-2.0", &allowed, false);
    check("MIT AND GPL-3.0 OR Apache-2.0", &allowed, true);
    check("none", &allowed, false);
}

#[test]
fn no_banned_library_is_used() {
    let metadata = metadata();
    let deny = read("deny.toml");
    let banned = quoted(section(&deny, "deny = [", "\n]"));
    assert!(banned.contains("openssl"), "deny.toml lists the bans");
    let found: Vec<_> = used(&metadata)
        .map(|package| text(&package["name"]).to_owned())
        .filter(|name| banned.contains(name.as_str()))
        .collect();
    none(&found);
    let elsewhere: Vec<_> = used(&metadata)
        .filter_map(|package| package["source"].as_str())
        .filter(|source| !source.starts_with("registry+https://github.com/rust-lang/crates.io-index"))
        .map(str::to_owned)
        .collect();
    none(&elsewhere);
}

/// What the program reads from its surroundings, by variable: its default, if it has one.
fn variables() -> BTreeMap<String, Option<String>> {
    let mut command = ximabot::config::Cli::command();
    command.build();
    let variables: BTreeMap<_, _> = command
        .get_arguments()
        .filter_map(|argument| {
            let name = argument.get_env()?.to_str()?.to_owned();
            Some((
                name,
                argument.get_default_values().first().map(|value| value.to_string_lossy().into_owned()),
            ))
        })
        .collect();
    assert!(
        variables.contains_key("DISCORD_TOKEN") && variables.contains_key("DATABASE_URL"),
        "{variables:?}"
    );
    variables
}

#[test]
fn the_readme_has_the_whole_configuration() {
    let readme = read("README.md");
    let rows: BTreeMap<String, String> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .filter(|(name, _)| name.chars().all(|character| character.is_ascii_uppercase() || character == '_'))
        .map(|(name, rest)| (name.to_owned(), rest.split(" | ").next().unwrap_or_default().to_owned()))
        .collect();
    let variables = variables();
    assert_eq!(
        rows.keys().collect::<Vec<_>>(),
        variables.keys().collect::<Vec<_>>(),
        "README.md against src/config.rs"
    );
    for (name, default) in variables {
        if let Some(default) = default {
            assert_eq!(rows[&name], format!("`{default}`"), "the default of {name} in README.md");
        }
    }
}

#[test]
fn the_sample_environment_is_complete() {
    let sample = read(".env.sample");
    let named: BTreeSet<String> = sample
        .lines()
        .map(|line| line.trim_start_matches("# "))
        .filter_map(|line| Some(line.split_once('=')?.0.to_owned()))
        .filter(|name| {
            !name.is_empty()
                && name.chars().all(|character| character.is_ascii_uppercase() || character == '_')
        })
        .collect();
    let mut expected: BTreeSet<String> = variables().into_keys().collect();
    // Only compose.yaml reads it.
    expected.insert("POSTGRES_PASSWORD".to_owned());
    assert_eq!(named, expected, ".env.sample against src/config.rs");
}

/// The migrations as they were first applied. A file that is listed here is never edited: what changes is a further file.
const MIGRATIONS: &[(&str, &str)] = &[];

#[test]
fn an_applied_migration_is_never_edited() {
    let mut found = Vec::new();
    for path in walk("migrations", &["sql"]) {
        found.push((path.clone(), hash(&std::fs::read(ROOT.join(&path)).expect("the file was listed"))));
    }
    found.sort();
    let expected: Vec<_> =
        MIGRATIONS.iter().map(|(name, hash)| (format!("migrations/{name}"), (*hash).to_owned())).collect();
    assert_eq!(found, expected);
}

fn metadata() -> Value {
    static METADATA: LazyLock<Value> = LazyLock::new(|| {
        let rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .arg("-vV")
            .output()
            .expect("rustc runs");
        let rustc = String::from_utf8(rustc.stdout).expect("rustc speaks UTF-8");
        let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc knows its host");
        // Offline and for this host only: what was built is at hand, and nothing else is asked for.
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
            .current_dir(*ROOT)
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("cargo writes JSON")
    });
    METADATA.clone()
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    list(&metadata["packages"])
}

/// The packages that are part of a build on this host.
fn used(metadata: &Value) -> impl Iterator<Item = &Value> {
    let nodes: BTreeSet<&str> = list(&metadata["resolve"]["nodes"]).map(|node| text(&node["id"])).collect();
    packages(metadata).filter(move |package| nodes.contains(text(&package["id"])))
}

fn is_procedural(metadata: &Value, id: &str) -> bool {
    packages(metadata).filter(|package| text(&package["id"]) == id).any(|package| {
        list(&package["targets"]).any(|target| list(&target["kind"]).any(|kind| kind == "proc-macro"))
    })
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn section<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n{begin}")).unwrap_or_else(|| panic!("{begin:?} is missing"));
    rest.split_once(end).map_or(rest, |(section, _)| section)
}

fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('"').skip(1).step_by(2).collect()
}

/// Whether the terms of a licence expression can be met.
fn permits(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = expression.split_whitespace().collect();
    let mut at = 0;
    let met = either(&tokens, &mut at, allowed);
    assert_eq!(at, tokens.len(), "{expression} cannot be read");
    met
}

fn either(tokens: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let mut met = both(tokens, at, allowed);
    while tokens.get(*at) == Some(&"OR") {
        *at += 1;
        met |= both(tokens, at, allowed);
    }
    met
}

fn both(tokens: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let mut met = one(tokens, at, allowed);
    while tokens.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(tokens, at, allowed);
    }
    met
}

fn one(tokens: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let Some(first) = tokens.get(*at) else { return false };
    *at += 1;
    if *first == "(" {
        let met = either(tokens, at, allowed);
        assert_eq!(tokens.get(*at), Some(&")"), "a bracket is left open");
        *at += 1;
        return met;
    }
    if tokens.get(*at) == Some(&"WITH") {
        *at += 2;
        return allowed.contains(tokens[*at - 3..*at].join(" ").as_str());
    }
    allowed.contains(first)
}

/// String literals that look like sentences and are meant for people who play: those of logs, panics and the like are not.
fn sentences(source: &str) -> Vec<String> {
    const APART: &[&str] = &[
        "expect",
        "panic!",
        "unreachable!",
        "assert!",
        "assert_eq!",
        "assert_ne!",
        "debug_assert!",
        "info!",
        "warn!",
        "error!",
        "debug!",
        "trace!",
        "info_span!",
        "context",
        "with_context",
        "bail!",
        "anyhow!",
        "error",
        "expect_attribute",
        "instrument",
        "poise::command",
        "concat!",
    ];
    let mut found = Vec::new();
    // What stands before each bracket that is open, and the word being read.
    let mut open: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '/' if characters.peek() == Some(&'/') => {
                while characters.next_if(|next| *next != '\n').is_some() {}
                word.clear();
            }
            '"' => {
                let mut literal = String::new();
                while let Some(next) = characters.next() {
                    match next {
                        '"' => break,
                        '\\' => {
                            characters.next();
                            literal.push(' ');
                        }
                        _ => literal.push(next),
                    }
                }
                let apart = open.iter().any(|before| {
                    APART.iter().any(|apart| before == apart || before.ends_with(&format!("::{apart}")))
                });
                if !apart && word != "reason" && is_sentence(&literal) {
                    found.push(literal);
                }
                word.clear();
            }
            '\'' => {
                // A character, or the name of a lifetime.
                let mut ahead = characters.clone();
                let first = ahead.next();
                if first == Some('\\') {
                    characters.next();
                    characters.next();
                    while characters.next_if(|next| *next != '\'').is_some() {}
                    characters.next();
                } else if ahead.next() == Some('\'') {
                    characters.next();
                    characters.next();
                }
            }
            '(' | '[' | '{' => open.push(std::mem::take(&mut word)),
            ')' | ']' | '}' => {
                open.pop();
                word.clear();
            }
            '=' => {}
            _ if character.is_alphanumeric() || matches!(character, '_' | '!' | ':') => {
                if character == ':' && characters.peek() != Some(&':') && !word.ends_with(':') {
                    word.clear();
                } else {
                    word.push(character);
                }
            }
            _ if character.is_whitespace() && (word == "reason" || word.is_empty()) => {}
            _ => word.clear(),
        }
    }
    found
}

/// Two words of letters, one after the other.
fn is_sentence(literal: &str) -> bool {
    let words: Vec<bool> = literal
        .split_whitespace()
        .map(|word| {
            word.chars().filter(|character| character.is_alphabetic()).count() >= 2
                && !word.contains('{')
                && !word.contains('-')
        })
        .collect();
    words.iter().filter(|word| **word).count() >= 2
}

/// The lines that are code, with their numbers: comments are left out, and so is what a file tests about itself.
fn code_lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    source
        .lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(number, line)| (number, line.split_once(" // ").map_or(line, |(code, _)| code)))
}

/// Code of one folder without its tests.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found: Vec<String> = walk(folder, &["rs"]);
    let beside = format!("{folder}.rs");
    if ROOT.join(&beside).is_file() {
        found.push(beside);
    }
    found
        .into_iter()
        .filter(|path| {
            !path.contains("/tests/") && !path.ends_with("/tests.rs") && !path.ends_with("/testing.rs")
        })
        .map(|path| (path.clone(), read(&path)))
        .collect()
}

fn every_source() -> Vec<(String, String)> {
    let mut paths: Vec<String> = ["src", "tests", "crates", "fuzz/fuzz_targets"]
        .iter()
        .flat_map(|folder| walk(folder, &["rs"]))
        .collect();
    paths.extend(["build.rs"].into_iter().filter(|path| ROOT.join(path).is_file()).map(str::to_owned));
    assert!(paths.len() > 50, "only {} files of code were found", paths.len());
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// Every text file that git would keep.
fn tracked() -> Vec<String> {
    let mut paths: Vec<String> = [
        "src",
        "tests",
        "crates",
        "fuzz/fuzz_targets",
        "docs",
        "assets/locales",
        "migrations",
        ".ci",
        ".cargo",
    ]
    .iter()
    .flat_map(|folder| {
        walk(folder, &["rs", "md", "ftl", "sql", "toml", "js", "css", "html", "json", "jsonl", "txt", ""])
    })
    .collect();
    paths.extend(walk_flat("."));
    paths
}

/// The files under a folder with one of these endings, as paths from the root, sorted.
fn walk(folder: &str, endings: &[&str]) -> Vec<String> {
    fn into(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                if path
                    .file_name()
                    .is_some_and(|name| name != "target" && name != "corpus" && name != "artifacts")
                {
                    into(&path, endings, found);
                }
            } else if endings
                .contains(&path.extension().and_then(|ending| ending.to_str()).unwrap_or_default())
            {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    into(&ROOT.join(folder), endings, &mut found);
    let mut paths: Vec<String> = found.iter().map(|path| from_root(path)).collect();
    paths.sort();
    paths
}

fn walk_flat(folder: &str) -> Vec<String> {
    std::fs::read_dir(ROOT.join(folder))
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.is_file() && path.file_name().is_some_and(|name| name != ".env"))
        .map(|path| from_root(&path))
        .collect()
}

fn from_root(path: &Path) -> String {
    path.strip_prefix(*ROOT)
        .expect("it was found there")
        .to_string_lossy()
        .replace('\\', "/")
        .trim_start_matches("./")
        .to_owned()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(ROOT.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hash, byte| {
        write!(hash, "{byte:02x}").expect("writing to a string");
        hash
    })
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} found:\n{}", faults.len(), faults.join("\n"));
}
