//! Named constraints of the schema become variants of the error.

use sqlx::AssertSqlSafe;
use store::testing::{self, Database};
use store::{Error, GameId, LobbyId, PlayerId};
use time::macros::datetime;

/// Has PostgreSQL report a violation, after making sure that the schema has such a constraint.
async fn check(database: &Database, constraint: &str, expected: &str) {
    let known: bool = sqlx::query_scalar(
        "select exists (select 1 from pg_constraint where conname = $1) or exists (select 1 from pg_class where relname = $1)",
    )
    .bind(constraint)
    .fetch_one(&**database)
    .await
    .unwrap();
    assert!(known, "the schema has no {constraint}");
    let violation =
        format!("do $$ begin raise exception using errcode = '23505', constraint = '{constraint}'; end $$");
    let error: Error = sqlx::query(AssertSqlSafe(violation)).execute(&**database).await.unwrap_err().into();
    assert_eq!(format!("{error:?}"), expected, "{constraint}");
}

#[tokio::test]
async fn each_named_constraint_has_its_variant() {
    let database = testing::database().await;
    for (constraint, expected) in [
        ("challenge_one_open", "ChallengeOpen"),
        ("challenge_one_rematch", "RematchChallengeOpen"),
        ("challenge_not_self", "ChallengeToOneself"),
        ("lobby_one_rematch", "RematchLobbyOpen"),
        ("lobby_seat_pkey", "LobbyJoinedTwice"),
        ("lobby_seat_place_once", "LobbyPlaceTaken"),
        ("seat_player_once", "SeatedTwice"),
        ("move_pkey", "PlyPlayed"),
        ("game_one_rematch", "RematchExists"),
        ("rating_change_pkey", "RatedTwice"),
        ("outbox_once", "OwedTwice"),
    ] {
        check(&database, constraint, expected).await;
    }
}

#[tokio::test]
async fn whatever_has_no_name_stays_a_fault_of_the_database() {
    let database = testing::database().await;
    let at = datetime!(2026-01-01 12:00 UTC);
    // Neither the lobby nor the person is there.
    let error = store::lobby::join(&*database, LobbyId::new(1), PlayerId::new(1), at).await.unwrap_err();
    assert!(matches!(error, Error::Database(_)), "{error:?}");
    assert_eq!(store::game::rematch_of(&*database, GameId::new(1)).await.unwrap(), None);
}
