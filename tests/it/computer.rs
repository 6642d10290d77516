//! Games against the computer: begun at once, played to an end, thought about one by one.

use std::time::Duration;

use play::{GameKind, HostedGame, State, Thought};
use search::{Level, Limits, Score};
use serde_json::json;
use store::GameId;
use ximabot::discord::think::Search;

use crate::harness::{Answer, Bot, Log};

/// Begins a game against the computer by a command; what was said of it.
async fn begin(bot: &Bot, options: serde_json::Value) -> Answer {
    let begun = bot.command("ana", "play", options).await;
    begun.is_public();
    begun
}

/// Plays for ana, who looks ahead a little, until she has moved so often or the game is over.
async fn play(bot: &Bot, game: u64, turns: usize) -> play::Game {
    for _ in 0..turns {
        let now = bot.answered(game).await;
        if now.to_move().is_none() {
            return now;
        }
        make_move(bot, &now).await;
    }
    bot.answered(game).await
}

/// Makes one move for ana.
async fn make_move(bot: &Bot, now: &play::Game) {
    let thought = now.hosted.think(&Limits::nodes(80_000), Level::HIGHEST, 2).expect("ana can move");
    let options = json!({ "move": thought.mv, "match": now.id.to_string() });
    bot.command_in(&now.channel.to_string(), "ana", "move", options).await.is_public();
}

/// How each of the two sees the other, and how it ends, in either game.
async fn to_an_end(game: GameKind, marks: [&str; 2]) {
    let bot = Bot::start().await;
    let name = game.name();
    let begun = begin(&bot, json!({ "game": name, "level": 1, "colour": game.pair()[0] })).await;
    begun.says(&format!("<@{}> plays {name} against Computer (level 1): game #1 begins.", bot.id("ana")));
    assert_eq!(begun.pinged(), [""; 0]);
    let opening = bot.board(1, 0).await;
    opening.says(&format!("{} ana and {} Computer (level 1) take their seats.", marks[0], marks[1]));
    opening.says("The game is unrated.");
    opening.says("Stuck? `/hint` shows you a good move.");
    assert_eq!(opening.pinged(), [bot.id("ana")]);
    assert_eq!(opening.buttons(), ["Board", "Move", "Resign"]);
    assert!(bot.place(opening.channel()).await["name"].to_string().contains("Computer (level 1)"));

    bot.bot().thinking.set_gate(false);
    make_move(&bot, &bot.answered(1).await).await;
    let thinking = bot.board(1, 1).await;
    thinking.says(&format!("{} Computer (level 1) is thinking…", marks[1]));
    assert_eq!(thinking.pinged(), [""; 0]);
    assert_eq!(thinking.buttons(), ["Board", "Resign"]);
    bot.bot().thinking.set_gate(true);
    let answer = bot.board(1, 2).await;
    answer.says(&format!("{} Computer (level 1) ", marks[1]));
    assert_eq!(answer.pinged(), [bot.id("ana")]);
    assert_eq!(answer.buttons(), ["Board", "Move", "Resign"]);
    bot.without_buttons(&thinking).await;
    bot.command("ana", "games", json!({})).await.says(&format!("**{name} #1** against Computer (level 1)"));

    let after = play(&bot, 1, 400).await;
    assert!(matches!(after.state, State::Finished { .. }), "{:?}", after.state);
    let end = bot.end(1).await;
    assert_eq!(end.buttons(), ["Board", "Rematch", "Analyse"]);
    let profile = bot.command("ana", "profile", json!({})).await;
    profile.says(&format!("{name} #1 against Computer (level 1)"));
    assert_eq!(bot.row("select count(*) from rating where not computer").await, 0, "it was not to be rated");
    let list = json!({ "game": name, "list": "computers" });
    bot.command("ana", "leaderboard", list).await.says("Level 1 · **");
    assert!(!end.content().contains(" → **"), "no rating of hers has changed: {end:?}");
    crate::challenge::shows(&bot, &begun, "game #1 is over.").await;

    // The rematch begins at once, and the computer with it.
    bot.press("chen", &end, "Rematch").await.refuses("did not play in that game");
    bot.bot().thinking.set_gate(false);
    bot.press("ana", &end, "Rematch").await.says("game #2 begins");
    let opening = bot.board(2, 0).await;
    opening.says(&format!("{} Computer (level 1) and {} ana take their seats.", marks[0], marks[1]));
    bot.bot().thinking.set_gate(true);
    let board = bot.board(2, 1).await;
    assert_eq!(board.pinged(), [bot.id("ana")], "ana is to move");
    let refused = bot.press("ana", &end, "Rematch").await;
    refused.refuses("The rematch of this game has begun already: game #2, https://discord.com/channels/");
    refused.says(&format!("/{}/", board.channel()));
    for message in bot.all_messages().await {
        assert!(!message.content().contains("<@10000"), "a computer is mentioned: {message:?}");
    }
    bot.well().await;
}

