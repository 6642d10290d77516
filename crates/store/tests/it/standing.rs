//! Leaderboards and profiles.

use store::standing::{self, Page, Question};
use store::testing::{self, Database};
use store::{PlayerId, ServerId};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

const NOW: OffsetDateTime = datetime!(2026-01-01 12:00 UTC);

/// A rating of a person who played in some servers.
struct Rated {
    id: u64,
    rating: f64,
    deviation: f64,
    idle_days: i64,
    servers: &'static [i64],
}

fn rated(id: u64, rating: f64) -> Rated {
    Rated { id, rating, deviation: 60.0, idle_days: 0, servers: &[1] }
}

async fn insert(database: &Database, ratings: &[Rated]) {
    for Rated { id, rating, deviation, idle_days, servers } in ratings {
        let id = id.cast_signed();
        sqlx::query(
            "insert into player (id, name, seen_at) values ($1, 'p' || $1, $2) on conflict do nothing",
        )
        .bind(id)
        .bind(NOW)
        .execute(&**database)
        .await
        .unwrap();
        sqlx::query(
            "insert into rating (player_id, kind, rating, deviation, volatility, games, wins, losses, rated_at)
             values ($1, 'xima', $2, $3, 0.06, 5, 3, 2, $4)",
        )
        .bind(id)
        .bind(rating)
        .bind(deviation)
        .bind(NOW - Duration::days(*idle_days))
        .execute(&**database)
        .await
        .unwrap();
        for server in *servers {
            sqlx::query("insert into server (id) values ($1) on conflict do nothing")
                .bind(server)
                .execute(&**database)
                .await
                .unwrap();
            sqlx::query(
                "with played as (
                     insert into game (kind, players, server_id, parent_channel_id, channel_id, rated, state, position,
                                       winner, deadline_s, turn_started_at, created_at, ended_at)
                     values ('xima', 2, $2, 1, 1, true, 'finished', '', 0, 300, $3, $3, $3) returning id
                 )
                 insert into seat (game_id, seat, player_id) select id, 0, $1 from played",
            )
            .bind(id)
            .bind(server)
            .bind(NOW)
            .execute(&**database)
            .await
            .unwrap();
        }
    }
}

async fn page(database: &Database, server: Option<u64>, page: u32, asker: u64) -> Page {
    let question = Question {
        kind: "xima",
        server: server.map(ServerId::new),
        page,
        size: 3,
        asker: PlayerId::new(asker),
        now: NOW,
    };
    standing::page(&**database, &question).await.unwrap()
}

/// Rank and player of each row, and of the asker's.
#[track_caller]
fn check(page: &Page, number: (u32, u32), rows: &[(u32, u64)], own: Option<(Option<u32>, u64)>) {
    let found: Vec<(u32, u64)> = page.rows.iter().map(|row| (row.rank.unwrap(), row.player.get())).collect();
    let found_own = page.own.as_ref().map(|row| (row.rank, row.player.get()));
    assert_eq!(((page.page, page.pages), &*found, found_own), (number, rows, own));
}

#[tokio::test]
async fn ranks_are_contiguous_over_the_pages_and_ones_own_place_is_always_there() {
    let database = testing::database().await;
    let ratings: Vec<Rated> = [1500.0, 1900.0, 1700.0, 1700.0, 1600.0]
        .into_iter()
        .zip(1..)
        .map(|(rating, id)| rated(id, rating))
        .collect();
    insert(&database, &ratings).await;
    // Equal ratings stand by id, so that nobody changes places between two looks.
    check(&page(&database, None, 1, 1).await, (1, 2), &[(1, 2), (2, 3), (3, 4)], Some((Some(5), 1)));
    check(&page(&database, None, 2, 2).await, (2, 2), &[(4, 5), (5, 1)], Some((Some(1), 2)));
    check(&page(&database, None, 2, 1).await, (2, 2), &[(4, 5), (5, 1)], Some((Some(5), 1)));
    // Page 0 and pages beyond the last, and a stranger.
    check(&page(&database, None, 0, 9).await, (1, 2), &[(1, 2), (2, 3), (3, 4)], None);
    check(&page(&database, None, 77, 9).await, (2, 2), &[(4, 5), (5, 1)], None);
}

#[tokio::test]
async fn an_empty_leaderboard_has_one_page() {
    let database = testing::database().await;
    check(&page(&database, None, 3, 1).await, (1, 1), &[], None);
}

