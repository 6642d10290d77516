//! `ximabot doctor`: is everything well? Configuration, database, stored games against their moves, Discord and what the bot may do there.

use std::io::Write;
use std::time::Duration;

use poise::serenity_prelude::Permissions;
use serde_json::Value;

use crate::app::Database;
use crate::config::{Config, given};
use crate::discord::Rest;
use crate::discord::send::{Code, Deadline};
use crate::discord::view::refusal::{NEEDED, permission_name};
use crate::i18n::Locale;

/// How long Discord may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Looks at everything and writes a line for each thing; `false` when something is not well.
///
/// # Errors
/// When the output cannot be written.
pub async fn run(config: &Config, output: impl Write) -> anyhow::Result<bool> {
    let mut report = Report { output, well: true };
    configuration(config, &mut report)?;
    database(config, &mut report).await?;
    discord(config, &mut report).await?;
    Ok(report.well)
}

struct Report<W> {
    output: W,
    well: bool,
}

impl<W: Write> Report<W> {
    fn good(&mut self, what: impl std::fmt::Display) -> anyhow::Result<()> {
        Ok(writeln!(self.output, "ok    {what}")?)
    }

    fn bad(&mut self, what: impl std::fmt::Display) -> anyhow::Result<()> {
        self.well = false;
        Ok(writeln!(self.output, "fault {what}")?)
    }
}

fn configuration(config: &Config, report: &mut Report<impl Write>) -> anyhow::Result<()> {
    match config.shards() {
        Ok(_) => report.good("the configuration can be read"),
        Err(error) => report.bad(error),
    }
}

async fn database(config: &Config, report: &mut Report<impl Write>) -> anyhow::Result<()> {
    let database = match Database::open(config).await {
        Ok(database) => database,
        Err(error) => return report.bad(format!("{error:#}")),
    };
    report.good(format!("database: up to date ({})", database.place))?;
    let context = play::Context { pool: database.pool.clone(), clock: play::Clock::system() };
    match play::game::verify(&context).await {
        Ok(verification) if verification.faults.is_empty() => {
            report.good(format!("games: {} follow from their moves", verification.games))?;
        }
        Ok(verification) => {
            for fault in verification.faults {
                report.bad(format!("game #{}: {}", fault.game, fault.what))?;
            }
        }
        Err(error) => report.bad(format!("games: {error}"))?,
    }
    database.close().await;
    Ok(())
}

async fn discord(config: &Config, report: &mut Report<impl Write>) -> anyhow::Result<()> {
    let Some(token) = given(config.token.as_ref()) else {
        return report.good("Discord: no token is set, so only the playground can be used");
    };
    let rest = Rest::new(token.clone(), config.api())?;
    let me = match rest.get("/users/@me", Deadline::within(PATIENCE)).await {
        Ok(me) => me,
        Err(trouble) if trouble.code == Code::Unauthorised => {
            return report.bad("Discord refuses the token in DISCORD_TOKEN");
        }
        Err(trouble) => return report.bad(format!("Discord cannot be reached: {}", trouble.message)),
    };
    report.good(format!("Discord: in as {}", me["username"].as_str().unwrap_or("the bot")))?;
    match rest.get("/users/@me/guilds", Deadline::within(PATIENCE)).await {
        Ok(Value::Array(servers)) => {
            for server in &servers {
                permissions(server, report)?;
            }
            report.good(format!("Discord: in {} servers", servers.len()))
        }
        Ok(_) => report.bad("Discord: the list of servers cannot be read"),
        Err(trouble) => {
            report.bad(format!("Discord: the list of servers cannot be had: {}", trouble.message))
        }
    }
}

/// What the bot may do in a server as a whole; channels may differ.
fn permissions(server: &Value, report: &mut Report<impl Write>) -> anyhow::Result<()> {
    let bits = server["permissions"].as_str().and_then(|bits| bits.parse().ok()).unwrap_or_default();
    let may = Permissions::from_bits_truncate(bits);
    let missing = NEEDED - may;
    if missing.is_empty() || may.contains(Permissions::ADMINISTRATOR) {
        return Ok(());
    }
    let locale = Locale::fallback();
    let names: Vec<String> =
        missing.iter().map(|permission| permission_name(locale, permission).replace('*', "")).collect();
    let id = server["id"].as_str().unwrap_or_default();
    report.bad(format!("Discord: in server {id} the bot lacks {}", locale.list(&names)))
}
