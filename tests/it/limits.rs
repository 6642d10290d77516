//! What the bot says that can become long, with the longest names and the fullest positions, against Discord's limits.

use std::time::Duration;

use game::{Outcome, Seat};
use play::challenge::{Challenge, ChallengeState, ColourWish};
use play::game::RatingChange;
use play::lobby::{Lobby, LobbyState};
use play::player::{Profile, ProfileStanding, RecentGame};
use play::settings::Settings;
use play::standing::{Leaderboard, LevelRow, PAGE, Row, Scope};
use play::turn::DrawOffer;
use play::{Argument, Board, Clock, Computer, Game, GameKind, HostedGame, Phrase, Player, State, Summary};
use render::{Theme, View};
use search::Level;
use secrecy::SecretString;
use store::{ChallengeId, ChannelId, GameId, LobbyId, MessageId, PlayerId, ServerId};
use time::OffsetDateTime;
use ximabot::discord::component::{Modal, Pick};
use ximabot::discord::post::Post;
use ximabot::discord::{Bot, Rest, view};
use ximabot::i18n::{Locale, escape};

/// The largest number that Discord can give, 20 digits.
const LARGEST: u64 = u64::MAX;

/// Names that people have, or make up.
pub const NAMES: [&str; 14] = [
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "********************************",
    "@everyone",
    "<@123456789012345678>",
    "`*_|>[]()~#-`",
    "[free](https://example.org)",
    "\u{202e}desrever",
    "مرحبا بالعالم",
    "漢字の名前はとても長いことがあります漢字の名前はとても長いこと",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "Z̸̢̛͉̖̈́̀a̶̡̛͖͕͌l̷̛̺̈́g̵̢̛̙͐o̶̢̙͌",
    "",
    "\u{200b}\u{200b}\u{200b}",
    "\n\n\n# big",
];

/// Whether Discord would read a mention.
pub fn pings(text: &str) -> bool {
    let mentions = text.match_indices("<@").filter(|(at, _)| !text[..*at].ends_with('\\'));
    let numbered = mentions.filter(|(at, _)| {
        text[at + 2..].starts_with(|next: char| next.is_ascii_digit() || "!&".contains(next))
    });
    text.contains("@everyone") || text.contains("@here") || numbered.count() > 0
}

#[track_caller]
fn check(what: &str, post: &Post) {
    if let Err(breach) = post.check() {
        panic!("{what}: {breach}\n{}", post.body());
    }
}

fn now() -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(253_402_300_799).expect("the last second of the year 9999")
}

fn challenge(
    kind: GameKind,
    state: ChallengeState,
    opponent: Option<PlayerId>,
    colour: ColourWish,
) -> Challenge {
    Challenge {
        id: ChallengeId::new(LARGEST),
        kind,
        server: ServerId::new(LARGEST),
        channel: ChannelId::new(LARGEST),
        message: Some(MessageId::new(LARGEST)),
        challenger: PlayerId::new(LARGEST),
        opponent,
        colour,
        rated: false,
        state,
        expires_at: now(),
        rematch_of: None,
    }
}

#[test]
fn challenges() {
    let deadline = Duration::from_hours(29 * 24 + 23);
    for locale in Locale::all() {
        let kinds = GameKind::OFFERED.into_iter();
        let opponents = [None, Some(PlayerId::new(LARGEST - 1))];
        for (kind, opponent) in kinds.flat_map(|kind| opponents.map(|opponent| (kind, opponent))) {
            for colour in [ColourWish::First, ColourWish::Second, ColourWish::Random] {
                let open = challenge(kind, ChallengeState::Open, opponent, colour);
                check("an open challenge", &view::challenge::open(locale, &open, deadline));
                let again = Challenge { rematch_of: Some(GameId::new(LARGEST)), ..open };
                check("a rematch", &view::challenge::open(locale, &again, deadline));
            }
            let open = |number| Challenge {
                id: ChallengeId::new(LARGEST - number),
                ..challenge(kind, ChallengeState::Open, opponent, ColourWish::First)
            };
            let five: Vec<Challenge> = (0..5).map(open).collect();
            check("a refusal", &view::challenge::standing(locale, Post::text("x".repeat(300)), &five));
            for state in [
                ChallengeState::Accepted(GameId::new(LARGEST)),
                ChallengeState::Declined,
                ChallengeState::Withdrawn,
                ChallengeState::Expired,
            ] {
                let closed = challenge(kind, state, opponent, ColourWish::Random);
                let post = view::challenge::closed(locale, &closed);
                check("a closed challenge", &post);
                assert!(post.rows.is_empty(), "a closed challenge has no buttons");
                assert!(post.ping.is_empty(), "a closed challenge notifies nobody");
            }
        }
    }
}

