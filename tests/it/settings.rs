//! `/settings` and `/end`: for those who look after a server.

use play::settings::{self, Change};
use serde_json::json;
use store::ChannelId;

use crate::flow::finished;
use crate::harness::Bot;

#[tokio::test]
async fn only_those_who_may_manage_the_server_see_and_change_them() {
    let bot = Bot::start().await;
    for (part, options) in
        [("show", json!({})), ("threads", json!({ "on": false })), ("theme", json!({ "theme": "light" }))]
    {
        let answer = bot.try_command("boris", &format!("settings {part}"), options).await;
        let refused = answer["error"].is_string() || answer["message"]["ephemeral"] == true;
        assert!(refused, "{part}: {answer}");
        assert!(!answer.to_string().contains("Settings of this server"), "{part}: {answer}");
    }
    bot.well().await;
}

#[tokio::test]
async fn they_are_shown_and_changed_one_by_one() {
    let bot = Bot::start().await;
    let shown = bot.command("ana", "settings show", json!({})).await;
    assert!(shown.is_private());
    for words in ["On: each game lives", "Every channel.", "3 days.", "Dark"] {
        shown.says(words);
    }
    bot.command("ana", "settings threads", json!({ "on": false })).await.says("Off: games are played");
    bot.command("ana", "settings deadline", json!({ "time": "1d 12h" })).await.says("1 day 12 hours.");
    bot.command("ana", "settings theme", json!({ "theme": "light" })).await.says("Light");
    let channel = format!("<#{}>", bot.channel());
    bot.command("ana", "settings channels", json!({ "action": "allow", "channel": "games" }))
        .await
        .says(&channel);
    let shown = bot.command("ana", "settings show", json!({})).await;
    for words in ["Off: games are played", &channel, "1 day 12 hours.", "Light"] {
        shown.says(words);
    }
    // An empty list would allow every channel: the opposite of what was asked for.
    let forbid = json!({ "action": "forbid", "channel": "games" });
    bot.command("ana", "settings channels", forbid.clone()).await.refuses("No channel would be left");
    bot.command("ana", "settings channels", json!({ "action": "all" })).await.says("Every channel.");
    bot.command("ana", "settings channels", forbid).await.refuses("Allow another one first");
    bot.well().await;
}

#[tokio::test]
async fn a_length_of_time_that_is_none_is_refused() {
    let bot = Bot::start().await;
    let deadline = async |time: &str| bot.command("ana", "settings deadline", json!({ "time": time })).await;
    deadline("soon").await.refuses("I cannot read “soon”");
    deadline("4m").await.refuses("from 5 minutes to 30 days");
    deadline("31d").await.refuses("from 5 minutes to 30 days");
    deadline("@everyone").await.refuses("I cannot read");
    deadline("10").await.says("10 hours.");
    deadline("90m").await.says("1 hour 30 minutes.");
    deadline("5m").await.says("5 minutes.");
    deadline("30d").await.says("30 days.");
    bot.command("ana", "settings channels", json!({ "action": "allow" })).await.refuses("name the channel");
    bot.well().await;
}

#[tokio::test]
async fn games_begin_where_they_are_allowed_only() {
    let bot = Bot::start().await;
    let elsewhere = ChannelId::new(777);
    settings::change(bot.play(), bot.server(), Change::Allow(elsewhere)).await.unwrap();
    bot.command("ana", "challenge", json!({ "opponent": "boris" })).await.refuses("Try <#777>");
    bot.command("ana", "lobby", json!({ "players": 2 })).await.refuses("Try <#777>");
    bot.command("ana", "settings channels", json!({ "action": "allow", "channel": "games" })).await;
    bot.command("ana", "challenge", json!({ "opponent": "boris" })).await.is_public();
    bot.command("ana", "settings channels", json!({ "action": "forbid", "channel": "games" })).await;
    bot.command("ana", "lobby", json!({ "players": 2 })).await.refuses("Try <#777>");
    bot.command("ana", "settings channels", json!({ "action": "all" })).await.says("Every channel.");
    bot.command("ana", "lobby", json!({ "players": 2 })).await.is_public();
    bot.well().await;
}

