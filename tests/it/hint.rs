//! Hints: a good move for the eyes of who asks, once a turn, where the game is not rated.

use std::sync::atomic::{AtomicUsize, Ordering};

use play::{GameKind, HostedGame, Thought};
use search::{Level, Limits, Score};
use serde_json::{Value, json};
use store::GameId;
use tokio::task::JoinHandle;
use ximabot::discord::think::Search;

use crate::harness::{Answer, Bot, Log};

/// A search that takes no second.
fn quick(game: &HostedGame, _: &Limits<'_>, level: Level, seed: u64) -> Option<Thought> {
    game.think(&Limits::nodes(2_000), level, seed)
}

fn panics(_: &HostedGame, _: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
    panic!("as a test wants it")
}

/// A bot that thinks quickly.
async fn start() -> Bot {
    let bot = Bot::start().await;
    bot.bot().thinking.set_search(quick);
    bot
}

/// A game of ana and boris that is not rated; ana has the first move. Its board.
async fn unrated(bot: &Bot, kind: GameKind) -> Answer {
    let options =
        json!({ "opponent": "boris", "game": kind.name(), "colour": kind.pair()[0], "rated": false });
    let made = bot.command("ana", "challenge", options).await;
    let begun = bot.press("boris", &made, "Accept").await;
    bot.newest_board(begun.begun()).await
}

/// Somebody asks for a hint where a board stands.
async fn ask(bot: &Bot, board: &Answer, player: &str) -> Answer {
    bot.command_in(board.channel(), player, "hint", json!({})).await
}

/// Holds that an answer is a hint; the move that it advises.
#[track_caller]
fn advised(hint: &Answer) -> String {
    assert!(hint.is_private(), "a hint is private: {hint:?}");
    assert_eq!(hint.pictures(), 1);
    assert_eq!(hint.buttons(), ["Play it", "To the game"]);
    assert_eq!(hint.pinged(), [""; 0]);
    let content = hint.content();
    let advice = content.split_once("I would play `").and_then(|(_, rest)| rest.split_once("`: "));
    advice.unwrap_or_else(|| panic!("a move: {content}")).0.to_owned()
}

/// Somebody makes a move where a board stands.
async fn make(bot: &Bot, board: &Answer, player: &str, mv: &str) {
    bot.command_in(board.channel(), player, "move", json!({ "move": mv })).await.is_public();
}

async fn hints(bot: &Bot) -> i64 {
    bot.row("select count(*) from hint").await
}

/// A hint is legal, the same however often it is asked for, and played by its button, once.
async fn against_the_computer(kind: GameKind) {
    let bot = start().await;
    let options = json!({ "game": kind.name(), "level": 1, "colour": kind.pair()[0] });
    bot.command("ana", "play", options).await.is_public();
    let opening = bot.board(1, 0).await;
    let hint = ask(&bot, &opening, "ana").await;
    hint.says(&format!("**{} #1** · the game begins\nI would play", kind.name()));
    hint.says("You are ");
    let mv = advised(&hint);
    let game = play::game::load(bot.play(), GameId::new(1)).await.expect("it is stored");
    let choice = game.hosted.read(&mv).expect("the move is legal");
    let (url, description) = hint.picture(0);
    assert!(bot.world.download(&url).await.starts_with(b"\x89PNG"));
    assert!(description.starts_with(&format!("{}, move 1", kind.name())), "{description}");

    bot.bot().thinking.set_search(panics);
    let again = ask(&bot, &opening, "ana").await;
    assert_eq!((advised(&again), again.content()), (mv.clone(), hint.content()));
    let (plain, _) = bot.press("ana", &opening, "Board").await.picture(0);
    let (marked, _) = again.picture(0);
    assert_ne!(
        bot.world.download(&marked).await,
        bot.world.download(&plain).await,
        "the move is marked on the picture"
    );

    bot.bot().thinking.set_search(quick);
    bot.bot().thinking.set_gate(false);
    bot.press("ana", &hint, "Play it").await;
    bot.message(&hint).await.says(&format!("You have played `{}`.", choice.short));
    let turn = bot.board(1, 1).await;
    assert_eq!(turn.pinged(), [""; 0], "the computer is to move");
    let game = play::game::load(bot.play(), GameId::new(1)).await.expect("it is stored");
    assert_eq!(game.hosted.record()[0].text, choice.long);
    ask(&bot, &turn, "ana").await.refuses("It is not your turn: Computer (level 1) is to move.");
    let refused = bot.press("ana", &again, "Play it").await;
    refused.refuses("The game has moved on since. This is the board now:");
    assert_eq!(refused.pictures(), 1);
    bot.bot().thinking.set_gate(true);

    // The next turn has a hint of its own.
    let turn = bot.board(1, 2).await;
    advised(&ask(&bot, &turn, "ana").await);
    bot.press("ana", &again, "Play it").await.refuses("The game has moved on since");
    assert_eq!(hints(&bot).await, 2);
    assert_eq!(bot.row("select count(*) from move").await, 2, "nothing else was played");
    bot.well().await;
}