#[test]
fn lobbies() {
    for locale in Locale::all() {
        for (kind, players) in tables() {
            for taken in 1..=players {
                for state in [
                    LobbyState::Open,
                    LobbyState::Started(GameId::new(LARGEST)),
                    LobbyState::Closed,
                    LobbyState::Expired,
                ] {
                    let lobby = Lobby {
                        id: LobbyId::new(LARGEST),
                        kind,
                        server: ServerId::new(LARGEST),
                        channel: ChannelId::new(LARGEST),
                        message: None,
                        host: PlayerId::new(LARGEST),
                        players,
                        rated: true,
                        seated: (0..taken).map(|place| PlayerId::new(LARGEST - u64::from(place))).collect(),
                        state,
                        expires_at: now(),
                        rematch_of: None,
                    };
                    let post = view::lobby::post(locale, &lobby);
                    check("a lobby", &post);
                    assert_eq!(
                        post.rows.is_empty(),
                        state != LobbyState::Open,
                        "buttons belong to open lobbies"
                    );
                    check("a full lobby", &view::lobby::full(locale, &lobby));
                    let again = Lobby { rematch_of: Some(GameId::new(LARGEST)), ..lobby };
                    check("a lobby to play once more", &view::lobby::post(locale, &again));
                }
            }
        }
    }
}

fn row(rank: Option<u32>, name: &str, deleted: bool) -> Row {
    Row {
        rank,
        player: PlayerId::new(LARGEST),
        name: name.to_owned(),
        deleted,
        rating: 9_999.9,
        deviation: 350.0,
        games: u32::MAX,
        wins: u32::MAX,
        draws: u32::MAX,
        losses: u32::MAX,
    }
}

#[test]
fn leaderboards() {
    for locale in Locale::all() {
        for scope in [Scope::Everywhere, Scope::Server(ServerId::new(LARGEST))] {
            for name in NAMES {
                for own in [None, Some(row(None, name, false)), Some(row(Some(u32::MAX), name, false))] {
                    let board = Leaderboard {
                        page: u32::MAX - 1,
                        pages: u32::MAX,
                        rows: (0..PAGE).map(|place| row(Some(u32::MAX - place), name, false)).collect(),
                        own,
                    };
                    for kind in GameKind::OFFERED {
                        check(name, &view::leaderboard::post(locale, kind, scope, 100, &board));
                    }
                }
            }
            let empty = Leaderboard { page: 1, pages: 1, rows: Vec::new(), own: None };
            for kind in GameKind::OFFERED {
                check("nobody", &view::leaderboard::post(locale, kind, scope, 1, &empty));
                check("no level", &view::leaderboard::levels(locale, kind, scope, u32::MAX, &[]));
                for rank in [None, Some(u32::MAX)] {
                    let level = |level| LevelRow { level, row: row(rank, "", false) };
                    let levels: Vec<LevelRow> = Level::all().map(level).collect();
                    check("levels", &view::leaderboard::levels(locale, kind, scope, u32::MAX, &levels));
                }
            }
        }
    }
}

#[test]
fn profiles() {
    let asker = PlayerId::new(1);
    for locale in Locale::all() {
        for name in NAMES {
            let mut profile = Profile {
                id: PlayerId::new(LARGEST),
                name: name.to_owned(),
                kind: None,
                standings: Vec::new(),
                running: u32::MAX,
                recent: Vec::new(),
            };
            check(name, &view::profile::post(locale, &profile, asker));
            check(name, &view::profile::post(locale, &profile, profile.id));
            profile.standings = GameKind::ALL
                .into_iter()
                .map(|kind| ProfileStanding {
                    kind,
                    rating: 9_999.9,
                    deviation: 350.0,
                    provisional: false,
                    rank: Some(u32::MAX),
                    wins: u32::MAX,
                    draws: u32::MAX,
                    losses: u32::MAX,
                    best: 9_999.9,
                })
                .collect();
            profile.recent = (0..5)
                .map(|place| RecentGame {
                    id: GameId::new(LARGEST - place),
                    kind: GameKind::ALL[usize::from(place > 2)],
                    opponents: vec![PlayerId::new(LARGEST); 3],
                    won: (place > 1).then_some(place % 2 == 0),
                    rating: (place > 0).then_some((9_999.9, 100.2)),
                    at: now(),
                })
                .collect();
            check(name, &view::profile::post(locale, &profile, asker));
        }
    }
}

