//! One tree, scored and measured on the raw rows, one by one.
use crate::{OracleProblem, OracleTree};
use num_bigint::BigInt;
use num_rational::BigRational;

/// The objective of `tree`: its loss on the raw rows and λ for each leaf. Limits play no part.
///
/// # Panics
/// If the tree asks a feature or predicts a label that the problem does not have.
pub fn objective(problem: &OracleProblem, tree: &OracleTree) -> BigRational {
    let mut confusion = vec![vec![0u128; problem.classes]; problem.predictions()];
    for ((row, &class), &weight) in problem.rows.iter().zip(&problem.labels).zip(&problem.weights) {
        confusion[predict(tree, row)][class] += u128::from(weight);
    }
    let leaves = BigRational::from(BigInt::from(tree.leaves()));
    problem.loss.of(&confusion, problem.classes) + &problem.lambda * leaves
}

/// Whether `tree` is a tree of this problem: asks and predicts what there is, keeps the depth, the
/// number of leaves and the least number of rows in a leaf, and has no empty leaf.
pub fn check_limits(problem: &OracleProblem, tree: &OracleTree) -> Result<(), String> {
    check_names(problem, tree)?;
    let OracleTree::Split(..) = tree else { return Ok(()) };
    at_most("depth", tree.depth(), problem.max_depth)?;
    at_most("number of leaves", tree.leaves(), problem.max_leaves)?;
    let rows: Vec<&Vec<bool>> = problem.rows.iter().collect();
    let fewest = fewest_rows(tree, &rows);
    match fewest {
        0 => Err("a leaf has no row".to_string()),
        _ if fewest < problem.min_leaf as usize => {
            Err(format!("a leaf has {fewest} rows, fewer than {}", problem.min_leaf))
        }
        _ => Ok(()),
    }
}

fn check_names(problem: &OracleProblem, tree: &OracleTree) -> Result<(), String> {
    match tree {
        OracleTree::Leaf(label) if *label >= problem.predictions() => {
            Err(format!("there is no label {label}"))
        }
        OracleTree::Leaf(_) => Ok(()),
        OracleTree::Split(feature, ..) if *feature >= problem.features() => {
            Err(format!("there is no feature {feature}"))
        }
        OracleTree::Split(_, yes, no) => {
            check_names(problem, yes)?;
            check_names(problem, no)
        }
    }
}

fn at_most(what: &str, found: usize, most: Option<u32>) -> Result<(), String> {
    match most {
        Some(most) if found > most as usize => Err(format!("the {what} is {found}, above {most}")),
        _ => Ok(()),
    }
}

fn predict(tree: &OracleTree, row: &[bool]) -> usize {
    match tree {
        OracleTree::Leaf(label) => *label,
        OracleTree::Split(feature, yes, no) => predict(if row[*feature] { yes } else { no }, row),
    }
}

/// Rows in the leaf that has fewest of these rows.
fn fewest_rows(tree: &OracleTree, rows: &[&Vec<bool>]) -> usize {
    match tree {
        OracleTree::Leaf(_) => rows.len(),
        OracleTree::Split(feature, yes, no) => {
            let (yes_rows, no_rows): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row[*feature]);
            fewest_rows(yes, &yes_rows).min(fewest_rows(no, &no_rows))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Loss;

    fn fraction(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    fn problem() -> OracleProblem {
        OracleProblem {
            rows: vec![
                vec![true, true],
                vec![true, false],
                vec![false, true],
                vec![false, true],
                vec![false, true],
            ],
            labels: vec![0, 1, 1, 1, 0],
            classes: 2,
            weights: vec![1, 2, 3, 4, 10],
            loss: Loss::Accuracy,
            lambda: fraction(1, 100),
            max_depth: Some(1),
            max_leaves: Some(2),
            min_leaf: 2,
        }
    }

    fn stump(feature: usize, yes: usize, no: usize) -> OracleTree {
        OracleTree::split(feature, OracleTree::Leaf(yes), OracleTree::Leaf(no))
    }

    #[test]
    fn yes_goes_left_and_each_leaf_is_paid_for() {
        // Wrong: the second row (2) and the last (10), of 20.
        let tree = stump(0, 0, 1);
        assert_eq!(objective(&problem(), &tree), fraction(12, 20) + fraction(2, 100));
    }

    #[test]
    fn a_tree_within_the_limits_passes() {
        assert_eq!(check_limits(&problem(), &stump(0, 0, 1)), Ok(()));
    }

    #[test]
    fn a_lone_leaf_is_allowed_whatever_the_limits() {
        let limits = OracleProblem { min_leaf: 100, max_leaves: Some(0), ..problem() };
        assert_eq!(check_limits(&limits, &OracleTree::Leaf(1)), Ok(()));
    }

    #[test]
    fn each_broken_limit_is_named() {
        let deep = OracleTree::split(0, stump(1, 0, 1), OracleTree::Leaf(1));
        let fault = |problem: OracleProblem, tree: &OracleTree| {
            check_limits(&problem, tree).expect_err("the tree is not allowed")
        };
        assert!(fault(problem(), &deep).contains("depth is 2"));
        let depth_free = OracleProblem { max_depth: None, ..problem() };
        assert!(fault(depth_free.clone(), &deep).contains("leaves is 3"));
        let only_rows = OracleProblem { max_leaves: None, ..depth_free };
        assert!(fault(only_rows.clone(), &deep).contains("has 1 rows"));
        let twice = OracleTree::split(0, stump(0, 0, 1), OracleTree::Leaf(1));
        assert!(fault(only_rows, &twice).contains("no row"));
    }

    #[test]
    fn unknown_features_and_labels_are_named() {
        assert!(check_limits(&problem(), &stump(2, 0, 1)).is_err_and(|e| e.contains("feature 2")));
        assert!(check_limits(&problem(), &stump(0, 0, 7)).is_err_and(|e| e.contains("label 7")));
    }
}
