//! What autocomplete offers: moves, or groups of moves whose long forms begin alike.
//!
//! Long forms are seen as a tree of their parts, which are as small as the game says: a letter, a number, or a whole cell. A
//! list that is too long is the tree cut where it has at most so many branches: one part further, or, where a game has its
//! parts in one list, as far as it fits, the largest branch opened first. Where even the next parts are too many,
//! neighbours are put together to a run, as `C(0,0,2)C(-3,0,1)…C(-2,0,1)…`. A group is submitted with an ellipsis, so that
//! it is never taken for the move that its letters would name alone.

use std::cmp::Reverse;

use super::{Choice, Hosted, Offer, Possible};

/// The sign of a group; `...` and `*` are read as it. Within a run it stands between the first and the last.
const ELLIPSIS: char = '…';

/// The least number of entries that is left for groups when moves that stand out are put first.
const ROOM: usize = 20;

/// What to offer for a text typed so far.
pub(super) fn offers(game: &dyn Hosted, typed: &str, limit: usize) -> Vec<Offer> {
    let legal = legal(game);
    let (key, is_group) = normal(game, typed);
    let (exact, others) = fitting(game, &legal, &key, is_group, limit);
    list(game, exact, others, &legal, limit)
}

/// What a text that is no whole move may be the beginning of, or what moves it fits; see [`super::HostedGame::several`].
pub(super) fn several(game: &dyn Hosted, text: &str, limit: usize) -> Option<(String, Vec<Offer>)> {
    let (key, is_group) = normal(game, text);
    let possible = if is_group { Possible::Beginning } else { game.possible(text) };
    let offers = match possible {
        Possible::Nothing => return None,
        Possible::These(moves) => list(game, Vec::new(), moves.iter().collect(), &moves, limit),
        Possible::Beginning if key.is_empty() && !is_group => return None,
        Possible::Beginning => offers(game, text, limit),
    };
    (!offers.is_empty()).then_some((key, offers))
}

/// The legal moves, in the order of [`natural`].
fn legal(game: &dyn Hosted) -> Vec<Choice> {
    let mut legal = game.choices();
    legal.sort_by_cached_key(|choice| natural(&choice.long));
    legal
}

/// The key of what was typed without the sign of a group, and whether it had one.
fn normal(game: &dyn Hosted, typed: &str) -> (String, bool) {
    let typed = typed.trim();
    let bare = typed.trim_end_matches([ELLIPSIS, '.', '*']);
    let key = match bare.split_once(ELLIPSIS) {
        Some((first, last)) => format!("{}{ELLIPSIS}{}", game.key(first), game.key(last)),
        None => game.key(bare),
    };
    (key, bare.len() < typed.len())
}

/// The moves that are written as was typed, and the others that it may mean.
fn fitting<'a>(
    game: &dyn Hosted,
    legal: &'a [Choice],
    key: &str,
    is_group: bool,
    limit: usize,
) -> (Vec<&'a Choice>, Vec<&'a Choice>) {
    let group = if is_group || key.is_empty() { behind(game, legal, key) } else { &[] };
    if !group.is_empty() {
        return (Vec::new(), group.iter().collect());
    }
    let Matches { exact, begin, loose, end } = matching(game, legal, key);
    let mut others = [begin, loose].concat();
    // Who types K12 does not look for all that ends on K12, unless there is room for it or nothing else fits.
    let close = exact.len() + others.len();
    if close == 0 || close + end.len() <= limit {
        others.extend(end);
    }
    (exact, others)
}

/// The legal moves behind a group, which are neighbours.
fn behind<'a>(game: &dyn Hosted, legal: &'a [Choice], key: &str) -> &'a [Choice] {
    let (first, last) = match key.split_once(ELLIPSIS) {
        Some((first, last)) => (first, format!("{}{last}", stem(game, first))),
        None => (key, key.to_owned()),
    };
    let start = legal.iter().position(|choice| begins(&choice.long, first));
    let end = legal.iter().rposition(|choice| begins(&choice.long, &last));
    start.zip(end).and_then(|(start, end)| legal.get(start..=end)).unwrap_or_default()
}

/// What a beginning has before its last part.
fn stem<'a>(game: &dyn Hosted, beginning: &'a str) -> &'a str {
    let mut end = 0;
    loop {
        let next = end + game.part(&beginning[end..]);
        if next >= beginning.len() {
            return &beginning[..end];
        }
        end = next;
    }
}

/// Whether a long form begins so: A10 does not begin with A1.
fn begins(long: &str, beginning: &str) -> bool {
    let digit = |character: char| character.is_ascii_digit();
    long.strip_prefix(beginning).is_some_and(|rest| !(beginning.ends_with(digit) && rest.starts_with(digit)))
}

/// The moves that fit what was typed.
struct Matches<'a> {
    /// Those written so.
    exact: Vec<&'a Choice>,
    /// Those whose long or short form begins so.
    begin: Vec<&'a Choice>,
    /// Those that do when their signs are left out, as they were in what was typed.
    loose: Vec<&'a Choice>,
    /// Those that end there, or are meant by something else that people type.
    end: Vec<&'a Choice>,
}

