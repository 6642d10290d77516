//! Whole games, move by move through the database.

use std::collections::BTreeSet;
use std::sync::Arc;

use play::game::{Aim, NewGame, State};
use play::turn;
use play::{Board, Game, Refused, game};
use store::{ChannelId, GameId, MessageId, PlayerId, ServerId};
use time::Duration;
use tokio::sync::Barrier;

use crate::record::games;
use crate::world::{CHANNEL, DEADLINE, SERVER, World, before_the_summit, create, refused};

#[tokio::test]
async fn whole_games_are_played_from_the_opening_to_the_end() {
    let world = World::new().await;
    // Two processes take the turns by turns: neither believes what it replayed before the other moved.
    let processes = [world.context.clone(), world.another_process()];
    let mut tables = BTreeSet::new();
    for (line, recorded) in games() {
        tables.insert(recorded.players);
        let seats = world.people(recorded.players.into()).await;
        let id = world.game(&seats).await;
        let mut game = world.load(id).await;
        for (ply, text) in recorded.moves.iter().enumerate() {
            let case = format!("games.jsonl:{line}, ply {ply}, {text}");
            assert_eq!(game.hosted.choices().len(), recorded.legal_counts[ply], "{case}");
            let player = game.to_move().unwrap_or_else(|| panic!("{case}: the game is over")).id;
            world.context.clock.advance(Duration::MINUTE);
            let ply = Some(game.hosted.ply());
            let process = &processes[usize::from(game.hosted.ply() % 2 == 1)];
            let turn = turn::play(process, id, player, ply, text, None).await;
            game = turn.unwrap_or_else(|error| panic!("{case}: {error}")).game;
            if let State::Running { turn, deadline } = game.state {
                assert_eq!(game.hosted.turn(), Some(turn), "{case}");
                assert_eq!(deadline, world.context.clock.now() + DEADLINE, "{case}");
            }
        }
        let stored = game::load(&world.another_process(), id).await.expect("the game is there");
        assert_eq!(stored.hosted.position_text(), recorded.last, "games.jsonl:{line}");
        assert_eq!(stored.hosted.record(), game.hosted.record(), "games.jsonl:{line}");
        assert_eq!(stored.state, game.state, "games.jsonl:{line}");
        match (&stored.state, recorded.winner()) {
            (State::Running { .. }, None) => assert_eq!(world.rated(id).await, 0),
            (State::Finished { outcome, reason, ratings, unrated, .. }, Some(winner)) => {
                assert_eq!(outcome.winner(), Some(winner), "games.jsonl:{line}");
                assert_eq!(Some(reason), recorded.reason.as_ref(), "games.jsonl:{line}");
                assert_eq!((ratings.len(), *unrated), (seats.len(), None), "games.jsonl:{line}");
                assert_eq!(world.rated(id).await, seats.len());
            }
            (state, winner) => panic!("games.jsonl:{line}: {state:?}, and the winner should be {winner:?}"),
        }
    }
    assert_eq!(tables, BTreeSet::from([2, 3, 4]), "numbers of players");
    world.assert_sound().await;
}

#[tokio::test]
async fn a_record_is_written_by_rounds() {
    let world = World::new().await;
    let (id, seats) = world.game_after(3, &before_the_summit(3)).await;
    turn::resign(&world.context, id, seats[1], None).await.expect("out of turn");
    let game = world.play(id, "top").await.game;
    expect_test::expect!["1. -G2 -A1 -B1 2. -G4 -A3 -B3 3. -G6 -A5 -B5 resigns(b) 4. TOP"]
        .assert_eq(&game.hosted.record_text());
}

