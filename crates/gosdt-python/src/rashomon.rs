//! `rashomon`, and what it returns.
use crate::failure::{from_any, from_fit};
use crate::observer::Observer;
use crate::options::{OptionsIn, left};
use crate::table::{ColumnIn, LabelsIn, WeightsIn, table};
use gosdt::{
    Criterion, Decimal, Direction, FitOptions, OptionsError, Rashomon, RashomonFilter,
    RashomonOptions, RashomonThreshold,
};
use gosdt_report::{RashomonPage, timbertrek};
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::time::Instant;

/// A set of near-optimal trees.
#[pyclass(frozen, module = "gosdt_rs._gosdt")]
pub struct SetFound {
    set: Rashomon,
}

/// A column: its name, its least, largest and mean importance, the share of the trees that ask it.
type Importance = (String, f64, f64, f64, f64);

/// Which trees of a set are asked for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct FilterIn {
    min_leaves: Option<u32>,
    max_leaves: Option<u32>,
    max_depth: Option<u32>,
    avoids: Vec<String>,
    uses: Vec<String>,
    top: Option<String>,
    no_trivial: bool,
    below: Option<String>,
    rising: Vec<String>,
    falling: Vec<String>,
}

/// Finds all trees up to a threshold: `within`, `slack` or `below`, and its value. The GIL is free
/// meanwhile; signals are looked for every 50 ms.
#[pyfunction]
#[pyo3(signature = (columns, labels, weights, options, threshold, show=None))]
pub fn rashomon(
    py: Python<'_>,
    columns: Vec<ColumnIn>,
    labels: LabelsIn,
    weights: Option<WeightsIn>,
    options: OptionsIn,
    threshold: (String, String),
    show: Option<Py<PyAny>>,
) -> PyResult<SetFound> {
    let started = Instant::now();
    let missing = options.missing()?;
    let value: Decimal = threshold.1.parse().map_err(|error| from_any(&error))?;
    let threshold = match threshold.0.as_str() {
        "slack" => RashomonThreshold::Slack(value),
        "below" => RashomonThreshold::Below(value),
        _ => RashomonThreshold::Within(value),
    };
    let fit = options.fit_options()?;
    py.detach(move || {
        let table = Arc::new(table(columns, labels, weights, missing)?);
        let fit = FitOptions { time_limit: left(fit.time_limit, started), ..fit };
        let mut observer = Observer::new(show);
        let set = gosdt::rashomon(&table, &RashomonOptions { fit, threshold }, &mut observer);
        observer.finish()?;
        Ok(SetFound { set: set.map_err(|error| from_fit(&error))? })
    })
}