#[test]
fn settings() {
    for locale in Locale::all() {
        for channels in [0, 1, 2, 20, 21, 500] {
            let settings = Settings {
                threads: true,
                channels: (0..channels).map(|number| ChannelId::new(LARGEST - number)).collect(),
                deadline: Duration::from_mins((29 * 24 + 23) * 60 + 59),
                theme: Theme::Light,
                locale: "en-US".to_owned(),
            };
            check("settings", &view::settings::post(locale, &settings, false));
            check("settings", &view::settings::post(locale, &settings, true));
        }
    }
}

#[test]
fn pages_that_are_always_the_same() {
    for locale in Locale::all() {
        check("help", &view::help::post(locale));
        for kind in GameKind::OFFERED {
            check("rules", &view::rules::post(locale, kind, vec![0; 100]));
        }
    }
}

/// Every kind that is offered, with each number of players.
fn tables() -> impl Iterator<Item = (GameKind, u8)> {
    GameKind::OFFERED.into_iter().flat_map(|kind| kind.players().map(move |players| (kind, players)))
}

/// A game of so many with as much on the board, and as long to tell, as can be.
fn fullest(kind: GameKind, players: u8) -> HostedGame {
    match kind {
        GameKind::Xima => entered(players),
        GameKind::Axiom => far_away(),
    }
}

/// The pieces of Axiom as far away as they could ever get, after a move.
fn far_away() -> HostedGame {
    let start = HostedGame::start(GameKind::Axiom, 2).expect("two can play").position_text();
    let far =
        start.replace("(-1,", "(-99999999,").replace("(1,", "(-99999997,").replace("(0,", "(-99999998,");
    let far = far.replace(",0,", ",-99999999,").replace(",1,", ",-99999998,");
    let mut game = HostedGame::from_text(GameKind::Axiom, &far).expect("a position");
    let mut choices = game.choices();
    choices.sort_by_key(|choice| choice.long.len());
    let longest = choices.pop().expect("it can go on");
    game.play(&longest.long).expect("it was offered");
    game
}

/// A game of XIMA whose players have entered all they have, and moved on from there.
fn entered(players: u8) -> HostedGame {
    let mut game = HostedGame::start(GameKind::Xima, players).expect("two to four can play");
    let mut random: u64 = 7;
    for _ in 0..30 * u32::from(players) {
        if game.turn().is_none() {
            break;
        }
        let choices = game.choices();
        let entries: Vec<_> = choices.iter().filter(|choice| choice.long.starts_with('-')).collect();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from(random >> 33).expect("31 bits");
        let chosen = match entries.len() {
            // The special stays out of the way, so that nobody wins meanwhile.
            0 => choices.iter().filter(|choice| !choice.long.starts_with('=')).nth(at % choices.len().max(1)),
            entered => Some(entries[at % entered]),
        };
        let Some(chosen) = chosen else { continue };
        game.play(&chosen.long.clone()).expect("it was offered");
    }
    game
}

/// Forms are no posts: their limits are held here.
#[track_caller]
fn form(modal: &Modal) {
    for (text, most) in [(&modal.title, 45), (&modal.label, 45), (&modal.placeholder, 100)] {
        assert!((1..=most).contains(&text.chars().count()), "{most} at most: {text}");
    }
}

/// The game with the longest of everything.
fn longest(hosted: HostedGame, name: &str, state: State) -> Game {
    let seat = |seat: Seat| Player {
        seat,
        id: PlayerId::new(LARGEST - seat.index() as u64),
        name: name.to_owned(),
        locale: "en-US".to_owned(),
    };
    Game {
        id: GameId::new(LARGEST / 2),
        server: ServerId::new(LARGEST),
        parent_channel: ChannelId::new(LARGEST),
        channel: ChannelId::new(LARGEST - 1),
        homeless: false,
        rated: true,
        seats: Seat::first(hosted.players()).map(seat).collect(),
        state,
        board: Some(Board {
            channel: ChannelId::new(LARGEST),
            message: MessageId::new(LARGEST),
            ply: hosted.ply(),
        }),
        deadline_s: 29 * 86_400 + 23 * 3_600,
        created_at: now(),
        hosted,
    }
}