#[tokio::test]
async fn xima_against_the_lowest_level() {
    to_an_end(GameKind::Xima, ["🔴", "🔵"]).await;
}

#[tokio::test]
async fn axiom_against_the_lowest_level() {
    to_an_end(GameKind::Axiom, ["⚫", "⚪"]).await;
}

#[tokio::test]
async fn one_person_against_three_computers() {
    let bot = Bot::start().await;
    bot.bot().thinking.set_gate(false);
    let begun = begin(&bot, json!({ "players": 4, "level": 2, "colour": "blue" })).await;
    begun.says("against Computer (level 2), Computer 2 (level 2) and Computer 3 (level 2): game #1 begins.");
    let opening = bot.board(1, 0).await;
    opening.says("🔴 Computer (level 2), 🔵 ana, 🟡 Computer 2 (level 2) and 🟢 Computer 3 (level 2) take");
    assert_eq!(opening.pinged(), [""; 0]);
    let there = async || {
        let members = bot.place(opening.channel()).await["members"].to_string();
        members.contains(&bot.id("ana")).then_some(())
    };
    bot.world.until("who is not asked yet in the thread", there).await;
    bot.bot().thinking.set_gate(true);
    assert_eq!(bot.board(1, 1).await.pinged(), [bot.id("ana")]);
    let after = play(&bot, 1, 2).await;
    assert_eq!(after.hosted.ply(), 9, "each has moved twice, the first three times");
    // Once nobody but computers is left, there is nobody to play for.
    let question = bot.command("ana", "resign", json!({})).await;
    question.refuses("Only computers are left then, so the game ends and does not count.");
    bot.press("ana", &question, "Resign").await;
    let end = bot.end(1).await;
    end.says("Only computers are left, so the game ends here. It does not count.");
    let (_, description) = end.picture(0);
    assert!(description.starts_with("XIMA, move 9, ended without a winner."), "{description}");

    // It is an end as others are.
    assert_eq!(end.buttons(), ["Board", "Rematch", "Analyse"]);
    let offered = bot.choices(bot.channel(), "ana", "analyse", "match", json!({ "match": "" })).await;
    assert_eq!(offered.iter().map(|(_, game)| game.as_str()).collect::<Vec<_>>(), ["1"]);
    bot.bot().thinking.set_gate(false);
    bot.press("ana", &end, "Rematch").await.says("game #2 begins");
    bot.board(2, 0).await.says("🔴 Computer 3 (level 2), 🔵 Computer (level 2), 🟡 ana and");
    bot.well().await;
}

#[tokio::test]
async fn whoever_challenges_the_bot_plays_the_computer() {
    let bot = Bot::start().await;
    let begun = bot.command("ana", "challenge", json!({ "opponent": "bot", "colour": "white" })).await;
    begun.says("plays Axiom against Computer (level 4): game #1 begins. `/play` offers 8 levels.");
    assert_eq!(bot.board(1, 1).await.pinged(), [bot.id("ana")]);
    assert_eq!(bot.row("select count(*) from game where rated").await, 0);
    bot.well().await;
}

/// Has ana move once and then resign a game that she plays with blue, after the computer's first move.
async fn give_up(bot: &Bot, game: u8) -> Answer {
    let now = play(bot, game.into(), 1).await;
    let question = bot.command_in(&now.channel.to_string(), "ana", "resign", json!({})).await;
    bot.press("ana", &question, "Resign").await;
    bot.message(&question).await.says(&format!("You have resigned game #{game}."));
    bot.end(game.into()).await
}

