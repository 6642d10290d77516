use super::*;

fn config(api: Option<&str>) -> Config {
    Config {
        token: None,
        database_url: None,
        data_dir: None,
        pg_bin: None,
        discord_api: api.map(str::to_owned),
        shards: None,
        openapi: None,
        log: String::new(),
    }
}

#[test]
fn the_command_line_is_well_formed() {
    use clap::CommandFactory as _;
    Cli::command().debug_assert();
}

#[test]
fn the_address_of_a_stand_in_is_tolerant() {
    for (given, used) in [
        ("http://127.0.0.1:8080", Some("http://127.0.0.1:8080")),
        ("http://127.0.0.1:8080/", Some("http://127.0.0.1:8080")),
        ("http://127.0.0.1:8080/api/v10", Some("http://127.0.0.1:8080")),
        (" http://127.0.0.1:8080/api/v10/ ", Some("http://127.0.0.1:8080")),
        ("", None),
        ("/", None),
    ] {
        assert_eq!(config(Some(given)).api(), used, "{given:?}");
    }
    assert_eq!(config(None).api(), None);
}

#[test]
fn shards_are_read() {
    let read = |text: &str| text.parse::<Shards>().ok().map(|shards| (shards.own, shards.total));
    assert_eq!(read("0-1/4"), Some((0..=1, 4)));
    assert_eq!(read("3/4"), Some((3..=3, 4)));
    for bad in ["", "4/4", "2-1/4", "0/0", "a/b", "1", "0-4/4", "-1/4"] {
        assert_eq!(read(bad), None, "{bad:?}");
    }
}

#[test]
fn secrets_are_not_printed() {
    let config = Config { token: Some(SecretString::from("hidden")), ..config(None) };
    assert!(!format!("{config:?}").contains("hidden"));
    assert!(given(Some(&SecretString::from(""))).is_none(), "an empty variable is as good as none");
}
