//! Choosing λ by cross-validation, and the tree of the λ that was chosen.
//!
//! `folds` says which rows are held out when, `lambdas` what there is to choose from, `trial` fits
//! and measures one fold, `workers` runs the folds side by side, `rule` compares.
mod folds;
mod lambdas;
mod rule;
mod trial;
mod workers;

pub use folds::{Fold, stratified_folds};
pub use lambdas::candidate_lambdas;

use crate::fit::{Fit, FitError, fit};
use crate::options::{CheckedOptions, Decimal, FitOptions, Goal, OptionsError};
use crate::watch::Watch;
use gosdt_data::{Labels, Table};
use rule::Choice;
use std::time::{Duration, Instant};
use workers::Workers;

/// Which of the λ is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SelectRule {
    /// That with the least mean loss on the rows held out.
    Min,
    /// The largest whose mean loss is at most one standard error above the least: the simplest
    /// trees that are not clearly worse.
    #[default]
    OneSe,
}

/// The folds to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folds {
    /// As [`stratified_folds`] makes them.
    Stratified {
        /// How many. \[range: ≥ 2\]
        folds: usize,
        /// What the shuffling starts from.
        seed: u64,
    },
    /// These.
    Given(Vec<Fold>),
}

/// How to choose λ.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectOptions {
    /// The folds. \[default: five stratified ones, seed 0\]
    pub folds: Folds,
    /// What to choose from, in any order. \[default: none, which is [`candidate_lambdas`]\]
    pub lambdas: Option<Vec<Decimal>>,
    /// Which is taken. \[default: one standard error\]
    pub rule: SelectRule,
}

impl Default for SelectOptions {
    fn default() -> Self {
        let folds = Folds::Stratified { folds: 5, seed: 0 };
        SelectOptions { folds, lambdas: None, rule: SelectRule::default() }
    }
}

/// What the folds say of one λ. Losses are the objective's own, on the rows held out.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// λ.
    pub lambda: Decimal,
    /// Mean loss over the folds.
    pub mean_loss: f64,
    /// Its standard error: s/√k over k folds.
    pub loss_error: f64,
    /// Mean accuracy over the folds.
    pub mean_accuracy: f64,
    /// Its standard error.
    pub accuracy_error: f64,
    /// Mean number of leaves.
    pub mean_leaves: f64,
    /// In how many folds the tree was proven optimal for the rows that it was fitted to.
    pub proven: usize,
    /// The loss in each fold.
    pub losses: Vec<f64>,
    /// The accuracy in each fold.
    pub accuracies: Vec<f64>,
    /// The leaves in each fold.
    pub leaves: Vec<usize>,
}

/// What a cross-validation came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// How many folds.
    pub folds: usize,
    /// What there was to choose from, the largest λ first.
    pub candidates: Vec<Candidate>,
    /// The candidate with the least mean loss.
    pub min: usize,
    /// The candidate of the one-standard-error rule.
    pub one_se: usize,
    /// The rule that was followed.
    pub rule: SelectRule,
    /// The candidate that it chose.
    pub chosen: usize,
    /// Seconds of the cross-validation, without the last fit.
    pub seconds: f64,
}

/// The tree for the λ that was chosen, fitted to all rows, and how it was chosen.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The fit.
    pub fit: Fit,
    /// The choice.
    pub selection: Selection,
}

/// Why nothing was chosen.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// The table, the options, or a tree that is not what the search claims.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// Fewer than two folds.
    #[error("a cross-validation needs at least 2 folds, not {0}")]
    FewFolds(usize),
    /// A class that cannot be in every fold.
    #[error(
        "class '{class}' has {rows} rows with weight, fewer than the {folds} folds; \
         use fewer folds, or leave the class out"
    )]
    FewRows {
        /// The class.
        class: String,
        /// Its rows that have weight.
        rows: usize,
        /// The folds.
        folds: usize,
    },
    /// Nothing to choose from.
    #[error("there is no λ to choose from; give at least one")]
    NoLambda,
    /// A fold that was given and cannot be used.
    #[error("fold {fold} has {problem}")]
    BadFold {
        /// Which, from 1.
        fold: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// Stopped by the watch before there was anything to choose by.
    #[error("interrupted before a λ was chosen: there is no tree")]
    Interrupted,
}

