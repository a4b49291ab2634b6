//! What a node knows of its splits while it is worked on.

/// Index of the yes-side in a frame's pairs of vectors.
pub(crate) const YES: usize = 0;
/// Index of the no-side.
pub(crate) const NO: usize = 1;

/// Bounds of a subproblem and the first split of the tree behind the upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// No tree costs less.
    pub lower: i64,
    /// A tree costs this.
    pub upper: i64,
    /// Its first split (a feature), or [`crate::memo::LEAF`].
    pub choice: u32,
}

impl Bounds {
    /// Whether the optimum is known.
    pub fn is_exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// Lowers the upper bound to a split's, if that is better.
    pub fn improve(&mut self, upper: i64, choice: u32) -> bool {
        let better = upper < self.upper;
        if better {
            self.upper = upper;
            self.choice = choice;
        }
        better
    }
}

/// Per split and side: the cost of a leaf, and bounds of the optimum. Indexed `[side][column]`.
#[derive(Default)]
pub(crate) struct Frame {
    /// Loss of a leaf plus the leaf penalty.
    pub leaf: [Vec<i64>; 2],
    /// Lower bound of the side's optimum.
    pub lower: [Vec<i64>; 2],
    /// Cost of a known tree for the side.
    pub upper: [Vec<i64>; 2],
    /// Whether the pairs of a column were counted.
    pub paired: Vec<bool>,
    /// Columns left to other threads for now.
    pub deferred: Vec<usize>,
    /// Weight of each column's yes-side within the side last looked at.
    pub within: Vec<i64>,
}

impl Frame {
    /// Makes room for `stride` columns.
    pub fn reset(&mut self, stride: usize, fill: i64) {
        for part in [&mut self.leaf, &mut self.lower, &mut self.upper] {
            for side in part {
                side.clear();
                side.resize(stride, fill);
            }
        }
        self.deferred.clear();
        self.paired.clear();
        self.paired.resize(stride, false);
    }

    /// The lower bound of split `t`.
    pub fn sum(&self, t: usize) -> i64 {
        self.lower[YES][t] + self.lower[NO][t]
    }

    /// The split with the least lower bound among the first `columns`.
    pub fn least(&self, columns: usize) -> Option<(i64, usize)> {
        let (yes, no) = (&self.lower[YES][..columns], &self.lower[NO][..columns]);
        let least = yes.iter().zip(no).map(|(a, b)| a + b).min()?;
        let at = yes.iter().zip(no).position(|(a, b)| a + b == least)?;
        Some((least, at))
    }

    /// The split with the least lower bound, at most `limit`, that is not deferred.
    pub fn least_free(&self, columns: usize, limit: i64) -> Option<usize> {
        let free = (0..columns).filter(|t| !self.deferred.contains(t));
        free.map(|t| (self.sum(t), t)).filter(|&(sum, _)| sum <= limit).min().map(|(_, t)| t)
    }

    /// The best split by known trees among the first `columns`.
    pub fn best(&self, columns: usize) -> Option<(i64, usize)> {
        let (yes, no) = (&self.upper[YES][..columns], &self.upper[NO][..columns]);
        let least = yes.iter().zip(no).map(|(a, b)| a + b).min()?;
        let at = yes.iter().zip(no).position(|(a, b)| a + b == least)?;
        Some((least, at))
    }

    /// Similar support: the side (`t`, `side`) has an optimum of at least `lower`, and each other
    /// side's optimum is at least that minus the weight of the points it lacks of it.
    ///
    /// `self.within` holds the weights of the columns' yes-sides within the side, `weight` that of
    /// the whole side.
    pub fn spread_lower(&mut self, lower: i64, weight: i64, columns: usize) {
        let missing_yes = lower - weight;
        let (yes, no) = self.lower.split_at_mut(1);
        let bounds = yes[0][..columns].iter_mut().zip(&mut no[0][..columns]);
        for ((yes, no), &within) in bounds.zip(&self.within[..columns]) {
            *yes = (*yes).max(missing_yes + within);
            *no = (*no).max(lower - within);
        }
    }
}
