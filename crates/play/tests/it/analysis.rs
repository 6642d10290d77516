//! Analyses: which game is meant, what follows from the thoughts about it, and that it is made once.

use game::{Leaving, Seat};
use play::analysis::{self, Conduct, How, Report, percent};
use play::game::NewGame;
use play::{GameKind, HostedGame, Refused, Thought, turn};
use search::{Limits, Score, Table};
use store::{ChannelId, GameId, ServerId};
use time::Duration;

use crate::language::English;
use crate::world::{CHANNEL, DEADLINE, SERVER, World, before_the_summit, create, refused};

const RED: Seat = Seat::ALL[0];
const BLUE: Seat = Seat::ALL[1];
const YELLOW: Seat = Seat::ALL[2];
/// What a search says where the player to move can win at once.
const WIN_IN_ONE: i32 = 29_999;

fn played(players: u8, moves: &[&str]) -> HostedGame {
    let mut game = HostedGame::start(GameKind::Xima, players).expect("they can play");
    for text in moves {
        game.play(text).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    }
    game
}

fn thoughts(thoughts: &[(i32, &str)]) -> Vec<Thought> {
    let thought = |(score, mv): &(i32, &str)| Thought { score: Score::new(*score), mv: (*mv).to_owned() };
    thoughts.iter().map(thought).collect()
}

/// A curve in per cent.
fn curve(report: &Report, place: usize) -> Vec<(u32, u32)> {
    report.curves[place].points.iter().map(|(moves, chance)| (*moves, percent(*chance))).collect()
}

/// Turning points: who, which move, from how much to how much, and how.
fn turns(report: &Report) -> Vec<(Seat, u32, u32, u32, How)> {
    let turn = |point: &analysis::TurningPoint| {
        (point.seat, point.number, percent(point.before), percent(point.after), point.how)
    };
    report.turning_points.iter().map(turn).collect()
}

#[test]
fn who_lets_the_other_win_has_turned_the_game() {
    let game = played(2, &["-G2", "-G4", "-G6", "TOP"]);
    let thoughts = thoughts(&[(0, "-G2"), (60, "-B1"), (0, "-A1"), (WIN_IN_ONE, "=G7")]);
    let report = Report::of(&game, &thoughts);
    assert_eq!(report.moves, 4);
    // Red's first move was the best, so that it lost nothing: what was even at first was not, as the next position shows.
    assert_eq!(curve(&report, 0), [(0, 43), (1, 43), (2, 50), (3, 0), (4, 0)]);
    assert_eq!(turns(&report), [(RED, 3, 50, 0, How::Allowed(BLUE))]);
    let point = &report.turning_points[0];
    assert_eq!((point.ply, point.short.as_str()), (3, "-G6"));
    let better = point.better.as_ref().expect("something was better");
    assert_eq!((better.short.as_str(), better.long.as_str()), ("-A1", "-A1"));
    let english = English::new();
    assert_eq!(english.say(&point.words), "entered a block at G6");
    assert_eq!(english.say(&better.words), "enters at A1");
    let conduct = |seat, slips, mistakes| Conduct { seat, moves: 2, slips, mistakes };
    assert_eq!(report.conducts, [conduct(RED, 0, 1), conduct(BLUE, 1, 0)]);
}

#[test]
fn a_win_that_is_missed_is_told_as_such() {
    let opening = before_the_summit(2);
    let game = played(2, &[opening.as_slice(), &["-M6", "TOP"]].concat());
    let quiet = opening.iter().map(|text| (0, *text));
    let end = [(WIN_IN_ONE, "=G7"), (WIN_IN_ONE, "=G7")];
    let report = Report::of(&game, &thoughts(&quiet.chain(end).collect::<Vec<_>>()));
    // Whoever lets the win be there has not foreseen it: the search thought it was best.
    assert_eq!(turns(&report), [(RED, 7, 100, 0, How::MissedWin)]);
    let better = report.turning_points[0].better.as_ref().expect("the win");
    assert_eq!(English::new().say(&better.words), "the special enters at G7, wins");
}

#[test]
fn a_win_that_was_certain_and_let_go_is_told_as_such() {
    let game = played(2, &["-A1", "-B1"]);
    let report = Report::of(&game, &thoughts(&[(WIN_IN_ONE - 4, "-M1"), (0, "-M2"), (0, "-M3")]));
    assert_eq!(turns(&report), [(RED, 1, 100, 50, How::MissedCertainty)]);
}

