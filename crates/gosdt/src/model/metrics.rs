//! How good a tree is on the rows that it was fitted to.
use super::node_counts::NodeCounts;
use crate::training_data::TrainingData;
use gosdt_tree::{Metrics, Model, Predictions, evaluate};

/// How good a tree is on the rows that it was fitted to; `model` is the tree's.
pub(crate) fn training_metrics(
    data: &TrainingData<'_>,
    counts: &NodeCounts,
    model: &Model,
) -> Metrics {
    let rows = data.classes.class_of_row.iter();
    let (leaves, classes) = rows.map(|&class| counts.leaf_of_class[class as usize]).unzip();
    let truth: Vec<usize> = data.table.labels.codes.iter().map(|&code| code as usize).collect();
    let weights = data.table.weights.as_ref().map(|weights| {
        let unit = weights.denominator as f64;
        weights.values.iter().map(|&value| value as f64 / unit).collect::<Vec<f64>>()
    });
    let metrics = evaluate(model, &Predictions { leaves, classes }, &truth, weights.as_deref());
    metrics.of_rows(data.table.data_rows() as usize)
}
