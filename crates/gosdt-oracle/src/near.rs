//! All trees up to some objective, each written down.
use crate::recursion::{Part, Recursion};
use crate::{OracleProblem, OracleTree, check_limits};
use num_bigint::BigInt;
use num_rational::BigRational;

/// All trees with an objective of at most `threshold` that keep the limits, with their objectives; `None`
/// if that takes writing down more than `most` trees. Every split has rows on both sides; a leaf predicts
/// the smallest of the labels that are best.
///
/// # Panics
/// As [`crate::optimum`].
pub fn trees_within(
    problem: &OracleProblem,
    threshold: &BigRational,
    most: usize,
) -> Option<Vec<(BigRational, OracleTree)>> {
    let mut recursion = Recursion::new(problem);
    // Leaves are counted afterwards: there are many ways to share them between two sides.
    let whole = Part { leaves: None, ..recursion.whole(problem) };
    let budget = threshold * BigRational::from(recursion.denominator.clone());
    let mut left = most;
    let trees = list(&mut recursion, whole, &budget.floor().to_integer(), &mut left)?;
    let objective = |cost: BigInt| BigRational::new(cost, recursion.denominator.clone());
    let mut trees: Vec<_> = trees.into_iter().map(|(cost, tree)| (objective(cost), tree)).collect();
    trees.retain(|(_, tree)| check_limits(problem, tree).is_ok());
    trees.sort();
    Some(trees)
}

fn list(
    recursion: &mut Recursion,
    part: Part,
    budget: &BigInt,
    left: &mut usize,
) -> Option<Vec<(BigInt, OracleTree)>> {
    let mut trees = Vec::new();
    let leaf = recursion.leaf(part.rows).filter(|(cost, _)| cost <= budget);
    trees.extend(leaf.map(|(cost, label)| (cost, OracleTree::Leaf(label))));
    for (feature, yes, no) in recursion.splits(part) {
        let least = (recursion.best(yes), recursion.best(no));
        let (Some(least_yes), Some(least_no)) = least else { continue };
        if &least_yes + &least_no > *budget {
            continue;
        }
        let yes_trees = list(recursion, yes, &(budget - &least_no), left)?;
        let no_trees = list(recursion, no, &(budget - &least_yes), left)?;
        for (a, yes) in &yes_trees {
            for (b, no) in no_trees.iter().filter(|(b, _)| a + b <= *budget) {
                trees.push((a + b, OracleTree::split(feature, yes.clone(), no.clone())));
            }
        }
    }
    *left = left.checked_sub(trees.len())?;
    Some(trees)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Ranges, generate_within};
    use crate::{every_tree, objective, optimum};
    use std::collections::BTreeMap;

    /// A tree without its labels.
    fn splits(tree: &OracleTree) -> OracleTree {
        match tree {
            OracleTree::Leaf(_) => OracleTree::Leaf(0),
            OracleTree::Split(feature, yes, no) => {
                OracleTree::split(*feature, splits(yes), splits(no))
            }
        }
    }

    #[test]
    fn trees_within_a_threshold_are_those_of_all_trees_with_their_best_labels() {
        for seed in 0..400 {
            let ranges = Ranges { rows: 8, long_rows: 10, features: 2, ..Ranges::default() };
            let problem = generate_within(seed, &ranges).problem;
            let threshold = optimum(&problem) * BigRational::new((10 + seed % 9).into(), 10.into());
            let mut expected: BTreeMap<OracleTree, BigRational> = BTreeMap::new();
            for tree in every_tree(&problem) {
                let objective = objective(&problem, &tree);
                let least = expected.entry(splits(&tree)).or_insert_with(|| objective.clone());
                *least = objective.min(least.clone());
            }
            expected.retain(|_, objective| *objective <= threshold);
            let found = trees_within(&problem, &threshold, usize::MAX).expect("few trees");
            let found: BTreeMap<_, _> = found.iter().map(|(o, t)| (splits(t), o.clone())).collect();
            // Listing every tree also lists splits with rows on one side only.
            expected.retain(|tree, _| splits_all(&problem, tree));
            assert_eq!(found, expected, "seed {seed}\n{problem}");
        }
    }

    /// Whether every split has rows on both sides.
    fn splits_all(problem: &OracleProblem, tree: &OracleTree) -> bool {
        fn walk(problem: &OracleProblem, tree: &OracleTree, rows: &[usize]) -> bool {
            let OracleTree::Split(feature, yes, no) = tree else { return true };
            let (a, b): (Vec<usize>, Vec<usize>) =
                rows.iter().partition(|&&row| problem.rows[row][*feature]);
            !a.is_empty() && !b.is_empty() && walk(problem, yes, &a) && walk(problem, no, &b)
        }
        walk(problem, tree, &(0..problem.rows.len()).collect::<Vec<_>>())
    }
}
