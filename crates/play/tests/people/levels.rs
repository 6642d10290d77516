//! Ratings of the computer's levels, and of the people who play against them.

use play::challenge::ColourWish;
use play::computer::{NewComputerGame, begin};
use play::game::TOO_MANY_GAMES;
use play::player::profile;
use play::standing::{LevelRow, Row, Scope, leaderboard, levels};
use play::{Computer, Game, GameKind, State, game, turn};
use search::{Level, Limits};
use store::game::{Rated, Rating, Score};
use store::{PlayerId, ServerId};
use time::Duration;

use crate::computer::against;
use crate::world::{ANA, BORIS, CHEN, NOW, SERVER, World};

async fn list(world: &World) -> Vec<LevelRow> {
    levels(&world.context, GameKind::Xima, Scope::Everywhere).await.unwrap()
}

/// The one level that has been rated.
async fn only(world: &World) -> Row {
    let [level] = &*list(world).await else { panic!("one level was played") };
    level.row.clone()
}

/// A person's rating; `None` before the first rated game.
async fn rating(world: &World, player: PlayerId) -> Option<f64> {
    let own = leaderboard(&world.context, GameKind::Xima, Scope::Everywhere, 1, player).await.unwrap().own;
    own.map(|own| own.rating)
}

async fn started(world: &World, new: NewComputerGame) -> Game {
    begin(&world.context, new).await.unwrap().1
}

/// Won, drawn and lost.
fn results(row: &Row) -> (u32, u32, u32) {
    (row.wins, row.draws, row.losses)
}

fn computer(game: &Game) -> PlayerId {
    game.seats.iter().find(|seated| seated.computer().is_some()).unwrap().id
}

/// Rates somebody as if for a win in a game.
async fn set(world: &World, game: &Game, player: PlayerId, rating: f64, deviation: f64) {
    let rating = Rating { player, rating, deviation, volatility: 0.06, rated_at: NOW };
    let rated = Rated { rating, before: 1500.0, deviation_before: 350.0, score: Score::Win };
    let mut connection = world.database.acquire().await.unwrap();
    store::game::rate(&mut connection, game.id, "xima", &[rated]).await.unwrap();
}

/// Has everybody move once.
async fn everybody_moves(world: &World, game: &Game) {
    for _ in 0..game.hosted.players() {
        let now = game::load(&world.context, game.id).await.unwrap();
        let (player, text) = (now.to_move().unwrap().id, now.hosted.choices()[0].long.clone());
        turn::play(&world.context, game.id, player, None, &text, None).await.unwrap();
    }
}

/// Has a computer win: the others give up, and the person last.
async fn all_but(world: &World, game: &Game, winner: PlayerId) {
    everybody_moves(world, game).await;
    let losers = game.seats.iter().map(|seated| seated.id).filter(|player| ![winner, ANA].contains(player));
    for loser in losers.chain([ANA]) {
        turn::resign(&world.context, game.id, loser, None).await.unwrap();
    }
    let state = game::load(&world.context, game.id).await.unwrap().state;
    assert!(matches!(state, State::Finished { .. }), "{state:?}");
}

#[track_caller]
fn check_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 0.5, "{found} is not {expected}");
}

#[tokio::test]
async fn an_unrated_game_is_rated_for_the_level_alone() {
    let world = World::new().await;
    assert_eq!(list(&world).await, []);
    let game = started(&world, against(4, 2, ColourWish::First)).await;
    let won = world.win(&game, ANA).await;
    assert!(matches!(&won.state, State::Finished { ratings, unrated: None, .. } if ratings.is_empty()));
    assert_eq!(game::load(&world.context, game.id).await.unwrap().state, won.state);
    let row = only(&world).await;
    assert_eq!((row.player, row.rank, row.games, results(&row)), (computer(&game), None, 1, (0, 0, 1)));
    assert_eq!(list(&world).await[0].level.number(), 4);
    // As of two beginners.
    check_close(row.rating, 1338.0);
    check_close(row.deviation, 290.0);
    assert_eq!(rating(&world, ANA).await, None);
    assert!(profile(&world.context, ANA, None).await.unwrap().standings.is_empty());

    // The person's own rating is the opponent's.
    set(&world, &game, BORIS, 2500.0, 50.0).await;
    let game = started(&world, NewComputerGame { player: BORIS, ..against(4, 2, ColourWish::First) }).await;
    world.win(&game, BORIS).await;
    let after = only(&world).await;
    assert_eq!((after.games, results(&after)), (2, (0, 0, 2)));
    assert!(after.rating < row.rating && after.rating > row.rating - 5.0, "as was to be expected: {after:?}");
    assert_eq!(rating(&world, BORIS).await, Some(2500.0));
    assert_eq!(game::verify(&world.context).await.unwrap().faults, []);
}

