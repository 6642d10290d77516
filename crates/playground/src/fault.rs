//! Faults that a test orders: answers that are not Discord's usual ones, and things that people,
//! moderators or outages do to a bot.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::clock::Millis;
use crate::id::Id;
use crate::permission::{self, Permissions};
use crate::refusal::{self, Refusal};
use crate::route::{Operation, Route};
use crate::state::World;

/// The body of `POST /_control/fault`; the fields that a kind does not use are ignored.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// What happens; see the crate's documentation for all kinds.
    pub kind: String,
    /// Which requests: a part of `METHOD /path` (without `/api/v10`), or a regular expression.
    #[serde(rename = "match")]
    pub pattern: Option<String>,
    /// The HTTP status, or the close code of a disconnection.
    pub status: Option<u16>,
    /// Discord's error code in the body.
    pub code: Option<u32>,
    /// Seconds, for 429.
    pub retry_after: Option<f64>,
    /// Milliseconds of delay.
    pub ms: Option<u64>,
    /// How many requests; 1 if not given.
    pub count: Option<u32>,
    /// Whom it concerns.
    pub user: Option<String>,
    /// Where.
    pub channel: Option<String>,
    /// Which message: an id, or `last`.
    pub message: Option<String>,
    /// A mask as a number or decimal string, or an array of names such as `ATTACH_FILES`.
    pub permissions: Option<Value>,
    /// Permissions taken from the usual ones, in the same form.
    pub missing: Option<Value>,
}

/// A fault that waits for its requests.
#[derive(Clone, Debug)]
pub struct Fault {
    pattern: String,
    regex: Option<regex::Regex>,
    left: u32,
    effect: Effect,
}

/// What a waiting fault does to a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Answers with a status instead of doing anything.
    Status {
        /// The HTTP status.
        status: u16,
        /// Discord's code, if given.
        code: Option<u32>,
        /// Seconds, for 429.
        retry_after: Option<f64>,
    },
    /// Waits first.
    Delay(Millis),
    /// Does what was asked, then cuts the connection without an answer.
    Cut,
}

impl World {
    /// Carries an order out, or lets it wait for its requests. The error is a sentence.
    pub fn order(&mut self, order: &Order) -> Result<(), String> {
        match order.kind.as_str() {
            "status" => {
                let status = order.status.ok_or("status: a fault of this kind needs a status")?;
                let (code, retry_after) = (order.code, order.retry_after);
                self.await_request(order, Effect::Status { status, code, retry_after });
            }
            "delay" => {
                let ms = order.ms.ok_or("ms: a fault of this kind needs milliseconds")?;
                self.await_request(order, Effect::Delay(ms));
            }
            "disconnect" if order.pattern.as_deref().is_some_and(|pattern| pattern != "gateway") => {
                self.await_request(order, Effect::Cut);
            }
            "disconnect" => self.disconnect(order.status.unwrap_or(4000)),
            "permissions" => self.set_permissions(order)?,
            "leave" => self.leave(order)?,
            "close_dms" | "open_dms" => {
                let id = self.ordered_user(order)?;
                if let Some(user) = self.users.get_mut(&id) {
                    user.dms_open = order.kind == "open_dms";
                }
            }
            "delete_user" => {
                let id = self.ordered_user(order)?;
                self.users.remove(&id);
            }
            "delete_message" => {
                let id = self.ordered_message(order)?;
                self.remove_message(id);
            }
            "delete_channel" => {
                let id = self.ordered_channel(order)?;
                self.delete_channel(id);
            }
            "archive" | "unarchive" | "lock" | "unlock" => self.close_thread(order)?,
            "outage" => self.outage(true),
            "recover" => self.outage(false),
            "restore" => {
                self.faults.clear();
                self.overrides.clear();
                for user in self.users.values_mut() {
                    user.dms_open = true;
                    user.member = true;
                }
                self.outage(false);
            }
            other => return Err(format!("kind: there is no fault \"{other}\"")),
        }
        self.touch();
        Ok(())
    }

    /// The effects that fall on a request, each used once.
    pub fn faults_for(&mut self, request: &str, full: &str) -> Vec<Effect> {
        if self.faults.is_empty() {
            return Vec::new();
        }
        let mut effects = Vec::new();
        for fault in &mut self.faults {
            if fault.left > 0 && fault.matches(request, full) {
                fault.left -= 1;
                effects.push(fault.effect);
                if matches!(fault.effect, Effect::Status { .. }) {
                    break;
                }
            }
        }
        self.faults.retain(|fault| fault.left > 0);
        effects
    }

    fn await_request(&mut self, order: &Order, effect: Effect) {
        let pattern = order.pattern.clone().unwrap_or_default();
        let regex = regex::Regex::new(&pattern).ok();
        self.faults.push(Fault { pattern, regex, left: order.count.unwrap_or(1), effect });
    }

