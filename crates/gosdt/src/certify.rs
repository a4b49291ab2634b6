//! The second opinion: what the search claims of its tree is computed again from the classes of
//! equal rows before anyone sees it.
use crate::plant::{Tally, tally};
use gosdt_data::EquivalenceClasses;
use gosdt_search::{Costs, Limits, Outcome, Problem, Shape, ShapeNode, StopReason};
use gosdt_tree::Status;

/// A claim of the search that does not hold. This is a bug in gosdt, never the user's doing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The tree is not a tree over the features and labels.
    #[error("internal error: the tree is malformed at node {0}; please report this")]
    Malformed(usize),
    /// The tree costs something else than claimed.
    #[error(
        "internal error: the tree costs {found}, the search claimed {claimed}; please report this"
    )]
    WrongCost {
        /// The search's figure.
        claimed: i64,
        /// What it is.
        found: i128,
    },
    /// The tree does not keep a limit.
    #[error("internal error: the tree does not keep the limit on {0}; please report this")]
    LimitBroken(&'static str),
    /// The bounds cross, or do not meet though the tree is said to be optimal.
    #[error("internal error: bounds {lower} and {upper} do not fit the status; please report this")]
    WrongBounds {
        /// The lower bound.
        lower: String,
        /// The upper bound.
        upper: String,
    },
    /// An objective that ranks is not what is claimed, or its bounds are not.
    #[error("internal error: the objective is {found}, claimed was {claimed}; please report this")]
    WrongObjective {
        /// The search's bounds.
        claimed: String,
        /// What it is.
        found: String,
    },
}

/// Checks every tree of the outcome; returns each distinct tree, the best
/// first, with what reaches its nodes.
pub(crate) fn certify<'a>(
    problem: &Problem,
    outcome: &'a Outcome,
    classes: &EquivalenceClasses,
) -> Result<Vec<(&'a Shape, Tally)>, CertifyError> {
    let others = outcome.optima.iter().filter(|shape| **shape != outcome.tree);
    let shapes = std::iter::once(&outcome.tree).chain(others);
    let certified = |shape| Ok((shape, certify_tree(problem, shape, outcome.upper, classes)?));
    shapes.map(certified).collect()
}

/// The status that bounds speak for: optimal if and only if they are equal. `claimed` says why a
/// search ended before that, and must say so.
pub(crate) fn certify_status<N: PartialOrd + ToString>(
    lower: &N,
    upper: &N,
    claimed: gosdt_search::Status,
) -> Result<Status, CertifyError> {
    match claimed {
        _ if lower == upper => Ok(Status::Optimal),
        gosdt_search::Status::Stopped(reason) if lower < upper => Ok(stopped_by(reason)),
        _ => {
            let [lower, upper] = [lower, upper].map(ToString::to_string);
            Err(CertifyError::WrongBounds { lower, upper })
        }
    }
}

fn stopped_by(reason: StopReason) -> Status {
    match reason {
        StopReason::TimeLimit => Status::TimeLimit,
        StopReason::MemoryLimit => Status::MemoryLimit,
        StopReason::Interrupted => Status::Interrupted,
    }
}

fn certify_tree(
    problem: &Problem,
    shape: &Shape,
    claimed: i64,
    classes: &EquivalenceClasses,
) -> Result<Tally, CertifyError> {
    well_formed(shape, classes.features.len(), problem.costs().labels())?;
    let tally = tally(shape, classes);
    keeps(shape, &tally, problem.limits())?;
    let found = cost(shape, &tally, problem.costs());
    if found != i128::from(claimed) {
        return Err(CertifyError::WrongCost { claimed, found });
    }
    Ok(tally)
}

/// Every node but the root has exactly one parent, before it; every index is in range.
pub(crate) fn well_formed(
    shape: &Shape,
    features: usize,
    labels: usize,
) -> Result<(), CertifyError> {
    let mut parents = vec![0; shape.nodes.len()];
    for (at, node) in shape.nodes.iter().enumerate() {
        let fine = match *node {
            ShapeNode::Leaf { label } => label < labels,
            ShapeNode::Split { feature, yes, no } => {
                let child = |node: usize| at < node && node < shape.nodes.len();
                let fine = feature < features && child(yes) && child(no);
                for child in [yes, no].into_iter().filter(|_| fine) {
                    parents[child] += 1;
                }
                fine
            }
        };
        if !fine {
            return Err(CertifyError::Malformed(at));
        }
    }
    let orphan = (1..parents.len()).find(|&at| parents[at] != 1);
    let broken = if parents.is_empty() { Some(0) } else { orphan };
    broken.map_or(Ok(()), |at| Err(CertifyError::Malformed(at)))
}

