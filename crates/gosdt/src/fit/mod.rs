//! The whole way from a table to a certified tree, one step a line.
//!
//! `additive` and `ranked` run the search that the objective needs and hand over a
//! [`SearchResult`], which [`crate::certify`] has checked; `report` says what it took.
mod additive;
mod error;
mod phases;
mod ranked;
mod report;
mod search_result;
mod warnings;

pub use error::FitError;
use phases::Moments;
pub use phases::Phases;
pub(crate) use ranked::{rank_options, rank_problem};
pub use report::Report;
pub(crate) use search_result::SearchResult;
pub(crate) use warnings::{table_warnings, warnings};

use crate::memory::check_grouping;
use crate::model::model;
use crate::options::{CheckedOptions, FitOptions, Goal, OptionsError};
use crate::proof::{KeptSearch, Proof, ProofError, ProofOptions, ProofWatch, write_proof};
use crate::training_data::{Grouped, TrainingData};
use crate::watch::{Silent, Watch};
use gosdt_data::{RowClasses, Table};
use gosdt_search::Instant;
use gosdt_search::{StopCheck, StopReason};
use gosdt_tree::{Model, Tree};

/// What a fit hands over.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fit {
    /// The tree with its certificate, and all that prediction needs.
    pub model: Model,
    /// Optimal trees, the model's own first: as many as were asked for and exist. Just the model's
    /// own when the search was stopped.
    pub optima: Vec<Tree>,
    /// What it took, and what to be wary of.
    pub report: Report,
}

/// Fits an optimal tree. Whatever ends the fit (its proof, a limit, `watch`), there is a tree,
/// and its certificate has been computed again from the data. The time limit is for all of it: where
/// it does not suffice to group equal rows, the tree is the best lone leaf.
///
/// ```
/// use gosdt::{FitOptions, Silent, demo, fit};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let options = FitOptions { max_leaves: Some(3), ..FitOptions::default() };
/// let fitted = fit(&table, &options, &mut Silent)?;
/// assert!(fitted.model.tree.leaves() <= 3);
/// assert_eq!(fitted.model.certificate.gap, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fit(table: &Table, options: &FitOptions, watch: &mut dyn Watch) -> Result<Fit, FitError> {
    let (started, options) = (Instant::now(), options.check(&table.labels)?);
    Ok(fit_checked(table, options, started, watch)?.fitted)
}

/// Fits an optimal tree, and writes a proof that no tree has an objective below the lower bound: a
/// certificate that the program `gosdt-check` checks from the data alone. Where there is no proof, there
/// is a tree all the same.
///
/// ```
/// use gosdt::{FitOptions, ProofOptions, Silent, demo, fit_with_proof};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let options = FitOptions::default();
/// let (fitted, proof) = fit_with_proof(&table, &options, &ProofOptions::default(), &mut Silent)?;
/// let (rows, model) = (gosdt::checked_table(&table).unwrap(), fitted.model.to_json());
/// let verdict = gosdt_check::check_table(&rows, model.as_bytes(), &proof?.bytes).unwrap();
/// assert_eq!(verdict.bound, verdict.objective);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fit_with_proof(
    table: &Table,
    options: &FitOptions,
    proof_options: &ProofOptions,
    watch: &mut dyn ProofWatch,
) -> Result<(Fit, Result<Proof, ProofError>), FitError> {
    let (started, mut checked) = (Instant::now(), options.check(&table.labels)?);
    checked.keep_search = true;
    let options = checked.clone();
    let Kept { fitted, classes, search } = fit_checked(table, checked, started, watch)?;
    let data = TrainingData { table, classes: &classes };
    let proof = match (search, &options.goal) {
        (Some(kept), _) => {
            write_proof(&data, (&kept, &fitted.model), &options, proof_options, watch)
        }
        (None, Goal::Additive(_)) => Err(ProofError::NoSearch),
        (None, Goal::Ranked(_)) => Err(ProofError::Objective(options.spec.name.clone())),
    };
    Ok((fitted, proof))
}

/// A fit, and what it was made from.
struct Kept {
    fitted: Fit,
    classes: RowClasses,
    search: Option<KeptSearch>,
}

fn fit_checked(
    table: &Table,
    mut options: CheckedOptions,
    started: Instant,
    watch: &mut dyn Watch,
) -> Result<Kept, FitError> {
    check_grouping(table, options.search.memory_limit)?;
    let Grouped { classes, ended } = grouped(table, &options, started, watch)?;
    let grouped = Instant::now();
    options.count_time_since(started);
    let data = TrainingData { table, classes: &classes };
    let result = match ended {
        None => search(&data, &options, watch)?,
        Some(reason) => lone_leaf(&data, options.clone(), reason)?,
    };
    let optima = result.model_trees(&data);
    let model = model(&data, &options, result.certificate.clone(), optima[0].clone());
    let SearchResult { grown, searched, .. } = result;
    let report =
        Report::new(&data, &result, &model, &Moments { started, grouped, grown, searched });
    let search = result.kept;
    Ok(Kept { fitted: Fit { model, optima, report }, classes, search })
}

/// Groups the rows of a table until the time of a fit that began at `started` is over, or until the
/// watch says stop.
pub(crate) fn grouped<P>(
    table: &Table,
    options: &CheckedOptions,
    started: Instant,
    watch: &mut dyn Watch<P>,
) -> Result<Grouped, OptionsError> {
    let mut should_stop = || watch.should_stop();
    let stop = StopCheck::new(options.deadline(started), &mut should_stop);
    Grouped::until(table, &options.thresholds, &stop)
}

/// The best lone leaf of a table whose rows were not grouped: `data` has them as one class.
pub(crate) fn lone_leaf(
    data: &TrainingData<'_>,
    mut options: CheckedOptions,
    reason: StopReason,
) -> Result<SearchResult, FitError> {
    options.search.time_limit = None;
    let result = search(data, &options, &mut Silent)?;
    Ok(result.of_ungrouped_rows(&options.lambda, reason)?)
}

/// Runs the search that the objective needs, and certifies what it found.
pub(crate) fn search(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
    watch: &mut dyn Watch,
) -> Result<SearchResult, FitError> {
    match &options.goal {
        Goal::Additive(objective) => additive::search_additive(data, options, objective, watch),
        Goal::Ranked(objective) => ranked::search_ranked(data, options, objective, watch),
    }
}
