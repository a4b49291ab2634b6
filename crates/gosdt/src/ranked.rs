//! The way through the lobby for objectives that rank: AUC, partial AUC, F-score and its kin.
use crate::certify::{CertifyError, certify_status, keeps, well_formed};
use crate::fit::{Answer, FitError, certificate_of, points_of};
use crate::options::CheckedOptions;
use crate::plant::{Tally, tally};
use crate::rank_loss::{Leaf, loss};
use crate::report::dropped_rows_warning;
use crate::watch::Watch;
use gosdt_data::{EquivalenceClasses, Table};
use gosdt_rank::{
    RankObjective, RankOptions, RankOutcome, RankProblem, RankProgress, RankWatch, optimize,
};
use gosdt_search::{Crew, Shape, ShapeNode};
use num_rational::BigRational;
use num_traits::ToPrimitive;

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
        crew: Crew::of(options.search.threads),
    };
    let outcome = optimize(&problem, &search, &mut Forward(watch))?;
    let tally = certify(&problem, &outcome, classes)?;
    let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
    let penalty = &options.lambda * BigRational::from_integer(outcome.tree.leaves().into());
    let loss = &outcome.upper - penalty;
    let [lower, upper] = [&outcome.lower, &outcome.upper].map(float);
    let gap = float(&(&outcome.upper - &outcome.lower));
    let status = certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
    Ok(Answer {
        certificate: certificate_of(status, float(&loss), [lower, upper, gap], table, classes),
        loss,
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

/// Checks shape, limits and the objective, the latter from its definition.
pub(crate) fn certify(
    problem: &RankProblem,
    outcome: &RankOutcome,
    classes: &EquivalenceClasses,
) -> Result<Tally, CertifyError> {
    well_formed(&outcome.tree, classes.features.len(), 2)?;
    let tally = tally(&outcome.tree, classes);
    keeps(&outcome.tree, &tally, problem.limits())?;
    let leaves = leaves(&outcome.tree, &tally, problem.positive());
    let found = loss(problem.objective(), &leaves)
        + problem.lambda() * BigRational::from_integer(leaves.len().into());
    if found != outcome.upper {
        return Err(CertifyError::WrongObjective {
            claimed: outcome.upper.to_string(),
            found: found.to_string(),
        });
    }
    Ok(tally)
}

/// The leaves of a tree, in the order of its nodes.
pub(crate) fn leaves(tree: &Shape, tally: &Tally, positive: usize) -> Vec<Leaf> {
    let leaf = |(at, node): (usize, &ShapeNode)| match *node {
        ShapeNode::Split { .. } => None,
        ShapeNode::Leaf { label } => {
            let weights = &tally.weights[at];
            Some(Leaf::new(weights, weights, label, positive))
        }
    };
    tree.nodes.iter().enumerate().filter_map(leaf).collect()
}
