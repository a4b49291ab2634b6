//! Pruning for a price of a leaf, from the leaves up, in integers.
use super::grown::{Grown, GrownNode, cheapest_label, loss};
use gosdt_search::Costs;

/// False where the loss of a leaf is at most the price of one more leaf: a split would be pruned.
pub(crate) fn is_worth_splitting(node: &GrownNode, costs: &Costs) -> bool {
    as_leaf(node, costs) > 2 * i128::from(costs.per_leaf())
}

/// Makes a leaf of every split whose two sides together do not cost less. Since costs add up, the
/// tree that is left is the cheapest of all that can come about so, and of those the smallest.
pub(crate) fn prune(tree: &mut Grown, costs: &Costs) {
    let mut cheapest = vec![0; tree.nodes.len()];
    for at in (0..tree.nodes.len()).rev() {
        let leaf = as_leaf(&tree.nodes[at], costs);
        cheapest[at] = match tree.nodes[at].split {
            Some((_, yes, no)) if cheapest[yes] + cheapest[no] < leaf => {
                cheapest[yes] + cheapest[no]
            }
            _ => {
                tree.nodes[at].split = None;
                leaf
            }
        };
    }
}

fn as_leaf(node: &GrownNode, costs: &Costs) -> i128 {
    i128::from(costs.per_leaf()) + loss(node, costs, cheapest_label(node, costs))
}

#[cfg(test)]
mod tests {
    use super::super::grow::Grower;
    use super::*;
    use crate::model::NodeCounts;
    use gosdt_data::{RowClasses, SplitColumn, SplitKind, SplitTests, Test};
    use gosdt_oracle::random::Stream;
    use gosdt_search::{Limits, Objective};
    use num_rational::BigRational;

    /// Sixteen classes of rows, told apart by four features, with random weights of two labels.
    fn classes(stream: &mut Stream) -> RowClasses {
        let column = |at: usize| SplitColumn {
            column: at,
            kind: SplitKind::Thresholds,
            codes: (0..16).map(|class| 1 - (class >> at & 1)).collect(),
            splits: 1,
            tests: SplitTests::Listed(vec![Test::Is("yes".to_string())]),
        };
        RowClasses {
            thresholds: gosdt_data::ThresholdCounts::default(),
            len: 16,
            labels: 2,
            class_of_row: (0..16).collect(),
            rows: vec![1; 16],
            weights: (0..32).map(|_| stream.below(4) as u64).collect(),
            columns: (0..4).map(column).collect(),
            offered: 4,
            constant: 0,
            merged: 0,
        }
    }

    /// Cost and number of leaves of every tree that pruning can leave below a node.
    fn prunings(tree: &Grown, at: usize, costs: &Costs) -> Vec<(i128, usize)> {
        let mut all = vec![(as_leaf(&tree.nodes[at], costs), 1)];
        if let Some((_, yes, no)) = tree.nodes[at].split {
            for (cost, leaves) in prunings(tree, yes, costs) {
                for (other, more) in prunings(tree, no, costs) {
                    all.push((cost + other, leaves + more));
                }
            }
        }
        all
    }

    #[test]
    fn no_pruning_is_cheaper_nor_as_cheap_and_smaller() {
        let mut sizes = [0; 10];
        for seed in 0..300 {
            let mut stream = Stream::new(seed);
            let classes = classes(&mut stream);
            let total: u64 = classes.weights.iter().sum();
            let lambda = BigRational::new(stream.below(5).into(), (2 * total).into());
            let side = |label: usize| classes.weights.iter().skip(label).step_by(2).sum();
            let totals: Vec<u64> = [0, 1].map(side).into();
            let costs = Costs::new(&Objective::Accuracy, &lambda, &totals, 16).unwrap();
            // Nine leaves have few enough prunings to list.
            let grower = Grower::new(&classes, &costs, Limits::default());
            let grown = grower.grow(9, |_| true, &|| false);
            let mut pruned = grown.clone();
            prune(&mut pruned, &costs);
            let shape = pruned.shape(&costs);
            let cost = crate::certify::cost(&shape, &NodeCounts::new(&shape, &classes), &costs);
            let best = prunings(&grown, 0, &costs).into_iter().min().unwrap();
            assert_eq!((cost, shape.leaves()), best, "seed {seed}");
            sizes[shape.leaves()] += 1;
        }
        assert!(sizes[1..8].iter().all(|&count| count > 5), "{sizes:?}");
    }

    #[test]
    fn what_would_be_pruned_need_not_be_grown() {
        for seed in 0..300 {
            let mut stream = Stream::new(seed);
            let classes = classes(&mut stream);
            let lambda = BigRational::new((1 + stream.below(5)).into(), 100.into());
            let side = |label: usize| classes.weights.iter().skip(label).step_by(2).sum();
            let totals: Vec<u64> = [0, 1].map(side).into();
            let costs = Costs::new(&Objective::Balanced, &lambda, &totals, 16).unwrap();
            let grower = Grower::new(&classes, &costs, Limits::default());
            let [mut all, mut worthy] = [false, true].map(|choosy| {
                grower
                    .grow(usize::MAX, |node| !choosy || is_worth_splitting(node, &costs), &|| false)
            });
            prune(&mut all, &costs);
            prune(&mut worthy, &costs);
            assert_eq!(worthy.shape(&costs), all.shape(&costs), "seed {seed}");
        }
    }
}
