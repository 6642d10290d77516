//! A challenge, and what became of it.

use std::time::Duration;

use play::challenge::{Challenge, ChallengeState, ColourWish};
use play::{Game, GameKind};
use search::Level;

use super::duration;
use super::game::{place, whereabouts};
use crate::discord::component::{ChallengePress, Id};
use crate::discord::post::{Button, Post, Style, limit};
use crate::i18n::{Locale, TimeStyle, timestamp};
use crate::tr;

/// A challenge, or the wish for a rematch, that waits for its answer. `deadline` is the time for a move.
pub fn open(locale: Locale, challenge: &Challenge, deadline: Duration) -> Post {
    let challenger = challenge.challenger;
    let game = challenge.kind.name();
    let first = match challenge.opponent {
        Some(opponent) if challenge.rematch_of.is_some() => {
            tr!(locale, "challenge-rematch", opponent = opponent, challenger = challenger, game = game)
        }
        Some(opponent) => {
            tr!(locale, "challenge-to", opponent = opponent, challenger = challenger, game = game)
        }
        None => tr!(locale, "challenge-to-anyone", challenger = challenger, game = game),
    };
    waiting(locale, challenge, deadline, &first)
}

/// A challenge that has become a game: who accepted it, where it is played and, once it is over, how it ended.
pub fn accepted(locale: Locale, challenge: &Challenge, game: &Game) -> Post {
    let challenger = challenge.challenger;
    let other = game.seats.iter().map(|player| player.id).find(|player| *player != challenger);
    let over = if game.to_move().is_none() { "yes" } else { "no" };
    let first = if game.has_computers() {
        tr!(
            locale,
            "computer-game",
            player = challenger,
            kind = game.hosted.kind().name(),
            opponents = super::game::others(locale, game, challenger),
            game = game.id.to_string(),
            over = over,
            rated = if game.rated { "yes" } else { "no" },
            levels = Level::COUNT
        )
    } else {
        tr!(
            locale,
            "challenge-accepted",
            by = other.unwrap_or(challenger),
            challenger = challenger,
            game = game.id.to_string(),
            over = over
        )
    };
    Post::text(
        [vec![first], whereabouts(locale, game, challenge.rated, challenge.channel)].concat().join("\n"),
    )
}

/// A challenge that can no longer be answered; [`accepted`] tells more of one that has become a game.
pub fn closed(locale: Locale, challenge: &Challenge) -> Post {
    let challenger = challenge.challenger;
    Post::text(match challenge.state {
        ChallengeState::Declined => {
            let opponent = challenge.opponent.unwrap_or(challenger);
            tr!(locale, "challenge-declined", opponent = opponent, challenger = challenger)
        }
        ChallengeState::Withdrawn => tr!(locale, "challenge-withdrawn", challenger = challenger),
        ChallengeState::Accepted(game) => {
            tr!(locale, "challenge-taken", challenger = challenger, game = game.to_string())
        }
        ChallengeState::Open | ChallengeState::Expired => {
            tr!(locale, "challenge-expired", challenger = challenger)
        }
    })
}

/// A refusal, and below it the open challenges that can be withdrawn to make room.
pub fn standing(locale: Locale, refusal: Post, open: &[Challenge]) -> Post {
    let mut lines = vec![refusal.content.clone()];
    let mut buttons = Vec::new();
    for (number, challenge) in (1..).zip(open).take(limit::BUTTONS) {
        let number: usize = number;
        let place = place(challenge.server, challenge.channel, challenge.message);
        lines.push(match challenge.opponent {
            Some(opponent) => {
                tr!(locale, "challenge-standing", number = number, opponent = opponent, place = place)
            }
            None => tr!(locale, "challenge-standing-anyone", number = number, place = place),
        });
        let label = if open.len() == 1 {
            tr!(locale, "button-withdraw")
        } else {
            tr!(locale, "button-withdraw-number", number = number)
        };
        let id = Id::Challenge(challenge.id, ChallengePress::Withdraw);
        buttons.push(Button::new(id, label, Style::Secondary));
    }
    Post { content: lines.join("\n"), ..refusal }.buttons(buttons)
}

fn waiting(locale: Locale, challenge: &Challenge, deadline: Duration, first: &str) -> Post {
    let challenger = challenge.challenger;
    let (order, colour) = colour(challenge.kind, challenge.colour);
    let terms = [
        tr!(locale, "challenge-colour", order = order, colour = colour, challenger = challenger),
        tr!(locale, "challenge-rated", rated = if challenge.rated { "yes" } else { "no" }),
        tr!(locale, "challenge-deadline", time = duration::words(locale, deadline)),
    ];
    let until = tr!(locale, "challenge-until", until = timestamp(challenge.expires_at, TimeStyle::Relative));
    let press = |press| Id::Challenge(challenge.id, press);
    let accept = Button::new(press(ChallengePress::Accept), tr!(locale, "button-accept"), Style::Success);
    let decline =
        Button::new(press(ChallengePress::Decline), tr!(locale, "button-decline"), Style::Secondary);
    let withdraw =
        Button::new(press(ChallengePress::Withdraw), tr!(locale, "button-withdraw"), Style::Secondary);
    // A challenge to anyone has nobody who could decline it.
    let decline = challenge.opponent.is_some().then_some(decline);
    let post = Post::text(format!("{first}\n{}\n{until}", terms.join(" ")))
        .buttons([Some(accept), decline, Some(withdraw)].into_iter().flatten());
    match challenge.opponent {
        Some(opponent) => post.ping(opponent),
        None => post,
    }
}

/// The words that the texts select on: when the challenger moves, and the colour.
fn colour(kind: GameKind, wish: ColourWish) -> (&'static str, &'static str) {
    let [first, second] = kind.pair();
    match wish {
        ColourWish::First => ("first", first),
        ColourWish::Second => ("second", second),
        ColourWish::Random => ("random", "random"),
    }
}
