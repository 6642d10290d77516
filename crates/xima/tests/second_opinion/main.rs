//! The crate against a second model of the rules that shares no code with it: legal moves, short forms, captures,
//! starts of turns, repetition and results agree on random positions and on random play from them.

#![expect(clippy::unwrap_used, reason = "a test that meets an impossible text or square should stop there")]

mod model;

use game::{Leaving, Outcome, Position as _, Seat};
use model::{COLOURS, Consequences, Model};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng, SeedableRng};
use xima::{Addition, Block, Colour, Event, Kind, Move, Position, Reason};

/// Positions that must have been compared.
const POSITIONS: u32 = 10_000;
/// Plies played from each random position at the most.
const PLIES: u32 = 12;

#[test]
fn both_models_agree_on_random_positions_and_play() {
    let mut rng = StdRng::seed_from_u64(2010);
    let (mut compared, mut plies, mut barred, mut wins, mut additions, mut passes) = (0, 0, 0, 0, 0, 0);
    while compared < POSITIONS {
        let text = random_text(&mut rng);
        let mut model = Model::read(&text);
        assert_eq!(model.text(), text);
        let mut position = Position::from_text(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut last: Vec<Option<String>> = vec![None; model.players];
        for _ in 0..PLIES {
            compared += 1;
            let legal = compare_legal(&model, &position, &mut rng);
            if model.active() == 1 || legal.is_empty() {
                break;
            }
            if rng.random_ratio(1, 60) {
                let seat = *(0..model.players)
                    .filter(|&seat| !model.out[seat])
                    .collect::<Vec<_>>()
                    .choose(&mut rng)
                    .unwrap();
                let resigns = rng.random();
                let (leaving, reason) =
                    if resigns { (Leaving::Resigned, "resigned") } else { (Leaving::Time, "time") };
                let left = position.leave(Seat::ALL[seat], leaving).expect("the seat is active");
                let before = position.to_string();
                let expected = model.leave(seat, reason);
                position = left.position;
                compare_consequences(&before, "leaves", &expected, &left.events, &position);
                if expected.won.is_some() {
                    break;
                }
                assert_eq!(position.to_string(), model.text(), "{before}: seat {seat} leaves");
                continue;
            }
            // Going back where one came from is what repeats positions.
            let back = last[model.turn].clone().filter(|back| legal.contains(back) && rng.random_ratio(2, 3));
            let quiet = legal.iter().filter(|mv| !mv.starts_with('-')).collect::<Vec<_>>();
            let chosen = match back {
                Some(back) => back,
                None if !quiet.is_empty() && rng.random() => (*quiet.choose(&mut rng).unwrap()).clone(),
                None => legal.choose(&mut rng).unwrap().clone(),
            };
            let mv = position.legal_moves().into_iter().find(|mv| mv.to_string() == chosen).unwrap();
            let before = position.to_string();
            assert_eq!(position.short_form(mv), model.short(&chosen), "{before}: short form of {chosen}");
            last[model.turn] = mv.from().map(|from| {
                let mark = if mv.kind() == Kind::Special { "=" } else { "" };
                format!("{mark}{}{from}", mv.to())
            });
            let expected = model.play(&chosen);
            let played = position.play(mv).unwrap();
            compare_in_place(&position, mv, &played.position);
            position = played.position;
            plies += 1;
            compare_consequences(&before, &chosen, &expected, &played.events, &position);
            additions += u32::from(expected.events.iter().any(|event| event.starts_with("added")));
            passes += u32::from(expected.events.iter().any(|event| event == "pass"));
            if expected.won.is_some() {
                wins += 1;
                if expected.won.is_some_and(|(_, reason)| reason == "summit") {
                    assert_eq!(position.to_string(), model.text(), "{before}: {chosen} wins on the summit");
                }
                break;
            }
            assert_eq!(position.to_string(), model.text(), "{before}: after {chosen}");
            barred += u32::from(
                model.history.iter().any(|key| model.history.iter().filter(|k| *k == key).count() > 1),
            );
        }
    }
    // The play must have gone where the rare rules live.
    assert!(
        plies > POSITIONS / 3 && wins > 25 && additions > 100 && passes > 5 && barred > 500,
        "{plies} plies, {wins} wins, {additions} additions, {passes} passes, {barred} positions with a repetition behind them"
    );
}

/// A move played on the board and taken back is the move that is played on a copy, repetition behind it included.
#[track_caller]
fn compare_in_place(before: &Position, mv: Move, after: &Position) {
    let sorted = |position: &Position| {
        let mut moves = position.moves();
        moves.sort_unstable();
        moves
    };
    let mut position = before.clone();
    let undo = position.advance(mv);
    assert_eq!(position.to_string(), after.to_string(), "{before}: {mv} in place");
    assert_eq!(sorted(&position), after.legal_moves(), "{before}: moves after {mv} in place");
    position.take_back(undo);
    assert_eq!(position.to_string(), before.to_string(), "{before}: {mv} taken back");
    assert_eq!(sorted(&position), before.legal_moves(), "{before}: moves after {mv} is taken back");
}

fn compare_legal(model: &Model, position: &Position, rng: &mut StdRng) -> Vec<String> {
    let expected = model.legal(None);
    let found: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "legal moves of {}", model.text());
    assert_eq!(position.count_legal_moves(), expected.len() as u64, "their number in {}", model.text());
    let steps = rng.random_range(1..=13);
    let found: Vec<String> =
        position.legal_moves_of_length(Some(steps)).iter().map(ToString::to_string).collect();
    assert_eq!(found, model.legal(Some(steps.into())), "legal moves of {steps} steps of {}", model.text());
    expected
}

