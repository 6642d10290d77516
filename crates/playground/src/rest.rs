//! Discord's REST interface: reads a request, lets faults fall on it, checks it, answers it.

mod channels;
mod commands;
mod interactions;
mod members;
mod messages;

use std::collections::HashMap;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body as HttpBody;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::serve::IncomingStream;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::body::Body;
use crate::fault::{self, Effect};
use crate::id::Id;
use crate::rate::Bucket;
use crate::record::Pending;
use crate::refusal::{self, Problem, Refusal};
use crate::route::{Operation, Route};
use crate::state::World;
use crate::{Shared, Validation, gateway, limits};

/// A handle on a connection, with which a fault can cut it.
#[derive(Clone, Debug)]
pub struct Wire(Option<Arc<std::net::TcpStream>>);

/// A request that has passed the checks.
#[derive(Debug)]
struct Call<'a> {
    template: &'a str,
    parameters: &'a [&'a str],
    query: HashMap<&'a str, &'a str>,
    body: Body,
}

/// An answer: JSON, or nothing.
#[derive(Debug)]
enum Reply {
    Json(Value),
    Created(Value),
    Empty,
}

type Answer = Result<Reply, Refusal>;

impl Connected<IncomingStream<'_, TcpListener>> for Wire {
    fn connect_info(stream: IncomingStream<'_, TcpListener>) -> Self {
        stream.io().set_nodelay(true).ok();
        let twin: Option<OwnedFd> = stream.io().as_fd().try_clone_to_owned().ok();
        Self(twin.map(|twin| Arc::new(twin.into())))
    }
}

impl Wire {
    fn cut(&self) {
        if let Some(stream) = &self.0 {
            stream.shutdown(std::net::Shutdown::Both).ok();
        }
    }
}

