//! What autocomplete offers: every legal move can be reached, and the list is never too long.

#![expect(clippy::needless_raw_string_hashes, reason = "expect_test writes them so")]

use std::collections::{BTreeMap, BTreeSet};

use expect_test::{Expect, expect};
use play::{GameKind, HostedGame, Offer};

use crate::language::English;
use crate::record::games;
use crate::world::Lot;

/// What Discord shows.
const LIMIT: usize = 25;

/// Positions of the recorded games, one in `every`.
fn positions(every: usize) -> Vec<HostedGame> {
    let mut positions = Vec::new();
    for (_, recorded) in games() {
        let mut game = HostedGame::start(GameKind::Xima, recorded.players).expect("two to four play");
        for (ply, text) in recorded.moves.iter().enumerate() {
            if ply % every == 0 {
                positions.push(game.clone());
            }
            game.play(text).expect("recorded moves are legal");
        }
    }
    positions
}

/// Whether a move is one of a group, which ends at a whole number: A10 is not of the group A1….
fn is_behind(long: &str, group: &str) -> bool {
    let digit = |character: char| character.is_ascii_digit();
    let prefix = group.trim_end_matches('…');
    long.strip_prefix(prefix).is_some_and(|rest| !(prefix.ends_with(digit) && rest.starts_with(digit)))
}

/// An offer as it is shown.
fn name(english: &English, offer: &Offer) -> String {
    match offer {
        Offer::Move(choice) => format!("{}: {}", choice.short, english.say(&choice.words)),
        Offer::Group { words, .. } => english.say(words),
    }
}

#[track_caller]
fn assert_fits(offers: &[Offer], case: &str) {
    assert!(offers.len() <= LIMIT, "{case}: {} offers", offers.len());
    let values: BTreeSet<&str> = offers.iter().map(Offer::value).collect();
    assert_eq!(values.len(), offers.len(), "{case}: {offers:?}");
}

#[test]
fn every_legal_move_is_reached_by_choosing_groups() {
    let english = English::new();
    for game in positions(13) {
        let mut reached = BTreeSet::new();
        let mut open = vec![String::new()];
        while let Some(typed) = open.pop() {
            let case = format!("{typed:?} in {}", game.position_text());
            let offers = game.offers(&typed, LIMIT);
            assert_fits(&offers, &case);
            let names: BTreeSet<String> = offers.iter().map(|offer| name(&english, offer)).collect();
            assert_eq!(names.len(), offers.len(), "{case}: {names:?}");
            assert!(names.iter().all(|name| name.chars().count() <= 100), "{case}: {names:?}");
            if !typed.is_empty() {
                let submitted = game.several(&typed, LIMIT).unwrap_or_else(|| panic!("{case}: not a group"));
                assert_eq!(submitted.1, offers, "{case}: a group is the same submitted and typed");
            }
            for offer in offers {
                match offer {
                    Offer::Move(choice) => drop(reached.insert(choice.long)),
                    Offer::Group { prefix, moves, .. } => {
                        assert!(prefix.ends_with('…') && prefix.len() > typed.len(), "{case}: {prefix}");
                        let legal =
                            game.choices().iter().filter(|choice| is_behind(&choice.long, &prefix)).count();
                        assert!(moves > 1 && moves == legal, "{case}: {prefix}, {moves} moves");
                        open.push(prefix);
                    }
                }
            }
        }
        let legal: BTreeSet<String> = game.choices().into_iter().map(|choice| choice.long).collect();
        assert_eq!(reached, legal, "{}", game.position_text());
    }
}

#[test]
fn every_legal_move_is_reached_by_typing_it() {
    let mut lot = Lot(7);
    for game in positions(83) {
        for choice in game.choices() {
            for form in [&choice.long, &choice.short] {
                let case = format!("{form:?} in {}", game.position_text());
                let offers = game.offers(form, LIMIT);
                assert_fits(&offers, &case);
                let found = offers.iter().any(|offer| offer.value() == choice.long);
                assert!(found, "{case}: {offers:?}");
                assert_eq!(game.read(form).map(|choice| choice.long), Ok(choice.long.clone()), "{case}");
            }
            // Typed to the half, in any case and with blanks, the move or a group that holds it is offered.
            let cut = 1 + lot.below(choice.long.len() - 1);
            let half = format!(" {} ", choice.long[..cut].to_lowercase());
            let offers = game.offers(&half, LIMIT);
            assert_fits(&offers, &half);
            let leads = |offer: &Offer| match offer {
                Offer::Move(offered) => offered.long == choice.long,
                Offer::Group { prefix, .. } => is_behind(&choice.long, prefix),
            };
            assert!(
                offers.iter().any(leads),
                "{half:?} to {} in {}: {offers:?}",
                choice.long,
                game.position_text()
            );
        }
    }
}

