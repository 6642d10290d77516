//! Games from their opening to their end, by commands, buttons and forms.

use std::time::Duration;

use serde_json::{Value, json};

use crate::challenge::{leads_to, shows};
use crate::harness::{Answer, Bot};

/// The shortest way up: three stairs on one line, and a special that enters over them.
const TO_THE_SUMMIT: [&str; 4] = ["-G2", "-G4", "-G6", "TOP"];

#[tokio::test]
async fn two_people_play_to_the_summit_and_are_rated() {
    let bot = Bot::start().await;
    let mut board = bot.game("ana", "boris").await;
    assert_eq!(board.pinged(), [bot.id("ana")]);
    assert_eq!(board.pictures(), 2, "the plan and the pyramid");
    let thread = board.channel().to_owned();
    assert_ne!(thread, bot.channel(), "the game has a thread of its own");
    for (ply, mv) in (1..).zip(TO_THE_SUMMIT) {
        let (player, other) = if ply % 2 == 1 { ("ana", "boris") } else { ("boris", "ana") };
        let turn = if ply == 2 {
            bot.write_move(player, &board, mv).await;
            bot.board(1, ply).await
        } else {
            bot.command_in(&thread, player, "move", json!({ "move": mv })).await
        };
        turn.is_public();
        bot.without_buttons(&board).await;
        board = bot.board(1, ply).await;
        if ply < 4 {
            assert_eq!(board.buttons(), ["Board", "Move", "Resign"], "ply {ply}");
            assert_eq!(board.pinged(), [bot.id(other)], "ply {ply}");
            assert_eq!(board.pictures(), 1, "ply {ply}");
        }
    }
    board.says("boris wins: the special is on the summit!");
    assert_eq!(board.buttons(), ["Board", "Rematch", "Analyse"]);
    assert_eq!(board.pictures(), 2);
    assert_eq!(board.pinged(), [bot.id("ana")], "boris knows");
    board.says("ana: 1500 → ");
    board.says("boris: 1500 → ");
    let profile = bot.command("boris", "profile", json!({})).await;
    profile.says("1 won");
    assert_eq!(bot.running().await, 0);
    bot.well().await;
}

#[tokio::test]
async fn three_people_play_and_one_resigns() {
    let bot = Bot::start().await;
    let mut board = bot.party(&["ana", "boris", "chen"]).await;
    let first = bot.to_move(&board);
    let mut order = vec![first];
    for (ply, mv) in (1..).zip(["-G2", "-G4", "-G6"]) {
        bot.write_move(&order[ply - 1].clone(), &board, mv).await;
        board = bot.board(1, ply).await;
        order.push(bot.to_move(&board));
    }
    assert_eq!(order[3], order[0], "turns go round");
    // Out of turn: the turn does not change, so nobody is told anew.
    let question = bot.press(&order[1], &board, "Resign").await;
    question.refuses("Do you want to resign game #1");
    bot.press(&order[1], &question, "Resign").await;
    bot.message(&question).await.says("You have resigned game #1.");
    let list = bot.command(&order[1], "games", json!({})).await;
    list.says("**XIMA #1** between");
    list.says(&order[1]);
    board = bot.board(1, 4).await;
    board.says("resigned");
    board.says("after 3 moves");
    assert_eq!(board.pinged(), [""; 0]);
    assert_eq!(bot.to_move(&board), order[0]);
    bot.write_move(&order[0], &board, "TOP").await;
    let end = bot.board(1, 5).await;
    end.says(&format!("{} wins", order[0]));
    assert_eq!(end.buttons(), ["Board", "Rematch", "Analyse"]);
    bot.well().await;
}

