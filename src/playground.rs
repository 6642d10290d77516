//! `ximabot playground`: the whole bot on this machine, with a small chat page in place of Discord.

use anyhow::Context as _;
use play::Clock;
use playground::{Options, Person, Server};
use secrecy::SecretString;

use crate::app::{App, Database, Identity};
use crate::config::Config;
use crate::discord::Progress;

/// Starts everything, prints the page's address, and runs until `signal`.
///
/// # Errors
/// One plain sentence: a port in use, no PostgreSQL, a folder that bars the way.
pub async fn run(
    config: &Config,
    port: Option<u16>,
    people: u8,
    signal: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let openapi = config.openapi.clone().filter(|file| !file.as_os_str().is_empty());
    let bot = "ximabot".to_owned();
    let options = Options { port, people: Person::some(people.into()), openapi, bot, ..Options::default() };
    let server = Server::start(options).await?;
    let ran = beside(config, &server, signal).await;
    server.stop().await;
    ran
}

async fn beside(config: &Config, server: &Server, signal: impl Future<Output = ()>) -> anyhow::Result<()> {
    let database = Database::open(config).await?;
    let identity =
        Identity { token: SecretString::from(server.token()), api: Some(server.url()), shards: None };
    let ran = play(&database, identity, server, signal).await;
    database.close().await;
    ran
}

async fn play(
    database: &Database,
    identity: Identity,
    server: &Server,
    signal: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let mut app = App::start(database.pool.clone(), Clock::system(), identity).await?;
    app.wait_for(Progress::Registered).await.context("the bot does not come up in the playground")?;
    println!("The playground is open: {}/", server.url());
    app.run_until(database.hold_until(signal)).await
}
