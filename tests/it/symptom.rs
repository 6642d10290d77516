//! What goes wrong in bots like this, one test a symptom: each shows one case of its kind.

use std::collections::HashSet;
use std::time::Duration;

use futures::future::join_all;
use playground::Frames;
use serde_json::{Value, json};
use store::GameId;

use crate::challenge::leads_to;
use crate::flow::finished;
use crate::harness::{Answer, Bot};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_double_press_moves_once() {
    let bot = Bot::start().await;
    for game in 1..=25 {
        let board = bot.game("ana", "boris").await;
        let group = |prefix: &'static str| {
            let (bot, board) = (&bot, &board);
            async move { bot.try_press(prefix, board, "Move").await }
        };
        // Two forms for one ply, sent at once.
        let form = Answer(group("ana").await);
        let sent = || bot.send_form("ana", &form, "-G2");
        let (one, two) = tokio::join!(sent(), sent());
        let answers = [&one, &two];
        assert_eq!(answers.iter().filter(|answer| answer.is_private()).count(), 1, "one wins: {answers:?}");
        let loser = answers.into_iter().find(|answer| answer.is_private()).expect("one of them");
        assert!(!loser.content().is_empty());
        let turn = bot.board(game, 1).await;
        assert_eq!(bot.posts(game).await.len(), 2, "the opening and one turn");
        let question = bot.press("boris", &turn, "Resign").await;
        let (one, two) =
            tokio::join!(bot.press("boris", &question, "Resign"), bot.press("boris", &question, "Resign"));
        assert!(one.0["error"].is_null() && two.0["error"].is_null());
        bot.end(game).await.says("broken off");
    }
    bot.well().await;
}

#[tokio::test]
async fn an_old_board_is_refused_with_the_newest() {
    let bot = Bot::start().await;
    let old = bot.game("ana", "boris").await;
    let form = bot.press("ana", &old, "Move").await;
    bot.command_in(old.channel(), "ana", "move", json!({ "move": "-G2" })).await;
    let newest = bot.board(1, 1).await;
    bot.write_move("boris", &newest, "-G4").await;
    let answer = bot.send_form("ana", &form, "-G6").await;
    answer.refuses("The game has moved on since");
    assert_eq!(answer.pictures(), 1);
    assert_eq!(answer.buttons(), ["Move", "To the game"], "and from there it goes on");
    let answer = bot.press("ana", &old, "Move").await;
    answer.refuses("The game has moved on since");
    assert_eq!(
        play::game::load(bot.play(), GameId::new(1)).await.unwrap().hosted.ply(),
        2,
        "nothing was played"
    );
    bot.well().await;
}

#[tokio::test]
async fn a_strangers_press_is_answered_in_a_sentence() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    for label in ["Move", "Resign"] {
        bot.press("chen", &board, label).await.refuses("You do not play in this game");
    }
    let turn = play::game::load(bot.play(), GameId::new(1)).await.unwrap();
    assert_eq!(turn.hosted.ply(), 0);
    bot.well().await;
}

#[tokio::test]
async fn a_button_of_another_version_is_answered_in_a_sentence() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let ids = ["0.game.move.1.0", "2.game.move.1.0", "nonsense", "1.game.dance.1.0", "1.game.move.01.0"];
    let buttons = ids.map(|id| json!({ "type": 2, "style": 2, "label": id, "custom_id": id }));
    let row = json!({ "type": 1, "components": buttons });
    let message = json!({ "content": "Old", "components": [row], "allowed_mentions": { "parse": [] } });
    bot.world.as_bot(&format!("/channels/{}/messages", board.channel()), &message).await;
    let posted = |messages: &[Value]| messages.iter().find(|one| one["content"] == "Old").cloned();
    let old = bot.world.wait("the old message", posted).await;
    for id in ids {
        bot.press("ana", &old, id).await.refuses("This button is from an older version of me");
    }
    bot.well().await;
}

