//! The analysis of a game that is over.

use game::Seat;
use play::analysis::{Curve, How, MISTAKE, Report, SLIP, TurningPoint, percent};
use play::{Game, GameKind, Phrase};
use render::{Chart, Line, Mark, Suit};
use store::{ChannelId, MessageId};

use super::game::{message_link, named};
use crate::discord::post::{File, Post, clip, limit};
use crate::i18n::Locale;
use crate::tr;

/// Stands for an argument that has nothing to say.
const NONE: &str = "none";

/// What is drawn of an analysis.
pub fn chart(game: &Game, report: &Report) -> Chart {
    let lines = report.curves.iter().map(|curve| Line { seat: curve.seat, points: curve.points.clone() });
    let marks = report.turning_points.iter().map(|point| Mark { seat: point.seat, number: point.number });
    Chart {
        suit: match game.hosted.kind() {
            GameKind::Xima => Suit::Xima,
            GameKind::Axiom => Suit::Axiom,
        },
        players: game.hosted.players(),
        moves: report.moves,
        lines: lines.collect(),
        marks: marks.collect(),
    }
}

/// The message that shows an analysis with its picture; `posts` are those of the turns that are told, by ply.
pub fn post(
    locale: Locale,
    game: &Game,
    report: &Report,
    posts: &[(u32, ChannelId, MessageId)],
    picture: Vec<u8>,
) -> Post {
    // With the longest names there is no room for links.
    let [full, short] = [posts, &[]].map(|posts| text(locale, game, report, posts));
    let fits = full.chars().count() <= limit::CONTENT;
    let alt = description(locale, game, report);
    Post::text(clip(if fits { &full } else { &short }, limit::CONTENT)).file(File::png(
        "analysis.png",
        picture,
        &alt,
    ))
}

fn text(locale: Locale, game: &Game, report: &Report, posts: &[(u32, ChannelId, MessageId)]) -> String {
    let heading = tr!(
        locale,
        "analysis-heading",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        moves = report.moves
    );
    let mut lines = vec![heading];
    lines.extend(report.conducts.iter().map(|conduct| {
        tr!(
            locale,
            "analysis-conduct",
            players = game.hosted.players(),
            player = named(locale, game, conduct.seat),
            moves = conduct.moves,
            mistakes = conduct.mistakes,
            slips = conduct.slips
        )
    }));
    lines.push(String::new());
    if report.turning_points.is_empty() {
        lines.push(tr!(locale, "analysis-even", players = game.hosted.players(), mistake = points(MISTAKE)));
    }
    lines.extend(report.turning_points.iter().map(|point| {
        let link = posts.iter().rfind(|(ply, _, _)| *ply == point.ply);
        let link = link.map(|(_, channel, message)| message_link(game.server, *channel, *message));
        turning_point(locale, game, point, link)
    }));
    lines.push(String::new());
    lines.push(explanation(locale, game));
    lines.join("\n")
}

/// Which move it was, what it cost, and what would have been better.
fn turning_point(locale: Locale, game: &Game, point: &TurningPoint, link: Option<String>) -> String {
    let written = |words: &Phrase, notation: &str| {
        tr!(locale, "analysis-move", game = game.hosted.kind().slug(), words = words, notation = notation)
    };
    let better = point.better.as_ref().map(|better| written(&better.words, &better.short));
    let (how, other) = match point.how {
        How::MissedWin => ("missed", String::new()),
        How::Allowed(other) => ("allowed", named(locale, game, other)),
        How::MissedCertainty => ("certain", String::new()),
        How::Weakened => ("weakened", String::new()),
    };
    tr!(
        locale,
        "analysis-turning-point",
        link = link.unwrap_or_else(|| NONE.to_owned()),
        number = point.number,
        player = named(locale, game, point.seat),
        move = written(&point.words, &point.short),
        before = percent(point.before),
        after = percent(point.after),
        how = how,
        other = other,
        better = better.unwrap_or_else(|| NONE.to_owned())
    )
}

/// What the picture and the words mean.
fn explanation(locale: Locale, game: &Game) -> String {
    let player = |seat: Seat| named(locale, game, seat);
    tr!(
        locale,
        "analysis-explanation",
        players = game.hosted.players(),
        first = player(Seat::FIRST),
        second = player(Seat::ALL[1]),
        mistake = points(MISTAKE),
        slip = points(SLIP)
    )
}

/// The picture in words.
fn description(locale: Locale, game: &Game, report: &Report) -> String {
    let lines: Vec<String> = report.curves.iter().map(|curve| course(locale, game, report, curve)).collect();
    tr!(
        locale,
        "analysis-alt",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        players = game.hosted.players(),
        lines = lines.join(" ")
    )
}

/// A line of the picture in words: where it begins and ends, and where it turns.
fn course(locale: Locale, game: &Game, report: &Report, curve: &Curve) -> String {
    let turns = |number: u32| report.turning_points.iter().any(|point| point.number == number);
    let ends = [curve.points.first(), curve.points.last()].map(|end| end.map(|(moves, _)| *moves));
    let told = curve.points.iter().filter(|(moves, _)| ends.contains(&Some(*moves)) || turns(*moves));
    let told: Vec<String> = told
        .map(|(moves, chance)| tr!(locale, "analysis-alt-chance", chance = percent(*chance), moves = *moves))
        .collect();
    tr!(locale, "analysis-alt-line", player = named(locale, game, curve.seat), chances = locale.list(&told))
}

/// A part of a chance as people count it.
fn points(part: f64) -> u32 {
    percent(part)
}

#[cfg(test)]
mod tests;