#[tokio::test]
async fn a_rematch_begins_where_it_is_allowed_only() {
    let bot = Bot::start().await;
    let end = finished(&bot).await;
    let begun = bot.command("ana", "play", json!({ "level": 1, "colour": "red" })).await;
    let against_computer = bot.board(begun.begun(), 0).await;
    bot.write_move("ana", &against_computer, "-G2").await;
    bot.board(begun.begun(), 2).await;
    let question = bot.command_in(against_computer.channel(), "ana", "resign", json!({})).await;
    bot.press("ana", &question, "Resign").await;
    let ends = [end, bot.end(begun.begun()).await];
    settings::change(bot.play(), bot.server(), Change::Allow(ChannelId::new(777))).await.unwrap();
    for end in &ends {
        bot.press("ana", end, "Rematch").await.refuses("Try <#777>");
    }
    bot.command("ana", "settings channels", json!({ "action": "allow", "channel": "games" })).await;
    for end in &ends {
        bot.press("ana", end, "Rematch").await.is_public();
    }
    bot.well().await;
}

#[tokio::test]
async fn the_settings_hold_for_the_next_game() {
    let bot = Bot::start().await;
    bot.command("ana", "settings threads", json!({ "on": false })).await;
    bot.command("ana", "settings deadline", json!({ "time": "6h" })).await;
    let made = bot.command("ana", "challenge", json!({ "opponent": "boris" })).await;
    made.says("Each move may take up to 6 hours.");
    bot.press("boris", &made, "Accept").await;
    let opening = bot.newest_board(1).await;
    assert_eq!(opening.channel(), bot.channel(), "without a thread");
    opening.says("6 hours");
    bot.well().await;
}

#[tokio::test]
async fn moderators_end_a_game_of_their_server_unrated() {
    let bot = Bot::start().await;
    bot.game("boris", "chen").await;
    let answer = bot.try_command("dora", "end", json!({ "match": "1" })).await;
    assert!(answer["error"].is_string() || answer["message"]["ephemeral"] == true, "{answer}");
    assert_eq!(bot.running().await, 1, "dora is no moderator");
    let question = bot.command("ana", "end", json!({ "match": "#1" })).await;
    question.refuses("Do you want to end game #1");
    bot.press("ana", &question, "Keep playing").await.refuses("the game goes on");
    assert_eq!(bot.running().await, 1, "nothing ends unasked");
    bot.press("ana", &question, "End the game").await;
    assert_eq!(bot.running().await, 0);
    bot.newest_board(1).await.says("A moderator has ended the game.");
    bot.command("ana", "end", json!({ "match": "1" })).await.refuses("This game is over.");
    bot.command("ana", "end", json!({ "match": "77" })).await.refuses("no such game");
    assert_eq!(bot.database().count("rating_change").await, 0);
    bot.well().await;
}

#[tokio::test]
async fn what_can_be_typed_is_offered() {
    let bot = Bot::start().await;
    bot.game("ana", "boris").await;
    bot.game("chen", "dora").await;
    let games = async |typed: &str| {
        let options = json!({ "match": typed });
        bot.choices(bot.channel(), "ana", "end", "match", options).await
    };
    let all = games("").await;
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(games("chen").await.iter().map(|choice| &*choice.1).collect::<Vec<_>>(), ["2"]);
    let times = async |typed: &str| {
        let options = json!({ "time": typed });
        bot.choices(bot.channel(), "ana", "settings deadline", "time", options).await
    };
    assert_eq!(times("36h").await[0], ("1 day 12 hours".to_owned(), "36h".to_owned()));
    assert!(times("").await.len() > 5);
    assert!(times("nonsense").await.is_empty());
    bot.well().await;
}