#[test]
fn any_text_gets_a_short_list() {
    let mut lot = Lot(11);
    let letters: Vec<char> = "abcdefghijklmopxtABKGM0123456789-=–−… .*→>x:🟥`\u{202e}".chars().collect();
    let positions = positions(97);
    for _ in 0..3000 {
        let game = &positions[lot.below(positions.len())];
        let typed: String = (0..lot.below(8)).map(|_| letters[lot.below(letters.len())]).collect();
        assert_fits(&game.offers(&typed, LIMIT), &typed);
        if let Some((_, offers)) = game.several(&typed, LIMIT) {
            assert_fits(&offers, &typed);
            assert!(!offers.is_empty(), "{typed:?}");
        }
    }
}

#[track_caller]
fn check(game: &HostedGame, typed: &str, expected: &[&str]) {
    let offers: Vec<String> =
        game.offers(typed, LIMIT).iter().map(|offer| offer.value().to_owned()).collect();
    assert_eq!(offers, expected, "{typed:?}");
}

#[test]
fn what_people_type_is_understood() {
    let game = HostedGame::from_text(GameKind::Xima, "13/3r9/13/13/13/13/13/13/13/13/13/13/13 r r8+b9+ 0");
    let game = game.expect("a position");
    for typed in ["d12e12", "D12 E12", "d12→e12", "D12 -> e12", "d12-e12", "d12 e 12"] {
        check(&game, typed, &["D12E12"]);
    }
    check(&game, "-g2", &["-G2"]);
    check(&game, "– g 2", &["-G2"]);
    check(&game, "=g13", &["=G13"]);
    // Without its sign, as the square where it ends: the short forms first.
    check(
        &game,
        "a1",
        &["-A1", "-A10", "-A11", "-A12", "-A13", "=A1", "=A10", "=A11", "=A12", "=A13", "D12A12"],
    );
    check(&game, "nonsense", &[]);
    check(&game, "n", &[]);
    assert_eq!(game.several("nonsense", LIMIT), None);
    assert_eq!(game.several("", LIMIT), None);
    assert_eq!(game.several("-g2", LIMIT), None, "a whole move is no group");
}

/// Before anything is typed, what wins or captures comes first, and the rest of the list still leads to every move.
#[test]
fn moves_that_stand_out_come_first() {
    let mut seen = 0;
    for game in positions(13) {
        let offers = game.offers("", LIMIT);
        let weights: Vec<u8> = offers
            .iter()
            .map_while(|offer| match offer {
                Offer::Move(choice) if choice.weight > 0 => Some(choice.weight),
                _ => None,
            })
            .collect();
        let mut all: Vec<u8> =
            game.choices().iter().map(|choice| choice.weight).filter(|weight| *weight > 0).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(weights[..], all[..weights.len()], "{}: {offers:?}", game.position_text());
        assert!(weights.len() >= all.len().min(5), "{}: {offers:?}", game.position_text());
        seen += weights.len();
    }
    assert!(seen > 20, "{seen}");
    let mut game = HostedGame::start(GameKind::Xima, 2).expect("two play");
    for text in ["-G2", "-G4", "-G6"] {
        game.play(text).expect("legal");
    }
    for typed in ["", "=", "=…", "=g"] {
        let first = game.offers(typed, LIMIT).remove(0);
        assert!(matches!(&first, Offer::Move(choice) if choice.short == "TOP"), "{typed:?}: {first:?}");
    }
}

#[test]
fn the_first_list_shows_the_whole_board() {
    let game = HostedGame::start(GameKind::Xima, 2).expect("two play");
    let groups: BTreeMap<String, usize> = (game.offers("", LIMIT).into_iter())
        .map(|offer| match offer {
            Offer::Group { prefix, moves, .. } => (prefix, moves),
            Offer::Move(choice) => (choice.long, 1),
        })
        .collect();
    assert_eq!(groups.values().sum::<usize>(), 176, "{groups:?}");
    assert!(groups.contains_key("-A…"), "{groups:?}");
}

