//! `/challenge`: everything that can become of it.

use std::time::Duration;

use play::GameKind;
use play::challenge::{self, ColourWish, NewChallenge};
use play::outbox::{self, What};
use play::player::{self, Seen};
use serde_json::{Value, json};
use store::PlayerId;

use crate::harness::{Answer, Bot};

/// A message, as soon as it says this.
pub async fn shows(bot: &Bot, message: &Answer, words: &str) -> Answer {
    let fits = |one: &&Value| {
        one["id"] == message.id() && one["content"].as_str().is_some_and(|text| text.contains(words))
    };
    bot.world.wait(words, |messages| messages.iter().find(fits).cloned()).await
}

/// Waits until the challenge that became a game leads to a channel, or to no other than its own.
pub async fn leads_to(bot: &Bot, game: u64, channel: Option<&str>) {
    let begins = format!("game #{game} begins");
    let fits = |one: &&Value| {
        let text = one["content"].as_str().unwrap_or_default();
        let leads = match channel {
            Some(channel) => text.contains(&format!("→ <#{channel}>")),
            None => !text.contains('→'),
        };
        text.contains(&begins) && leads
    };
    bot.world.wait("a place", |messages| messages.iter().find(fits).cloned()).await;
}

/// What ana sees after challenging boris.
async fn challenged(bot: &Bot) -> Answer {
    bot.command("ana", "challenge", json!({ "opponent": "boris" })).await
}

#[tokio::test]
async fn a_challenge_is_public_and_notifies_the_opponent_alone() {
    let bot = Bot::start().await;
    let made = challenged(&bot).await;
    let (ana, boris) = (bot.id("ana"), bot.id("boris"));
    made.is_public();
    made.says(&format!("<@{boris}>, <@{ana}> challenges you to a game of XIMA."));
    made.says("The colours are drawn by lot. The game is rated. Each move may take up to 3 days.");
    assert_eq!(made.buttons(), ["Accept", "Decline", "Withdraw"]);
    assert_eq!(made.pinged(), [boris]);
    bot.well().await;
}

#[tokio::test]
async fn the_terms_are_said() {
    let bot = Bot::start().await;
    let options = json!({ "opponent": "boris", "colour": "blue", "rated": false });
    let made = bot.command("ana", "challenge", options).await;
    made.says("plays blue and moves second. The game is unrated.");
    bot.well().await;
}

#[tokio::test]
async fn accepting_takes_the_buttons_off_and_opens_the_game() {
    let bot = Bot::start().await;
    let made = challenged(&bot).await;
    bot.press("boris", &made, "Accept").await;
    let after = bot.message(&made).await;
    after.says("game #1 begins");
    assert_eq!(after.buttons(), [""; 0]);
    assert_eq!(after.pinged(), made.pinged(), "an edit notifies nobody anew");
    let opening = bot.newest_board(1).await;
    assert_eq!(opening.buttons(), ["Board", "Move", "Resign"]);
    assert_eq!(opening.pictures(), 2, "the plan and the pyramid");
    bot.well().await;
}

/// Whoever looks into the channel finds the game's thread, and how it ended, where the challenge was.
#[tokio::test]
async fn the_challenge_links_the_thread_and_tells_the_result() {
    let bot = Bot::start().await;
    let made = bot.command("ana", "challenge", json!({ "opponent": "boris", "colour": "red" })).await;
    bot.press("boris", &made, "Accept").await;
    let mut board = bot.newest_board(1).await;
    let linked = shows(&bot, &made, &format!("→ <#{}>", board.channel())).await;
    linked.says("game #1 begins");
    for (ply, mv) in (1..).zip(["-G2", "-G4", "-G6", "TOP"]) {
        bot.write_move(if ply % 2 == 1 { "ana" } else { "boris" }, &board, mv).await;
        board = bot.board(1, ply).await;
    }
    let told = shows(&bot, &made, "game #1, which is over.").await;
    told.says("🏆 🔵 boris wins: the special is on the summit!");
    told.says(&format!("→ <#{}>", board.channel()));
    assert_eq!(told.pinged(), made.pinged(), "an edit notifies nobody anew");
    // A game that a moderator ends is told there too.
    let made = bot.command("chen", "challenge", json!({})).await;
    bot.press("dora", &made, "Accept").await;
    bot.newest_board(2).await;
    let question = bot.command("ana", "end", json!({ "match": "2" })).await;
    bot.press("ana", &question, "End the game").await;
    shows(&bot, &made, "A moderator has ended the game.").await.says("game #2, which is over.");
    bot.well().await;
}

