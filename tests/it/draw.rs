//! Draws by agreement, and the question before a move that loses at once: by commands, buttons, forms and menus.

use std::time::Duration;

use play::turn;
use serde_json::{Value, json};
use store::{GameId, PlayerId};

use crate::challenge::shows;
use crate::harness::{Answer, Bot};

/// Each player has moved once. Black's sceptres can meet then.
const BEGUN: [&str; 2] = ["S(1,0,2)S(1,0,2)y-", "S(1,1,2)S(1,1,2)y+"];
/// A move that harms nobody.
const THIRD: &str = "S(-1,0,2)S(-1,0,2)y-";
/// The move that joins Black's sceptres.
const JOINED: &str = "S(-1,0,2)S(1,0,2)z+";

/// A game of Axiom, in which draws are known, of ana and boris, who have moved once each; its board.
async fn begun(bot: &Bot, game: usize) -> Answer {
    let options = json!({ "opponent": "boris", "game": "axiom", "colour": "black" });
    let made = bot.command("ana", "challenge", options).await;
    bot.press("boris", &made, "Accept").await;
    let thread = bot.newest_board(game).await.channel().to_owned();
    for (player, mv) in ["ana", "boris"].into_iter().zip(BEGUN) {
        bot.command_in(&thread, player, "move", json!({ "move": mv, "match": game.to_string() }))
            .await
            .is_public();
    }
    bot.board(game, 2).await
}

async fn offer(bot: &Bot, board: &Answer, player: &str) -> Answer {
    bot.command_in(board.channel(), player, "draw", json!({})).await
}

/// The newest message with an offer. Waits for it.
async fn offered(bot: &Bot) -> Answer {
    let offers = |one: &&Value| one["content"].as_str().is_some_and(|text| text.contains("offers a draw"));
    bot.world.wait("an offer", |messages| messages.iter().rfind(offers).cloned()).await
}

#[tokio::test]
async fn a_draw_is_offered_and_accepted() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let offered = offer(&bot, &board, "ana").await;
    offered.is_public();
    offered.says("ana offers a draw");
    assert_eq!(offered.channel(), board.channel());
    assert_eq!(offered.pinged(), [bot.id("boris")], "once");
    assert_eq!(offered.buttons(), ["Accept", "Decline", "Withdraw"]);
    let theirs = format!("for <@{}> to decide", bot.id("boris"));
    bot.press("ana", &offered, "Accept").await.refuses(&theirs);
    bot.press("ana", &offered, "Decline").await.refuses(&theirs);
    bot.press("boris", &offered, "Withdraw").await.refuses(&format!("for <@{}> to decide", bot.id("ana")));
    bot.press("chen", &offered, "Accept").await.refuses("You do not play in this game");
    offer(&bot, &board, "ana").await.refuses("You have offered a draw already");
    assert_eq!(bot.message(&offered).await.buttons().len(), 3, "nobody has answered");
    bot.press("boris", &offered, "Accept").await;
    let end = bot.end(1).await;
    end.says("boris agreed to a draw.");
    end.says("The game is drawn by agreement.");
    end.says("ana: 1500 → **1500**");
    assert_eq!(end.buttons(), ["Board", "Rematch", "Analyse"]);
    assert_eq!(end.pictures(), 1);
    assert_eq!(end.pinged(), [bot.id("ana")], "boris knows");
    shows(&bot, &offered, "boris has accepted the draw that ⚫ ana offered").await;
    bot.without_buttons(&board).await;
    assert_eq!(bot.running().await, 0);
    offer(&bot, &board, "ana").await.refuses("This game is over.");
    bot.well().await;
}

