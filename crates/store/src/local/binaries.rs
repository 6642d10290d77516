//! Finding PostgreSQL's binaries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Error;

/// Folders of which each version has one of its own; `*` stands for the version.
const USUAL: [&str; 5] = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
];

/// A folder that holds `initdb` and `postgres`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Binaries(PathBuf);

impl Binaries {
    /// The binaries in `named`, else the newest in the usual places. A cluster that exists already can be read by the major
    /// version that made it only: then it is that version's.
    pub(crate) fn find(named: Option<&Path>, cluster: &Path) -> Result<Binaries, Error> {
        let candidates = match named {
            Some(folder) => vec![Binaries::at(folder).ok_or_else(|| Error::NotBinaries(folder.to_owned()))?],
            None => usual(),
        };
        let Ok(version) = fs::read_to_string(cluster.join("PG_VERSION")) else {
            return candidates.into_iter().next().ok_or(Error::NoBinaries);
        };
        if candidates.is_empty() {
            return Err(Error::NoBinaries);
        }
        let version = version.trim();
        candidates
            .into_iter()
            .find(|candidate| candidate.version().as_deref() == Some(version))
            .ok_or_else(|| Error::OtherVersion { folder: cluster.to_owned(), version: version.to_owned() })
    }

    /// The path of one of them.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn at(folder: &Path) -> Option<Binaries> {
        let binaries = Binaries(folder.to_owned());
        ["initdb", "postgres"].iter().all(|name| binaries.program(name).is_file()).then_some(binaries)
    }

    /// The major version, as `PG_VERSION` has it: the number in "postgres (PostgreSQL) 15.8 (Debian …)".
    fn version(&self) -> Option<String> {
        let output = Command::new(self.program("postgres")).arg("--version").output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let number = text.split_once("(PostgreSQL) ")?.1;
        let digits = number.find(|character: char| !character.is_ascii_digit()).unwrap_or(number.len());
        Some(number[..digits].to_owned())
    }
}

/// The binaries in the usual places, the newest version first, then those on the search path.
fn usual() -> Vec<Binaries> {
    let mut found: Vec<(u32, Binaries)> = USUAL.into_iter().flat_map(versions).collect();
    found.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    let path = std::env::var_os("PATH").unwrap_or_default();
    // What is on the path is often a link into the folder where all of them are.
    let on_path = std::env::split_paths(&path)
        .filter_map(|folder| folder.join("postgres").canonicalize().ok())
        .filter_map(|program| Binaries::at(program.parent()?));
    found.into_iter().map(|(_, binaries)| binaries).chain(on_path).collect()
}

/// The versions at a pattern with one `*`, which stands for digits.
fn versions(pattern: &str) -> Vec<(u32, Binaries)> {
    let (before, after) = pattern.split_once('*').expect("a pattern has a star");
    let (folder, prefix) = before.rsplit_once('/').expect("a pattern is an absolute path");
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let version = name.strip_prefix(prefix)?.parse().ok()?;
            Some((version, Binaries::at(Path::new(&format!("{before}{version}{after}")))?))
        })
        .collect()
}