/// Both find the thread in their list from the start, and only one is notified.
#[tokio::test]
async fn both_players_are_in_the_thread() {
    let bot = Bot::start().await;
    let board = bot.game("ana", "boris").await;
    let there = async || {
        let members = bot.place(board.channel()).await["members"].to_string();
        ["ana", "boris"].iter().all(|name| members.contains(&bot.id(name))).then_some(())
    };
    bot.world.until("both players in the thread", there).await;
    assert_eq!(board.pinged(), [bot.id("ana")]);
    // Who cannot be taken in plays all the same.
    bot.fault(json!({ "kind": "status", "match": "thread-members", "status": 403, "count": 1 })).await;
    bot.game("chen", "dora").await;
    bot.well().await;
}

#[tokio::test]
async fn who_is_challenged_back_accepts_what_is_there() {
    let bot = Bot::start().await;
    bot.command("ana", "settings threads", json!({ "on": false })).await;
    let made = challenged(&bot).await;
    let refused = bot.command("boris", "challenge", json!({ "opponent": "ana" })).await;
    refused.refuses(&format!("<@{}> has challenged you already", bot.id("ana")));
    refused.says(&format!("/{}/{}", made.channel(), made.id()));
    assert_eq!(refused.buttons(), ["Accept"]);
    bot.press("boris", &refused, "Accept").await;
    bot.newest_board(1).await;
    let after = bot.without_buttons(&made).await;
    after.says("game #1 begins");
    bot.well().await;
}

#[tokio::test]
async fn colours_are_as_the_challenger_asked() {
    let bot = Bot::start().await;
    for (game, (colour, first)) in (1..).zip([("red", "ana"), ("blue", "boris")]) {
        let options = json!({ "opponent": "boris", "colour": colour });
        let made = bot.command("ana", "challenge", options).await;
        bot.press("boris", &made, "Accept").await;
        let opening = bot.newest_board(game).await;
        assert_eq!(opening.pinged(), [bot.id(first)], "{colour}: the first to move is told");
    }
    bot.well().await;
}

#[tokio::test]
async fn anyone_may_take_up_an_open_challenge() {
    let bot = Bot::start().await;
    let made = bot.command("ana", "challenge", json!({})).await;
    made.says("Who takes the other side?");
    assert_eq!(made.buttons(), ["Accept", "Withdraw"], "there is nobody who could decline");
    assert_eq!(made.pinged(), [""; 0]);
    bot.press("ana", &made, "Accept").await.refuses("cannot play against yourself");
    bot.press("chen", &made, "Accept").await;
    bot.message(&made).await.says(&format!("<@{}> has accepted", bot.id("chen")));
    bot.newest_board(1).await;
    bot.well().await;
}

#[tokio::test]
async fn declining_and_withdrawing_take_the_buttons_off() {
    let bot = Bot::start().await;
    for (user, button, words) in [("boris", "Decline", "has declined"), ("ana", "Withdraw", "has withdrawn")]
    {
        let made = challenged(&bot).await;
        bot.press(user, &made, button).await;
        let after = bot.message(&made).await;
        after.says(words);
        assert_eq!(after.buttons(), [""; 0]);
    }
    // Neither stands in the way of the next.
    challenged(&bot).await.is_public();
    bot.well().await;
}