#[tokio::test]
async fn a_rated_game_is_rated_for_both() {
    let world = World::new().await;
    let rated = NewComputerGame { rated: true, ..against(4, 2, ColourWish::Second) };
    let game = started(&world, rated).await;
    let lost = world.win(&game, computer(&game)).await;
    let State::Finished { ratings, .. } = &lost.state else { panic!("{:?}", lost.state) };
    let [change] = &**ratings else { panic!("a person's change alone: {ratings:?}") };
    assert_eq!(Some(change.seat), game.seat_of(ANA));
    assert_eq!(game::load(&world.context, game.id).await.unwrap().state, lost.state);
    check_close(change.after, 1338.0);
    check_close(rating(&world, ANA).await.unwrap(), change.after);
    let row = only(&world).await;
    check_close(row.rating, 1662.0);
    assert_eq!(results(&row), (1, 0, 0));
    let shown = profile(&world.context, ANA, None).await.unwrap();
    assert_eq!((shown.standings[0].losses, shown.recent[0].won), (1, Some(false)));
    // The list of people knows no computers, and their best is not among theirs.
    let board = leaderboard(&world.context, GameKind::Xima, Scope::Everywhere, 1, computer(&game)).await;
    assert_eq!(board.unwrap().own, None);
}

#[tokio::test]
async fn a_level_begins_where_its_number_says() {
    let world = World::new().await;
    for level in Level::all() {
        let rated = NewComputerGame { rated: true, ..against(level.number(), 2, ColourWish::First) };
        let game = started(&world, rated).await;
        world.win(&game, ANA).await;
    }
    let rows = list(&world).await;
    let order: Vec<u8> = rows.iter().map(|row| row.level.number()).collect();
    assert_eq!(order, [8, 7, 6, 5, 4, 3, 2, 1]);
    assert!(rows.iter().all(|LevelRow { row, .. }| row.rank.is_none() && row.games == 1), "{rows:?}");
}

#[tokio::test]
async fn several_seats_of_a_level_are_one_entry() {
    let world = World::new().await;
    let two = started(&world, NewComputerGame { rated: true, ..against(4, 2, ColourWish::First) }).await;
    world.win(&two, ANA).await;
    let of_two = only(&world).await;

    let world = World::new().await;
    let four = started(&world, NewComputerGame { rated: true, ..against(4, 4, ColourWish::Second) }).await;
    let won = world.win(&four, ANA).await;
    assert!(matches!(&won.state, State::Finished { ratings, .. } if ratings.len() == 1));
    let of_four = only(&world).await;
    assert_eq!((of_four.games, results(&of_four)), (1, (0, 0, 1)));
    assert!(of_four.rating < of_two.rating, "three defeats: {of_four:?}");
    assert_eq!(world.count("rating_change").await, 2, "one row of the person and one of the level");
    assert!(rating(&world, ANA).await.unwrap() > 1662.0, "three victories");

    // Whichever of them wins, it has won once.
    for place in [0, 2, 3] {
        let world = World::new().await;
        let four = started(&world, against(4, 4, ColourWish::Second)).await;
        all_but(&world, &four, four.seats[place].id).await;
        let row = only(&world).await;
        assert_eq!((row.games, results(&row)), (1, (1, 0, 0)), "seat {place}");
        check_close(row.rating, 1662.0);
    }
}

