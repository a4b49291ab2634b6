//! A subproblem: its points compacted, its splits narrowed to those that can still matter.
use gosdt_bits::Matrix;

/// Index of the yes-side in pairs of values.
pub(crate) const YES: usize = 0;
/// Index of the no-side in pairs of values.
pub(crate) const NO: usize = 1;

/// A side of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    /// The split, as a position in [`Projection::features`].
    pub split: usize,
    /// [`YES`] or [`NO`].
    pub answer: usize,
}

impl Side {
    /// Both sides of a split.
    pub fn both(split: usize) -> [Side; 2] {
        [YES, NO].map(|answer| Side { split, answer })
    }

    /// Whether it is the yes-side.
    pub fn is_yes(self) -> bool {
        self.answer == YES
    }

    /// The other side of the split.
    pub fn sibling(self) -> Side {
        Side { split: self.split, answer: 1 - self.answer }
    }
}

/// A subproblem, projected. Its splits are numbered 0, 1, 2, …
#[derive(Default)]
pub(crate) struct Projection {
    /// The points, as a set of the instance's points.
    pub points: Vec<u64>,
    /// The feature of each split, ascending.
    pub features: Vec<u32>,
    /// The answers of the splits on the replicas of the points.
    pub matrix: Matrix,
    /// Measures of the yes-sides: `yes_counts[measure * stride + split]`.
    pub yes_counts: Vec<i64>,
    /// Measures of all points.
    pub totals: Vec<i64>,
}

impl Projection {
    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        (self.matrix.features() * self.matrix.words() * size_of::<u64>()) as u64
    }

    /// Number of splits.
    pub fn splits(&self) -> usize {
        self.features.len()
    }

    /// Fills `out` with the measures of a side.
    pub fn side_counts(&self, side: Side, out: &mut Vec<i64>) {
        let stride = self.matrix.stride();
        out.clear();
        out.extend((0..self.totals.len()).map(|m| self.yes_counts[m * stride + side.split]));
        if !side.is_yes() {
            out.iter_mut().zip(&self.totals).for_each(|(n, total)| *n = total - *n);
        }
    }

    /// The position of the split on a feature, if it is one of this subproblem's.
    pub fn split_on(&self, feature: u32) -> Option<usize> {
        self.features.iter().position(|&other| other == feature)
    }
}