    fn set_permissions(&mut self, order: &Order) -> Result<(), String> {
        let user = order.user.as_ref().map_or(Ok(self.bot), |_| self.ordered_user(order))?;
        let usual = self.usual_permissions(user);
        // `match` names what is missing, or else the channel.
        let words = order.pattern.as_deref().map(|pattern| pattern.split([' ', ',', '|']).collect::<Value>());
        let named = words.as_ref().and_then(|words| read_mask(words).ok());
        let given = |field: &Option<Value>| field.as_ref().filter(|value| !value.is_null()).map(read_mask);
        let mask = match (given(&order.permissions), given(&order.missing)) {
            (Some(mask), _) => Some(mask?),
            (None, Some(missing)) => Some(usual & !missing?),
            (None, None) => named.map(|missing| usual & !missing),
        };
        let somewhere = order.channel.is_some() || (order.pattern.is_some() && named.is_none());
        let channel = somewhere.then(|| self.ordered_channel(order)).transpose()?;
        match mask {
            Some(mask) => self.overrides.insert((user, channel), mask),
            None => self.overrides.remove(&(user, channel)),
        };
        let changed: Vec<Id> = match channel {
            Some(channel) => vec![channel],
            None => self.channels.keys().copied().collect(),
        };
        for id in changed {
            let thread = self.channels.get(&id).is_some_and(|channel| channel.kind.is_thread());
            self.announce_channel(if thread { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" }, id);
        }
        Ok(())
    }

    fn leave(&mut self, order: &Order) -> Result<(), String> {
        let id = self.ordered_user(order)?;
        if id == self.bot {
            let guild = self.guild.id;
            self.dispatch("GUILD_DELETE", &json!({"id": guild}));
        }
        if let Some(user) = self.users.get_mut(&id) {
            user.member = false;
        }
        for channel in self.channels.values_mut().filter(|channel| channel.kind.is_thread()) {
            channel.members.remove(&id);
        }
        Ok(())
    }

    fn close_thread(&mut self, order: &Order) -> Result<(), String> {
        let id = self.ordered_channel(order)?;
        if !self.channels.get(&id).is_some_and(|channel| channel.kind.is_thread()) {
            return Err("channel: only a thread can be archived or locked".to_owned());
        }
        match order.kind.as_str() {
            "archive" => self.set_thread(id, Some(true), None),
            "unarchive" => self.set_thread(id, Some(false), None),
            "lock" => self.set_thread(id, None, Some(true)),
            _ => self.set_thread(id, None, Some(false)),
        }
        Ok(())
    }

    fn outage(&mut self, unavailable: bool) {
        if self.guild.unavailable == unavailable {
            return;
        }
        self.guild.unavailable = unavailable;
        if unavailable {
            let guild = self.guild.id;
            self.dispatch("GUILD_DELETE", &json!({"id": guild, "unavailable": true}));
        } else {
            let guild = self.guild_json(true);
            self.dispatch("GUILD_CREATE", &guild);
        }
    }

    fn ordered_user(&self, order: &Order) -> Result<Id, String> {
        let who = order
            .user
            .as_deref()
            .or(order.pattern.as_deref())
            .ok_or("user: a fault of this kind needs a user")?;
        self.find_user(who).map(|user| user.id).ok_or_else(|| format!("user: there is no \"{who}\""))
    }

    fn ordered_channel(&self, order: &Order) -> Result<Id, String> {
        let which = order
            .channel
            .as_deref()
            .or(order.pattern.as_deref())
            .ok_or("channel: a fault of this kind needs a channel")?;
        self.find_channel(which)
            .map(|found| found.id)
            .ok_or_else(|| format!("channel: there is no \"{which}\""))
    }

    fn ordered_message(&self, order: &Order) -> Result<Id, String> {
        let which = order
            .message
            .as_deref()
            .or(order.pattern.as_deref())
            .ok_or("message: a fault of this kind needs a message")?;
        let channel = order.channel.as_ref().map(|_| self.ordered_channel(order)).transpose()?;
        self.find_message(which, channel, None).ok_or_else(|| format!("message: there is no \"{which}\""))
    }
}

impl Fault {
    fn matches(&self, request: &str, full: &str) -> bool {
        request.contains(&self.pattern)
            || full.contains(&self.pattern)
            || self.regex.as_ref().is_some_and(|regex| regex.is_match(request))
    }
}

/// The refusal of an injected status, with the code that Discord would give on that route.
pub fn injected(status: u16, code: Option<u32>, retry_after: Option<f64>, route: &Route<'_>) -> Refusal {
    use Operation as Op;
    let usual = match (status, route.operation) {
        (429, _) => return Refusal::slow_down(retry_after.unwrap_or(1.0)),
        (401, _) => refusal::UNAUTHORIZED,
        (403, _) => refusal::MISSING_PERMISSIONS,
        (404, Op::User) => refusal::UNKNOWN_USER,
        (404, Op::Member) => refusal::UNKNOWN_MEMBER,
        (404, Op::CreateMessage | Op::Channel | Op::ModifyChannel | Op::Messages) => refusal::UNKNOWN_CHANNEL,
        (404, Op::Message | Op::EditMessage | Op::DeleteMessage) => refusal::UNKNOWN_MESSAGE,
        (404, Op::Callback) => refusal::UNKNOWN_INTERACTION,
        (404, Op::FollowUp) => refusal::UNKNOWN_WEBHOOK,
        (404, Op::WebhookMessage | Op::EditWebhookMessage | Op::DeleteWebhookMessage) => {
            refusal::UNKNOWN_MESSAGE
        }
        (500.., _) => Refusal { code: 0, ..refusal::NOT_FOUND.saying("Internal Server Error") },
        _ => refusal::NOT_FOUND.saying("Refused by a fault"),
    };
    let code = code.unwrap_or(usual.code);
    Refusal { status, code, ..usual }
}

fn read_mask(given: &Value) -> Result<Permissions, String> {
    let wrong = || "permissions: a mask as a number or decimal string, or an array of names".to_owned();
    match given {
        Value::Number(number) => number.as_u64().ok_or_else(wrong),
        Value::String(text) => text.parse().map_err(|_| wrong()),
        Value::Array(names) => names.iter().try_fold(0, |mask, name| {
            let name = name.as_str().unwrap_or_default();
            let known = permission::NAMES.iter().find(|(known, _)| *known == name);
            known.map(|(_, bit)| mask | bit).ok_or_else(|| format!("permissions: there is no \"{name}\""))
        }),
        _ => Err(wrong()),
    }
}
