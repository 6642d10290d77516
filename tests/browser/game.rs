//! A short game as two people play it, from the challenge to the resignation, with the whole bot behind the page.

use std::env;
use std::path::Path;

use serde_json::json;

use crate::bot::Bot;
use crate::chromium::{Browser, key};

/// The first choice of the list above the message box, which Enter takes.
const CHOICE: &str = ".suggestions [aria-selected=true]";
/// The newest message of the channel.
const NEWEST: &str = ".message:last-child";
/// Names the file that the finished picture for the README goes to, if it is wanted.
const SCREENSHOT: &str = "XIMABOT_SCREENSHOT";

/// The game that the book annotates in its chapter on notation: red and blue by turns, in long form.
const BOOK: &str = "-M1 -A2 -M13 -G13 M13G13 -A12 -M13 -J13 M1M13 -A11 -L12 -B11 -B1 A2A12 -I12 A12D9 M13J10 A11K11 \
    J10K11 -C11 M13J13 A12E8 -C10 C11C10 =J11 =D11 K11D11 K11J11 -J10 -I9 B1B11 C10D11 J10C10 E8C10 L12L11 I9I6 J13L11 \
    D11E10 B11D11 I6D11 L11J9 D11G8 -I8 =D11G8 I8H9 =G8G7";

#[tokio::test]
async fn two_people_play_by_clicking_and_typing() {
    let bot = Bot::start().await;
    let page = Browser::open(&bot.address).await;

    challenge(&page).await;
    accept(&page).await;
    let (width, height) = page.picture("#messages .picture img").await;
    assert!(width >= 900 && height > 0, "the board is {width} by {height}");
    assert_eq!(page.count("#messages .picture", "").await, 2, "the opening shows the plan and the pyramid");

    opening(&page).await;
    refuses_in_words(&page).await;
    shows_the_board_privately(&page).await;
    asks_before_it_resigns(&page).await;

    // The middle of the game goes by the control API; the page follows it.
    let moves: Vec<&str> = BOOK.split_whitespace().collect();
    for (ply, mv) in moves.iter().enumerate().take(moves.len() - 1).skip(BY_HAND) {
        let who = if ply % 2 == 0 { "ana" } else { "boris" };
        bot.command(who, "XIMA #1: ana and boris", "move", json!({ "move": mv })).await;
    }
    page.see(".message", "after 45 moves").await;
    page.see_gone("#jump", "").await;
    be(&page, "boris").await;
    page.picture("#messages .picture img").await;
    if let Some(file) = env::var_os(SCREENSHOT) {
        page.save(Path::new(&file)).await;
    }
    summit(&page).await;
    rematch(&page).await;
    axiom(&page, &bot).await;

    let checked = bot.control("violations").await;
    assert_eq!(checked["violations"], json!([]));
    assert_ne!(checked["checked"], 0, "requests were checked");
    page.close().await;
    bot.stop().await;
}

/// How many moves of the book's game are made with the page.
const BY_HAND: usize = 5;

/// ana challenges boris with a slash command, typed and chosen by keys alone.
async fn challenge(page: &Browser) {
    page.see(".starter", "/challenge").await;
    page.keys("/chal").await;
    page.see(CHOICE, "/challenge").await;
    page.keys(key::TAB).await;
    page.keys("bor").await;
    page.see(CHOICE, "boris").await;
    page.keys(key::ENTER).await;
    page.see(".suggestions li", "colour").await;
    // Below the option for the game.
    page.keys(key::DOWN).await;
    page.keys(key::DOWN).await;
    page.keys(key::ENTER).await;
    page.keys("red").await;
    page.see(CHOICE, "red").await;
    page.keys(key::ENTER).await;
    page.keys(key::ENTER).await;
    page.see(".message .used", "ana used /challenge").await;
    page.see(".message", "@boris, @ana challenges you to a game of XIMA").await;

    // It is nobody else's to accept.
    be(page, "chen").await;
    page.click(".button", "Accept").await;
    page.see(".message.private", "This challenge is for @boris.").await;
    page.click(".message.private .plain", "Dismiss message").await;
    page.see_gone(".message.private", "").await;
}

/// boris is told of it, accepts and goes to the game's thread.
async fn accept(page: &Browser) {
    page.see(".person[data-person=boris] .badge", "1").await;
    be(page, "boris").await;
    page.see(".message.mine", "challenges you").await;
    page.see(".button", "Decline").await;
    page.see(".button", "Withdraw").await;
    page.click(".button", "Accept").await;
    page.see(".message", "has accepted").await;
    page.see_gone(".button", "Accept").await;
    page.click(".channel.thread[data-channel]", "XIMA #1").await;
    page.see(".message", "XIMA #1").await;
    page.see(".message", "Next: ").await;
    for label in ["Board", "Move", "Resign"] {
        page.see(".message .button", label).await;
    }
}

