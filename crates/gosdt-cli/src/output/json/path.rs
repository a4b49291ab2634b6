//! A path for programs: one JSON object.
use super::selection::SelectionJson;
use super::spelled::spelled;
use super::tree::tree_json;
use crate::output::PathResults;
use gosdt::{KeptThresholds, Metrics, PathTree, Status, Unproven};
use serde::Serialize;
use serde_json::Value;

#[derive(Serialize)]
struct PathJson<'a> {
    status: Status,
    objective: &'a str,
    seconds: f64,
    search_seconds: f64,
    nodes: u64,
    rows: u64,
    equivalence_classes: u64,
    binary_features: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    thresholds: Option<&'a KeptThresholds>,
    unproven: Vec<OpenJson>,
    trees: Vec<TreeJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<SelectionJson<'a>>,
}

#[derive(Serialize)]
struct OpenJson {
    lambda_low: f64,
    lambda_high: f64,
    lambda_low_exact: String,
    lambda_high_exact: String,
    gap: f64,
}

#[derive(Serialize)]
struct TreeJson<'a> {
    lambda_low: f64,
    lambda_high: f64,
    lambda_low_exact: String,
    lambda_high_exact: String,
    lambda: &'a str,
    leaves: usize,
    depth: usize,
    loss: f64,
    objective_low: f64,
    objective_high: f64,
    proven: bool,
    gap: f64,
    train: &'a Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a Metrics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<bool>,
    tree: Value,
}

/// The object.
pub fn render(results: &PathResults) -> String {
    let found = &results.found;
    let model = &found.trees[0].model;
    let object = PathJson {
        status: found.status,
        objective: &model.objective.name,
        seconds: found.seconds,
        search_seconds: found.search_seconds,
        nodes: found.nodes,
        rows: model.certificate.rows,
        equivalence_classes: model.certificate.equivalence_classes,
        binary_features: model.certificate.binary_features,
        thresholds: model.certificate.thresholds.as_ref(),
        unproven: found.unproven.iter().map(OpenJson::new).collect(),
        trees: results.trees().map(|(at, tree)| TreeJson::new(results, at, tree)).collect(),
        selection: results.selection.as_ref().map(SelectionJson::new),
    };
    spelled(&object)
}

impl OpenJson {
    fn new(range: &Unproven) -> OpenJson {
        OpenJson {
            lambda_low: range.low.to_f64(),
            lambda_high: range.high.to_f64(),
            lambda_low_exact: range.low.to_string(),
            lambda_high_exact: range.high.to_string(),
            gap: range.gap,
        }
    }
}

impl<'a> TreeJson<'a> {
    fn new(results: &'a PathResults, at: usize, tree: &'a PathTree) -> TreeJson<'a> {
        let (model, test) = (&tree.model, results.tested(at));
        TreeJson {
            lambda_low: tree.low.to_f64(),
            lambda_high: tree.high.to_f64(),
            lambda_low_exact: tree.low.to_string(),
            lambda_high_exact: tree.high.to_string(),
            lambda: &model.objective.lambda,
            leaves: model.tree.leaves(),
            depth: model.tree.depth(),
            loss: model.certificate.loss,
            objective_low: tree.low_objective,
            objective_high: tree.high_objective,
            proven: tree.is_proven(),
            gap: tree.gap,
            train: &tree.train,
            test_loss: test.and_then(|test| test.loss),
            test: test.map(|test| &test.metrics),
            chosen: results.is_chosen(at),
            tree: tree_json(model, &model.tree),
        }
    }
}