/// Somebody's Discord still shows a command, or a part of one, that an older version had.
#[tokio::test]
async fn a_command_of_another_version_is_answered_in_a_sentence() {
    let bot = Bot::start().await;
    let application = bot.bot().rest.application().expect("the bot is connected");
    let commands = format!("/applications/{application}/commands");
    let part = json!({ "type": 1, "name": "dance", "description": "Dances" });
    let dance = json!({ "type": 1, "name": "dance", "description": "Dances" });
    let settings = json!({ "type": 1, "name": "settings", "description": "Settings", "options": [part] });
    for command in [&dance, &settings] {
        bot.world.as_bot(&commands, command).await;
    }
    for name in ["dance", "settings dance"] {
        bot.command("ana", name, json!({})).await.refuses("This command has changed");
    }
    bot.well().await;
}

#[tokio::test]
async fn a_player_who_has_left_the_server_loses_on_time_and_the_others_go_on() {
    let bot = Bot::start().await;
    let mut board = bot.party(&["ana", "boris", "chen"]).await;
    let gone = bot.to_move(&board);
    bot.fault(json!({ "kind": "leave", "user": gone })).await;
    bot.advance(Duration::from_secs(3 * 86_400 + 1)).await;
    board = bot.board(1, 1).await;
    board.says(&format!("{gone} ran out of time"));
    let next = bot.to_move(&board);
    assert_ne!(next, gone);
    assert_eq!(board.pinged(), [bot.id(&next)]);
    bot.write_move(&next, &board, "-G2").await;
    assert_ne!(bot.to_move(&bot.board(1, 2).await), gone, "the seat is skipped");
    bot.well().await;
}

#[tokio::test]
async fn with_private_messages_closed_the_reminder_comes_in_the_channel() {
    let bot = Bot::start().await;
    bot.fault(json!({ "kind": "close_dms", "user": "ana" })).await;
    let board = bot.game("ana", "boris").await;
    bot.advance(Duration::from_mins(36 * 60 + 1)).await;
    bot.advance(Duration::from_hours(1)).await;
    let messages = bot.all_messages().await;
    let told: Vec<&Answer> =
        messages.iter().filter(|message| message.content().contains("half of your time is gone")).collect();
    assert_eq!(told.len(), 1, "no storm of attempts");
    assert_eq!(told[0].channel(), board.channel());
    assert_eq!(told[0].pinged(), [bot.id("ana")]);
    bot.well().await;
}

#[tokio::test]
async fn each_turn_notifies_the_right_person_once() {
    let bot = Bot::start().await;
    let mut board = bot.game("ana", "boris").await;
    let mut wanted = vec![bot.id("boris"), bot.id("ana")];
    for (ply, mv) in (1..).zip(["-G2", "-A1", "-B1", "-A2", "-C1", "-A3", "-D1", "-A4"]) {
        let (player, other) = if ply % 2 == 1 { ("ana", "boris") } else { ("boris", "ana") };
        if ply % 3 == 0 {
            bot.command_in(board.channel(), player, "move", json!({ "move": mv })).await;
        } else {
            bot.write_move(player, &board, mv).await;
        }
        board = bot.board(1, ply).await;
        wanted.push(bot.id(other));
    }
    let pinged: Vec<String> = bot.all_messages().await.iter().flat_map(Answer::pinged).collect();
    assert_eq!(pinged, wanted, "the challenge, the opening, and one for each turn");
    bot.well().await;
}