#[tokio::test]
async fn a_resignation_is_asked_for_twice_and_aborts_before_everyone_has_moved() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let question = bot.command_in(board.channel(), "ana", "resign", json!({})).await;
    question.refuses("This cannot be taken back");
    bot.press("ana", &question, "Keep playing").await.refuses("the game goes on");
    assert_eq!(bot.running().await, 1);
    let question = bot.press("boris", &board, "Resign").await;
    question.refuses("Do you want to break off game #1");
    question.says("it ends for all and does not count");
    bot.press("boris", &question, "Resign").await;
    bot.message(&question).await.says("Game #1 is broken off.");
    let end = bot.end(1).await;
    end.says("broken off before everyone has moved");
    end.says("before the first move");
    let (_, description) = end.picture(0);
    assert!(description.starts_with("XIMA, move 0, ended without a winner."), "{description}");
    assert_eq!(end.buttons(), ["Board"]);
    assert_eq!(end.pinged(), [bot.id("ana")], "boris knows");
    assert_eq!(bot.running().await, 0);
    bot.well().await;
}

#[tokio::test]
async fn refusals_are_private_and_name_the_square() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let thread = board.channel();
    let mv =
        async |user: &str, text: &str| bot.command_in(thread, user, "move", json!({ "move": text })).await;
    mv("ana", "-G4").await.refuses("");
    let refused = mv("ana", "Z99").await;
    refused.refuses("is not a move");
    refused.says("Legal now: `-");
    // What turns the line around is named, not done.
    mv("ana", "\u{202e}G2").await.refuses("`⟨U+202E⟩G2` is not a move");
    mv("boris", "-G2").await.refuses(&format!("<@{}> is to move", bot.id("ana")));
    mv("chen", "-G2").await.refuses("You do not play in this game");
    bot.press("boris", &board, "Move").await.refuses("It is not your turn");
    bot.press("dora", &board, "Move").await.refuses("You do not play in this game");
    bot.press("dora", &board, "Resign").await.refuses("You do not play in this game");
    assert_eq!(bot.posts(1).await.len(), 1, "nothing was posted");
    bot.well().await;
}

#[tokio::test]
async fn anyone_sees_the_board_from_their_own_side() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let (red, blue) = (bot.press("ana", &board, "Board").await, bot.press("boris", &board, "Board").await);
    let stranger = bot.command_in(board.channel(), "dora", "board", json!({})).await;
    let mut pictures = Vec::new();
    for answer in [&red, &blue, &stranger] {
        assert!(answer.is_private());
        assert_eq!(answer.pictures(), 1);
        pictures.push(bot.world.download(&answer.picture(0).0).await);
    }
    assert!(pictures[0] != pictures[1], "each from their own side");
    assert!(pictures[0] == pictures[2], "a stranger sees it as everyone does");
    assert_eq!(red.buttons(), ["Move", "To the game"], "whose turn it is can move from there");
    assert_eq!(blue.buttons(), ["To the game"]);
    let space = bot.command_in(board.channel(), "ana", "board", json!({ "view": "3d" })).await;
    assert!(bot.world.download(&space.picture(0).0).await != pictures[0]);
    bot.well().await;
}

#[tokio::test]
async fn in_the_thread_of_a_game_that_is_over_its_board_is_seen() {
    let bot = Bot::start().await;
    let end = finished(&bot).await;
    bot.game("ana", "boris").await;
    let seen = bot.command_in(end.channel(), "ana", "board", json!({})).await;
    assert!(seen.is_private());
    seen.says("#1");
    seen.says("wins");
    bot.well().await;
}

#[tokio::test]
async fn in_the_thread_of_a_game_that_is_over_nothing_happens_to_another() {
    let bot = Bot::start().await;
    let end = finished(&bot).await;
    let over =
        "This game is over. `/analyse` shows where it turned, and **Rematch** below it begins another.";
    let all_refuse = async || {
        let commands = [("resign", json!({})), ("move", json!({ "move": "-G2" })), ("draw", json!({}))];
        for (command, options) in commands.into_iter().chain([("hint", json!({}))]) {
            let refused = bot.command_in(end.channel(), "ana", command, options).await;
            refused.refuses(&format!("{over} If you mean another game, name it with `match`."));
            assert_eq!(refused.buttons(), [""; 0], "{command}");
        }
    };
    bot.game("ana", "boris").await;
    all_refuse().await;
    bot.game("ana", "chen").await;
    all_refuse().await;
    bot.command_in(end.channel(), "chen", "resign", json!({})).await.refuses("You do not play in this game.");
    let moves = bot.choices(end.channel(), "ana", "move", "move", json!({ "move": "" })).await;
    assert_eq!(moves.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["This game is over"]);
    let named = json!({ "match": "2" });
    bot.command_in(end.channel(), "ana", "resign", named).await.refuses("Do you want to break off game #2");
    assert_eq!(bot.running().await, 2);
    bot.well().await;
}

