//! Lists the Fluent files at build time, so that a new language is a new folder and nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let locales = root.join("assets/locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut list = String::from("&[\n");
    for folder in sorted(&locales) {
        println!("cargo::rerun-if-changed={}", folder.display());
        let tag = folder.file_name().expect("a listed folder has a name").to_string_lossy().into_owned();
        writeln!(list, "    ({tag:?}, &[").expect("writing to a string");
        for file in
            sorted(&folder).into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "ftl"))
        {
            let name = file.file_name().expect("a listed file has a name").to_string_lossy().into_owned();
            let path = file.to_str().expect("the path of the source is UTF-8");
            writeln!(list, "        ({name:?}, include_str!({path:?})),").expect("writing to a string");
        }
        list.push_str("    ]),\n");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("locales.rs");
    fs::write(out, list).expect("cargo's own folder can be written to");
}

/// What lies in a folder, in the order of names.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder is part of the source")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    found.sort();
    found
}