#[tokio::test]
async fn who_was_declined_may_ask_again_after_a_move() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let offered = offer(&bot, &board, "ana").await;
    bot.press("boris", &offered, "Decline").await;
    bot.without_buttons(&offered).await.says("boris declines the draw that ⚫ ana offered");
    offer(&bot, &board, "ana").await.refuses("was declined. You can offer another after the next move");
    let counter = offer(&bot, &board, "boris").await;
    assert_eq!(counter.pinged(), [bot.id("ana")]);
    bot.press("boris", &counter, "Withdraw").await;
    bot.without_buttons(&counter).await.says("boris has withdrawn the offer");
    assert_eq!(bot.message(&board).await.buttons(), ["Board", "Move", "Resign"], "the board is as it was");
    bot.write_move("ana", &board, THIRD).await;
    let board = bot.board(1, 3).await;
    offer(&bot, &board, "ana").await.says("ana offers a draw");
    bot.well().await;
}

#[tokio::test]
async fn an_offer_that_a_move_made_void_says_so() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let offered = offer(&bot, &board, "boris").await;
    bot.write_move("ana", &board, THIRD).await;
    let next = bot.board(1, 3).await;
    shows(&bot, &offered, "the offer of a draw by ⚪ boris has lapsed").await;
    bot.press("ana", &offered, "Accept").await.refuses("This offer of a draw is void");
    assert_eq!(bot.message(&next).await.buttons(), ["Board", "Move", "Resign"]);
    let again = offer(&bot, &next, "boris").await;
    let question = bot.press("ana", &next, "Resign").await;
    bot.press("ana", &question, "Resign").await;
    bot.end(1).await.says("boris wins");
    bot.without_buttons(&again).await.says("has lapsed unanswered");
    bot.press("ana", &again, "Decline").await.refuses("This game is over");
    bot.well().await;
}

#[tokio::test]
async fn two_offers_are_an_agreement() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let offered = offer(&bot, &board, "ana").await;
    let end = offer(&bot, &board, "boris").await;
    end.is_public();
    end.says("The game is drawn by agreement.");
    bot.without_buttons(&offered).await;
    bot.without_buttons(&board).await;
    assert_eq!(bot.end(1).await.id(), end.id(), "and it is told once");
    shows(&bot, &offered, "boris has accepted the draw that ⚫ ana offered").await;
    bot.well().await;
}

#[tokio::test]
async fn an_agreement_that_nobody_posted_is_told_by_the_outbox() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let offered = offer(&bot, &board, "ana").await;
    let boris = PlayerId::new(bot.id("boris").parse().expect("a number"));
    turn::accept_draw(bot.play(), GameId::new(1), boris, 2, None).await.expect("it stands open");
    bot.advance(Duration::from_secs(11)).await;
    bot.end(1).await.says("The game is drawn by agreement.");
    bot.press("boris", &offered, "Accept").await.refuses("This game is over");
    bot.without_buttons(&offered).await.says("has accepted the draw");
    bot.well().await;
}

#[tokio::test]
async fn an_offer_from_elsewhere_is_made_in_the_games_channel() {
    let bot = Bot::start().await;
    let first = begun(&bot, 1).await;
    begun(&bot, 2).await;
    let menu = bot.command("ana", "draw", json!({})).await;
    menu.refuses("Several games could be meant");
    bot.choose("ana", &menu, "1").await.refuses(&format!("<#{}>", first.channel()));
    let offered = offered(&bot).await;
    assert_eq!(offered.channel(), first.channel());
    offered.says("**Axiom #1**: ⚫ ana offers a draw");
    bot.press("boris", &offered, "Accept").await;
    bot.end(1).await.says("The game is drawn by agreement.");
    bot.command("ana", "draw", json!({ "match": "2" })).await.refuses("Done: see");
    bot.well().await;
}