#[test]
fn a_list_is_ordered_as_people_count_and_its_groups_say_what_they_hold() {
    let english = English::new();
    let game = HostedGame::start(GameKind::Xima, 2).expect("two play");
    check_names(
        &english,
        &game,
        "",
        &expect![[r#"
        -A…: enters in column A, 13 moves
        -B…: enters in column B, 13 moves
        -C…: enters in column C, 4 moves
        -D…: enters in column D, 4 moves
        -E…: enters in column E, 4 moves
        -F…: enters in column F, 4 moves
        -G…: enters in column G, 4 moves
        -H…: enters in column H, 4 moves
        -I…: enters in column I, 4 moves
        -J…: enters in column J, 4 moves
        -K…: enters in column K, 4 moves
        -L…: enters in column L, 13 moves
        -M…: enters in column M, 13 moves
        =…: the special enters, 88 moves"#]],
    );
    check_names(
        &english,
        &game,
        "-a",
        &expect![[r#"
        -A1: enters at A1
        -A2: enters at A2
        -A3: enters at A3
        -A4: enters at A4
        -A5: enters at A5
        -A6: enters at A6
        -A7: enters at A7
        -A8: enters at A8
        -A9: enters at A9
        -A10: enters at A10
        -A11: enters at A11
        -A12: enters at A12
        -A13: enters at A13"#]],
    );
    let text = "13/10r2/10r2/13/13/13/13/13/13/13/13/13/r11R r r6b9+ 0";
    let game = HostedGame::from_text(GameKind::Xima, text).expect("a position");
    check_names(
        &english,
        &game,
        "",
        &expect![[r#"
        -A…: enters in column A, 12 moves
        -B…: enters in column B, 13 moves
        -C…: enters in column C, 4 moves
        -D…: enters in column D, 4 moves
        -E…: enters in column E, 4 moves
        -F…: enters in column F, 4 moves
        -G…: enters in column G, 4 moves
        -H…: enters in column H, 4 moves
        -I…: enters in column I, 5 moves
        -J…: enters in column J, 5 moves
        -K…: enters in column K, 3 moves
        -L…: enters in column L, 13 moves
        -M…: enters in column M, 12 moves
        =M1…: special from M1, 25 moves
        A1…: from A1, 25 moves
        K11…: from K11, 31 moves
        K12…: from K12, 17 moves"#]],
    );
}

#[track_caller]
fn check_names(english: &English, game: &HostedGame, typed: &str, expected: &Expect) {
    let names: Vec<String> = game.offers(typed, LIMIT).iter().map(|offer| name(english, offer)).collect();
    expected.assert_eq(&names.join("\n"));
}

#[test]
fn a_group_is_never_taken_for_a_move() {
    // K12 is a square that a block can go to, and one that a block stands on.
    let game = HostedGame::from_text(GameKind::Xima, "13/10r2/10r2/13/13/13/13/13/13/13/13/13/13 r r7+b9+ 0");
    let game = game.expect("a position");
    assert_eq!(game.read("K12").map(|choice| choice.long).as_deref(), Ok("K11K12"));
    let (prefix, offers) = game.several("k12…", LIMIT).expect("a group");
    assert_eq!(prefix, "K12");
    assert!(offers.iter().all(|offer| offer.value().starts_with("K12")), "{offers:?}");
    for sign in ["K12...", "K12*", "K12 …"] {
        assert_eq!(game.several(sign, LIMIT), Some((prefix.clone(), offers.clone())), "{sign}");
    }
}

#[test]
fn a_move_that_several_blocks_can_make_is_a_choice_between_them() {
    let game = HostedGame::from_text(GameKind::Xima, "13/13/13/13/13/13/13/13/13/13/13/13/r3r8 r r7+b9+ 0");
    let game = game.expect("a position");
    assert!(game.read("C1").is_err_and(|phrase| phrase.id == "xima-refused-ambiguous"));
    let (_, offers) = game.several("c1", LIMIT).expect("two moves");
    assert_eq!(offers.iter().map(Offer::value).collect::<Vec<_>>(), ["A1C1", "E1C1"]);
}