#[tokio::test]
async fn while_a_picture_waits_the_answer_is_deferred_and_others_play_on() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.game("chen", "dora").await;
    bot.bot().drawing.set_gate(false);
    let request = json!({
        "user": "ana", "channel": board.channel(), "name": "move", "options": { "move": "-G2" }
    });
    let waiting = bot.world.in_background("command", &request);
    let thinking = bot
        .world
        .wait("a deferral", |messages| messages.iter().find(|one| one["loading"] == true).cloned())
        .await;
    // The move itself stands, and what needs no picture is answered.
    bot.until_row("select ply::bigint from game where id = 1", |ply| ply == 1).await;
    bot.command("dora", "games", json!({})).await.says("#2");
    assert!(!waiting.is_finished());
    bot.bot().drawing.set_gate(true);
    let answer = Answer(waiting.await.unwrap());
    answer.says("entered a block at G2");
    assert_eq!(answer.id(), thinking.id(), "the deferred answer became the turn");
    assert_eq!(bot.posts(1).await.len(), 2);
    // An edit notifies nobody: the next player is named in a message of their own, once.
    let boris = bot.id("boris");
    let call = format!("<@{boris}>");
    let call = |messages: &[Value]| messages.iter().find(|one| one["content"] == *call).cloned();
    assert_eq!(bot.world.wait("the call", call).await.pinged(), [boris]);
    assert!(answer.pinged().is_empty(), "the thinking message notified nobody");
    bot.well().await;
}

#[tokio::test]
async fn after_a_quarter_of_an_hour_edits_go_by_channel_and_message() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.advance(Duration::from_mins(16)).await;
    bot.command_in(board.channel(), "ana", "move", json!({ "move": "-G2" })).await;
    bot.without_buttons(&board).await;
    bot.well().await;
}

#[tokio::test]
async fn a_missing_permission_is_named_with_its_channel() {
    let bot = Bot::start().await;
    bot.command("ana", "settings threads", json!({ "on": false })).await;
    let board = bot.game("ana", "boris").await;
    let needed = ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES"];
    for mask in 0..8_u8 {
        let has = |index: usize| mask & (1 << index) != 0;
        let given: Vec<&str> =
            needed.iter().enumerate().filter(|(index, _)| has(*index)).map(|(_, name)| *name).collect();
        let mut given: Vec<&str> = given;
        given.extend(["EMBED_LINKS", "READ_MESSAGE_HISTORY"]);
        bot.fault(json!({ "kind": "permissions", "channel": "games", "permissions": given })).await;
        let answer =
            bot.command("ana", "move", json!({ "move": if mask == 7 { "-G2" } else { "-G4" } })).await;
        if mask == 7 {
            answer.is_public();
            continue;
        }
        assert!(answer.is_private(), "{given:?}: {answer:?}");
        answer.says(&format!("<#{}>", bot.channel()));
        for (index, name) in ["View Channel", "Send Messages", "Attach Files"].into_iter().enumerate() {
            assert_eq!(answer.content().contains(&format!("**{name}**")), !has(index), "{given:?}: {name}");
        }
    }
    bot.without_buttons(&board).await;
    bot.fault(json!({ "kind": "restore" })).await;
    bot.well().await;
}

#[tokio::test]
async fn without_the_right_to_make_threads_games_stay_in_the_channel() {
    let bot = Bot::start().await;
    let given = ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES", "EMBED_LINKS", "READ_MESSAGE_HISTORY"];
    bot.fault(json!({ "kind": "permissions", "permissions": given })).await;
    let board = bot.game("ana", "boris").await;
    assert_eq!(board.channel(), bot.channel());
    bot.well().await;
}

#[tokio::test]
async fn an_archived_thread_is_brought_back_and_a_locked_one_left() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.fault(json!({ "kind": "archive", "channel": board.channel() })).await;
    bot.command("ana", "move", json!({ "move": "-G2", "match": "1" })).await;
    let turn = bot.board(1, 1).await;
    assert_eq!(turn.channel(), board.channel());
    bot.fault(json!({ "kind": "archive", "channel": board.channel() })).await;
    bot.fault(json!({ "kind": "lock", "channel": board.channel() })).await;
    bot.command("boris", "move", json!({ "move": "-G4", "match": "1" })).await;
    let turn = bot.board(1, 2).await;
    assert_eq!(turn.channel(), bot.channel(), "locked: the channel it was opened in");
    assert_eq!(turn.pinged(), [bot.id("ana")]);
    bot.write_move("ana", &turn, "-G6").await;
    assert_eq!(bot.board(1, 3).await.channel(), bot.channel());
    bot.well().await;
}