#[tokio::test]
async fn each_refusal_comes_in_its_turn() {
    let world = World::new().await;
    let (id, seats) = world.game_after(2, &["-G2"]).await;
    let stranger = world.people(1).await[0];
    let play = async |player: PlayerId, ply: Option<u32>, text: &str| {
        refused(turn::play(&world.context, id, player, ply, text, None).await)
    };
    assert!(matches!(play(stranger, Some(1), "-G4").await, Refused::NotInGame(game) if game.id == id));
    assert!(matches!(play(seats[0], Some(0), "-G4").await, Refused::Stale(game) if game.hosted.ply() == 1));
    assert!(matches!(play(seats[0], Some(1), "-G4").await, Refused::NotYourTurn(game) if game.id == id));
    assert!(matches!(play(seats[0], None, "-G4").await, Refused::NotYourTurn(_)));
    assert!(
        matches!(play(seats[1], Some(1), "G9").await, Refused::Move(phrase) if phrase.id.starts_with("xima-refused-"))
    );
    let missing = turn::play(&world.context, GameId::new(999), seats[0], None, "-G4", None).await;
    assert!(matches!(refused(missing), Refused::NoSuchGame));
    match play(seats[1], None, "-b…").await {
        Refused::Group { prefix, offers, .. } => {
            assert_eq!(prefix, "-B");
            assert!((2..=25).contains(&offers.len()), "{offers:?}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(world.load(id).await.hosted.ply(), 1, "nothing of it was played");
    world.play(id, "-A1").await;
    turn::resign(&world.context, id, seats[0], None).await.expect("it has begun");
    assert!(matches!(play(seats[1], Some(1), "-G4").await, Refused::GameOver(_)));
    assert!(matches!(play(stranger, None, "-G4").await, Refused::NotInGame(_)));
    assert!(matches!(refused(turn::resign(&world.context, id, seats[1], None).await), Refused::GameOver(_)));
    assert!(matches!(refused(turn::end_by_moderator(&world.context, id, None).await), Refused::GameOver(_)));
}

#[tokio::test]
async fn a_game_in_which_not_everyone_has_moved_is_aborted_unrated() {
    let world = World::new().await;
    for (players, moves) in
        [(2, vec![]), (2, vec!["-A1"]), (3, vec!["-A1", "-B1"]), (4, vec!["-A1", "-B1", "-C1"])]
    {
        let (id, seats) = world.game_after(players, &moves).await;
        let game = turn::resign(&world.context, id, seats[0], None).await.expect("resigned").game;
        assert!(
            matches!(&game.state, State::Aborted { reason, .. } if reason == "resigned"),
            "{:?}",
            game.state
        );
        assert_eq!(world.load(id).await.state, game.state);
        assert_eq!(world.rated(id).await, 0);
    }
    let (id, seats) = world.game_after(2, &["-A1", "-B1"]).await;
    let game = turn::resign(&world.context, id, seats[0], None).await.expect("resigned").game;
    assert!(
        matches!(&game.state, State::Finished { reason, .. } if reason == "resigned"),
        "{:?}",
        game.state
    );
    assert_eq!(world.rated(id).await, 2);
    world.assert_sound().await;
}

#[tokio::test]
async fn of_three_players_two_go_on_when_one_resigns() {
    let world = World::new().await;
    let (id, seats) = world.game_after(3, &["-A1", "-B1", "-C1"]).await;
    let before = world.load(id).await;
    world.context.clock.advance(Duration::HOUR);
    let game = turn::resign(&world.context, id, seats[2], None).await.expect("out of turn").game;
    assert_eq!(game.state, before.state, "the turn goes on, and its time");
    assert!(!game.hosted.record().last().expect("the resignation").begins_turn);
    assert!(matches!(refused(turn::resign(&world.context, id, seats[2], None).await), Refused::AlreadyOut));
    assert!(matches!(
        refused(turn::play(&world.context, id, seats[2], None, "-D1", None).await),
        Refused::AlreadyOut
    ));
    let own = |player| game::of_player(&world.context, player);
    assert_eq!(own(seats[2]).await.expect("listed").len(), 0, "the game is not theirs any more");
    assert_eq!(own(seats[0]).await.expect("listed").len(), 1);
    world.play(id, "-D1").await;
    let next = world.play(id, "-E1").await.game;
    assert_eq!(next.to_move().map(|player| player.id), Some(seats[0]));
    world.assert_sound().await;
}

#[tokio::test]
async fn a_moderator_ends_a_game_unrated() {
    let world = World::new().await;
    let (id, _) = world.game_after(2, &["-A1", "-B1", "-C1"]).await;
    let game = turn::end_by_moderator(&world.context, id, None).await.expect("ended").game;
    assert!(
        matches!(&game.state, State::Aborted { reason, .. } if reason == "moderator"),
        "{:?}",
        game.state
    );
    assert_eq!((world.load(id).await.state, world.rated(id).await), (game.state, 0));
    world.assert_sound().await;
}

#[tokio::test]
async fn nobody_plays_more_than_twenty_games_at_once() {
    let world = World::new().await;
    let busy = world.people(1).await[0];
    let others = world.people(30).await;
    let processes = [world.another_process(), world.another_process()];
    let attempts = others.iter().zip(processes.iter().cycle()).map(|(other, context)| {
        let (context, new) = (context.clone(), world.new_game(&[*other, busy]));
        tokio::spawn(async move { create(&context, new).await })
    });
    let mut created = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        match attempt.await.expect("no panic") {
            Ok(_) => created += 1,
            other => match refused(other) {
                Refused::TooManyGames { player, limit: 20 } => assert_eq!(player, busy),
                other => panic!("{other:?}"),
            },
        }
    }
    assert_eq!(created, 20);
    let games = game::of_player(&world.context, busy).await.expect("listed");
    assert_eq!(games.len(), 20);
    turn::end_by_moderator(&world.context, games[0].id, None).await.expect("ended");
    create(&world.context, world.new_game(&[busy, others[0]])).await.expect("there is room for one again");
}

#[tokio::test]
async fn a_command_finds_the_game_it_means() {
    let world = World::new().await;
    let [ana, boris, chen] = world.people(3).await[..] else { unreachable!("three were asked for") };
    let (here, there) = (ChannelId::new(77), ChannelId::new(78));
    let game_in = async |seats: [PlayerId; 2], channel| {
        let id = world.game(&seats).await;
        game::set_channel(&world.context, id, channel).await.expect("moved");
        id
    };
    let find = async |player, channel, named: Option<&str>| {
        let found = game::find(&world.context, player, Some(SERVER), channel, named, Aim::Play).await;
        found.map(|game: Game| game.id)
    };
    assert!(matches!(refused(find(ana, here, None).await), Refused::NoGameHere));
    let first = game_in([ana, boris], here).await;
    assert_eq!(find(ana, here, None).await.expect("own, here"), first);
    assert_eq!(find(chen, here, None).await.expect("the only one here"), first);
    assert_eq!(find(ana, there, None).await.expect("own, in this server"), first);
    assert!(matches!(refused(find(chen, there, None).await), Refused::NoGameHere));
    let second = game_in([ana, chen], here).await;
    match refused(find(ana, here, None).await) {
        Refused::WhichGame(games) => {
            assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [first, second]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(find(boris, here, None).await.expect("only one here is boris's"), first);
    for named in [second.to_string(), format!("#{second}"), format!(" #{second} ")] {
        assert_eq!(find(boris, there, Some(&named)).await.expect("named"), second, "{named:?}");
    }
    for named in ["", "#", "12x", "99999", "-1", "99999999999999999999999"] {
        assert!(matches!(refused(find(ana, here, Some(named)).await), Refused::NoSuchGame), "{named:?}");
    }
    let elsewhere = game::find(&world.context, boris, Some(ServerId::new(2)), there, None, Aim::Play).await;
    assert_eq!(elsewhere.expect("the only one anywhere").id, first);
}

#[tokio::test]
async fn in_the_thread_of_a_game_that_is_over_that_game_is_meant() {
    let world = World::new().await;
    let [ana, boris, chen] = world.people(3).await[..] else { unreachable!("three were asked for") };
    let (thread, another) = (ChannelId::new(77), ChannelId::new(78));
    let game_in = async |seats: [PlayerId; 2], channel| {
        let id = world.game(&seats).await;
        game::set_channel(&world.context, id, channel).await.expect("moved");
        id
    };
    let end = async |id| drop(turn::end_by_moderator(&world.context, id, None).await.expect("ended"));
    let find = async |player, channel, named: Option<&str>| {
        let found = game::find(&world.context, player, Some(SERVER), channel, named, Aim::Play).await;
        found.map(|game: Game| game.id)
    };
    let over = game_in([ana, boris], thread).await;
    end(over).await;
    let running = game_in([ana, chen], another).await;
    for player in [ana, boris, chen] {
        assert_eq!(find(player, thread, None).await.expect("the one that is over"), over);
    }
    assert_eq!(find(ana, thread, Some(&running.to_string())).await.expect("named"), running);
    let third = game_in([ana, boris], another).await;
    assert_eq!(find(ana, thread, None).await.expect("however many run elsewhere"), over);
    end(third).await;

    // Where games begin, what is over there does not count.
    let in_the_open = world.game(&[boris, chen]).await;
    end(in_the_open).await;
    assert_eq!(find(ana, CHANNEL, None).await.expect("her only running one"), running);

    // A rematch in the same thread, or a game that found a new home in it.
    for seats in [[ana, boris], [boris, chen]] {
        let next = game_in(seats, thread).await;
        assert_eq!(find(ana, thread, None).await.expect("the one that runs"), next);
        end(next).await;
    }
    game::set_channel(&world.context, running, thread).await.expect("moved");
    assert_eq!(find(boris, thread, None).await.expect("the one that runs, though it is older"), running);
}

/// The games that a command means that names none, in the order in which they are offered.
async fn meant(world: &World, player: PlayerId, channel: ChannelId, aim: Aim) -> Vec<GameId> {
    match game::find(&world.context, player, Some(SERVER), channel, None, aim).await {
        Ok(game) => vec![game.id],
        Err(play::Error::Refused(refused)) => match *refused {
            Refused::WhichGame(games) => games.iter().map(|game| game.id).collect(),
            Refused::NoGameHere => Vec::new(),
            other => panic!("{other:?}"),
        },
        Err(other) => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_game_that_was_moved_and_is_over_is_not_meant_where_it_was_moved_to() {
    let world = World::new().await;
    let people = world.people(4).await;
    let (thread, home) = (ChannelId::new(77), ChannelId::new(88));
    let id = world.game(&people[..2]).await;
    game::set_channel(&world.context, id, thread).await.expect("it has a thread");
    game::set_homeless(&world.context, id).await.expect("the thread is gone");
    game::set_home(&world.context, id, home).await.expect("moved");
    let moved = world.load(id).await;
    assert_eq!((moved.channel, moved.parent_channel, moved.homeless), (home, home, false));
    assert_eq!(meant(&world, people[2], home, Aim::Look).await, [id], "while it goes on");
    for text in ["-G2", "-G4", "-G6", "TOP"] {
        world.play(id, text).await;
    }
    for player in &people {
        for aim in [Aim::Play, Aim::Look] {
            assert_eq!(meant(&world, *player, home, aim).await, [], "{player} {aim:?}");
        }
    }
    // It is one of those that were played there, and the newest is analysed.
    let analysed = async |player| {
        play::analysis::find(&world.context, player, SERVER, home, None).await.expect("a game").id
    };
    assert_eq!(analysed(people[2]).await, id);
    world.context.clock.advance(Duration::MINUTE);
    let new = NewGame { channel: home, ..world.new_game(&people[1..3]) };
    let later = create(&world.context, new).await.expect("created");
    for text in ["-G2", "-G4", "-G6", "TOP"] {
        world.play(later, text).await;
    }
    assert_eq!(analysed(people[3]).await, later);
    assert_eq!(analysed(people[0]).await, id, "their own");
}

#[tokio::test]
async fn other_peoples_games_stand_in_nobodys_way() {
    let world = World::new().await;
    let [ana, boris, chen, dora] = world.people(4).await[..] else { unreachable!("four were asked for") };
    let solo = ChannelId::new(77);
    let theirs = world.game(&[boris, chen]).await;
    let own = create(&world.context, NewGame { channel: solo, ..world.new_game(&[ana, boris]) }).await;
    let own = own.expect("created");
    let meant = async |player, aim| meant(&world, player, CHANNEL, aim).await;
    assert_eq!(meant(ana, Aim::Play).await, [own]);
    assert_eq!(meant(ana, Aim::Look).await, [theirs], "the only one there");
    assert_eq!(meant(boris, Aim::Play).await, [theirs], "their own that runs there");
    for aim in [Aim::Play, Aim::Look] {
        assert_eq!(meant(dora, aim).await, [theirs], "{aim:?}: the only one there");
    }
    let others = world.game(&[chen, boris]).await;
    assert_eq!(meant(ana, Aim::Play).await, [own]);
    assert_eq!(meant(ana, Aim::Look).await, [own, others, theirs]);
    assert_eq!(meant(dora, Aim::Play).await, []);
    assert_eq!(meant(dora, Aim::Look).await, [others, theirs]);
    // No more than can be chosen from.
    for _ in 0..24 {
        world.game_after(2, &[]).await;
    }
    assert_eq!(meant(dora, Aim::Look).await.len(), 25);
}

#[tokio::test]
async fn lists_put_first_what_waits_for_the_player() {
    let world = World::new().await;
    let [ana, boris] = world.people(2).await[..] else { unreachable!("two were asked for") };
    let theirs = world.game(&[boris, ana]).await;
    world.context.clock.advance(Duration::MINUTE);
    let own = world.game(&[ana, boris]).await;
    let ids = async |player| {
        let games = game::of_player(&world.context, player).await.expect("listed");
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(ana).await, [own, theirs]);
    assert_eq!(ids(boris).await, [theirs, own]);
    let listed = game::of_server(&world.context, SERVER, 1).await.expect("listed");
    assert_eq!(
        listed.iter().map(|game| (game.id, game.seats.len(), game.ply)).collect::<Vec<_>>(),
        [(own, 2, 0)]
    );
    assert_eq!(game::of_server(&world.context, ServerId::new(2), 10).await.expect("listed").len(), 0);
}

#[tokio::test]
async fn the_newest_board_is_kept_and_the_one_before_is_given_back() {
    let world = World::new().await;
    let (id, _) = world.game_after(2, &["-A1"]).await;
    let board = |message, ply| Board { channel: CHANNEL, message: MessageId::new(message), ply };
    let set = async |board| game::set_board(&world.context, id, board).await.expect("set");
    assert_eq!(set(board(1, 0)).await, None);
    assert_eq!(set(board(2, 1)).await, Some(board(1, 0)));
    assert_eq!(set(board(3, 0)).await, None, "an older board comes too late");
    assert_eq!(set(board(2, 1)).await, None, "the same board is not replaced by itself");
    assert_eq!(set(board(4, 1)).await, Some(board(2, 1)), "a board shown again elsewhere");
    assert_eq!(world.load(id).await.board, Some(board(4, 1)));
    game::set_homeless(&world.context, id).await.expect("set");
    assert!(world.load(id).await.homeless);
    game::set_channel(&world.context, id, ChannelId::new(11)).await.expect("set");
    let moved = world.load(id).await;
    assert_eq!((moved.channel, moved.parent_channel, moved.homeless), (ChannelId::new(11), CHANNEL, false));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_boards_the_newer_is_kept() {
    let world = World::new().await;
    let (id, _) = world.game_after(2, &["-A1"]).await;
    let processes = [world.another_process(), world.another_process()];
    for round in 0..50_u32 {
        let barrier = Arc::new(Barrier::new(2));
        let boards = [2 * round, 2 * round + 1].map(|ply| Board {
            channel: CHANNEL,
            message: MessageId::new(u64::from(ply) + 1),
            ply,
        });
        let sets: Vec<_> = (boards.into_iter().zip(&processes))
            .map(|(board, context)| {
                let (context, barrier) = (context.clone(), barrier.clone());
                tokio::spawn(async move {
                    barrier.wait().await;
                    game::set_board(&context, id, board).await.expect("set")
                })
            })
            .collect();
        let mut replaced = Vec::new();
        for set in sets {
            replaced.extend(set.await.expect("no panic"));
        }
        assert_eq!(world.load(id).await.board, Some(boards[1]), "round {round}");
        let before = round.checked_sub(1).map(|_| 2 * round - 1);
        let plies: Vec<u32> = replaced.iter().map(|board| board.ply).collect();
        let (all, newer): (Vec<u32>, Vec<u32>) =
            (before.into_iter().chain([2 * round]).collect(), before.into_iter().collect());
        assert!(plies == all || plies == newer, "round {round}: {plies:?} were replaced, each once");
    }
}

#[tokio::test]
async fn a_game_that_was_tampered_with_is_found() {
    let world = World::new().await;
    let (id, seats) = world.game_after(2, &["-A1", "-B1"]).await;
    world.assert_sound().await;
    let game = world.load(id).await;
    // Plies beyond those of the game's row are not looked at: what is forged is the row.
    let mut beyond = 100..;
    let mut forge = async |ply, turn, position: &str| {
        let at = world.context.clock.now();
        let next = store::game::Advance { ply, turn, position, clock: None };
        let played = store::game::Played { ply: beyond.next().expect("no end"), seat: turn, text: "-A1", at };
        let what = store::outbox::What::Turn;
        let owed = store::outbox::New { game: id, ply: played.ply, what, interaction: None, at, due_at: at };
        let forged = store::game::advance(&world.context.pool, id, &played, &next, &owed).await;
        assert_eq!(forged.expect("forged").1, None, "no draw was offered");
        let verification = game::verify(&world.context).await.expect("the database answers");
        assert_eq!(verification.faults.len(), 1, "{verification:?}");
        assert_eq!(verification.faults[0].game, id);
        verification.faults[0].what.clone()
    };
    let (text, turn) = (game.hosted.position_text(), game.hosted.turn().expect("it goes on"));
    let other = game.seats[1].seat;
    assert!(forge(2, turn, "13/13 r").await.contains("the cached position"));
    assert!(forge(2, other, &text).await.contains("the stored turn"));
    assert!(forge(3, turn, &text).await.contains("3 plies should be"));
    assert!(matches!(
        turn::play(&world.context, id, seats[0], None, "-C1", None).await,
        Err(play::Error::Broken(_))
    ));
    forge(1, turn, &text).await;
}
