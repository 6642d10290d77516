//! The analysis of a game that is over.

use game::Seat;
use play::analysis::{Curve, How, MISTAKE, Report, SLIP, TurningPoint, percent};
use play::{Game, GameKind};
use render::{Chart, Line, Mark, Suit};
use store::{ChannelId, MessageId};

use super::game::{message_link, named, named_plainly};
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
    // With long names there is no room for all notation, with the longest none for links.
    let [full, shorter, shortest] = [(posts, true), (posts, false), (&[][..], false)]
        .map(|(posts, notation)| text(locale, game, report, posts, notation));
    let fits = |text: &String| text.chars().count() <= limit::CONTENT;
    let text = [full, shorter].into_iter().find(fits).unwrap_or(shortest);
    let alt = description(locale, game, report);
    Post::text(clip(&text, limit::CONTENT)).file(File::png("analysis.png", picture, &alt))
}

/// The message; `notation` says whether the moves that were made are also told in it, as their posts tell them.
fn text(
    locale: Locale,
    game: &Game,
    report: &Report,
    posts: &[(u32, ChannelId, MessageId)],
    notation: bool,
) -> String {
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
    lines.extend(introduction(locale, game, report));
    lines.extend(report.turning_points.iter().map(|point| {
        let link = posts.iter().rfind(|(ply, _, _)| *ply == point.ply);
        let link = link.map(|(_, channel, message)| message_link(game.server, *channel, *message));
        turning_point(locale, game, point, link, notation)
    }));
    lines.push(String::new());
    lines.push(explanation(locale, game));
    lines.join("\n")
}

/// What is said before the turning points: that there was no mistake, or that not all of them are told.
fn introduction(locale: Locale, game: &Game, report: &Report) -> Option<String> {
    let told = u32::try_from(report.turning_points.len()).unwrap_or(u32::MAX);
    let mistakes: u32 = report.conducts.iter().map(|conduct| conduct.mistakes).sum();
    if mistakes == 0 {
        let players = game.hosted.players();
        return Some(tr!(
            locale,
            "analysis-even",
            players = players,
            mistake = points(MISTAKE),
            slips = told
        ));
    }
    (mistakes > told).then(|| tr!(locale, "analysis-costliest", told = told))
}

/// Which move it was, what it cost, and what would have been better.
fn turning_point(
    locale: Locale,
    game: &Game,
    point: &TurningPoint,
    link: Option<String>,
    notation: bool,
) -> String {
    let better = point
        .better
        .as_ref()
        .map(|better| tr!(locale, "analysis-better", words = &better.words, notation = &better.short));
    let (how, other) = match point.how {
        How::MissedWin => ("won", String::new()),
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
        words = &point.words,
        notation = if notation { point.short.as_str() } else { NONE },
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
        first = named_plainly(locale, game, Seat::FIRST),
        second = named_plainly(locale, game, Seat::ALL[1]),
        lines = lines.join(" ")
    )
}

/// A line of the picture in words: where it begins and ends, its lowest and highest, and before and after every turning point
/// of its player; between two, of either.
fn course(locale: Locale, game: &Game, report: &Report, curve: &Curve) -> String {
    let points = &curve.points;
    let mut told = vec![points.first(), points.last()];
    told.push(points.iter().min_by(|one, two| one.1.total_cmp(&two.1)));
    told.push(points.iter().rev().max_by(|one, two| one.1.total_cmp(&two.1)));
    let concerns = |point: &&TurningPoint| game.hosted.players() == 2 || point.seat == curve.seat;
    for turn in report.turning_points.iter().filter(concerns) {
        told.push(points.iter().rfind(|(moves, _)| *moves < turn.number));
        told.push(points.iter().find(|(moves, _)| *moves >= turn.number));
    }
    let mut told: Vec<&(u32, f64)> = told.into_iter().flatten().collect();
    told.sort_by_key(|(moves, _)| *moves);
    told.dedup();
    let told: Vec<String> = told
        .into_iter()
        .map(|(moves, chance)| tr!(locale, "analysis-alt-chance", chance = percent(*chance), moves = *moves))
        .collect();
    tr!(
        locale,
        "analysis-alt-line",
        player = named_plainly(locale, game, curve.seat),
        chances = locale.list(&told)
    )
}

/// A part of a chance as people count it.
fn points(part: f64) -> u32 {
    percent(part)
}

#[cfg(test)]
mod tests;