#[test]
fn a_move_is_worth_what_came_of_it() {
    let game = played(2, &["-G2", "-A1", "-B1"]);
    // The second position was better for red than the search saw at the first.
    let report = Report::of(&game, &thoughts(&[(0, "-A1"), (-200, "-A1"), (200, "-B1"), (-200, "-M1")]));
    assert_eq!(curve(&report, 0), [(0, 73), (1, 73), (2, 73), (3, 73)]);
    assert_eq!(turns(&report), []);
    assert!(report.conducts.iter().all(|conduct| conduct.slips + conduct.mistakes == 0));
}

#[test]
fn only_what_cost_most_is_told_in_the_order_of_play() {
    let moves = ["-A1", "-B1", "-C1", "-D1", "-E1", "-F1", "-G1", "-H1"];
    let game = played(2, &moves);
    // Red gives ever more away, and blue gives it back.
    let scores = [0, 20, 0, 200, 0, 300, 0, 400, 0];
    let report = Report::of(&game, &thoughts(&scores.map(|score| (score, "-M1"))));
    let numbers: Vec<u32> = report.turning_points.iter().map(|point| point.number).collect();
    assert_eq!(numbers, [5, 6, 7, 8]);
    assert_eq!(report.conducts[0], Conduct { seat: RED, moves: 4, slips: 0, mistakes: 3 });
}

#[test]
fn where_nobody_made_a_mistake_the_largest_slips_are_told() {
    let game = played(2, &["-A1", "-B1", "-C1", "-D1", "-E1", "-F1"]);
    // What they lose by turns: 6, 1, 11, 0, 9 and 0 points.
    let scores = [0, 48, -40, 133, -133, 220, -220];
    let report = Report::of(&game, &thoughts(&scores.map(|score| (score, "-M1"))));
    assert_eq!(turns(&report), [(RED, 3, 45, 34, How::Weakened), (RED, 5, 34, 25, How::Weakened)]);
    let conduct = |seat, slips| Conduct { seat, moves: 3, slips, mistakes: 0 };
    assert_eq!(report.conducts, [conduct(RED, 3), conduct(BLUE, 0)]);
}

#[test]
fn whoever_has_not_moved_is_not_told_of() {
    let mut game = played(2, &["-A1"]);
    game.leave(BLUE, Leaving::Time).expect("it goes on");
    let report = Report::of(&game, &thoughts(&[(0, "-M1"), (0, "-M1")]));
    assert_eq!(report.conducts, [Conduct { seat: RED, moves: 1, slips: 0, mistakes: 0 }]);
}

#[test]
fn among_three_a_certain_win_that_is_let_go_is_a_mistake() {
    let game = played(3, &["-A1", "-B1", "-C1", "-D1", "-E1", "-F1", "-G1"]);
    let certain = WIN_IN_ONE - 6;
    let told = |next: i32, best: &'static str| {
        let scores =
            [(certain, best), (0, "-B1"), (0, "-C1"), (next, "-M1"), (0, "-E1"), (0, "-F1"), (next, "-G1")];
        Report::of(&game, &thoughts(&[scores.as_slice(), &[(0, "-M1")]].concat()))
    };
    let report = told(0, "-M1");
    assert_eq!(turns(&report), [(RED, 1, 100, 33, How::MissedCertainty)]);
    assert_eq!(report.conducts[0], Conduct { seat: RED, moves: 3, slips: 0, mistakes: 1 });
    // What is certain all the same was not let go, and the best move that was found is nobody's mistake.
    for report in [told(certain + 3, "-M1"), told(0, "-A1")] {
        assert_eq!(report.conducts[0].mistakes, 0);
    }
}

#[test]
fn leaving_is_no_mistake_and_bends_no_line() {
    let mut game = played(2, &["-A1", "-B1"]);
    game.leave(RED, Leaving::Resigned).expect("it goes on");
    let report = Report::of(&game, &thoughts(&[(0, "-M1"), (0, "-M1"), (0, "-M1")]));
    assert_eq!(curve(&report, 0), [(0, 50), (1, 50), (2, 50)]);
    assert_eq!(turns(&report), []);
    assert_eq!(report.moves, 2);
}