#[tokio::test]
async fn a_move_can_be_made_from_the_private_board() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let private = bot.press("ana", &board, "Board").await;
    bot.write_move("ana", &private, "-G2").await;
    let turn = bot.board(1, 1).await;
    assert_eq!(turn.pinged(), [bot.id("boris")]);
    bot.without_buttons(&board).await;
    bot.well().await;
}

#[tokio::test]
async fn a_move_from_another_channel_is_posted_into_the_game() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let answer = bot.command("ana", "move", json!({ "move": "-G2", "match": "1" })).await;
    answer.refuses(&format!("<#{}>", board.channel()));
    let turn = bot.board(1, 1).await;
    assert_eq!(turn.channel(), board.channel());
    assert_eq!(turn.pinged(), [bot.id("boris")]);
    bot.well().await;
}

#[tokio::test]
async fn with_several_games_the_one_is_chosen() {
    let bot = Bot::start().await;
    bot.game("ana", "boris").await;
    bot.game("ana", "chen").await;
    let answer = bot.command("ana", "move", json!({ "move": "-G2" })).await;
    answer.refuses("Several games could be meant");
    let form = bot.choose("ana", &answer, "2").await;
    bot.send_form("ana", &form, "-G2").await;
    bot.board(2, 1).await;
    let matches =
        bot.choices(bot.channel(), "ana", "move", "match", json!({ "move": "", "match": "" })).await;
    assert_eq!(matches.len(), 2, "{matches:?}");
    let games = bot.command("ana", "games", json!({})).await;
    games.says("**XIMA #1** against boris");
    // Who only looks on reads who plays whom.
    bot.command("chen", "games", json!({})).await.says("**XIMA #1** between ana and boris");
    games.says("**XIMA #2** against chen");
    games.says("https://discord.com/channels/");
    bot.command("dora", "games", json!({})).await.says("In this server");
    bot.well().await;
}

#[tokio::test]
async fn without_threads_games_share_the_channel() {
    let bot = Bot::start().await;
    bot.command("ana", "settings threads", json!({ "on": false })).await;
    let board = bot.game("ana", "boris").await;
    assert_eq!(board.channel(), bot.channel());
    bot.write_move("ana", &board, "-G2").await;
    let turn = bot.board(1, 1).await;
    bot.command("boris", "move", json!({ "move": "-g 4" })).await.is_public();
    bot.without_buttons(&turn).await;
    bot.well().await;
}

#[tokio::test]
async fn a_rematch_needs_both_and_changes_the_colours() {
    let bot = Bot::start().await;
    let end = finished(&bot).await;
    bot.press("chen", &end, "Rematch").await.refuses("You did not play in that game");
    let asked = bot.press("ana", &end, "Rematch").await;
    asked.is_public();
    asked.says("would like a rematch");
    assert_eq!(asked.pinged(), [bot.id("boris")]);
    let refused = bot.press("ana", &end, "Rematch").await;
    refused.refuses(&format!("You have an open challenge to <@{}> already.", bot.id("boris")));
    refused.says(asked.id());
    assert_eq!(refused.buttons(), ["Withdraw"]);
    bot.press("boris", &asked, "Accept").await;
    let board = bot.newest_board(2).await;
    assert_eq!(board.pinged(), [bot.id("boris")], "who was second is first");
    // It has a thread of its own, beside the first one and with its own name.
    assert_ne!(board.channel(), end.channel());
    let place = bot.place(board.channel()).await;
    assert_eq!(place["name"], "XIMA #2: boris and ana");
    assert_eq!(place["parent"], bot.channel());
    shows(&bot, &asked, &format!("→ <#{}>", board.channel())).await;
    let refused = bot.press("boris", &end, "Rematch").await;
    refused.refuses("The rematch of this game has begun already: game #2, https://discord.com/channels/");
    bot.well().await;
}

