//! A second, slow and plain model of Axiom, written from `docs/rules/axiom.md` alone. It shares nothing with the
//! crate under test, not even types: positions and moves are texts.

use std::collections::{BTreeMap, BTreeSet};

/// A cell or a direction.
pub type Triple = (i64, i64, i64);

/// The six faces in their order (§1).
pub const FACES: [Triple; 6] = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)];

/// A cube: its colour (`B` or `W`) and its domes, in the order of the faces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cube {
    pub colour: char,
    pub domes: Vec<Triple>,
}

/// A sceptre: its colour, the cube it stands on, and the face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sceptre {
    pub colour: char,
    pub cell: Triple,
    pub face: Triple,
}

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Model {
    pub cubes: BTreeMap<Triple, Cube>,
    pub sceptres: Vec<Sceptre>,
    pub mover: char,
    /// The texts of all positions so far, this one included (§5).
    pub history: Vec<String>,
    /// The winner, if not a draw, and the reason.
    pub result: Option<(Option<char>, &'static str)>,
}

/// What `test` says of a square (§3).
#[derive(PartialEq, Eq)]
enum Verdict {
    Block,
    NoStop,
    Stop,
}

pub fn plus(a: Triple, b: Triple) -> Triple {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

pub fn opposite(face: Triple) -> Triple {
    (-face.0, -face.1, -face.2)
}

/// The colour of the other player.
pub fn other(colour: char) -> char {
    if colour == 'B' { 'W' } else { 'B' }
}

pub fn cell_text((x, y, z): Triple) -> String {
    format!("({x},{y},{z})")
}

pub fn face_text(face: Triple) -> &'static str {
    ["x+", "x-", "y+", "y-", "z+", "z-"][FACES.iter().position(|&f| f == face).unwrap()]
}

fn domes_text(domes: &[Triple]) -> String {
    domes.iter().map(|&face| face_text(face)).collect()
}

/// A cell and the faces behind it, as in `C(-1,0,1)x-z+` without its first letter.
fn read_cell(text: &str) -> (Triple, Vec<Triple>) {
    let (cell, faces) = text.strip_prefix('(').unwrap().split_once(')').unwrap();
    let numbers: Vec<i64> = cell.split(',').map(|number| number.parse().unwrap()).collect();
    let faces = (0..faces.len() / 2).map(|i| &faces[2 * i..2 * i + 2]);
    let faces = faces.map(|name| FACES.into_iter().find(|&face| face_text(face) == name).unwrap());
    ((numbers[0], numbers[1], numbers[2]), faces.collect())
}

/// Every way to turn a cube with this many domes (§1).
pub fn orientations(domes: usize) -> Vec<Vec<Triple>> {
    let mut all = Vec::new();
    for (i, &first) in FACES.iter().enumerate() {
        if domes == 1 {
            all.push(vec![first]);
            continue;
        }
        for &second in &FACES[i + 1..] {
            if second != opposite(first) {
                all.push(vec![first, second]);
            }
        }
    }
    all
}

impl Model {
    /// A position text, taken as the first position of its history.
    pub fn read(text: &str) -> Model {
        let (black, rest) = text.strip_prefix("B:").unwrap().split_once("W:").unwrap();
        let (white, mover) = rest.split_once("to-move:").unwrap();
        let mover = if mover.trim() == "black" { 'B' } else { 'W' };
        let mut model =
            Model { cubes: BTreeMap::new(), sceptres: Vec::new(), mover, history: Vec::new(), result: None };
        for (colour, pieces) in [('B', black), ('W', white)] {
            for piece in pieces.split_whitespace() {
                let (cell, faces) = read_cell(&piece[1..]);
                if piece.starts_with('C') {
                    model.cubes.insert(cell, Cube { colour, domes: faces });
                } else {
                    model.sceptres.push(Sceptre { colour, cell, face: faces[0] });
                }
            }
        }
        model.history.push(model.text());
        model.judge();
        model
    }

    /// The canonical position text (§6).
    pub fn text(&self) -> String {
        let mut words = Vec::new();
        for colour in ['B', 'W'] {
            words.push(format!("{colour}:"));
            for (&cell, cube) in &self.cubes {
                if cube.colour == colour {
                    words.push(format!("C{}{}", cell_text(cell), domes_text(&cube.domes)));
                }
            }
            let mut sceptres: Vec<&Sceptre> = self.sceptres.iter().filter(|s| s.colour == colour).collect();
            sceptres
                .sort_by_key(|sceptre| (sceptre.cell, FACES.iter().position(|&face| face == sceptre.face)));
            for sceptre in sceptres {
                words.push(format!("S{}{}", cell_text(sceptre.cell), face_text(sceptre.face)));
            }
        }
        words.push(format!("to-move: {}", if self.mover == 'B' { "black" } else { "white" }));
        words.join(" ")
    }

    /// Every legal move, sorted, in the form without blanks; none once the game is over.
    pub fn legal(&self) -> Vec<String> {
        if self.result.is_some() { Vec::new() } else { self.moves() }
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = BTreeSet::new();
        for sceptre in self.sceptres.iter().filter(|sceptre| sceptre.colour == self.mover) {
            for (cell, face) in self.stops(sceptre) {
                moves.insert(format!("S{}S{}{}", cell_text(sceptre.cell), cell_text(cell), face_text(face)));
            }
        }
        for (&from, cube) in self.cubes.iter().filter(|(_, cube)| cube.colour == self.mover) {
            if self.stands_on(from) || self.cubes.contains_key(&plus(from, (0, 0, 1))) {
                continue;
            }
            let mut without = self.clone();
            without.cubes.remove(&from);
            // Rule 6 wants a neighbour.
            let to: BTreeSet<Triple> =
                without.cubes.keys().flat_map(|&cell| FACES.map(|face| plus(cell, face))).collect();
            for to in to.into_iter().filter(|&to| to != from) {
                for domes in orientations(cube.domes.len()) {
                    if without.fits(to, &domes) {
                        moves.insert(format!("C{}C{}{}", cell_text(from), cell_text(to), domes_text(&domes)));
                    }
                }
            }
        }
        moves.into_iter().collect()
    }

    /// Plays a legal move given in the form without blanks. Returns the text of the cube taken out, if one was.
    pub fn play(&mut self, mv: &str) -> Option<String> {
        let at = mv.find(')').unwrap() + 1;
        let (from, _) = read_cell(&mv[1..at]);
        let (to, faces) = read_cell(&mv[at + 1..]);
        let mover = self.mover;
        let mut taken = None;
        if mv.starts_with('C') {
            let cube = self.cubes.remove(&from).unwrap();
            self.cubes.insert(to, Cube { colour: cube.colour, domes: faces });
        } else {
            let sceptre = self.sceptres.iter_mut().find(|s| s.colour == mover && s.cell == from).unwrap();
            (sceptre.cell, sceptre.face) = (to, faces[0]);
            let (left, reached) = (self.cubes[&from].clone(), &self.cubes[&to]);
            if left.colour != mover
                && reached.colour == mover
                && !self.cubes.contains_key(&plus(from, (0, 0, 1)))
                && !self.stands_on(from)
            {
                self.cubes.remove(&from);
                taken = Some(format!("C{}{}", cell_text(from), domes_text(&left.domes)));
            }
        }
        self.mover = other(mover);
        self.history.push(self.text());
        self.judge();
        taken
    }

    /// §5, for the player who has just moved and the one to move now.
    fn judge(&mut self) {
        let (moved, to_move) = (other(self.mover), self.mover);
        for (i, a) in self.sceptres.iter().enumerate() {
            for b in &self.sceptres[i + 1..] {
                if a.cell == b.cell {
                    self.result = Some(if a.colour == b.colour {
                        (Some(other(a.colour)), "own pair")
                    } else {
                        (Some(moved), "contact")
                    });
                    return;
                }
            }
        }
        let now = self.history.last();
        if self.moves().is_empty() {
            self.result = Some((Some(other(to_move)), "no moves"));
        } else if self.history.iter().filter(|&text| Some(text) == now).count() >= 3 {
            self.result = Some((None, "repetition"));
        }
    }

    fn stands_on(&self, cell: Triple) -> bool {
        self.sceptres.iter().any(|sceptre| sceptre.cell == cell)
    }

    pub fn is_dome(&self, cell: Triple, face: Triple) -> bool {
        self.cubes[&cell].domes.contains(&face)
    }

    /// §4, rules 1 to 6, the lifted cube being gone from its cell (which is not `to`).
    pub fn fits(&self, to: Triple, domes: &[Triple]) -> bool {
        let below = plus(to, (0, 0, -1));
        if to.2 < 1 || self.cubes.contains_key(&to) {
            return false;
        }
        for sceptre in &self.sceptres {
            let front = plus(sceptre.cell, sceptre.face);
            if to == front || to == plus(front, sceptre.face) {
                return false;
            }
        }
        if to.2 > 1 && !self.cubes.contains_key(&below) {
            return false;
        }
        if to.2 == 1 && domes.contains(&(0, 0, -1)) {
            return false;
        }
        let mut interlocks = Vec::new();
        for face in FACES {
            let next = plus(to, face);
            if self.cubes.contains_key(&next) {
                match (domes.contains(&face), self.is_dome(next, opposite(face))) {
                    (true, true) => return false,
                    (false, false) => {}
                    _ => interlocks.push(next),
                }
            }
        }
        if to.2 == 1 { !interlocks.is_empty() } else { interlocks.contains(&below) }
    }

    /// §3: the squares where the sceptre may stop.
    fn stops(&self, moving: &Sceptre) -> Vec<(Triple, Triple)> {
        let start = (moving.cell, moving.face);
        let beside: Vec<Triple> =
            FACES.into_iter().filter(|&face| face != moving.face && face != opposite(moving.face)).collect();
        let mut stops = Vec::new();
        // Lateral lines.
        for &first in &beside {
            let ((mut c, mut f), mut t) = (start, first);
            loop {
                let over = plus(plus(c, t), f);
                let side = plus(c, t);
                if over.2 < 1 {
                    break;
                }
                if self.cubes.contains_key(&over) {
                    (c, f, t) = (over, opposite(t), f);
                } else if self.cubes.contains_key(&side) {
                    c = side;
                } else if side.2 < 1 {
                    break;
                } else {
                    (f, t) = (t, opposite(f));
                }
                match self.test(c, f, moving) {
                    Verdict::Block => break,
                    Verdict::NoStop => {}
                    Verdict::Stop => stops.push((c, f)),
                }
            }
        }
        // Diagonal lines: each pair of directions at right angles once.
        let f = moving.face;
        for (i, &a) in beside.iter().enumerate() {
            for &b in beside[i + 1..].iter().filter(|&&b| b != opposite(a)) {
                let mut c = moving.cell;
                loop {
                    let to = plus(plus(c, a), b);
                    if !self.cubes.contains_key(&to) || self.cubes.contains_key(&plus(to, f)) {
                        break;
                    }
                    let wall = |hand| self.cubes.contains_key(&plus(plus(c, hand), f));
                    if wall(a) && wall(b) {
                        break;
                    }
                    match self.test(to, f, moving) {
                        Verdict::Block => break,
                        Verdict::NoStop => {}
                        Verdict::Stop => stops.push((to, f)),
                    }
                    c = to;
                }
            }
        }
        stops
    }

    /// §3, T1 to T6.
    fn test(&self, c: Triple, f: Triple, moving: &Sceptre) -> Verdict {
        let mut others = self.sceptres.clone();
        let own = others.iter().position(|sceptre| sceptre == moving).unwrap();
        others.remove(own);
        let front = plus(c, f);
        let tip = plus(front, f);
        if self.is_dome(c, f) {
            return Verdict::Block; // T1
        }
        if (c, f) == (moving.cell, moving.face) {
            return Verdict::Block; // T2
        }
        if others.iter().any(|other| (other.cell, other.face) == (c, f)) {
            return Verdict::Block; // T3
        }
        if others.iter().any(|other| plus(other.cell, other.face) == front) {
            return Verdict::Block; // T4
        }
        if self.cubes.contains_key(&tip) || tip.2 < 1 {
            return Verdict::NoStop; // T5
        }
        if others.iter().any(|other| (other.cell, other.face) == (plus(tip, f), opposite(f))) {
            return Verdict::NoStop; // T6
        }
        Verdict::Stop
    }

    /// §1: whether the pieces can stand so while a game goes on: every cube rests on something, nothing overlaps, and
    /// no cube carries two sceptres.
    pub fn is_sound(&self) -> bool {
        let cubes_fit = self.cubes.iter().all(|(&cell, cube)| {
            let below = plus(cell, (0, 0, -1));
            let supported = if cell.2 == 1 {
                !cube.domes.contains(&(0, 0, -1))
            } else {
                cell.2 > 1 && self.cubes.contains_key(&below)
            };
            supported
                && cube.domes.iter().all(|&face| {
                    let next = plus(cell, face);
                    !self.cubes.contains_key(&next) || !self.is_dome(next, opposite(face))
                })
        });
        let sceptres_fit = self.sceptres.iter().enumerate().all(|(i, sceptre)| {
            let front = plus(sceptre.cell, sceptre.face);
            let tip = plus(front, sceptre.face);
            self.cubes.contains_key(&sceptre.cell)
                && !self.is_dome(sceptre.cell, sceptre.face)
                && !self.cubes.contains_key(&front)
                && !self.cubes.contains_key(&tip)
                && tip.2 >= 1
                && self.sceptres[i + 1..].iter().all(|other| {
                    let other_front = plus(other.cell, other.face);
                    let pointing =
                        other.face == opposite(sceptre.face) && other.cell == plus(tip, sceptre.face);
                    other.cell != sceptre.cell && other_front != front && !pointing
                })
        });
        cubes_fit && sceptres_fit
    }
}
