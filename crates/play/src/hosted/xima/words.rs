//! XIMA in phrases. Their words are in `assets/locales/*/xima.ftl`; every id is in [`PHRASES`].

use game::{Leaving, Position as _, Seat};
use xima::{Addition, Block, Cause, Colour, Event, Kind, Move, Position, Refusal, SpecialState, Square};

use super::{Length, colour, columns, sequence, slug};
use crate::foreign::quotable;
use crate::hosted::Ply;
use crate::phrase::{Argument, Phrase};

/// The sentence for a capture.
const CAPTURED: &str = "xima-event-captured";

/// Every phrase of XIMA with its arguments: what a translation must hold.
pub(crate) const PHRASES: &[(&str, &[&str])] = &[
    ("xima-alt", &["move", "state", "last", "columns", "reserves", "quiet"]),
    ("xima-alt-broken-off", &[]),
    ("xima-alt-column", &["square", "blocks", "end"]),
    ("xima-alt-last", &["colour", "words"]),
    ("xima-alt-last-captures", &["colour", "words", "blocks"]),
    ("xima-alt-no-columns", &[]),
    ("xima-alt-reserve", &["colour", "common", "special", "out", "end"]),
    ("xima-alt-short", &["move", "state", "letters", "reserves", "quiet"]),
    ("xima-alt-special", &["colour"]),
    ("xima-alt-turn", &["colour"]),
    ("xima-alt-won", &["colour"]),
    ("xima-blocks", &["count", "colour"]),
    ("xima-choice-captures", &["move", "blocks"]),
    ("xima-choice-enter", &["piece", "to"]),
    ("xima-choice-onto", &["move", "colours"]),
    ("xima-choice-rescues", &["move"]),
    ("xima-choice-step", &["piece", "from", "to"]),
    ("xima-choice-wins", &["move"]),
    ("xima-code", &["text"]),
    ("xima-colour", &["colour"]),
    ("xima-event-added", &["why", "common"]),
    (CAPTURED, &["blocks", "square", "special"]),
    ("xima-event-out", &["colour"]),
    ("xima-event-passed", &["colour"]),
    ("xima-event-rescued", &["colour"]),
    ("xima-group-column", &["prefix", "column", "count"]),
    ("xima-group-enter", &["prefix", "piece", "column", "count"]),
    ("xima-group-step", &["prefix", "piece", "from", "column", "count"]),
    ("xima-nearest-move", &["text", "words"]),
    ("xima-ply-enter", &["piece", "to"]),
    ("xima-ply-onto", &["move", "colours"]),
    ("xima-ply-resigns", &[]),
    ("xima-ply-step", &["piece", "from", "to"]),
    ("xima-ply-summit", &["move"]),
    ("xima-ply-time", &[]),
    ("xima-refused-ambiguous", &["candidates", "nearest"]),
    ("xima-refused-blocked", &["square", "lacking", "nearest"]),
    ("xima-refused-dominated", &["square", "piece", "nearest"]),
    ("xima-refused-game-over", &["nearest"]),
    ("xima-refused-needs-equals", &["square", "nearest"]),
    ("xima-refused-no-capture", &["nearest"]),
    ("xima-refused-none-in-reserve", &["piece", "nearest"]),
    ("xima-refused-not-in-line", &["from", "to", "nearest"]),
    ("xima-refused-nothing-there", &["square", "nearest"]),
    ("xima-refused-occupied-entry", &["square", "nearest"]),
    ("xima-refused-repetition", &["nearest"]),
    ("xima-refused-special-barred", &["square", "nearest"]),
    ("xima-refused-summit", &["nearest"]),
    ("xima-refused-syntax", &["text", "examples", "nearest"]),
    ("xima-refused-wrong-steps", &["steps", "nearest"]),
    ("xima-special", &["colour"]),
];

/// Common blocks that added material brings each player (§4).
const ADDED: i64 = 3;
/// Stands for an argument that has nothing to say.
const NONE: &str = "none";

