//! Where everything lies in the two views, in whole pixels; and how space is packed into few columns.

use axiom::{Cell, Face};

use crate::scene::{AxiomScene, Target};

/// Coordinates along x or y, packed: where several in a row hold nothing, one break stands for all of them.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// The coordinate of each column; `None` is a break.
    pub columns: Vec<Option<i32>>,
}

impl Axis {
    /// Gaps so long are drawn as they are.
    const SHOWN: i64 = 4;

    /// The axis that has these coordinates.
    fn of(mut coordinates: Vec<i32>) -> Axis {
        coordinates.sort_unstable();
        coordinates.dedup();
        let mut columns = Vec::new();
        let mut last: Option<i32> = None;
        for coordinate in coordinates {
            if let Some(last) = last {
                if i64::from(coordinate) - i64::from(last) - 1 <= Axis::SHOWN {
                    columns.extend((last + 1..coordinate).map(Some));
                } else {
                    columns.push(None);
                }
            }
            columns.push(Some(coordinate));
            last = Some(coordinate);
        }
        if columns.is_empty() {
            columns.push(Some(0));
        }
        Axis { columns }
    }

    /// The number of columns.
    pub fn len(&self) -> i32 {
        i32::try_from(self.columns.len()).unwrap_or(i32::MAX)
    }

    /// The column of a coordinate that is on the axis.
    fn column(&self, coordinate: i32) -> Option<i32> {
        let known = |column: &Option<i32>| *column == Some(coordinate);
        self.columns.iter().position(known).and_then(|column| i32::try_from(column).ok())
    }
}

/// A cell of the packed space as one of the views sees it: to the right, to the left, up. The near corner is (0, 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// Away along x, which goes to the upper right.
    pub right: i32,
    /// Away along y, which goes to the upper left.
    pub left: i32,
    /// The level.
    pub up: i32,
}

impl Place {
    /// What is painted first is hidden by what has a larger number.
    pub fn nearness(self) -> i32 {
        self.up - self.right - self.left
    }

    /// The next cell in a direction.
    pub fn step(self, way: Way) -> Place {
        let Place { right, left, up } = self;
        match way {
            Way::FarRight => Place { right: right + 1, ..self },
            Way::NearLeft => Place { right: right - 1, ..self },
            Way::FarLeft => Place { left: left + 1, ..self },
            Way::NearRight => Place { left: left - 1, ..self },
            Way::Up => Place { up: up + 1, ..self },
            Way::Down => Place { up: up - 1, ..self },
        }
    }
}

/// A direction as one of the views sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Away from the viewer, to the right.
    FarRight,
    /// Towards the viewer, to the left.
    NearLeft,
    /// Away from the viewer, to the left.
    FarLeft,
    /// Towards the viewer, to the right.
    NearRight,
    /// Upwards.
    Up,
    /// Downwards, where nothing is ever seen.
    Down,
}

impl Way {
    /// Every direction; its place is its number.
    pub const ALL: [Way; 6] =
        [Way::FarRight, Way::NearLeft, Way::FarLeft, Way::NearRight, Way::Up, Way::Down];
    /// The directions whose faces are seen.
    pub const SEEN: [Way; 3] = [Way::NearLeft, Way::NearRight, Way::Up];

    /// Whether faces that look this way are seen.
    pub fn is_seen(self) -> bool {
        Way::SEEN.contains(&self)
    }
}

/// From which corner the structure is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Corner {
    /// From the corner of small x and y, before Black's first row.
    SouthWest,
    /// From the opposite corner.
    NorthEast,
}

impl Corner {
    /// How a face looks from here.
    pub fn way(self, face: Face) -> Way {
        let face = match (self, face) {
            (Corner::SouthWest, _) | (_, Face::ZPlus | Face::ZMinus) => face,
            (Corner::NorthEast, _) => face.opposite(),
        };
        Way::ALL[face as usize]
    }
}

/// The part of space that a picture shows.
#[derive(Clone, Debug)]
pub(super) struct Space {
    /// West to east.
    pub x: Axis,
    /// South to north.
    pub y: Axis,
    /// The highest level at which something stands.
    pub top: i32,
}

