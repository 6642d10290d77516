//! A second, slow and plain model of XIMA, written from `docs/rules/xima.md` alone. It shares nothing with the crate
//! under test, not even types: positions and moves are texts.

/// Letters of the colours in turn order.
pub const COLOURS: [char; 4] = ['r', 'b', 'y', 'g'];

const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A position with its history. Squares are (column, row) from 0; `board[row][column]` is a column, bottom first.
#[derive(Clone)]
pub struct Model {
    pub players: usize,
    pub board: Vec<Vec<Vec<char>>>,
    pub turn: usize,
    pub common: Vec<u32>,
    /// `+` in reserve, `x` captured or gone, ` ` on the board.
    pub special: Vec<char>,
    pub out: Vec<bool>,
    pub quiet: u32,
    /// Keys since the last irreversible event (§3.5).
    pub history: Vec<String>,
}

/// What a move led to.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct Consequences {
    /// Letters of the captured blocks, in column order.
    pub captured: String,
    pub rescued: bool,
    /// `added:REASON`, `out:SEAT`, `pass`.
    pub events: Vec<String>,
    /// Seat and reason.
    pub won: Option<(usize, &'static str)>,
}

/// One way to play a move: the move in long form and the steps of its line.
struct Line {
    long: String,
    steps: u32,
    entering: bool,
    special: bool,
    from: (i32, i32),
    to: (i32, i32),
}

fn name((column, row): (i32, i32)) -> String {
    format!("{}{}", (b'A' + u8::try_from(column).unwrap()) as char, row + 1)
}

fn on_board((column, row): (i32, i32)) -> bool {
    (0..13).contains(&column) && (0..13).contains(&row)
}

/// §1: the height of the bare floor.
fn floor_height((column, row): (i32, i32)) -> u32 {
    match (column - 6).abs().max((row - 6).abs()) {
        0 => 6,
        1 | 2 => 4,
        3 | 4 => 2,
        _ => 0,
    }
}

impl Model {
    pub fn read(text: &str) -> Model {
        let parts: Vec<&str> = text.split(' ').collect();
        let mut board = vec![vec![Vec::new(); 13]; 13];
        for (from_top, row) in parts[0].split('/').enumerate() {
            let mut column = 0;
            let mut number = String::new();
            let mut open = false;
            for c in row.chars().chain(['.']) {
                if c.is_ascii_digit() {
                    number.push(c);
                    continue;
                }
                if !number.is_empty() {
                    column += number.parse::<usize>().unwrap();
                    number.clear();
                }
                match c {
                    '.' => {}
                    '(' => open = true,
                    ')' => {
                        open = false;
                        column += 1;
                    }
                    letter => {
                        board[12 - from_top][column].push(letter);
                        if !open {
                            column += 1;
                        }
                    }
                }
            }
        }
        let turn = COLOURS.iter().position(|&c| parts[1].starts_with(c)).unwrap();
        let (mut common, mut special, mut out) = (Vec::new(), Vec::new(), Vec::new());
        for part in split_reserves(parts[2]) {
            let digits: String = part.chars().filter(char::is_ascii_digit).collect();
            common.push(digits.parse().unwrap());
            special.push(part.chars().find(|c| "+x".contains(*c)).unwrap_or(' '));
            out.push(part.ends_with('-'));
        }
        let players = common.len();
        let mut model = Model {
            players,
            board,
            turn,
            common,
            special,
            out,
            quiet: parts[3].parse().unwrap(),
            history: Vec::new(),
        };
        model.history.push(model.key());
        model
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self
            .board
            .iter()
            .rev()
            .map(|row| {
                let mut text = String::new();
                let mut empty = 0;
                for column in row {
                    if column.is_empty() {
                        empty += 1;
                        continue;
                    }
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    let blocks: String = column.iter().collect();
                    if column.len() == 1 {
                        text += &blocks;
                    } else {
                        text.extend(["(", &blocks, ")"]);
                    }
                }
                if empty > 0 {
                    text += &empty.to_string();
                }
                text
            })
            .collect();
        let mut reserves = String::new();
        for (seat, colour) in COLOURS.into_iter().enumerate().take(self.players) {
            reserves.push(colour);
            reserves += &self.common[seat].to_string();
            if self.special[seat] != ' ' {
                reserves.push(self.special[seat]);
            }
            if self.out[seat] {
                reserves.push('-');
            }
        }
        format!("{} {} {} {}", rows.join("/"), COLOURS[self.turn], reserves, self.quiet)
    }