/// "K12 → G12, onto blue".
pub(super) fn choice(position: &Position, mv: Move) -> Phrase {
    let plain = path(mv, "xima-choice-enter", "xima-choice-step");
    let captured = position.captures(mv);
    if mv.to() == Square::SUMMIT {
        Phrase::new(if mv.kind() == Kind::Special { "xima-choice-wins" } else { "xima-choice-rescues" })
            .with("move", plain)
    } else if !captured.is_empty() {
        Phrase::new("xima-choice-captures").with("move", plain).with("blocks", kinds(&captured))
    } else if position.column(mv.to()).is_empty() {
        plain
    } else {
        Phrase::new("xima-choice-onto").with("move", plain).with("colours", colours(position.column(mv.to())))
    }
}

/// "K12…: from K12, 4 moves".
pub(super) fn group(prefix: &str, moves: usize) -> Phrase {
    let (kind, squares) = match prefix.strip_prefix('=') {
        Some(squares) => (Kind::Special, squares),
        None => (Kind::Common, prefix.trim_start_matches('-')),
    };
    // The rows of the square it leaves; what is behind is the column of the one where it goes.
    let digit = |character: char| character.is_ascii_digit();
    let row = squares.find(digit).unwrap_or(squares.len());
    let end = squares[row..].find(|character| !digit(character)).map_or(squares.len(), |at| row + at);
    let (square, column) = squares.split_at(end);
    let some = |text: &str| if text.is_empty() { NONE.to_owned() } else { text.to_owned() };
    let phrase = if row < squares.len() {
        Phrase::new("xima-group-step")
            .with("piece", piece(kind))
            .with("from", square.to_owned())
            .with("column", some(column))
    } else if prefix.starts_with(['-', '=']) {
        Phrase::new("xima-group-enter").with("piece", piece(kind)).with("column", some(squares))
    } else {
        Phrase::new("xima-group-column").with("column", squares.to_owned())
    };
    phrase.with("prefix", format!("{prefix}…")).with("count", i64::try_from(moves).unwrap_or(i64::MAX))
}

/// "moved K12 → G12, onto blue". What it captures is an event.
pub(super) fn ply(position: &Position, mv: Move) -> Phrase {
    let plain = path(mv, "xima-ply-enter", "xima-ply-step");
    if mv.to() == Square::SUMMIT {
        Phrase::new("xima-ply-summit").with("move", plain)
    } else if position.column(mv.to()).is_empty() {
        plain
    } else {
        Phrase::new("xima-ply-onto").with("move", plain).with("colours", colours(position.column(mv.to())))
    }
}

/// "resigned".
pub(super) fn leaving(leaving: Leaving) -> Phrase {
    Phrase::new(match leaving {
        Leaving::Resigned => "xima-ply-resigns",
        Leaving::Time => "xima-ply-time",
    })
}

/// A sentence for what happened by itself.
pub(super) fn event(event: &Event) -> Phrase {
    match event {
        Event::Captured { square, blocks } => {
            // Its player will want to know how it comes back (§3.4).
            let special = blocks.iter().any(|block| block.kind == Kind::Special);
            Phrase::new(CAPTURED)
                .with("blocks", counted(blocks))
                .with("square", square.to_string())
                .with("special", if special { "yes" } else { "no" })
        }
        Event::Rescued(seat) => of_seat("xima-event-rescued", *seat),
        Event::Added(why) => Phrase::new("xima-event-added")
            .with(
                "why",
                match why {
                    Addition::Insufficient => "insufficient",
                    Addition::NoProgress => "no-progress",
                    Addition::Stalled => "stalled",
                },
            )
            .with("common", ADDED),
        Event::Out(seat) => of_seat("xima-event-out", *seat),
        Event::Passed(seat) => of_seat("xima-event-passed", *seat),
    }
}

