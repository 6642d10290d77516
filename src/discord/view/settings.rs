//! The settings of a server.

use play::settings::Settings;
use render::Theme;

use super::duration;
use crate::discord::post::{Embed, Post};
use crate::i18n::Locale;
use crate::tr;

/// Channels that are named one by one; the others are counted.
const CHANNELS: usize = 20;

/// All settings; `changed` when one of them just was.
pub fn post(locale: Locale, settings: &Settings, changed: bool) -> Post {
    let theme = match settings.theme {
        Theme::Dark => "dark",
        Theme::Light => "light",
    };
    let threads = tr!(locale, "settings-threads-value", on = if settings.threads { "yes" } else { "no" });
    let deadline = tr!(locale, "settings-deadline-value", time = duration::words(locale, settings.deadline));
    let hint = if changed { tr!(locale, "settings-changed") } else { tr!(locale, "settings-hint") };
    let embed = Embed::titled(tr!(locale, "settings-title"))
        .description(hint)
        .field(tr!(locale, "settings-threads"), threads, false)
        .field(tr!(locale, "settings-channels"), channels(locale, settings), false)
        .field(tr!(locale, "settings-deadline"), deadline, false)
        .field(tr!(locale, "settings-theme"), tr!(locale, "settings-theme-value", theme = theme), false);
    Post::card(embed)
}

fn channels(locale: Locale, settings: &Settings) -> String {
    let named: Vec<String> =
        settings.channels.iter().take(CHANNELS).map(|channel| format!("<#{channel}>")).collect();
    let more = settings.channels.len().saturating_sub(CHANNELS);
    if named.is_empty() {
        tr!(locale, "settings-channels-all")
    } else if more > 0 {
        tr!(locale, "settings-channels-more", channels = named.join(", "), more = more)
    } else {
        locale.list(&named)
    }
}
