//! `select`: λ chosen by cross-validation, then a fit.
use crate::failure::{from_any, from_fit};
use crate::fitted::Fitted;
use crate::observer::Observer;
use crate::options::{OptionsIn, decimal, left};
use crate::table::{ColumnIn, LabelsIn, WeightsIn, table};
use gosdt::{FitOptions, Fold, Folds, SelectError, SelectOptions, SelectRule, Selected, Selection};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::time::Instant;

/// How to choose, as a dictionary with all of these keys.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct HowIn {
    folds: usize,
    seed: u64,
    splits: Option<Vec<(Vec<usize>, Vec<usize>)>>,
    lambdas: Option<Vec<String>>,
    rule: String,
}

impl HowIn {
    /// As the library wants it.
    pub fn options(self) -> PyResult<SelectOptions> {
        let fold = |(train, test)| Fold { train, test };
        let lambdas = self.lambdas.map(|all| all.iter().map(|text| decimal(text)).collect());
        Ok(SelectOptions {
            folds: match self.splits {
                Some(splits) => Folds::Given(splits.into_iter().map(fold).collect()),
                None => Folds::Stratified { folds: self.folds, seed: self.seed },
            },
            lambdas: lambdas.transpose()?,
            rule: match self.rule.as_str() {
                "min" => SelectRule::Min,
                "1se" => SelectRule::OneSe,
                other => {
                    let text = format!("rule={other:?}; choose 'min' or '1se'");
                    return Err(PyValueError::new_err(text));
                }
            },
        })
    }
}

/// What a cross-validation came to: a list has an entry for each λ, the largest first.
#[pyclass(frozen, get_all, module = "gosdt_rs._gosdt")]
pub struct Chosen {
    /// λ, as exact decimals.
    lambdas: Vec<String>,
    /// Mean loss on the rows held out.
    mean_loss: Vec<f64>,
    /// Its standard error.
    loss_error: Vec<f64>,
    /// Mean accuracy.
    mean_accuracy: Vec<f64>,
    /// Its standard error.
    accuracy_error: Vec<f64>,
    /// Mean number of leaves.
    mean_leaves: Vec<f64>,
    /// Folds in which the tree was proven optimal.
    proven: Vec<usize>,
    /// Loss in each fold.
    losses: Vec<Vec<f64>>,
    /// Accuracy in each fold.
    accuracies: Vec<Vec<f64>>,
    /// Leaves in each fold.
    leaves: Vec<Vec<usize>>,
    /// The λ with the least mean loss.
    min: usize,
    /// The largest λ within one standard error of it.
    one_se: usize,
    /// The one that was taken.
    chosen: usize,
    /// Seconds of the cross-validation.
    seconds: f64,
}

/// Chooses λ, and fits a tree with it. The GIL is free meanwhile.
#[pyfunction]
#[pyo3(signature = (columns, labels, weights, options, how, show=None))]
pub fn select(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    options: OptionsIn,
    how: HowIn,
    show: Option<Py<PyAny>>,
) -> PyResult<(Fitted, Chosen)> {
    let started = Instant::now();
    let missing = options.missing()?;
    let (options, how) = (options.fit_options()?, how.options()?);
    py.detach(move || {
        let table = table(columns, labels, weights, missing)?;
        let options = FitOptions { time_limit: left(options.time_limit, started), ..options };
        let mut observer = Observer::new(show);
        let selected = gosdt::select(&table, &options, &how, &mut observer);
        let trace = observer.finish()?;
        let Selected { fit, selection } = selected.map_err(|error| failure(&error))?;
        Ok((Fitted::new(fit, trace), Chosen::new(&selection)))
    })
}

/// Why nothing was chosen, as Python says it.
pub fn failure(error: &SelectError) -> PyErr {
    match error {
        SelectError::Fit(error) => from_fit(error),
        SelectError::Interrupted(_) => PyKeyboardInterrupt::new_err(error.to_string()),
        _ => from_any(error),
    }
}

impl Chosen {
    /// What is known of it.
    pub fn new(selection: &Selection) -> Chosen {
        let all = || selection.candidates.iter();
        Chosen {
            lambdas: all().map(|one| one.lambda.to_string()).collect(),
            mean_loss: all().map(|one| one.mean_loss).collect(),
            loss_error: all().map(|one| one.loss_error).collect(),
            mean_accuracy: all().map(|one| one.mean_accuracy).collect(),
            accuracy_error: all().map(|one| one.accuracy_error).collect(),
            mean_leaves: all().map(|one| one.mean_leaves).collect(),
            proven: all().map(|one| one.proven).collect(),
            losses: all().map(|one| one.losses.clone()).collect(),
            accuracies: all().map(|one| one.accuracies.clone()).collect(),
            leaves: all().map(|one| one.leaves.clone()).collect(),
            min: selection.min,
            one_se: selection.one_se,
            chosen: selection.chosen,
            seconds: selection.seconds,
        }
    }
}
