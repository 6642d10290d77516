//! What the bot can do.

use crate::discord::post::{Embed, Post};
use crate::i18n::Locale;
use crate::tr;

/// The commands on one card.
pub fn post(locale: Locale) -> Post {
    Post::card(
        Embed::titled(tr!(locale, "help-title"))
            .description(tr!(locale, "help-intro"))
            .field(tr!(locale, "help-start"), tr!(locale, "help-start-text"), false)
            .field(tr!(locale, "help-play"), tr!(locale, "help-play-text"), false)
            .field(tr!(locale, "help-people"), tr!(locale, "help-people-text"), false)
            .field(tr!(locale, "help-server"), tr!(locale, "help-server-text"), false)
            .footer(tr!(locale, "help-note")),
    )
}
