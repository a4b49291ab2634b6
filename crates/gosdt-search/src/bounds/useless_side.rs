//! Lower bound on incremental progress.
//!
//! ## Statement
//! A split of S with a side A of avoidable cost w(A) ≤ Λ is in no tree that is better than all trees
//! without it: not at S, and not at any subset of S.
//!
//! ## Why it holds
//! Send the points of A into the sibling's tree instead: the loss grows by at most w(A) ≤ Λ, and at
//! least one leaf of A's tree is saved. Leaves only gain rows, and the depth and the number of leaves
//! only fall, so limits stay satisfied. For S' ⊆ S the side A ∩ S' has no larger avoidable cost, so
//! children need only the splits that are left at S.
//!
//! ## Reference
//! Theorem "Lower bound on incremental progress", which asks that a split lowers the loss by at
//! least λ; in costs, not in numbers of rows, as balanced and weighted losses need.
//!
//! ## Cost
//! A count per split and node that projection needs anyway.

/// Whether a side of this avoidable cost is not worth a leaf.
pub(crate) fn is_useless(avoidable: i64, penalty: i64) -> bool {
    avoidable <= penalty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::bounds::cases::{Case, assert_neutral};
    use gosdt_oracle::random::Stream;

    /// No limits, or some of each kind.
    fn random_limits(stream: &mut Stream) -> Limits {
        let mut limit = |most: usize| stream.once_in(2).then(|| 1 + stream.below(most) as u32);
        Limits { max_depth: limit(3), max_leaves: limit(4), min_leaf: limit(3).unwrap_or(1) }
    }

    #[test]
    fn sound_without_the_split_the_optimum_is_the_same_here_and_below() {
        let mut useless = 0;
        for seed in 0..1500 {
            let mut stream = Stream::new(seed);
            let limits = random_limits(&mut stream);
            let case = Case::random(seed).within(limits);
            let all = case.everything();
            let below = case.some(&mut stream);
            for feature in 0..case.places.len() {
                let yes = case.yes(all, feature);
                let [yes_cost, no_cost] = [yes, all & !yes].map(|side| case.avoidable_cost(side));
                if !is_useless(yes_cost.min(no_cost), case.penalty) {
                    continue;
                }
                let other = case.clone().without_feature(feature);
                assert_eq!(case.best(all), other.best(all), "{feature} {case:?}");
                assert_eq!(case.best(below), other.best(below), "{feature} {below:b} {case:?}");
                useless += usize::from(yes != 0 && yes != all);
            }
        }
        assert!(useless > 300, "{useless}");
    }

    #[test]
    fn neutral_without_it_the_optimum_is_the_same() {
        assert_neutral("useless-sides");
    }

    #[test]
    fn alive_sides_that_cost_little_are_not_tried() {
        let case = Case::parity(5, 3, 7, 2).with_rare_features(6);
        let (with, without) = case.nodes_with_and_without("useless-sides");
        assert!(with < without, "{with} with, {without} without");
    }
}
