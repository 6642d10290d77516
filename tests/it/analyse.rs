//! Analyses of games that are over: what is told and drawn, who may ask, and that it is made once.

use std::time::Duration;

use play::{HostedGame, Thought};
use search::{Limits, Table};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::flow::finished;
use crate::harness::{Answer, Bot, Log};

/// A search of the real kind, short enough for a test.
fn briefly(stage: &HostedGame, _: &Limits<'_>, memory: &Table) -> Option<Thought> {
    stage.judge(&Limits::nodes(4_000), memory)
}

fn never(_: &HostedGame, _: &Limits<'_>, _: &Table) -> Option<Thought> {
    panic!("as a test wants it")
}

async fn start() -> Bot {
    let bot = Bot::start().await;
    bot.bot().thinking.set_judge(briefly);
    bot
}

async fn analyses(bot: &Bot) -> i64 {
    bot.row("select count(*) from analysis").await
}

/// Asks for the analysis of the game of a thread.
async fn ask(bot: &Bot, user: &str, thread: &str) -> Answer {
    bot.command_in(thread, user, "analyse", json!({})).await
}

#[tokio::test]
async fn the_move_that_lost_is_told_and_drawn_once_and_for_all() {
    let mut bot = start().await;
    let end = finished(&bot).await;
    let told = bot.press("boris", &end, "Analyse").await;
    told.is_public();
    assert_eq!(told.channel(), end.channel());
    assert_eq!(told.pinged(), [""; 0]);
    told.says("**XIMA #1** · the analysis of its 4 moves");
    told.says("🔴 ana: 1 mistake and ");
    told.says("🔵 boris: ");
    let third = bot.posts(1).await.into_iter().find(|post| post.content().contains("after 3 moves"));
    let third = third.expect("the turn was posted");
    let link = format!("https://discord.com/channels/{}/{}/{}", bot.server(), third.channel(), third.id());
    told.says(&format!("[**Move 3**]({link}): 🔴 ana entered a block at G6 (`-G6`): chance to win "));
    told.says("% → **0%**. Now 🔵 boris could win at once. Better: `");
    assert_eq!(told.pictures(), 1);
    let (url, alt) = told.picture(0);
    assert!(
        alt.starts_with(
            "XIMA #1 as a graph: 🔴 ana’s chance to win after every move; the rest is 🔵 boris’s. "
        ),
        "{alt}"
    );
    assert!(alt.contains("% after move 2, 0% after move 3 and 0% after move 4."), "{alt}");
    let picture = bot.world.download(&url).await;
    assert_eq!(analyses(&bot).await, 1);

    // From now on nothing is thought about: whoever asks is shown what there is, also after a restart, and nobody else again.
    bot.stop().await;
    bot.start_again().await;
    bot.bot().thinking.set_judge(never);
    bot.bot().thinking.set_gate(false);
    let named = bot.command("dora", "analyse", json!({ "match": "#1" })).await;
    for again in [bot.press("ana", &end, "Analyse").await, ask(&bot, "dora", end.channel()).await, named] {
        again.refuses(&told.content());
        assert!(bot.world.download(&again.picture(0).0).await == picture, "the same picture");
    }
    assert_eq!(analyses(&bot).await, 1);
    let offered = bot.choices(bot.channel(), "ana", "analyse", "match", json!({ "match": "" })).await;
    assert_eq!(offered, [("XIMA #1 against boris".to_owned(), "1".to_owned())]);
    bot.well().await;
}

#[tokio::test]
async fn axiom_is_analysed_too() {
    let bot = start().await;
    let options = json!({ "opponent": "boris", "game": "Axiom", "colour": "black" });
    let made = bot.command("ana", "challenge", options).await;
    bot.press("boris", &made, "Accept").await;
    let mut board = bot.newest_board(1).await;
    for (ply, (user, mv)) in (1..).zip([("ana", "S(-1,0,2)S(-1,0,2)y-"), ("boris", "S(-1,1,2)S(-1,0,2)z+")]) {
        bot.write_move(user, &board, mv).await;
        board = bot.board(1, ply).await;
    }
    assert_eq!(board.buttons(), ["Board", "Rematch", "Analyse"]);
    let told = ask(&bot, "ana", board.channel()).await;
    told.says("**Axiom #1** · the analysis of its 2 moves");
    told.says("⚫ ana moved a sceptre (-1,0,2) → (-1,0,2)y- (`S(-1,0,2)S(-1,0,2)y-`): ");
    told.says("Now ⚪ boris could win at once. Better: `");
    assert_eq!(told.pictures(), 1);
    bot.well().await;
}