#[track_caller]
fn compare_consequences(
    before: &str,
    what: &str,
    expected: &Consequences,
    events: &[Event],
    after: &Position,
) {
    let mut found = Consequences::default();
    for event in events {
        match event {
            Event::Captured { blocks, .. } => found.captured = blocks.iter().copied().map(letter).collect(),
            Event::Rescued(_) => found.rescued = true,
            Event::Added(Addition::Insufficient) => found.events.push("added:insufficient".into()),
            Event::Added(Addition::NoProgress) => found.events.push("added:no-progress".into()),
            Event::Added(Addition::Stalled) => found.events.push("added:stalled".into()),
            Event::Out(seat) => found.events.push(format!("out:{}", seat.index())),
            Event::Passed(_) => found.events.push("pass".into()),
        }
    }
    found.won = after.outcome().map(|(outcome, reason)| {
        let Outcome::Win(seat) = outcome else { panic!("{before}: {what} drew") };
        let reason = match reason {
            Reason::Summit => "summit",
            Reason::Smothered => "smothered",
            Reason::NoResources => "no-resources",
            Reason::Resigned => "resigned",
            Reason::Time => "time",
        };
        (seat.index(), reason)
    });
    assert_eq!(&found, expected, "{before}: {what}");
}

fn letter(block: Block) -> char {
    let letter = COLOURS[Colour::ALL.iter().position(|&colour| colour == block.colour).unwrap()];
    if block.kind == Kind::Special { letter.to_ascii_uppercase() } else { letter }
}

/// Any position that a text can say: crowded or nearly empty, tall columns, specials buried, captured or waiting,
/// players who are out.
fn random_text(rng: &mut StdRng) -> String {
    let players = rng.random_range(2..=4);
    let mut model = Model::read(&format!(
        "{} r {} 0",
        ["13"; 13].join("/"),
        ["r0x", "b0x", "y0x", "g0x"][..players].concat()
    ));
    let blocks = *[1, 3, 8, 20, 40, 80].choose(rng).unwrap();
    // Few squares make tall columns.
    let spread = *[2, 6, 13].choose(rng).unwrap();
    let corner = (rng.random_range(0..=13 - spread), rng.random_range(0..=13 - spread));
    let square = |rng: &mut StdRng| loop {
        let square = (corner.0 + rng.random_range(0..spread), corner.1 + rng.random_range(0..spread));
        if square != (6, 6) {
            break square;
        }
    };
    for _ in 0..blocks {
        let (column, row) = square(rng);
        model.board[row][column].push(COLOURS[rng.random_range(0..players)]);
    }
    for (seat, colour) in COLOURS.into_iter().enumerate().take(players) {
        model.common[seat] = *[0, 0, 0, 1, 4, 9].choose(rng).unwrap();
        match rng.random_range(0..5) {
            0 => model.special[seat] = '+',
            1 => {}
            _ => {
                model.special[seat] = ' ';
                let (column, row) = square(rng);
                let column = &mut model.board[row][column];
                column.insert(rng.random_range(0..=column.len()), colour.to_ascii_uppercase());
            }
        }
    }
    if rng.random_ratio(1, 10) {
        // Nobody enters where every edge square is taken.
        let owner = COLOURS[rng.random_range(0..players)];
        for (column, row) in (0..13).flat_map(|row| (0..13).map(move |column| (column, row))) {
            if [0, 12].contains(&row) || [0, 12].contains(&column) {
                model.board[row][column].extend([owner; 3]);
            }
        }
    }
    model.turn = rng.random_range(0..players);
    for seat in 0..players {
        if players > 2 && seat != model.turn && model.active() > 2 && rng.random_ratio(1, 5) {
            model.out[seat] = true;
            model.common[seat] = 0;
            if model.special[seat] == '+' {
                model.special[seat] = 'x';
            }
        }
    }
    model.quiet = *[0, 5, 37, 38, 39, 58, 79].choose(rng).unwrap();
    model.text()
}
