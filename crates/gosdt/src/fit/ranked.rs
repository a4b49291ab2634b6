//! Objectives that rank: AUC, partial AUC, the F-score and scores like it.
use super::error::FitError;
use super::search_result::SearchResult;
use super::warnings::{NOT_CHOSEN, table_warnings};
use crate::certify::{certify_ranked, certify_status};
use crate::memory::check_ranking;
use crate::model::certificate;
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use crate::watch::Watch;
use gosdt_rank::{RankObjective, RankOptions, RankProblem, optimize};
use gosdt_search::Instant;
use gosdt_search::Workers;
use gosdt_tree::Certificate;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// Searches, and certifies what was found.
pub(super) fn search_ranked(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    objective: &RankObjective,
    watch: &mut dyn Watch,
) -> Result<SearchResult, FitError> {
    let problem = rank_problem(data, options, objective, &options.lambda)?;
    let grown = Instant::now();
    let outcome = optimize(&problem, &rank_options(options), watch)?;
    let searched = Instant::now();
    let counts = certify_ranked(&problem, &outcome, data.classes)?;
    let status = certify_status(&outcome.lower, &outcome.upper, outcome.status)?;
    let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
    let penalty = &options.lambda * BigRational::from_integer(outcome.tree.leaves().into());
    let loss = &outcome.upper - penalty;
    let gap = &outcome.upper - &outcome.lower;
    let bounds = [&outcome.lower, &outcome.upper, &gap].map(float);
    let canonical = outcome.is_canonical || !status.is_ended();
    let mut warnings = table_warnings(data.table);
    warnings.extend((!canonical).then(|| NOT_CHOSEN.to_string()));
    Ok(SearchResult {
        certificate: Certificate {
            canonical,
            ..certificate(status, float(&loss), bounds, data, &options.thresholds)
        },
        loss,
        trees: vec![(outcome.tree, counts)],
        listed_all: true,
        statistics: outcome.statistics,
        warnings,
        kept: None,
        grown,
        searched,
    })
}

/// The problem at some λ.
pub(crate) fn rank_problem(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    objective: &RankObjective,
    lambda: &BigRational,
) -> Result<RankProblem, FitError> {
    check_ranking(data, objective, &options.search)?;
    let positive = options.positive.unwrap_or(1);
    let (objective, limits) = (objective.clone(), options.limits);
    Ok(RankProblem::new(data.points(), positive, objective, lambda.clone(), limits)?)
}

/// Limits and threads of a search.
pub(crate) fn rank_options(options: &CheckedOptions) -> RankOptions {
    let workers = Workers::new(options.search.threads);
    let limited = RankOptions::within(options.search.time_limit, options.search.memory_limit);
    RankOptions { workers, storage: options.search.storage, ..limited }
}
