use std::fs;

use super::{FILES, file};

#[test]
fn every_file_of_the_folder_is_served() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    let mut served: Vec<String> = FILES
        .iter()
        .map(|(path, ..)| if *path == "/" { "index.html".to_owned() } else { path[1..].to_owned() })
        .collect();
    served.sort();
    assert_eq!(names, served);
}

#[test]
fn what_the_scripts_import_is_served() {
    for (path, _, text) in FILES {
        for line in text.lines().filter(|line| line.starts_with("import ")) {
            let name = line.rsplit('"').nth(1).expect("an import names a file");
            let at = name.strip_prefix('.').expect("beside the importing file");
            assert!(file(at).is_some(), "{path} imports {name}");
        }
    }
}

#[test]
fn the_page_takes_nothing_from_elsewhere_and_no_text_as_markup() {
    for (path, _, text) in FILES {
        for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
            assert!(!text.contains(forbidden), "{path} has {forbidden}");
        }
        for address in ["src=\"http", "src=\"//", "@import", "url(http"] {
            assert!(!text.contains(address), "{path} has {address}");
        }
    }
}

#[test]
fn other_paths_are_none_of_the_page() {
    assert_eq!(file("/app"), None);
    assert_eq!(file("/../Cargo.toml"), None);
}
