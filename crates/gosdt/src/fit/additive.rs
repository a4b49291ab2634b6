//! Objectives that are sums over leaves: one exact search.
use super::error::FitError;
use super::search_result::SearchResult;
use super::warnings::warnings;
use crate::certify::{CertifyError, certify_outcome, certify_status};
use crate::model::certificate;
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use crate::watch::Watch;
use gosdt_search::{Costs, Objective, Outcome, Problem, search};
use gosdt_tree::Certificate;

/// Searches, and certifies what was found.
pub(super) fn search_additive(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    objective: &Objective,
    watch: &mut dyn Watch,
) -> Result<SearchResult, FitError> {
    let costs = data.costs(objective, &options.lambda)?;
    let problem = Problem::new(data.points(), costs, options.limits)?;
    let costs = problem.costs();
    let outcome = search(&problem, &options.search, watch);
    let trees = certify_outcome(&problem, &outcome, data.classes)?;
    Ok(SearchResult {
        trees: trees.into_iter().map(|(shape, counts)| (shape.clone(), counts)).collect(),
        certificate: certified(costs, &outcome, data)?,
        loss: costs.rational(loss(costs, &outcome)),
        warnings: warnings(data.table, costs),
        statistics: outcome.statistics,
    })
}

/// What the tree costs without its leaves.
fn loss(costs: &Costs, outcome: &Outcome) -> i64 {
    outcome.upper - costs.per_leaf() * outcome.tree.leaves() as i64
}

fn certified(
    costs: &Costs,
    outcome: &Outcome,
    data: &TrainingData<'_>,
) -> Result<Certificate, CertifyError> {
    let status = certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
    let bounds = [outcome.lower, outcome.upper, outcome.upper - outcome.lower];
    let loss = costs.value(loss(costs, outcome));
    Ok(certificate(status, loss, bounds.map(|cost| costs.value(cost)), data))
}
