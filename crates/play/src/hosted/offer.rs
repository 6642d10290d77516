//! What autocomplete offers: moves, or groups of moves whose long forms begin alike.
//!
//! Long forms are seen as a tree of their parts, which are as small as the game says: characters, or whole cells. A list
//! that is too long is the tree cut where it has at most so many branches; the largest branch is opened first. A group is submitted with an ellipsis, so that it is never taken for the
//! move that its letters would name alone.

use std::cmp::Reverse;

use super::{Choice, Hosted, Offer, Possible};

/// The sign of a group; `...` and `*` are read as it.
const ELLIPSIS: char = '…';

/// The least number of branches by which every move can be reached.
const ROOM: usize = 20;

/// What to offer for a text typed so far.
pub(super) fn offers(game: &dyn Hosted, typed: &str, limit: usize) -> Vec<Offer> {
    let legal = game.choices();
    let (key, is_group) = normal(game, typed);
    if is_group {
        return cut(game, beginning(&legal, &key), &legal, limit);
    }
    if key.is_empty() {
        return untyped(game, &legal, limit);
    }
    let Matches { exact, begin, loose } = matching(game, &legal, &key);
    // Who types K12 does not look for all that ends on K12, unless there is room for it or nothing else fits.
    let close = exact.len() + begin.len();
    let rest = if close == 0 || close + loose.len() <= limit { [begin, loose].concat() } else { begin };
    if exact.len() + rest.len() <= limit {
        return exact.into_iter().chain(rest).cloned().map(Offer::Move).collect();
    }
    let groups = cut(game, rest, &legal, limit.saturating_sub(exact.len()));
    exact.into_iter().cloned().map(Offer::Move).chain(groups).collect()
}

/// What to offer before anything is typed: the moves that stand out, as many as leave room for the tree of the others, then that.
fn untyped(game: &dyn Hosted, legal: &[Choice], limit: usize) -> Vec<Offer> {
    let mut first: Vec<&Choice> = legal.iter().filter(|choice| choice.weight > 0).collect();
    first.sort_by_key(|choice| Reverse(choice.weight));
    first.truncate(limit.saturating_sub(ROOM));
    let rest = legal.iter().filter(|choice| first.iter().all(|one| one.long != choice.long)).collect();
    let rest = cut(game, rest, legal, limit - first.len());
    first.into_iter().cloned().map(Offer::Move).chain(rest).collect()
}

/// What a text that is no whole move may be the beginning of, or what moves it fits; see [`super::HostedGame::several`].
pub(super) fn several(game: &dyn Hosted, text: &str, limit: usize) -> Option<(String, Vec<Offer>)> {
    let (key, is_group) = normal(game, text);
    let possible = if is_group { Possible::Beginning } else { game.possible(text) };
    let offers = match possible {
        Possible::Nothing => return None,
        Possible::These(moves) => cut(game, moves.iter().collect(), &moves, limit),
        Possible::Beginning if key.is_empty() && !is_group => return None,
        Possible::Beginning => {
            let legal = game.choices();
            let mut moves = beginning(&legal, &key);
            if moves.is_empty() {
                let Matches { exact, begin, loose } = matching(game, &legal, &key);
                moves = [exact, begin, loose].concat();
            }
            cut(game, moves, &legal, limit)
        }
    };
    (!offers.is_empty()).then_some((key, offers))
}

/// The key of what was typed without the sign of a group, and whether it had one.
fn normal(game: &dyn Hosted, typed: &str) -> (String, bool) {
    let typed = typed.trim();
    let bare = typed.trim_end_matches([ELLIPSIS, '.', '*']);
    (game.key(bare), bare.len() < typed.len())
}

fn beginning<'a>(legal: &'a [Choice], key: &str) -> Vec<&'a Choice> {
    legal.iter().filter(|choice| choice.long.starts_with(key)).collect()
}

/// The moves that fit what was typed.
struct Matches<'a> {
    /// Those written so.
    exact: Vec<&'a Choice>,
    /// Those whose long or short form begins so.
    begin: Vec<&'a Choice>,
    /// Those that do when their signs are left out, as they were in what was typed, or that end there.
    loose: Vec<&'a Choice>,
}

fn matching<'a>(game: &dyn Hosted, legal: &'a [Choice], key: &str) -> Matches<'a> {
    let unsigned = !key.is_empty() && game.plain(key) == key;
    let mut matches = Matches { exact: Vec::new(), begin: Vec::new(), loose: Vec::new() };
    for choice in legal {
        let (long, short) = (game.key(&choice.long), game.key(&choice.short));
        if long == key || short == key {
            matches.exact.push(choice);
        } else if long.starts_with(key) || short.starts_with(key) {
            matches.begin.push(choice);
        } else if unsigned && (game.plain(&long).starts_with(key) || game.target(&long).starts_with(key)) {
            matches.loose.push(choice);
        }
    }
    matches
}

/// At most `limit` branches of the tree of these moves; a group counts every legal move behind it.
fn cut(game: &dyn Hosted, mut moves: Vec<&Choice>, legal: &[Choice], limit: usize) -> Vec<Offer> {
    if moves.is_empty() {
        return Vec::new();
    }
    moves.sort_unstable_by(|a, b| a.long.cmp(&b.long));
    // The root is always opened: a group that stood for all that was asked for would lead nowhere.
    let part = |rest: &str| game.part(rest);
    let root = Branch { moves, from: 0 };
    let mut branches = root.open(part);
    if branches.len() > limit {
        branches = root.open(character);
    }
    loop {
        // Of the largest the first. Once it cannot be opened the smaller ones stay shut too: the list is to be even.
        let largest = (0..branches.len()).min_by_key(|at| Reverse(branches[*at].moves.len()));
        let Some(at) = largest.filter(|at| branches[*at].moves.len() > 1) else { break };
        let parts = branches[at].open(part);
        if branches.len() - 1 + parts.len() > limit {
            break;
        }
        branches.splice(at..=at, parts);
    }
    branches.iter().map(|branch| branch.offer(part, legal)).collect()
}

/// Moves whose long forms begin alike, sorted by them; never none.
struct Branch<'a> {
    moves: Vec<&'a Choice>,
    /// How much of their long forms they were put together by.
    from: usize,
}

impl<'a> Branch<'a> {
    /// The whole parts that the long forms have in common: of sorted texts, those that the first and the last have.
    fn prefix(&self, part: impl Fn(&str) -> usize) -> &'a str {
        let (first, last) = (self.moves[0].long.as_str(), self.moves[self.moves.len() - 1].long.as_str());
        let mut end = 0;
        while end < first.len() {
            let next = end + part(&first[end..]);
            if last.get(..next) != Some(&first[..next]) {
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

    fn offer(&self, part: impl Fn(&str) -> usize, legal: &[Choice]) -> Offer {
        if let [only] = self.moves.as_slice() {
            return Offer::Move((*only).clone());
        }
        let prefix = self.prefix(part);
        Offer::Group { moves: beginning(legal, prefix).len(), prefix: format!("{prefix}{ELLIPSIS}") }
    }
}

/// The length of the first character: the smallest part.
fn character(rest: &str) -> usize {
    rest.chars().next().map_or(0, char::len_utf8)
}
