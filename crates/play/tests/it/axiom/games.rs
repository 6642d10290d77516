//! Whole games of Axiom through the database: won, drawn, resigned.

use game::{Outcome, Seat};
use play::game::{NewGame, RatingChange, State};
use play::{GameKind, turn};
use store::{GameId, PlayerId};

use super::{PAIR, REPEATED, position, recorded};
use crate::world::{World, create};

async fn begin(world: &World, rated: bool) -> (GameId, Vec<PlayerId>) {
    let seats = world.people(2).await;
    let new = NewGame { kind: GameKind::Axiom, rated, ..world.new_game(&seats) };
    (create(&world.context, new).await.expect("a game is created"), seats)
}

#[tokio::test]
async fn whole_games_are_played_from_the_opening_to_the_end() {
    let world = World::new().await;
    let mut ends = 0;
    for (line, recorded) in recorded() {
        let (id, _) = begin(&world, true).await;
        let mut game = world.load(id).await;
        for text in &recorded.moves {
            let player =
                game.to_move().unwrap_or_else(|| panic!("games.jsonl:{line}, {text}: it is over")).id;
            let turn = turn::play(&world.context, id, player, Some(game.hosted.ply()), text, None).await;
            game = turn.unwrap_or_else(|error| panic!("games.jsonl:{line}, {text}: {error}")).game;
        }
        let stored = world.load(id).await;
        assert_eq!(stored.hosted.position_text(), recorded.last, "games.jsonl:{line}");
        assert_eq!((&stored.state, stored.hosted.record()), (&game.state, game.hosted.record()));
        match (&stored.state, &recorded.result) {
            (State::Running { .. }, None) => assert_eq!(world.rated(id).await, 0),
            (State::Finished { outcome, reason, ratings, .. }, Some(result)) => {
                let winner = outcome.winner().map(|seat| GameKind::Axiom.colours()[seat.index()]);
                assert_eq!(
                    (winner, reason),
                    (Some(result.winner.as_str()), &result.reason),
                    "games.jsonl:{line}"
                );
                assert_eq!((ratings.len(), world.rated(id).await), (2, 2));
                ends += 1;
            }
            (state, _) => panic!("games.jsonl:{line}: {state:?}"),
        }
    }
    assert_eq!(ends, 4, "games that were won");
    world.assert_sound().await;
}

#[tokio::test]
async fn the_third_time_is_a_draw_and_ratings_count_a_half() {
    let world = World::new().await;
    // White has won before, so that a half each brings the two nearer to each other.
    let (first, seats) = begin(&world, true).await;
    for text in ["S(-1,0,2)S(-1,0,2)y-", "S(-1,1,2)S(-1,0,2)z+"] {
        world.play(first, text).await;
    }
    let new = NewGame { kind: GameKind::Axiom, ..world.new_game(&seats) };
    let id = create(&world.context, new).await.expect("a game is created");
    for text in &REPEATED[..7] {
        let game = world.play(id, text).await.game;
        assert!(matches!(game.state, State::Running { .. }), "{text}: {:?}", game.state);
    }
    let game = world.play(id, REPEATED[7]).await.game;
    let State::Finished { outcome, reason, ratings, unrated, .. } = &game.state else {
        panic!("{:?}", game.state)
    };
    assert_eq!((*outcome, reason.as_str(), *unrated), (Outcome::Draw, "repetition", None));
    assert!(game.hosted.choices().is_empty() && game.to_move().is_none());
    let change = |RatingChange { before, after, .. }: &RatingChange| after - before;
    let [black, white] = &ratings[..] else { panic!("{ratings:?}") };
    assert!(black.before < white.before && change(black) > 0.0 && change(white) < 0.0, "{ratings:?}");
    assert!(black.after < white.after, "a half is less than a win: {ratings:?}");
    assert_eq!(world.load(id).await.state, game.state, "what is stored is what was told");
    assert_eq!(world.rated(id).await, 2);
    let record = game.hosted.record_text();
    assert!(record.starts_with("1. ") && record.contains(" 4. "), "{record}");
    world.assert_sound().await;
}

#[tokio::test]
async fn the_own_pair_loses_and_a_resignation_too() {
    let world = World::new().await;
    let (id, seats) = begin(&world, true).await;
    for text in &REPEATED[..2] {
        world.play(id, text).await;
    }
    let state = turn::resign(&world.context, id, seats[1], None).await.expect("it has begun").game.state;
    let white_lost = matches!(&state, State::Finished { outcome: Outcome::Win(Seat::FIRST), reason, .. } if reason == "resigned");
    assert!(white_lost, "{state:?}");
    let mut game = position(PAIR);
    game.play("S(0,0,1) S(1,0,1)z+").expect("legal");
    assert_eq!(game.outcome(), Some((Outcome::Win(Seat::ALL[1]), "own-pair")));
    world.assert_sound().await;
}