    /// §3.5: columns, reserves, specials' states, the player to move.
    fn key(&self) -> String {
        format!("{:?} {:?} {:?} {}", self.board, self.common, self.special, self.turn)
    }

    fn column(&self, (column, row): (i32, i32)) -> &Vec<char> {
        &self.board[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()]
    }

    fn column_mut(&mut self, (column, row): (i32, i32)) -> &mut Vec<char> {
        &mut self.board[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()]
    }

    fn surface(&self, square: (i32, i32)) -> u32 {
        floor_height(square) + u32::try_from(self.column(square).len()).unwrap()
    }

    fn squares() -> impl Iterator<Item = (i32, i32)> {
        (0..13).flat_map(|row| (0..13).map(move |column| (column, row)))
    }

    fn own(&self, letter: char) -> bool {
        letter.to_ascii_lowercase() == COLOURS[self.turn]
    }

    /// §3.1: whether the block may step from `base` onto the square.
    fn may_step(&self, special: bool, base: u32, square: (i32, i32)) -> bool {
        let another_special = self.column(square).iter().any(|&c| c.is_ascii_uppercase() && !self.own(c));
        self.surface(square) <= base + 1 && !(special && another_special)
    }

    /// §3.4: whether a move of this kind may end on the square as far as the summit goes.
    fn may_end(&self, special: bool, square: (i32, i32)) -> bool {
        square != (6, 6) || special || self.special[self.turn] == 'x'
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        // §3.2
        for special in [false, true] {
            let there = if special { self.special[self.turn] == '+' } else { self.common[self.turn] > 0 };
            if !there {
                continue;
            }
            for first in Model::squares() {
                for (dx, dy) in DIRECTIONS {
                    if on_board((first.0 - dx, first.1 - dy)) || !self.column(first).is_empty() {
                        continue;
                    }
                    let (mut square, mut base, mut steps) = (first, 0, 1);
                    loop {
                        if self.column(square).is_empty() && self.may_end(special, square) {
                            let long = format!("{}{}", if special { '=' } else { '-' }, name(square));
                            lines.push(Line {
                                long,
                                steps,
                                entering: true,
                                special,
                                from: square,
                                to: square,
                            });
                        }
                        square = (square.0 + dx, square.1 + dy);
                        steps += 1;
                        if !on_board(square) || !self.may_step(special, base, square) {
                            break;
                        }
                        base = self.surface(square);
                    }
                }
            }
        }
        // §3.1
        for from in Model::squares() {
            let Some(&top) = self.column(from).last() else { continue };
            if !self.own(top) {
                continue;
            }
            let special = top.is_ascii_uppercase();
            for (dx, dy) in DIRECTIONS {
                let (mut square, mut base, mut steps) = (from, self.surface(from) - 1, 0);
                loop {
                    square = (square.0 + dx, square.1 + dy);
                    steps += 1;
                    if !on_board(square) || !self.may_step(special, base, square) {
                        break;
                    }
                    base = self.surface(square);
                    if self.may_end(special, square) {
                        let long =
                            format!("{}{}{}", if special { "=" } else { "" }, name(from), name(square));
                        lines.push(Line { long, steps, entering: false, special, from, to: square });
                    }
                }
            }
        }
        // §3.5
        let occurrences = |key: &String| self.history.iter().filter(|seen| *seen == key).count();
        if self.history.iter().all(|key| occurrences(key) < 2) {
            return lines;
        }
        lines.retain(|line| {
            let mut after = self.clone();
            let (irreversible, won, ..) = after.place(line);
            if irreversible || won {
                return true;
            }
            after.turn = after.next_active();
            occurrences(&after.key()) < 2
        });
        lines
    }