/// The thread of one game and the channel above it are closed to the bot; the other game's thread is not.
async fn close_all_but(bot: &Bot, open: &Answer, lost: &Answer) {
    for channel in [bot.channel(), lost.channel()] {
        bot.fault(json!({ "kind": "permissions", "channel": channel, "permissions": "0" })).await;
    }
    reopen(bot, open.channel()).await;
}

/// The bot may do all in a channel.
async fn reopen(bot: &Bot, channel: &str) {
    let all = (1_u64 << 50).wrapping_sub(1).to_string();
    bot.fault(json!({ "kind": "permissions", "channel": channel, "permissions": all })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_a_game_without_a_channel_ended_is_told_in_private() {
    let bot = Bot::start().await;
    let lost = bot.game("ana", "boris").await;
    let elsewhere = bot.game("chen", "dora").await;
    close_all_but(&bot, &elsewhere, &lost).await;
    let asked = bot.command_in(elsewhere.channel(), "ana", "resign", json!({ "match": "1" })).await;
    bot.press("ana", &asked, "Resign").await.says("in private");
    bot.work().await;
    let told = bot.world.messages().await;
    let told: HashSet<&Value> = told
        .iter()
        .filter(|one| one["content"].as_str().is_some_and(|text| text.contains("The game is over: ")))
        .map(|one| &one["channel"])
        .collect();
    assert_eq!(told.len(), 2, "each in private: {told:?}");
    bot.well().await;
}

#[tokio::test]
async fn how_a_game_without_a_channel_ended_is_told_also_to_whoever_was_just_told_that_it_has_none() {
    let bot = Bot::start().await;
    let lost = bot.game("ana", "boris").await;
    let elsewhere = bot.game("chen", "dora").await;
    close_all_but(&bot, &elsewhere, &lost).await;
    bot.command_in(elsewhere.channel(), "ana", "move", json!({ "move": "-G2", "match": "1" })).await;
    let question = bot.command_in(elsewhere.channel(), "ana", "end", json!({ "match": "1" })).await;
    bot.press("ana", &question, "End the game").await;
    bot.work().await;
    let messages = bot.world.messages().await;
    let private = |words: &str| -> Vec<String> {
        let texts =
            messages.iter().filter(|one| one["content"].as_str().is_some_and(|text| text.contains(words)));
        texts.map(|one| one["channel"].to_string()).collect()
    };
    let (goes_on, over) = (private("The game goes on: `/games`"), private("The game is over: "));
    assert_eq!((goes_on.len(), over.len()), (1, 2), "{messages:#?}");
    assert!(over.contains(&goes_on[0]), "boris reads both");
    bot.well().await;
}

#[tokio::test]
async fn a_game_whose_channels_are_gone_can_be_moved_here() {
    let bot = Bot::start().await;
    let lost = bot.game("ana", "boris").await;
    let elsewhere = bot.game("chen", "dora").await;
    leads_to(&bot, 1, Some(lost.channel())).await;
    close_all_but(&bot, &elsewhere, &lost).await;
    bot.command_in(elsewhere.channel(), "ana", "move", json!({ "move": "-G2", "match": "1" })).await;
    bot.work().await;
    let games = bot.command_in(elsewhere.channel(), "boris", "games", json!({})).await;
    games.says("I can no longer post in its channel");
    assert_eq!(games.buttons(), ["Move #1 here"]);
    // By now the channel that both games were begun in may be written in again.
    reopen(&bot, bot.channel()).await;
    bot.press("boris", &games, "Move #1 here").await;
    let board = bot.board(1, 1).await;
    assert_eq!(board.channel(), elsewhere.channel());
    leads_to(&bot, 1, Some(elsewhere.channel())).await;
    bot.write_move("boris", &board, "-G4").await;
    assert_eq!(bot.board(1, 2).await.channel(), elsewhere.channel());
    bot.well().await;
}

#[tokio::test]
async fn a_game_that_was_moved_is_over_where_it_was_moved_to_and_has_its_rematch_there() {
    let bot = Bot::start().await;
    let above = bot.game("ana", "boris").await;
    // What begins in a thread has no other place.
    let options = json!({ "opponent": "dora", "colour": "red" });
    let made = bot.command_in(above.channel(), "chen", "challenge", options).await;
    bot.press("dora", &made, "Accept").await;
    let mut board = bot.newest_board(2).await;
    assert_eq!(board.channel(), above.channel());
    bot.fault(json!({ "kind": "delete_channel", "channel": above.channel() })).await;
    bot.command("chen", "move", json!({ "move": "-G2", "match": "2" })).await;
    let games = bot.command("dora", "games", json!({})).await;
    bot.press("dora", &games, "Move #2 here").await;
    for (ply, (player, mv)) in (2..).zip([("dora", "-G4"), ("chen", "-G6"), ("dora", "TOP")]) {
        board = bot.board(2, ply - 1).await;
        assert_eq!(board.channel(), bot.channel());
        bot.write_move(player, &board, mv).await;
    }
    let end = bot.end(2).await;
    bot.command("ana", "board", json!({})).await.says("#1");
    bot.command("chen", "move", json!({ "move": "-G2" })).await.refuses("There is no game here.");
    let asked = bot.press("chen", &end, "Rematch").await;
    bot.press("dora", &asked, "Accept").await;
    let rematch = bot.newest_board(3).await;
    assert_eq!(bot.place(rematch.channel()).await["parent"], bot.channel());
    bot.well().await;
}

#[tokio::test]
async fn the_channel_that_an_opening_cannot_be_posted_to_is_named() {
    let bot = Bot::start().await;
    let end = finished(&bot).await;
    let closed = bot.game("chen", "dora").await;
    bot.fault(json!({ "kind": "permissions", "channel": closed.channel(), "permissions": "0" })).await;
    // As of a game that was moved before moving changed where its rematch is opened.
    bot.execute(
        "update game set parent_channel_id = (select channel_id from game where id = 2) where id = 1",
    )
    .await;
    bot.press("ana", &end, "Rematch").await;
    let told = bot.press("boris", &end, "Rematch").await;
    told.refuses(&format!("I cannot see or use <#{}>.", closed.channel()));
    bot.well().await;
}

#[tokio::test]
async fn a_deleted_thread_is_replaced_by_its_channel() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    leads_to(&bot, 1, Some(board.channel())).await;
    bot.fault(json!({ "kind": "delete_channel", "channel": board.channel() })).await;
    bot.command("ana", "move", json!({ "move": "-G2", "match": "1" })).await.refuses("Done: see <#");
    let turn = bot.board(1, 1).await;
    assert_eq!(turn.channel(), bot.channel());
    assert_eq!(turn.pinged(), [bot.id("boris")]);
    leads_to(&bot, 1, None).await;
    bot.well().await;
}

#[tokio::test]
async fn a_deleted_board_is_posted_anew_with_the_next_turn() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.fault(json!({ "kind": "delete_message", "message": board.id() })).await;
    bot.command_in(board.channel(), "ana", "move", json!({ "move": "-G2" })).await;
    let turn = bot.board(1, 1).await;
    bot.write_move("boris", &turn, "-G4").await;
    bot.board(1, 2).await;
    bot.well().await;
}

