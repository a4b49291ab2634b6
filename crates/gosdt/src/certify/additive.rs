//! The claims of a search for an objective that is a sum over leaves.
use super::error::CertifyError;
use super::shape::{check_limits, check_shape, cost};
use crate::model::NodeCounts;
use gosdt_data::RowClasses;
use gosdt_search::{Costs, Limits, Outcome, Problem, Shape, TreeLine};

/// Checks every tree of the outcome; returns each distinct tree, the best
/// first, with what reaches its nodes.
pub(crate) fn certify_outcome<'a>(
    problem: &Problem,
    outcome: &'a Outcome,
    classes: &RowClasses,
) -> Result<Vec<(&'a Shape, NodeCounts)>, CertifyError> {
    let others = outcome.optima.iter().filter(|shape| **shape != outcome.tree);
    let shapes = std::iter::once(&outcome.tree).chain(others);
    let certified = |shape| Ok((shape, certify_tree(problem, shape, outcome.upper, classes)?));
    shapes.map(certified).collect()
}

fn certify_tree(
    problem: &Problem,
    shape: &Shape,
    claimed: i64,
    classes: &RowClasses,
) -> Result<NodeCounts, CertifyError> {
    check_shape(shape, classes.splits(), problem.costs().labels())?;
    let counts = NodeCounts::new(shape, classes);
    check_limits(shape, &counts, problem.limits())?;
    let found = cost(shape, &counts, problem.costs());
    if found != i128::from(claimed) {
        return Err(CertifyError::WrongCost { claimed, found });
    }
    Ok(counts)
}

/// Checks a tree that is a line in λ: its shape, its limits, its leaves, and its loss, which is
/// computed again from the classes of equal rows with `losses`, the costs without a penalty.
pub(crate) fn certify_line(
    line: &TreeLine,
    losses: &Costs,
    limits: &Limits,
    classes: &RowClasses,
) -> Result<NodeCounts, CertifyError> {
    let shape = &line.tree;
    check_shape(shape, classes.splits(), losses.labels())?;
    let counts = NodeCounts::new(shape, classes);
    check_limits(shape, &counts, limits)?;
    let found = i64::try_from(cost(shape, &counts, losses)).map(|loss| losses.rational(loss));
    let right = found.as_ref().is_ok_and(|found| *found == line.loss);
    if !right || shape.leaves() != line.leaves {
        return Err(CertifyError::WrongObjective {
            claimed: format!("{} with {} leaves", line.loss, line.leaves),
            found: format!("{found:?} with {} leaves", shape.leaves()),
        });
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_data::{SplitColumn, SplitKind, SplitTests, Test};
    use gosdt_search::{Objective, Points, ShapeNode, Statistics, Status};
    use num_rational::BigRational;

    /// Two points, one feature that tells them apart, ten rows; point 0 has labels (4, 1), point 1
    /// has (0, 5). λ = 1/10, so that an error and a leaf both cost one unit.
    fn classes() -> RowClasses {
        let column = SplitColumn {
            column: 0,
            kind: SplitKind::Thresholds,
            codes: [0, 1].into(),
            splits: 1,
            tests: SplitTests::Listed(vec![Test::Is("yes".to_string())]),
        };
        RowClasses {
            thresholds: gosdt_data::ThresholdCounts::default(),
            len: 2,
            labels: 2,
            class_of_row: vec![0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
            rows: vec![5, 5],
            weights: vec![4, 1, 0, 5],
            columns: vec![column],
            offered: 1,
            constant: 0,
            merged: 0,
        }
    }

    fn problem(limits: Limits) -> Problem {
        let lambda = BigRational::new(1.into(), 10.into());
        let costs = Costs::new(&Objective::Accuracy, &lambda, &[4, 6], 2).unwrap();
        let points = Points {
            len: 2,
            classes: 2,
            weights: vec![4, 1, 0, 5],
            rows: vec![5, 5],
            columns: vec![],
        };
        Problem::new(points, costs, limits).unwrap()
    }

    fn split() -> Shape {
        Shape::split(0, &Shape::leaf(0), &Shape::leaf(1))
    }

    fn claim(tree: Shape, lower: i64, upper: i64) -> Outcome {
        Outcome {
            status: Status::Optimal,
            is_canonical: true,
            listing_stopped: None,
            optima: vec![tree.clone()],
            tree,
            lower,
            upper,
            statistics: Statistics::default(),
        }
    }

    fn verdict(outcome: &Outcome, limits: Limits) -> Result<(), CertifyError> {
        certify_outcome(&problem(limits), outcome, &classes()).map(|_| ())
    }

    #[test]
    fn a_true_claim_passes() {
        assert_eq!(verdict(&claim(split(), 3, 3), Limits::default()), Ok(()));
    }

    #[test]
    fn a_wrong_cost_is_found() {
        let wrong = CertifyError::WrongCost { claimed: 2, found: 3 };
        assert_eq!(verdict(&claim(split(), 2, 2), Limits::default()), Err(wrong));
    }

    #[test]
    fn a_wrong_cost_of_another_optimum_is_found() {
        let mut outcome = claim(split(), 3, 3);
        outcome.optima.push(Shape::leaf(0));
        let wrong = CertifyError::WrongCost { claimed: 3, found: 7 };
        assert_eq!(verdict(&outcome, Limits::default()), Err(wrong));
    }

    #[test]
    fn a_broken_limit_is_found() {
        let broken = |limits| verdict(&claim(split(), 3, 3), limits).unwrap_err();
        let none = Limits::default();
        let depth = Limits { max_depth: Some(0), ..none };
        assert_eq!(broken(depth), CertifyError::LimitBroken("the depth"));
        let leaves = Limits { max_leaves: Some(1), ..none };
        assert_eq!(broken(leaves), CertifyError::LimitBroken("the leaves"));
        let rows = Limits { min_leaf: 6, ..none };
        assert_eq!(broken(rows), CertifyError::LimitBroken("the rows in a leaf"));
    }

    #[test]
    fn what_is_not_a_tree_is_found() {
        let malformed = |nodes: Vec<ShapeNode>| {
            verdict(&claim(Shape { nodes }, 3, 3), Limits::default()).unwrap_err()
        };
        let leaf = ShapeNode::Leaf { label: 0 };
        let loops = ShapeNode::Split { feature: 0, yes: 0, no: 1 };
        assert_eq!(malformed(vec![loops, leaf]), CertifyError::Malformed(0));
        let shared = ShapeNode::Split { feature: 0, yes: 1, no: 1 };
        assert_eq!(malformed(vec![shared, leaf]), CertifyError::Malformed(1));
        let unknown = ShapeNode::Split { feature: 1, yes: 1, no: 2 };
        assert_eq!(malformed(vec![unknown, leaf, leaf]), CertifyError::Malformed(0));
        assert_eq!(malformed(vec![ShapeNode::Leaf { label: 2 }]), CertifyError::Malformed(0));
        assert_eq!(malformed(vec![]), CertifyError::Malformed(0));
    }
}