    /// Every legal move in long form, sorted; of exactly so many steps, if given.
    pub fn legal(&self, steps: Option<u32>) -> Vec<String> {
        let mut moves: Vec<String> = self
            .lines()
            .into_iter()
            .filter(|line| steps.is_none_or(|steps| line.steps == steps))
            .map(|line| line.long)
            .collect();
        moves.sort();
        moves.dedup();
        moves
    }

    /// §6: the short form, by trying each in turn on all common-block moves.
    pub fn short(&self, long: &str) -> String {
        let lines = self.lines();
        let line = lines.iter().find(|line| line.long == long).unwrap();
        let (_, _, captured, _) = self.clone().place(line);
        let to = name(line.to);
        let capture = if captured.is_empty() { "" } else { "x" };
        if line.special {
            return if line.to == (6, 6) { "TOP".into() } else { format!("={capture}{to}") };
        }
        if line.entering {
            return format!("-{to}");
        }
        let from = name(line.from);
        let fits = |prefix: &str, other: &Line| {
            let other_from = name(other.from);
            other.to == line.to
                && (prefix.is_empty()
                    || other_from == prefix
                    || other_from[..1] == *prefix
                    || other_from[1..] == *prefix)
        };
        let prefix = ["", &from[..1], &from[1..], &from]
            .into_iter()
            .find(|prefix| {
                let mut named: Vec<&str> = lines
                    .iter()
                    .filter(|other| !other.entering && !other.special && fits(prefix, other))
                    .map(|other| other.long.as_str())
                    .collect();
                named.dedup();
                named.len() == 1
            })
            .unwrap();
        format!("{prefix}{capture}{to}")
    }

    fn next_active(&self) -> usize {
        (1..=self.players).map(|by| (self.turn + by) % self.players).find(|&seat| !self.out[seat]).unwrap()
    }

    pub fn active(&self) -> usize {
        self.out.iter().filter(|&&out| !out).count()
    }

    /// Moves the block and captures: (irreversible, won on the summit, captured, rescued).
    fn place(&mut self, line: &Line) -> (bool, bool, String, bool) {
        let mover = self.turn;
        let own = COLOURS[mover];
        let block = if line.special { own.to_ascii_uppercase() } else { own };
        if line.entering {
            if line.special {
                self.special[mover] = ' ';
            } else {
                self.common[mover] -= 1;
            }
        } else {
            assert_eq!(self.column_mut(line.from).pop(), Some(block));
        }
        // §3.4
        if line.to == (6, 6) {
            if line.special {
                self.column_mut(line.to).push(block);
                return (line.entering, true, String::new(), false);
            }
            self.special[mover] = '+';
            return (true, false, String::new(), true);
        }
        let on_blocks = !self.column(line.to).is_empty();
        self.column_mut(line.to).push(block);
        // §3.3
        let mut captured = String::new();
        if on_blocks {
            let column = self.column(line.to).clone();
            let count = |colour: char| column.iter().filter(|c| c.to_ascii_lowercase() == colour).count();
            if COLOURS.iter().all(|&colour| count(colour) <= count(own)) {
                let falls = |c: &char| count(c.to_ascii_lowercase()) < count(own);
                captured = column.iter().filter(|c| falls(c)).collect();
                *self.column_mut(line.to) = column.iter().copied().filter(|c| !falls(c)).collect();
                for special in captured.chars().filter(char::is_ascii_uppercase) {
                    let seat = COLOURS.iter().position(|&c| c == special.to_ascii_lowercase()).unwrap();
                    self.special[seat] = 'x';
                }
            }
        }
        (line.entering || !captured.is_empty(), false, captured, false)
    }