#[tokio::test]
async fn thirty_edits_leave_the_pictures_of_the_latest() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let mut shown = bot.press("ana", &board, "Board").await;
    for _ in 0..30 {
        shown = bot.press("ana", &board, "Board").await;
        assert_eq!(shown.pictures(), 1);
    }
    let at = ximabot::discord::send::Posted {
        channel: board.channel().parse().unwrap(),
        message: board.id().parse().unwrap(),
    };
    let game = play::game::load(bot.play(), GameId::new(1)).await.unwrap();
    for edit in 0..30_u32 {
        let theme = if edit % 2 == 0 { render::Theme::Dark } else { render::Theme::Light };
        let locale = ximabot::i18n::Locale::fallback();
        let post = ximabot::discord::view::game::public(bot.bot(), locale, theme, &game).await.unwrap();
        let within = ximabot::discord::send::Deadline::within(Duration::from_mins(1));
        bot.bot().rest.edit(at, &post, within).await.unwrap();
    }
    let after = bot.message(&board).await;
    assert_eq!(after.pictures(), 2);
    assert_eq!(after.pinged(), board.pinged(), "an edit notifies nobody anew");
    assert!(!shown.id().is_empty());
    bot.well().await;
}

#[tokio::test]
async fn no_address_of_a_picture_is_kept() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.write_move("ana", &board, "-G2").await;
    bot.board(1, 1).await;
    let dump = bot.dump().await;
    assert!(dump.contains("-G2"), "the dump holds the moves");
    for address in ["http", "cdn", "attachments", ".png"] {
        assert!(!dump.contains(address), "{address} is in the database");
    }
    bot.well().await;
}