#[test]
fn a_game_that_was_broken_off_is_told_as_far_as_it_went() {
    let mut game = played(2, &["-A1"]);
    game.break_off();
    let report = Report::of(&game, &thoughts(&[(0, "-M1"), (200, "-M1")]));
    assert_eq!(curve(&report, 0), [(0, 50), (1, 27)]);
    assert_eq!(turns(&report), [(RED, 1, 50, 27, How::Weakened)]);
}

#[test]
fn among_three_everyone_is_seen_at_their_own_turns() {
    let opening = before_the_summit(3);
    let game = played(3, &[opening.as_slice(), &["-M6", "TOP"]].concat());
    let quiet = opening.iter().map(|text| (0, *text));
    let end = [(WIN_IN_ONE, "=G7"), (WIN_IN_ONE, "=G7")];
    let told = thoughts(&quiet.chain(end).collect::<Vec<_>>());
    let report = Report::of(&game, &told);
    assert_eq!(curve(&report, 0), [(0, 33), (3, 33), (6, 33), (9, 100), (11, 0)]);
    assert_eq!(curve(&report, 1), [(1, 33), (4, 33), (7, 33), (10, 100), (11, 100)]);
    assert_eq!(curve(&report, 2), [(2, 33), (5, 33), (8, 33), (11, 0)]);
    assert_eq!(turns(&report), [(RED, 10, 100, 0, How::MissedWin)]);
    assert_eq!(report.turning_points[0].ply, 10);

    // Yellow's last move, had another been better: what it cost shows when the game is lost.
    let mut told = told;
    told[8].mv = "-M1".to_owned();
    let report = Report::of(&game, &told);
    assert_eq!(turns(&report), [(YELLOW, 9, 33, 0, How::Allowed(RED)), (RED, 10, 100, 0, How::MissedWin)]);
}

#[test]
fn among_three_whoever_stays_has_fewer_to_beat() {
    let mut game = played(3, &["-A1", "-B1", "-C1"]);
    game.leave(BLUE, Leaving::Time).expect("it goes on");
    game.play("-D1").expect("red moves");
    game.leave(YELLOW, Leaving::Resigned).expect("it goes on");
    let report = Report::of(&game, &thoughts(&[(0, "-M1"); 6]));
    // Blue left before its second turn; yellow too.
    assert_eq!(curve(&report, 0), [(0, 33), (3, 33)]);
    assert_eq!(curve(&report, 1), [(1, 33)]);
    assert_eq!(curve(&report, 2), [(2, 33), (4, 50)]);
    assert_eq!(turns(&report), []);
    assert_eq!(report.conducts[0].moves, 2);
}

#[test]
fn the_stages_of_a_game_are_its_positions() {
    let mut game = HostedGame::start(GameKind::Axiom, 2).expect("two can play");
    let mut positions = vec![game.position_text()];
    for text in ["S(-1,0,2)S(-1,0,2)y-", "S(1,1,2)S(1,1,2)y+"] {
        game.play(text).expect("it is legal");
        positions.push(game.position_text());
    }
    game.agree(RED).expect("it can be drawn");
    positions.push(game.position_text());
    let stages = game.stages();
    assert_eq!(stages.iter().map(HostedGame::position_text).collect::<Vec<_>>(), positions);
    let turns: Vec<bool> = stages.iter().map(|stage| stage.turn().is_some()).collect();
    assert_eq!(turns, [true, true, true, false]);
    assert!(stages.iter().all(|stage| stage.record().is_empty()));
}

#[test]
fn the_search_finds_the_win_that_was_missed() {
    let game = played(2, &[before_the_summit(2).as_slice(), &["-M6"]].concat());
    let memory = Table::new(1);
    for stage in game.stages().iter().rev().take(2) {
        let thought = stage.judge(&Limits::nodes(100), &memory).expect("somebody is to move");
        assert_eq!((thought.score.win_in(), thought.mv.as_str()), (Some(1), "=G7"));
    }
}