#[tokio::test]
async fn a_strangers_press_is_answered_and_changes_nothing() {
    let bot = Bot::start().await;
    let made = challenged(&bot).await;
    let boris = format!("This challenge is for <@{}>.", bot.id("boris"));
    bot.press("chen", &made, "Accept").await.refuses(&boris);
    bot.press("chen", &made, "Decline").await.refuses(&boris);
    bot.press("chen", &made, "Withdraw").await.refuses(&format!("Only <@{}> can withdraw", bot.id("ana")));
    bot.press("boris", &made, "Withdraw").await.refuses("can withdraw");
    bot.press("ana", &made, "Accept").await.refuses("");
    bot.press("ana", &made, "Decline").await.refuses(&boris);
    assert_eq!(bot.message(&made).await.buttons(), made.buttons());
    bot.well().await;
}

#[tokio::test]
async fn what_cannot_be_challenged_is_refused_in_a_sentence() {
    let bot = Bot::start().await;
    bot.command("ana", "challenge", json!({ "opponent": "ana" }))
        .await
        .refuses("cannot play against yourself");
    challenged(&bot).await.is_public();
    challenged(&bot).await.refuses("have an open challenge to");
    assert_eq!(bot.public_messages().await, 1, "a refusal is seen by one person only");
    bot.well().await;
}

/// Its message may be far up, deleted, or never have been posted: what stands in the way can be found and withdrawn.
#[tokio::test]
async fn a_challenge_that_stands_in_the_way_can_be_withdrawn_where_it_does() {
    let bot = Bot::start().await;
    let made = challenged(&bot).await;
    let refused = challenged(&bot).await;
    refused.refuses("have an open challenge to");
    refused.says(&format!("/{}/{}", made.channel(), made.id()));
    assert_eq!(refused.buttons(), ["Withdraw"]);
    bot.press("ana", &refused, "Withdraw").await;
    let after = shows(&bot, &made, "has withdrawn").await;
    assert_eq!(after.buttons(), [""; 0]);
    // The message of the next one goes before anybody has answered.
    let lost = challenged(&bot).await;
    bot.fault(json!({ "kind": "delete_message", "match": lost.id() })).await;
    let refused = challenged(&bot).await;
    bot.press("ana", &refused, "Withdraw").await;
    challenged(&bot).await.is_public();
    bot.well().await;
}

#[tokio::test]
async fn nobody_has_more_than_five_open_challenges() {
    let bot = Bot::start().await;
    let mut first = None;
    for guest in 0..5 {
        let name = bot.welcome(&format!("guest {guest}")).await;
        let made = bot.command("ana", "challenge", json!({ "opponent": name })).await;
        made.is_public();
        first.get_or_insert(made);
    }
    let refused = challenged(&bot).await;
    refused.refuses("5 open challenges");
    assert_eq!(refused.buttons(), ["Withdraw 1", "Withdraw 2", "Withdraw 3", "Withdraw 4", "Withdraw 5"]);
    bot.command("ana", "challenge", json!({})).await.refuses("5 open challenges");
    // One withdrawn makes room for one.
    bot.press("ana", &first.expect("five were made"), "Withdraw").await;
    challenged(&bot).await.is_public();
    bot.well().await;
}

/// Twenty games of one person, begun by the use cases alone.
async fn busy(bot: &Bot, name: &str) {
    let context = bot.play();
    let player: PlayerId = bot.id(name).parse().expect("a number");
    for opponent in (1..=20).map(PlayerId::new) {
        let person = |id: PlayerId| Seen { id, name: "someone".to_owned(), locale: None, bot: false };
        player::see(context, &[person(player), person(opponent)]).await.expect("the database works");
        let new = NewChallenge {
            kind: GameKind::Xima,
            server: bot.server(),
            channel: bot.channel().parse().expect("a number"),
            challenger: opponent,
            opponent: Some(player),
            opponent_is_bot: false,
            colour: ColourWish::Random,
            rated: false,
        };
        let made = challenge::create(context, new).await.expect("the database works");
        let (_, game) = challenge::accept(context, made.id, player).await.expect("the database works");
        // What these games owe to the channel is not what is tested here.
        let opening = outbox::of(context, game.id, 0, What::Opening).await.expect("the database works");
        outbox::dropped(context, opening.expect("an opening is owed").id).await.expect("the database works");
    }
}

