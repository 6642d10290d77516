//! What every set of rules must hold, whatever the game: the conformance suite, for the tests of the games' crates.

use std::collections::BTreeSet;

use crate::{Leaving, Outcome, Played, Position, Seat};

/// Holds the first positions for every number of players to [`check_position`].
///
/// # Panics
/// When something does not hold.
pub fn check_starts<P: Position>() {
    for players in 0..=u8::MAX {
        let start = P::start(players);
        assert_eq!(start.is_some(), P::PLAYERS.contains(&players), "a start for {players}");
        let Some(start) = start else { continue };
        assert!(usize::from(players) <= Seat::MAX, "no game has more seats than a seat can name");
        assert_eq!(start.players(), players);
        assert_eq!(start.turn(), Seat::FIRST, "the first seat begins");
        assert_eq!(start.outcome(), None, "no game begins finished");
        assert!(Seat::first(players).all(|seat| start.is_active(seat)), "everyone plays at first");
        check_position(&start);
    }
}

/// Plays one game, or its first `plies` plies, by a choice among so many moves; every position is held to
/// [`check_position`], every step to what playing promises. Returns the last position.
///
/// # Panics
/// When something does not hold.
pub fn check_game<P: Position>(start: P, plies: usize, mut choose: impl FnMut(usize) -> usize) -> P {
    let mut position = start;
    for _ in 0..plies {
        check_position(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choose(moves.len()) % moves.len()];
        position = check_play(&position, mv).position;
    }
    position
}

/// What holds in any position.
///
/// # Panics
/// When something does not hold.
pub fn check_position<P: Position>(position: &P) {
    let text = position.to_string();
    let read = P::from_text(&text).unwrap_or_else(|error| panic!("{text}: its own text is refused: {error}"));
    assert_eq!(read.to_string(), text, "the text is read as it was written");
    assert_eq!(read.turn(), position.turn(), "{text}: the seat to move");
    assert_eq!(read.players(), position.players(), "{text}: the number of seats");

    let moves = position.legal_moves();
    assert!(moves.is_sorted_by(|a, b| a < b), "{text}: the moves are not sorted, or one is there twice");
    let long_forms: Vec<String> = moves.iter().map(P::Move::to_string).collect();
    assert!(long_forms.is_sorted_by(|a, b| a < b), "{text}: the order is not that of the long forms");
    assert_eq!(
        position.count_legal_moves(),
        moves.len() as u64,
        "{text}: the moves are counted otherwise than listed"
    );
    assert_eq!(position.perft(0), 1, "{text}: one sequence has no move");
    assert_eq!(position.perft(1), moves.len() as u64, "{text}: sequences of one move");
    match position.outcome() {
        Some(_) => assert!(moves.is_empty(), "{text}: a finished game has moves"),
        None => assert!(position.is_active(position.turn()), "{text}: the seat to move is not active"),
    }

    let read_moves: BTreeSet<P::Move> = read.legal_moves().into_iter().collect();
    let mut short_forms = BTreeSet::new();
    for (mv, long) in moves.iter().zip(&long_forms) {
        assert!(position.is_legal(*mv), "{text}: {long} is listed but not legal");
        // The history can only bar moves.
        assert!(
            position.outcome() != read.outcome() || read_moves.contains(mv),
            "{text}: {long} needs a history"
        );
        assert_eq!(position.read_move(long).as_ref(), Ok(mv), "{text}: the long form {long}");
        let short = position.short_form(*mv);
        assert_eq!(position.read_move(&short).as_ref(), Ok(mv), "{text}: the short form {short} of {long}");
        assert!(short_forms.insert(short.clone()), "{text}: {short} is the short form of two moves");
    }
    for seat in Seat::ALL {
        check_leave(position, seat);
    }
    check_agree(position);
}

/// Plays a move and holds the step to what playing promises.
///
/// # Panics
/// When something does not hold.
pub fn check_play<P: Position>(position: &P, mv: P::Move) -> Played<P> {
    let (text, moves) = (position.to_string(), position.legal_moves());
    let played = position.play(mv).unwrap_or_else(|refusal| panic!("{text}: {mv} is refused: {refusal}"));
    assert_eq!(position.to_string(), text, "{text}: playing {mv} changed the position");
    assert_eq!(position.legal_moves(), moves, "{text}: playing {mv} changed the legal moves");
    let again = position.play(mv).unwrap_or_else(|refusal| panic!("{text}: {mv} is refused: {refusal}"));
    assert_eq!(
        again.position.to_string(),
        played.position.to_string(),
        "{text}: {mv} leads to two positions"
    );
    assert_eq!(again.events, played.events, "{text}: {mv} has two sets of events");
    played
}

/// Holds the fast count of sequences to the plain one, which plays them one by one.
///
/// # Panics
/// When they differ.
pub fn check_perft<P: Position>(position: &P, depth: u32) {
    assert_eq!(position.perft(depth), crate::perft(position, depth), "{position}: perft({depth})");
}

fn check_leave<P: Position>(position: &P, seat: Seat) {
    let seated = seat.index() < usize::from(position.players());
    assert!(seated || !position.is_active(seat), "{position}: nobody sits on seat {}", seat.index());
    let left = position.leave(seat, Leaving::Resigned);
    let can_leave = position.outcome().is_none() && position.is_active(seat);
    assert_eq!(left.is_some(), can_leave, "{position}: seat {} leaves", seat.index());
    let Some(Played { position: after, .. }) = left else { return };
    assert!(!after.is_active(seat), "{position}: seat {} has left and is active", seat.index());
    assert!(after.leave(seat, Leaving::Time).is_none(), "{position}: seat {} left twice", seat.index());
    let winner = after.outcome().and_then(|(outcome, _)| outcome.winner());
    assert!(winner != Some(seat), "{position}: seat {} won by leaving", seat.index());
    assert!(
        winner.is_some() || after.outcome().is_some() || after.turn() != seat,
        "{position}: who left is to move"
    );
}

fn check_agree<P: Position>(position: &P) {
    let Some(Played { position: after, .. }) = position.agree() else { return };
    assert_eq!(position.outcome(), None, "{position}: agreed on after the end");
    assert_eq!(after.outcome().map(|(outcome, _)| outcome), Some(Outcome::Draw), "{position}: agreed on");
    assert_eq!(after.count_legal_moves(), 0, "{position}: agreed on, and goes on");
    assert!(after.agree().is_none(), "{position}: agreed on twice");
}