impl Space {
    /// As much space as a scene needs.
    pub fn of(scene: &AxiomScene) -> Space {
        let mut cells: Vec<Cell> = scene.cubes.iter().map(|cube| cube.cell).collect();
        for sceptre in &scene.sceptres {
            cells.extend([sceptre.cell, sceptre.front()]);
        }
        cells.extend(scene.last.iter().flat_map(|last| [last.from(), last.to()]));
        cells.extend(scene.targets.iter().map(|target| match target {
            Target::Cell(cell) | Target::Face(cell, _) => *cell,
        }));
        cells.extend(scene.selected);
        Space {
            x: Axis::of(cells.iter().map(|cell| cell.x()).collect()),
            y: Axis::of(cells.iter().map(|cell| cell.y()).collect()),
            top: cells.iter().map(|cell| cell.z()).max().unwrap_or(1).max(1),
        }
    }

    /// A cell seen from a corner, if it is on the picture.
    pub fn place(&self, cell: Cell, corner: Corner) -> Option<Place> {
        let (x, y) = (self.x.column(cell.x())?, self.y.column(cell.y())?);
        let (right, left) = match corner {
            Corner::SouthWest => (x, y),
            Corner::NorthEast => (self.x.len() - 1 - x, self.y.len() - 1 - y),
        };
        Some(Place { right, left, up: cell.z() })
    }

    /// The coordinates of a column or row counted from the near corner; `None` is a break.
    pub fn column(&self, right: i32, corner: Corner) -> Option<i32> {
        nth(&self.x, right, corner)
    }

    /// See [`Space::column`].
    pub fn row(&self, left: i32, corner: Corner) -> Option<i32> {
        nth(&self.y, left, corner)
    }
}

fn nth(axis: &Axis, place: i32, corner: Corner) -> Option<i32> {
    let place = match corner {
        Corner::SouthWest => place,
        Corner::NorthEast => axis.len() - 1 - place,
    };
    usize::try_from(place).ok().and_then(|place| axis.columns.get(place).copied()).flatten()
}

/// The measures of one scale. A cube's edge is `unit` long, and all edges look equally long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scale {
    /// An edge that stands upright; even.
    pub unit: i32,
    /// How far to the side an edge goes that lies flat.
    pub across: i32,
    /// How far down it goes.
    pub along: i32,
}

impl Scale {
    /// The scale of an edge so long.
    pub fn new(unit: i32) -> Scale {
        let unit = unit.max(4) / 2 * 2;
        Scale { unit, across: (unit * 866 + 500) / 1000, along: unit / 2 }
    }

    /// How far it is to the next cell.
    pub fn step(self, way: Way) -> (i32, i32) {
        let Scale { unit, across, along } = self;
        match way {
            Way::FarRight => (across, -along),
            Way::NearLeft => (-across, along),
            Way::FarLeft => (-across, -along),
            Way::NearRight => (across, along),
            Way::Up => (0, -unit),
            Way::Down => (0, unit),
        }
    }

    /// The middle of a cube, which is also its nearest corner, relative to the near corner of the table.
    pub fn middle(self, place: Place) -> (i32, i32) {
        let Place { right, left, up } = place;
        ((right - left) * self.across, -(right + left) * self.along - up * self.unit)
    }

    /// What a view fills around the near corner of the table: left, top, right, bottom.
    pub fn bounds(self, scene: &AxiomScene, space: &Space, corner: Corner) -> [i32; 4] {
        let (columns, rows) = (space.x.len(), space.y.len());
        let mut bounds =
            [-rows * self.across, -(columns + rows) * self.along, columns * self.across, self.slab()];
        let mut hold = |(x, y): (i32, i32), reach: (i32, i32)| {
            bounds[0] = bounds[0].min(x - reach.0);
            bounds[1] = bounds[1].min(y - reach.1);
            bounds[2] = bounds[2].max(x + reach.0);
            bounds[3] = bounds[3].max(y + reach.1);
        };
        let cells = scene.cubes.iter().map(|cube| cube.cell);
        let targets = scene.targets.iter().filter_map(|target| match target {
            Target::Cell(cell) => Some(*cell),
            Target::Face(..) => None,
        });
        for cell in cells.chain(scene.last.map(axiom::Move::from)).chain(targets) {
            if let Some(place) = space.place(cell, corner) {
                hold(self.middle(place), (self.across, self.unit));
            }
        }
        for sceptre in &scene.sceptres {
            if let Some(place) = space.place(sceptre.cell, corner) {
                let way = corner.way(sceptre.face);
                let tip = self.middle(place.step(way).step(way));
                hold(tip, (self.unit * 3 / 10, self.unit * 3 / 10));
            }
        }
        bounds
    }

    /// How thick the table looks.
    pub fn slab(self) -> i32 {
        (self.unit / 7).max(2)
    }
}
