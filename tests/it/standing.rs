//! `/leaderboard`, `/profile`, `/rules` and `/help`.

use play::challenge::{self, ColourWish, NewChallenge};
use play::outbox::{self, What};
use play::player::{self, Seen};
use play::{Context, GameKind, turn};
use serde_json::json;
use store::PlayerId;
use time::Duration;

use crate::harness::Bot;

/// Games of two people, played by the use cases alone. The first wins two of three; 24 of them bring a place.
async fn play(bot: &Bot, winner: u64, loser: u64, games: usize) {
    let context = bot.play();
    let (winner, loser) = (PlayerId::new(winner), PlayerId::new(loser));
    for round in 0..games {
        let new = NewChallenge {
            kind: GameKind::Xima,
            server: bot.server(),
            channel: bot.channel().parse().expect("a number"),
            challenger: winner,
            opponent: Some(loser),
            opponent_is_bot: false,
            colour: ColourWish::First,
            rated: true,
        };
        let made = challenge::create(context, new).await.expect("the database works");
        let (_, mut game) = challenge::accept(context, made.id, loser).await.expect("the database works");
        let opening = outbox::of(context, game.id, 0, What::Opening).await.expect("the database works");
        let mut owed = vec![opening.expect("an opening is owed").id];
        for _ in 0..2 {
            let (player, text) =
                (game.to_move().expect("somebody is").id, game.hosted.choices()[0].long.clone());
            let turn =
                turn::play(context, game.id, player, None, &text, None).await.expect("the database works");
            owed.push(turn.outbox);
            game = turn.game;
        }
        let gives_up = if round % 3 == 2 { winner } else { loser };
        owed.push(turn::resign(context, game.id, gives_up, None).await.expect("the database works").outbox);
        // What these games owe to the channel is not what is tested here.
        for row in owed {
            outbox::dropped(context, row).await.expect("the database works");
        }
        // Fewer than ten a day, so that each of them is rated.
        context.clock.advance(Duration::hours(3));
    }
}

/// Gives everyone from 1,000 on a rating: the higher the number, the lower.
pub async fn rank(bot: &Bot) {
    bot.execute(
        "insert into rating (player_id, kind, rating, deviation, volatility, games, wins, losses, rated_at)
         select id, 'xima', 3000 - id, 50, 0.06, 20, 12, 8, now() from player where id between 1000 and 1999",
    )
    .await;
}

pub async fn see(context: &Context, id: u64, name: &str) {
    let seen = Seen { id: PlayerId::new(id), name: name.to_owned(), locale: None, bot: false };
    player::see(context, &[seen]).await.expect("the database works");
}

#[tokio::test]
async fn an_empty_leaderboard_invites() {
    let bot = Bot::start().await;
    let board = bot.command("ana", "leaderboard", json!({})).await;
    assert!(board.is_private());
    board.says("the best of this server");
    board.says("Nobody is ranked here yet. A place takes a rating that is sure to ± 110 or less");
    board.says("You have not played a rated game of XIMA yet.");
    assert!(!board.content().contains("Page"), "one page needs no number");
    assert_eq!(board.buttons(), [""; 0]);
    bot.command("ana", "leaderboard", json!({ "scope": "everywhere" })).await.says("the best everywhere");
    bot.well().await;
}

#[tokio::test]
async fn the_computers_have_a_list_of_their_own() {
    let bot = Bot::start().await;
    let list = |scope: &str| json!({ "list": "computers", "scope": scope });
    let empty = bot.command("ana", "leaderboard", list("server")).await;
    assert!(empty.is_private());
    empty.says("XIMA: the computer’s levels played in this server\nHow well each level plays, measured");
    empty.says("No game against the computer has counted in this server yet. `/play` begins one.");
    bot.execute(
        "insert into rating (player_id, kind, rating, deviation, volatility, games, wins, draws, losses, rated_at)
         values (1000041, 'xima', 1612.4, 60, 0.06, 30, 20, 0, 10, now()),
                (1000051, 'xima', 1701.5, 60, 0.06, 31, 20, 1, 10, now()),
                (1000081, 'xima', 2000, 200, 0.06, 1, 1, 0, 0, now())",
    )
    .await;
    let board = bot.command("ana", "leaderboard", list("everywhere")).await;
    board.says(
        "**1.** Level 5 · **1702** · 31 games: 20 won, 1 drawn, 10 lost\n\
         **2.** Level 4 · **1612** · 30 games: 20 won, 10 lost\n\
         Level 8 · **2000** ± 200 · 1 game: 1 won, 0 lost\n\n\
         Where ± stands, the rating is not sure enough for a place yet.",
    );
    assert_eq!(board.buttons(), [""; 0]);
    assert!(!board.content().contains("You:"), "she is no computer");
    let beyond = json!({ "list": "computers", "page": 2 });
    bot.command("ana", "leaderboard", beyond).await.says("There is only this page.");
    bot.command("ana", "leaderboard", json!({ "list": "people" })).await.says("Nobody is ranked here yet");
    bot.command("ana", "leaderboard", json!({})).await.says("the best of this server");
    bot.well().await;
}

