//! Leaderboards and profiles of games that were played.

use play::player::{self, profile};
use play::standing::{Leaderboard, Scope, leaderboard};
use play::{GameKind, State};
use store::{PlayerId, ServerId};
use time::Duration;

use crate::world::{ANA, BORIS, CHEN, DORA, SERVER, World, game_of_four, person};

async fn board(world: &World, scope: Scope, asker: PlayerId) -> Leaderboard {
    leaderboard(&world.context, GameKind::Xima, scope, 1, asker).await.unwrap()
}

#[tokio::test]
async fn beginners_are_not_ranked_but_see_themselves() {
    let world = World::new().await;
    let game = world.game(ANA, BORIS).await;
    world.win(&game, ANA).await;
    let seen = board(&world, Scope::Everywhere, ANA).await;
    assert_eq!((seen.page, seen.pages, seen.rows.len()), (1, 1, 0));
    let own = seen.own.unwrap();
    assert_eq!((own.player, own.rank, own.games, own.wins, own.losses), (ANA, None, 1, 1, 0));
    assert!(own.rating > 1600.0);
    assert!(board(&world, Scope::Everywhere, CHEN).await.own.is_none());
}

#[tokio::test]
async fn enough_games_bring_a_rank_in_the_server_where_they_were_played() {
    let world = World::new().await;
    for round in 0..24 {
        let game = world.game(ANA, BORIS).await;
        world.win(&game, if round % 3 == 0 { BORIS } else { ANA }).await;
        // Fewer than ten a day, so that all of them are rated.
        world.advance(Duration::hours(3));
    }
    let ranks = async |scope, asker| {
        let seen = board(&world, scope, asker).await;
        let rows: Vec<(u32, PlayerId)> =
            seen.rows.iter().map(|row| (row.rank.unwrap(), row.player)).collect();
        (rows, seen.own.and_then(|own| own.rank))
    };
    let expected = vec![(1, ANA), (2, BORIS)];
    assert_eq!(ranks(Scope::Everywhere, BORIS).await, (expected.clone(), Some(2)));
    assert_eq!(ranks(Scope::Server(SERVER), ANA).await, (expected.clone(), Some(1)));
    assert_eq!(ranks(Scope::Server(ServerId::new(1)), ANA).await, (vec![], None));
    // Renamed and gone, they keep their places.
    player::deleted(&world.context, ANA).await.unwrap();
    player::see(&world.context, &[play::player::Seen { name: "@everyone".to_owned(), ..person(2) }])
        .await
        .unwrap();
    let seen = board(&world, Scope::Everywhere, CHEN).await;
    assert!(seen.rows[0].deleted && !seen.rows[1].deleted);
    assert_eq!(seen.rows[1].name, "@everyone");
    let shown = profile(&world.context, ANA, None).await.unwrap();
    assert_eq!((shown.standings[0].rank, shown.standings[0].provisional), (Some(1), false));
}

#[tokio::test]
async fn a_profile_tells_of_results_and_recent_games() {
    let world = World::new().await;
    let won = world.game(ANA, BORIS).await;
    let won = world.win(&won, ANA).await;
    let four = game_of_four(&world).await;
    let four = world.win(&four, CHEN).await;
    let running = world.game(ANA, DORA).await;

    let shown = profile(&world.context, ANA, None).await.unwrap();
    assert_eq!((shown.id, &*shown.name, shown.running), (ANA, "p1", 1));
    let [standing] = &*shown.standings else { panic!("{:?}", shown.standings) };
    assert_eq!((standing.wins, standing.draws, standing.losses), (1, 0, 1));
    assert!(standing.provisional && standing.rank.is_none());
    let State::Finished { ratings, .. } = &won.state else { panic!("{:?}", won.state) };
    let best = ratings.iter().find(|change| change.seat.index() == 0).unwrap().after;
    assert!((standing.best - best).abs() < 1e-9 && standing.rating < best);
    let recent: Vec<_> =
        shown.recent.iter().map(|game| (game.id, game.won, game.opponents.clone())).collect();
    assert_eq!(recent, [(four.id, Some(false), vec![BORIS, CHEN, DORA]), (won.id, Some(true), vec![BORIS])]);
    let (before, after) = shown.recent[1].rating.unwrap();
    assert!((before - 1500.0).abs() < 1e-9 && (after - best).abs() < 1e-9);
    assert!(shown.recent.iter().all(|game| game.id != running.id));

    // In a game that they have not played they have no results.
    let other = profile(&world.context, ANA, Some(GameKind::Axiom)).await.unwrap();
    assert!(other.standings.is_empty() && other.recent.is_empty());
    let same = profile(&world.context, ANA, Some(GameKind::Xima)).await.unwrap();
    assert_eq!((same.standings.len(), same.recent.len()), (1, 2));
    let nobody = profile(&world.context, PlayerId::new(9999), None).await.unwrap();
    assert_eq!((&*nobody.name, nobody.standings.len(), nobody.running, nobody.recent.len()), ("", 0, 0, 0));
}
