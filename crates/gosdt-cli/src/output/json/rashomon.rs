//! A set of near-optimal trees for programs: one JSON object.
use super::spelled::spelled;
use super::tree::tree_json;
use crate::output::{Comparison, Listed};
use gosdt::{KeptThresholds, Rashomon, RashomonTree, Status};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
struct SetJson<'a> {
    status: Status,
    objective: &'a str,
    lambda: &'a str,
    optimum: f64,
    threshold: f64,
    count: String,
    count_without_trivial: Option<String>,
    distinct_partitions: Option<String>,
    histogram: Vec<Value>,
    seconds: f64,
    subproblems: usize,
    memory: u64,
    rows: u64,
    equivalence_classes: u64,
    binary_features: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    thresholds: Option<&'a KeptThresholds>,
    sampled: bool,
    trees: Vec<TreeJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Value>,
}

#[derive(Serialize)]
struct TreeJson {
    number: String,
    objective: f64,
    loss: f64,
    leaves: usize,
    depth: usize,
    columns: Vec<String>,
    tree: Value,
}

/// The most ways to part the rows that are counted.
const MOST_PARTITIONS: usize = 100_000;

/// The object.
pub fn render(set: &Rashomon, listed: &Listed, comparison: Option<&Comparison>) -> String {
    let facts = set.facts();
    let histogram = set.histogram().into_iter();
    let histogram = histogram
        .map(|(objective, trees)| json!({ "objective": objective, "count": trees.to_string() }));
    let object = SetJson {
        status: set.status(),
        objective: &facts.objective.name,
        lambda: &facts.objective.lambda,
        optimum: set.optimum(),
        threshold: set.threshold(),
        count: set.count().to_string(),
        count_without_trivial: set.count_without_trivial().map(|n| n.to_string()),
        distinct_partitions: set.distinct_partitions(MOST_PARTITIONS).map(|n| n.to_string()),
        histogram: histogram.collect(),
        seconds: set.seconds(),
        subproblems: set.subproblems(),
        memory: set.bytes(),
        rows: facts.certificate.rows,
        equivalence_classes: facts.certificate.equivalence_classes,
        binary_features: facts.certificate.binary_features,
        thresholds: facts.certificate.thresholds.as_ref(),
        sampled: listed.sampled,
        trees: listed.trees.iter().map(|tree| TreeJson::new(set, tree)).collect(),
        comparison: comparison.map(comparison_json),
    };
    spelled(&object)
}

impl TreeJson {
    fn new(set: &Rashomon, tree: &RashomonTree) -> TreeJson {
        let model = set.model(tree);
        let name = |column: usize| model.columns[column].name.clone();
        TreeJson {
            number: tree.number.to_string(),
            objective: tree.objective,
            loss: tree.loss,
            leaves: tree.tree.leaves(),
            depth: tree.tree.depth(),
            columns: tree.columns().into_iter().map(name).collect(),
            tree: tree_json(&model, &tree.tree),
        }
    }
}

fn comparison_json(comparison: &Comparison) -> Value {
    let importance = comparison.importance.iter().map(|range| {
        json!({
            "column": range.column, "least": range.least, "most": range.most, "mean": range.mean,
            "used_by": range.used_by,
        })
    });
    let best = comparison.best.iter().map(|(criterion, value, number)| {
        json!({ "criterion": criterion, "value": value, "number": number })
    });
    json!({
        "trees": comparison.trees,
        "all": comparison.all,
        "importance": importance.collect::<Vec<Value>>(),
        "ambiguity": comparison.ambiguity,
        "discrepancy": comparison.discrepancy,
        "best": best.collect::<Vec<Value>>(),
    })
}
