use super::*;

/// What a server of Discord's kind refuses, as the table of meanings reads it.
#[test]
fn troubles_are_known_by_their_codes() {
    for (status, body, code) in [
        (404, r#"{"code":10003,"message":"Unknown Channel"}"#, Code::UnknownChannel),
        (404, r#"{"code":10007,"message":"Unknown Member"}"#, Code::UnknownMember),
        (404, r#"{"code":10008,"message":"Unknown Message"}"#, Code::UnknownMessage),
        (404, r#"{"code":10015,"message":"Unknown Webhook"}"#, Code::TokenExpired),
        (401, r#"{"code":50027,"message":"Invalid Webhook Token"}"#, Code::TokenExpired),
        (404, r#"{"code":10062,"message":"Unknown interaction"}"#, Code::UnknownInteraction),
        (
            400,
            r#"{"code":40060,"message":"Interaction has already been acknowledged."}"#,
            Code::AlreadyAnswered,
        ),
        (403, r#"{"code":50001,"message":"Missing Access"}"#, Code::MissingAccess),
        (400, r#"{"code":50006,"message":"Cannot send an empty message"}"#, Code::EmptyMessage),
        (403, r#"{"code":50007,"message":"Cannot send messages to this user"}"#, Code::CannotDm),
        (403, r#"{"code":50013,"message":"Missing Permissions"}"#, Code::MissingPermission),
        (400, r#"{"code":50035,"message":"Invalid Form Body","errors":{"content":{}}}"#, Code::InvalidForm),
        (400, r#"{"code":50083,"message":"Thread is archived"}"#, Code::ThreadArchived),
        (401, r#"{"code":0,"message":"401: Unauthorized"}"#, Code::Unauthorised),
        (502, "<html>bad gateway</html>", Code::Other(0)),
    ] {
        let trouble = Trouble::refused("test", status, body.as_bytes());
        assert_eq!(trouble.code, code, "{body}");
        assert_eq!(trouble.is_passing(), status >= 500, "{body}");
    }
    let limited = Trouble::refused("test", 429, br#"{"code":0,"message":"You are being rate limited."}"#);
    assert!(limited.is_passing() && !limited.is_uncertain(), "later it may succeed; it did not happen yet");
}

#[test]
fn how_long_to_wait_is_read_from_the_body_first() {
    let mut headers = HeaderMap::new();
    assert_eq!(retry_after(&headers, b""), Duration::from_secs(1));
    headers.insert(RETRY_AFTER, HeaderValue::from_static("3"));
    assert_eq!(retry_after(&headers, b""), Duration::from_secs(3));
    assert_eq!(retry_after(&headers, br#"{"retry_after":0.25,"global":false}"#), Duration::from_millis(250));
    assert_eq!(retry_after(&headers, br#"{"retry_after":-1}"#), Duration::from_secs(1));
    assert_eq!(
        retry_after(&headers, br#"{"retry_after":1e18}"#),
        pace::LONGEST,
        "a moment that can be reckoned"
    );
}

fn call(channel: u64) -> Call<'static> {
    let channel = ChannelId::new(channel);
    Call::new(Method::POST, format!("/channels/{channel}/messages"), "post").by_bot().into_channel(channel)
}

/// When each of so many requests has its turn, in milliseconds from the start.
async fn turns(pace: &Pace, calls: impl IntoIterator<Item = Call<'static>>) -> Vec<u128> {
    let start = Instant::now();
    let far = start + Duration::from_hours(1);
    let mut turns = Vec::new();
    for call in calls {
        assert!(pace.wait(&call, far).await.is_ok());
        turns.push(start.elapsed().as_millis());
    }
    turns
}

#[tokio::test(start_paused = true)]
async fn a_channel_takes_five_messages_in_five_seconds() {
    let turns = turns(&Pace::default(), (0..12).map(|_| call(1))).await;
    for (index, turn) in turns.iter().enumerate().skip(5) {
        assert!(turn - turns[index - 5] > 5000, "{turns:?}");
    }
    assert!(turns[4] < 200, "five almost at once: {turns:?}");
}

#[tokio::test(start_paused = true)]
async fn the_bot_asks_less_than_fifty_times_a_second() {
    let turns = turns(&Pace::default(), (0..200).map(call)).await;
    for (index, turn) in turns.iter().enumerate().skip(50) {
        assert!(turn - turns[index - 50] > 1000, "{turns:?}");
    }
    assert!(turns[199] < 5000, "and not much less: {turns:?}");
}

#[tokio::test(start_paused = true)]
async fn a_busy_channel_does_not_hold_up_the_others() {
    let pace = Pace::default();
    let far = Instant::now() + Duration::from_hours(1);
    let busy: Vec<Call<'_>> = (0..20).map(|_| call(1)).collect();
    let waiting = futures::future::join_all(busy.iter().map(|call| pace.wait(call, far)));
    let start = Instant::now();
    let others = async {
        let turns = turns(&pace, (2..42).map(call)).await;
        assert!(*turns.last().unwrap() < 1500, "40 other channels: {turns:?}");
    };
    tokio::join!(waiting, others);
    assert!(start.elapsed() > Duration::from_secs(15), "the busy channel has its own pace");
}

#[tokio::test(start_paused = true)]
async fn turns_that_are_given_ahead_keep_the_pace_of_all() {
    let pace = Pace::default();
    let far = Instant::now() + Duration::from_hours(1);
    // Six channels with twelve messages each fall due at the same moments; others come in between.
    let calls: Vec<Call<'_>> = (0..72).map(|index| call(index % 6)).chain((100..300).map(call)).collect();
    let start = Instant::now();
    let mut turns = futures::future::join_all(calls.iter().map(async |call| {
        assert!(pace.wait(call, far).await.is_ok());
        start.elapsed().as_millis()
    }))
    .await;
    turns.sort_unstable();
    for (index, turn) in turns.iter().enumerate().skip(50) {
        assert!(turn - turns[index - 50] > 1000, "{turns:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn interactions_do_not_wait_for_the_bots_other_requests() {
    let pace = Pace::default();
    turns(&pace, (0..100).map(call)).await;
    let answers =
        (0..100).map(|id| Call::new(Method::POST, format!("/interactions/{id}/token/callback"), "callback"));
    assert_eq!(turns(&pace, answers).await, vec![0; 100]);
}

#[tokio::test(start_paused = true)]
async fn a_route_rests_as_its_headers_say() {
    let pace = Pace::default();
    let mut headers = HeaderMap::new();
    headers.insert("x-ratelimit-remaining", HeaderValue::from_static("0"));
    headers.insert("x-ratelimit-reset-after", HeaderValue::from_static("2.5"));
    pace.heed(&call(1), &headers);
    assert_eq!(turns(&pace, [call(2)]).await, [0], "another channel does not");
    assert!(turns(&pace, [call(1)]).await[0] >= 2500);
    let soon = Instant::now() + Duration::from_secs(1);
    pace.heed(&call(1), &headers);
    assert!(pace.wait(&call(1), soon).await.is_err(), "no turn before the deadline");
}

#[tokio::test(start_paused = true)]
async fn a_global_limit_holds_for_everything_by_the_bot() {
    let pace = Pace::default();
    let mut headers = HeaderMap::new();
    headers.insert("x-ratelimit-global", HeaderValue::from_static("true"));
    pace.hold(&call(1), &headers, Duration::from_secs(3));
    assert!(turns(&pace, [call(2)]).await[0] >= 3000);
}
