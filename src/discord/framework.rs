//! What poise is told: which commands there are, what happens with every event, and who hears of what goes wrong.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use poise::{CommandInteractionType, FrameworkError};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::error::report;
use super::send::{Code, Deadline, PATIENCE};
use super::{Ask, Bot, Data, Error, Progress, command};

/// What the bot wants to hear of: servers and their channels. Commands and presses come without asking.
pub const INTENTS: serenity::GatewayIntents = serenity::GatewayIntents::GUILDS;

/// The framework of a bot. `stop` ends the attempts to register its commands.
pub fn framework(bot: Arc<Bot>, stop: CancellationToken) -> poise::Framework<Data, Error> {
    let options = poise::FrameworkOptions {
        commands: command::all(),
        on_error: |error| Box::pin(on_error(error)),
        command_check: Some(|context| Box::pin(before(context))),
        event_handler: |framework, event| Box::pin(on_event(framework.user_data, event)),
        allowed_mentions: Some(serenity::CreateAllowedMentions::new()),
        ..poise::FrameworkOptions::default()
    };
    poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |_, ready, _| {
            Box::pin(async move {
                bot.rest.set_application(ready.application.id.get());
                bot.user.get_or_init(|| ready.user.id.get());
                bot.progress.send_replace(Progress::Connected);
                tracing::info!(application = %ready.application.id, servers = ready.guilds.len(), "connected to Discord");
                // Registered apart: were it to fail in here, the bot would be online and deaf.
                let registering = Arc::clone(&bot);
                bot.tasks.spawn(async move {
                    stop.run_until_cancelled(register(&registering)).await;
                });
                Ok(bot)
            })
        })
        .build()
}

/// The body of the commands' registration.
///
/// # Panics
/// Never: the builders write JSON.
pub fn registration() -> Value {
    let commands = poise::builtins::create_application_commands(&command::all());
    let mut body = serde_json::to_value(commands).expect("serenity's builders write JSON");
    prune(&mut body);
    body
}

/// Takes out what says nothing: the builders write it for every option, and Discord knows it for some kinds of option only.
fn prune(value: &mut Value) {
    let says_something = |field: &Value| match field {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    match value {
        Value::Array(items) => items.iter_mut().for_each(prune),
        Value::Object(fields) => {
            fields.retain(|_, field| says_something(field));
            fields.values_mut().for_each(prune);
        }
        _ => {}
    }
}

/// Registers the commands; asks again until Discord takes or refuses them.
async fn register(bot: &Bot) {
    let Some(application) = bot.rest.application() else { return };
    let commands = registration();
    loop {
        match bot.rest.register(application, &commands, Deadline::within(PATIENCE)).await {
            Ok(()) => {
                bot.progress.send_replace(Progress::Registered);
                return tracing::info!("the commands are registered");
            }
            Err(trouble) if trouble.code == Code::InvalidForm => {
                return tracing::error!(%trouble, "Discord refuses the commands");
            }
            Err(trouble) => tracing::warn!(%trouble, "the commands are not registered yet"),
        }
        tokio::time::sleep(PATIENCE).await;
    }
}

/// Before every command: the interaction is taken in hand, and the person noted.
async fn before(context: poise::Context<'_, Data, Error>) -> Result<bool, Error> {
    let poise::Context::Application(context) = context else { return Ok(false) };
    if context.interaction_type == CommandInteractionType::Command {
        Ask::of(context).await.see().await?;
    }
    Ok(true)
}

async fn on_event(bot: &Data, event: &serenity::FullEvent) -> Result<(), Error> {
    match event {
        serenity::FullEvent::InteractionCreate { interaction: serenity::Interaction::Component(press) } => {
            command::on_press(bot, press).await;
        }
        serenity::FullEvent::InteractionCreate { interaction: serenity::Interaction::Modal(form) } => {
            command::on_form(bot, form).await;
        }
        serenity::FullEvent::GuildDelete { incomplete, .. } => {
            // An outage looks like a removal; nothing is deleted for either.
            tracing::info!(server = %incomplete.id, outage = incomplete.unavailable, "a server is out of reach");
        }
        _ => {}
    }
    Ok(())
}

async fn on_error(error: FrameworkError<'_, Data, Error>) {
    match error {
        FrameworkError::Command { error, ctx, .. }
        | FrameworkError::CommandCheckFailed { error: Some(error), ctx, .. } => tell(ctx, error).await,
        FrameworkError::CommandPanic { payload, ctx, .. } => {
            let payload = payload.unwrap_or_default();
            tell(ctx, Error::Fault(anyhow::anyhow!("a command has panicked: {payload}"))).await;
        }
        FrameworkError::GuildOnly { ctx, .. } => {
            tell(ctx, Error::Told(play::Phrase::new("refused-server-only"))).await;
        }
        FrameworkError::ArgumentParse { ctx, error, .. } => {
            tracing::info!(%error, "an option could not be read");
            tell(ctx, Error::Told(play::Phrase::new("refused-old-command"))).await;
        }
        FrameworkError::CommandStructureMismatch { ctx, description, .. } => {
            tracing::info!(description, "a command is not what it was registered as");
            tell(ctx.into(), Error::Told(play::Phrase::new("refused-old-command"))).await;
        }
        FrameworkError::UnknownInteraction { framework, interaction, .. }
            if interaction.data.autocomplete().is_none() =>
        {
            tracing::info!(command = interaction.data.name, "a command is not known");
            let ask = Ask::unknown(framework.user_data, interaction);
            report(&ask, Error::Told(play::Phrase::new("refused-old-command"))).await;
        }
        other => tracing::warn!(error = %other, "poise reports an error"),
    }
}

async fn tell(context: poise::Context<'_, Data, Error>, error: Error) {
    let poise::Context::Application(context) = context else { return };
    // An autocomplete interaction takes no sentences.
    if context.interaction_type == CommandInteractionType::Command {
        report(Ask::of(context).await.as_ref(), error).await;
    } else {
        tracing::warn!(%error, "an autocomplete request came to nothing");
    }
}
