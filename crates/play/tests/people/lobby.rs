//! Lobbies.

use play::lobby::{
    self, Lobby, LobbyState, NewLobby, OPEN_FOR, OPEN_LOBBIES, create, join, leave, rematch, start,
};
use play::{GameKind, Refused};
use store::{GameId, MessageId, PlayerId};
use time::Duration;

use crate::assert_refused;
use crate::world::{ANA, BORIS, CHANNEL, CHEN, DORA, NOW, SERVER, World, game_of_four, sort};

async fn open(world: &World, host: PlayerId, players: u8) -> Lobby {
    let new = NewLobby { kind: GameKind::Xima, server: SERVER, channel: CHANNEL, host, players, rated: true };
    create(&world.context, new).await.unwrap()
}

#[tokio::test]
async fn people_gather_and_play() {
    let world = World::new().await;
    let context = &world.context;
    let lobby = open(&world, ANA, 3).await;
    assert_eq!((&*lobby.seated, lobby.expires_at), (&[ANA][..], NOW + OPEN_FOR));
    lobby::set_message(context, lobby.id, lobby.channel, MessageId::new(9)).await.unwrap();
    assert_refused!(join(context, lobby.id, ANA).await, Refused::AlreadyJoined(same) if same.id == lobby.id);
    assert_eq!(join(context, lobby.id, BORIS).await.unwrap().seated, [ANA, BORIS]);
    assert_refused!(start(context, lobby.id, BORIS).await, Refused::NotHost(ANA));
    assert_refused!(start(context, lobby.id, ANA).await, Refused::LobbyNotFull { taken: 2, players: 3 });
    assert_eq!(leave(context, lobby.id, BORIS).await.unwrap().seated, [ANA]);
    assert_refused!(leave(context, lobby.id, BORIS).await, Refused::NotJoined);
    join(context, lobby.id, CHEN).await.unwrap();
    let full = join(context, lobby.id, BORIS).await.unwrap();
    // In the order of joining, as stored.
    assert_eq!(full.seated, [ANA, CHEN, BORIS]);
    assert_eq!(lobby::load(context, lobby.id).await.unwrap().seated, full.seated);
    assert_refused!(join(context, lobby.id, DORA).await, Refused::LobbyFull);
    let (started, game) = start(context, lobby.id, ANA).await.unwrap();
    assert_eq!((started.state, started.message), (LobbyState::Started(game.id), Some(MessageId::new(9))));
    let mut seated: Vec<PlayerId> = game.seats.iter().map(|player| player.id).collect();
    seated.sort_unstable();
    assert_eq!(seated, [ANA, BORIS, CHEN]);
    for refused in [join(context, lobby.id, DORA).await, leave(context, lobby.id, CHEN).await] {
        assert_refused!(refused, Refused::LobbyClosed("started"));
    }
    assert_refused!(start(context, lobby.id, ANA).await, Refused::LobbyClosed("started"));
    assert_eq!((world.count("game").await, world.count("outbox").await), (1, 1));
}

#[tokio::test]
async fn a_lobby_ends_with_its_host_or_after_two_hours() {
    let world = World::new().await;
    let context = &world.context;
    let left = open(&world, ANA, 2).await;
    assert_eq!(leave(context, left.id, ANA).await.unwrap().state, LobbyState::Closed);
    assert_refused!(join(context, left.id, BORIS).await, Refused::LobbyClosed("closed"));

    let lobby = open(&world, ANA, 2).await;
    join(context, lobby.id, BORIS).await.unwrap();
    world.advance(OPEN_FOR - Duration::SECOND);
    assert!(lobby::expire(context, 10).await.unwrap().is_empty());
    world.advance(Duration::SECOND);
    // Also before the job has come by.
    assert_refused!(start(context, lobby.id, ANA).await, Refused::LobbyClosed("expired"));
    let expired = lobby::expire(context, 10).await.unwrap();
    let [expired] = &*expired else { panic!("{expired:?}") };
    assert_eq!(
        (expired.id, expired.state, &*expired.seated),
        (lobby.id, LobbyState::Expired, &[ANA, BORIS][..])
    );
    assert!(lobby::expire(context, 10).await.unwrap().is_empty());
    assert_refused!(start(context, lobby.id, ANA).await, Refused::LobbyClosed("expired"));
    assert_eq!(world.count("game").await, 0);
}

#[tokio::test]
async fn a_host_has_so_many_lobbies_and_no_more() {
    let world = World::new().await;
    for _ in 0..OPEN_LOBBIES {
        open(&world, ANA, 4).await;
    }
    let new = NewLobby {
        kind: GameKind::Xima,
        server: SERVER,
        channel: CHANNEL,
        host: ANA,
        players: 4,
        rated: true,
    };
    assert_refused!(create(&world.context, new).await, Refused::TooManyChallenges { limit: OPEN_LOBBIES });
    world.advance(OPEN_FOR);
    open(&world, ANA, 4).await;
}

