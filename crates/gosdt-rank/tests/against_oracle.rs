//! The optimum against exhaustive search on random problems: same value, to the last digit, and a
//! tree that has it.
use gosdt_oracle::random::{Generated, LossKind, Ranges, generate_within};
use gosdt_oracle::{
    OracleProblem, OracleTree, RankLoss, check_limits, loss_of_mistakes, rank_objective,
    rank_optimum,
};
use gosdt_rank::{RankObjective, RankOptions, RankOutcome, RankProblem, optimize};
use gosdt_search::{Feature, Limits, Points, Shape, ShapeNode, Silent, Status, Storage};
use num_rational::BigRational;
use std::ops::Range;

pub fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// The same problem, with equal rows grouped into points in the order of their first row.
fn points_of(Generated { problem, places }: &Generated) -> Points {
    let mut distinct: Vec<&Vec<bool>> = Vec::new();
    let (mut weights, mut rows) = (Vec::new(), Vec::new());
    for (at, row) in problem.rows.iter().enumerate() {
        let point = distinct.iter().position(|other| *other == row).unwrap_or_else(|| {
            distinct.push(row);
            weights.extend([0, 0]);
            rows.push(0);
            distinct.len() - 1
        });
        weights[point * 2 + problem.labels[at]] += problem.weights[at];
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
    let points = Points { len: distinct.len(), classes: 2, weights, rows, columns: Vec::new() };
    points.with_features(&features).expect("thresholds are nested")
}

fn oracle_tree(shape: &Shape, at: usize) -> OracleTree {
    match shape.nodes[at] {
        ShapeNode::Leaf { label } => OracleTree::Leaf(label),
        ShapeNode::Split { feature, yes, no } => {
            OracleTree::split(feature, oracle_tree(shape, yes), oracle_tree(shape, no))
        }
    }
}

fn objective_of(loss: &RankLoss) -> RankObjective {
    match loss.clone() {
        RankLoss::Auc => RankObjective::Auc,
        RankLoss::Pauc(theta) => RankObjective::Pauc { theta },
        RankLoss::FScore => RankObjective::FScore { omega: None },
        RankLoss::FScoreByRule(omega) => RankObjective::FScore { omega: Some(omega) },
        RankLoss::FBeta(beta) => RankObjective::FBeta { beta },
        RankLoss::Jaccard => RankObjective::Jaccard,
    }
}

pub fn problem_of(generated: &Generated, positive: usize, loss: &RankLoss) -> RankProblem {
    let OracleProblem { max_depth, max_leaves, min_leaf, lambda, .. } = generated.problem.clone();
    let limits = Limits { max_depth, max_leaves, min_leaf };
    RankProblem::new(points_of(generated), positive, objective_of(loss), lambda, limits)
        .expect("a problem")
}

pub fn has_both_classes(problem: &OracleProblem) -> bool {
    let weight = |class: usize| {
        let rows = problem.labels.iter().zip(&problem.weights);
        rows.filter(|(label, _)| **label == class).map(|(_, weight)| weight).sum::<u64>()
    };
    weight(0) > 0 && weight(1) > 0
}

/// The labels of the tree's leaves have the loss that the outcome claims.
fn check_labels(problem: &OracleProblem, positive: usize, loss: &RankLoss, outcome: &RankOutcome) {
    if matches!(loss, RankLoss::Auc | RankLoss::Pauc(_)) {
        return;
    }
    let (mut tp, mut fp, mut fn_) = (0, 0, 0);
    for (at, row) in problem.rows.iter().enumerate() {
        let mut node = 0;
        let label = loop {
            match outcome.tree.nodes[node] {
                ShapeNode::Leaf { label } => break label,
                ShapeNode::Split { feature, yes, no } => node = if row[feature] { yes } else { no },
            }
        };
        let weight = problem.weights[at];
        match (label == positive, problem.labels[at] == positive) {
            (true, true) => tp += weight,
            (true, false) => fp += weight,
            (false, true) => fn_ += weight,
            (false, false) => {}
        }
    }
    let leaves = BigRational::from_integer(outcome.tree.leaves().into());
    let claimed = &outcome.upper - &problem.lambda * leaves;
    assert_eq!(loss_of_mistakes(loss, tp, fp, fn_), claimed, "the labels' loss");
}

struct Witness<'a>(u64, &'a RankLoss, &'a OracleProblem);

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}, {:?}\n{}", self.0, self.1, self.2);
        }
    }
}