    /// Plays a legal move in long form and starts the next turn.
    pub fn play(&mut self, long: &str) -> Consequences {
        let line = self.lines().into_iter().find(|line| line.long == long).unwrap();
        let (irreversible, won, captured, rescued) = self.place(&line);
        let mut consequences = Consequences { captured, rescued, ..Consequences::default() };
        if won {
            if irreversible {
                self.quiet = 0;
            }
            consequences.won = Some((self.turn, "summit"));
            return consequences;
        }
        self.quiet += 1;
        if irreversible {
            self.quiet = 0;
            self.history.clear();
        }
        self.turn = self.next_active();
        self.history.push(self.key());
        self.start_turn(&mut consequences);
        consequences
    }

    /// A resignation or a loss on time (§4, end).
    pub fn leave(&mut self, seat: usize, reason: &'static str) -> Consequences {
        let mut consequences = Consequences::default();
        self.common[seat] = 0;
        if self.special[seat] == '+' {
            self.special[seat] = 'x';
        }
        self.out[seat] = true;
        if self.active() == 1 {
            consequences.won = Some((self.out.iter().position(|out| !out).unwrap(), reason));
        } else if seat == self.turn {
            self.turn = self.next_active();
            self.start_turn(&mut consequences);
        }
        consequences
    }

    fn add_material(&mut self, why: &str, consequences: &mut Consequences) {
        for seat in 0..self.players {
            if !self.out[seat] {
                self.common[seat] += 3;
            }
        }
        self.quiet = 0;
        self.history.clear();
        self.history.push(self.key());
        consequences.events.push(format!("added:{why}"));
    }

    /// §4
    fn start_turn(&mut self, consequences: &mut Consequences) {
        let mut passed = 0;
        loop {
            let own = COLOURS[self.turn];
            let columns = || self.board.iter().flatten();
            let blocks = columns().flatten().filter(|c| c.to_ascii_lowercase() == own).count();
            let tops = columns()
                .filter_map(|column| column.last())
                .filter(|c| c.to_ascii_lowercase() == own)
                .count();
            let in_reserve = self.common[self.turn] > 0 || self.special[self.turn] == '+';
            // 4.1
            if blocks == 0 && !in_reserve {
                self.out[self.turn] = true;
                consequences.events.push(format!("out:{}", self.turn));
                if self.active() == 1 {
                    consequences.won = Some((self.out.iter().position(|out| !out).unwrap(), "no-resources"));
                    return;
                }
                self.turn = self.next_active();
                continue;
            }
            // 4.2
            if !in_reserve && tops == 0 {
                consequences.won = Some((self.turn, "smothered"));
                return;
            }
            // 4.3
            let on_board = columns().flatten().filter(|c| c.is_ascii_lowercase()).count();
            let reserves: u32 =
                (0..self.players).filter(|&seat| !self.out[seat]).map(|seat| self.common[seat]).sum();
            if u32::try_from(on_board).unwrap() + reserves < 3 {
                self.add_material("insufficient", consequences);
            }
            // 4.4
            if self.quiet >= 20 * u32::try_from(self.active()).unwrap() {
                self.add_material("no-progress", consequences);
            }
            // 4.5
            if !self.legal(None).is_empty() {
                return;
            }
            self.add_material("stalled", consequences);
            if !self.legal(None).is_empty() {
                return;
            }
            consequences.events.push("pass".into());
            self.quiet += 1;
            self.turn = self.next_active();
            self.history.push(self.key());
            passed += 1;
            assert!(passed < 1000, "nobody can move: {}", self.text());
        }
    }
}

/// `r9+b9+` as `r9+`, `b9+`.
fn split_reserves(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for c in text.chars() {
        if COLOURS.contains(&c) {
            parts.push(String::new());
        }
        parts.last_mut().unwrap().push(c);
    }
    parts
}
