//! The points laid out for a search: sets of points are words of bits, two classes, limits.
use super::class_counts::ClassCounts;
use gosdt_search::{AdditiveSplits, Column, Feature, Kernels, Limits, Points, Shape, ShapeNode};
use std::sync::Arc;

/// The splits of a problem, as they are stored.
pub(crate) enum RankSplits {
    /// A bit per split and point; runs of nested features have places.
    Bits(Vec<Feature>),
    /// A rank per column and point, and the kernels of this machine.
    Ranks(Arc<Points>, Kernels),
}

impl RankSplits {
    /// The splits as those of an additive problem.
    pub fn of_additive(&self) -> AdditiveSplits<'_> {
        match self {
            RankSplits::Bits(features) => AdditiveSplits::Features(features),
            RankSplits::Ranks(points, _) => AdditiveSplits::Columns(&points.columns),
        }
    }

    /// Whether they are stored as ranks.
    pub fn are_ranks(&self) -> bool {
        matches!(self, RankSplits::Ranks(..))
    }

    /// A side of a split within a set.
    fn side(&self, set: &[u64], split: usize, yes: bool) -> Vec<u64> {
        match self {
            RankSplits::Bits(features) => {
                let flip = if yes { 0 } else { !0 };
                let bits = &features[split].bits;
                set.iter().zip(bits).map(|(set, bits)| set & (bits ^ flip)).collect()
            }
            RankSplits::Ranks(points, kernels) => {
                let (column, split) = column_of(&points.columns, split);
                column.side(*kernels, set, split, yes)
            }
        }
    }
}

/// The column of a split of all columns, and the split's number in it.
fn column_of(columns: &[Column], split: usize) -> (&Column, u32) {
    let mut first = 0;
    let has_split = |column: &&Column| {
        let is_inside = split - first < column.splits as usize;
        first += if is_inside { 0 } else { column.splits as usize };
        is_inside
    };
    let column = columns.iter().find(has_split).expect("trees have splits of the problem only");
    (column, (split - first) as u32)
}

/// Points, features and limits, as all relaxations of a problem share them.
pub(crate) struct RankInstance {
    /// Number of points.
    pub points: usize,
    /// The splits.
    pub splits: RankSplits,
    /// Class weights of each point.
    pub weights: Vec<ClassCounts>,
    /// Rows of each point.
    pub rows: Vec<u32>,
    /// Weight of each class.
    pub totals: ClassCounts,
    /// All points.
    pub everything: Vec<u64>,
    /// Largest depth, unless no tree is deeper anyway.
    pub max_depth: Option<u32>,
    /// Most leaves.
    pub max_leaves: u32,
    /// Least number of rows in a leaf.
    pub min_leaf: u32,
}

impl RankInstance {
    /// Lays out the points with bits; `positive` is the positive class.
    #[cfg(test)]
    pub fn new(points: &Points, positive: usize, limits: &Limits) -> RankInstance {
        let splits = RankSplits::Bits(with_places(&points.features()));
        RankInstance::with(points, splits, positive, limits)
    }

    /// Lays out the points, with ranks if `ranks`; `positive` is the positive class. `None` once `stop`
    /// returns true.
    pub fn until(
        points: &Arc<Points>,
        ranks: bool,
        (positive, limits): (usize, &Limits),
        stop: &dyn Fn() -> bool,
    ) -> Option<RankInstance> {
        let splits = match ranks {
            true => RankSplits::Ranks(points.clone(), Kernels::detect()),
            false => RankSplits::Bits(with_places(&points.features_until(stop)?)),
        };
        Some(RankInstance::with(points, splits, positive, limits))
    }

    /// The points without splits: what is left when there was no time to lay them out.
    pub fn without_splits(points: &Points, positive: usize, limits: &Limits) -> RankInstance {
        RankInstance::with(points, RankSplits::Bits(Vec::new()), positive, limits)
    }

