//! What is drawn: the position, the last move, and where a chosen block can go.

use game::Seat;
use play::{GameKind, HostedGame, Viewing};
use render::{Scene, XimaScene};

fn scene(game: &HostedGame, selected: Option<&str>) -> XimaScene {
    let viewing = Viewing { selected: selected.map(str::to_owned), ..Viewing::plan(Seat::FIRST) };
    match game.scene(&viewing) {
        Scene::Xima(scene) => scene,
        other @ Scene::Axiom(_) => panic!("{other:?}"),
    }
}

#[track_caller]
fn check(game: &HostedGame, selected: &str, square: Option<&str>, targets: &[&str]) {
    let scene = scene(game, Some(selected));
    assert_eq!(scene.selected.map(|square| square.to_string()).as_deref(), square, "{selected:?}");
    let marked: Vec<String> = scene.targets.iter().map(ToString::to_string).collect();
    assert_eq!(marked, targets, "{selected:?}");
}

#[test]
fn a_chosen_block_shows_where_it_can_go() {
    let game = HostedGame::from_text(GameKind::Xima, "13/13/13/13/13/13/13/13/13/13/13/bb11/rb1R9 r r8b6+ 0");
    let game = game.expect("a position");
    let along = "B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1";
    let across = "A2 B2 A3 C3 A4 D4 A5 A6 A7 A8 A9 A10 A11 A12 A13";
    let targets: Vec<&str> = along.split(' ').chain(across.split(' ')).collect();
    check(&game, "A1", Some("A1"), &targets);
    check(&game, "a1…", Some("A1"), &targets);
    check(&game, "B1", Some("B1"), &[]);
    check(&game, "A10", Some("A10"), &[]);
    check(&game, "nonsense", None, &[]);
    let special = scene(&game, Some("="));
    assert_eq!(special, scene(&game, Some("D1")), "the special is the block on D1");
    assert!(!special.targets.is_empty());
    let entries = game.choices().iter().filter(|choice| choice.long.starts_with('-')).count();
    assert_eq!(scene(&game, Some("-")).targets.len(), entries);
    assert_eq!(scene(&game, None).targets, []);
}

#[test]
fn the_last_move_stays_marked_until_another_is_made() {
    let mut game = HostedGame::start(GameKind::Xima, 3).expect("three play");
    assert_eq!(scene(&game, None).last, None);
    game.play("-A1").expect("legal");
    let last = |game: &HostedGame| scene(game, None).last.map(|mv| mv.to_string());
    assert_eq!(last(&game).as_deref(), Some("-A1"));
    game.leave(Seat::ALL[1], game::Leaving::Time).expect("blue may leave");
    assert_eq!(last(&game).as_deref(), Some("-A1"));
    assert_eq!((scene(&game, None).to_move, scene(&game, None).winner), (Some(Seat::ALL[2]), None));
    game.leave(Seat::ALL[2], game::Leaving::Time).expect("yellow may leave");
    assert_eq!((scene(&game, None).to_move, scene(&game, None).winner), (None, Some(Seat::FIRST)));
}

/// The position stays as it is: what is advised has not been played.
#[test]
fn an_advised_move_is_marked_on_the_board_as_it_stands() {
    let mut game = HostedGame::start(GameKind::Xima, 2).expect("two play");
    for mv in ["-A1", "-G12"] {
        game.play(mv).expect("legal");
    }
    let plain = scene(&game, None);
    let advised = |mv: &str| {
        let viewing = Viewing { advised: Some(mv.to_owned()), ..Viewing::plan(Seat::FIRST) };
        match game.scene(&viewing) {
            Scene::Xima(scene) => scene,
            other @ Scene::Axiom(_) => panic!("{other:?}"),
        }
    };
    let moved = advised("A1A5");
    assert_eq!(moved.columns, plain.columns);
    assert_eq!(moved.last.map(|mv| mv.to_string()).as_deref(), Some("A1A5"), "an arrow");
    assert_eq!(moved.selected.map(|square| square.to_string()).as_deref(), Some("A1"));
    assert_eq!(moved.targets.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A5"]);
    let entered = advised("-A4");
    assert_eq!((entered.selected, entered.to_move), (None, Some(Seat::FIRST)));
    assert_eq!(entered.targets.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A4"]);
    assert_eq!(advised("Z1"), plain, "what is no move is not marked");
}