/// Serves `/api/…`.
pub async fn serve(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(wire): ConnectInfo<Wire>,
    request: Request<HttpBody>,
) -> Response {
    let uri = request.uri().clone();
    let path = strip_version(uri.path());
    let method = request.method().clone();
    let Some(route) = Route::find(&method, path) else {
        let line = format!("{method} {path}");
        let mut world = shared.world();
        world.record.checked += 1;
        world.record.violation(&line, "no such route in the stand-in");
        return respond(&Err(refusal::NOT_FOUND), None);
    };
    let named = format!("{method} {path}");
    let line = if route.is_interaction() { format!("{method} {}", redact(&route)) } else { named.clone() };
    let authorized = !route.needs_token() || is_authorized(&shared, request.headers());

    let effects = shared.world().faults_for(&named, &format!("{method} {}", uri.path()));
    let mut cut = false;
    let mut injected = None;
    for effect in effects {
        match effect {
            Effect::Delay(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
            Effect::Cut => cut = true,
            Effect::Status { status, code, retry_after } => {
                injected = Some(fault::injected(status, code, retry_after, &route));
            }
        }
    }

    let body = Body::read(request).await;
    let query = uri.query().unwrap_or_default();
    let (answer, bucket) = answer(&shared, &route, &line, query, body, authorized, injected);
    if cut {
        wire.cut();
        std::future::pending::<()>().await;
    }
    respond(&answer, bucket.as_ref())
}

/// Checks and carries out a request, all under one lock but for the checks of the body alone.
fn answer(
    shared: &Shared,
    route: &Route<'_>,
    line: &str,
    query: &str,
    body: Result<Body, Refusal>,
    authorized: bool,
    injected: Option<Refusal>,
) -> (Answer, Option<Bucket>) {
    let problems = body.as_ref().map(|body| problems(shared, route, body)).unwrap_or_default();
    let mut world = shared.world();
    world.record.checked += 1;
    let now = world.clock.now();
    let bucket = (!route.is_interaction()).then(|| world.rates.count(route, now));
    let exceeded = bucket.as_ref().and_then(|bucket| bucket.exceeded);
    if let Some(rule) = exceeded {
        world.record.violation(line, rule);
    }
    for problem in &problems {
        world.record.violation(line, problem.rule());
    }
    if let (Validation::AfterTheRun, Some(_), Ok(body)) = (shared.validation, &shared.openapi, &body)
        && !body.json.is_null()
    {
        let pending = Pending { request: line.to_owned(), operation: route.key(), body: body.json.clone() };
        world.record.pending.push(pending);
    }
    let fatal: Vec<Problem> = problems.into_iter().filter(|problem| problem.fatal).collect();
    let listed = !fatal.is_empty();
    let answer = if !authorized {
        Err(refusal::UNAUTHORIZED)
    } else if let Some(refusal) = injected {
        Err(refusal)
    } else if exceeded.is_some() && shared.enforce_rate_limits {
        let wait = bucket.as_ref().map_or(0, |bucket| bucket.reset_after);
        Err(Refusal::slow_down(f64::from(u32::try_from(wait).unwrap_or(u32::MAX)) / 1000.0))
    } else {
        body.and_then(|body| {
            if let Some(file) = body.files.iter().find(|file| file.bytes.len() > limits::FILE) {
                return Err(refusal::TOO_LARGE.saying(format!("{} is larger than 10 MiB", file.filename)));
            }
            if listed {
                return Err(Refusal::invalid(fatal));
            }
            let call = Call {
                template: route.template,
                parameters: &route.parameters,
                query: parse_query(query),
                body,
            };
            handle(&mut world, route.operation, &call)
        })
    };
    if let Err(refusal) = &answer {
        if refusal.is_violation() && !listed {
            world.record.violation(line, violation(refusal));
        }
        if matches!(refusal.status, 401 | 403 | 429) && world.rates.count_invalid(now) {
            world.record.violation(line, "more than 10,000 refused requests in 10 min");
        }
    }
    (answer, bucket)
}

/// What is wrong with a body, by the limits and, unless it is done later, by the description.
fn problems(shared: &Shared, route: &Route<'_>, body: &Body) -> Vec<Problem> {
    let mut problems = limits::check(route.operation, body, shared.strict_mentions);
    if let (Validation::Inline, Some(openapi)) = (shared.validation, &shared.openapi) {
        // What both find is listed once, in the words of the limits.
        let found: Vec<Vec<String>> = problems.iter().map(|problem| problem.path.clone()).collect();
        let more = openapi.check(&route.key(), &body.json);
        problems.extend(more.into_iter().filter(|problem| !found.contains(&problem.path)));
    }
    problems
}

fn handle(world: &mut World, operation: Operation, call: &Call<'_>) -> Answer {
    use Operation as Op;
    match operation {
        Op::Gateway => Ok(Reply::Json(serde_json::json!({"url": world.gateway_url()}))),
        Op::GatewayBot => Ok(Reply::Json(gateway::bot_json(world))),
        Op::Me => Ok(Reply::Json(world.user_json(world.bot))),
        Op::Application => Ok(Reply::Json(world.application_json())),
        Op::User => members::user(world, call),
        Op::MyGuilds => Ok(members::my_guilds(world)),
        Op::OpenDirect => channels::open_direct(world, call),
        Op::Guild => members::guild(world, call),
        Op::GuildChannels => channels::of_guild(world, call),
        Op::ActiveThreads => channels::active_threads(world, call),
        Op::Roles => members::roles(world, call),
        Op::Members => members::list(world, call),
        Op::Member => members::one(world, call),
        Op::Commands | Op::GuildCommands => commands::list(world, call),
        Op::RegisterCommands | Op::RegisterGuildCommands => commands::replace(world, call),
        Op::AddCommand | Op::AddGuildCommand => commands::add(world, call),
        Op::Command | Op::GuildCommand => commands::one(world, call),
        Op::EditCommand | Op::EditGuildCommand => commands::edit(world, call),
        Op::DeleteCommand | Op::DeleteGuildCommand => commands::delete(world, call),
        Op::Callback => interactions::callback(world, call),
        Op::FollowUp => interactions::follow_up(world, call),
        Op::WebhookMessage => interactions::get(world, call),
        Op::EditWebhookMessage => interactions::edit(world, call),
        Op::DeleteWebhookMessage => interactions::delete(world, call),
        Op::Channel => channels::get(world, call),
        Op::ModifyChannel => channels::modify(world, call),
        Op::DeleteChannel => channels::delete(world, call),
        Op::Messages => messages::list(world, call),
        Op::CreateMessage => messages::create(world, call),
        Op::Message => messages::get(world, call),
        Op::EditMessage => messages::edit(world, call),
        Op::DeleteMessage => messages::delete(world, call),
        Op::BulkDelete => messages::bulk_delete(world, call),
        Op::Typing => channels::typing(world, call),
        Op::ThreadFromMessage => channels::thread_from_message(world, call),
        Op::ThreadAlone => channels::thread_alone(world, call),
        Op::ArchivedThreads => channels::archived_threads(world, call),
        Op::ThreadMembers => channels::thread_members(world, call),
        Op::ThreadMember => channels::thread_member(world, call),
        Op::JoinThread | Op::AddThreadMember => channels::add_thread_member(world, call),
        Op::LeaveThread | Op::RemoveThreadMember => channels::remove_thread_member(world, call),
    }
}

impl Call<'_> {
    /// The `n`th parameter as an id; what is no id cannot be found.
    fn id(&self, n: usize, unknown: Refusal) -> Result<Id, Refusal> {
        self.parameters.get(n).and_then(|text| text.parse().ok()).ok_or(unknown)
    }

    fn query_id(&self, name: &str) -> Option<Id> {
        self.query.get(name).and_then(|text| text.parse().ok())
    }

    fn query_flag(&self, name: &str) -> bool {
        self.query.get(name).is_some_and(|value| matches!(*value, "true" | "True" | "1"))
    }
}

