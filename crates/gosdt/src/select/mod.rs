//! Choosing λ by cross-validation, and the tree of the λ that was chosen.
//!
//! `path_candidates` and `lambdas` say what there is to choose from, `folds` and `given_folds` which
//! rows are held out when. `fold_trials` finds the trees of one fold, for additive objectives with
//! the series of searches of `fold_series`, and `held_out` measures them; `workers` runs the folds
//! side by side, `rule` compares; `interrupted` says what there is when they are stopped.
mod error;
mod fold_series;
mod fold_trials;
mod folds;
mod given_folds;
mod held_out;
mod interrupted;
mod lambdas;
mod options;
mod path_candidates;
mod rule;
mod selection;
mod stop_flag;
mod trial;
mod workers;

pub use error::SelectError;
pub use folds::{Fold, stratified_folds};
pub use lambdas::candidate_lambdas;
pub use options::{Folds, SelectOptions, SelectRule};
pub use selection::{Candidate, Selected, Selection};

use crate::fit::fit;
use crate::options::{CheckedOptions, Decimal, FitOptions};
use crate::path::{Path, PathOptions};
use crate::watch::{SelectProgress, SelectWatch, Watch};
use given_folds::folds_of;
use gosdt_data::{Labels, Table};
use gosdt_search::Instant;
use interrupted::{Halt, best_guess, hand_over};
use path_candidates::{lambda_inside, path_candidates};
use rule::Choice;
use std::time::Duration;
use trial::Trial;
use workers::{FoldsDone, Workers};

/// Chooses λ by cross-validation, and fits with it to all rows; `options.lambda` is not looked at.
///
/// Where no λ are given to choose from, there is one for each tree of the path of all rows
/// ([`crate::path`]), from the lone leaf down to the smallest λ of [`candidate_lambdas`]: one near the
/// geometric mean of the ends of the range for which the tree is optimal, so that no tree is left
/// out; and that smallest λ itself. For objectives that rank, and where a quarter of the time limit is
/// too little for the path, it is [`candidate_lambdas`].
///
/// The folds run side by side on the threads of the options, and each search has one of them, or
/// more if there are more threads than folds. The choice does not depend on their number, unless the
/// time limit ends a search. Of a time limit, path and folds may use half, each λ of a fold an equal
/// part of what the fold has left; all the rest is for the last fit.
///
/// ```
/// use gosdt::{FitOptions, SelectOptions, Silent, demo, select};
///
/// let table = demo::find("monk-3").unwrap().table()?;
/// let lambdas = Some(vec!["0.2".parse()?, "0.05".parse()?, "0.01".parse()?]);
/// let how = SelectOptions { lambdas, ..SelectOptions::default() };
/// let chosen = select(&table, &FitOptions::default(), &how, &mut Silent)?;
///
/// assert_eq!(chosen.selection.candidates.len(), 3);
/// assert_eq!(chosen.fit.model.objective.lambda, "0.01");
/// assert!(chosen.fit.model.certificate.status.is_optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn select(
    table: &Table,
    options: &FitOptions,
    how: &SelectOptions,
    watch: &mut dyn SelectWatch,
) -> Result<Selected, SelectError> {
    let started = Instant::now();
    if table.merged.is_some() {
        return Err(SelectError::MergedRows(table.source.clone()));
    }
    let folds = folds_of(table, &how.folds, &without_lambda(options).check(&table.labels)?)?;
    let lambdas = match lambdas(table, options, how, folds.len(), watch) {
        Ok(lambdas) => descending(lambdas)?,
        Err(Halt::Failed(error)) => return Err(error),
        Err(Halt::Interrupted) => {
            let guess = best_guess(&[], Vec::new(), how.rule);
            return Err(hand_over(table, options, guess));
        }
    };
    let time = options.time_limit.map(|limit| (limit / 2).saturating_sub(started.elapsed()));
    let choosing = Choosing { table, options, lambdas: &lambdas, rule: how.rule, started };
    let selection = match choosing.by(&folds, time, watch)? {
        Outcome::Chosen(selection) => selection,
        Outcome::Stopped(trials) => {
            return Err(hand_over(table, options, best_guess(&lambdas, trials, how.rule)));
        }
    };
    let chosen = selection.chosen;
    let mut fit = fit(table, &last_options(options, &lambdas[chosen], started), watch)?;
    fit.report.warnings.extend(selection.warning());
    Ok(Selected { fit, selection })
}

