//! From the oracle's problems to the search's, and from the search's trees back.
pub mod objective;
pub mod ordered;
pub mod path;

pub use objective::objective_of;

use gosdt_oracle::random::Generated;
use gosdt_oracle::{OracleProblem, OracleTree};
use gosdt_search::{Costs, Feature, Limits, Points, Problem, Shape, ShapeNode};

/// The same problem, with equal rows grouped into points in the order of their first row.
pub fn problem_of(generated: &Generated) -> Problem {
    let problem = &generated.problem;
    let points = points_of(generated);
    let mut totals = vec![0; problem.classes];
    for (&class, &weight) in problem.labels.iter().zip(&problem.weights) {
        totals[class] += weight;
    }
    let objective = objective_of(&problem.loss);
    let costs = Costs::new(&objective, &problem.lambda, &totals, points.len);
    Problem::new(points, costs.expect("costs"), limits_of(problem)).expect("a problem")
}

fn limits_of(problem: &OracleProblem) -> Limits {
    Limits {
        max_depth: problem.max_depth,
        max_leaves: problem.max_leaves,
        min_leaf: problem.min_leaf,
    }
}

fn points_of(Generated { problem, places }: &Generated) -> Points {
    let distinct = distinct_rows(problem);
    let mut weights = vec![0; distinct.len() * problem.classes];
    let mut rows = vec![0; distinct.len()];
    for (at, row) in problem.rows.iter().enumerate() {
        let point = distinct.iter().position(|other| *other == row).expect("a point for each row");
        weights[point * problem.classes + problem.labels[at]] += problem.weights[at];
        rows[point] += 1;
    }
    let feature = |(at, &(column, place)): (usize, &(u32, Option<u32>))| {
        let mut bits = vec![0u64; distinct.len().div_ceil(64)];
        for (point, _) in distinct.iter().enumerate().filter(|(_, row)| row[at]) {
            bits[point / 64] |= 1 << (point % 64);
        }
        Feature { bits, column, place }
    };
    let features: Vec<Feature> = places.iter().enumerate().map(feature).collect();
    let (len, classes) = (distinct.len(), problem.classes);
    let points = Points { len, classes, weights, rows, columns: Vec::new() };
    points.with_features(&features).expect("thresholds are nested")
}

fn distinct_rows(problem: &OracleProblem) -> Vec<&Vec<bool>> {
    let mut distinct: Vec<&Vec<bool>> = Vec::new();
    for row in &problem.rows {
        if !distinct.contains(&row) {
            distinct.push(row);
        }
    }
    distinct
}

/// The search's tree, for the oracle.
pub fn oracle_tree(shape: &Shape) -> OracleTree {
    subtree(shape, 0)
}

fn subtree(shape: &Shape, at: usize) -> OracleTree {
    match shape.nodes[at] {
        ShapeNode::Leaf { label } => OracleTree::Leaf(label),
        ShapeNode::Split { feature, yes, no } => {
            assert!(at < yes && at < no, "children come after their parent: {shape:?}");
            OracleTree::split(feature, subtree(shape, yes), subtree(shape, no))
        }
    }
}

/// The oracle's tree, for the search.
pub fn shape_of(tree: &OracleTree) -> Shape {
    match tree {
        OracleTree::Leaf(label) => Shape::leaf(*label),
        OracleTree::Split(feature, yes, no) => {
            Shape::split(*feature, &shape_of(yes), &shape_of(no))
        }
    }
}
