use game::Outcome;
use play::analysis::Conduct;
use play::{HostedGame, Player, State};
use store::{GameId, PlayerId, ServerId};
use time::OffsetDateTime;

use super::*;

/// The longest number that Discord can give.
const NUMBER: u64 = u64::MAX >> 1;

/// A finished game of two people of these names, with as many turning points as are told, as long as they can be.
fn analysed(kind: GameKind, mv: &str, name: &str) -> (Game, Report) {
    let mut hosted = HostedGame::start(kind, 2).expect("two can play");
    let better = hosted.choices().into_iter().max_by_key(|choice| choice.long.len());
    let ply = hosted.play(mv).expect("it is legal").clone();
    let player = |seat: Seat| Player {
        seat,
        id: PlayerId::new(NUMBER - seat.index() as u64),
        name: name.to_owned(),
        locale: "en-US".to_owned(),
    };
    let point = |number| TurningPoint {
        seat: ply.seat,
        number,
        ply: number,
        short: ply.short.clone(),
        words: ply.words.clone(),
        before: 0.99,
        after: 0.01,
        better: better.clone(),
        how: How::Allowed(Seat::ALL[1]),
    };
    let conduct = |seat| Conduct { seat, moves: 200, slips: 100, mistakes: 100 };
    let report = Report {
        conducts: Seat::first(2).map(conduct).collect(),
        turning_points: (396..400).map(point).collect(),
        curves: vec![Curve { seat: Seat::FIRST, points: (0..=400).map(|moves| (moves, 0.5)).collect() }],
        moves: 400,
    };
    let game = Game {
        id: GameId::new(NUMBER),
        server: ServerId::new(NUMBER),
        parent_channel: ChannelId::new(NUMBER),
        channel: ChannelId::new(NUMBER),
        homeless: false,
        rated: true,
        seats: Seat::first(2).map(player).collect(),
        state: State::Finished {
            outcome: Outcome::Win(Seat::FIRST),
            reason: "resigned".to_owned(),
            at: OffsetDateTime::UNIX_EPOCH,
            ratings: Vec::new(),
            unrated: None,
        },
        board: None,
        deadline_s: 60,
        created_at: OffsetDateTime::UNIX_EPOCH,
        hosted,
    };
    (game, report)
}

#[test]
fn long_names_leave_out_notation_then_links_and_nothing_else() {
    let last = "it is not always right.";
    for (kind, mv) in [(GameKind::Xima, "-G2"), (GameKind::Axiom, "C(0,0,2)C(2,1,1)y+")] {
        for (name, links) in [("ana", 4), ("a_name_of_thirty-two*characters_", 4), (&"*".repeat(32), 0)] {
            let (game, report) = analysed(kind, mv, name);
            let posts: Vec<_> = report
                .turning_points
                .iter()
                .map(|point| (point.ply, ChannelId::new(NUMBER), MessageId::new(NUMBER)))
                .collect();
            let post = post(Locale::fallback(), &game, &report, &posts, Vec::new());
            assert_eq!(post.check(), Ok(()), "{kind} {name}");
            assert!(post.content.ends_with(last), "{kind} {name}: {}", post.content);
            assert_eq!(post.content.matches("](https://").count(), links, "{kind} {name}: {}", post.content);
            assert_eq!(post.content.matches("Better: `").count(), 4, "{kind} {name}: {}", post.content);
            if name == "ana" {
                let made = format!("(`{}`): chance", report.turning_points[0].short);
                assert_eq!(post.content.matches(&made).count(), 4, "{kind}: {}", post.content);
            }
        }
    }
}

#[test]
fn it_is_said_what_is_told_of_all_there_was() {
    let (game, report) = analysed(GameKind::Xima, "-G2", "ana");
    let check = |turns: usize, mistakes, expected: Option<&str>| {
        let conducts = report.conducts[..1].iter().map(|conduct| Conduct { mistakes, ..*conduct }).collect();
        let turning_points = report.turning_points[..turns].to_vec();
        let report = Report { conducts, turning_points, ..report.clone() };
        let said = introduction(Locale::fallback(), &game, &report);
        assert_eq!(said.as_deref(), expected, "{turns} of {mistakes}");
    };
    check(4, 5, Some("The 4 mistakes that cost most:"));
    check(4, 4, None);
    let none = "Nobody made a mistake: no move cost 15 points of a winning chance or more.";
    check(0, 0, Some(none));
    check(1, 0, Some(&format!("{none} The slip that cost most:")));
    check(2, 0, Some(&format!("{none} The 2 slips that cost most:")));
}

#[test]
fn the_picture_in_words_says_where_its_line_turns() {
    let (game, report) = analysed(GameKind::Xima, "-G2", "ana");
    let chances = [0.5, 0.55, 0.2, 0.6, 0.6, 0.9, 0.3, 0.4];
    let turning_points = vec![TurningPoint { number: 4, ..report.turning_points[0].clone() }];
    let curves = vec![Curve { seat: Seat::FIRST, points: (0..).zip(chances).collect() }];
    let report = Report { turning_points, curves, ..report };
    let said = description(Locale::fallback(), &game, &report);
    let line = "50% at first, 20% after move 2, 60% after move 3, 60% after move 4, 90% after move 5 and 40% after move 7.";
    assert!(said.ends_with(&format!("🔴 ana: {line}")), "{said}");
    assert!(said.contains("🔴 ana’s chance to win after every move; the rest is 🔵 ana’s."), "{said}");
}
