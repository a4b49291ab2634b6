//! `path`, and what it returns.
use crate::failure::{from_any, from_fit};
use crate::observer::Observer;
use crate::options::{OptionsIn, left};
use crate::table::{ColumnIn, LabelsIn, WeightsIn, table};
use gosdt::{Decimal, FitOptions, Path, PathOptions, PathProgress, PathTree, Table, Watch};
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
}

#[pymethods]
impl PathFound {
    /// The trees, from the largest λ to the smallest.
    #[getter]
    fn trees(&self, py: Python<'_>) -> Vec<Py<TreeFound>> {
        self.trees.iter().map(|tree| tree.clone_ref(py)).collect()
    }
}

/// Finds all optimal trees between two λ. The GIL is free meanwhile; signals are looked for every
/// 50 ms.
#[pyfunction]
#[pyo3(signature = (columns, labels, weights, options, ends, show=None))]
pub fn path(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    options: OptionsIn,
    ends: (String, String),
    show: Option<Py<PyAny>>,
) -> PyResult<PathFound> {
    let started = Instant::now();
    let missing = options.missing()?;
    let end = |text: String| text.parse::<Decimal>().map_err(|error| from_any(&error));
    let options = PathOptions { fit: options.fit_options()?, from: end(ends.0)?, to: end(ends.1)? };
    let found = py.detach(move || {
        let table = table(columns, labels, weights, missing)?;
        let time_limit = left(options.fit.time_limit, started);
        let fit = FitOptions { time_limit, ..options.fit };
        let options = PathOptions { fit, ..options };
        watched(&table, &options, Observer::new(show))
    })?;
    PathFound::new(py, found)
}

fn watched(table: &Table, options: &PathOptions, mut observer: Observer) -> PyResult<Path> {
    let found = gosdt::path(table, options, &mut observer);
    observer.finish()?;
    found.map_err(|error| from_fit(&error))
}

impl PathFound {
    fn new(py: Python<'_>, found: Path) -> PyResult<PathFound> {
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
