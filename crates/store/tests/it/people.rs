//! People and the settings of servers.

use store::player::{self, Player, Sighting};
use store::server::{self, Settings};
use store::{ChannelId, Error, PlayerId, ServerId, testing};
use time::OffsetDateTime;
use time::macros::datetime;

const NOW: OffsetDateTime = datetime!(2026-01-01 12:00 UTC);
const ANA: PlayerId = PlayerId::new(1);
/// As large as a snowflake can be.
const BORIS: PlayerId = PlayerId::new(u64::MAX);

fn sighting<'a>(id: PlayerId, name: &'a str, locale: Option<&'a str>) -> Sighting<'a> {
    Sighting { id, name, locale, bot: false }
}

#[tokio::test]
async fn people_are_known_as_last_seen() {
    let database = testing::database().await;
    let seen = [sighting(ANA, "ana", Some("fr")), sighting(BORIS, "boris", None)];
    player::see(&*database, &seen, NOW).await.unwrap();
    player::see(&*database, &[sighting(ANA, "Ana", None)], NOW).await.unwrap();
    let known = |id, name: &str, locale: &str| Player {
        id,
        name: name.to_owned(),
        locale: locale.to_owned(),
        bot: false,
        deleted: false,
    };
    // What is not told this time stays as it was.
    assert_eq!(player::find(&*database, ANA).await.unwrap(), Some(known(ANA, "Ana", "fr")));
    assert_eq!(player::find(&*database, BORIS).await.unwrap(), Some(known(BORIS, "boris", "en-US")));
    assert_eq!(player::find(&*database, PlayerId::new(3)).await.unwrap(), None);
}

#[tokio::test]
async fn odd_names_are_kept_within_bounds() {
    let database = testing::database().await;
    for (name, kept) in [
        ("", "?".to_owned()),
        ("@everyone *`_", "@everyone *`_".to_owned()),
        (&"W".repeat(300), "W".repeat(100)),
        (&"👩‍👩‍👧".repeat(60), "👩‍👩‍👧".repeat(60).chars().take(100).collect()),
    ] {
        player::see(&*database, &[sighting(ANA, name, None)], NOW).await.unwrap();
        assert_eq!(player::find(&*database, ANA).await.unwrap().unwrap().name, kept, "{name:?}");
    }
}

#[tokio::test]
async fn the_same_person_twice_in_one_sighting() {
    let database = testing::database().await;
    let seen = [sighting(ANA, "ana", None), sighting(ANA, "ana", Some("de"))];
    player::see(&*database, &seen, NOW).await.unwrap();
    assert_eq!(player::find(&*database, ANA).await.unwrap().unwrap().locale, "de");
}

#[tokio::test]
async fn an_account_that_is_gone_can_come_back() {
    let database = testing::database().await;
    player::see(&*database, &[sighting(ANA, "ana", None)], NOW).await.unwrap();
    player::set_deleted(&*database, ANA, true).await.unwrap();
    assert!(player::find(&*database, ANA).await.unwrap().unwrap().deleted);
    player::see(&*database, &[sighting(ANA, "ana", None)], NOW).await.unwrap();
    assert!(!player::find(&*database, ANA).await.unwrap().unwrap().deleted);
}

#[tokio::test]
async fn settings_are_the_defaults_until_changed() {
    let database = testing::database().await;
    let id = ServerId::new(7);
    assert_eq!(server::settings(&*database, id).await.unwrap(), Settings::default());
    server::set_locale(&*database, id, "fr").await.unwrap();
    let expected = Settings { locale: "fr".to_owned(), ..Settings::default() };
    assert_eq!(server::settings(&*database, id).await.unwrap(), expected);

    let mut connection = database.acquire().await.unwrap();
    let channels = vec![ChannelId::new(3), ChannelId::new(5)];
    let changed =
        Settings { threads: false, channels, deadline_s: 300, theme: "light".to_owned(), ..expected };
    server::set(&mut connection, id, &changed).await.unwrap();
    assert_eq!(server::settings(&*database, id).await.unwrap(), changed);
    let fewer = Settings { channels: vec![ChannelId::new(5)], ..changed };
    server::set(&mut connection, id, &fewer).await.unwrap();
    assert_eq!(server::lock(&mut connection, id).await.unwrap(), fewer);
}

#[tokio::test]
async fn the_schema_holds_the_bounds_of_settings() {
    let database = testing::database().await;
    let mut connection = database.acquire().await.unwrap();
    for settings in [
        Settings { deadline_s: Settings::SHORTEST_DEADLINE_S - 1, ..Settings::default() },
        Settings { deadline_s: Settings::LONGEST_DEADLINE_S + 1, ..Settings::default() },
        Settings { theme: "pink".to_owned(), ..Settings::default() },
    ] {
        let error = server::set(&mut connection, ServerId::new(7), &settings).await.unwrap_err();
        assert!(matches!(error, Error::Database(_)), "{error:?}");
    }
}
