//! Axiom on the same frame: from the challenge to a win, to a draw, and once more.

use std::collections::BTreeSet;

use play::{GameKind, HostedGame};
use serde_json::json;

use crate::harness::{Answer, Bot};
use crate::standing::{rank, see};

/// The quickest win (§8.3): Black's sceptre steps over an edge, and White's comes to stand on the same cube.
const TO_CONTACT: [&str; 2] = ["S(-1,0,2) S(-1,0,2)y-", "S(-1,1,2) S(-1,0,2)z+"];

/// Two sceptres go to and fro: after each four moves the position has come back.
const TO_AND_FRO: [&str; 4] =
    ["S(-1,0,2) S(0,0,2)z+", "s(1,1,2)s(0,1,2)z+", "S(0,0,2)S(-1,0,2)z+", "S(0,1,2) S(1,1,2)z+"];

/// Begins a game in which the first named is Black; its board.
async fn game(bot: &Bot, black: &str, white: &str) -> Answer {
    let options = json!({ "opponent": white, "game": "Axiom", "colour": "black" });
    let made = bot.command(black, "challenge", options).await;
    let begun = bot.press(white, &made, "Accept").await;
    bot.newest_board(begun.begun()).await
}

/// Plays moves from a board on, the first by `first`; the last board.
async fn played(
    bot: &Bot,
    board: Answer,
    game: usize,
    (first, second): (&str, &str),
    moves: &[&str],
) -> Answer {
    let mut board = board;
    for (ply, mv) in (1..).zip(moves) {
        let (player, other) = if ply % 2 == 1 { (first, second) } else { (second, first) };
        if ply % 3 == 0 {
            bot.write_move(player, &board, mv).await;
        } else {
            bot.command_in(board.channel(), player, "move", json!({ "move": mv })).await.is_public();
        }
        bot.without_buttons(&board).await;
        board = bot.board(game, ply).await;
        assert_eq!(board.pictures(), 1, "ply {ply}");
        if ply < moves.len() {
            assert_eq!(board.buttons(), ["Board", "Move", "Resign"], "ply {ply}");
            assert_eq!(board.pinged(), [bot.id(other)], "ply {ply}");
        }
    }
    board
}

/// A board's picture, which is a picture, and what is said of it.
async fn picture(bot: &Bot, board: &Answer) -> String {
    let (url, description) = board.picture(0);
    assert!(bot.world.download(&url).await.starts_with(b"\x89PNG"));
    assert!(url.contains("structure.png"), "{url}");
    description
}

