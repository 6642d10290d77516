//! People's names are foreign text: they neither ping, link nor format, and break no table.

use serde_json::json;
use ximabot::i18n::escape;

use crate::harness::Bot;
use crate::limits::{NAMES, pings};
use crate::standing::{rank, see};

#[test]
fn a_name_is_shown_as_it_is_without_what_it_does() {
    #[track_caller]
    fn check(name: &str, shown: &str) {
        assert_eq!(escape(name), shown);
    }
    check("ana", "ana");
    check("*_~`|", "\\*\\_\\~\\`\\|");
    check("a\\", "a\\\\");
    check("[free](https://example.org)", "\\[free\\]\\(https:\u{200b}//example.org\\)");
    check("@everyone", "@\u{200b}everyone");
    check("<@123>", "\\<@\u{200b}123\\>");
    check("<t:0:R>", "\\<t:\u{200b}0:\u{200b}R\\>");
    check("# big", "\\# big");
    check("\u{202e}desrever", "desrever");
    check("", "?");
    check(" \u{200b}\u{feff} ", "?");
    check("漢字", "漢字");
    check("שלום", "\u{2068}שלום\u{2069}");
}

#[test]
fn no_name_grows_without_bounds() {
    for name in NAMES {
        let shown = escape(&name.repeat(20));
        assert!(shown.chars().count() <= 2 * 32 + 2, "{name:?}: {shown:?}");
    }
    let zalgo = format!("a{}b", "\u{0301}".repeat(30));
    let marks = escape(&zalgo).chars().filter(|character| *character == '\u{0301}').count();
    assert!(marks <= 2, "{marks} marks on one letter");
}

/// A leaderboard of all these names: one line each, in order, and no picture or mention among them.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn strange_names_leave_the_leaderboard_intact() {
    let bot = Bot::start().await;
    let names = &NAMES[..10];
    for (id, name) in (1_000..).zip(names) {
        see(bot.play(), id, name).await;
    }
    rank(&bot).await;
    let board = bot.command("ana", "leaderboard", json!({ "scope": "everywhere" })).await;
    let content = board.content();
    let ranks: Vec<&str> = content
        .lines()
        .filter_map(|line| line.strip_prefix("**")?.split_once(".** "))
        .map(|row| row.0)
        .collect();
    assert_eq!(ranks, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"], "{content}");
    for (rank, name) in (1..).zip(names) {
        let row = format!("**{rank}.** {} · **", escape(name));
        assert!(content.contains(&row), "{row:?} is not in\n{content}");
    }
    assert!(!pings(&content), "{content}");
    bot.well().await;
}

/// Names travel through challenges, games and pictures.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn strange_names_play() {
    let bot = Bot::start().await;
    let mut people = Vec::new();
    for name in NAMES.iter().filter(|name| !name.trim().is_empty()) {
        people.push(bot.welcome(name).await);
    }
    for pair in people.chunks_exact(2) {
        bot.game(&pair[0], &pair[1]).await;
        bot.command(&pair[0], "profile", json!({ "user": pair[1] })).await;
    }
    for message in bot.world.messages().await {
        assert_eq!(message["mention_everyone"], false, "{message}");
    }
    bot.well().await;
}
