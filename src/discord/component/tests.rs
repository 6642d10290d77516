use proptest::prelude::*;

use super::*;

/// Every kind of id, with the largest numbers Discord and PostgreSQL can give.
fn every_id() -> Vec<Id> {
    let largest = u64::MAX;
    let mut ids = Vec::new();
    ids.extend(ChallengePress::ALL.iter().map(|press| Id::Challenge(ChallengeId::new(largest), *press)));
    ids.extend(LobbyPress::ALL.iter().map(|press| Id::Lobby(LobbyId::new(largest), *press)));
    ids.extend(GamePress::ALL.iter().map(|press| Id::Game(GameId::new(largest), u32::MAX, *press)));
    ids.push(Id::Risk(GameId::new(largest), u32::MAX, u32::MAX));
    ids.extend(Pick::ALL.iter().map(|pick| Id::Pick(*pick)));
    for kind in GameKind::ALL {
        ids.push(Id::Leaderboard(kind, Scope::Everywhere, u32::MAX));
        ids.push(Id::Leaderboard(kind, Scope::Server(ServerId::new(largest)), u32::MAX));
    }
    ids
}

#[test]
fn ids_are_read_as_they_are_written() {
    for id in every_id() {
        let text = id.to_string();
        assert_eq!(text.parse(), Ok(id), "{text}");
        assert!(text.len() <= 100, "{text}");
    }
}

#[test]
fn ids_differ() {
    let mut texts: Vec<String> = every_id().iter().map(Id::to_string).collect();
    let all = texts.len();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), all);
}

#[test]
fn what_another_version_wrote_is_refused() {
    for text in [
        "",
        "1",
        "0.pick.board",
        "2.pick.board",
        "1.pick.dance",
        "1.pick.board.1",
        "1.game.move.01.0",
        "1.game.move.1",
        "1.game.move.1.0.0",
        "1.game.move.-1.0",
        "1.top.here.1",
        "1.top.chess.everywhere.1",
        // As it was written when one game was offered.
        "1.top.everywhere.1",
        "1.risk.1.2",
        "1.risk.1.2.03",
        "1.risk.1.2.3.4",
    ] {
        assert!(text.parse::<Id>().is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn no_text_is_read_as_an_id_that_is_written_otherwise(text in "[12]\\.(game|risk|top|pick|lobby|challenge)\\.[a-z]{1,8}(\\.[0-9]{1,21}){0,3}") {
        if let Ok(id) = text.parse::<Id>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}