#[tokio::test]
async fn two_people_play_to_a_win_and_once_more_to_a_draw() {
    let bot = Bot::start().await;
    let options = json!({ "opponent": "boris", "game": "Axiom", "colour": "black" });
    let made = bot.command("ana", "challenge", options).await;
    made.says(&format!("<@{}>, <@{}> challenges you to a game of Axiom.", bot.id("boris"), bot.id("ana")));
    made.says("plays black and moves first. The game is rated.");
    bot.press("boris", &made, "Accept").await;
    let opening = bot.newest_board(1).await;
    opening.says("**Axiom #1** · the game begins");
    opening.says("⚫ ana and ⚪ boris take their seats.");
    assert_eq!(opening.pinged(), [bot.id("ana")]);
    assert_eq!(opening.pictures(), 1, "both views are on one picture");
    let said = picture(&bot, &opening).await;
    assert!(said.starts_with("Axiom, move 1, black to move. Cells are (x,y,z)"), "{said}");
    bot.command_in(opening.channel(), "boris", "games", json!({})).await.says("**Axiom #1** against ana");

    let end = played(&bot, opening, 1, ("ana", "boris"), &TO_CONTACT).await;
    end.says("**Axiom #1** · after 2 moves");
    end.says("⚪ boris moved a sceptre (-1,1,2) → (-1,0,2)z+");
    end.says("🏆 ⚪ boris wins: the sceptres meet on one cube!");
    end.says("ana: 1500 → ");
    assert_eq!(end.buttons(), ["Board", "Rematch", "Analyse"]);
    assert_eq!(end.pinged(), [bot.id("ana")], "boris knows");
    let said = picture(&bot, &end).await;
    assert!(said.starts_with("Axiom, move 2, white has won"), "{said}");

    // Who lost asks for another one: the game is the same, the colours change.
    let asked = bot.press("ana", &end, "Rematch").await;
    asked.says("would like a rematch: Axiom once more.");
    asked.says("plays white and moves second.");
    bot.press("boris", &asked, "Accept").await;
    let opening = bot.newest_board(2).await;
    opening.says("⚫ boris and ⚪ ana take their seats.");
    let moves = TO_AND_FRO.repeat(2);
    let end = played(&bot, opening, 2, ("boris", "ana"), &moves).await;
    end.says("The game is drawn: the same position has come about for the third time.");
    assert_eq!(end.buttons(), ["Board", "Rematch", "Analyse"]);
    let said = picture(&bot, &end).await;
    assert!(said.starts_with("Axiom, move 8, drawn"), "{said}");
    // Half a point is less than was expected of the one who had won, and more than of the other.
    let content = end.content();
    let change = |name: &str| {
        let line = content.lines().find(|line| line.contains(&format!("{name}: "))).expect("a rating");
        line.split_once('(').expect("a change").1.chars().next().expect("its sign")
    };
    assert_eq!((change("boris"), change("ana")), ('−', '+'), "{content}");

    let profile = bot.command("ana", "profile", json!({ "game": "Axiom" })).await;
    profile.says("0 won, 1 drawn, 1 lost");
    profile.says(&format!("Drew Axiom #2 against <@{}> (+", bot.id("boris")));
    profile.says(&format!("Lost Axiom #1 against <@{}> (−", bot.id("boris")));
    bot.command("boris", "profile", json!({})).await.says("1 won, 1 drawn, 0 lost");
    bot.command("boris", "profile", json!({ "game": "XIMA" }))
        .await
        .says("You have not finished a game of XIMA yet.");
    bot.command("boris", "leaderboard", json!({ "game": "Axiom" })).await.says("not ranked yet");
    bot.command("boris", "leaderboard", json!({})).await.says("not played a rated game of XIMA yet");
    bot.well().await;
}

#[tokio::test]
async fn both_games_go_on_beside_each_other() {
    let bot = Bot::start().await;
    let axiom = game(&bot, "ana", "boris").await;
    let xima = bot.game("ana", "boris").await;
    let games = bot.command("ana", "games", json!({})).await;
    games.says("**Axiom #1** against boris");
    games.says("**XIMA #2** against boris");
    let form = bot.press("ana", &axiom, "Move").await;
    assert!(placeholder(&form).starts_with("C(0,0,2) C(0,1,3)z- a cube"), "{form:?}");
    bot.send_form("ana", &form, "-G2").await.refuses("is not a move. Write from which cell to which");
    let form = bot.press("ana", &xima, "Move").await;
    assert!(placeholder(&form).starts_with("-G2 enters, G12"), "{form:?}");
    bot.send_form("ana", &form, "-G2").await;
    bot.board(2, 1).await;
    // Where one of them is played, its rules are meant.
    bot.command_in(axiom.channel(), "boris", "rules", json!({})).await.says("Axiom in two minutes");
    bot.command_in(xima.channel(), "boris", "rules", json!({})).await.says("XIMA in two minutes");
    let rules = bot.command_in(xima.channel(), "boris", "rules", json!({ "game": "axiom" })).await;
    rules.says("Axiom in two minutes");
    rules.says("`S(-1,0,2) S(0,1,2)z+` moves the sceptre");
    assert_eq!(rules.pictures(), 1);
    // There is one picture, in whichever way it is asked for.
    for view in ["plan", "3d"] {
        let board = bot.command_in(axiom.channel(), "boris", "board", json!({ "view": view })).await;
        assert!(board.is_private());
        assert_eq!(board.pictures(), 1);
        picture(&bot, &board).await;
    }
    bot.well().await;
}

