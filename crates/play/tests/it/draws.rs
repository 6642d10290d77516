//! Draws by agreement: offered, accepted, declined, withdrawn, void; and what is refused.

use game::{Outcome, Seat};
use play::outbox::{self, What};
use play::turn::{self, DrawOffer, DrawOffered, Origin, Turn};
use play::{GameKind, Refused, State};
use store::{ChannelId, GameId, MessageId, PlayerId};
use time::Duration;

use crate::language::English;
use crate::world::{DEADLINE, World, refused};

/// Each player has moved once.
const BEGUN: [&str; 2] = ["S(-1,0,2)S(-1,0,2)y-", "S(1,1,2)S(1,1,2)y+"];
const THIRD: &str = "S(-1,0,2)S(-1,0,2)z+";

async fn offer(world: &World, id: GameId, player: PlayerId) -> DrawOffer {
    match turn::offer_draw(&world.context, id, player, None).await.expect("it may be offered") {
        DrawOffered::Open(offer) => offer,
        DrawOffered::Agreed(_) => panic!("nobody else has offered"),
    }
}

async fn shown(world: &World, offer: &DrawOffer) -> (ChannelId, MessageId) {
    let at = (ChannelId::new(10), MessageId::new(77));
    assert!(turn::draw_shown(&world.context, offer, at.0, at.1).await.expect("noted"), "it stands open");
    at
}

async fn refusal(world: &World, id: GameId, player: PlayerId) -> Refused {
    refused(turn::offer_draw(&world.context, id, player, None).await)
}

/// Asserts that the game is drawn by agreement, as told and as stored, and rated.
async fn assert_drawn(world: &World, turn: &Turn, by: Seat) {
    let game = &turn.game;
    let State::Finished { outcome, reason, ratings, unrated: None, .. } = &game.state else {
        panic!("{:?}", game.state)
    };
    assert_eq!((*outcome, reason.as_str(), ratings.len()), (Outcome::Draw, "agreement", 2));
    let last = game.hosted.record().last().expect("a ply was played");
    assert_eq!((last.seat, last.text.as_str(), last.short.as_str(), last.next), (by, "draw", "draw", None));
    let stored = world.load(game.id).await;
    assert_eq!((&stored.state, stored.hosted.record()), (&game.state, game.hosted.record()));
    assert_eq!(world.rated(game.id).await, 2);
    world.assert_sound().await;
}

#[tokio::test]
async fn what_is_offered_and_accepted_is_a_draw() {
    let world = World::new().await;
    // White has won before, so that a half each brings the two nearer to each other.
    let (first, seats) = world.axiom_after(&["S(-1,0,2)S(-1,0,2)y-", "S(-1,1,2)S(-1,0,2)z+"]).await;
    assert!(matches!(world.load(first).await.state, State::Finished { outcome: Outcome::Win(_), .. }));
    let new = play::game::NewGame { kind: GameKind::Axiom, ..world.new_game(&seats) };
    let id = crate::world::create(&world.context, new).await.expect("a game is created");
    for text in BEGUN {
        world.play(id, text).await;
    }
    // Out of turn as well: whoever is to move answers.
    let made = offer(&world, id, seats[1]).await;
    assert_eq!((made.by.id, made.to.id, made.game.hosted.ply()), (seats[1], seats[0], 2));
    assert!(matches!(world.load(id).await.state, State::Running { .. }), "an offer ends nothing");
    let origin = Origin { token: "secret".to_owned(), original: false };
    let turn =
        turn::accept_draw(&world.context, id, seats[0], 2, Some(origin)).await.expect("it stands open");
    assert_drawn(&world, &turn, Seat::FIRST).await;
    let State::Finished { ratings, .. } = &turn.game.state else { unreachable!("it is drawn") };
    let [black, white] = &ratings[..] else { panic!("{ratings:?}") };
    assert!(black.before < white.before && black.after > black.before && white.after < white.before);
    let english = English::new();
    let last = turn.game.hosted.record().last().expect("a ply was played");
    assert_eq!(english.say(&last.words), "agreed to a draw");
    let described = english.say(&turn.game.hosted.description());
    assert!(
        described.starts_with("Axiom, move 2, drawn, black would move next. Last: black agreed to a draw.")
    );
    // The end is owed, whatever becomes of who accepted.
    let owed = outbox::of(&world.context, id, 3, What::Final).await.expect("asked").expect("owed");
    assert_eq!((owed.id, owed.interaction), (turn.outbox, Some(("secret".to_owned(), false))));
    world.context.clock.advance(Duration::seconds(10));
    let taken = outbox::take(&world.context, 10).await.expect("asked");
    assert!(taken.iter().any(|owed| owed.id == turn.outbox), "{taken:?}");
}

