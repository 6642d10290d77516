//! `ximabot doctor`: is everything well? Configuration, database, stored games against their moves, Discord and what the bot may do there.

use std::io::Write;
use std::time::Duration;

use poise::serenity_prelude::Permissions;
use serde_json::Value;
use store::Schema;

use crate::app::Database;
use crate::config::{Config, given};
use crate::discord::Rest;
use crate::discord::framework::registration;
use crate::discord::send::{Code, Deadline};
use crate::discord::view::refusal::{NEEDED, permission_name};
use crate::i18n::Locale;

/// The oldest major version of PostgreSQL that will do.
const OLDEST: i32 = 15;
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
    let database = match Database::look(config).await {
        Ok(database) => database,
        Err(error) => return report.bad(format!("{error:#}")),
    };
    let looked = stored(&database, report).await;
    database.close().await;
    looked
}

async fn stored(database: &Database, report: &mut Report<impl Write>) -> anyhow::Result<()> {
    let (version, major, schema) = match look(&database.pool).await {
        Ok(found) => found,
        Err(error) => return report.bad(format!("{:#}", anyhow::Error::from(error))),
    };
    let place = format!("PostgreSQL {version}, {}", database.place);
    if major < OLDEST {
        report.bad(format!("database: PostgreSQL {OLDEST} or newer is needed ({place})"))?;
    }
    match schema {
        Schema::UpToDate => report.good(format!("database: up to date ({place})"))?,
        Schema::New => {
            return report.good(format!("database: new, it is set up when the bot starts ({place})"));
        }
        Schema::Behind(missing) => {
            let missing =
                if missing == 1 { "1 migration is".to_owned() } else { format!("{missing} migrations are") };
            return report
                .bad(format!("database: {missing} missing, `ximabot migrate` applies them ({place})"));
        }
        Schema::Foreign => {
            let words = format!(
                "database: a newer or other version of ximabot has changed it; run that one ({place})"
            );
            return report.bad(words);
        }
    }
    let context = play::Context::new(database.pool.clone(), play::Clock::system());
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
    Ok(())
}

async fn look(pool: &store::Pool) -> Result<(String, i32, Schema), store::Error> {
    let (version, major) = store::version(pool).await?;
    Ok((version, major, store::schema(pool).await?))
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
    commands(&rest, report).await?;
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

/// Whether every command is registered: what people see of the bot before they use it.
async fn commands(rest: &Rest, report: &mut Report<impl Write>) -> anyhow::Result<()> {
    let registered = async {
        let me = rest.get("/applications/@me", Deadline::within(PATIENCE)).await?;
        let application = me["id"].as_str().unwrap_or_default();
        rest.get(&format!("/applications/{application}/commands"), Deadline::within(PATIENCE)).await
    };
    let registered = match registered.await {
        Ok(registered) => names(&registered),
        Err(trouble) => {
            return report.bad(format!("Discord: the list of commands cannot be had: {}", trouble.message));
        }
    };
    let missing: Vec<String> =
        names(&registration()).into_iter().filter(|name| !registered.contains(name)).collect();
    if missing.is_empty() {
        return report.good(format!("Discord: {} commands are registered", registered.len()));
    }
    let missing = Locale::fallback().list(&missing);
    report.bad(format!("Discord: a running bot registers its commands; not registered yet: {missing}"))
}

fn names(commands: &Value) -> Vec<String> {
    let commands = commands.as_array().map(Vec::as_slice).unwrap_or_default();
    commands.iter().filter_map(|command| command["name"].as_str()).map(|name| format!("/{name}")).collect()
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
