//! A path for programs: one JSON object.
use super::spelled::spelled;
use super::tree::tree_json;
use gosdt::{KeptThresholds, Metrics, Path, PathTree, Status, Unproven};
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
    tree: Value,
}

/// The object.
pub fn render(found: &Path) -> String {
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
        trees: found.trees.iter().map(TreeJson::new).collect(),
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

impl TreeJson<'_> {
    fn new(tree: &PathTree) -> TreeJson<'_> {
        let model = &tree.model;
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
            tree: tree_json(model, &model.tree),
        }
    }
}
