//! The plainest judge: write down every tree, score each on the raw rows, take the best. The number
//! of trees squares with every feature, so this is for two or three of them.
use crate::{OracleProblem, OracleTree, check_limits, objective};
use num_rational::BigRational;

/// Every tree over the problem's features and labels that keeps its limits. No feature is asked
/// twice on one way down: the second time, one side would have no row.
pub fn every_tree(problem: &OracleProblem) -> Vec<OracleTree> {
    let features: Vec<usize> = (0..problem.features()).collect();
    let depth = problem.max_depth.map_or(features.len(), |depth| depth as usize);
    let mut trees = trees_over(&features, depth, problem.predictions());
    trees.retain(|tree| check_limits(problem, tree).is_ok());
    trees
}

/// The least objective of all trees, by looking at each of them.
///
/// # Panics
/// If the loss has no label to predict.
pub fn optimum_by_listing(problem: &OracleProblem) -> BigRational {
    let trees = every_tree(problem);
    let least = trees.iter().map(|tree| objective(problem, tree)).min();
    least.expect("a lone leaf is always a tree")
}

fn trees_over(features: &[usize], depth: usize, labels: usize) -> Vec<OracleTree> {
    let mut trees: Vec<OracleTree> = (0..labels).map(OracleTree::Leaf).collect();
    if depth == 0 {
        return trees;
    }
    for &feature in features {
        let others: Vec<usize> = features.iter().copied().filter(|&f| f != feature).collect();
        let below = trees_over(&others, depth - 1, labels);
        for yes in &below {
            trees
                .extend(below.iter().map(|no| OracleTree::split(feature, yes.clone(), no.clone())));
        }
    }
    trees
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trees_are_as_many_as_the_count_says() {
        let over = |features: usize, depth, labels| {
            trees_over(&(0..features).collect::<Vec<_>>(), depth, labels).len()
        };
        assert_eq!(over(3, 0, 2), 2);
        assert_eq!(over(1, 1, 2), 2 + 2 * 2);
        assert_eq!(over(2, 2, 2), 2 + 2 * 6 * 6);
        assert_eq!(over(3, 3, 2), 2 + 3 * 74 * 74);
        assert_eq!(over(2, 1, 3), 3 + 2 * 3 * 3);
    }
}