    fn with(points: &Points, splits: RankSplits, positive: usize, limits: &Limits) -> RankInstance {
        let weight = |point: usize, class: usize| points.weights[point * 2 + class] as i64;
        let counts =
            |point| ClassCounts { neg: weight(point, 1 - positive), pos: weight(point, positive) };
        let weights: Vec<ClassCounts> = (0..points.len).map(counts).collect();
        let most = u32::try_from(points.len).unwrap_or(u32::MAX);
        RankInstance {
            points: points.len,
            splits,
            totals: weights.iter().fold(ClassCounts::default(), |sum, &counts| sum + counts),
            weights,
            rows: points.rows.clone(),
            everything: everything(points.len),
            max_depth: limits.max_depth.filter(|&depth| depth < most),
            max_leaves: limits.max_leaves.unwrap_or(u32::MAX).min(most),
            min_leaf: limits.min_leaf.max(1),
        }
    }

    /// The points of a set.
    pub fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
        set.iter().enumerate().flat_map(|(at, &word)| {
            let bits = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            bits.take_while(|&rest| rest != 0)
                .map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// The class weights of a set.
    pub fn counts(&self, set: &[u64]) -> ClassCounts {
        RankInstance::members(set)
            .fold(ClassCounts::default(), |sum, point| sum + self.weights[point])
    }

    /// A side of a split within a set.
    pub fn side(&self, set: &[u64], split: usize, yes: bool) -> Vec<u64> {
        self.splits.side(set, split, yes)
    }

    /// The class weights of a tree's leaves, in the order of its nodes.
    pub fn leaves(&self, tree: &Shape) -> Vec<ClassCounts> {
        let mut sets: Vec<Vec<u64>> = vec![Vec::new(); tree.nodes.len()];
        sets[0] = self.everything.clone();
        let mut leaves = Vec::new();
        for (at, node) in tree.nodes.iter().enumerate() {
            let set = std::mem::take(&mut sets[at]);
            match *node {
                ShapeNode::Leaf { .. } => leaves.push(self.counts(&set)),
                ShapeNode::Split { feature, yes, no } => {
                    sets[yes] = self.side(&set, feature, true);
                    sets[no] = self.side(&set, feature, false);
                }
            }
        }
        leaves
    }
}

/// The features, those without a place as thresholds of a column of their own where at least
/// [`RUN`] are nested one after another: a column that was cut into yes/no answers beforehand.
fn with_places(features: &[Feature]) -> Vec<Feature> {
    let follows = |small: &Feature, large: &Feature| {
        let mut words = small.bits.iter().zip(&large.bits);
        let free = small.place.is_none() && large.place.is_none();
        free && words.all(|(small, large)| small & !large == 0)
    };
    let mut placed = features.to_vec();
    let columns = features.iter().map(|feature| feature.column + 1).max().unwrap_or(0);
    let mut at = 0;
    for (run, column) in features.chunk_by(follows).zip(columns..) {
        if run.len() >= RUN {
            for (place, feature) in placed[at..at + run.len()].iter_mut().enumerate() {
                (feature.column, feature.place) = (column, Some(place as u32));
            }
        }
        at += run.len();
    }
    placed
}

/// The least number of features that are no coincidence.
const RUN: usize = 3;

fn everything(points: usize) -> Vec<u64> {
    let mut words = vec![!0; points.div_ceil(64)];
    if let (Some(last), true) = (words.last_mut(), !points.is_multiple_of(64)) {
        *last = (1 << (points % 64)) - 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_that_are_nested_one_after_another_are_thresholds() {
        let feature = |bits: u64, column, place| Feature { bits: vec![bits], column, place };
        let features = [
            feature(0b0001, 0, None),
            feature(0b0011, 1, None),
            feature(0b0111, 2, None),
            feature(0b1000, 3, None),
            feature(0b0001, 4, Some(7)),
            feature(0b1001, 5, None),
        ];
        let placed = with_places(&features);
        let places: Vec<_> = placed.iter().map(|feature| (feature.column, feature.place)).collect();
        let run = |place| (6, Some(place));
        let others = [(3, None), (4, Some(7)), (5, None)];
        assert_eq!(places[..3], [run(0), run(1), run(2)]);
        assert_eq!(places[3..], others);
    }
}