#[tokio::test]
async fn a_rematch_that_stays_in_its_thread_is_not_said_to_be_elsewhere() {
    let bot = Bot::start().await;
    let end = finished(&bot).await;
    bot.command("ana", "settings threads", json!({ "on": false })).await;
    let asked = bot.press("ana", &end, "Rematch").await;
    bot.press("boris", &asked, "Accept").await;
    assert_eq!(bot.newest_board(2).await.channel(), end.channel());
    let settled = |one: &&Value| {
        let text = one["content"].as_str().unwrap_or_default();
        one["id"] == asked.id() && text.contains("has accepted") && !text.contains('→')
    };
    bot.world.wait("no other place", |messages| messages.iter().find(settled).cloned()).await;
    bot.well().await;
}

#[tokio::test]
async fn who_wants_the_rematch_too_accepts_it() {
    let bot = Bot::start().await;
    let end = finished(&bot).await;
    let asked = bot.press("ana", &end, "Rematch").await;
    let told = bot.press("boris", &end, "Rematch").await;
    let board = bot.newest_board(2).await;
    assert!(told.is_private());
    told.says(&format!("<#{}>", board.channel()));
    let asked = bot.without_buttons(&asked).await;
    asked.says("has accepted");
    asked.says(&format!("→ <#{}>", board.channel()));
    bot.well().await;
}

#[tokio::test]
async fn a_reminder_comes_once_at_half_time() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.advance(Duration::from_mins(36 * 60 - 1)).await;
    assert_eq!(reminders(&bot).await.len(), 0);
    bot.advance(Duration::from_mins(2)).await;
    bot.advance(Duration::from_hours(1)).await;
    let told = reminders(&bot).await;
    assert_eq!(told.len(), 1, "once: {told:?}");
    assert_ne!(told[0].channel(), board.channel(), "in private");
    assert_eq!(told[0].buttons(), ["To the game"]);
    bot.well().await;
}

#[tokio::test]
async fn a_reminder_finds_the_channel_of_a_thread_that_is_gone() {
    let bot = Bot::start().await;
    bot.fault(json!({ "kind": "close_dms", "user": "ana" })).await;
    let board = bot.game("ana", "boris").await;
    leads_to(&bot, 1, Some(board.channel())).await;
    bot.fault(json!({ "kind": "delete_channel", "channel": board.channel() })).await;
    bot.advance(Duration::from_mins(36 * 60 + 1)).await;
    let messages = bot.all_messages().await;
    let told = messages.iter().find(|message| message.content().contains("half of your time is gone"));
    assert_eq!(told.map(Answer::channel), Some(bot.channel()));
    leads_to(&bot, 1, None).await;
    bot.well().await;
}

#[tokio::test]
async fn time_runs_out_without_anybody_looking() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.write_move("ana", &board, "-G2").await;
    let board = bot.board(1, 1).await;
    bot.write_move("boris", &board, "-G4").await;
    bot.board(1, 2).await;
    bot.advance(Duration::from_secs(3 * 86_400 + 1)).await;
    let end = bot.end(1).await;
    end.says("ran out of time");
    end.says("boris wins");
    end.says("boris: 1500 → ");
    bot.advance(Duration::from_hours(1)).await;
    assert_eq!(bot.posts(1).await.iter().filter(|post| post.content().contains("wins")).count(), 1);
    bot.well().await;
}

/// The end of a game that ana lost to boris.
pub async fn finished(bot: &Bot) -> Answer {
    let mut board = bot.game("ana", "boris").await;
    for (ply, mv) in (1..).zip(TO_THE_SUMMIT) {
        bot.write_move(if ply % 2 == 1 { "ana" } else { "boris" }, &board, mv).await;
        board = bot.board(1, ply).await;
    }
    board
}

async fn reminders(bot: &Bot) -> Vec<Answer> {
    let messages = bot.all_messages().await;
    messages.into_iter().filter(|message| message.content().contains("half of your time is gone")).collect()
}