#[tokio::test]
async fn a_game_is_rated_when_it_is_asked_for() {
    let bot = Bot::start().await;
    let rated = json!({ "opponent": "bot", "colour": "blue", "game": "XIMA", "rated": true });
    let begun = bot.command("ana", "challenge", rated).await;
    begun.says("game #1 begins and is rated. `/play` offers 8 levels.");
    let opening = bot.board(1, 0).await;
    opening.says("The game is rated.");
    assert!(!opening.content().contains("/hint"), "there is none: {}", opening.content());
    let end = give_up(&bot, 1).await;
    end.says("🔵 ana: 1500 → **1338** (−162), provisional");
    assert!(!end.content().contains("level 4): 1500"), "the level has a list of its own:\n{}", end.content());
    bot.command("ana", "profile", json!({})).await.says("Lost XIMA #1 against Computer (level 4) (−162)");
    crate::challenge::shows(&bot, &begun, "game #1 is over.").await;

    // A rematch has the same stakes; with other options they are others.
    bot.press("ana", &end, "Rematch").await;
    bot.board(2, 0).await.says("The game is rated.");
    let question = bot.command("ana", "resign", json!({ "match": "2" })).await;
    bot.press("ana", &question, "Resign").await;
    for (game, rated, opening, question, ending) in [
        (3, true, "The game is rated.", "the game ends and counts as lost.", "It counts as lost."),
        (4, false, "The game is unrated.", "the game ends and does not count.", "It does not count."),
    ] {
        begin(&bot, json!({ "level": 1, "players": 3, "colour": "blue", "rated": rated })).await;
        let board = bot.board(game.into(), 0).await;
        board.says(opening);
        play(&bot, game.into(), 1).await;
        bot.command_in(board.channel(), "ana", "resign", json!({})).await.refuses(question);
        let end = give_up(&bot, game).await;
        end.says(ending);
        assert!(!end.content().contains("broken off"), "{}", end.content());
        assert_eq!(end.content().contains("🔵 ana: 1338 → **"), rated, "{}", end.content());
    }
    bot.well().await;
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_in_a_sentence() {
    let bot = Bot::start().await;
    for players in [3, 4] {
        let options = json!({ "game": "Axiom", "players": players });
        bot.command("ana", "play", options).await.refuses("Axiom is played by two.");
    }
    let options = json!({ "game": "Axiom", "colour": "red" });
    bot.command("ana", "play", options).await.refuses("Axiom is played in black and white.");
    for options in [json!({ "level": 0 }), json!({ "level": 9 }), json!({ "players": 5 })] {
        let refused = bot.try_command("ana", "play", options.clone()).await;
        assert!(!refused["error"].is_null(), "{options}: Discord lets it through: {refused}");
    }
    assert_eq!(bot.row("select count(*) from game").await, 0);
    bot.well().await;
}

#[tokio::test]
async fn the_computer_declines_every_draw() {
    let bot = Bot::start().await;
    begin(&bot, json!({ "game": "Axiom", "level": 1, "colour": "black" })).await;
    let after = play(&bot, 1, 1).await;
    let channel = after.channel.to_string();
    let refused = bot.command_in(&channel, "ana", "draw", json!({})).await;
    refused.refuses("Computer (level 1) declines the draw. The game goes on.");
    bot.well().await;
}

#[tokio::test]
async fn while_it_thinks_one_can_look_and_resign() {
    let bot = Bot::start().await;
    bot.bot().thinking.set_gate(false);
    begin(&bot, json!({ "level": 1, "colour": "blue" })).await;
    let opening = bot.board(1, 0).await;
    opening.says("🔴 Computer (level 1) is thinking…");
    assert_eq!(opening.buttons(), ["Board", "Resign"]);
    assert_eq!(bot.press("ana", &opening, "Board").await.buttons(), ["To the game"]);
    let refused = bot.command_in(opening.channel(), "ana", "move", json!({ "move": "-G2" })).await;
    refused.refuses("It is not your turn: Computer (level 1) is to move.");
    // Nobody is reminded.
    bot.advance(Duration::from_hours(37)).await;
    assert_eq!(bot.row("select count(*) from outbox where what = 'reminder'").await, 0);
    let question = bot.press("ana", &opening, "Resign").await;
    bot.press("ana", &question, "Resign").await;
    bot.end(1).await.says("broken off");
    bot.bot().thinking.set_gate(true);
    // Its own turn in another game comes; the one that is over stays as it is.
    begin(&bot, json!({ "level": 1, "colour": "blue" })).await;
    bot.board(2, 1).await;
    assert_eq!(bot.row("select count(*) from move where game_id = 1").await, 0);
    bot.well().await;
}

#[tokio::test]
async fn a_restart_takes_the_turn_up_again() {
    let mut bot = Bot::start().await;
    bot.bot().thinking.set_gate(false);
    begin(&bot, json!({ "level": 3, "colour": "blue" })).await;
    bot.board(1, 0).await;
    bot.stop().await;
    bot.start_again().await;
    assert_eq!(bot.board(1, 1).await.pinged(), [bot.id("ana")]);
    bot.advance(Duration::from_mins(1)).await;
    assert_eq!(bot.row("select count(*) from move").await, 1);
    assert_eq!(bot.posts(1).await.len(), 2, "the opening and one turn");
    bot.well().await;
}

#[tokio::test]
async fn a_computer_does_not_lose_on_time() {
    let mut bot = Bot::start().await;
    bot.bot().thinking.set_gate(false);
    let rated = json!({ "level": 1, "colour": "blue", "rated": true });
    begin(&bot, rated).await;
    bot.board(1, 0).await;
    bot.advance(Duration::from_hours(100)).await;
    assert_eq!(bot.row("select count(*) from game where state = 'running'").await, 1);
    let games = bot.command("ana", "games", json!({})).await;
    games.says("Computer (level 1) to move · ");
    bot.stop().await;
    bot.start_again().await;
    assert_eq!(bot.board(1, 1).await.pinged(), [bot.id("ana")]);
    // A person does.
    bot.advance(Duration::from_hours(100)).await;
    bot.end(1).await.says("ana");
    assert_eq!(bot.row("select count(*) from move where text = 'time'").await, 1);
    bot.well().await;
}

#[tokio::test]
async fn broken_connections_hold_no_turn_up() {
    let bot = Bot::start().await;
    let log = Log::listen();
    // The first two connections on which a computer moves break as it does.
    bot.execute("create sequence attempt").await;
    bot.execute(
        "create function break_off() returns trigger language plpgsql as $$
         begin
             if nextval('attempt') <= 2 then
                 perform pg_terminate_backend(pg_backend_pid());
             end if;
             return new;
         end $$",
    )
    .await;
    bot.execute("create trigger break_off before insert on move for each row execute function break_off()")
        .await;
    begin(&bot, json!({ "level": 1, "colour": "blue" })).await;
    // Within the patience of a test, which is less than what is left alone is left alone for.
    assert_eq!(bot.board(1, 1).await.pinged(), [bot.id("ana")]);
    assert_eq!(bot.row("select last_value from attempt").await, 3);
    assert_eq!(log.errors(), [""; 0]);
    bot.well().await;
}

#[tokio::test]
async fn a_turn_that_waits_to_be_posted_is_in_hand_no_more() {
    let bot = Bot::start().await;
    let (thinking, drawing) = (&bot.bot().thinking, &bot.bot().drawing);
    thinking.set_gate(false);
    begin(&bot, json!({ "level": 1, "colour": "blue" })).await;
    bot.board(1, 0).await;
    drawing.set_gate(false);
    thinking.set_gate(true);
    bot.until_row("select ply::bigint from game", |ply| ply == 1).await;
    let in_hand = tokio::time::timeout(Duration::from_secs(30), thinking.take_after(GameId::new(1), 0)).await;
    drop(in_hand.expect("it was let go before it was posted"));
    drawing.set_gate(true);
    assert_eq!(bot.board(1, 1).await.pinged(), [bot.id("ana")]);
    assert_eq!(bot.row("select count(*) from move").await, 1);
    bot.well().await;
}

#[tokio::test]
async fn many_games_are_thought_about_one_by_one() {
    let bot = Bot::start().await;
    bot.bot().thinking.set_gate(false);
    for game in 1..=8 {
        begin(&bot, json!({ "level": 5, "colour": "blue" })).await;
        bot.board(game, 0).await;
    }
    bot.bot().thinking.set_gate(true);
    for game in 1..=8 {
        assert_eq!(bot.board(game, 1).await.pinged(), [bot.id("ana")], "game {game}");
    }
    assert_eq!(bot.row("select count(*) from move").await, 8);
    bot.well().await;
}

/// A search that fails: another move is played in its place, and one line of the log says why.
async fn falls_back(search: Search, logged: &str) {
    let bot = Bot::start().await;
    let log = Log::listen();
    bot.bot().thinking.set_search(search);
    for (game, kind) in (1..).zip(GameKind::ALL) {
        begin(&bot, json!({ "game": kind.name(), "colour": kind.pair()[1] })).await;
        let answer = bot.board(game, 1).await;
        assert_eq!(answer.pinged(), [bot.id("ana")], "it goes on");
        let errors = log.errors();
        assert_eq!(errors.len(), game, "once each: {errors:?}");
        assert!(errors[game - 1].contains(&format!("{logged} game={game} ply=0")), "{errors:?}");
    }
    assert_eq!(bot.row("select count(*) from move").await, 2);
    let verified = play::game::verify(bot.play()).await.expect("the database works");
    assert_eq!((verified.games, verified.faults), (2, vec![]), "the moves are legal");
    bot.well().await;
}

#[tokio::test]
async fn a_search_that_panics_costs_no_turn() {
    fn panics(_: &HostedGame, _: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
        panic!("as a test wants it")
    }
    falls_back(panics, "a search has failed").await;
}

#[tokio::test]
async fn a_search_that_finds_nothing_costs_no_turn() {
    fn finds_nothing(_: &HostedGame, _: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
        None
    }
    falls_back(finds_nothing, "a search has found no move").await;
}

#[tokio::test]
async fn a_search_that_finds_what_is_no_move_costs_no_turn() {
    #[expect(clippy::unnecessary_wraps, reason = "the shape of a search")]
    fn finds_nonsense(_: &HostedGame, _: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
        Some(Thought { mv: "nonsense".to_owned(), score: Score::default() })
    }
    falls_back(finds_nonsense, "a computer has chosen what is no move").await;
}
