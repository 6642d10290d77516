//! The gateway: `HELLO`, `IDENTIFY`, `READY`, heartbeats, `RESUME` with what was missed, events.
//!
//! Frames are text; with [`Frames::Zlib`] and `"compress": true` in `IDENTIFY` each is one whole zlib
//! message; with `compress=zlib-stream` in the address all share one zlib stream.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress};
use futures::future::{Either, select};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::id::Id;
use crate::state::World;
use crate::{Frames, Shared};

/// The intent that brings server, channel and thread events.
const GUILDS: u64 = 1;
/// Intents that must be switched on for an application; here none are.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
/// Every intent there is.
const KNOWN: u64 = (1 << 26) - 1;
/// Milliseconds between heartbeats.
const HEARTBEAT: u64 = 41_250;
/// Events kept for a session that may be resumed.
const MEMORY: usize = 1_000;

/// A gateway session: it outlives its connection, so that the bot may resume it.
#[derive(Debug)]
pub struct Session {
    shard: (u64, u64),
    intents: u64,
    sequence: u64,
    log: VecDeque<(u64, Utf8Bytes)>,
    lost: bool,
    wire: Option<UnboundedSender<Outbound>>,
}

/// What goes to the bot.
#[derive(Debug)]
enum Outbound {
    Text(Utf8Bytes),
    /// From here on each frame is a whole zlib message.
    Compress,
    Close(u16),
}

/// How the frames of one connection are written.
enum Encoding {
    Text,
    Message,
    Stream(Box<Compress>),
}

impl Session {
    /// Whether a connection is open.
    pub fn is_connected(&self) -> bool {
        self.wire.is_some()
    }

    fn send(&mut self, text: impl Into<Utf8Bytes>) {
        if let Some(wire) = &self.wire
            && wire.send(Outbound::Text(text.into())).is_err()
        {
            self.wire = None;
        }
    }

    fn event(&mut self, name: &str, data: &str) {
        self.sequence += 1;
        let text = format!(r#"{{"op":0,"s":{},"t":"{name}","d":{data}}}"#, self.sequence);
        let text = Utf8Bytes::from(text);
        self.log.push_back((self.sequence, text.clone()));
        if self.log.len() > MEMORY {
            self.log.pop_front();
        }
        self.send(text);
    }
}

impl World {
    /// Sends an event to every session that has asked for its kind.
    pub fn dispatch(&mut self, event: &str, data: &Value) {
        let interaction = event == "INTERACTION_CREATE";
        let guild = if interaction { Id::read(&data["guild_id"]) } else { Some(self.guild.id) };
        let member = self.bot_is_member();
        let text = data.to_string();
        for session in self.sessions.values_mut() {
            let shard = guild.map_or(0, |guild| (guild.0 >> 22) % session.shard.1);
            let wanted = interaction || (session.intents & GUILDS != 0 && member);
            if shard == session.shard.0 && wanted {
                session.event(event, &text);
            }
        }
    }