#[tokio::test]
async fn whoever_was_declined_waits_for_the_next_move() {
    let world = World::new().await;
    let (id, seats) = world.axiom_after(&BEGUN).await;
    offer(&world, id, seats[0]).await;
    assert!(matches!(refusal(&world, id, seats[0]).await, Refused::DrawOffered("open")));
    let declined = turn::decline_draw(&world.context, id, seats[1], 2).await.expect("declined");
    assert_eq!((declined.by.id, declined.to.id), (seats[0], seats[1]));
    assert!(matches!(refusal(&world, id, seats[0]).await, Refused::DrawOffered("declined")));
    let again = turn::accept_draw(&world.context, id, seats[1], 2, None).await;
    assert!(matches!(refused(again), Refused::OfferClosed("declined")));
    // The other is free to offer one, and whoever was declined to accept it.
    offer(&world, id, seats[1]).await;
    turn::decline_draw(&world.context, id, seats[0], 2).await.expect("declined");
    world.play(id, THIRD).await;
    offer(&world, id, seats[0]).await;
    let turn = turn::accept_draw(&world.context, id, seats[1], 3, None).await.expect("accepted");
    assert_drawn(&world, &turn, Seat::ALL[1]).await;
}

#[tokio::test]
async fn an_offer_can_be_taken_back_by_its_maker() {
    let world = World::new().await;
    let (id, seats) = world.axiom_after(&BEGUN).await;
    let made = offer(&world, id, seats[0]).await;
    let at = shown(&world, &made).await;
    let not_theirs = turn::withdraw_draw(&world.context, id, seats[1], 2).await;
    assert!(matches!(refused(not_theirs), Refused::NotYourOffer(player) if player == seats[0]));
    let withdrawn = turn::withdraw_draw(&world.context, id, seats[0], 2).await.expect("withdrawn");
    assert_eq!(withdrawn.message, Some(at));
    let late = turn::accept_draw(&world.context, id, seats[1], 2, None).await;
    assert!(matches!(refused(late), Refused::OfferClosed("withdrawn")));
    assert!(matches!(refusal(&world, id, seats[0]).await, Refused::DrawOffered("withdrawn")));
    let noted = turn::draw_shown(&world.context, &made, at.0, MessageId::new(78)).await.expect("noted");
    assert!(!noted, "a message that is noted late gives its buttons up");
}

#[tokio::test]
async fn who_offers_too_accepts() {
    let world = World::new().await;
    let (id, seats) = world.axiom_after(&BEGUN).await;
    let made = offer(&world, id, seats[0]).await;
    let at = shown(&world, &made).await;
    match turn::offer_draw(&world.context, id, seats[1], None).await.expect("agreed") {
        DrawOffered::Agreed(turn) => {
            let closed = turn.closed.expect("it is shown");
            assert_eq!((closed.by, closed.how), (Seat::FIRST, "accepted"));
            assert_eq!((closed.channel, closed.message), at);
            assert_drawn(&world, &turn, Seat::ALL[1]).await;
        }
        DrawOffered::Open(offer) => panic!("{offer:?}"),
    }
}