/// The same game with computers in all seats but the last.
fn against_computers(game: &Game) -> Game {
    let mut game = game.clone();
    let others = game.seats.len() - 1;
    let strongest = Computer::all().filter(|computer| computer.level() == Level::HIGHEST);
    for (seated, computer) in game.seats.iter_mut().take(others).zip(strongest) {
        seated.id = computer.id();
    }
    game
}

fn states(hosted: &HostedGame) -> Vec<State> {
    let ratings = |seat| RatingChange { seat, before: 9_999.4, after: 100.2, provisional: true };
    let finished = |reason: &str, unrated| State::Finished {
        outcome: Outcome::Win(Seat::FIRST),
        reason: reason.to_owned(),
        at: now(),
        ratings: Seat::first(hosted.players()).map(ratings).collect(),
        unrated,
    };
    let mut states = vec![
        finished("summit", None),
        finished("no-resources", Some("too-many-games")),
        State::Finished {
            outcome: Outcome::Draw,
            reason: "repetition".to_owned(),
            at: now(),
            ratings: Seat::first(hosted.players()).map(ratings).collect(),
            unrated: None,
        },
        State::Aborted { at: now(), reason: "moderator".to_owned(), ratings: Vec::new() },
        State::Aborted {
            at: now(),
            reason: "computers".to_owned(),
            ratings: Seat::first(hosted.players()).map(ratings).collect(),
        },
    ];
    states.extend(hosted.turn().map(|turn| State::Running { turn, deadline: now() }));
    states
}

#[tokio::test]
async fn games() {
    let database = store::testing::database().await;
    let play = play::Context::new(database.another_pool(), Clock::manual(now()));
    let rest = Rest::new(SecretString::from("nobody"), Some("http://127.0.0.1:9")).expect("nothing is sent");
    let bot = Bot::new(play, rest);
    for (kind, players) in tables() {
        for hosted in [HostedGame::start(kind, players).expect("they can play"), fullest(kind, players)] {
            for state in states(&hosted) {
                // Every character of this name is written with two.
                let game = longest(hosted.clone(), NAMES[1], state.clone());
                for locale in Locale::all() {
                    let public =
                        view::game::public(&bot, locale, Theme::Dark, &game).await.expect("it is drawn");
                    check("a public board", &public);
                    assert!(
                        public.files.iter().all(|file| file.alt.chars().count() > 40),
                        "{:?}",
                        public.files
                    );
                    let reader = game.seats[0].id;
                    for view in [View::Plan, View::Isometric] {
                        let private =
                            view::game::private(&bot, locale, Theme::Light, &game, reader, view).await;
                        check("a private board", &private.expect("it is drawn"));
                    }
                    form(&view::game::form(locale, &game));
                    check("the question", &view::game::resign_question(locale, &game, Seat::FIRST));
                    assert!((1..=100).contains(&view::game::room(locale, &game).chars().count()));
                    let computers = against_computers(&game);
                    let public = view::game::public(&bot, locale, Theme::Dark, &computers).await;
                    let public = public.expect("it is drawn");
                    check("a board of computers", &public);
                    let asked = public.ping.iter().any(|player| Computer::of(*player).is_some());
                    assert!(!asked && !public.content.contains("<@100"), "{public:?}");
                    assert!((1..=100).contains(&view::game::room(locale, &computers).chars().count()));
                    let offers = game.hosted.offers("", 25);
                    if !offers.is_empty() {
                        let menu = view::game::menu(locale, &game, &offers);
                        check("a menu of moves", &Post::text("Choose").select(menu));
                    }
                }
            }
        }
    }
}