#[tokio::test]
async fn xima_against_the_computer() {
    against_the_computer(GameKind::Xima).await;
}

#[tokio::test]
async fn axiom_against_the_computer() {
    against_the_computer(GameKind::Axiom).await;
}

#[tokio::test]
async fn between_people_only_who_asks_is_told() {
    let bot = start().await;
    let board = unrated(&bot, GameKind::Xima).await;
    let before = bot.public_messages().await;
    advised(&ask(&bot, &board, "ana").await);
    ask(&bot, &board, "boris").await.refuses(&format!("not your turn: <@{}> is to move", bot.id("ana")));
    ask(&bot, &board, "chen").await.refuses("You do not play in this game");
    assert_eq!(bot.public_messages().await, before, "nobody else sees anything of it");
    make(&bot, &board, "ana", "-G2").await;
    let board = bot.board(1, 1).await;
    advised(&ask(&bot, &board, "boris").await);
    ask(&bot, &board, "ana").await.refuses(&format!("not your turn: <@{}> is to move", bot.id("boris")));
    bot.well().await;
}

#[tokio::test]
async fn a_rated_game_has_none() {
    let bot = Bot::start().await;
    bot.bot().thinking.set_search(panics);
    let board = bot.game("ana", "boris").await;
    for player in ["ana", "boris"] {
        ask(&bot, &board, player).await.refuses("There are no hints in a rated game");
    }
    assert_eq!(hints(&bot).await, 0);
    bot.well().await;
}

#[tokio::test]
async fn what_is_over_has_none() {
    let bot = start().await;
    let board = unrated(&bot, GameKind::Axiom).await;
    let hint = ask(&bot, &board, "ana").await;
    let question = bot.press("ana", &board, "Resign").await;
    bot.press("ana", &question, "Resign").await;
    bot.end(1).await;
    bot.command("ana", "hint", json!({ "match": "1" })).await.refuses("This game is over.");
    bot.press("ana", &hint, "Play it").await.refuses("This game is over.");
    bot.command("ana", "hint", json!({ "match": "2" })).await.refuses("There is no such game.");
    assert_eq!(hints(&bot).await, 1);
    bot.well().await;
}

#[tokio::test]
async fn of_several_games_one_is_chosen() {
    let bot = start().await;
    unrated(&bot, GameKind::Xima).await;
    unrated(&bot, GameKind::Axiom).await;
    let which = bot.command("ana", "hint", json!({})).await;
    which.refuses("Several games could be meant.");
    let hint = bot.choose("ana", &which, "2").await;
    hint.says("**Axiom #2**");
    advised(&hint);
    assert_eq!(hint.id(), which.id(), "in the place of the menu");
    let named = bot.command("ana", "hint", json!({ "match": "1" })).await;
    named.says("**XIMA #1**");
    advised(&named);
    bot.well().await;
}