fn placeholder(form: &Answer) -> String {
    form.0["modal"]["fields"][0]["placeholder"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_colour_belongs_to_its_game() {
    let bot = Bot::start().await;
    for (options, words) in [
        (json!({ "game": "Axiom", "colour": "red" }), "Axiom is played in black and white."),
        (json!({ "game": "XIMA", "colour": "white" }), "XIMA is played in red and blue."),
    ] {
        bot.command("ana", "challenge", options).await.refuses(words);
    }
    for (options, game, colour) in [
        (json!({ "opponent": "boris", "colour": "white" }), "Axiom", "white and moves second"),
        (json!({ "opponent": "chen", "colour": "red" }), "XIMA", "red and moves first"),
        (json!({ "opponent": "dora", "game": "axiom", "colour": "random" }), "Axiom", "drawn by lot"),
        (json!({ "opponent": "dora", "game": "xima", "colour": "blue" }), "XIMA", "blue and moves second"),
        (json!({}), "XIMA", "drawn by lot"),
    ] {
        let made = bot.command("ana", "challenge", options).await;
        made.is_public();
        made.says(game);
        made.says(colour);
    }
    bot.well().await;
}

#[tokio::test]
async fn a_lobby_for_two_may_be_one_of_axiom() {
    let bot = Bot::start().await;
    for players in [3, 4] {
        let options = json!({ "players": players, "game": "Axiom" });
        bot.command("ana", "lobby", options).await.refuses("Axiom is played by two.");
    }
    let lobby = bot.command("ana", "lobby", json!({ "players": 2, "game": "Axiom" })).await;
    lobby.says("has opened a lobby: Axiom for two.");
    bot.press("boris", &lobby, "Join").await;
    bot.press("ana", &lobby, "Start").await;
    bot.newest_board(1).await.says("**Axiom #1** · the game begins");
    bot.well().await;
}

#[tokio::test]
async fn a_page_of_the_leaderboard_stays_with_its_game() {
    let bot = Bot::start().await;
    for player in 1_000..1_012 {
        see(bot.play(), player, &format!("player {player}")).await;
    }
    rank(&bot).await;
    bot.command("ana", "leaderboard", json!({ "game": "Axiom", "scope": "everywhere" }))
        .await
        .says("Nobody is ranked here yet");
    bot.execute("update rating set kind = 'axiom', draws = 1").await;
    let first = bot.command("ana", "leaderboard", json!({ "game": "Axiom", "scope": "everywhere" })).await;
    first.says("Axiom: the best everywhere\n**1.** player 1000 · **2000** · 20 games, 12 won, 1 drawn\n");
    bot.press("ana", &first, "Next").await;
    let second = bot.message(&first).await;
    second.says("Axiom: the best everywhere\n**11.** player 1010");
    second.says("Page 2 of 2");
    bot.well().await;
}

/// From the first position on, and after some moves, all that is legal is found by choosing from the lists that are shown.
#[tokio::test]
async fn every_legal_move_is_reached_by_choosing() {
    let bot = Bot::start().await;
    let mut board = game(&bot, "ana", "boris").await;
    let moves = ["C(0,0,2)C(0,1,3)z-", "S(1,1,2)S(1,1,2)y+", "S(1,0,2)S(0,0,1)z+"];
    let mut hosted = HostedGame::start(GameKind::Axiom, 2).expect("two play");
    for ply in 0..=moves.len() {
        let player = ["ana", "boris"][ply % 2];
        let legal: BTreeSet<String> = hosted.choices().into_iter().map(|choice| choice.long).collect();
        assert_eq!(reached(&bot, &board, player, legal.len()).await, legal, "ply {ply}");
        let Some(mv) = moves.get(ply) else { break };
        hosted.play(mv).expect("it is legal");
        bot.command_in(board.channel(), player, "move", json!({ "move": mv })).await.is_public();
        board = bot.board(1, ply + 1).await;
    }
    bot.well().await;
}

/// The moves that are found by opening every group that is offered.
async fn reached(bot: &Bot, board: &Answer, player: &str, legal: usize) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    let mut open = vec![String::new()];
    let mut asked = 0;
    while let Some(typed) = open.pop() {
        asked += 1;
        assert!(asked <= legal + 1, "groups lead nowhere: {typed}");
        let options = json!({ "move": typed });
        let choices = bot.choices(board.channel(), player, "move", "move", options).await;
        assert!((1..=25).contains(&choices.len()), "{typed}: {choices:?}");
        for (name, value) in choices {
            assert!(name.chars().count() <= 100, "{name}");
            if value.ends_with('…') {
                open.push(value);
            } else {
                moves.insert(value);
            }
        }
    }
    moves
}