/// A finished game of new people, in its own thread if there is one.
async fn finished(
    world: &World,
    server: ServerId,
    thread: Option<ChannelId>,
) -> (GameId, Vec<store::PlayerId>) {
    let seats = world.people(2).await;
    let id = create(&world.context, NewGame { server, ..world.new_game(&seats) }).await.expect("created");
    if let Some(thread) = thread {
        play::game::set_channel(&world.context, id, thread).await.expect("moved");
    }
    for text in ["-G2", "-G4", "-G6", "TOP"] {
        world.play(id, text).await;
    }
    (id, seats)
}

#[tokio::test]
async fn the_game_that_is_meant_is_found() {
    let world = World::new().await;
    let thread = ChannelId::new(77);
    let (first, ana) = finished(&world, SERVER, Some(thread)).await;
    let (in_channel, boris) = finished(&world, SERVER, None).await;
    let (elsewhere, _) = finished(&world, ServerId::new(2), None).await;
    let stranger = world.people(1).await[0];
    let (numbered, far) = (format!(" #{in_channel}"), elsewhere.to_string());
    let find =
        async |player, channel, named| analysis::find(&world.context, player, SERVER, channel, named).await;
    let found = async |player, channel, named| find(player, channel, named).await.expect("a game").id;
    assert_eq!(found(stranger, thread, None).await, first, "of the thread");
    assert_eq!(found(stranger, CHANNEL, None).await, in_channel, "played in the channel");
    assert_eq!(found(boris[0], CHANNEL, None).await, in_channel);
    assert_eq!(found(ana[1], CHANNEL, None).await, first, "their own, which began there");
    assert_eq!(found(ana[1], ChannelId::new(99), None).await, first, "their own");
    assert_eq!(found(boris[0], thread, Some(&numbered)).await, in_channel);
    let none = refused(find(stranger, ChannelId::new(99), None).await);
    assert!(matches!(none, Refused::NoAnalysis("none")), "{none:?}");
    for named in [far.as_str(), "9999", "no number"] {
        let refused = refused(find(stranger, thread, Some(named)).await);
        assert!(matches!(refused, Refused::NoSuchGame), "{named}: {refused:?}");
    }
    let games = analysis::games_of(&world.context, ana[0], SERVER, 5).await.expect("listed");
    assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [first]);

    // A game that goes on in its thread is the one that is meant there.
    let running = world.game(&ana).await;
    play::game::set_channel(&world.context, running, thread).await.expect("moved");
    let meant = find(stranger, thread, None).await.expect("a game");
    assert_eq!(meant.id, running);
    assert!(matches!(analysis::check(&meant), Err(Refused::NoAnalysis("running"))));
}

#[tokio::test]
async fn what_ended_before_any_move_has_no_analysis() {
    let world = World::new().await;
    let (id, seats) = world.game_after(2, &[]).await;
    turn::resign(&world.context, id, seats[0], None).await.expect("broken off");
    assert!(matches!(analysis::check(&world.load(id).await), Err(Refused::NoAnalysis("unmoved"))));
    // Nobody moved, but somebody lost on time: a finished game all the same.
    let (id, _) = world.game_after(2, &[]).await;
    world.context.clock.advance(DEADLINE + Duration::seconds(1));
    assert_eq!(turn::expire(&world.context, 10).await.expect("asked"), 1, "the time is up");
    assert!(matches!(analysis::check(&world.load(id).await), Err(Refused::NoAnalysis("unmoved"))));
}

#[tokio::test]
async fn an_analysis_is_made_once() {
    let world = World::new().await;
    let (id, _) = finished(&world, SERVER, None).await;
    assert_eq!(analysis::of(&world.context, id).await.expect("asked"), None);
    let made = |score| thoughts(&[(score, "-A1"), (0, "-B1"), (0, "-C1"), (WIN_IN_ONE, "=G7")]);
    let other = world.another_process();
    let (one, two) =
        tokio::join!(analysis::keep(&world.context, id, made(1)), analysis::keep(&other, id, made(2)));
    let (one, two) = (one.expect("kept"), two.expect("kept"));
    assert_eq!(one, two, "both show the one that stands");
    assert_eq!(analysis::of(&other, id).await.expect("asked"), Some(one.clone()));
    assert_eq!(analysis::keep(&other, id, made(3)).await.expect("kept"), one);
    assert_eq!(analysis::posts(&other, id, &[3, 4]).await.expect("asked"), [], "nothing was posted");
}
