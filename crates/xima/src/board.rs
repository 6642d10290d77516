//! The columns on the board, and what move generation reads off them, kept up to date block by block.

use game::{BySeat, Seat};

use crate::{Block, Direction, Kind, Square, SquareSet, zobrist};

/// The surface of every cell off the board: higher than any block can step.
const OFF_BOARD: u8 = u8::MAX;

/// The blocks on the board.
#[derive(Clone)]
pub(crate) struct Board {
    /// By square index, bottom first.
    columns: [Vec<Block>; Square::COUNT],
    /// By cell (§1). Columns are limited where positions are read, so that sums stay far below `OFF_BOARD`.
    surface: [u8; 256],
    /// By cell: the last block of its column.
    top: [Option<Block>; 256],
    occupied: SquareSet,
    /// The squares whose top block is the seat's.
    tops: BySeat<SquareSet>,
    /// By direction: the squares that a block on the surface one step back may step onto (§3.1).
    steps: [SquareSet; 8],
    /// Where each special stands, at whatever depth.
    specials: BySeat<Option<Square>>,
    /// Blocks of each seat, specials included.
    blocks: BySeat<u16>,
    commons: u32,
    key: u64,
}

impl Board {
    /// The bare pyramid.
    pub(crate) fn empty() -> Board {
        let mut board = Board {
            columns: std::array::from_fn(|_| Vec::new()),
            surface: [OFF_BOARD; 256],
            top: [None; 256],
            occupied: SquareSet::EMPTY,
            tops: BySeat::default(),
            steps: [SquareSet::EMPTY; 8],
            specials: BySeat::default(),
            blocks: BySeat::default(),
            commons: 0,
            key: 0,
        };
        for square in Square::all() {
            board.surface[usize::from(square.cell())] = square.height();
        }
        Square::all().for_each(|square| board.refresh_steps(square));
        board
    }

    /// The blocks on a square, bottom first.
    pub(crate) fn column(&self, square: Square) -> &[Block] {
        &self.columns[square.index()]
    }

    /// The top block of a square.
    pub(crate) const fn top(&self, square: Square) -> Option<Block> {
        self.top[square.cell() as usize]
    }

    /// The surface of a cell (§1), `u8::MAX` off the board.
    pub(crate) const fn surface(&self, cell: u8) -> u8 {
        self.surface[cell as usize]
    }

    /// The squares that carry a block.
    pub(crate) const fn occupied(&self) -> SquareSet {
        self.occupied
    }

    /// The squares whose top block is the seat's.
    pub(crate) fn tops(&self, seat: Seat) -> SquareSet {
        self.tops[seat]
    }

    /// The squares that a block on the surface one step back in the direction may step onto (§3.1).
    pub(crate) const fn steps(&self, direction: Direction) -> &SquareSet {
        &self.steps[direction as usize]
    }

    /// Where the seat's special stands, at whatever depth.
    pub(crate) fn special(&self, seat: Seat) -> Option<Square> {
        self.specials[seat]
    }

    /// The squares that the seat's special may not step onto: those that hold another special (§3.1).
    pub(crate) fn barred(&self, seat: Seat) -> SquareSet {
        self.specials.iter().filter(|(owner, _)| *owner != seat).filter_map(|(_, square)| *square).collect()
    }

    /// The number of the seat's blocks.
    pub(crate) fn blocks(&self, seat: Seat) -> u16 {
        self.blocks[seat]
    }

    /// The number of common blocks of all seats.
    pub(crate) const fn commons(&self) -> u32 {
        self.commons
    }

    /// The blocks' part of the position key.
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    /// Puts a block on top of a column.
    pub(crate) fn push(&mut self, square: Square, block: Block) {
        self.stack(square, block);
        self.refresh_steps(square);
    }

    /// Takes the top block off a column, if there is one.
    pub(crate) fn pop(&mut self, square: Square) -> Option<Block> {
        let block = self.unstack(square);
        self.refresh_steps(square);
        block
    }

    /// Takes the blocks of some seats out of a column; the rest keep their order and close up (§3.3). Returns the
    /// column as it was.
    pub(crate) fn capture(&mut self, square: Square, captured: BySeat<bool>) -> Vec<Block> {
        let before = self.columns[square.index()].clone();
        self.rebuild(square, before.iter().copied().filter(|block| !captured[block.colour.seat()]));
        before
    }

    /// Makes a column anew.
    pub(crate) fn rebuild(&mut self, square: Square, blocks: impl Iterator<Item = Block>) {
        while self.unstack(square).is_some() {}
        blocks.for_each(|block| self.stack(square, block));
        self.refresh_steps(square);
    }

    fn stack(&mut self, square: Square, block: Block) {
        let (seat, cell) = (block.colour.seat(), usize::from(square.cell()));
        if let Some(below) = self.top[cell].replace(block) {
            self.tops[below.colour.seat()].remove(square);
        }
        self.columns[square.index()].push(block);
        self.key ^= zobrist::block(square, self.surface[cell], block);
        self.surface[cell] += 1;
        self.occupied.insert(square);
        self.tops[seat].insert(square);
        self.blocks[seat] += 1;
        match block.kind {
            Kind::Common => self.commons += 1,
            Kind::Special => self.specials[seat] = Some(square),
        }
    }

    fn unstack(&mut self, square: Square) -> Option<Block> {
        let column = &mut self.columns[square.index()];
        let block = column.pop()?;
        let (seat, cell) = (block.colour.seat(), usize::from(square.cell()));
        self.tops[seat].remove(square);
        self.top[cell] = column.last().copied();
        match self.top[cell] {
            Some(below) => self.tops[below.colour.seat()].insert(square),
            None => self.occupied.remove(square),
        }
        self.surface[cell] -= 1;
        self.key ^= zobrist::block(square, self.surface[cell], block);
        self.blocks[seat] -= 1;
        match block.kind {
            Kind::Common => self.commons -= 1,
            Kind::Special => self.specials[seat] = None,
        }
        Some(block)
    }

    /// Brings the steps onto a square and from it up to date with its surface.
    fn refresh_steps(&mut self, square: Square) {
        let surface = self.surface(square.cell());
        for direction in Direction::ALL {
            let delta = direction.delta();
            let back = self.surface(square.cell().wrapping_sub(delta));
            let steps = &mut self.steps[direction as usize];
            steps.set_cell(square.cell(), back != OFF_BOARD && surface <= back + 1);
            let ahead = square.cell().wrapping_add(delta);
            steps.set_cell(ahead, self.surface[usize::from(ahead)] <= surface + 1);
        }
    }
}