    /// Ends the gateway connections with a close code; 7 asks to reconnect, 9 takes the session away.
    pub fn disconnect(&mut self, code: u16) {
        for session in self.sessions.values_mut() {
            match code {
                7 => session.send(r#"{"op":7,"d":null,"s":null,"t":null}"#),
                9 => {
                    session.send(r#"{"op":9,"d":false,"s":null,"t":null}"#);
                    session.lost = true;
                }
                code => {
                    if let Some(wire) = session.wire.take() {
                        wire.send(Outbound::Close(code)).ok();
                    }
                }
            }
        }
        self.touch();
    }

    fn identify(&mut self, data: &Value, wire: &UnboundedSender<Outbound>) -> Result<String, u16> {
        let shard = (data["shard"][0].as_u64().unwrap_or(0), data["shard"][1].as_u64().unwrap_or(1));
        let intents = data["intents"].as_u64().ok_or(4013_u16)?;
        if shard.0 >= shard.1 {
            return Err(4010);
        }
        if intents & !KNOWN != 0 {
            return Err(4013);
        }
        if intents & PRIVILEGED != 0 {
            return Err(4014);
        }
        let id = format!("{:032x}", rand::random::<u128>());
        let mut session = Session {
            shard,
            intents,
            sequence: 0,
            log: VecDeque::new(),
            lost: false,
            wire: Some(wire.clone()),
        };
        let mine = (self.guild.id.0 >> 22) % shard.1 == shard.0 && self.bot_is_member();
        let guilds = if mine { json!([{"id": self.guild.id, "unavailable": true}]) } else { json!([]) };
        let ready = json!({
            "v": 10, "user": self.user_json(self.bot), "guilds": guilds, "session_id": id,
            "session_type": "normal", "resume_gateway_url": self.gateway_url(), "shard": [shard.0, shard.1],
            "application": {"id": self.bot, "flags": 0}, "private_channels": [], "relationships": [],
            "presences": [], "user_settings": {}, "_trace": [],
        });
        session.event("READY", &ready.to_string());
        if mine && intents & GUILDS != 0 && !self.guild.unavailable {
            session.event("GUILD_CREATE", &self.guild_json(true).to_string());
        }
        self.sessions.insert(id.clone(), session);
        self.touch();
        Ok(id)
    }

    fn resume(&mut self, data: &Value, wire: &UnboundedSender<Outbound>) -> Option<String> {
        let id = data["session_id"].as_str()?.to_owned();
        let seen = data["seq"].as_u64().unwrap_or(0);
        let session = self.sessions.get_mut(&id)?;
        let forgotten = session.log.front().is_some_and(|(oldest, _)| *oldest > seen + 1);
        if session.lost || forgotten || seen > session.sequence {
            self.sessions.remove(&id);
            return None;
        }
        session.wire = Some(wire.clone());
        session.log.retain(|(sequence, _)| *sequence > seen);
        let missed: Vec<Utf8Bytes> = session.log.iter().map(|(_, text)| text.clone()).collect();
        for text in missed {
            session.send(text);
        }
        session.event("RESUMED", r#"{"_trace":[]}"#);
        self.touch();
        Some(id)
    }

    /// The connection of a session has ended; if cleanly, the session ends with it.
    fn hang_up(&mut self, id: &str, wire: &UnboundedSender<Outbound>, clean: bool) {
        if let Some(session) = self.sessions.get_mut(id)
            && session.wire.as_ref().is_none_or(|current| current.same_channel(wire))
        {
            session.wire = None;
            if clean {
                self.sessions.remove(id);
            }
            self.touch();
        }
    }

    /// The gateway's address.
    pub fn gateway_url(&self) -> String {
        self.origin.replacen("http", "ws", 1)
    }
}

/// Serves one connection to its end.
pub async fn serve(shared: Arc<Shared>, mut socket: WebSocket, stream: bool) {
    let mut encoding = if stream {
        Encoding::Stream(Box::new(Compress::new(Compression::fast(), true)))
    } else {
        Encoding::Text
    };
    let (sender, mut receiver) = unbounded_channel();
    let hello =
        format!(r#"{{"op":10,"d":{{"heartbeat_interval":{HEARTBEAT},"_trace":[]}},"s":null,"t":null}}"#);
    sender.send(Outbound::Text(hello.into())).ok();
    let mut session: Option<String> = None;
    let mut clean = false;
    loop {
        match next(&shared, &mut socket, &mut receiver).await {
            Turn::Out(Outbound::Text(text)) => {
                if socket.send(encoding.frame(text)).await.is_err() {
                    break;
                }
            }
            Turn::Out(Outbound::Compress) => {
                if matches!(encoding, Encoding::Text) {
                    encoding = Encoding::Message;
                }
            }
            Turn::Out(Outbound::Close(code)) => {
                close(&mut socket, code).await;
                break;
            }
            Turn::In(Frame::Text(text)) => {
                let payload = serde_json::from_str(&text).unwrap_or_default();
                if let Err(code) = receive(&shared, &payload, &mut session, &sender) {
                    close(&mut socket, code).await;
                    break;
                }
            }
            Turn::In(Frame::Close(frame)) => {
                clean = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                // The answer to a farewell leaves with the next read.
                hear_out(&mut socket).await;
                break;
            }
            Turn::In(_) => {}
            Turn::Gone => break,
            Turn::Stop => {
                close(&mut socket, 1001).await;
                break;
            }
        }
    }
    if let Some(id) = session {
        shared.world().hang_up(&id, &sender, clean);
    }
}

/// What happens next on a connection.
enum Turn {
    In(Frame),
    Out(Outbound),
    Gone,
    Stop,
}

async fn next(shared: &Shared, socket: &mut WebSocket, receiver: &mut UnboundedReceiver<Outbound>) -> Turn {
    tokio::select! {
        biased;
        outbound = receiver.recv() => outbound.map_or(Turn::Gone, Turn::Out),
        inbound = socket.recv() => inbound.and_then(Result::ok).map_or(Turn::Gone, Turn::In),
        () = shared.stop.cancelled() => Turn::Stop,
    }
}

/// Acts on what the bot sent; the error is a close code.
fn receive(
    shared: &Shared,
    payload: &Value,
    session: &mut Option<String>,
    sender: &UnboundedSender<Outbound>,
) -> Result<(), u16> {
    let data = &payload["d"];
    match payload["op"].as_u64().ok_or(4002_u16)? {
        1 => {
            sender.send(Outbound::Text(r#"{"op":11,"d":null,"s":null,"t":null}"#.into())).ok();
            if let (Some(id), Some(seen)) = (session.as_ref(), data.as_u64())
                && let Some(session) = shared.world().sessions.get_mut(id)
            {
                session.log.retain(|(sequence, _)| *sequence > seen);
            }
        }
        2 | 6 if session.is_some() => return Err(4005),
        2 | 6 if !shared.is_token(data["token"].as_str().unwrap_or_default()) => return Err(4004),
        2 => {
            if data["compress"] == true && shared.frames == Frames::Zlib {
                sender.send(Outbound::Compress).ok();
            }
            *session = Some(shared.world().identify(data, sender)?);
        }
        6 => {
            *session = shared.world().resume(data, sender);
            if session.is_none() {
                sender.send(Outbound::Text(r#"{"op":9,"d":false,"s":null,"t":null}"#.into())).ok();
            }
        }
        3 | 4 | 8 | 31 if session.is_some() => {}
        3 | 4 | 8 | 31 => return Err(4003),
        _ => return Err(4001),
    }
    Ok(())
}

/// Says goodbye and waits, not for long, until the other side has heard it.
async fn close(socket: &mut WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: reason(code).into() };
    if socket.send(Frame::Close(Some(frame))).await.is_ok() {
        hear_out(socket).await;
    }
}

/// Reads, not for long, until the other side has hung up.
async fn hear_out(socket: &mut WebSocket) {
    let heard = Box::pin(async { while let Some(Ok(_)) = socket.recv().await {} });
    let patience = Box::pin(tokio::time::sleep(std::time::Duration::from_millis(500)));
    match select(heard, patience).await {
        Either::Left(_) | Either::Right(_) => {}
    }
}

fn reason(code: u16) -> &'static str {
    match code {
        4001 => "Unknown opcode.",
        4002 => "Error while decoding payload.",
        4003 => "Not authenticated.",
        4004 => "Authentication failed.",
        4005 => "Already authenticated.",
        4010 => "Invalid shard.",
        4013 => "Invalid intent(s).",
        4014 => "Disallowed intent(s).",
        1001 => "Going away.",
        _ => "Unknown error.",
    }
}

impl Encoding {
    fn frame(&mut self, text: Utf8Bytes) -> Frame {
        match self {
            Self::Text => Frame::Text(text),
            Self::Message => {
                let mut encoder = ZlibEncoder::new(Vec::with_capacity(text.len() / 2), Compression::fast());
                encoder.write_all(text.as_bytes()).expect("a vector takes every byte");
                Frame::Binary(Bytes::from(encoder.finish().expect("a vector takes every byte")))
            }
            Self::Stream(stream) => {
                let mut out = Vec::with_capacity(text.len() + 64);
                let start = stream.total_in();
                loop {
                    let done = usize::try_from(stream.total_in() - start).expect("a text fits in memory");
                    let status = stream.compress_vec(&text.as_bytes()[done..], &mut out, FlushCompress::Sync);
                    status.expect("a deflate stream takes every byte");
                    if out.len() < out.capacity() {
                        break;
                    }
                    out.reserve(out.capacity());
                }
                Frame::Binary(Bytes::from(out))
            }
        }
    }
}

/// `GET /gateway/bot`.
pub fn bot_json(world: &World) -> Value {
    let started = world.sessions.len();
    json!({
        "url": world.gateway_url(), "shards": 1,
        "session_start_limit": {
            "total": 1000, "remaining": 1000_usize.saturating_sub(started), "reset_after": 86_400_000,
            "max_concurrency": 1,
        },
    })
}