#[tokio::test]
async fn nobody_plays_more_than_twenty_games() {
    let bot = Bot::start().await;
    let before = challenged(&bot).await;
    let open = bot.command("chen", "challenge", json!({})).await;
    busy(&bot, "boris").await;
    bot.press("boris", &before, "Accept").await.refuses("You play in 20 games already.");
    bot.press("boris", &open, "Accept").await.refuses("You play in 20 games already.");
    let boris = format!("<@{}> plays in 20 games already.", bot.id("boris"));
    bot.command("chen", "challenge", json!({ "opponent": "boris" })).await.refuses(&boris);
    bot.command("boris", "challenge", json!({ "opponent": "dora" }))
        .await
        .refuses("You play in 20 games already.");
    // The challenge stands until it can be accepted.
    assert_eq!(bot.message(&before).await.buttons(), before.buttons());
    bot.well().await;
}

#[tokio::test]
async fn two_presses_of_accept_make_one_game() {
    let bot = Bot::start().await;
    for round in 1..=10 {
        let made = challenged(&bot).await;
        let (one, two) =
            tokio::join!(bot.try_press("boris", &made, "Accept"), bot.try_press("boris", &made, "Accept"));
        let taken = [&one, &two].into_iter().filter(|answer| answer["type"] == "update").count();
        assert_eq!(taken, 1, "{one} and {two}");
        bot.newest_board(round).await;
        assert_eq!(bot.openings().await, round, "each challenge becomes one game");
    }
    bot.well().await;
}

#[tokio::test]
async fn acceptance_and_withdrawal_at_once_have_one_outcome() {
    let bot = Bot::start().await;
    let mut games = 0;
    for _ in 0..10 {
        let made = challenged(&bot).await;
        let (accept, withdraw) =
            tokio::join!(bot.try_press("boris", &made, "Accept"), bot.try_press("ana", &made, "Withdraw"));
        let taken = [&accept, &withdraw].into_iter().filter(|answer| answer["type"] == "update").count();
        assert_eq!(taken, 1, "{accept} and {withdraw}");
        let after = bot.message(&made).await;
        assert_eq!(after.buttons(), [""; 0]);
        if after.content().contains("begins") {
            games += 1;
            bot.newest_board(games).await;
        }
        assert_eq!(bot.openings().await, games);
    }
    bot.well().await;
}

#[tokio::test]
async fn a_challenge_expires_after_a_day_and_says_so() {
    let bot = Bot::start().await;
    let made = challenged(&bot).await;
    bot.advance(Duration::from_mins(24 * 60 - 1)).await;
    assert_eq!(bot.message(&made).await.buttons(), made.buttons(), "a minute before");
    bot.advance(Duration::from_mins(2)).await;
    let after = shows(&bot, &made, "it has expired").await;
    assert_eq!(after.buttons(), [""; 0]);
    challenged(&bot).await.is_public();
    bot.well().await;
}

/// A new challenge takes the place of an overdue one before any job has come by: the message of the old one says so all the same.
#[tokio::test]
async fn an_overdue_challenge_that_is_replaced_loses_its_buttons() {
    let bot = Bot::start().await;
    let made = challenged(&bot).await;
    bot.play().clock.advance(time::Duration::hours(25));
    challenged(&bot).await.is_public();
    let after = shows(&bot, &made, "it has expired").await;
    assert_eq!(after.buttons(), [""; 0]);
    bot.well().await;
}

#[tokio::test]
async fn public_texts_are_in_the_servers_language_and_private_ones_in_the_readers() {
    // There is one language as yet; what is tested is that an unknown one falls back whole.
    let bot = Bot::start().await;
    let name = bot.welcome_with("léa", "fr").await;
    let made = bot.command(&name, "challenge", json!({ "opponent": "boris" })).await;
    made.says("challenges you to a game of XIMA");
    bot.command(&name, "challenge", json!({ "opponent": "boris" }))
        .await
        .refuses("have an open challenge to");
    bot.well().await;
}

/// Options that Discord itself refuses never reach the bot.
#[tokio::test]
async fn colours_are_a_choice() {
    let bot = Bot::start().await;
    let answer: Value = bot.try_command("ana", "challenge", json!({ "colour": "green" })).await;
    assert!(answer["error"].is_string(), "{answer}");
}
