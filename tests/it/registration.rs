//! What Discord is told of the commands, as a whole, and the limits that it sets.

use expect_test::expect_file;
use serde_json::Value;
use ximabot::discord::framework::registration;

/// Renewed by `UPDATE_EXPECT=1`.
#[test]
fn all_commands_are_registered_so() {
    let text = serde_json::to_string_pretty(&registration()).unwrap() + "\n";
    assert!(
        std::env::var_os("CI").is_none() || std::env::var_os("UPDATE_EXPECT").is_none(),
        "snapshots are not renewed where they are to be held"
    );
    expect_file!["registration.json"].assert_eq(&text);
}

#[test]
fn commands_keep_discords_limits_in_every_language() {
    let Value::Array(commands) = registration() else { panic!("a list") };
    assert!(commands.len() <= 100);
    let mut names: Vec<&str> = commands.iter().filter_map(|command| command["name"].as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), commands.len(), "each name once");
    for command in &commands {
        let name = command["name"].as_str().unwrap();
        assert!(longest(command) <= 8_000, "{name}: 8,000 characters in the longest language");
        assert_eq!(command["contexts"], serde_json::json!([0]), "{name}: in servers only");
        assert_eq!(command["integration_types"], serde_json::json!([0]), "{name}: installed by servers only");
        check(command, name);
    }
}

fn check(one: &Value, path: &str) {
    for name in texts(one, "name") {
        let fits = |character: char| {
            matches!(character, '-' | '_' | '\'')
                || (character.is_alphanumeric() && !character.is_uppercase())
        };
        assert!(
            (1..=32).contains(&name.chars().count()) && name.chars().all(fits),
            "{path}: the name {name:?}"
        );
    }
    for description in texts(one, "description") {
        assert!((1..=100).contains(&description.chars().count()), "{path}: {description:?}");
        assert!(!description.starts_with("A slash command"), "{path} has no description");
    }
    let options = one["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert!(options.len() <= 25, "{path}");
    let required: Vec<bool> = options.iter().map(|option| option["required"] == true).collect();
    assert!(required.is_sorted_by(|one, next| one >= next), "{path}: required options come first");
    for option in options {
        let path = format!("{path} {}", option["name"]);
        check(option, &path);
        let choices = option["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
        assert!(choices.len() <= 25, "{path}");
        for choice in choices {
            for name in texts(choice, "name") {
                assert!((1..=100).contains(&name.chars().count()), "{path}: {name:?}");
            }
            assert!(choice["value"].as_str().is_none_or(|value| (1..=100).contains(&value.chars().count())));
        }
    }
}

/// A text in every language.
fn texts<'a>(one: &'a Value, key: &str) -> impl Iterator<Item = &'a str> {
    let others = one[format!("{key}_localizations")].as_object().into_iter().flat_map(|map| map.values());
    others.chain([&one[key]]).filter_map(Value::as_str)
}

/// Names, descriptions and values of a command and all below it, each in its longest language.
fn longest(one: &Value) -> usize {
    let longest = |key: &str| texts(one, key).map(|text| text.chars().count()).max().unwrap_or(0);
    let value = one["value"].as_str().map_or(0, |value| value.chars().count());
    let below = ["options", "choices"].into_iter().flat_map(|key| one[key].as_array().into_iter().flatten());
    longest("name") + longest("description") + value + below.map(self::longest).sum::<usize>()
}
