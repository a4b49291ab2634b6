//! What the kernels should do, place by place in the column's order: no lanes, no vectors.
use gosdt_bits::lanes::{Compare, Extremes};

/// Points along the order of the column that is scanned.
#[derive(Clone, Debug)]
pub struct Points {
    /// The rank of each in the column that is split.
    pub ranks: Vec<u32>,
    /// The signed value of each.
    pub values: Vec<i64>,
    /// Whether a group of equal values of the scanned column ends there. The last point ends one.
    pub ends: Vec<bool>,
}

/// One side of a split.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub compare: Compare,
    pub rank: u32,
    pub yes: bool,
}

impl Side {
    pub fn has(self, rank: u32) -> bool {
        let is_yes = match self.compare {
            Compare::AtMost => rank <= self.rank,
            Compare::Equal => rank == self.rank,
        };
        is_yes == self.yes
    }
}

impl Points {
    /// The values on one side, and 0 on the other.
    pub fn keep(&self, side: Side) -> Vec<i64> {
        let kept = |(rank, value): (&u32, &i64)| if side.has(*rank) { *value } else { 0 };
        self.ranks.iter().zip(&self.values).map(kept).collect()
    }

    /// The extremes over all prefixes of the points on one side; 0 is that of none.
    pub fn prefixes(&self, side: Side) -> Extremes {
        let mut sum = 0;
        extremes(self.keep(side).into_iter().map(|value| {
            sum += value;
            sum
        }))
    }

    /// The extremes over the prefixes that end where a group does.
    pub fn prefixes_to_ends(&self, side: Side) -> Extremes {
        let kept = self.keep(side);
        let ends = (0..kept.len()).filter(|place| self.ends[*place]);
        extremes(ends.map(|end| kept[..=end].iter().sum()))
    }

    /// The extremes over single groups.
    pub fn groups(&self, side: Side) -> Extremes {
        let kept = self.keep(side);
        let mut start = 0;
        let ends = (0..kept.len()).filter(|place| self.ends[*place]);
        extremes(ends.map(|end| kept[std::mem::replace(&mut start, end + 1)..=end].iter().sum()))
    }
}

/// The extremes of some sums and of the empty one.
fn extremes(sums: impl Iterator<Item = i64>) -> Extremes {
    let empty = Extremes { min: 0, max: 0 };
    sums.fold(empty, |all, sum| Extremes { min: all.min.min(sum), max: all.max.max(sum) })
}
