//! The way through the lobby for objectives that rank: AUC, partial AUC, F-score and its kin.
use crate::certify::{CertifyError, keeps, well_formed};
use crate::fit::{Answer, FitError, certificate_of, points_of, status};
use crate::options::CheckedOptions;
use crate::plant::{Tally, tally};
use crate::report::dropped_rows_warning;
use crate::watch::Watch;
use gosdt_data::{EquivalenceClasses, Table};
use gosdt_rank::{
    RankObjective, RankOptions, RankOutcome, RankProblem, RankProgress, RankWatch, optimize,
};
use gosdt_search::{Shape, ShapeNode, Status};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// Optimises, then computes what is claimed of the tree again.
pub(crate) fn answer(
    table: &Table,
    classes: &EquivalenceClasses,
    options: &CheckedOptions,
    objective: &RankObjective,
    watch: &mut dyn Watch,
) -> Result<Answer, FitError> {
    let positive = options.positive.unwrap_or(1);
    let (lambda, limits) = (options.lambda.clone(), options.limits);
    let points = points_of(classes);
    let problem = RankProblem::new(points, positive, objective.clone(), lambda, limits)?;
    let search = RankOptions {
        time_limit: options.search.time_limit,
        memory_limit: options.search.memory_limit,
    };
    let outcome = optimize(&problem, &search, &mut Forward(watch))?;
    let tally = certify(&problem, &outcome, classes)?;
    let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
    let penalty = &options.lambda * BigRational::from_integer(outcome.tree.leaves().into());
    let loss = float(&(&outcome.upper - penalty));
    let [lower, upper] = [&outcome.lower, &outcome.upper].map(float);
    let gap = float(&(&outcome.upper - &outcome.lower));
    let status = status(outcome.status);
    Ok(Answer {
        certificate: certificate_of(status, loss, [lower, upper, gap], table, classes),
        trees: vec![(outcome.tree, tally)],
        statistics: outcome.statistics,
        warnings: dropped_rows_warning(table).into_iter().collect(),
    })
}

/// Passes on what is seen.
struct Forward<'a>(&'a mut dyn Watch);

impl RankWatch for Forward<'_> {
    fn progress(&mut self, progress: &RankProgress) {
        self.0.progress(&crate::Progress {
            elapsed: progress.elapsed,
            lower_bound: progress.lower,
            upper_bound: progress.upper,
            nodes: progress.nodes,
            memory: progress.memory,
        });
    }

    fn should_stop(&mut self) -> bool {
        self.0.should_stop()
    }
}

/// Checks bounds, shape, limits and the objective, the latter from its definition.
pub(crate) fn certify(
    problem: &RankProblem,
    outcome: &RankOutcome,
    classes: &EquivalenceClasses,
) -> Result<Tally, CertifyError> {
    let optimal = outcome.status == Status::Optimal;
    let wrong_bounds = outcome.lower > outcome.upper || (optimal && outcome.lower != outcome.upper);
    well_formed(&outcome.tree, classes.features.len(), 2)?;
    let tally = tally(&outcome.tree, classes);
    keeps(&outcome.tree, &tally, problem.limits())?;
    let leaves = leaves(&outcome.tree, &tally, problem.positive());
    let found = loss(problem.objective(), &leaves)
        + problem.lambda() * BigRational::from_integer(leaves.len().into());
    if wrong_bounds || found != outcome.upper {
        return Err(CertifyError::WrongObjective {
            claimed: format!("{} to {}", outcome.lower, outcome.upper),
            found: found.to_string(),
        });
    }
    Ok(tally)
}

/// A leaf: weight of its negatives and positives, and whether it is labelled positive.
struct Leaf {
    neg: BigRational,
    pos: BigRational,
    positive: bool,
}

fn leaves(tree: &Shape, tally: &Tally, positive: usize) -> Vec<Leaf> {
    let whole = |weight: u64| BigRational::from_integer(weight.into());
    let leaf = |(at, node): (usize, &ShapeNode)| match *node {
        ShapeNode::Split { .. } => None,
        ShapeNode::Leaf { label } => Some(Leaf {
            neg: whole(tally.weights[at][1 - positive]),
            pos: whole(tally.weights[at][positive]),
            positive: label == positive,
        }),
    };
    tree.nodes.iter().enumerate().filter_map(leaf).collect()
}

fn loss(objective: &RankObjective, leaves: &[Leaf]) -> BigRational {
    let one = BigRational::one;
    let square = match objective {
        RankObjective::Auc => return one() - area(leaves, &one()),
        RankObjective::Pauc { theta } => return one() - area(leaves, theta),
        RankObjective::FBeta { beta } => beta * beta,
        _ => one(),
    };
    let sum = |keep: &dyn Fn(&Leaf) -> bool, part: fn(&Leaf) -> &BigRational| {
        leaves.iter().filter(|leaf| keep(leaf)).map(part).sum::<BigRational>()
    };
    let tp = sum(&|leaf| leaf.positive, |leaf| &leaf.pos);
    let fp = sum(&|leaf| leaf.positive, |leaf| &leaf.neg);
    let fn_ = sum(&|leaf| !leaf.positive, |leaf| &leaf.pos);
    let right = match objective {
        RankObjective::Jaccard => tp,
        _ => (one() + &square) * tp,
    };
    one() - &right / (&right + square * fn_ + fp)
}

/// The area under the ROC curve left of false positive rate `theta`.
fn area(leaves: &[Leaf], theta: &BigRational) -> BigRational {
    let half = BigRational::new(1.into(), 2.into());
    let all_neg: BigRational = leaves.iter().map(|leaf| &leaf.neg).sum();
    let all_pos: BigRational = leaves.iter().map(|leaf| &leaf.pos).sum();
    let mut order: Vec<&Leaf> =
        leaves.iter().filter(|leaf| !(&leaf.neg + &leaf.pos).is_zero()).collect();
    order.sort_by(|a, b| (&b.pos * &a.neg).cmp(&(&a.pos * &b.neg)));
    let (mut x, mut y, mut area) = (BigRational::zero(), BigRational::zero(), BigRational::zero());
    for leaf in order {
        let (width, rise) = (&leaf.neg / &all_neg, &leaf.pos / &all_pos);
        let part = width.clone().min(theta - &x);
        if part > BigRational::zero() {
            area += &part * (&y + &rise * &part / &width * &half);
        }
        x += width;
        y += rise;
    }
    area
}
