//! What a node takes over from its parent and from neighbouring thresholds, before it picks a split.
//!
//! Let c be a node, j a split, and d another node: the parent of c, or the same side of another
//! threshold of the column that made c. If d ⊆ c, then d ∧ j ⊆ c ∧ j and the subset bound gives
//! R(c ∧ j) ≥ R(d ∧ j). If d ⊇ c, then similar support gives R(c ∧ j) ≥ R(d ∧ j) − w(d ∧ j) +
//! w(c ∧ j). A bound for more levels of splits holds for fewer, so the parent's bounds can be used
//! where the depth is limited, too.
use super::split_bounds::{SolvedSide, SplitBounds};
use super::state::{Node, Parent};
use crate::bounds::{similar_support, subset};
use crate::layout::{NO, Side, YES};

/// A node whose bounds another one takes over: its parent, or a [`SolvedSide`].
#[derive(Clone, Copy)]
struct BoundSource<'a> {
    /// Its features, ascending.
    features: &'a [u32],
    /// Lower bounds of the sides of its splits.
    lower: [&'a [i64]; 2],
    /// Avoidable cost of the yes-sides of its splits.
    avoidable: &'a [i64],
    /// Its own avoidable cost.
    avoidable_in_all: i64,
    /// Whether it has all points of the other node; else the other node has all of its points.
    is_superset: bool,
}

/// Raises the bounds of a node that was just counted by what its parent and its neighbours know.
/// Avoidable costs must be computed.
pub(crate) fn apply_to(node: &mut Node<'_>, parent: Parent<'_>) {
    for source in sources(parent).into_iter().flatten() {
        source.apply_to(&mut node.splits, &node.projection.features);
    }
}

/// The parent, and the nearest solved thresholds below and above.
fn sources(Parent { node, side }: Parent<'_>) -> [Option<BoundSource<'_>>; 3] {
    let splits = &node.context.instance.splits;
    let place = |split: usize| splits.place(node.feature(split));
    let (column, here) = place(side.split);
    // A feature without a place (is the value missing?) has no neighbours: its sides are not nested
    // with those of the column's thresholds.
    let related = |solved: &&SolvedSide| {
        let Side { split, answer } = solved.side;
        here.is_some() && answer == side.answer && place(split).0 == column
    };
    let place_of = |solved: &&SolvedSide| place(solved.side.split).1;
    let solved = || node.splits.solved_sides().iter().filter(related);
    let below = solved().filter(|solved| place_of(solved) < here).max_by_key(place_of);
    let above = solved().filter(|solved| place_of(solved) > here).min_by_key(place_of);
    // A larger threshold has the larger yes-side and the smaller no-side.
    [
        Some(BoundSource::of_parent(node)),
        below.map(|solved| BoundSource::of_solved(solved, side.answer == NO)),
        above.map(|solved| BoundSource::of_solved(solved, side.answer == YES)),
    ]
}

impl<'a> BoundSource<'a> {
    fn of_parent(node: &'a Node<'_>) -> BoundSource<'a> {
        BoundSource {
            features: &node.projection.features,
            lower: [YES, NO].map(|answer| node.splits.lower_bounds(answer)),
            avoidable: node.splits.avoidable(),
            avoidable_in_all: node.splits.avoidable_in_all(),
            is_superset: true,
        }
    }

    fn of_solved(solved: &'a SolvedSide, is_superset: bool) -> BoundSource<'a> {
        BoundSource {
            features: &solved.features,
            lower: [YES, NO].map(|answer| &solved.lower[answer][..]),
            avoidable: &solved.avoidable,
            avoidable_in_all: solved.avoidable_in_all,
            is_superset,
        }
    }

    /// Raises the bounds of a node with these splits. Both lists of features are ascending.
    fn apply_to(&self, splits: &mut SplitBounds, features: &[u32]) {
        let mut at = 0;
        for (split, feature) in features.iter().enumerate() {
            while at < self.features.len() && self.features[at] < *feature {
                at += 1;
            }
            if at == self.features.len() {
                return;
            }
            if self.features[at] == *feature {
                let bounds = self.bounds(at, splits, split);
                for side in Side::both(split) {
                    splits.raise(side, bounds[side.answer]);
                }
            }
        }
    }

    /// Lower bounds of both sides of the other node's `split` by those of its own split `at`, which
    /// has the same feature.
    fn bounds(&self, at: usize, splits: &SplitBounds, split: usize) -> [i64; 2] {
        let lower = self.lower.map(|lower| lower[at]);
        if !self.is_superset {
            return lower.map(subset::of_superset);
        }
        let lost_in_yes = self.avoidable[at] - splits.avoidable()[split];
        let lost = self.avoidable_in_all - splits.avoidable_in_all();
        [
            similar_support::without(lower[YES], lost_in_yes),
            similar_support::without(lower[NO], lost - lost_in_yes),
        ]
    }
}

/// What a node that was worked on keeps for the thresholds next to the side that it is, if that is a
/// side of a threshold.
pub(crate) fn keep_for_neighbours(node: &Node<'_>, parent: Parent<'_>) -> Option<SolvedSide> {
    let Parent { node: above, side } = parent;
    let (_, place) = above.context.instance.splits.place(above.feature(side.split));
    place?;
    let splits = &node.splits;
    Some(SolvedSide {
        side,
        features: node.projection.features.clone(),
        lower: [YES, NO].map(|answer| splits.lower_bounds(answer).to_vec()),
        avoidable: splits.avoidable()[..splits.len()].to_vec(),
        avoidable_in_all: splits.avoidable_in_all(),
    })
}
