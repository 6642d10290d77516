//! Settings of a server.

use std::time::Duration;

use play::settings::{Change, Settings, change, check_channel, load};
use play::{Context, Refused};
use render::Theme;
use store::{ChannelId, ServerId};

use crate::assert_refused;
use crate::world::{ANA, BORIS, CHANNEL, SERVER, World, sort};

const HOUR: Duration = Duration::from_hours(1);
const OTHER: ChannelId = ChannelId::new(201);

fn defaults() -> Settings {
    Settings {
        threads: true,
        channels: Vec::new(),
        deadline: 72 * HOUR,
        theme: Theme::Dark,
        locale: "en-US".to_owned(),
    }
}

async fn check(context: &Context, by: Change, expected: Settings) {
    let described = format!("{by:?}");
    assert_eq!(change(context, SERVER, by).await.unwrap(), expected, "{described}");
    assert_eq!(load(context, SERVER).await.unwrap(), expected, "{described}");
}

#[tokio::test]
async fn each_change_changes_one_thing() {
    let world = World::new().await;
    let context = &world.context;
    assert_eq!(load(context, SERVER).await.unwrap(), defaults());
    check(context, Change::Threads(false), Settings { threads: false, ..defaults() }).await;
    check(context, Change::Threads(true), defaults()).await;
    check(context, Change::Allow(OTHER), Settings { channels: vec![OTHER], ..defaults() }).await;
    check(context, Change::Allow(OTHER), Settings { channels: vec![OTHER], ..defaults() }).await;
    check(context, Change::Allow(CHANNEL), Settings { channels: vec![CHANNEL, OTHER], ..defaults() }).await;
    check(context, Change::Forbid(OTHER), Settings { channels: vec![CHANNEL], ..defaults() }).await;
    check(context, Change::AllowAll, defaults()).await;
    check(context, Change::Theme(Theme::Light), Settings { theme: Theme::Light, ..defaults() }).await;
    check(context, Change::Theme(Theme::Dark), defaults()).await;
    check(context, Change::Deadline(HOUR), Settings { deadline: HOUR, ..defaults() }).await;
    check(context, Change::Deadline(Duration::ZERO), Settings { deadline: HOUR / 12, ..defaults() }).await;
    check(context, Change::Deadline(Duration::MAX), Settings { deadline: 720 * HOUR, ..defaults() }).await;
    check(context, Change::Deadline(72 * HOUR), defaults()).await;
    check(context, Change::Locale("fr".to_owned()), Settings { locale: "fr".to_owned(), ..defaults() }).await;
    assert_eq!(load(context, ServerId::new(1)).await.unwrap(), defaults());
}

#[tokio::test]
async fn games_begin_in_allowed_channels_and_their_threads() {
    let world = World::new().await;
    let context = &world.context;
    let thread = ChannelId::new(300);
    check_channel(context, SERVER, "de", OTHER, None).await.unwrap();
    change(context, SERVER, Change::Allow(CHANNEL)).await.unwrap();
    check_channel(context, SERVER, "de", CHANNEL, None).await.unwrap();
    check_channel(context, SERVER, "de", thread, Some(CHANNEL)).await.unwrap();
    for (channel, parent) in [(OTHER, None), (thread, Some(OTHER))] {
        let result = check_channel(context, SERVER, "de", channel, parent).await;
        assert_refused!(result, Refused::ChannelNotAllowed(allowed) if allowed == [CHANNEL]);
    }
    // The server's language is noted on the way.
    assert_eq!(load(context, SERVER).await.unwrap().locale, "de");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_changes_at_once_are_both_made() {
    let world = World::new().await;
    for number in 0..10 {
        let results = world
            .at_once([ANA, BORIS], move |context, person| async move {
                change(&context, SERVER, Change::Allow(ChannelId::new(1000 + 10 * number + person.get())))
                    .await
            })
            .await;
        sort(results);
    }
    assert_eq!(load(&world.context, SERVER).await.unwrap().channels.len(), 20);
}