#[test]
fn the_fullest_board_fits_into_words() {
    for (kind, players) in tables() {
        let hosted = fullest(kind, players);
        let position = hosted.position_text();
        let full = match kind {
            GameKind::Xima => {
                let board = position.split(' ').next().unwrap_or_default();
                let blocks = board.chars().filter(|letter| "rbyg".contains(*letter)).count();
                blocks >= 8 * usize::from(players)
            }
            GameKind::Axiom => position.matches('C').count() == 12 && position.matches('S').count() == 4,
        };
        assert!(full, "the board is not full: {position}");
        let state = State::Aborted { at: now(), reason: "moderator".to_owned(), ratings: Vec::new() };
        let game = longest(hosted, NAMES[0], state);
        for locale in Locale::all() {
            let said = view::game::description(locale, &game);
            assert!(said.chars().count() <= 1_024, "{} characters: {said}", said.chars().count());
        }
    }
}

#[test]
fn draws_and_risks() {
    let hosted = HostedGame::start(GameKind::Axiom, 2).expect("two can play");
    let turn = State::Running { turn: Seat::FIRST, deadline: now() };
    for name in NAMES {
        let game = longest(hosted.clone(), name, turn.clone());
        let [by, to] = &game.seats[..] else { panic!("two seats") };
        let message = Some((ChannelId::new(LARGEST), MessageId::new(LARGEST)));
        let offer = DrawOffer { by: by.clone(), to: to.clone(), message, game: game.clone() };
        for locale in Locale::all() {
            let open = view::draw::open(locale, &offer);
            check("an offer", &open);
            assert_eq!((open.ping, open.rows.len()), (vec![to.id], 1));
            for how in ["accepted", "declined", "withdrawn", "void"] {
                let closed = view::draw::closed(locale, &offer.game, offer.by.seat, how);
                check("a closed offer", &closed);
                assert!(closed.rows.is_empty() && closed.ping.is_empty(), "{closed:?}");
            }
            let far = "S(-99999999,-99999999,99999999)S(-99999999,-99999999,99999999)z+";
            let warning = Phrase::new("axiom-warning-own-pair");
            check("a risk", &view::game::risk(locale, &game, (u32::MAX, far), &warning));
        }
    }
}

#[test]
fn lists_of_games() {
    for locale in Locale::all() {
        for name in [NAMES[0], NAMES[1], NAMES[8]] {
            let game = longest(
                fullest(GameKind::Xima, 4),
                name,
                State::Aborted { at: now(), reason: String::new(), ratings: Vec::new() },
            );
            let summary = |number: u64| Summary {
                id: GameId::new(LARGEST / 2 - number),
                kind: GameKind::ALL[usize::from(number.is_multiple_of(3))],
                server: ServerId::new(LARGEST),
                channel: ChannelId::new(LARGEST),
                homeless: number.is_multiple_of(2),
                rated: number.is_multiple_of(5),
                seats: game.seats.clone(),
                turn: Seat::FIRST,
                ply: u32::MAX,
                deadline: now(),
                board: game.board,
            };
            let games: Vec<Summary> = (0..40).map(summary).collect();
            let (server, reader) = (ServerId::new(LARGEST), game.seats[0].id);
            for (own, here) in [(0, 0), (1, 1), (20, 40), (0, 40)] {
                check("a list", &view::list::post(locale, (server, reader), &games[..own], &games[..here]));
            }
            for pick in [Pick::Board, Pick::Move, Pick::Resign, Pick::Draw, Pick::Hint] {
                let menu = view::game::pick(locale, pick, &games, reader);
                check("a menu of games", &Post::text("Choose").select(menu));
            }
        }
    }
}

#[test]
fn the_check_sees_what_is_too_much() {
    let long = "x".repeat(2_001);
    assert!(Post::text(&long).check().is_err(), "2,001 characters");
    assert!(Post::text(&long[1..]).check().is_ok(), "2,000 characters");
    assert!(Post::default().check().is_err(), "nothing at all");
}

#[test]
fn a_name_in_a_text_is_only_a_name() {
    let locale = Locale::fallback();
    for name in NAMES {
        let shown = escape(name);
        assert!(!shown.trim().is_empty(), "{name:?} is shown as nothing");
        assert!(!shown.contains('\n'), "{name:?} breaks the line");
        assert!(!pings(&shown), "{name:?} pings");
        let phrase = Phrase::new("list-last")
            .with("first", Argument::Text(shown.clone()))
            .with("last", shown.as_str());
        assert!(locale.say(&phrase).contains(&shown), "{name:?} is said as it was given");
    }
}
