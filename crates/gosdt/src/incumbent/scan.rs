//! All splits of a part of the points.
use super::coarse::{Coarse, KeptSplit};
use super::found::Found;
use super::measure::Measure;
use super::part::{Counts, Part};
use super::room::Room;
use super::stop::Stop;
use gosdt_search::{Kernels, Limits};
use std::cell::RefCell;
use std::collections::HashMap;

/// Trees are grown to this depth at most, whatever the limit: it bounds the stack.
pub(super) const MAX_DEPTH: usize = 100;

/// Counts parts of the points.
pub(super) struct Scanner<'a> {
    pub(super) table: &'a Coarse,
    pub(super) measure: &'a Measure,
    limits: Limits,
    pub(super) stop: Stop<'a>,
    pub(super) kernels: Kernels,
    /// All splits.
    every: Vec<u32>,
    /// What greedy trees choose splits by.
    pub(super) greedy_by: Score,
    /// What the greedy trees of parts cost, by their depths. Look-ahead comes upon them again: a split after
    /// another has the same sides as the other after it.
    pub(super) greedy_costs: RefCell<HashMap<u64, Known>>,
    /// How many of these are kept at most.
    pub(super) most_costs: usize,
}

/// As many costs as a table of 2^19 places takes before it grows.
const MOST_COSTS: usize = 7 << 16;

/// Bytes that a cost takes at most. There are up to 16 places for 7 costs, half as many more while a table grows,
/// and each takes the cost, its key and a byte.
const BYTES_PER_COST: u64 = (size_of::<(u64, Known)>() as u64 + 1) * 24 / 7;

/// The costs take one in so many parts of the memory that is left.
const SHARE_OF_COSTS: u64 = 16;

/// What is known of the cost of a greedy tree.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Exactly(i64),
    AtLeast(i64),
}

/// A split of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CoarseSplit {
    /// Which of the table's splits.
    pub(super) split: u32,
    /// Larger is better, beside other splits of the same part.
    pub(super) score: i64,
}