pub(crate) fn keeps(shape: &Shape, tally: &Tally, limits: &Limits) -> Result<(), CertifyError> {
    let within = |size: usize, most: Option<u32>| most.is_none_or(|most| size <= most as usize);
    if !within(shape.depth(), limits.max_depth) {
        return Err(CertifyError::LimitBroken("the depth"));
    }
    if !within(shape.leaves(), limits.max_leaves) {
        return Err(CertifyError::LimitBroken("the leaves"));
    }
    let least = leaves(shape).map(|(at, _)| tally.rows[at]).min().unwrap_or(0);
    if shape.leaves() > 1 && least < u64::from(limits.min_leaf) {
        return Err(CertifyError::LimitBroken("the rows in a leaf"));
    }
    Ok(())
}

/// What a tree costs, from what reaches its leaves.
pub(crate) fn cost(shape: &Shape, tally: &Tally, costs: &Costs) -> i128 {
    let leaf = |(at, label): (usize, usize)| {
        let weights = tally.weights[at].iter().enumerate();
        let each = weights.map(|(class, &weight)| {
            i128::from(weight) * i128::from(costs.per_weight(label, class))
        });
        i128::from(costs.per_leaf()) + each.sum::<i128>()
    };
    leaves(shape).map(leaf).sum()
}

/// Node and label of each leaf.
fn leaves(shape: &Shape) -> impl Iterator<Item = (usize, usize)> {
    shape.nodes.iter().enumerate().filter_map(|(at, node)| match *node {
        ShapeNode::Leaf { label } => Some((at, label)),
        ShapeNode::Split { .. } => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_data::{BinaryFeature, Test};
    use gosdt_search::{Objective, Points, Statistics};
    use num_rational::BigRational;

    /// Two points, one feature that tells them apart, ten rows; point 0 has labels (4, 1), point 1
    /// has (0, 5). λ = 1/10, so that an error and a leaf both cost one unit.
    fn classes() -> EquivalenceClasses {
        let test = Test::Is("yes".to_string());
        EquivalenceClasses {
            len: 2,
            labels: 2,
            class_of_row: vec![0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
            rows: vec![5, 5],
            weights: vec![4, 1, 0, 5],
            features: vec![BinaryFeature { column: 0, place: None, test, bits: vec![0b01] }],
            candidates: 1,
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
            features: vec![],
        };
        Problem::new(points, costs, limits).unwrap()
    }

    fn split() -> Shape {
        Shape::split(0, &Shape::leaf(0), &Shape::leaf(1))
    }

    fn claim(tree: Shape, lower: i64, upper: i64) -> Outcome {
        Outcome {
            status: gosdt_search::Status::Optimal,
            optima: vec![tree.clone()],
            tree,
            lower,
            upper,
            statistics: Statistics::default(),
        }
    }

    fn verdict(outcome: &Outcome, limits: Limits) -> Result<(), CertifyError> {
        certify(&problem(limits), outcome, &classes()).map(|_| ())
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
    fn bounds_must_meet_at_the_optimum_and_never_cross() {
        let proven = gosdt_search::Status::Optimal;
        let stopped = gosdt_search::Status::Stopped(StopReason::TimeLimit);
        let wrong = |lower: i64| {
            Err(CertifyError::WrongBounds { lower: lower.to_string(), upper: "3".to_string() })
        };
        assert_eq!(certify_status(&3, &3, proven), Ok(Status::Optimal));
        assert_eq!(certify_status(&3, &3, stopped), Ok(Status::Optimal));
        assert_eq!(certify_status(&2, &3, stopped), Ok(Status::TimeLimit));
        assert_eq!(certify_status(&2, &3, proven), wrong(2));
        assert_eq!(certify_status(&4, &3, stopped), wrong(4));
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
