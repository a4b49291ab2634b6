//! The report: what is known of a fit → one HTML page.
use crate::failure::from_any;
use crate::measured::{RowsIn, measured};
use crate::model::read;
use crate::observer::Event;
use gosdt::{Model, Phases, Progress, Report};
use gosdt_report::{Measured, Page};
use pyo3::prelude::*;
use std::time::Duration;

/// What a fit took, as a dictionary with all of these keys.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct ReportIn {
    seconds: f64,
    search_seconds: f64,
    nodes: u64,
    peak_memory: u64,
    candidates: usize,
    constant: usize,
    merged: usize,
    dropped_rows: usize,
    warnings: Vec<String>,
}

/// The page about a model; without `report` what only a fit knows is left out.
#[pyfunction]
#[pyo3(signature = (json, report, trace, test, command, checked_lemmas=None))]
pub fn report_page(
    json: &str,
    report: Option<ReportIn>,
    trace: Vec<Event>,
    test: Option<RowsIn>,
    command: &str,
    checked_lemmas: Option<u64>,
) -> PyResult<String> {
    let model = read(json)?;
    let test = test.map(|rows| measured(&model, Some(rows))).transpose()?;
    let report = report.map(|report| report.known(&model));
    let trace = trace.into_iter().map(moment).collect::<PyResult<Vec<Progress>>>()?;
    let page = Page {
        report: report.as_ref(),
        test: test.as_ref(),
        trace: &trace,
        command: Some(command),
        checked_lemmas,
        ..Page::new(&model)
    };
    Ok(page.html())
}

impl ReportIn {
    fn known(self, model: &Model) -> Report {
        Report {
            seconds: self.seconds,
            search_seconds: self.search_seconds,
            phases: Phases::default(),
            nodes: self.nodes,
            peak_memory: self.peak_memory,
            candidates: self.candidates,
            constant: self.constant,
            merged: self.merged,
            dropped_rows: self.dropped_rows,
            warnings: self.warnings,
            listed_all: true,
            train: Measured::on_training(model).metrics,
        }
    }
}

fn moment((seconds, lower_bound, upper_bound, nodes, memory): Event) -> PyResult<Progress> {
    let elapsed = Duration::try_from_secs_f64(seconds).map_err(|error| from_any(&error))?;
    let upper_bound = (!upper_bound.is_nan()).then_some(upper_bound);
    Ok(Progress { elapsed, lower_bound, upper_bound, nodes, memory })
}
