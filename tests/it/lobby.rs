//! `/lobby`: seats, the start, and the end.

use std::time::Duration;

use futures::future::join_all;
use serde_json::{Value, json};

use crate::challenge::shows;
use crate::harness::{Answer, Bot};

async fn opened(bot: &Bot, players: u8) -> Answer {
    bot.command("ana", "lobby", json!({ "players": players })).await
}

#[tokio::test]
async fn seats_are_shown_as_they_fill() {
    let bot = Bot::start().await;
    let lobby = opened(&bot, 3).await;
    lobby.is_public();
    lobby.says("has opened a lobby: XIMA for three.");
    lobby.says(&format!("1. <@{}> (host)\n2. *free*\n3. *free*\n2 seats are free.", bot.id("ana")));
    assert_eq!(lobby.buttons(), ["Join", "Leave", "Start"]);
    bot.press("boris", &lobby, "Join").await;
    bot.message(&lobby).await.says(&format!("2. <@{}>\n3. *free*\nOne seat is free.", bot.id("boris")));
    bot.press("chen", &lobby, "Join").await;
    bot.message(&lobby).await.says("Everyone is here.");
    bot.press("boris", &lobby, "Leave").await;
    // Who comes later sits behind those who stayed.
    bot.message(&lobby).await.says(&format!("2. <@{}>\n3. *free*", bot.id("chen")));
    bot.well().await;
}

#[tokio::test]
async fn the_host_is_told_once_that_everyone_is_there() {
    let bot = Bot::start().await;
    let lobby = opened(&bot, 2).await;
    let before = bot.public_messages().await;
    bot.press("boris", &lobby, "Join").await;
    let told = bot
        .world
        .wait("a word to the host", |messages| {
            let full = |one: &&Value| {
                one["content"].as_str().is_some_and(|text| text.contains("the last seat of your lobby"))
            };
            messages.iter().find(full).cloned()
        })
        .await;
    assert_eq!(bot.public_messages().await, before + 1);
    assert_eq!(told.pinged(), [bot.id("ana")]);
    bot.well().await;
}