#[tokio::test]
async fn provisional_ratings_are_not_ranked_whether_new_or_old() {
    let database = testing::database().await;
    insert(
        &database,
        &[
            Rated { deviation: 110.01, ..rated(1, 2500.0) },
            Rated { deviation: 110.0, ..rated(2, 1400.0) },
            Rated { idle_days: 366, ..rated(3, 2400.0) },
            Rated { idle_days: 364, ..rated(4, 1300.0) },
        ],
    )
    .await;
    let page = page(&database, None, 1, 3).await;
    check(&page, (1, 1), &[(1, 2), (2, 4)], Some((None, 3)));
    let shown = page.own.unwrap().deviation;
    let expected = rating::Rating::new(2400.0, 60.0, 0.06).unwrap().after(Duration::days(366)).deviation();
    assert!((shown - expected).abs() < 1e-6, "{shown} is not {expected}");
}

#[tokio::test]
async fn a_server_has_the_people_who_played_there() {
    let database = testing::database().await;
    insert(
        &database,
        &[
            Rated { servers: &[1], ..rated(1, 1500.0) },
            Rated { servers: &[1, 2], ..rated(2, 1600.0) },
            Rated { servers: &[2], ..rated(3, 1700.0) },
        ],
    )
    .await;
    check(&page(&database, Some(1), 1, 3).await, (1, 1), &[(1, 2), (2, 1)], None);
    check(&page(&database, Some(2), 1, 3).await, (1, 1), &[(1, 3), (2, 2)], Some((Some(1), 3)));
    check(&page(&database, Some(3), 1, 3).await, (1, 1), &[], None);
    check(&page(&database, None, 1, 3).await, (1, 1), &[(1, 3), (2, 2), (3, 1)], Some((Some(1), 3)));
}

#[tokio::test]
async fn people_and_computers_have_lists_of_their_own() {
    let database = testing::database().await;
    let (low, high) = (1_000_011, 1_000_081);
    insert(
        &database,
        &[
            rated(1, 1500.0),
            Rated { servers: &[2], ..rated(2, 1700.0) },
            Rated { servers: &[2], deviation: 200.0, idle_days: 366, ..rated(low, 1400.0) },
            rated(high, 1600.0),
        ],
    )
    .await;
    check(&page(&database, None, 1, high).await, (1, 1), &[(1, 2), (2, 1)], None);
    check(&page(&database, Some(1), 1, 1).await, (1, 1), &[(1, 1)], Some((Some(1), 1)));
    let results = standing::results(&*database, PlayerId::new(1), NOW).await.unwrap();
    assert_eq!(results[0].standing.rank, Some(2));
    let computers = async |kind: &str, server: Option<u64>| -> Vec<u64> {
        let found = standing::computers(&*database, kind, server.map(ServerId::new), NOW).await.unwrap();
        found.iter().map(|row| row.player.get()).collect()
    };
    assert_eq!(computers("xima", None).await, [high, low]);
    assert_eq!(computers("xima", Some(2)).await, [low]);
    assert_eq!(computers("axiom", None).await, [0; 0]);
    let found = standing::computers(&*database, "xima", Some(ServerId::new(2)), NOW).await.unwrap();
    let expected = rating::Rating::new(1400.0, 200.0, 0.06).unwrap().after(Duration::days(366)).deviation();
    assert!((found[0].deviation - expected).abs() < 1e-6, "{found:?}");
}

#[tokio::test]
async fn an_account_that_is_gone_keeps_its_place() {
    let database = testing::database().await;
    insert(&database, &[rated(1, 1500.0), rated(2, 1600.0), rated(3, 1700.0)]).await;
    store::player::set_deleted(&*database, PlayerId::new(2), true).await.unwrap();
    let page = page(&database, None, 1, 1).await;
    check(&page, (1, 1), &[(1, 3), (2, 2), (3, 1)], Some((Some(3), 1)));
    assert_eq!(page.rows.iter().map(|row| row.deleted).collect::<Vec<_>>(), [false, true, false]);
}

#[tokio::test]
async fn a_profile_has_the_same_rank_as_the_leaderboard() {
    let database = testing::database().await;
    let ratings: Vec<Rated> =
        [1500.0, 1900.0, 1700.0, 1700.0].into_iter().zip(1..).map(|(rating, id)| rated(id, rating)).collect();
    insert(&database, &ratings).await;
    for id in 1..=4 {
        let results = standing::results(&*database, PlayerId::new(id), NOW).await.unwrap();
        let [results] = &*results else { panic!("one kind, not {}", results.len()) };
        assert_eq!(Some(&results.standing), page(&database, None, 1, id).await.own.as_ref());
        assert_eq!(results.kind, "xima");
        // No history yet: the best is what there is.
        assert!((results.best - results.standing.rating).abs() < 1e-9);
    }
    assert_eq!(standing::results(&*database, PlayerId::new(9), NOW).await.unwrap(), []);
}