#[pymethods]
impl SetFound {
    /// `optimal`, or what stopped it.
    #[getter]
    fn status(&self) -> &'static str {
        self.set.status().as_str()
    }

    /// The least objective.
    #[getter]
    fn optimum(&self) -> f64 {
        self.set.optimum()
    }

    /// The largest objective of a tree.
    #[getter]
    fn threshold(&self) -> f64 {
        self.set.threshold()
    }

    /// The number of trees, in digits.
    #[getter]
    fn count(&self) -> String {
        self.set.count().to_string()
    }

    /// The number of trees without two sibling leaves of one class, in digits.
    fn count_without_trivial(&self) -> Option<String> {
        self.set.count_without_trivial().map(|count| count.to_string())
    }

    /// The number of ways to part the rows, if there are at most `most`.
    fn distinct_partitions(&self, most: usize) -> Option<usize> {
        self.set.distinct_partitions(most)
    }

    /// The number of trees of each objective, in digits.
    fn histogram(&self) -> Vec<(f64, String)> {
        let histogram = self.set.histogram().into_iter();
        histogram.map(|(objective, trees)| (objective, trees.to_string())).collect()
    }

    /// Seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.set.seconds()
    }

    /// What to be wary of.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.set.warnings().to_vec()
    }

    /// The model of the tree of this number.
    fn model(&self, py: Python<'_>, number: &str) -> PyResult<Option<String>> {
        let number = parsed(number)?;
        Ok(py.detach(|| self.set.tree(&number).map(|tree| self.set.model(&tree).to_json())))
    }

    /// The numbers of a sample.
    fn sample(&self, py: Python<'_>, size: usize, seed: u64) -> Vec<String> {
        let trees = py.detach(|| self.set.sample(size, seed));
        trees.into_iter().map(|tree| tree.number.to_string()).collect()
    }

    /// The trees that keep a filter.
    fn filter(&self, py: Python<'_>, filter: FilterIn) -> PyResult<SetFound> {
        let filter = filter.read()?;
        let set = py.detach(|| self.set.filter(&filter)).map_err(|error| from_options(&error))?;
        Ok(SetFound { set })
    }

    /// Whether the trees compared are all, and for each column: name, least, most, mean, used by.
    fn importance_ranges(&self, py: Python<'_>, most: usize, seed: u64) -> (bool, Vec<Importance>) {
        py.detach(|| {
            let examined = self.set.examine(most, seed);
            let ranges = self.set.importance_ranges(&examined).into_iter();
            let ranges = ranges.map(|r| (r.column, r.least, r.most, r.mean, r.used_by));
            (examined.are_all, ranges.collect())
        })
    }

    /// The share of the trees that say each class, by row; ambiguity; discrepancy.
    fn multiplicity(&self, py: Python<'_>, most: usize, seed: u64) -> (Vec<Vec<f64>>, f64, f64) {
        py.detach(|| {
            let found = self.set.multiplicity(&self.set.examine(most, seed));
            (found.shares, found.ambiguity, found.discrepancy)
        })
    }

    /// The number of the best tree by a criterion, and its value.
    fn best_by(
        &self,
        py: Python<'_>,
        criterion: &str,
        most: usize,
        seed: u64,
    ) -> PyResult<Option<(String, f64)>> {
        let criterion = match criterion {
            "accuracy" => Criterion::Accuracy,
            "balanced_accuracy" => Criterion::BalancedAccuracy,
            "auc" => Criterion::Auc,
            "fewest_features" => Criterion::FewestColumns,
            other => return Err(PyValueError::new_err(format!("no criterion {other:?}"))),
        };
        Ok(py.detach(|| {
            let examined = self.set.examine(most, seed);
            let best = self.set.best_by(&examined, criterion);
            best.map(|(tree, value)| (tree.number.to_string(), value))
        }))
    }

    /// The page to explore the set.
    fn page(&self, py: Python<'_>, seed: u64) -> String {
        py.detach(|| RashomonPage { set: &self.set, data: None, command: None }.html(seed))
    }

    /// What TimberTrek reads: up to `most` trees, from the best on.
    fn timbertrek(&self, py: Python<'_>, most: usize) -> PyResult<String> {
        let text = py.detach(|| {
            let trees: Vec<_> = self.set.trees().take(most).collect();
            timbertrek(&self.set, &trees)
        });
        text.map_err(PyValueError::new_err)
    }
}

impl FilterIn {
    fn read(self) -> PyResult<RashomonFilter> {
        let below = self.below.map(|text| text.parse::<Decimal>()).transpose();
        let rising = self.rising.into_iter().map(|name| (name, Direction::Rising));
        let falling = self.falling.into_iter().map(|name| (name, Direction::Falling));
        Ok(RashomonFilter {
            min_leaves: self.min_leaves,
            max_leaves: self.max_leaves,
            max_depth: self.max_depth,
            avoids: self.avoids,
            uses: self.uses,
            top: self.top,
            no_trivial: self.no_trivial,
            below: below.map_err(|error| from_any(&error))?,
            monotone: rising.chain(falling).collect(),
        })
    }
}

fn parsed(number: &str) -> PyResult<BigUint> {
    number.parse().map_err(|error| from_any(&error))
}

fn from_options(error: &OptionsError) -> PyErr {
    from_any(error)
}