#[tokio::test]
async fn a_move_makes_an_offer_void() {
    let world = World::new().await;
    let (id, seats) = world.axiom_after(&BEGUN).await;
    let made = offer(&world, id, seats[0]).await;
    let at = shown(&world, &made).await;
    // By whoever offered, or by the other.
    let closed = world.play(id, THIRD).await.closed.expect("it was open and is shown");
    assert_eq!((closed.by, closed.how, (closed.channel, closed.message)), (Seat::FIRST, "void", at));
    let found = turn::closed_draw(&world.context, id, 2, at).await.expect("the database answers");
    assert_eq!(found, Some(closed));
    let noted = turn::draw_shown(&world.context, &made, at.0, at.1).await.expect("noted");
    assert!(!noted, "the game has gone on");
    for (player, ply) in [(seats[1], 2), (seats[0], 2), (seats[1], 3), (seats[1], 7)] {
        let late = turn::accept_draw(&world.context, id, player, ply, None).await;
        assert!(matches!(refused(late), Refused::OfferClosed("void")), "ply {ply}");
        let late = turn::decline_draw(&world.context, id, player, ply).await;
        assert!(matches!(refused(late), Refused::OfferClosed("void")), "ply {ply}");
    }
    turn::resign(&world.context, id, seats[1], None).await.expect("it has begun");
    let late = turn::accept_draw(&world.context, id, seats[1], 3, None).await;
    assert!(matches!(refused(late), Refused::GameOver(_)));
}

#[tokio::test]
async fn an_offer_that_nobody_saw_is_made_again() {
    let world = World::new().await;
    let (id, seats) = world.axiom_after(&BEGUN).await;
    offer(&world, id, seats[0]).await;
    world.context.clock.advance(Duration::seconds(9));
    assert!(matches!(refusal(&world, id, seats[0]).await, Refused::DrawOffered("open")));
    world.context.clock.advance(Duration::SECOND);
    let made = offer(&world, id, seats[0]).await;
    assert!(matches!(refusal(&world, id, seats[0]).await, Refused::DrawOffered("open")), "once in 10 s");
    shown(&world, &made).await;
    world.context.clock.advance(Duration::HOUR);
    assert!(matches!(refusal(&world, id, seats[0]).await, Refused::DrawOffered("open")));
}

#[tokio::test]
async fn where_there_is_nothing_to_offer_the_reason_is_told() {
    let world = World::new().await;
    let stranger = world.people(1).await[0];
    let (xima, players) = world.game_after(2, &["-A1", "-B1"]).await;
    assert!(matches!(refusal(&world, xima, players[0]).await, Refused::NoDraws(GameKind::Xima)));
    assert!(world.load(xima).await.hosted.agree(Seat::FIRST).is_none());
    let (id, seats) = world.axiom_after(&BEGUN[..1]).await;
    assert!(matches!(refusal(&world, id, seats[0]).await, Refused::TooEarlyToDraw), "one has moved");
    world.play(id, BEGUN[1]).await;
    assert!(matches!(refusal(&world, id, stranger).await, Refused::NotInGame(_)));
    assert!(matches!(refusal(&world, GameId::new(99_999), seats[0]).await, Refused::NoSuchGame));
    let nothing = turn::accept_draw(&world.context, id, seats[0], 2, None).await;
    assert!(matches!(refused(nothing), Refused::OfferClosed("void")), "nobody has offered");
    offer(&world, id, seats[0]).await;
    let own = turn::accept_draw(&world.context, id, seats[0], 2, None).await;
    assert!(matches!(refused(own), Refused::NotYourOffer(player) if player == seats[1]));
    let own = turn::decline_draw(&world.context, id, seats[0], 2).await;
    assert!(matches!(refused(own), Refused::NotYourOffer(player) if player == seats[1]));
    let theirs = turn::accept_draw(&world.context, id, stranger, 2, None).await;
    assert!(matches!(refused(theirs), Refused::NotInGame(_)));
    world.context.clock.advance(DEADLINE);
    assert!(matches!(refusal(&world, id, seats[1]).await, Refused::TimeIsUp(_)));
    let late = turn::accept_draw(&world.context, id, seats[1], 2, None).await;
    assert!(matches!(refused(late), Refused::TimeIsUp(_)));
    turn::expire(&world.context, 10).await.expect("the database answers");
    assert!(matches!(refusal(&world, id, seats[1]).await, Refused::GameOver(_)));
    world.assert_sound().await;
}