/// Five people must not get four seats. Fails without the lobby's row lock: see `store::lobby::lock`.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_people_join_at_once_and_four_play_one_game() {
    let world = World::new().await;
    let lobby = open(&world, PlayerId::new(60), 4).await;
    let people = (1..=50).map(PlayerId::new);
    let results = world
        .at_once(people, move |context, person| async move { join(&context, lobby.id, person).await })
        .await;
    let (done, refused) = sort(results);
    assert_eq!((done.len(), refused.len()), (3, 47));
    assert!(refused.iter().all(|refusal| matches!(refusal, Refused::LobbyFull)), "{refused:?}");
    // Each of the three saw the lobby as it was then.
    let mut seen: Vec<usize> = done.iter().map(|lobby| lobby.seated.len()).collect();
    seen.sort_unstable();
    assert_eq!(seen, [2, 3, 4]);

    let hosts = [PlayerId::new(60); 8];
    let results =
        world.at_once(hosts, move |context, host| async move { start(&context, lobby.id, host).await }).await;
    let (done, refused) = sort(results);
    assert_eq!((done.len(), refused.len()), (1, 7));
    assert!(refused.iter().all(|refusal| matches!(refusal, Refused::LobbyClosed("started"))), "{refused:?}");
    assert_eq!(done[0].1.seats.len(), 4);
    assert_eq!(
        (world.count("game").await, world.count("seat").await, world.count("outbox").await),
        (1, 4, 1)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_leaves_while_it_starts_plays_or_does_not() {
    let world = World::new().await;
    let mut begun = 0;
    for _ in 0..20 {
        let lobby = open(&world, ANA, 3).await;
        for person in [BORIS, CHEN] {
            join(&world.context, lobby.id, person).await.unwrap();
        }
        let actors = [ANA, BORIS, DORA];
        let results = world
            .at_once(actors, move |context, person| async move {
                match person {
                    ANA => start(&context, lobby.id, ANA).await.map(|(lobby, _)| lobby),
                    BORIS => leave(&context, lobby.id, BORIS).await,
                    _ => join(&context, lobby.id, person).await,
                }
            })
            .await;
        let left = results[1].is_ok();
        sort(results);
        let now = lobby::load(&world.context, lobby.id).await.unwrap();
        assert_eq!(now.seated.contains(&BORIS), !left);
        if let LobbyState::Started(game) = now.state {
            begun += 1;
            assert_eq!(players(&world, game).await, sorted(now.seated));
            play::turn::end_by_moderator(&world.context, game, None).await.unwrap();
        } else {
            assert_eq!(now.state, LobbyState::Open);
            assert!(left);
            leave(&world.context, lobby.id, ANA).await.unwrap();
        }
    }
    assert_eq!(world.count("game").await, begun);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_rematch_of_four_is_one_lobby() {
    let world = World::new().await;
    let game = game_of_four(&world).await;
    assert_refused!(rematch(&world.context, game.id, ANA, CHANNEL).await, Refused::NoRematch("not-finished"));
    let game = world.win(&game, CHEN).await;
    assert_refused!(
        rematch(&world.context, game.id, PlayerId::new(5), CHANNEL).await,
        Refused::NoRematch("not-yours")
    );
    let id = game.id;
    let results = world
        .at_once([ANA, BORIS, CHEN, DORA], move |context, person| async move {
            rematch(&context, id, person, CHANNEL).await
        })
        .await;
    let (done, refused) = sort(results);
    assert!(refused.is_empty(), "{refused:?}");
    assert!(done.iter().all(|lobby| lobby.id == done[0].id));
    let lobby = lobby::load(&world.context, done[0].id).await.unwrap();
    assert_eq!(sorted(lobby.seated), [ANA, BORIS, CHEN, DORA]);
    assert_refused!(
        rematch(&world.context, id, ANA, CHANNEL).await,
        Refused::AlreadyJoined(same) if same.id == lobby.id
    );
    let (_, second) = start(&world.context, lobby.id, lobby.host).await.unwrap();
    assert_eq!(players(&world, second.id).await, [ANA, BORIS, CHEN, DORA]);
    assert_refused!(
        rematch(&world.context, id, ANA, CHANNEL).await,
        Refused::RematchBegun(begun) if begun.id == second.id
    );
}

#[tokio::test]
async fn two_have_no_lobby_as_a_rematch() {
    let world = World::new().await;
    let game = world.game(ANA, BORIS).await;
    let game = world.win(&game, ANA).await;
    assert_refused!(rematch(&world.context, game.id, ANA, CHANNEL).await, Refused::NoRematch("not-finished"));
}

async fn players(world: &World, game: GameId) -> Vec<PlayerId> {
    let game = play::game::load(&world.context, game).await.unwrap();
    sorted(game.seats.iter().map(|player| player.id).collect())
}

fn sorted(mut people: Vec<PlayerId>) -> Vec<PlayerId> {
    people.sort_unstable();
    people
}
