//! Starting and stopping the stand-in.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::{Path, Query, State, WebSocketUpgrade};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::id::Id;
use crate::openapi::OpenApi;
use crate::state::{File, World};
use crate::{Frames, Options, Validation, control, gateway, page, rest};

/// Ports tried when none was asked for.
const PORTS: std::ops::Range<u16> = 8080..8180;

/// A running stand-in. It stops when it is told to or dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    token: String,
    stop: CancellationToken,
    task: Option<JoinHandle<()>>,
}

/// Why the stand-in could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port that was asked for is in use, or may not be used.
    #[error("port {port} cannot be used")]
    Port {
        /// The port.
        port: u16,
        /// What the system says.
        source: std::io::Error,
    },
    /// No port between 8080 and 8179 is free.
    #[error("no port between 8080 and 8179 is free")]
    NoPort,
    /// The API description cannot be read.
    #[error("the OpenAPI description cannot be read: {0}")]
    OpenApi(String),
}

/// What all requests share.
#[derive(Debug)]
pub struct Shared {
    world: Mutex<World>,
    token: String,
    /// The API description, if one was named.
    pub openapi: Option<OpenApi>,
    /// When it is used.
    pub validation: Validation,
    /// How frames are written.
    pub frames: Frames,
    /// Whether 429 is answered.
    pub enforce_rate_limits: bool,
    /// Whether missing `allowed_mentions` are listed.
    pub strict_mentions: bool,
    /// Cancelled when the stand-in stops.
    pub stop: CancellationToken,
}

impl Server {
    /// Starts a stand-in on loopback.
    ///
    /// # Errors
    /// The port cannot be had, or the API description cannot be read.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let openapi =
            options.openapi.as_deref().map(OpenApi::read).transpose().map_err(StartError::OpenApi)?;
        let listener = listen(options.port).await?;
        let address = listener.local_addr().map_err(|source| StartError::Port { port: 0, source })?;
        let world = World::new(&options, format!("http://{address}"));
        let token = options.token.unwrap_or_else(|| token(world.bot));
        let stop = CancellationToken::new();
        let shared = Arc::new(Shared {
            world: Mutex::new(world),
            token: token.clone(),
            openapi,
            validation: options.validation,
            frames: options.frames,
            enforce_rate_limits: options.enforce_rate_limits,
            strict_mentions: options.strict_mentions,
            stop: stop.clone(),
        });
        let router = router(shared).into_make_service_with_connect_info::<rest::Wire>();
        let stopping = stop.clone();
        let task = tokio::spawn(async move {
            let served = axum::serve(listener, router).with_graceful_shutdown(stopping.cancelled_owned());
            if let Err(error) = served.await {
                tracing::error!(%error, "the stand-in has failed");
            }
        });
        Ok(Self { address, token, stop, task: Some(task) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its address as a browser or a bot takes it, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Stops: ends the gateway connections, answers what is under way.
    pub async fn stop(mut self) {
        self.stop.cancel();
        if let Some(task) = self.task.take() {
            task.await.ok();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Shared {
    /// The state, locked. Nothing waits while it is held.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is the bot's token, with or without `Bot`.
    pub fn is_token(&self, given: &str) -> bool {
        given.strip_prefix("Bot ").unwrap_or(given) == self.token
    }
}

async fn listen(port: Option<u16>) -> Result<TcpListener, StartError> {
    let at = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    if let Some(port) = port {
        return TcpListener::bind(at(port)).await.map_err(|source| StartError::Port { port, source });
    }
    for port in PORTS {
        if let Ok(listener) = TcpListener::bind(at(port)).await {
            return Ok(listener);
        }
    }
    Err(StartError::NoPort)
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .nest("/_control", control::router())
        .route("/api/{*path}", any(rest::serve))
        .route("/attachments/{channel}/{id}/{filename}", get(attachment))
        .fallback(page_or_gateway)
        .with_state(shared)
}

#[derive(Deserialize)]
struct Transport {
    compress: Option<String>,
}

/// `/` is the page for a browser and the gateway for a bot, whose library knows only host and port.
async fn page_or_gateway(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    Query(transport): Query<Transport>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    if let Ok(upgrade) = upgrade {
        let stream = transport.compress.as_deref() == Some("zlib-stream");
        return upgrade.on_upgrade(move |socket| gateway::serve(shared, socket, stream));
    }
    match page::file(uri.path()) {
        Some((content_type, text)) => {
            ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "no-cache")], text).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[derive(Deserialize)]
struct Signature {
    ex: Option<String>,
}

/// The stand-in's CDN: a file under an address that has not run out.
async fn attachment(
    State(shared): State<Arc<Shared>>,
    Path((_, id, _)): Path<(String, u64, String)>,
    Query(signature): Query<Signature>,
) -> Response {
    let world = shared.world();
    let expires = signature.ex.and_then(|ex| u64::from_str_radix(&ex, 16).ok()).unwrap_or(0);
    let fresh = expires * 1000 > world.clock.now();
    let file = world.files.get(&Id(id)).filter(|_| fresh).cloned();
    drop(world);
    match file {
        Some(File { bytes, content_type }) => {
            let headers = [
                (CONTENT_TYPE, content_type.as_str()),
                (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
                (CACHE_CONTROL, "private, max-age=86400"),
            ];
            (headers, bytes).into_response()
        }
        None => (StatusCode::NOT_FOUND, "This content is no longer available.").into_response(),
    }
}

/// A token in the shape of Discord's: the bot's id in base64, a moment, a secret.
fn token(bot: Id) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digit = |bits: u32| char::from(DIGITS[(bits & 63) as usize]);
    let mut first = String::new();
    for chunk in bot.to_string().as_bytes().chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - chunk.len()));
        first.extend((0..=chunk.len()).map(|place| digit(bits >> (18 - 6 * place))));
    }
    let secret: String = (0..27).map(|_| digit(rand::random())).collect();
    let moment: String = (0..6).map(|_| digit(rand::random())).collect();
    format!("{first}.{moment}.{secret}")
}