#[tokio::test]
async fn who_leaves_a_game_to_computers_has_lost_it() {
    let world = World::new().await;
    for (way, rated) in [("resigned", true), ("time", true), ("resigned", false)] {
        let before = rating(&world, ANA).await.unwrap_or(1500.0);
        let level = list(&world).await.first().map_or(1500.0, |level| level.row.rating);
        let game = started(&world, NewComputerGame { rated, ..against(4, 3, ColourWish::First) }).await;
        everybody_moves(&world, &game).await;
        let state = if way == "resigned" {
            turn::resign(&world.context, game.id, ANA, None).await.unwrap().game.state
        } else {
            world.advance(Duration::days(4));
            turn::expire(&world.context, 10).await.unwrap();
            game::load(&world.context, game.id).await.unwrap().state
        };
        let State::Aborted { reason, ratings, .. } = &state else { panic!("{state:?}") };
        assert_eq!((&**reason, ratings.len()), ("computers", usize::from(rated)), "{way}");
        assert_eq!(game::load(&world.context, game.id).await.unwrap().state, state);
        let after = rating(&world, ANA).await.unwrap();
        assert_eq!(
            (after < before, ratings.first().is_none_or(|change| change.after < before)),
            (rated, true)
        );
        assert!(only(&world).await.rating > level, "{way}");
    }
    assert_eq!(results(&only(&world).await), (3, 0, 0));
    let shown = profile(&world.context, ANA, None).await.unwrap();
    assert_eq!(shown.standings[0].losses, 2);
    let recent: Vec<_> = shown.recent.iter().map(|game| (game.won, game.rating.is_some())).collect();
    assert_eq!(recent, [(Some(false), false), (Some(false), true), (Some(false), true)]);
    assert_eq!(game::verify(&world.context).await.unwrap().faults, []);
}

#[tokio::test]
async fn a_game_that_was_not_played_does_not_count_for_the_level() {
    let world = World::new().await;
    // Nobody came, somebody gave up at once, a moderator ended it, and only one has moved.
    let game = started(&world, against(4, 2, ColourWish::First)).await;
    world.advance(Duration::days(4));
    assert_eq!(turn::expire(&world.context, 10).await.unwrap(), 1);
    assert!(matches!(game::load(&world.context, game.id).await.unwrap().state, State::Finished { .. }));
    let game = started(&world, against(4, 2, ColourWish::First)).await;
    turn::resign(&world.context, game.id, ANA, None).await.unwrap();
    let game = started(&world, against(4, 2, ColourWish::First)).await;
    everybody_moves(&world, &game).await;
    turn::end_by_moderator(&world.context, game.id, None).await.unwrap();
    let game = started(&world, against(4, 2, ColourWish::Second)).await;
    turn::play(&world.context, game.id, computer(&game), None, "-G2", None).await.unwrap();
    world.advance(Duration::days(4));
    assert_eq!(turn::expire(&world.context, 10).await.unwrap(), 1);
    assert_eq!(list(&world).await, []);
}

#[tokio::test]
async fn a_game_with_a_hint_does_not_count_for_the_level() {
    let world = World::new().await;
    let game = started(&world, against(4, 2, ColourWish::First)).await;
    let thought = game.hosted.think(&Limits::nodes(200), Level::LOWEST, 1).unwrap();
    play::hint::give(&world.context, &game, ANA, &thought).await.unwrap();
    world.win(&game, ANA).await;
    assert_eq!(list(&world).await, []);
    let game = started(&world, against(4, 2, ColourWish::First)).await;
    world.win(&game, ANA).await;
    assert_eq!(only(&world).await.games, 1);
}

#[tokio::test]
async fn ten_games_a_day_count_against_the_same_one() {
    let world = World::new().await;
    let play = async |player, level, rated| {
        let new = NewComputerGame { player, rated, ..against(level, 2, ColourWish::First) };
        let (challenge, game) = begin(&world.context, new).await.unwrap();
        assert_eq!(challenge.rated, rated);
        (game.rated, world.win(&game, player).await.state)
    };
    for _ in 0..10 {
        play(ANA, 4, false).await;
    }
    let before = only(&world).await;
    play(ANA, 4, false).await;
    assert_eq!(only(&world).await, before, "the eleventh");
    // The level has been rated ten times, and she not once.
    for game in 0..10 {
        let (begun, state) = play(ANA, 4, true).await;
        assert!(begun && matches!(&state, State::Finished { unrated: None, .. }), "game {game}: {state:?}");
    }
    assert_eq!(only(&world).await, before);
    let (begun, state) = play(ANA, 4, true).await;
    assert!(!begun && matches!(&state, State::Finished { ratings, .. } if ratings.is_empty()));
    assert_eq!(leaderboard_games(&world, ANA).await, 10);
    // Others and other levels are not concerned, and a day later nobody is.
    assert!(play(BORIS, 4, true).await.0);
    assert!(play(ANA, 5, true).await.0);
    assert_eq!((list(&world).await.iter().map(|level| level.row.games)).collect::<Vec<_>>(), [1, 11]);
    world.advance(Duration::days(1));
    assert!(play(ANA, 4, true).await.0);
    assert_eq!((list(&world).await.iter().map(|level| level.row.games)).collect::<Vec<_>>(), [1, 12]);
}