/// A sentence for a refusal, with the nearest legal move where there is one.
pub(super) fn refusal(position: &Position, refusal: &Refusal, typed: &str) -> Phrase {
    let on = |id, square: Square| Phrase::new(id).with("square", square.to_string());
    let perhaps_on = |id, square: Option<Square>| {
        Phrase::new(id).with("square", square.map_or_else(|| NONE.to_owned(), |square| square.to_string()))
    };
    let phrase = match &refusal.cause {
        Cause::GameOver => Phrase::new("xima-refused-game-over"),
        Cause::Syntax { .. } => Phrase::new("xima-refused-syntax")
            .with("text", quotable(typed))
            .with("examples", examples(position)),
        Cause::NeedsEquals { square } => perhaps_on("xima-refused-needs-equals", *square),
        Cause::NothingThere { square } => perhaps_on("xima-refused-nothing-there", *square),
        Cause::Dominated { square, kind } => {
            on("xima-refused-dominated", *square).with("piece", piece(*kind))
        }
        Cause::NoneInReserve { kind } => {
            Phrase::new("xima-refused-none-in-reserve").with("piece", piece(*kind))
        }
        Cause::NotInLine { from, to } => {
            Phrase::new("xima-refused-not-in-line").with("from", from.to_string()).with("to", to.to_string())
        }
        Cause::OccupiedEntry { square } => on("xima-refused-occupied-entry", *square),
        Cause::SpecialBarred { square } => on("xima-refused-special-barred", *square),
        Cause::Blocked { square, lacking } => {
            on("xima-refused-blocked", *square).with("lacking", i64::from(*lacking))
        }
        Cause::Summit => Phrase::new("xima-refused-summit"),
        Cause::WrongSteps { steps } => {
            Phrase::new("xima-refused-wrong-steps").with("steps", i64::from(*steps))
        }
        Cause::Repetition => Phrase::new("xima-refused-repetition"),
        Cause::Ambiguous { candidates } => {
            let candidates =
                candidates.iter().map(|mv| Phrase::new("xima-code").with("text", mv.to_string()));
            Phrase::new("xima-refused-ambiguous").with("candidates", candidates.collect::<Vec<_>>())
        }
        Cause::NoCapture => Phrase::new("xima-refused-no-capture"),
    };
    let nearest = refusal
        .nearest
        .filter(|mv| position.is_legal(*mv))
        .map_or_else(|| Argument::from(NONE), |mv| example(position, mv).into());
    phrase.with("nearest", nearest)
}

/// A legal move as it is written, with its words.
fn example(position: &Position, mv: Move) -> Phrase {
    Phrase::new("xima-nearest-move").with("text", position.short_form(mv)).with("words", choice(position, mv))
}

/// A legal move of each kind that there is: of a block on the board, of one that enters, of the special.
fn examples(position: &Position) -> Vec<Phrase> {
    let legal = position.legal_moves();
    let kind = |mv: &Move| (mv.kind() == Kind::Special, mv.is_entry() && mv.kind() == Kind::Common);
    [(false, false), (false, true), (true, false)]
        .into_iter()
        .filter_map(|wanted| {
            let such: Vec<&Move> = legal.iter().filter(|mv| kind(mv) == wanted).collect();
            // From the middle of the list: its ends are corners of the board.
            such.get(such.len() / 2).map(|mv| example(position, **mv))
        })
        .collect()
}

/// How much a legal move stands out: one that wins, then one that captures a special, then any capture and a rescue.
pub(super) fn weight(position: &Position, mv: Move) -> u8 {
    let captured = position.captures(mv);
    if mv.to() == Square::SUMMIT && mv.kind() == Kind::Special {
        3
    } else if captured.iter().any(|block| block.kind == Kind::Special) {
        2
    } else {
        u8::from(!captured.is_empty() || position.is_rescue(mv))
    }
}

/// The picture in words or, for what stands on the board, in letters.
pub(super) fn description(
    position: &Position,
    move_number: u32,
    last: Option<&Ply>,
    length: Length,
    broken_off: bool,
) -> Phrase {
    let state = match position.outcome().and_then(|(outcome, _)| outcome.winner()) {
        _ if broken_off => Phrase::new("xima-alt-broken-off"),
        Some(winner) => of_seat("xima-alt-won", winner),
        None => of_seat("xima-alt-turn", position.turn()),
    };
    let phrase = Phrase::new(match length {
        Length::Words => "xima-alt",
        Length::Letters => "xima-alt-short",
    })
    .with("move", i64::from(move_number))
    .with("state", state);
    let phrase = match length {
        Length::Words => phrase.with("last", said_of(last)).with("columns", in_words(position)),
        Length::Letters => phrase.with("letters", in_letters(position)),
    };
    phrase.with("reserves", reserves(position)).with("quiet", i64::from(position.quiet()))
}

/// The last ply with what it captured, which is an event and not among its words.
fn said_of(last: Option<&Ply>) -> Argument {
    let Some(ply) = last else { return NONE.into() };
    let captured = ply.events.iter().filter(|event| event.id == CAPTURED);
    let blocks = captured.flat_map(|event| &event.arguments).find(|(name, _)| *name == "blocks");
    let phrase = match blocks {
        Some((_, blocks)) => of_seat("xima-alt-last-captures", ply.seat).with("blocks", blocks.clone()),
        None => of_seat("xima-alt-last", ply.seat),
    };
    phrase.with("words", ply.words.clone()).into()
}

