//! `path`, and what it returns.
use crate::failure::{from_any, from_fit};
use crate::observer::Observer;
use crate::options::{OptionsIn, left};
use crate::select::{Chosen, HowIn, failure};
use crate::table::{ColumnIn, LabelsIn, WeightsIn, table};
use gosdt::{
    Decimal, FitOptions, Path, PathOptions, PathProgress, PathTree, SelectOptions, Selection,
    Status, Table, Watch, select_on_path,
};
use pyo3::prelude::*;
use std::time::Instant;

/// A tree of a path.
#[pyclass(frozen, get_all, module = "gosdt_rs._gosdt")]
pub struct TreeFound {
    /// The model file.
    model: String,
    /// The smallest λ for which it is the best, as an exact decimal or fraction.
    low: String,
    /// The largest.
    high: String,
    /// The most that it may be above the optimum.
    gap: f64,
    /// Training accuracy.
    accuracy: f64,
}

/// What a path hands over.
#[pyclass(frozen, module = "gosdt_rs._gosdt")]
pub struct PathFound {
    /// `optimal`, or what stopped it.
    #[pyo3(get)]
    status: &'static str,
    trees: Vec<Py<TreeFound>>,
    /// Ranges of λ that are not proven: smallest, largest, gap.
    #[pyo3(get)]
    unproven: Vec<(String, String, f64)>,
    /// Seconds of it all.
    #[pyo3(get)]
    seconds: f64,
    /// Subproblems expanded.
    #[pyo3(get)]
    nodes: u64,
    /// Most bytes that the searches held.
    #[pyo3(get)]
    peak_memory: u64,
    /// What to be wary of.
    #[pyo3(get)]
    warnings: Vec<String>,
    /// What a cross-validation says of each tree; `None` if there was none, or not to its end.
    chosen: Option<Py<Chosen>>,
}

#[pymethods]
impl PathFound {
    /// The trees, from the largest λ to the smallest.
    #[getter]
    fn trees(&self, py: Python<'_>) -> Vec<Py<TreeFound>> {
        self.trees.iter().map(|tree| tree.clone_ref(py)).collect()
    }

    /// What a cross-validation says of each tree.
    #[getter]
    fn chosen(&self, py: Python<'_>) -> Option<Py<Chosen>> {
        self.chosen.as_ref().map(|chosen| chosen.clone_ref(py))
    }
}

/// Finds all optimal trees between two λ, and cross-validates them if `how` says so; the path may then use
/// half of the time. The GIL is free meanwhile; signals are looked for every 50 ms.
#[pyfunction]
#[pyo3(signature = (columns, labels, weights, options, ends, how=None, show=None))]
#[allow(clippy::too_many_arguments, reason = "these are the arguments of a function of Python")]
pub fn path(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    options: OptionsIn,
    ends: (String, String),
    how: Option<HowIn>,
    show: Option<Py<PyAny>>,
) -> PyResult<PathFound> {
    let started = Instant::now();
    let missing = options.missing()?;
    let end = |text: String| text.parse::<Decimal>().map_err(|error| from_any(&error));
    let options = PathOptions { fit: options.fit_options()?, from: end(ends.0)?, to: end(ends.1)? };
    let how = how.map(HowIn::options).transpose()?;
    let again = show.as_ref().map(|show| show.clone_ref(py));
    let (found, chosen) = py.detach(move || {
        let table = table(columns, labels, weights, missing)?;
        let limit = options.fit.time_limit;
        let share = if how.is_some() { 2 } else { 1 };
        let timed = |time_limit| PathOptions {
            fit: FitOptions { time_limit, ..options.fit.clone() },
            ..options.clone()
        };
        let time = left(limit, started).map(|left| left / share);
        let found = watched(&table, &timed(time), Observer::new(show))?;
        let folds = how.filter(|_| found.status != Status::Interrupted);
        let options = timed(left(limit, started));
        let chosen =
            folds.map(|how| selected(&table, &options, &found, &how, Observer::new(again)));
        Ok::<_, PyErr>((found, chosen.transpose()?.flatten()))
    })?;
    PathFound::new(py, found, chosen.as_ref())
}

fn watched(table: &Table, options: &PathOptions, mut observer: Observer) -> PyResult<Path> {
    let found = gosdt::path(table, options, &mut observer);
    observer.finish()?;
    found.map_err(|error| from_fit(&error))
}

fn selected(
    table: &Table,
    options: &PathOptions,
    found: &Path,
    how: &SelectOptions,
    mut observer: Observer,
) -> PyResult<Option<Selection>> {
    let chosen = select_on_path(table, options, found, &how.folds, how.rule, &mut observer);
    observer.finish()?;
    chosen.map_err(|error| failure(&error))
}

impl PathFound {
    fn new(py: Python<'_>, found: Path, chosen: Option<&Selection>) -> PyResult<PathFound> {
        let tree = |tree: &PathTree| Py::new(py, TreeFound::new(tree));
        let open = found.unproven.iter();
        Ok(PathFound {
            trees: found.trees.iter().map(tree).collect::<PyResult<_>>()?,
            unproven: open
                .map(|range| (range.low.to_string(), range.high.to_string(), range.gap))
                .collect(),
            status: found.status.as_str(),
            seconds: found.seconds,
            nodes: found.nodes,
            peak_memory: found.peak_memory,
            warnings: found.warnings,
            chosen: chosen.map(|chosen| Py::new(py, Chosen::new(chosen))).transpose()?,
        })
    }
}

impl TreeFound {
    fn new(tree: &PathTree) -> TreeFound {
        TreeFound {
            model: tree.model.to_json(),
            low: tree.low.to_string(),
            high: tree.high.to_string(),
            gap: tree.gap,
            accuracy: tree.train.accuracy,
        }
    }
}

impl Watch<PathProgress> for Observer {
    fn progress(&mut self, progress: &PathProgress) {
        let gap = progress.upper_bound.map_or(f64::NAN, |upper| upper - progress.lower_bound);
        let PathProgress { elapsed, proven_to, trees, lambda, nodes, .. } = *progress;
        self.show(|show, py| {
            show.call1(py, (elapsed.as_secs_f64(), proven_to, trees, lambda, gap, nodes)).map(drop)
        });
    }

    fn should_stop(&mut self) -> bool {
        self.is_stopped()
    }
}