#[tokio::test]
async fn a_game_begun_rated_learns_at_its_end_that_it_is_not() {
    let world = World::new().await;
    let rated = || NewComputerGame { rated: true, ..against(4, 2, ColourWish::First) };
    let late = started(&world, rated()).await;
    for _ in 0..10 {
        let game = started(&world, rated()).await;
        world.win(&game, ANA).await;
    }
    let before = only(&world).await;
    let state = world.win(&late, ANA).await.state;
    assert!(matches!(&state, State::Finished { unrated: Some(TOO_MANY_GAMES), .. }), "{state:?}");
    assert_eq!((only(&world).await, leaderboard_games(&world, ANA).await), (before, 10));
}

async fn leaderboard_games(world: &World, player: PlayerId) -> u32 {
    let board = leaderboard(&world.context, GameKind::Xima, Scope::Everywhere, 1, player).await.unwrap();
    board.own.map_or(0, |own| own.games)
}

#[tokio::test]
async fn the_list_has_a_place_for_what_is_sure() {
    let world = World::new().await;
    let game = started(&world, against(5, 2, ColourWish::First)).await;
    for (level, rating, deviation) in
        [(1, 1200.0, 110.0), (2, 1900.0, 110.1), (3, 1300.0, 60.0), (5, 1200.0, 60.0), (8, 1100.0, 200.0)]
    {
        set(&world, &game, PlayerId::new(1_000_001 + 10 * level), rating, deviation).await;
    }
    let ranks = |rows: Vec<LevelRow>| -> Vec<(Option<u32>, u8)> {
        rows.into_iter().map(|LevelRow { level, row }| (row.rank, level.number())).collect()
    };
    let all = [(Some(1), 3), (Some(2), 1), (Some(3), 5), (None, 2), (None, 8)];
    assert_eq!(ranks(list(&world).await), all, "equals by level");
    assert_eq!(levels(&world.context, GameKind::Axiom, Scope::Everywhere).await.unwrap(), []);
    // In a server those that somebody has played there.
    let of_server =
        async |id| ranks(levels(&world.context, GameKind::Xima, Scope::Server(id)).await.unwrap());
    assert_eq!(of_server(SERVER).await, [(Some(1), 5)]);
    assert_eq!(of_server(ServerId::new(1)).await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_end_together_are_all_counted() {
    let world = World::new().await;
    let mut games = Vec::new();
    for round in 0..24 {
        let player = [ANA, BORIS, CHEN][round % 3];
        let players = if round < 12 { 2 } else { 3 };
        let new = NewComputerGame { player, rated: round % 2 == 0, ..against(4, players, ColourWish::First) };
        let game = started(&world, new).await;
        everybody_moves(&world, &game).await;
        games.push((game.id, player));
    }
    let ends: Vec<_> = (games.iter().copied().zip([&world.context, &world.elsewhere].into_iter().cycle()))
        .map(|((id, player), context)| {
            let context = context.clone();
            tokio::spawn(async move { turn::resign(&context, id, player, None).await })
        })
        .collect();
    for end in ends {
        end.await.expect("no panic").expect("no deadlock");
    }
    let row = only(&world).await;
    assert_eq!((row.games, results(&row)), (24, (24, 0, 0)));
    // Each change begins where another ended: none was computed from an old rating and none is lost.
    let level = Computer::all().find(|computer| computer.level().number() == 4).unwrap().id();
    let mut changes = Vec::new();
    for (id, _) in &games {
        let of_game = store::game::changes(&world.context.pool, *id).await.unwrap();
        changes.extend(of_game.into_iter().filter(|change| change.player == level));
    }
    assert_eq!(changes.len(), 24);
    let mut at = 1500.0;
    for _ in &games {
        let next = changes.iter().find(|change| f64::abs(change.before - at) < 1e-9);
        at = next.expect("a chain of changes").after;
    }
    check_close(row.rating, at);
}

#[tokio::test]
async fn other_places_of_a_level_are_no_players_of_their_own() {
    let world = World::new().await;
    let game = started(&world, NewComputerGame { rated: true, ..against(4, 4, ColourWish::First) }).await;
    all_but(&world, &game, game.seats[3].id).await;
    let computers: Vec<PlayerId> = Computer::all().map(Computer::id).collect();
    let rated = store::game::ratings(&world.context.pool, "xima", &computers).await.unwrap();
    assert_eq!(rated.iter().map(|rating| rating.player.get()).collect::<Vec<_>>(), [1_000_041]);
}