#[tokio::test]
async fn rated_games_are_not_among_those_to_choose_from() {
    let bot = start().await;
    bot.game("ana", "boris").await;
    bot.game("ana", "chen").await;
    let choices =
        async || bot.choices(bot.channel(), "ana", "hint", "match", json!({ "match": "" })).await.len();
    bot.command("ana", "hint", json!({})).await.refuses("There are no hints in a rated game");
    assert_eq!(choices().await, 0);
    unrated(&bot, GameKind::Axiom).await;
    let hint = bot.command("ana", "hint", json!({})).await;
    hint.says("**Axiom #3**");
    advised(&hint);
    assert_eq!(choices().await, 1);
    unrated(&bot, GameKind::Xima).await;
    let which = bot.command("ana", "hint", json!({})).await;
    which.refuses("Several games could be meant.");
    let games: Vec<String> = which.entries().into_iter().map(|(_, game)| game).collect();
    assert_eq!(games, ["3", "4"]);
    bot.well().await;
}

/// Where one move wins, the real search finds it, says so, and the button wins.
async fn wins(kind: GameKind, moves: &[&str], words: &str) {
    let bot = Bot::start().await;
    let mut board = unrated(&bot, kind).await;
    for ((ply, mv), player) in (1..).zip(moves).zip(["ana", "boris"].into_iter().cycle()) {
        make(&bot, &board, player, mv).await;
        board = bot.board(1, ply).await;
    }
    let hint = ask(&bot, &board, "boris").await;
    advised(&hint);
    hint.says(words);
    hint.says("You win with it.");
    bot.press("boris", &hint, "Play it").await;
    bot.end(1).await.says("boris wins");
    bot.well().await;
}

#[tokio::test]
async fn the_way_to_the_summit_is_shown() {
    let words = "I would play `TOP`: the special enters at G7, wins.";
    wins(GameKind::Xima, &["-G2", "-G4", "-G6"], words).await;
}

#[tokio::test]
async fn the_sceptre_that_can_be_met_is_shown() {
    let words = "sceptre (-1,1,2) → (-1,0,2)z+, wins.";
    wins(GameKind::Axiom, &["S(-1,0,2) S(-1,0,2)y-"], words).await;
}

#[tokio::test]
async fn a_restart_keeps_the_hint() {
    let mut bot = start().await;
    let board = unrated(&bot, GameKind::Xima).await;
    let hint = ask(&bot, &board, "ana").await;
    bot.stop().await;
    bot.start_again().await;
    bot.bot().thinking.set_search(panics);
    let again = ask(&bot, &board, "ana").await;
    assert_eq!((advised(&again), again.content()), (advised(&hint), hint.content()));
    bot.press("ana", &hint, "Play it").await;
    bot.board(1, 1).await;
    bot.well().await;
}

#[tokio::test]
async fn who_asks_twice_at_once_has_one_answer() {
    static SEARCHES: AtomicUsize = AtomicUsize::new(0);
    fn counted(game: &HostedGame, limits: &Limits<'_>, level: Level, seed: u64) -> Option<Thought> {
        SEARCHES.fetch_add(1, Ordering::Relaxed);
        quick(game, limits, level, seed)
    }
    let bot = Bot::start().await;
    bot.bot().thinking.set_search(counted);
    let board = unrated(&bot, GameKind::Xima).await;
    let both = async { tokio::join!(ask(&bot, &board, "ana"), ask(&bot, &board, "ana")) };
    let (one, two) = both.await;
    assert_eq!((advised(&one), one.content()), (advised(&two), two.content()));
    assert_eq!((SEARCHES.load(Ordering::Relaxed), hints(&bot).await), (1, 1));
    bot.well().await;
}

/// Somebody asks for a hint that is not thought of yet: they see that it is about to be. The answer is still to come.
async fn waiting(bot: &Bot, board: &Answer, player: &str) -> JoinHandle<Value> {
    bot.bot().thinking.set_gate(false);
    let request = json!({ "user": player, "channel": board.channel(), "name": "hint", "options": {} });
    let asked = bot.world.in_background("command", &request);
    let waits = |one: &&Value| one["loading"] == true && one["ephemeral"] == true;
    bot.world.wait("that it thinks", |messages| messages.iter().find(waits).cloned()).await;
    asked
}