/// What splits are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// The purity of the two sides, after Gini.
    Purity,
    /// The entropy of the two sides: the less the better. Of many classes it tells small ones better.
    Entropy,
    /// What two leaves cost: the less the better.
    Cost,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(
        table: &'a Coarse,
        measure: &'a Measure,
        limits: Limits,
        stop: Stop<'a>,
    ) -> Scanner<'a> {
        let every = (0..table.splits.len() as u32).collect();
        Scanner {
            table,
            measure,
            limits,
            stop,
            kernels: Kernels::detect(),
            every,
            greedy_by: Score::Purity,
            greedy_costs: RefCell::default(),
            most_costs: MOST_COSTS,
        }
    }

    /// Keeps so few costs of greedy trees that they take a small part of the memory that is left.
    pub(super) fn within(self, room: Room) -> Self {
        let left = room.left(MOST_COSTS as u64 * BYTES_PER_COST);
        let most = usize::try_from(left / SHARE_OF_COSTS / BYTES_PER_COST).unwrap_or(MOST_COSTS);
        Scanner { most_costs: most.min(MOST_COSTS), ..self }
    }

    /// The depth that trees are grown to.
    pub(super) fn depth(&self) -> usize {
        self.limits.max_depth.map_or(MAX_DEPTH, |most| MAX_DEPTH.min(most as usize))
    }

    /// All points.
    pub(super) fn everything(&self) -> Part<'_> {
        Part::all(&self.table.matrix, &self.every)
    }

    /// The cheapest leaf for all of a part.
    pub(super) fn leaf(&self, part: &Part<'_>) -> Found {
        Found::leaf(self.measure.leaf(&part.totals[..self.measure.classes()]))
    }

    /// What that costs.
    pub(super) fn leaf_cost(&self, part: &Part<'_>) -> i64 {
        self.measure.leaf(&part.totals[..self.measure.classes()]).0
    }

    /// What every tree of a part costs at least.
    pub(super) fn least(&self, part: &Part<'_>) -> i64 {
        self.measure.least(&part.totals[..self.measure.classes()])
    }

    /// Counts the splits of a part; `None` if it is stopped.
    pub(super) fn count(&self, part: &Part<'_>) -> Option<Counts> {
        (!self.stop.is_due()).then(|| part.counts(self.kernels))
    }

    /// The places of the splits that part the rows, and no two thresholds that part them alike.
    pub(super) fn distinct(&self, part: &Part<'_>, counts: &Counts) -> Vec<u32> {
        part.distinct(counts, &self.table.column_of)
    }

    /// Those of the `distinct` splits that leave weight and rows enough on both sides, the purer the better, in
    /// their order.
    pub(super) fn splits(
        &self,
        part: &Part<'_>,
        counts: &Counts,
        distinct: &[u32],
    ) -> Vec<CoarseSplit> {
        let scores = self.scores(part, counts, self.greedy_by);
        let split =
            |&at: &u32| CoarseSplit { split: part.splits[at as usize], score: scores[at as usize] };
        let may_split = |at: &&u32| self.may_split(**at as usize, counts, &part.totals);
        distinct.iter().filter(may_split).map(split).collect()
    }

    /// The best split, the first of equal ones.
    pub(super) fn best(&self, part: &Part<'_>, counts: &Counts, by: Score) -> Option<CoarseSplit> {
        let scores = self.scores(part, counts, by);
        let mut best: Option<CoarseSplit> = None;
        for (at, (&split, &score)) in part.splits.iter().zip(&scores).enumerate() {
            if best.is_none_or(|best| score > best.score)
                && self.may_split(at, counts, &part.totals)
            {
                best = Some(CoarseSplit { split, score });
            }
        }
        best
    }

    /// What the splits of a part are compared by: the larger the better.
    fn scores(&self, part: &Part<'_>, counts: &Counts, by: Score) -> Vec<i64> {
        match by {
            Score::Purity => self.measure.purities(self.kernels, counts, &part.totals),
            Score::Entropy => self.measure.informations(counts, &part.totals),
            Score::Cost => {
                let stumps = self.measure.stumps(self.kernels, counts, &part.totals);
                stumps.into_iter().map(|cost| -cost).collect()
            }
        }
    }

    /// Whether a split leaves weight and rows enough on both sides.
    fn may_split(&self, split: usize, counts: &Counts, totals: &[u64]) -> bool {
        let classes = self.measure.classes();
        let weight: i64 = (0..classes).map(|class| counts.of(class, split)).sum();
        let all: u64 = totals[..classes].iter().sum();
        let has_rows = || {
            let (rows, all) = (counts.of(classes, split), totals[classes] as i64);
            rows.min(all - rows) >= i64::from(self.limits.min_leaf)
        };
        weight > 0 && weight < all as i64 && (self.limits.min_leaf < 2 || has_rows())
    }

    /// About how many nanoseconds a greedy tree of all points takes if it has so many nodes at most.
    pub(super) fn effort(&self, most_nodes: usize) -> usize {
        let (words, splits) = (self.table.matrix.words(), self.table.splits.len());
        let (root, per_leaf) = (self.leaf(&self.everything()).cost, self.measure.per_leaf);
        let leaves = if per_leaf > 0 { (root / per_leaf) as usize } else { 64 * words };
        let by_depth = 1usize.checked_shl(self.depth() as u32).unwrap_or(usize::MAX);
        let nodes = leaves.min(64 * words).min(by_depth).min(most_nodes);
        let counting = words * splits * self.depth().min(6);
        counting.saturating_add(nodes.saturating_mul(splits) * 10)
    }

    /// A split of the table.
    pub(super) fn kept(&self, split: CoarseSplit) -> KeptSplit {
        self.table.splits[split.split as usize]
    }

    /// The number of a split in the problem.
    pub(super) fn feature(&self, split: CoarseSplit) -> usize {
        self.kept(split).feature
    }
}

#[cfg(test)]
mod tests {
    use super::super::made;
    use super::*;
    use gosdt_oracle::random::Stream;

    #[test]
    fn costs_take_a_small_part_of_the_memory_that_is_left() {
        let made = made::random_problem(&mut Stream::new(1), Limits::default());
        let never = Stop::never();
        let table = Coarse::new(made.problem.points(), 1, Room(None), &never).unwrap();
        let most = |room: Room| {
            let scanner = Scanner::new(&table, &made.measure, Limits::default(), never);
            scanner.within(room).most_costs
        };
        assert_eq!(most(Room(None)), MOST_COSTS);
        assert_eq!(most(Room(Some(1 << 40))), MOST_COSTS);
        let limit = gosdt_search::resident_memory().unwrap_or(0) + (100 << 20);
        assert!(most(Room(Some(limit))) as u64 * BYTES_PER_COST <= 100 << 20 >> 4);
        assert_eq!(most(Room(Some(1))), 0);
    }
}