#[tokio::test]
async fn pages_are_turned_and_the_own_place_is_always_there() {
    let bot = Bot::start().await;
    for player in 1_000..1_024 {
        see(bot.play(), player, &format!("player {player}")).await;
    }
    rank(&bot).await;
    let everywhere = json!({ "scope": "everywhere" });
    let first = bot.command("ana", "leaderboard", everywhere.clone()).await;
    first.says("XIMA: the best everywhere\n**1.** player 1000 · **2000** · 20 games, 12 won\n");
    first.says("**10.** player 1009");
    first.says("Page 1 of 3");
    assert!(!first.content().contains("**11.** "), "ten rows a page:\n{}", first.content());
    first.says("You have not played a rated game of XIMA yet.");
    assert_eq!(first.buttons(), ["Previous", "Next"]);
    bot.press("ana", &first, "Next").await;
    let second = bot.message(&first).await;
    second.says("**11.** player 1010");
    second.says("Page 2 of 3");
    bot.press("ana", &second, "Next").await;
    let third = bot.message(&first).await;
    third.says("**24.** player 1023");
    third.says("Page 3 of 3");
    bot.press("ana", &third, "Previous").await;
    bot.message(&first).await.says("Page 2 of 3");
    // A page beyond the last is the last.
    let last = json!({ "page": 99, "scope": "everywhere" });
    let shown = bot.command("ana", "leaderboard", last.clone()).await;
    shown.says("There are only 3 pages; this is the last.");
    shown.says("Page 3 of 3");
    assert!(!third.content().contains("this is the last"), "it was asked for");
    bot.command("ana", "leaderboard", json!({ "page": 2 })).await.says("There is only this page.");
    // Of this server they are none.
    bot.command("ana", "leaderboard", json!({})).await.says("Nobody is ranked here yet");
    bot.execute(
        "update rating set player_id = (select id from player where name = 'ana') where player_id = 1002",
    )
    .await;
    for page in [everywhere, last] {
        bot.command("ana", "leaderboard", page).await.says("You: **3.** · **1998** · 20 games, 12 won");
    }
    bot.well().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_deleted_account_keeps_its_place_without_its_name() {
    let bot = Bot::start().await;
    see(bot.play(), 1_000, "gone tomorrow").await;
    see(bot.play(), 2_000, "still here").await;
    play(&bot, 1_000, 2_000, 24).await;
    let before = bot.command("ana", "leaderboard", json!({})).await;
    before.says("**1.** gone tomorrow");
    before.says("**2.** still here");
    player::deleted(bot.play(), PlayerId::new(1_000)).await.unwrap();
    let board = bot.command("ana", "leaderboard", json!({})).await;
    board.says("**1.** *deleted account*");
    board.says("**2.** still here");
    assert!(!board.content().contains("gone tomorrow"));
    bot.well().await;
}

#[tokio::test]
async fn a_profile_tells_what_someone_has_done() {
    let bot = Bot::start().await;
    let own = bot.command("ana", "profile", json!({})).await;
    assert!(own.is_private());
    own.says("You have not finished a game yet.");
    bot.command("ana", "profile", json!({ "user": "boris" })).await.says("No finished game yet.");
    let (ana, boris) = (bot.id("ana"), bot.id("boris"));
    see(bot.play(), ana.parse().unwrap(), "ana").await;
    see(bot.play(), boris.parse().unwrap(), "boris").await;
    play(&bot, ana.parse().unwrap(), boris.parse().unwrap(), 2).await;
    let own = bot.command("ana", "profile", json!({})).await;
    own.says("provisional");
    own.says("Not ranked yet: a place takes ± 110 or less");
    let board = bot.command("ana", "leaderboard", json!({})).await;
    board.says("not ranked yet: a place takes ± 110 or less");
    own.says("2 won, 0 lost");
    own.says(&format!("Won XIMA #2 against <@{boris}> (+"));
    let other = bot.command("ana", "profile", json!({ "user": "boris" })).await;
    other.says("0 won, 2 lost");
    other.says(&format!("Lost XIMA #2 against <@{ana}> (−"));
    bot.game("ana", "boris").await;
    bot.command("chen", "profile", json!({ "user": "ana" })).await.says("1 game is running.");
    bot.well().await;
}

#[tokio::test]
async fn the_eleventh_game_of_two_within_a_day_begins_unrated() {
    let bot = Bot::start().await;
    for name in ["ana", "boris"] {
        see(bot.play(), bot.id(name).parse().unwrap(), name).await;
    }
    play(&bot, bot.id("ana").parse().unwrap(), bot.id("boris").parse().unwrap(), 10).await;
    // As if all had ended with the last.
    bot.execute("update rating_change set at = (select max(at) from rating_change)").await;
    let made = bot.command("ana", "challenge", json!({ "opponent": "boris" })).await;
    let begun = bot.press("boris", &made, "Accept").await;
    begun.says("Not rated: the two players have played ten rated games against each other within a day.");
    bot.newest_board(11).await.says("The game is unrated.");
    bot.well().await;
}

#[tokio::test]
async fn the_rules_come_with_a_picture_in_words_as_well() {
    let bot = Bot::start().await;
    let rules = bot.command("chen", "rules", json!({})).await;
    assert!(rules.is_private());
    rules.says("XIMA in two minutes");
    rules.says("`KG12` moves the one from column K");
    assert_eq!(rules.pictures(), 1);
    let (url, description) = rules.picture(0);
    assert!(description.starts_with("An example. Red has blocks on F1 and G2"), "{description}");
    let picture = bot.world.download(&url).await;
    assert!(picture.starts_with(b"\x89PNG"));
    bot.well().await;
}

#[tokio::test]
async fn help_names_every_command() {
    let bot = Bot::start().await;
    let help = bot.command("chen", "help", json!({})).await;
    assert!(help.is_private());
    for command in ximabot::discord::command::all() {
        if command.name != "help" {
            help.says(&format!("`/{}`", command.name));
        }
    }
    bot.well().await;
}
