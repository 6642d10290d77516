//! The floor: what a bare command costs with the same libraries and the same stand-in. It answers with a constant picture.

use std::time::{Duration, Instant};

use anyhow::ensure;
use playground::{Options, Server};
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use super::{World, sorted};

/// The size of the constant picture.
const BYTES: usize = 60 * 1024;
/// How long the floor is measured.
const SECONDS: u32 = 10;

type Error = serenity::Error;
type Context<'a> = poise::ApplicationContext<'a, Vec<u8>, Error>;

/// Answers with a picture.
#[poise::command(slash_command)]
async fn floor(context: Context<'_>) -> Result<(), Error> {
    let picture = serenity::CreateAttachment::bytes(context.framework.user_data.clone(), "floor.png");
    let message = serenity::CreateInteractionResponseMessage::new()
        .add_file(picture)
        .allowed_mentions(serenity::CreateAllowedMentions::new());
    let answer = serenity::CreateInteractionResponse::Message(message);
    context.interaction.create_response(context.serenity_context(), answer).await
}

/// The sorted times of bare commands at `rate` a second.
pub(super) async fn measure(options: Options, rate: u32) -> anyhow::Result<Vec<Duration>> {
    let server = Server::start(options).await?;
    let http =
        serenity::HttpBuilder::new(server.token()).proxy(server.url()).ratelimiter_disabled(true).build();
    let (up, ready) = oneshot::channel();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions { commands: vec![floor()], ..poise::FrameworkOptions::default() })
        .initialize_owners(false)
        .setup(|context, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(context, &framework.options().commands).await?;
                up.send(()).ok();
                Ok(picture())
            })
        })
        .build();
    let mut client = serenity::ClientBuilder::new_with_http(http, serenity::GatewayIntents::GUILDS)
        .framework(framework)
        .await?;
    let shards = client.shard_manager.clone();
    let gateway = tokio::spawn(async move { client.start().await });
    ready.await?;
    let world = World::of(&server).await?;
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / rate);
    let mut made = JoinSet::new();
    for number in 0..rate * SECONDS {
        ticks.tick().await;
        let world = world.clone();
        made.spawn(async move { ask(&world, number).await });
    }
    let times: Vec<Duration> = made.join_all().await.into_iter().collect::<anyhow::Result<_>>()?;
    shards.shutdown_all().await;
    gateway.abort();
    server.stop().await;
    Ok(sorted(times))
}

async fn ask(world: &World, number: u32) -> anyhow::Result<Duration> {
    let person = world.people[number as usize % world.people.len()].0;
    let request = json!({ "user": person.to_string(), "channel": world.channel.to_string(), "name": "floor", "options": {} });
    let start = Instant::now();
    let answer: Value = world
        .http
        .post(format!("{}/_control/command", world.url))
        .json(&request)
        .send()
        .await?
        .json()
        .await?;
    let time = start.elapsed();
    ensure!(answer["message"]["attachments"][0]["url"].is_string(), "the floor answers: {answer}");
    Ok(time)
}

/// Bytes that look like a picture to whoever does not look closely, and that do not compress.
fn picture() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut state = 0x9e37_79b9_u32;
    bytes.extend(
        std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state.to_le_bytes()[0]
        })
        .take(BYTES - 8),
    );
    bytes
}