#[tokio::test]
async fn whoever_waits_for_it_sees_so() {
    let bot = start().await;
    let board = unrated(&bot, GameKind::Axiom).await;
    let asked = waiting(&bot, &board, "ana").await;
    bot.bot().thinking.set_gate(true);
    advised(&Answer(asked.await.expect("it is answered")));
    bot.well().await;
}

#[tokio::test]
async fn a_move_that_is_quicker_makes_it_void() {
    let bot = start().await;
    let board = unrated(&bot, GameKind::Xima).await;
    let asked = waiting(&bot, &board, "ana").await;
    make(&bot, &board, "ana", "-G2").await;
    bot.board(1, 1).await;
    bot.bot().thinking.set_gate(true);
    let refused = Answer(asked.await.expect("it is answered"));
    refused.refuses("The game has moved on since. This is the board now:");
    bot.well().await;
}

/// A search that fails is a fault as others are: told with a reference, logged once, and nothing is spent.
#[tokio::test]
async fn a_search_that_fails_costs_no_hint() {
    fn finds_nothing(_: &HostedGame, _: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
        None
    }
    #[expect(clippy::unnecessary_wraps, reason = "the shape of a search")]
    fn finds_nonsense(_: &HostedGame, _: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
        Some(Thought { mv: "nonsense".to_owned(), score: Score::default() })
    }
    let bot = start().await;
    let board = unrated(&bot, GameKind::Axiom).await;
    let log = Log::listen();
    let searches: [(Search, &str); 3] = [
        (panics, "a search has failed"),
        (finds_nothing, "a search has found no move"),
        (finds_nonsense, "a search has chosen nonsense, which is no move"),
    ];
    for (times, (search, why)) in (1..).zip(searches) {
        bot.bot().thinking.set_search(search);
        let apology = ask(&bot, &board, "ana").await;
        apology.refuses("Something went wrong on my side.");
        let errors = log.errors();
        assert_eq!(errors.len(), times, "{why}: {errors:?}");
        let error = &errors[times - 1];
        let (_, reference) = error.split_once("reference=\"").expect("a reference");
        apology.says(&format!("`{}`", reference.split_once('"').expect("its end").0));
        assert!(error.contains(why), "{error}");
    }
    assert_eq!(hints(&bot).await, 0);
    bot.bot().thinking.set_search(quick);
    advised(&ask(&bot, &board, "ana").await);
    bot.well().await;
}

/// Where the advised move loses at once, which happens where every move does, it is asked about as it would be otherwise.
#[tokio::test]
async fn a_move_that_loses_at_once_is_asked_about() {
    #[expect(clippy::unnecessary_wraps, reason = "the shape of a search")]
    fn joins(_: &HostedGame, _: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
        Some(Thought { mv: "S(-1,0,2)S(1,0,2)z+".to_owned(), score: Score::default() })
    }
    let bot = Bot::start().await;
    bot.bot().thinking.set_search(joins);
    let board = unrated(&bot, GameKind::Axiom).await;
    make(&bot, &board, "ana", "S(1,0,2)S(1,0,2)y-").await;
    let board = bot.board(1, 1).await;
    make(&bot, &board, "boris", "S(1,1,2)S(1,1,2)y+").await;
    let board = bot.board(1, 2).await;
    let hint = ask(&bot, &board, "ana").await;
    advised(&hint);
    let question = bot.press("ana", &hint, "Play it").await;
    question.refuses("This move puts both your sceptres on one cube: you would lose at once.");
    assert_eq!(question.buttons(), ["Play it all the same", "Keep thinking"]);
    bot.press("ana", &question, "Play it all the same").await;
    bot.end(1).await.says("boris wins");
    bot.well().await;
}
