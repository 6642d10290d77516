//! The bot as a whole: built, run until it is stopped, and shut down in order.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use play::Clock;
use poise::serenity_prelude as serenity;
use render::Theme;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use store::Pool;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, Shards, given};
use crate::discord::framework::{INTENTS, framework};
use crate::discord::send::{Code, Deadline};
use crate::discord::{Bot, Progress, Rest};
use crate::job;

/// How long everything that has begun may take to end.
const LAST_WORDS: Duration = Duration::from_secs(10);
/// How long Discord may take to answer at the start.
const GREETING: Duration = Duration::from_secs(15);

/// A running bot.
#[derive(Debug)]
pub struct App {
    bot: Arc<Bot>,
    stop: CancellationToken,
    shards: Arc<serenity::ShardManager>,
    gateway: JoinHandle<serenity::Result<()>>,
    jobs: JoinHandle<()>,
}

/// Where Discord is, and who we are there.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The bot's token.
    pub token: SecretString,
    /// The server that stands in for Discord, if one does: scheme, host and port.
    pub api: Option<String>,
    /// The shards of this process, if they are set.
    pub shards: Option<Shards>,
}

/// The database: one of our own, or one that was named.
#[derive(Debug)]
pub struct Database {
    /// Connections to it.
    pub pool: Pool,
    /// Where it is, for people.
    pub place: String,
    local: Option<store::local::Server>,
}

/// The themes of public pictures, those of most servers first.
const THEMES: [Theme; 2] = [Theme::Dark, Theme::Light];

impl App {
    /// Connects to Discord and starts to work.
    ///
    /// # Errors
    /// When Discord cannot be reached or refuses the token.
    pub async fn start(pool: Pool, clock: Clock, identity: Identity) -> anyhow::Result<App> {
        let rest = Rest::new(identity.token.clone(), identity.api.as_deref())?;
        greet(&rest).await?;
        let bot = Arc::new(Bot::new(play::Context::new(pool, clock), rest));
        let stop = CancellationToken::new();
        let mut http = serenity::HttpBuilder::new(identity.token.expose_secret());
        if let Some(api) = &identity.api {
            // With its limiter on, serenity would ask the real host (design/discord.md).
            http = http.proxy(api).ratelimiter_disabled(true);
        }
        let mut client = serenity::ClientBuilder::new_with_http(http.build(), INTENTS)
            .framework(framework(Arc::clone(&bot), stop.clone()))
            .await
            .context("the connection to Discord cannot be prepared")?;
        let shards = Arc::clone(&client.shard_manager);
        let stand_in = identity.api.is_some();
        let gateway = tokio::spawn(async move {
            match identity.shards {
                // serenity takes the end of the range as the last shard.
                Some(Shards { own, total }) => {
                    client.start_shard_range(*own.start()..*own.end(), total).await
                }
                None if stand_in => client.start().await,
                None => client.start_autosharded().await,
            }
        });
        let jobs = tokio::spawn(job::run(Arc::clone(&bot), stop.clone()));
        Ok(App { bot, stop, shards, gateway, jobs })
    }

    /// The bot.
    pub fn bot(&self) -> &Arc<Bot> {
        &self.bot
    }

    /// Waits until the connection has come so far.
    ///
    /// # Errors
    /// When the connection ends before.
    pub async fn wait_for(&mut self, progress: Progress) -> anyhow::Result<()> {
        let mut reached = self.bot.progress.subscribe();
        tokio::select! {
            reached = reached.wait_for(|now| *now >= progress) => reached.map(drop).context("the bot is gone"),
            ended = &mut self.gateway => ended_early(ended),
        }
    }

    /// Runs until `signal`, or until the connection ends by itself.
    ///
    /// # Errors
    /// What `signal` says, or when the connection ends by itself.
    pub async fn run_until(mut self, signal: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
        // Meanwhile people are answered all the same; a first picture only waits for what it needs.
        tokio::task::spawn_blocking(|| THEMES.into_iter().for_each(render::prepare));
        let ended = tokio::select! {
            signal = signal => signal,
            ended = &mut self.gateway => ended_early(ended),
        };
        self.stop().await;
        ended
    }

    /// Stops: takes no new work, lets what has begun end, leaves Discord.
    pub async fn stop(self) {
        tracing::info!("stopping");
        self.stop.cancel();
        self.shards.shutdown_all().await;
        self.bot.tasks.close();
        let end = async {
            self.jobs.await.ok();
            self.bot.tasks.wait().await;
        };
        if tokio::time::timeout(LAST_WORDS, end).await.is_err() {
            tracing::warn!("something did not end in time; the next start takes it up");
        }
        self.gateway.abort();
        self.bot.play.pool.close().await;
    }
}

