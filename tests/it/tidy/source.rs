//! The files of this repository.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

/// Where they are.
pub static ROOT: LazyLock<&Path> = LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")));

/// The lines that are code, with their numbers: comments are left out, and so is what a file tests about itself.
pub fn code_lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    source
        .lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(number, line)| (number, line.split_once(" // ").map_or(line, |(code, _)| code)))
}

/// Code of one folder without its tests.
pub fn sources(folder: &str) -> Vec<(String, String)> {
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

pub fn every_source() -> Vec<(String, String)> {
    let mut paths: Vec<String> = ["src", "tests", "crates", "fuzz/fuzz_targets"]
        .iter()
        .flat_map(|folder| walk(folder, &["rs"]))
        .collect();
    paths.extend(["build.rs"].into_iter().filter(|path| ROOT.join(path).is_file()).map(str::to_owned));
    assert!(paths.len() > 50, "only {} files of code were found", paths.len());
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// Every text file that git would keep.
pub fn tracked() -> Vec<String> {
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
pub fn walk(folder: &str, endings: &[&str]) -> Vec<String> {
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
        // In a further work tree of git's, `.git` is a file.
        .filter(|path| {
            path.is_file() && path.file_name().is_some_and(|name| name != ".env" && name != ".git")
        })
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

pub fn read(path: &str) -> String {
    std::fs::read_to_string(ROOT.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hash, byte| {
        write!(hash, "{byte:02x}").expect("writing to a string");
        hash
    })
}