fn check(seed: u64, generated: &Generated, loss: &RankLoss) {
    let problem = &generated.problem;
    let positive = (seed % 2) as usize;
    let _witness = Witness(seed, loss, problem);
    let optimum = rank_optimum(problem, positive, loss);
    for storage in [Storage::Bits, Storage::Ranks] {
        let options = RankOptions { storage, ..RankOptions::default() };
        let outcome = optimize(&problem_of(generated, positive, loss), &options, &mut Silent);
        check_outcome(problem, positive, loss, &outcome.expect("an outcome"), &optimum);
    }
}

fn check_outcome(
    problem: &OracleProblem,
    positive: usize,
    loss: &RankLoss,
    outcome: &RankOutcome,
    optimum: &BigRational,
) {
    let tree = oracle_tree(&outcome.tree, 0);
    assert_eq!(outcome.status, Status::Optimal);
    assert_eq!(outcome.lower, outcome.upper);
    assert_eq!(outcome.upper, rank_objective(problem, positive, loss, &tree), "of the tree");
    assert_eq!(check_limits(problem, &tree), Ok(()));
    check_labels(problem, positive, loss, outcome);
    assert_eq!(outcome.upper, *optimum, "optimum");
}

/// Few enough features that every tree can be looked at, in four sizes.
fn ranges(seed: u64) -> Ranges {
    let (rows, features) = [(14, 3), (12, 3), (24, 3), (9, 4)][(seed % 4) as usize];
    Ranges {
        rows,
        long_rows: rows.max(30),
        features,
        classes: 2..=2,
        losses: vec![LossKind::Accuracy],
        ..Ranges::default()
    }
}

fn check_seeds(seeds: Range<u64>, losses: &[RankLoss]) {
    for seed in seeds {
        let generated = generate_within(seed, &ranges(seed));
        if has_both_classes(&generated.problem) {
            for loss in losses {
                check(seed, &generated, loss);
            }
        }
    }
}

#[test]
fn auc_agrees() {
    check_seeds(0..3000, &[RankLoss::Auc]);
}

#[test]
fn partial_auc_agrees() {
    let losses = [fraction(1, 10), fraction(3, 10), fraction(1, 2), fraction(1, 1)];
    check_seeds(3000..4500, &losses.map(RankLoss::Pauc));
}

#[test]
fn fscore_with_the_best_labels_agrees() {
    check_seeds(6000..8000, &[RankLoss::FScore]);
}

#[test]
fn fscore_with_labels_by_rule_agrees() {
    let losses = [fraction(1, 1), fraction(11, 10), fraction(2, 1), fraction(1, 3)];
    check_seeds(9000..10000, &losses.map(RankLoss::FScoreByRule));
}

#[test]
fn fbeta_and_jaccard_agree() {
    let losses = [
        RankLoss::FBeta(fraction(1, 2)),
        RankLoss::FBeta(fraction(2, 1)),
        RankLoss::FBeta(fraction(3, 7)),
        RankLoss::Jaccard,
    ];
    check_seeds(12000..12800, &losses);
}

/// θ where the curve of the best tree has a vertex: the share of negatives in some set of rows.
#[test]
fn partial_auc_that_ends_at_a_vertex_agrees() {
    for seed in 20000..20800 {
        let generated = generate_within(seed, &ranges(seed));
        let problem = &generated.problem;
        if !has_both_classes(problem) {
            continue;
        }
        let positive = (seed % 2) as usize;
        let negatives = |keep: &dyn Fn(usize) -> bool| -> i64 {
            let rows = (0..problem.rows.len()).filter(|&row| problem.labels[row] != positive);
            rows.filter(|&row| keep(row)).map(|row| problem.weights[row] as i64).sum()
        };
        let some = negatives(&|row| problem.rows[row][0]);
        let all = negatives(&|_| true);
        let theta = fraction(some.max(1), all);
        if theta.denom().bits() <= 20 {
            check(seed, &generated, &RankLoss::Pauc(theta));
        }
    }
}
