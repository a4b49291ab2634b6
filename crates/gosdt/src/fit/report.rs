//! What a fit took, and what to be wary of.
use super::phases::{Moments, Phases};
use super::search_result::SearchResult;
use super::warnings::lone_leaf_warning;
use crate::model::training_metrics;
use crate::training_data::TrainingData;
use gosdt_tree::{Metrics, Model};

/// What a fit took, and what to be wary of.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Seconds of the whole fit.
    pub seconds: f64,
    /// Seconds of the search alone.
    pub search_seconds: f64,
    /// Seconds of each step.
    pub phases: Phases,
    /// Subproblems that the search expanded.
    pub nodes: u64,
    /// Most bytes that the search's own structures held.
    pub peak_memory: u64,
    /// Yes/no tests that the columns offered.
    pub candidates: usize,
    /// Tests left out since all rows answer them alike.
    pub constant: usize,
    /// Tests left out since they say the same as another, or its contrary.
    pub merged: usize,
    /// Rows left out because of missing values.
    pub dropped_rows: usize,
    /// Whether the list of optimal trees has all of them, or as many as were asked for. False where
    /// listing was stopped.
    pub listed_all: bool,
    /// What to be wary of, a sentence each.
    pub warnings: Vec<String>,
    /// Metrics on the training rows.
    pub train: Metrics,
}

impl Report {
    /// The report of a fit whose steps ended at these moments.
    pub(crate) fn new(
        data: &TrainingData<'_>,
        result: &SearchResult,
        model: &Model,
        moments: &Moments,
    ) -> Report {
        let train = training_metrics(data, &result.trees[0].1, model);
        Report {
            train,
            listed_all: result.listed_all,
            warnings: result.warnings.iter().cloned().chain(lone_leaf_warning(model)).collect(),
            candidates: data.classes.offered,
            constant: data.classes.constant,
            merged: data.classes.merged,
            dropped_rows: data.table.dropped_rows,
            nodes: result.statistics.nodes,
            peak_memory: result.statistics.peak_memory,
            search_seconds: result.statistics.elapsed.as_secs_f64(),
            phases: moments.phases(),
            seconds: moments.started.elapsed().as_secs_f64(),
        }
    }
}
