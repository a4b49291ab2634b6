//! A path as a table: for people, and as CSV.
use super::columns::align;
use super::number::number;
use crate::exit_code::Failure;
use gosdt::{Path, PathTree, Status, Unproven};
use indicatif::HumanCount;

/// A line per tree, then what is proven and what it took.
pub fn render(found: &Path) -> String {
    let proven = found.trees.iter().all(PathTree::is_proven);
    let mut rows = vec![head(proven)];
    rows.extend(found.trees.iter().map(|tree| row(tree, proven)));
    let model = &found.trees[0].model;
    format!(
        "{}\nstatus      {}\n{}loss        {}\ntime        {:.3} s, of which {:.3} s search, {} nodes\n",
        align(&rows),
        status(found, proven),
        found.unproven.iter().map(unproven).collect::<String>(),
        model.objective.name,
        found.seconds,
        found.search_seconds,
        HumanCount(found.nodes)
    )
}

fn head(proven: bool) -> Vec<String> {
    let names = ["λ from", "to", "leaves", "depth", "loss", "objective from", "to", "accuracy"];
    let gap = (!proven).then_some("gap up to");
    names.into_iter().chain(gap).map(ToString::to_string).collect()
}

fn row(tree: &PathTree, proven: bool) -> Vec<String> {
    let mut cells = vec![
        short(tree.high.to_f64()),
        short(tree.low.to_f64()),
        tree.model.tree.leaves().to_string(),
        tree.model.tree.depth().to_string(),
        short(tree.model.certificate.loss),
        short(tree.high_objective),
        short(tree.low_objective),
        format!("{:.4}", tree.train.accuracy),
    ];
    cells.extend((!proven).then(|| gap(tree)));
    cells
}

fn gap(tree: &PathTree) -> String {
    if tree.is_proven() { "proven".to_string() } else { short(tree.gap) }
}

fn status(found: &Path, proven: bool) -> String {
    let trees = match found.trees.len() {
        1 => "the tree is".to_string(),
        count => format!("each of the {count} trees is"),
    };
    let among = found.trees[0].model.certificate.among();
    let among = among.map_or(String::new(), |thresholds| format!(" among {}", thresholds.words()));
    match proven {
        true => {
            format!(
                "optimal{among}: {trees} proven to be the best for its λ, and no other is needed"
            )
        }
        false if found.status == Status::OptimalUpToRounding => {
            format!("optimal{among} up to the gaps: costs were rounded down to 64 bits")
        }
        false => format!("stopped ({}): the best trees found; the gaps hold{among}", found.status),
    }
}

fn unproven(range: &Unproven) -> String {
    let [high, low, gap] = [range.high.to_f64(), range.low.to_f64(), range.gap].map(short);
    format!("unproven    λ from {high} to {low}, gap up to {gap}\n")
}

/// Seven digits at most.
fn short(value: f64) -> String {
    let digits = if value < 0.01 { 9 } else { 7 };
    let scale = 10f64.powi(digits);
    number((value * scale).round() / scale)
}

/// A line per tree; λ also as exact fractions.
pub fn csv(found: &Path) -> Result<Vec<u8>, Failure> {
    let fault = |error: csv::Error| Failure::Other(format!("cannot make the table: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(CSV_HEAD).map_err(fault)?;
    for tree in &found.trees {
        writer.write_record(csv_row(tree)).map_err(fault)?;
    }
    writer.into_inner().map_err(|error| Failure::Other(format!("cannot make the table: {error}")))
}

const CSV_HEAD: [&str; 14] = [
    "lambda_low",
    "lambda_high",
    "lambda_low_exact",
    "lambda_high_exact",
    "lambda",
    "leaves",
    "depth",
    "loss",
    "objective_low",
    "objective_high",
    "accuracy",
    "balanced_accuracy",
    "proven",
    "gap",
];

fn csv_row(tree: &PathTree) -> [String; 14] {
    [
        tree.low.to_f64().to_string(),
        tree.high.to_f64().to_string(),
        tree.low.to_string(),
        tree.high.to_string(),
        tree.model.objective.lambda.clone(),
        tree.model.tree.leaves().to_string(),
        tree.model.tree.depth().to_string(),
        tree.model.certificate.loss.to_string(),
        tree.low_objective.to_string(),
        tree.high_objective.to_string(),
        tree.train.accuracy.to_string(),
        tree.train.balanced_accuracy.to_string(),
        tree.is_proven().to_string(),
        tree.gap.to_string(),
    ]
}
