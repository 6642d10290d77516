//! What an attacker found: presses in heaps, lists of yesterday, permissions lost on the way, a channel that blocks.

use std::pin::pin;
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::Bot;

#[tokio::test]
async fn a_press_on_an_answered_challenge_does_not_wait_for_its_message() {
    let bot = Bot::start().await;
    let made = bot.command("ana", "challenge", json!({ "opponent": "boris" })).await;
    bot.press("boris", &made, "Accept").await;
    bot.newest_board(1).await;
    // Taking the buttons off takes Discord long; the sentence does not.
    bot.fault(json!({ "kind": "delay", "match": "PATCH /channels/", "ms": 2500, "count": 10 })).await;
    for _ in 0..5 {
        bot.press("boris", &made, "Accept").await.refuses("This challenge has been accepted already");
    }
    bot.fault(json!({ "kind": "restore" })).await;
    bot.well().await;
}

#[tokio::test]
async fn no_game_begins_that_could_not_be_shown() {
    let bot = Bot::start().await;
    let made = bot.command("ana", "challenge", json!({ "opponent": "boris" })).await;
    let lobby = bot.command("chen", "lobby", json!({ "players": 2 })).await;
    bot.press("dora", &lobby, "Join").await;
    bot.fault(json!({ "kind": "permissions", "missing": ["ATTACH_FILES"] })).await;
    bot.press("boris", &made, "Accept").await.refuses("Attach Files");
    bot.press("chen", &lobby, "Start").await.refuses("Attach Files");
    assert_eq!(bot.running().await, 0);
    bot.fault(json!({ "kind": "permissions" })).await;
    bot.press("boris", &made, "Accept").await;
    bot.press("chen", &lobby, "Start").await;
    assert_eq!(bot.running().await, 2);
    bot.well().await;
}

#[tokio::test]
async fn a_game_that_has_found_a_home_is_not_moved_by_an_old_list() {
    let bot = Bot::start().await;
    let elsewhere = bot.game("chen", "dora").await;
    let board = bot.game("ana", "boris").await;
    bot.execute("update game set homeless = true where id = 2").await;
    let list = bot.command_in(elsewhere.channel(), "boris", "games", json!({})).await;
    let old = bot.command("boris", "games", json!({})).await;
    bot.press("boris", &list, "Move #2 here").await;
    let copy = |one: &&Value| {
        let text = one["content"].as_str().unwrap_or_default();
        text.starts_with("**XIMA #2**") && one["channel"].as_str() == Some(elsewhere.channel())
    };
    bot.world.wait("the board in its new channel", |messages| messages.iter().find(copy).cloned()).await;
    bot.without_buttons(&board).await;
    bot.press("boris", &old, "Move #2 here").await.refuses("This game has a channel");
    assert_eq!(bot.posts(2).await.len(), 2, "the opening and its copy");
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_that_blocks_keeps_no_other_game_from_its_end() {
    let bot = Bot::start().await;
    let slow = bot.game("ana", "boris").await;
    bot.game("chen", "dora").await;
    let blocked = format!("POST /channels/{}/messages", slow.channel());
    bot.fault(json!({ "kind": "delay", "match": blocked, "ms": 3000, "count": 1 })).await;
    let mut work = pin!(bot.advance(Duration::from_hours(4 * 24)));
    tokio::select! {
        biased;
        () = &mut work => panic!("the other game had to wait"),
        _ = bot.end(2) => {}
    }
    work.await;
    bot.end(1).await.says("run out of time");
    bot.well().await;
}
