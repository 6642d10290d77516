//! A person's profile.

use play::GameKind;
use play::player::{Profile, ProfileStanding, RecentGame};
use play::standing::SURE;
use store::PlayerId;

use super::rating;
use crate::discord::post::{Embed, Post};
use crate::i18n::{Locale, TimeStyle, escape, timestamp};
use crate::tr;

/// The profile, as `asker` sees it.
pub fn post(locale: Locale, profile: &Profile, asker: PlayerId) -> Post {
    let mut lines = Vec::new();
    if profile.standings.is_empty() && profile.recent.is_empty() {
        let game = profile.kind.map_or("any", GameKind::name);
        lines.push(if profile.id == asker {
            tr!(locale, "profile-empty-self", game = game)
        } else {
            tr!(locale, "profile-empty", game = game)
        });
    }
    lines.push(tr!(locale, "profile-running", count = profile.running));
    let mut embed = Embed::titled(escape(&profile.name)).description(lines.join("\n"));
    for standing in &profile.standings {
        embed = embed.field(standing.kind.name(), results(locale, standing), false);
    }
    if !profile.recent.is_empty() {
        let lines: Vec<String> = profile.recent.iter().map(|game| recent(locale, game)).collect();
        embed = embed.field(tr!(locale, "profile-recent"), lines.join("\n"), false);
    }
    Post::card(embed)
}

fn results(locale: Locale, standing: &ProfileStanding) -> String {
    let number = rating::number(standing.rating);
    let deviation = rating::deviation(standing.deviation);
    let first = if standing.provisional {
        tr!(locale, "profile-rating-provisional", rating = number, deviation = deviation)
    } else {
        tr!(locale, "profile-rating", rating = number, deviation = deviation)
    };
    let place = match standing.rank {
        Some(rank) => tr!(locale, "profile-rank", rank = rank),
        None => tr!(locale, "profile-unranked", most = rating::deviation(SURE)),
    };
    let record =
        tr!(locale, "profile-record", wins = standing.wins, draws = standing.draws, losses = standing.losses);
    let best = tr!(locale, "profile-best", rating = rating::number(standing.best));
    [first, place, record, best].join("\n")
}

fn recent(locale: Locale, game: &RecentGame) -> String {
    let opponents: Vec<String> = game.opponents.iter().map(|player| locale.player(*player)).collect();
    let opponents = locale.list(&opponents);
    let result = match game.won {
        Some(true) => "won",
        Some(false) => "lost",
        None => "drawn",
    };
    let when = timestamp(game.at, TimeStyle::Relative);
    let (id, name) = (game.id.to_string(), game.kind.name());
    match game.rating {
        Some((before, after)) => {
            let change = rating::change(before, after);
            tr!(
                locale,
                "profile-game-rated",
                result = result,
                game = name,
                id = id,
                opponents = opponents,
                change = change,
                when = when
            )
        }
        None => {
            tr!(
                locale,
                "profile-game",
                result = result,
                game = name,
                id = id,
                opponents = opponents,
                when = when
            )
        }
    }
}
