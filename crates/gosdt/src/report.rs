//! What a fit took, and what to be wary of.
use crate::fit::Answer;
use crate::plant::Tally;
use gosdt_data::{EquivalenceClasses, Table};
use gosdt_search::Costs;
use gosdt_tree::{Metrics, Model, Predictions, evaluate};
use std::time::Instant;

/// What a fit took, and what to be wary of.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Seconds of the whole fit.
    pub seconds: f64,
    /// Seconds of the search alone.
    pub search_seconds: f64,
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
    /// What to be wary of, a sentence each.
    pub warnings: Vec<String>,
    /// Metrics on the training rows.
    pub train: Metrics,
}

/// What the report is about.
pub(crate) struct Facts<'a> {
    pub(crate) table: &'a Table,
    pub(crate) classes: &'a EquivalenceClasses,
    pub(crate) started: Instant,
}

impl Report {
    pub(crate) fn new(facts: &Facts, answer: &Answer, model: &Model) -> Report {
        Report {
            train: train(facts, &answer.trees[0].1, model),
            warnings: answer.warnings.clone(),
            candidates: facts.classes.candidates,
            constant: facts.classes.constant,
            merged: facts.classes.merged,
            dropped_rows: facts.table.dropped_rows,
            nodes: answer.statistics.nodes,
            peak_memory: answer.statistics.peak_memory,
            search_seconds: answer.statistics.elapsed.as_secs_f64(),
            seconds: facts.started.elapsed().as_secs_f64(),
        }
    }
}

/// How good a tree is on the rows that it was fitted to; `model` is the tree's.
pub(crate) fn train(facts: &Facts, tally: &Tally, model: &Model) -> Metrics {
    let rows = facts.classes.class_of_row.iter();
    let (leaves, classes) = rows.map(|&class| tally.leaf_of_class[class as usize]).unzip();
    let truth: Vec<usize> = facts.table.labels.codes.iter().map(|&code| code as usize).collect();
    let weights = facts.table.weights.as_ref().map(|weights| {
        let unit = weights.denominator as f64;
        weights.values.iter().map(|&value| value as f64 / unit).collect::<Vec<f64>>()
    });
    evaluate(model, &Predictions { leaves, classes }, &truth, weights.as_deref())
}

/// Says how many rows were left out, if any were.
pub(crate) fn dropped_rows_warning(table: &Table) -> Option<String> {
    match table.dropped_rows {
        0 => None,
        1 => Some("1 row with a missing value was left out".to_string()),
        rows => Some(format!("{rows} rows with missing values were left out")),
    }
}

/// What to be wary of with these costs.
pub(crate) fn warnings(table: &Table, costs: &Costs) -> Vec<String> {
    let mut warnings: Vec<String> = dropped_rows_warning(table).into_iter().collect();
    if i128::from(costs.per_leaf()) < dearest_row(table, costs) {
        let text = "λ is below one row's weight: a leaf may be spent on a single row";
        warnings.push(text.to_string());
    }
    if !costs.is_exact() {
        let text = "the costs need more than 64 bits and were rounded in their 16th digit: \
                    the tree is optimal for the rounded costs; simpler decimals avoid this";
        warnings.push(text.to_string());
    }
    warnings
}

/// The most that a single row can cost.
fn dearest_row(table: &Table, costs: &Costs) -> i128 {
    let dearest = |class: usize| {
        let each = (0..costs.labels()).map(|label| costs.per_weight(label, class));
        i128::from(each.max().unwrap_or(0))
    };
    let by_class: Vec<i128> = (0..costs.classes()).map(dearest).collect();
    let weight = |row: usize| table.weights.as_ref().map_or(1, |weights| weights.values[row]);
    let codes = table.labels.codes.iter().enumerate();
    codes.map(|(row, &code)| i128::from(weight(row)) * by_class[code as usize]).max().unwrap_or(0)
}