/// "B2 red; G1 blue red."
fn in_words(position: &Position) -> Argument {
    let columns: Vec<(Square, &[Block])> = columns(position).collect();
    if columns.is_empty() {
        return Phrase::new("xima-alt-no-columns").into();
    }
    let count = columns.len();
    let phrases = columns.into_iter().enumerate().map(|(index, (square, column))| {
        let blocks = column.iter().map(|block| match block.kind {
            Kind::Common => colour(block.colour),
            Kind::Special => Phrase::new("xima-alt-special").with("colour", slug(block.colour)),
        });
        Phrase::new("xima-alt-column")
            .with("square", square.to_string())
            .with("blocks", sequence(blocks.collect()))
            .with("end", end(index, count))
    });
    sequence(phrases.collect())
}

/// "B2r G1br", as position texts write blocks.
fn in_letters(position: &Position) -> Argument {
    let columns: Vec<String> = columns(position)
        .map(|(square, column)| {
            format!("{square}{}", column.iter().map(|block| block.letter()).collect::<String>())
        })
        .collect();
    if columns.is_empty() { "—".into() } else { columns.join(" ").into() }
}

fn reserves(position: &Position) -> Argument {
    let count = usize::from(position.players());
    let phrases = Seat::first(position.players()).enumerate().map(|(index, seat)| {
        let reserve = position.reserve(seat);
        of_seat("xima-alt-reserve", seat)
            .with("common", i64::from(reserve.common))
            .with(
                "special",
                match reserve.special {
                    // Gone with the reserve: nobody captured it.
                    _ if reserve.out => "gone",
                    SpecialState::InReserve => "reserve",
                    SpecialState::OnBoard => "board",
                    SpecialState::Captured => "captured",
                },
            )
            .with("out", if reserve.out { "yes" } else { "no" })
            .with("end", end(index, count))
    });
    sequence(phrases.collect())
}

/// Whether an entry of an enumeration is followed by another.
fn end(index: usize, count: usize) -> &'static str {
    if index + 1 < count { "more" } else { "last" }
}

fn path(mv: Move, enter: &'static str, step: &'static str) -> Phrase {
    let phrase = match mv.from() {
        None => Phrase::new(enter).with("piece", piece(mv.kind())),
        Some(from) => Phrase::new(step).with("piece", piece(mv.kind())).with("from", from.to_string()),
    };
    phrase.with("to", mv.to().to_string())
}

fn of_seat(id: &'static str, seat: Seat) -> Phrase {
    Phrase::new(id).with("colour", slug(Colour::of(seat)))
}

const fn piece(kind: Kind) -> &'static str {
    match kind {
        Kind::Common => "common",
        Kind::Special => "special",
    }
}

/// The colours that stand in a column, in turn order.
fn colours(column: &[Block]) -> Vec<Phrase> {
    Colour::ALL
        .into_iter()
        .filter(|own| column.iter().any(|block| block.colour == *own))
        .map(colour)
        .collect()
}

/// What kinds of blocks there are: "red", "the blue special".
fn kinds(blocks: &[Block]) -> Vec<Phrase> {
    by_kind(blocks, |own, _| colour(own))
}

/// The same, counted: "2 red blocks", "the blue special".
fn counted(blocks: &[Block]) -> Vec<Phrase> {
    by_kind(blocks, |own, count| Phrase::new("xima-blocks").with("count", count).with("colour", slug(own)))
}

fn by_kind(blocks: &[Block], common: impl Fn(Colour, i64) -> Phrase) -> Vec<Phrase> {
    let count = |block: Block| blocks.iter().filter(|other| **other == block).count();
    Colour::ALL
        .into_iter()
        .flat_map(|own| {
            let commons = count(Block { colour: own, kind: Kind::Common });
            let special = count(Block { colour: own, kind: Kind::Special });
            let commons = i64::try_from(commons)
                .ok()
                .filter(|commons| *commons > 0)
                .map(|commons| common(own, commons));
            let special = (special > 0).then(|| Phrase::new("xima-special").with("colour", slug(own)));
            commons.into_iter().chain(special)
        })
        .collect()
}