#[tokio::test]
async fn the_host_starts_the_game() {
    let bot = Bot::start().await;
    let tables = [(2, &["boris"][..]), (3, &["boris", "chen"]), (4, &["boris", "chen", "dora"])];
    for (game, (players, others)) in (1..).zip(tables) {
        let lobby = opened(&bot, players).await;
        bot.press("ana", &lobby, "Start").await.refuses(&format!("Seats taken: 1 of {players}"));
        for other in others {
            bot.press(other, &lobby, "Join").await;
        }
        bot.press("boris", &lobby, "Start").await.refuses("can start it");
        bot.press("ana", &lobby, "Start").await;
        let after = bot.message(&lobby).await;
        after.says("The lobby is full and game");
        assert_eq!(after.buttons(), [""; 0]);
        let opening = bot.newest_board(game).await;
        for player in others.iter().chain(&["ana"]) {
            opening.says(player);
        }
        assert_eq!(opening.pinged().len(), 1, "the first to move is told, and nobody else");
        // Seats were drawn by lot: the lobby shows them as they were drawn, and where they play.
        let link = format!("→ <#{}>", opening.channel());
        let drawn = shows(&bot, &lobby, &link).await;
        drawn.says(&format!("1. 🔴 <@{}>\n2. 🔵 <@", opening.pinged()[0]));
    }
    bot.well().await;
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_in_a_sentence() {
    let bot = Bot::start().await;
    let lobby = opened(&bot, 2).await;
    bot.press("ana", &lobby, "Join").await.refuses("have a seat already");
    bot.press("chen", &lobby, "Leave").await.refuses("have no seat here");
    bot.press("chen", &lobby, "Start").await.refuses("can start it");
    bot.press("boris", &lobby, "Join").await;
    bot.press("chen", &lobby, "Join").await.refuses("All seats are taken");
    bot.well().await;
}

#[tokio::test]
async fn nobody_has_more_than_five_open_lobbies() {
    let bot = Bot::start().await;
    let mut first = None;
    for _ in 0..5 {
        let lobby = opened(&bot, 2).await;
        lobby.is_public();
        first.get_or_insert(lobby);
    }
    opened(&bot, 2).await.refuses("several lobbies open");
    bot.press("ana", &first.expect("five were opened"), "Leave").await;
    let sixth = opened(&bot, 2).await;
    sixth.is_public();
    // One whose message is gone is closed from the list.
    bot.fault(json!({ "kind": "delete_message", "match": sixth.id() })).await;
    let refused = opened(&bot, 2).await;
    refused.refuses("Start or close one first.");
    assert_eq!(refused.buttons(), ["Close 1", "Close 2", "Close 3", "Close 4", "Close 5"]);
    bot.press("ana", &refused, "Close 5").await;
    let last = opened(&bot, 2).await;
    last.is_public();
    let refused = opened(&bot, 2).await;
    bot.press("ana", &refused, "Close 5").await;
    shows(&bot, &last, "the lobby is closed").await;
    bot.well().await;
}

/// Whoever agrees to a rematch of three brings its lobby down; what stood above points there.
#[tokio::test]
async fn the_lobby_of_a_rematch_is_in_one_place() {
    let bot = Bot::start().await;
    let mut board = bot.party(&["ana", "boris", "chen"]).await;
    let mut order = Vec::new();
    for (ply, mv) in (1..).zip(["-G2", "-G4", "-G6", "TOP"]) {
        order.push(bot.to_move(&board));
        bot.write_move(&order[ply - 1], &board, mv).await;
        board = bot.board(1, ply).await;
    }
    let first = bot.press(&order[0], &board, "Rematch").await;
    first.says("2. *free*");
    let pinged = first.pinged();
    assert_eq!(pinged.len(), 2, "the two others: {pinged:?}");
    assert!(pinged.iter().all(|player| *player != bot.id(&order[0])));
    bot.press("dora", &first, "Join").await.refuses("for those who played game #1");
    bot.press(&order[0], &first, "Join").await.refuses("You have a seat already.");
    let again = bot.press(&order[0], &board, "Rematch").await;
    again.refuses(&format!("/{}/{}", first.channel(), first.id()));
    let second = bot.press(&order[1], &board, "Rematch").await;
    assert_eq!(second.pinged(), [""; 0], "once");
    let stale = shows(&bot, &first, "Join below").await;
    stale.says(&format!("/{}/{}", second.channel(), second.id()));
    assert_eq!(stale.buttons(), [""; 0]);
    let third = bot.press(&order[2], &board, "Rematch").await;
    shows(&bot, &second, "Join below").await;
    let call = bot
        .world
        .wait("a word to the host", |messages| {
            let full = |one: &&Value| {
                one["content"].as_str().is_some_and(|text| text.contains("the last seat of your lobby"))
            };
            // The first was that of the party.
            messages.iter().filter(full).nth(1).cloned()
        })
        .await;
    assert_eq!(call.pinged(), [bot.id(&order[0])]);
    bot.press(&order[0], &third, "Start").await;
    let again = bot.newest_board(2).await;
    assert_ne!(again.channel(), board.channel(), "a thread of its own");
    bot.well().await;
}

#[tokio::test]
async fn the_hosts_leaving_closes_the_lobby() {
    let bot = Bot::start().await;
    let lobby = opened(&bot, 4).await;
    bot.press("boris", &lobby, "Join").await;
    bot.press("ana", &lobby, "Leave").await;
    let after = bot.message(&lobby).await;
    after.says("the lobby is closed");
    assert_eq!(after.buttons(), [""; 0]);
    bot.well().await;
}

/// Fifty people press Join at once: three of them get the seats that are free, the others a sentence, and the message shows who sits there.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn four_seats_are_four_seats() {
    let bot = Bot::start().await;
    let lobby = opened(&bot, 4).await;
    let mut people = Vec::new();
    for guest in 0..50 {
        people.push(bot.welcome(&format!("guest {guest}")).await);
    }
    let answers = join_all(people.iter().map(|name| bot.press(name, &lobby, "Join"))).await;
    let refused = answers.iter().filter(|answer| answer.is_private()).count();
    assert_eq!(refused, 47);
    for answer in answers.iter().filter(|answer| answer.is_private()) {
        answer.refuses("All seats are taken");
    }
    let after = shows(&bot, &lobby, "Everyone is here.").await;
    for (name, answer) in people.iter().zip(&answers) {
        assert_eq!(
            after.content().contains(&format!("<@{name}>")),
            !answer.is_private(),
            "{name} sees where they are"
        );
    }
    // Five presses of Start begin one game.
    let starts = join_all((0..5).map(|_| bot.try_press("ana", &lobby, "Start"))).await;
    assert_eq!(starts.iter().filter(|answer| answer["type"] == "update").count(), 1);
    bot.newest_board(1).await;
    assert_eq!(bot.openings().await, 1);
    bot.well().await;
}

#[tokio::test]
async fn two_presses_of_join_take_one_seat() {
    let bot = Bot::start().await;
    for _ in 0..10 {
        let lobby = opened(&bot, 3).await;
        let (one, two) = tokio::join!(bot.press("boris", &lobby, "Join"), bot.press("boris", &lobby, "Join"));
        assert!(one.is_private() != two.is_private(), "one of them is taken");
        shows(&bot, &lobby, "One seat is free.").await;
        bot.press("ana", &lobby, "Leave").await;
    }
    bot.well().await;
}

#[tokio::test]
async fn a_lobby_expires_after_two_hours_and_says_so() {
    let bot = Bot::start().await;
    let lobby = opened(&bot, 2).await;
    bot.advance(Duration::from_mins(2 * 60 - 1)).await;
    assert_eq!(bot.message(&lobby).await.buttons(), lobby.buttons(), "a minute before");
    bot.advance(Duration::from_mins(2)).await;
    let after = shows(&bot, &lobby, "did not start within two hours").await;
    assert_eq!(after.buttons(), [""; 0]);
    bot.well().await;
}
