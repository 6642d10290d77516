//! `/settings`, for those who may manage the server.

use std::time::Duration;

use play::Phrase;
use play::settings::{self, Change};
use poise::serenity_prelude as serenity;
use render::Theme;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, Permissions};
use store::ChannelId;

use crate::discord::view::duration;
use crate::discord::{Ask, Context, Error, Outcome, view};
use crate::i18n::Locale;
use crate::word;

/// What a move may take.
const DEADLINES: std::ops::RangeInclusive<Duration> = Duration::from_mins(5)..=Duration::from_hours(30 * 24);

/// Lengths that are offered.
const OFFERED: [&str; 12] = ["10m", "1h", "3h", "6h", "12h", "1d", "2d", "3d", "5d", "7d", "14d", "30d"];

word! {
    /// What is done with a channel.
    pub enum Action {
        /// Games may be started there.
        Allow = "allow",
        /// No longer.
        Forbid = "forbid",
        /// Games may be started everywhere.
        All = "all",
    }
}

word! {
    /// The colours of public pictures.
    pub enum Colours {
        /// Dark.
        Dark = "dark",
        /// Light.
        Light = "light",
    }
}

/// Looks after the server; its parts do the work.
#[poise::command(
    slash_command,
    ephemeral,
    install_context = "Guild",
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_GUILD",
    subcommands("show", "threads", "channels", "deadline", "theme")
)]
pub(super) async fn settings(context: Context<'_>) -> Outcome {
    // Discord runs one of the parts; without a part, show them all.
    let ask = Ask::of(context).await;
    shown(&ask).await
}

/// Shows all settings.
#[poise::command(slash_command, ephemeral)]
async fn show(context: Context<'_>) -> Outcome {
    let ask = Ask::of(context).await;
    shown(&ask).await
}

/// A thread for each game, or none.
#[poise::command(slash_command, ephemeral)]
async fn threads(context: Context<'_>, on: bool) -> Outcome {
    let ask = Ask::of(context).await;
    change(&ask, Change::Threads(on)).await
}

/// Where games may be started.
#[poise::command(slash_command, ephemeral)]
async fn channels(
    context: Context<'_>,
    action: Action,
    #[channel_types("Text", "News", "Forum")] channel: Option<serenity::PartialChannel>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let channel = channel.map(|channel| ChannelId::new(channel.id.get()));
    let named = || channel.ok_or_else(|| Error::Told(Phrase::new("settings-channel-missing")));
    let what = match action {
        Action::Allow => Change::Allow(named()?),
        Action::Forbid => Change::Forbid(spared(&ask, named()?).await?),
        Action::All => Change::AllowAll,
    };
    change(&ask, what).await
}

/// How long a move may take.
#[poise::command(slash_command, ephemeral)]
async fn deadline(
    context: Context<'_>,
    #[max_length = 40]
    #[autocomplete = "times"]
    time: String,
) -> Outcome {
    let ask = Ask::of(context).await;
    let told = |id| Error::Told(Phrase::new(id).with("text", crate::i18n::escape(&time)));
    let length = duration::read(&time).ok_or_else(|| told("settings-deadline-unreadable"))?;
    if !DEADLINES.contains(&length) {
        return Err(told("settings-deadline-range"));
    }
    change(&ask, Change::Deadline(length)).await
}

/// The colours of the board.
#[poise::command(slash_command, ephemeral)]
async fn theme(context: Context<'_>, theme: Colours) -> Outcome {
    let theme = match theme {
        Colours::Dark => Theme::Dark,
        Colours::Light => Theme::Light,
    };
    let ask = Ask::of(context).await;
    change(&ask, Change::Theme(theme)).await
}

/// Refuses to forbid what would leave no channel on the list: an empty list allows every one.
async fn spared(ask: &Ask, channel: ChannelId) -> Result<ChannelId, Error> {
    manages(ask)?;
    let allowed = settings::load(&ask.bot.play, ask.server()?).await?.channels;
    if allowed.iter().all(|one| *one == channel) {
        return Err(Error::Told(Phrase::new("settings-channel-last")));
    }
    Ok(channel)
}

async fn shown(ask: &Ask) -> Outcome {
    manages(ask)?;
    let settings = settings::load(&ask.bot.play, ask.server()?).await?;
    ask.answer(view::settings::post(ask.locale, &settings, false).private()).await?;
    Ok(())
}

async fn change(ask: &Ask, change: Change) -> Outcome {
    manages(ask)?;
    let server = ask.server()?;
    let play = &ask.bot.play;
    settings::change(play, server, Change::Locale(ask.public_tag.clone())).await?;
    let settings = settings::change(play, server, change).await?;
    tracing::info!(%server, player = %ask.player, "a server's settings were changed");
    ask.answer(view::settings::post(ask.locale, &settings, true).private()).await?;
    Ok(())
}

/// Discord shows the command to those who may use it; a server that stands in for Discord may not.
fn manages(ask: &Ask) -> Result<(), Error> {
    if ask.member.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR) {
        Ok(())
    } else {
        Err(Error::Told(Phrase::new("settings-needs-manage")))
    }
}

/// Usual lengths of time; what has been typed comes first, if it is one.
#[expect(clippy::unused_async, reason = "poise awaits what is offered")]
async fn times(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let locale = Locale::negotiate(&context.interaction.locale);
    let typed = typed.trim();
    let offered = OFFERED.into_iter().filter(|text| text.starts_with(typed) && *text != typed);
    let choices = std::iter::once(typed).chain(offered).filter_map(|text| {
        let length = duration::read(text).filter(|length| DEADLINES.contains(length))?;
        Some(AutocompleteChoice::new(duration::words(locale, length), text))
    });
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