/// The first moves: by command with its choices, by the button's form, and by typing alone.
async fn opening(page: &Browser) {
    be(page, "ana").await;
    page.keys("/move ").await;
    page.see(".suggestions li", " moves").await;
    page.keys("m1").await;
    page.see(CHOICE, "-M1").await;
    page.keys(key::ENTER).await;
    let chosen = page.value("return document.querySelector('.chip input').value;").await;
    assert_eq!(chosen, "-M1: enters at M1", "the choice is in words");
    page.keys(key::ENTER).await;
    page.see(".message", "ana entered a block at M1 (-M1).").await;

    be(page, "boris").await;
    page.see(".message.mine", "boris, until").await;
    page.click(".message .button", "Move").await;
    page.see("dialog.modal", "Your move").await;
    page.keys("-A2").await;
    page.keys(key::ENTER).await;
    page.see_gone("dialog", "").await;
    page.see(".message", "boris entered a block at A2 (-A2).").await;

    for (who, typed, choice, told) in [
        ("ana", "-M13", "-M13: enters at M13", "ana entered a block at M13 (-M13)."),
        ("boris", "-G13", "-G13: enters at G13", "boris entered a block at G13 (-G13)."),
        ("ana", "M13G13", "M13 → G13, onto blue", "ana moved M13 → G13, onto blue (G13)."),
    ] {
        be(page, who).await;
        page.keys(&format!("/move {typed}")).await;
        page.see(CHOICE, choice).await;
        page.keys(key::ENTER).await;
        page.keys(key::ENTER).await;
        page.see(".message", told).await;
    }
}

/// What is no move is refused to the one who tried it, and nothing else changes.
async fn refuses_in_words(page: &Browser) {
    be(page, "boris").await;
    let before = page.count(".message:not(.private)", "").await;
    page.keys("/move Z99").await;
    page.see(".suggestions .asking", "no suggestions").await;
    page.keys(key::ENTER).await;
    page.see(".message.private", "Z99 is not a move.").await;
    assert_eq!(page.count(".message:not(.private)", "").await, before);
    be(page, "ana").await;
    page.see_gone(".message.private", "Z99").await;
}

/// The Board button shows the board to whoever pressed it, from their side.
async fn shows_the_board_privately(page: &Browser) {
    page.click(".message .button", "Board").await;
    page.see(".message.private .picture", "").await;
    page.click(".message.private .picture", "").await;
    page.see("dialog.lightbox figcaption", "G13 blue red").await;
    page.keys(key::ESCAPE).await;
    page.see_gone("dialog", "").await;
    be(page, "boris").await;
    page.see_gone(".message.private .picture", "").await;
    be(page, "ana").await;
}

/// The Resign button asks first, and who says no plays on.
async fn asks_before_it_resigns(page: &Browser) {
    page.click(".message:not(.private) .button", "Resign").await;
    page.see(".message.private", "Do you want to resign game #1").await;
    page.click(".message.private .button", "Keep playing").await;
    page.see(".message.private", "the game goes on").await;
    page.see(".message:not(.private) .button", "Resign").await;
}

/// boris brings his special to the top and wins.
async fn summit(page: &Browser) {
    page.keys("/move top").await;
    page.see(CHOICE, "wins").await;
    page.keys(key::ENTER).await;
    page.keys(key::ENTER).await;
    page.see(NEWEST, "boris wins: the special is on the summit!").await;
    page.see(NEWEST, "provisional").await;
    page.see_gone(".message:last-child .button", "Resign").await;

    page.keys("/leaderboard ").await;
    page.keys(key::ENTER).await;
    page.see(".message .used", "boris used /leaderboard").await;
}

/// boris asks for a rematch, ana accepts it, goes to its thread and gives it up at once: it does not count.
async fn rematch(page: &Browser) {
    page.click(".message .button", "Rematch").await;
    page.see(".message", "would like a rematch").await;
    be(page, "ana").await;
    page.click(".message .button", "Accept").await;
    page.click(".channel.thread[data-channel]", "XIMA #2").await;
    page.see(".message", "XIMA #2 · the game begins").await;
    page.click(".message .button", "Resign").await;
    page.click(".message.private .button.danger", "Resign").await;
    page.see(".message:not(.private)", "It does not count.").await;
}

/// The other game: boris takes up ana's challenge, and wins with the second move.
async fn axiom(page: &Browser, bot: &Bot) {
    let options = json!({ "opponent": "boris", "game": "Axiom", "colour": "black" });
    bot.command("ana", "games", "challenge", options).await;
    be(page, "boris").await;
    // He has been told of it.
    page.click(".channel[data-channel=games]", "1").await;
    page.see(".message", "challenges you to a game of Axiom").await;
    page.click(".button", "Accept").await;
    page.click(".channel.thread[data-channel]", "Axiom #3").await;
    page.see(".message", "Axiom #3 · the game begins").await;
    page.picture(".message:last-child .picture img").await;
    assert_eq!(page.count(".message:last-child .picture", "").await, 1, "both views are on one picture");
    for (who, typed, choice, told) in [
        ("ana", "s(-1,0,2)s(-1,0,2)y-", "sceptre (-1,0,2) → (-1,0,2)y-", "ana moved a sceptre (-1,0,2)"),
        ("boris", "s(-1,1,2)s(-1,0,2)z+", "(-1,0,2)z+, wins", "boris wins: the sceptres meet on one cube!"),
    ] {
        be(page, who).await;
        page.keys(&format!("/move {typed}")).await;
        page.see(CHOICE, choice).await;
        page.keys(key::ENTER).await;
        page.keys(key::ENTER).await;
        page.see(NEWEST, told).await;
    }
}

async fn be(page: &Browser, who: &str) {
    page.click(&format!(".person[data-person={who}]"), "").await;
    page.see(&format!(".person[data-person={who}][aria-current]"), "").await;
}