#[tokio::test]
async fn a_game_that_goes_on_is_not_analysed() {
    let bot = start().await;
    bot.bot().thinking.set_judge(never);
    let board = bot.game("ana", "boris").await;
    bot.write_move("ana", &board, "-G2").await;
    bot.board(1, 1).await;
    for user in ["ana", "dora"] {
        ask(&bot, user, board.channel()).await.refuses("This game goes on.");
        let named = bot.command(user, "analyse", json!({ "match": "1" })).await;
        named.refuses("This game goes on.");
    }
    bot.command("ana", "analyse", json!({})).await.refuses("No game of yours has been finished here.");
    let unknown = bot.command("ana", "analyse", json!({ "match": "2" })).await;
    unknown.refuses("There is no such game in this server.");
    assert!(!unknown.content().contains("/games"), "that shows running games only: {}", unknown.content());
    assert_eq!(analyses(&bot).await, 0);
    bot.well().await;
}

#[tokio::test]
async fn where_nobody_has_moved_there_is_nothing_to_analyse() {
    let bot = start().await;
    bot.bot().thinking.set_judge(never);
    let board = bot.game("ana", "boris").await;
    let question = bot.press("ana", &board, "Resign").await;
    bot.press("ana", &question, "Resign").await;
    let end = bot.end(1).await;
    ask(&bot, "boris", end.channel()).await.refuses("nobody has moved in this game");
    // Nor where the time ran out before the first move: no button says otherwise.
    bot.game("ana", "boris").await;
    bot.advance(Duration::from_secs(3 * 86_400 + 1)).await;
    let end = bot.end(2).await;
    assert_eq!(end.buttons(), ["Board", "Rematch"]);
    ask(&bot, "boris", end.channel()).await.refuses("nobody has moved in this game");
    bot.well().await;
}

#[tokio::test]
async fn who_resigns_or_runs_out_of_time_has_not_moved_with_it() {
    let bot = start().await;
    for game in 1..=2 {
        let mut board = bot.game("ana", "boris").await;
        for (ply, (user, mv)) in (1..).zip([("ana", "-A1"), ("boris", "-A3"), ("ana", "-M1")]) {
            bot.write_move(user, &board, mv).await;
            board = bot.board(game, ply).await;
        }
        if game == 1 {
            let question = bot.press("ana", &board, "Resign").await;
            bot.press("ana", &question, "Resign").await;
        } else {
            bot.advance(Duration::from_secs(3 * 86_400 + 1)).await;
        }
        let told = bot.press("boris", &bot.end(game).await, "Analyse").await;
        told.is_public();
        told.says("the analysis of its 3 moves");
        told.says("in 2 moves");
        told.says("in 1 move");
        told.says("Nobody made a mistake: no move cost 15 points of a winning chance or more.");
        assert!(told.picture(0).1.contains("% after move 3."), "{}", told.picture(0).1);
    }
    assert_eq!(analyses(&bot).await, 2);
    bot.well().await;
}

#[tokio::test]
async fn among_three_everyone_has_a_line() {
    let bot = start().await;
    let mut board = bot.party(&["ana", "boris", "chen"]).await;
    for (ply, mv) in (1..).zip(["-G2", "-G4", "-G6", "TOP"]) {
        bot.write_move(&bot.to_move(&board), &board, mv).await;
        board = bot.board(1, ply).await;
    }
    let told = ask(&bot, "dora", board.channel()).await;
    told.is_public();
    for mark in ["🔴", "🔵", "🟡"] {
        told.says(&format!("{mark} "));
        assert!(told.picture(0).1.contains(mark), "{}", told.picture(0).1);
    }
    told.says("everyone has a line");
    told.says("[**Move 3**](");
    told.says(" entered a block at G6 (`-G6`): ");
    told.says("could win at once");
    bot.well().await;
}

#[tokio::test]
async fn two_who_press_at_once_have_one_analysis_and_everyone_sees_one() {
    let bot = start().await;
    let end = finished(&bot).await;
    bot.bot().thinking.set_gate(false);
    let presses = ["ana", "boris"].map(|user| bot.press_in_background(user, &end, "Analyse"));
    // Both see at once that something comes.
    let thinking = async || {
        let messages = bot.world.messages().await;
        let loading = messages.iter().filter(|one| one["loading"] == true && one["ephemeral"] == false);
        (loading.count() == 2).then_some(())
    };
    bot.world.until("that it is thought about", thinking).await;
    assert_eq!(analyses(&bot).await, 0);
    bot.bot().thinking.set_gate(true);
    let both = async || {
        let messages = bot.all_messages().await;
        let told: Vec<Answer> =
            messages.into_iter().filter(|one| one.content().contains("the analysis of its")).collect();
        (told.len() == 2).then_some(told)
    };
    let told = bot.world.until("both analyses", both).await;
    assert_eq!(told[0].content(), told[1].content());
    assert_eq!(told.iter().filter(|one| one.is_private()).count(), 1);
    for press in presses {
        assert_ne!(press.await.expect("it was answered"), Value::Null);
    }
    assert_eq!(analyses(&bot).await, 1);
    bot.well().await;
}