#[tokio::test]
async fn autocomplete_offers_at_most_25_and_every_move_can_be_reached() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let game = play::game::load(bot.play(), GameId::new(1)).await.unwrap();
    let legal: Vec<String> = game.hosted.choices().into_iter().map(|choice| choice.long).collect();
    assert!(legal.len() > 100, "a rich position");
    let mut reached = HashSet::new();
    let mut open = vec![String::new()];
    let mut asked = HashSet::new();
    while let Some(typed) = open.pop() {
        if !asked.insert(typed.clone()) {
            continue;
        }
        let choices = bot.choices(board.channel(), "ana", "move", "move", json!({ "move": typed })).await;
        assert!(!choices.is_empty() && choices.len() <= 25, "{typed:?}: {}", choices.len());
        let values: HashSet<&String> = choices.iter().map(|(_, value)| value).collect();
        assert_eq!(values.len(), choices.len(), "each once");
        for (name, value) in &choices {
            assert!(
                (1..=100).contains(&name.chars().count()) && (1..=100).contains(&value.chars().count()),
                "{name}"
            );
            if legal.contains(value) {
                reached.insert(value.clone());
            } else {
                open.push(value.trim_end_matches('…').to_owned());
            }
        }
    }
    assert_eq!(reached.len(), legal.len(), "every legal move can be reached by typing");
    // A group that is submitted answers with a menu, and so on down to a move.
    let (_, group) = bot
        .choices(board.channel(), "ana", "move", "move", json!({ "move": "" }))
        .await
        .into_iter()
        .find(|(_, value)| value.ends_with('…'))
        .expect("a group");
    let mut answer = bot.command_in(board.channel(), "ana", "move", json!({ "move": group })).await;
    assert!(answer.is_private());
    while let Some((_, deeper)) = answer.entries().into_iter().find(|(_, value)| value.ends_with('…')) {
        answer = bot.choose("ana", &answer, &deeper).await;
    }
    let (_, mv) = answer.entries().into_iter().next().expect("a move");
    bot.choose("ana", &answer, &mv).await;
    bot.board(1, 1).await;
    bot.well().await;
}

#[tokio::test]
async fn who_is_not_to_move_is_told_so_instead_of_being_offered_moves() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    for (who, said, refused) in [
        ("boris", "It is ana’s turn", "It is not your turn"),
        ("chen", "You do not play in this game; it is ana’s turn", "You do not play"),
    ] {
        let choices = bot.choices(board.channel(), who, "move", "move", json!({ "move": "-g" })).await;
        let [(name, value)] = choices.as_slice() else { panic!("{who}: {choices:?}") };
        assert_eq!(name, said, "{who}");
        let answer = bot.command_in(board.channel(), who, "move", json!({ "move": value })).await;
        assert!(answer.is_private());
        answer.says(refused);
    }
    bot.well().await;
}

#[tokio::test]
async fn an_outage_deletes_nothing() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let before = bot.dump().await;
    bot.fault(json!({ "kind": "outage" })).await;
    bot.fault(json!({ "kind": "recover" })).await;
    assert_eq!(bot.dump().await, before);
    bot.write_move("ana", &board, "-G2").await;
    bot.board(1, 1).await;
    bot.well().await;
}