fn matching<'a>(game: &dyn Hosted, legal: &'a [Choice], key: &str) -> Matches<'a> {
    let unsigned = !key.is_empty() && game.plain(key) == key;
    let mut matches = Matches { exact: Vec::new(), begin: Vec::new(), loose: Vec::new(), end: Vec::new() };
    for choice in legal {
        let (long, short) = (game.key(&choice.long), game.key(&choice.short));
        if long == key || short == key {
            matches.exact.push(choice);
        } else if long.starts_with(key) || short.starts_with(key) {
            matches.begin.push(choice);
        } else if unsigned && game.plain(&long).starts_with(key) {
            matches.loose.push(choice);
        } else if game.hints(key, &long) {
            matches.end.push(choice);
        }
    }
    matches
}

/// At most `limit` entries: the moves asked for, those of the others that stand out, and what leads to the rest.
fn list(
    game: &dyn Hosted,
    exact: Vec<&Choice>,
    others: Vec<&Choice>,
    legal: &[Choice],
    limit: usize,
) -> Vec<Offer> {
    let room = limit.saturating_sub(exact.len());
    let (mut first, mut rest): (Vec<&Choice>, Vec<&Choice>) =
        others.into_iter().partition(|choice| choice.weight > 0);
    first.sort_by_key(|choice| Reverse(choice.weight));
    if first.len() + rest.len() > room {
        rest.extend(first.split_off(first.len().min(room.saturating_sub(ROOM))));
    }
    let groups = cut(game, rest, legal, room - first.len());
    exact.into_iter().chain(first).cloned().map(Offer::Move).chain(groups).collect()
}

/// At most `limit` branches of the tree of these moves; a group counts every legal move behind it.
fn cut(game: &dyn Hosted, mut moves: Vec<&Choice>, legal: &[Choice], limit: usize) -> Vec<Offer> {
    moves.sort_by_cached_key(|choice| natural(&choice.long));
    if moves.len() <= limit {
        return moves.into_iter().cloned().map(Offer::Move).collect();
    }
    let group = |prefix: String| {
        let moves = behind(game, legal, &prefix).len();
        Offer::Group { words: game.group(&prefix, moves), prefix: format!("{prefix}{ELLIPSIS}"), moves }
    };
    let part = |rest: &str| game.part(rest);
    // The root is always opened: a group that stood for all that was asked for would lead nowhere.
    let root = Branch { moves, from: 0 };
    let common = root.prefix(part).len();
    let mut branches = root.open(part);
    while branches.len() <= limit && game.opens_in_place() {
        // Of the largest the first. Once it cannot be opened the smaller ones stay shut too: the list is to be even.
        let largest = (0..branches.len()).min_by_key(|at| Reverse(branches[*at].moves.len()));
        let Some(at) = largest.filter(|at| branches[*at].moves.len() > 1) else { break };
        let parts = branches[at].open(part);
        if branches.len() - 1 + parts.len() > limit {
            break;
        }
        branches.splice(at..=at, parts);
    }
    let run = branches.len().div_ceil(limit.max(1));
    let runs = branches.chunks(run.max(1)).map(|run| match run {
        [branch] => match branch.moves.as_slice() {
            [only] => Offer::Move((*only).clone()),
            _ => group(branch.prefix(part).to_owned()),
        },
        [first, .., last] => group(format!("{}{ELLIPSIS}{}", first.beginning(), &last.beginning()[common..])),
        [] => unreachable!("chunks are never empty"),
    });
    runs.collect()
}

/// Moves whose long forms begin alike, in their order; never none.
struct Branch<'a> {
    moves: Vec<&'a Choice>,
    /// How much of their long forms they were put together by.
    from: usize,
}

impl<'a> Branch<'a> {
    /// What they were put together by.
    fn beginning(&self) -> &'a str {
        &self.moves[0].long[..self.from]
    }

    /// The whole parts that the long forms have in common: of sorted texts, those that the first and the last have.
    fn prefix(&self, part: impl Fn(&str) -> usize) -> &'a str {
        let (first, last) = (self.moves[0].long.as_str(), self.moves[self.moves.len() - 1].long.as_str());
        let mut end = 0;
        while end < first.len() {
            let next = end + part(&first[end..]);
            if !begins(last, &first[..next]) {
                break;
            }
            end = next;
        }
        &first[..end.max(self.from)]
    }

    /// The branches by the next part. A move that ends here becomes a branch of its own.
    fn open(&self, part: impl Fn(&str) -> usize) -> Vec<Branch<'a>> {
        let at = self.prefix(&part).len();
        let next = |choice: &'a Choice| &choice.long[..at + part(&choice.long[at..])];
        self.moves
            .chunk_by(|a, b| self.moves.len() > 1 && next(a) == next(b))
            .map(|moves| Branch { moves: moves.to_vec(), from: next(moves[0]).len() })
            .collect()
    }
}

/// A piece of a text that is compared as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Token {
    Number(i64),
    Sign(char),
}

/// The order in which people count: A2 before A10, -2 before -1.
fn natural(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let minus = usize::from(character == '-');
        let digits = rest[minus..].chars().take_while(char::is_ascii_digit).count();
        // A dash is a sign of its own unless a number follows; one too long for a number is written by no game.
        let number = if digits > 0 { rest[..minus + digits].parse().ok() } else { None };
        let length = number.map_or(character.len_utf8(), |_| minus + digits);
        tokens.push(number.map_or(Token::Sign(character), Token::Number));
        rest = &rest[length..];
    }
    tokens
}