impl From<OptionsError> for SelectError {
    fn from(error: OptionsError) -> SelectError {
        SelectError::Fit(error.into())
    }
}

/// Chooses λ by cross-validation, and fits with it to all rows; `options.lambda` is not looked at.
///
/// The folds run side by side on the threads of the options, and each search has one of them, or
/// more if there are more threads than folds. The choice does not depend on their number, unless the
/// time limit ends a search. Of a time limit, the folds may use half, each λ of a fold an equal part
/// of what the fold has left; all the rest is for the last fit.
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
    watch: &mut dyn Watch,
) -> Result<Selected, SelectError> {
    let started = Instant::now();
    let lambdas = descending(how.lambdas.clone().unwrap_or_else(|| candidate_lambdas(table)))?;
    let checked = checked(&lambdas, options, &table.labels)?;
    let folds = folds_of(table, &how.folds, &checked[0])?;
    let workers = Workers { table, options: &checked, folds: &folds };
    let trials = workers.run(options.time_limit.map(|limit| limit / 2), watch)?;
    let choice = Choice::new(&lambdas, &trials);
    let chosen = choice.by(how.rule);
    let selection = Selection {
        folds: folds.len(),
        min: choice.min,
        one_se: choice.one_se,
        rule: how.rule,
        chosen,
        candidates: choice.candidates,
        seconds: started.elapsed().as_secs_f64(),
    };
    let mut fit = fit(table, &last_options(options, &lambdas[chosen], started), watch)?;
    fit.report.warnings.extend(selection.warning());
    Ok(Selected { fit, selection })
}

impl Selection {
    /// The candidate that was chosen.
    pub fn choice(&self) -> &Candidate {
        &self.candidates[self.chosen]
    }

    /// Says how many trees the choice rests on that are not proven, if there are any.
    fn warning(&self) -> Option<String> {
        let all = self.folds * self.candidates.len();
        let proven: usize = self.candidates.iter().map(|candidate| candidate.proven).sum();
        (proven < all).then(|| {
            format!(
                "{} of the {all} trees of the cross-validation were stopped by a limit: the choice \
                 of λ rests on the best trees found",
                all - proven
            )
        })
    }
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

fn folds_of(
    table: &Table,
    folds: &Folds,
    options: &CheckedOptions,
) -> Result<Vec<Fold>, SelectError> {
    match folds {
        Folds::Stratified { folds, seed } => stratified_folds(table, *folds, *seed),
        Folds::Given(folds) if folds.len() < 2 => Err(SelectError::FewFolds(folds.len())),
        Folds::Given(folds) => {
            let numbered = folds.iter().enumerate();
            let problem =
                |(at, fold): (usize, &Fold)| Some((at, fold_problem(table, fold, options)?));
            match numbered.map(problem).find_map(|found| found) {
                Some((at, problem)) => Err(SelectError::BadFold { fold: at + 1, problem }),
                None => Ok(folds.clone()),
            }
        }
    }
}

/// Both parts must have weight, and for objectives that rank weight of both classes.
fn fold_problem(table: &Table, fold: &Fold, options: &CheckedOptions) -> Option<String> {
    for (part, rows) in [("training", &fold.train), ("held-out", &fold.test)] {
        if let Some(row) = rows.iter().find(|&&row| row >= table.rows) {
            return Some(format!("row {row} in its {part} rows, but the table has {}", table.rows));
        }
        let weight = |row: usize| table.weights.as_ref().map_or(1, |weights| weights.values[row]);
        let mut totals = vec![0u128; table.labels.classes.len()];
        for &row in rows {
            totals[table.labels.codes[row] as usize] += u128::from(weight(row));
        }
        let ranks = matches!(options.goal, Goal::Ranked(_));
        if ranks && let Some(class) = totals.iter().position(|&total| total == 0) {
            let class = &table.labels.classes[class];
            return Some(format!("no weight of class '{class}' in its {part} rows"));
        }
        if totals.iter().all(|&total| total == 0) {
            return Some(format!("no weight in its {part} rows"));
        }
    }
    None
}