/// The path without `/api` and `/v10`.
fn strip_version(path: &str) -> &str {
    let path = path.strip_prefix("/api").unwrap_or(path);
    let versioned = path.strip_prefix("/v").and_then(|rest| {
        let end = rest.find('/')?;
        rest[..end].bytes().all(|byte| byte.is_ascii_digit()).then_some(&rest[end..])
    });
    versioned.unwrap_or(path)
}

/// The path of an interaction without its token.
fn redact(route: &Route<'_>) -> String {
    let mut path = route.template.to_owned();
    for name in ["{interaction_id}", "{webhook_id}"] {
        path = path.replace(name, route.parameters.first().unwrap_or(&""));
    }
    match route.parameters.get(2) {
        Some(message) => path.replace("{message_id}", message),
        None => path,
    }
}

fn is_authorized(shared: &Shared, headers: &HeaderMap) -> bool {
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    given.strip_prefix("Bot ").is_some_and(|token| shared.is_token(token))
}

fn violation(refusal: &Refusal) -> String {
    match refusal.problems.first() {
        Some(problem) => problem.rule(),
        None => format!("{} ({})", refusal.message, refusal.code),
    }
}

fn parse_query(query: &str) -> HashMap<&str, &str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).collect()
}

fn respond(answer: &Answer, bucket: Option<&Bucket>) -> Response {
    let mut response = match answer {
        Ok(Reply::Json(json)) => Json(json).into_response(),
        Ok(Reply::Created(json)) => (StatusCode::CREATED, Json(json)).into_response(),
        Ok(Reply::Empty) => StatusCode::NO_CONTENT.into_response(),
        Err(refusal) => (refusal.status(), Json(refusal.body())).into_response(),
    };
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: String| {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    };
    if let Some(bucket) = bucket {
        let seconds = bucket.reset_after / 1000;
        let milliseconds = bucket.reset_after % 1000;
        set("x-ratelimit-bucket", bucket_hash(&bucket.name));
        set("x-ratelimit-limit", bucket.limit.to_string());
        set("x-ratelimit-remaining", bucket.remaining.to_string());
        set("x-ratelimit-reset-after", format!("{seconds}.{milliseconds:03}"));
        set("x-ratelimit-reset", reset_at(bucket.reset_after));
    }
    if let Err(Refusal { retry_after: Some(wait), .. }) = answer {
        set("retry-after", format!("{}", wait.ceil()));
        set("x-ratelimit-scope", "user".to_owned());
        set("x-ratelimit-reset-after", format!("{wait:.3}"));
        set("x-ratelimit-remaining", "0".to_owned());
    }
    response
}

/// The moment of a bucket's reset in Unix seconds, by the machine's clock as clients compare it.
fn reset_at(after: u64) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let at = now + Duration::from_millis(after);
    format!("{}.{:03}", at.as_secs(), at.subsec_millis())
}

/// An opaque name for a bucket: FNV-1a of its key.
fn bucket_hash(name: &str) -> String {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