impl Database {
    /// Connects to the database that is named, or starts one of our own, and brings its schema up to date.
    ///
    /// # Errors
    /// One plain sentence: no binaries, not reachable, a folder that bars the way.
    pub async fn open(config: &Config) -> anyhow::Result<Database> {
        let database = Database::connect(config).await?;
        match store::migrate(&database.pool).await {
            Ok(()) => Ok(database),
            Err(error) => {
                database.close().await;
                Err(error.into())
            }
        }
    }

    /// Connects without bringing the schema up to date.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub async fn connect(config: &Config) -> anyhow::Result<Database> {
        if let Some(url) = given(config.database_url.as_ref()) {
            let options = store::options(url.expose_secret())?;
            let pool = store::connect(options).await?;
            return Ok(Database { pool, place: "the database of DATABASE_URL".to_owned(), local: None });
        }
        let folder = data_dir(config)?;
        let bin = config.pg_bin.as_deref().filter(|folder| !folder.as_os_str().is_empty());
        let server = store::local::Server::start(&folder, bin).await?;
        let place = local_place(&folder, &server.options());
        match store::connect(server.options()).await {
            Ok(pool) => Ok(Database { pool, place, local: Some(server) }),
            Err(error) => {
                server.stop().await;
                Err(error.into())
            }
        }
    }

    /// Connects without changing the schema, also to the local server of a ximabot that is running.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub async fn look(config: &Config) -> anyhow::Result<Database> {
        let error = match Database::connect(config).await {
            Ok(database) => return Ok(database),
            Err(error) => error,
        };
        let Some(store::local::Error::InUse(folder)) = error.downcast_ref() else { return Err(error) };
        let options = store::local::running(folder);
        let place = local_place(folder, &options);
        Ok(Database { pool: store::connect(options).await?, place, local: None })
    }

    /// Waits for `signal`, or for the end of a server of our own that nobody asked for: without it the bot would only apologise.
    ///
    /// # Errors
    /// When the server has ended.
    pub async fn hold_until(&self, signal: impl Future<Output = ()>) -> anyhow::Result<()> {
        let Some(server) = &self.local else {
            signal.await;
            return Ok(());
        };
        tokio::select! {
            () = signal => Ok(()),
            () = server.ended() => bail!("the local PostgreSQL has ended by itself ({}); its log says why", self.place),
        }
    }

    /// Closes the connections and stops the server if it is our own.
    pub async fn close(self) {
        self.pool.close().await;
        if let Some(server) = self.local {
            server.stop().await;
        }
    }
}

/// Where a local server is, for people: its files, and the folder of its socket for other programs.
fn local_place(folder: &Path, options: &store::PgConnectOptions) -> String {
    match options.get_socket() {
        Some(socket) => format!("in {}, socket in {}", folder.display(), socket.display()),
        None => format!("in {}", folder.display()),
    }
}

/// The folder of the local PostgreSQL.
fn data_dir(config: &Config) -> anyhow::Result<PathBuf> {
    match config.data_dir.as_ref().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => Ok(std::path::absolute(folder)?),
        None => Ok(store::local::default_data_dir()?),
    }
}

/// Asks who we are, so that a wrong token or address is a plain sentence and serenity never falls back to another gateway.
async fn greet(rest: &Rest) -> anyhow::Result<()> {
    for path in ["/users/@me", "/gateway"] {
        let answer: Result<Value, _> = rest.get(path, Deadline::within(GREETING)).await;
        match answer {
            Ok(_) => {}
            Err(trouble) if trouble.code == Code::Unauthorised => {
                bail!("Discord refuses the token in DISCORD_TOKEN")
            }
            // A server that does not know the question is not asked again.
            Err(trouble) if trouble.status == 404 && path == "/users/@me" => {}
            Err(trouble) => bail!("Discord cannot be reached: {}", trouble.message),
        }
    }
    Ok(())
}

fn ended_early(ended: Result<serenity::Result<()>, tokio::task::JoinError>) -> anyhow::Result<()> {
    match ended {
        Ok(Ok(())) => bail!("the connection to Discord has ended"),
        Ok(Err(serenity::Error::Gateway(serenity::GatewayError::InvalidAuthentication))) => {
            bail!("Discord refuses the token in DISCORD_TOKEN")
        }
        Ok(Err(error)) => bail!("the connection to Discord has ended: {error}"),
        Err(error) => bail!("the connection to Discord has failed: {error}"),
    }
}