#[tokio::test]
async fn a_deadline_that_passed_while_the_bot_was_down_ends_the_game_once() {
    let mut bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    bot.write_move("ana", &board, "-G2").await;
    let board = bot.board(1, 1).await;
    bot.write_move("boris", &board, "-G4").await;
    bot.board(1, 2).await;
    bot.stop().await;
    bot.advance(Duration::from_hours(4 * 24)).await;
    bot.start_again().await;
    bot.work().await;
    bot.board(1, 3).await.says("ana ran out of time");
    assert_eq!(bot.row("select count(*) from rating_change").await, 2);
    bot.work().await;
    assert_eq!(bot.posts(1).await.len(), 4, "two moves, the opening and the end");
    bot.well().await;
}

#[tokio::test]
async fn the_position_can_be_rebuilt_from_the_description_of_every_picture() {
    let bot = Bot::start().await;
    let mut board = bot.game("ana", "boris").await;
    for (ply, mv) in (1..).zip(["-G2", "-G4", "-G6", "-G12"]) {
        bot.write_move(if ply % 2 == 1 { "ana" } else { "boris" }, &board, mv).await;
        board = bot.board(1, ply).await;
        let (url, description) = board.picture(0);
        assert!(description.starts_with(&format!("XIMA, move {}", ply + 1)), "{description}");
        assert!(description.chars().count() <= 1024);
        assert!(description.contains(mv.trim_start_matches('-')), "{description}");
        let picture = image::load_from_memory(&bot.world.download(&url).await).unwrap();
        assert_eq!(picture.width(), 900);
    }
    bot.well().await;
}

#[tokio::test]
async fn slow_answers_and_limits_of_discord_are_waited_out() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    for fault in [
        json!({ "kind": "status", "match": "/callback", "status": 500, "count": 1 }),
        json!({ "kind": "status", "match": "/webhooks/", "status": 502, "count": 2 }),
        json!({ "kind": "status", "match": "PATCH /channels/", "status": 429, "retry_after": 0.2, "count": 1 }),
    ] {
        bot.fault(fault).await;
    }
    bot.write_move("ana", &board, "-G2").await;
    let turn = bot.board(1, 1).await;
    bot.fault(
        json!({ "kind": "status", "match": "/callback", "status": 429, "retry_after": 0.3, "count": 1 }),
    )
    .await;
    bot.command_in(turn.channel(), "boris", "move", json!({ "move": "-G4" })).await.is_public();
    bot.board(1, 2).await;
    assert_eq!(bot.posts(1).await.len(), 3, "each turn once");
    bot.well().await;
}

#[tokio::test]
async fn compressed_frames_and_lost_connections_are_survived() {
    let bot = Bot::start_with_frames(Frames::Zlib).await;
    let board = bot.game("ana", "boris").await;
    bot.fault(json!({ "kind": "disconnect" })).await;
    bot.until_connected().await;
    bot.write_move("ana", &board, "-G2").await;
    bot.board(1, 1).await;
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_games_at_once_keep_the_pace_of_discord() {
    let bot = Bot::start().await;
    let mut people = Vec::new();
    for number in 0..16 {
        people.push(bot.welcome(&format!("guest {number}")).await);
    }
    let pairs: Vec<&[String]> = people.chunks_exact(2).collect();
    join_all(pairs.iter().map(|pair| async {
        let options = json!({ "opponent": pair[1], "colour": "red" });
        let made = bot.command(&pair[0], "challenge", options).await;
        bot.press(&pair[1], &made, "Accept").await;
    }))
    .await;
    for game in 1..=pairs.len() {
        bot.newest_board(game).await;
    }
    bot.well().await;
}

#[test]
fn the_invite_link_asks_for_all_that_is_needed_and_no_more() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let wanted = ximabot::discord::view::refusal::NEEDED.bits();
    assert!(readme.contains(&format!("&permissions={wanted}\n")), "permissions={wanted}");
}
