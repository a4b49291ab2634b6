//! `fit`, and what it returns.
use crate::failure::from_fit;
use crate::observer::{Event, Observer};
use crate::options::{OptionsIn, left};
use crate::table::{ColumnIn, LabelsIn, WeightsIn, table};
use gosdt::{Fit, FitOptions, Table};
use pyo3::prelude::*;
use std::time::Instant;

/// What a fit hands over.
#[pyclass(frozen, get_all, module = "gosdt_rs._gosdt")]
pub struct Fitted {
    /// The model file.
    model: String,
    /// Seconds of the whole fit.
    seconds: f64,
    /// Seconds of the search alone.
    search_seconds: f64,
    /// Subproblems expanded.
    nodes: u64,
    /// Most bytes that the search held.
    peak_memory: u64,
    /// Tests that the columns offered.
    candidates: usize,
    /// Tests that all rows answer alike.
    constant: usize,
    /// Tests that say the same as another.
    merged: usize,
    /// What to be wary of.
    warnings: Vec<String>,
    /// The course of the search.
    trace: Vec<Event>,
}

/// Fits a tree. The GIL is free meanwhile; signals are looked for every 50 ms.
#[pyfunction]
#[pyo3(signature = (columns, labels, weights, options, show=None))]
pub fn fit(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    options: OptionsIn,
    show: Option<Py<PyAny>>,
) -> PyResult<Fitted> {
    let started = Instant::now();
    let missing = options.missing()?;
    let options = options.fit_options()?;
    py.detach(move || {
        let table = table(columns, labels, weights, missing)?;
        let options = FitOptions { time_limit: left(options.time_limit, started), ..options };
        watched(&table, &options, Observer::new(show))
    })
}

fn watched(table: &Table, options: &FitOptions, mut observer: Observer) -> PyResult<Fitted> {
    let fitted = gosdt::fit(table, options, &mut observer);
    let trace = observer.finish()?;
    Ok(Fitted::new(fitted.map_err(|error| from_fit(&error))?, trace))
}

impl Fitted {
    /// Of a fit and the course of its search.
    pub fn new(Fit { model, report, .. }: Fit, trace: Vec<Event>) -> Fitted {
        Fitted {
            model: model.to_json(),
            seconds: report.seconds,
            search_seconds: report.search_seconds,
            nodes: report.nodes,
            peak_memory: report.peak_memory,
            candidates: report.candidates,
            constant: report.constant,
            merged: report.merged,
            warnings: report.warnings,
            trace,
        }
    }
}