#[tokio::test]
async fn a_search_that_fails_is_apologised_for_and_asked_again() {
    let bot = start().await;
    let end = finished(&bot).await;
    let log = Log::listen();
    bot.bot().thinking.set_judge(never);
    bot.press("ana", &end, "Analyse").await;
    let apology = |messages: &[Value]| messages.iter().find(|one| one["ephemeral"] == true).cloned();
    let failed = bot.world.wait("an apology", apology).await;
    failed.refuses("Something went wrong on my side.");
    let messages = bot.world.messages().await;
    assert!(messages.iter().all(|one| one["loading"] == false), "nobody waits for an analysis any more");
    let errors = log.errors();
    assert_eq!(errors.len(), 1, "once: {errors:?}");
    assert!(
        errors[0].contains("game 1 could not be analysed: stage 3 could not be thought about"),
        "{errors:?}"
    );
    assert_eq!(analyses(&bot).await, 0);
    bot.bot().thinking.set_judge(briefly);
    bot.press("ana", &end, "Analyse").await.says("the analysis of its 4 moves");
    bot.well().await;
}

/// Somebody asks for an analysis that is not thought of yet; the message that says so is the other one.
async fn waiting(bot: &Bot, end: &Answer) -> (JoinHandle<Value>, Answer) {
    bot.bot().thinking.set_gate(false);
    let pressed = bot.press_in_background("ana", end, "Analyse");
    let waits = |one: &&Value| one["loading"] == true && one["ephemeral"] == false;
    let waits = bot.world.wait("that it thinks", |messages| messages.iter().find(waits).cloned()).await;
    (pressed, waits)
}

#[tokio::test]
async fn who_waits_is_told_though_the_message_that_says_so_is_deleted() {
    let bot = start().await;
    let end = finished(&bot).await;
    let log = Log::listen();
    let (pressed, thinking) = waiting(&bot, &end).await;
    bot.fault(json!({ "kind": "delete_message", "message": thinking.id() })).await;
    // An apology comes all the same.
    bot.bot().thinking.set_judge(never);
    bot.bot().thinking.set_gate(true);
    let apology = Answer(pressed.await.expect("it is answered"));
    apology.refuses("Something went wrong on my side.");
    assert_eq!(log.errors().len(), 1, "the search that failed: {:?}", log.errors());
    // So does the analysis, and everyone sees it.
    bot.bot().thinking.set_judge(briefly);
    let (pressed, thinking) = waiting(&bot, &end).await;
    bot.fault(json!({ "kind": "delete_message", "message": thinking.id() })).await;
    bot.bot().thinking.set_gate(true);
    let told = Answer(pressed.await.expect("it is answered"));
    told.is_public();
    told.says("the analysis of its 4 moves");
    assert_eq!(told.pictures(), 1);
    assert_eq!(log.errors().len(), 1, "{:?}", log.errors());
    bot.well().await;
}

#[tokio::test]
async fn where_the_thread_is_deleted_meanwhile_nobody_is_to_blame() {
    let mut bot = start().await;
    let end = finished(&bot).await;
    let log = Log::listen();
    let (pressed, _) = waiting(&bot, &end).await;
    bot.fault(json!({ "kind": "delete_channel", "channel": end.channel() })).await;
    bot.bot().thinking.set_gate(true);
    bot.until_row("select count(*) from analysis", |count| count == 1).await;
    bot.stop().await;
    assert_eq!(log.errors(), [""; 0]);
    pressed.abort();
}

#[tokio::test]
async fn a_game_of_another_server_is_not_shown() {
    let bot = start().await;
    let end = finished(&bot).await;
    bot.execute("insert into server (id) values (5)").await;
    bot.execute("update game set server_id = 5").await;
    bot.press("ana", &end, "Analyse").await.refuses("There is no such game.");
    bot.command("ana", "analyse", json!({ "match": "1" }))
        .await
        .refuses("There is no such game in this server.");
    assert_eq!(analyses(&bot).await, 0);
    bot.well().await;
}