/// Cross-validates the trees of a path: for each a λ of its range, near the geometric mean of the ends.
/// The candidates of what is returned are in the order of the path's trees. `options.fit.time_limit` is
/// that of the folds. `None` if the watch stopped it.
///
/// What is measured are trees that are fitted without the rows held out, as large as λ makes them there,
/// and not the trees of the path, which have seen all rows.
///
/// ```
/// use gosdt::{Folds, PathOptions, SelectRule, Silent, demo, path, select_on_path};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let options = PathOptions::default();
/// let found = path(&table, &options, &mut Silent)?;
/// let folds = Folds::Stratified { folds: 5, seed: 0 };
/// let chosen = select_on_path(&table, &options, &found, &folds, SelectRule::Min, &mut Silent)?;
/// let chosen = chosen.unwrap();
/// assert_eq!(chosen.candidates.len(), found.trees.len());
/// assert_eq!(found.trees[chosen.chosen].model.tree.leaves(), 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn select_on_path(
    table: &Table,
    options: &PathOptions,
    found: &Path,
    folds: &Folds,
    rule: SelectRule,
    watch: &mut dyn Watch<SelectProgress>,
) -> Result<Option<Selection>, SelectError> {
    let started = Instant::now();
    if table.merged.is_some() {
        return Err(SelectError::MergedRows(table.source.clone()));
    }
    let options = &options.fit;
    let folds = folds_of(table, folds, &without_lambda(options).check(&table.labels)?)?;
    let lambdas: Vec<Decimal> = found.trees.iter().map(lambda_inside).collect();
    let choosing = Choosing { table, options, lambdas: &lambdas, rule, started };
    match choosing.by(&folds, options.time_limit, watch)? {
        Outcome::Chosen(selection) => Ok(Some(selection)),
        Outcome::Stopped(_) => Ok(None),
    }
}

/// A choice between some λ, from the largest to the smallest.
struct Choosing<'a> {
    table: &'a Table,
    options: &'a FitOptions,
    lambdas: &'a [Decimal],
    rule: SelectRule,
    started: Instant,
}

/// What became of a choice.
enum Outcome {
    Chosen(Selection),
    /// The watch stopped it; these are the folds so far.
    Stopped(Vec<Vec<Trial>>),
}

impl Choosing<'_> {
    /// Runs the folds, which may take so much time, and compares.
    fn by(
        &self,
        folds: &[Fold],
        time: Option<Duration>,
        watch: &mut dyn Watch<SelectProgress>,
    ) -> Result<Outcome, SelectError> {
        let checked = checked(self.lambdas, self.options, &self.table.labels)?;
        let workers = Workers { table: self.table, options: &checked, folds };
        let trials = match workers.run(time, watch)? {
            FoldsDone::All(trials) => trials,
            FoldsDone::Some(trials) => return Ok(Outcome::Stopped(trials)),
        };
        let choice = Choice::new(self.lambdas, &trials);
        Ok(Outcome::Chosen(Selection {
            folds: folds.len(),
            min: choice.min,
            one_se: choice.one_se,
            rule: self.rule,
            chosen: choice.by(self.rule),
            candidates: choice.candidates,
            seconds: self.started.elapsed().as_secs_f64(),
        }))
    }
}

/// What to choose from.
fn lambdas(
    table: &Table,
    options: &FitOptions,
    how: &SelectOptions,
    folds: usize,
    watch: &mut dyn Watch<SelectProgress>,
) -> Result<Vec<Decimal>, Halt> {
    if let Some(given) = &how.lambdas {
        return Ok(given.clone());
    }
    let goal = without_lambda(options).check(&table.labels)?.goal;
    let time = options.time_limit.map(|limit| limit / 4);
    let found = path_candidates(table, options, &goal, (time, folds), watch)?;
    Ok(found.unwrap_or_else(|| candidate_lambdas(table)))
}

/// The same options with a λ that is none of the user's.
fn without_lambda(options: &FitOptions) -> FitOptions {
    FitOptions { lambda: FitOptions::default().lambda, ..options.clone() }
}

/// The largest first, each value once.
fn descending(mut lambdas: Vec<Decimal>) -> Result<Vec<Decimal>, SelectError> {
    lambdas.sort_by(|a, b| b.value().cmp(a.value()));
    lambdas.dedup_by(|a, b| a.value() == b.value());
    if lambdas.is_empty() { Err(SelectError::NoLambda) } else { Ok(lambdas) }
}

/// The options for each λ; the trees of the folds are not listed.
fn checked(
    lambdas: &[Decimal],
    options: &FitOptions,
    labels: &Labels,
) -> Result<Vec<CheckedOptions>, SelectError> {
    let with = |lambda: &Decimal| FitOptions { lambda: lambda.clone(), ..options.clone() };
    lambdas
        .iter()
        .map(|lambda| {
            let mut checked = with(lambda).check(labels)?;
            checked.search.all_optima = 1;
            Ok(checked)
        })
        .collect()
}

/// The options of the last fit: the time that is left is its own.
fn last_options(options: &FitOptions, lambda: &Decimal, started: Instant) -> FitOptions {
    let left = |limit: Duration| limit.saturating_sub(started.elapsed());
    let time_limit = options.time_limit.map(left);
    FitOptions { lambda: lambda.clone(), time_limit, ..options.clone() }
}
