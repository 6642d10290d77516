//! The house rules that neither the compiler nor clippy holds.

mod licence;
mod sentence;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use clap::CommandFactory as _;
use serde_json::Value;
use ximabot::discord::view;

use self::licence::permits;
use self::sentence::sentences;
use self::source::{ROOT, code_lines, every_source, hash, read, sources, tracked, walk};

/// A file from about this many lines on is split by concept.
const LINES: usize = 650;

/// Files that are longer all the same, and why.
const LONGER: &[(&str, &str)] = &[
    ("crates/playground/tests/it/rules.rs", "a known bad request for each rule"),
    ("tests/it/harness.rs", "what people do and see, in one place"),
];

/// What each of our packages may use of the others; see docs/ARCHITECTURE.md.
const WALLS: &[(&str, &[&str])] = &[
    ("game", &[]),
    ("xima", &["game"]),
    ("axiom", &["game"]),
    ("search", &["axiom", "game", "xima"]),
    ("render", &["axiom", "game", "xima"]),
    ("rating", &[]),
    ("store", &["game", "rating"]),
    ("play", &["axiom", "game", "rating", "render", "search", "store", "xima"]),
    ("playground", &[]),
    ("ximabot", &["axiom", "game", "play", "playground", "render", "search", "store", "xima"]),
];

/// Libraries that a package never depends on.
const NEVER: &[(&str, &[&str])] = &[
    ("game", &["tokio", "serde", "rand", "tracing", "sqlx", "serenity"]),
    ("xima", &["tokio", "serde", "rand", "tracing", "sqlx", "serenity"]),
    ("axiom", &["tokio", "serde", "rand", "tracing", "sqlx", "serenity"]),
    ("search", &["tokio", "serde", "rand", "tracing", "sqlx", "serenity"]),
    ("rating", &["tokio", "rand", "tracing", "sqlx", "serenity"]),
    ("render", &["tokio", "futures", "fontdb", "font-kit", "tracing", "sqlx", "serenity"]),
    ("store", &["serenity", "poise", "xima", "axiom"]),
    ("play", &["serenity", "poise", "fluent", "fluent-bundle"]),
    ("playground", &["serenity", "poise", "sqlx"]),
];

/// Words that never occur in the code of a folder.
const UNSAID: &[(&str, &[&str])] = &[
    ("crates/game/src", PURE),
    ("crates/xima/src", PURE),
    ("crates/axiom/src", PURE),
    ("crates/rating/src", PURE),
    // A limit of time needs a clock; std::time is not UNSAID here.
    (
        "crates/search/src",
        &[
            "std::fs",
            "std::env",
            "std::net",
            "SystemTime",
            "now_utc",
            "println!",
            "async fn",
            "derive(Serialize",
        ],
    ),
    ("crates/render/src", &["std::fs", "std::env", "std::net", "async fn", "SystemTime", "Instant::now"]),
    ("crates/play/src", &["println!", "SystemTime", "Instant::now", "std::fs", "sqlx::"]),
    ("src/discord", &["sqlx", "store::game::", "now_utc", "SystemTime", "playground"]),
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
    for (name, never) in NEVER {
        let package = packages(&metadata)
            .find(|package| text(&package["name"]) == *name && package["source"].is_null());
        let used: BTreeSet<&str> = list(&package.expect("NEVER names packages of ours")["dependencies"])
            .filter(|dependency| dependency["kind"].is_null() && dependency["optional"] == false)
            .map(|dependency| text(&dependency["name"]))
            .collect();
        let found: Vec<_> = never.iter().filter(|never| used.contains(*never)).collect();
        assert!(found.is_empty(), "{name} depends on {found:?}");
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
            && !source.starts_with("#![doc")
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
    // PostgreSQL's own (`pg_sleep`) waits for nothing but the end of its server.
    let words = [
        concat!("#[", "ignore"),
        concat!("::sle", "ep("),
        concat!(" sle", "ep("),
        concat!("sle", "ep_until("),
    ];
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
fn the_invite_link_asks_for_what_is_needed_and_no_more() {
    let needed = view::refusal::NEEDED;
    let readme = read("README.md");
    let link = readme
        .split_whitespace()
        .find(|word| word.starts_with("https://discord.com/oauth2/"))
        .expect("the link");
    assert!(link.contains("&scope=bot+applications.commands&"), "{link}");
    assert!(link.ends_with(&format!("&permissions={}", needed.bits())), "{link}: {}", needed.bits());
    for name in needed.get_permission_names() {
        assert!(readme.contains(name), "{name} is not explained in README.md");
    }
}

#[test]
fn what_the_documents_point_to_is_there() {
    let mut faults = Vec::new();
    let mut checked = 0;
    for path in ["README.md", "CHANGELOG.md"].into_iter().map(str::to_owned).chain(walk("docs", &["md"])) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for target in
            read(&path).split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()))
        {
            if target.starts_with("http") || target.starts_with('#') {
                continue;
            }
            checked += 1;
            let target = target.split('#').next().unwrap_or_default();
            if !ROOT.join(folder).join(target).exists() {
                faults.push(format!("{path}: {target}"));
            }
        }
    }
    assert!(checked > 3, "only {checked} links were found");
    none(&faults);
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
const MIGRATIONS: &[(&str, &str)] = &[
    ("0001_player.sql", "ee69784834f98b9549cfdda2d82a2a289d5b03d41a2d2d80114852a547a6f34b"),
    ("0002_server.sql", "714b968ff7382aca192b7776117c9c6b1b4c8b7630e81ecaffe118870cf68b09"),
    ("0003_game.sql", "ae1e9fb6a855933619dfe5a482582a6d68cf7c717e330a430dba4d27b9821449"),
    ("0004_invitation.sql", "c7ff755b7072076cedd63789058fdbaf26ca93874627f34c0e7ed257d0bb5959"),
    ("0005_rating.sql", "c03d77bc9961cd486130f703c2e1d92cc02b2c7da2fc9d588983a8c6853e61e7"),
    ("0006_outbox.sql", "18f9ff4a43f7d7268b39f582bf381671f082e9534ed1e1c563da608ab7c3a6b9"),
    ("0007_draw_offer.sql", "a89063c26943a18c5ca60effd3d0608e650cc17fe99b5cd99ba2783f2d2824da"),
    ("0008_invitation_game.sql", "19937ee8263f05dffa2291fb50e5e4d4e0249aecf67b732574bbe62c5f551047"),
    ("0009_computer.sql", "d556f37cdece1dc9eccabee9d729de9c6d4e1bc02f6b453a79eeb8d0f63f2e8d"),
    ("0010_hint.sql", "35e6490fe5be93b07a63bd3049b6d99615fd35cbc05a38a24dcfdc8f686e73e8"),
    ("0011_level.sql", "703dce8d133061816552313a9293b70e53475665dc5cb2465bf592d05c2393fc"),
    ("0012_analysis.sql", "808842ce52564f2ba0c91ac9a6445194a01b3a50def166fcbce20ff5c9462893"),
    ("0013_game_found.sql", "65db0b80158b3201caabc1c59ef01d5993a8f311213ee8078e18ab4c4279b58a"),
];

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

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} found:\n{}", faults.len(), faults.join("\n"));
}
