//! Options from Python → the façade's.
use crate::failure::from_any;
use gosdt::{
    ColumnThresholds, CostMatrix, Decimal, FitOptions, Missing, ObjectiveChoice, OptionsError,
    Thresholds,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// The options, as a dictionary with all of these keys.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct OptionsIn {
    objective: String,
    cost_matrix: Option<String>,
    positive: Option<String>,
    regularization: String,
    max_depth: Option<u32>,
    max_leaves: Option<u32>,
    min_samples_leaf: u32,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    threads: usize,
    missing: String,
    thresholds: ThresholdsIn,
}

/// A rule, or lists of thresholds by column.
#[derive(FromPyObject)]
pub enum ThresholdsIn {
    /// A rule.
    Rule(String),
    /// Lists.
    Given(Vec<(String, Vec<f64>)>),
}

impl ThresholdsIn {
    /// The façade's.
    pub fn thresholds(self) -> PyResult<Thresholds> {
        let listed = |(column, at)| ColumnThresholds { column, at };
        match self {
            ThresholdsIn::Rule(rule) => rule.parse().map_err(|error| from_any(&error)),
            ThresholdsIn::Given(columns) => {
                Ok(Thresholds::Given(columns.into_iter().map(listed).collect()))
            }
        }
    }
}

impl OptionsIn {
    /// How missing values are treated.
    pub fn missing(&self) -> PyResult<Missing> {
        missing_policy(&self.missing)
    }

    /// The façade's options.
    pub fn fit_options(self) -> PyResult<FitOptions> {
        Ok(FitOptions {
            objective: self.objective().map_err(|error| from_any(&error))?,
            lambda: decimal(&self.regularization)?,
            time_limit: self.time_limit.map(duration).transpose()?,
            positive: self.positive,
            max_depth: self.max_depth,
            max_leaves: self.max_leaves,
            min_leaf: self.min_samples_leaf,
            memory_limit: self.memory_limit,
            threads: Some(self.threads),
            thresholds: self.thresholds.thresholds()?,
            ..FitOptions::default()
        })
    }

    fn objective(&self) -> Result<ObjectiveChoice, OptionsError> {
        match &self.cost_matrix {
            Some(text) => Ok(ObjectiveChoice::Costs(CostMatrix::parse(text, "cost_matrix")?)),
            // Only the program reads files: an objective may come from anywhere.
            None => ObjectiveChoice::named(&self.objective),
        }
    }
}

/// The time that is left for a fit of which a part began at `started`.
pub fn left(time_limit: Option<Duration>, started: Instant) -> Option<Duration> {
    time_limit.map(|limit| limit.saturating_sub(started.elapsed()))
}

/// How missing values are treated.
pub fn missing_policy(text: &str) -> PyResult<Missing> {
    match text {
        "error" => Ok(Missing::Error),
        "drop" => Ok(Missing::Drop),
        "category" => Ok(Missing::Category),
        other => Err(PyValueError::new_err(format!(
            "missing={other:?}; choose 'error', 'drop' or 'category'"
        ))),
    }
}

/// An exact decimal.
pub fn decimal(text: &str) -> PyResult<Decimal> {
    text.parse().map_err(|error| from_any(&error))
}

fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|error| from_any(&error))
}