#[tokio::test]
async fn an_offer_that_cannot_be_shown_is_not_made() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let elsewhere = begun(&bot, 2).await;
    for channel in [bot.channel(), board.channel()] {
        bot.fault(json!({ "kind": "permissions", "channel": channel, "permissions": "0" })).await;
    }
    let all = (1_u64 << 50).wrapping_sub(1).to_string();
    bot.fault(json!({ "kind": "permissions", "channel": elsewhere.channel(), "permissions": all })).await;
    let draw = json!({ "match": "1" });
    let told = bot.command_in(elsewhere.channel(), "ana", "draw", draw.clone()).await;
    told.refuses("it is not made");
    // The other's offer agrees with nothing: it is made where the game has found a home.
    bot.command_in(elsewhere.channel(), "boris", "draw", draw).await.says("boris offers a draw");
    bot.well().await;
}

#[tokio::test]
async fn in_a_shared_channel_the_game_is_chosen() {
    let bot = Bot::start().await;
    bot.command("ana", "settings threads", json!({ "on": false })).await;
    begun(&bot, 1).await;
    begun(&bot, 2).await;
    let menu = bot.command("ana", "draw", json!({})).await;
    menu.refuses("Several games could be meant");
    bot.choose("ana", &menu, "2").await;
    let offered = offered(&bot).await;
    offered.is_public();
    offered.says("**Axiom #2**");
    assert_eq!((offered.channel(), offered.pinged()), (bot.channel(), vec![bot.id("boris")]));
    bot.press("boris", &offered, "Accept").await;
    bot.end(2).await.says("The game is drawn by agreement.");
    assert_eq!(bot.running().await, 1, "the other goes on");
    bot.well().await;
}

#[tokio::test]
async fn where_no_draw_can_be_offered_the_reason_is_told() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    offer(&bot, &board, "ana").await.refuses("XIMA knows no draw by agreement");
    offer(&bot, &board, "chen").await.refuses("You do not play in this game");
    bot.command("dora", "draw", json!({ "match": "99" })).await.refuses("There is no such game");
    bot.well().await;
}

#[tokio::test]
async fn a_move_that_loses_at_once_is_asked_about() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let warned = |question: &Answer| {
        question.refuses("This move puts both your sceptres on one cube: you would lose at once.");
        assert_eq!(question.buttons(), ["Play it all the same", "Keep thinking"]);
    };
    let typed = bot.command_in(board.channel(), "ana", "move", json!({ "move": JOINED })).await;
    warned(&typed);
    bot.press("ana", &typed, "Keep thinking").await.refuses("take your time");
    bot.without_buttons(&typed).await;
    let written = bot.write_move("ana", &board, JOINED).await;
    warned(&written);
    let menu = bot.command_in(board.channel(), "ana", "move", json!({ "move": "S(-1,0,2)S(1,0,2)" })).await;
    let chosen = bot.choose("ana", &menu, JOINED).await;
    warned(&chosen);
    assert_eq!(bot.message(&board).await.buttons(), ["Board", "Move", "Resign"], "nothing was played");
    // Whose turn it is not is refused, not asked.
    bot.command_in(board.channel(), "boris", "move", json!({ "move": JOINED }))
        .await
        .refuses("not your turn");
    bot.press("ana", &chosen, "Play it all the same").await;
    let end = bot.end(1).await;
    end.says("boris wins: ⚫ ana has put both own sceptres on one cube.");
    bot.message(&chosen).await.says("You have played `S(-1,0,2)");
    bot.without_buttons(&chosen).await;
    bot.without_buttons(&board).await;
    bot.press("ana", &written, "Play it all the same").await.refuses("This game is over");
    bot.well().await;
}

#[tokio::test]
async fn a_question_about_an_older_board_is_stale() {
    let bot = Bot::start().await;
    let board = begun(&bot, 1).await;
    let question = bot.command_in(board.channel(), "ana", "move", json!({ "move": JOINED })).await;
    bot.command_in(board.channel(), "ana", "move", json!({ "move": THIRD })).await.is_public();
    bot.press("ana", &question, "Play it all the same").await.refuses("The game has moved on since");
    assert_eq!(play::game::load(bot.play(), GameId::new(1)).await.expect("it is there").hosted.ply(), 3);
    bot.well().await;
}
