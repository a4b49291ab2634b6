//! A path as a table: for people, and as CSV.
use super::columns::align;
use super::number::number;
use super::selection;
use crate::exit_code::Failure;
use crate::output::PathResults;
use gosdt::{Path, PathTree, SelectRule, Selection, Status, Unproven};
use indicatif::HumanCount;

/// A line per tree, then what is proven and what it took.
pub fn render(results: &PathResults) -> String {
    let found = &results.found;
    let proven = found.trees.iter().all(PathTree::is_proven);
    let model = &found.trees[0].model;
    format!(
        "{}\nstatus      {}\n{}{}loss        {}\ntime        {:.3} s, of which {:.3} s search, {} nodes\n",
        table(results, proven),
        status(found, proven),
        found.unproven.iter().map(unproven).collect::<String>(),
        results.selection.as_ref().map_or(String::new(), |selection| chosen(found, selection)),
        model.objective.name,
        found.seconds,
        found.search_seconds,
        HumanCount(found.nodes)
    )
}

/// The trees in a table; what the cross-validation chose is marked.
fn table(results: &PathResults, proven: bool) -> String {
    let mut rows = vec![head(results, proven)];
    rows.extend(results.trees().map(|(at, tree)| row(results, at, tree, proven)));
    let table = align(&rows);
    let Some(chosen) = &results.selection else { return table };
    let mark = |(at, line): (usize, &str)| match at.checked_sub(1) {
        Some(tree) => format!("{line}{}\n", selection::mark(chosen, tree)),
        None => format!("{line}\n"),
    };
    table.lines().enumerate().map(mark).collect()
}

fn head(results: &PathResults, proven: bool) -> Vec<String> {
    let tested = results.test.is_some();
    let names = ["λ from", "to", "leaves", "depth", "loss"].map(Some);
    let other = [
        tested.then_some("loss, test"),
        results.selection.is_some().then_some("loss, held out"),
        Some("objective from"),
        Some("to"),
        Some("accuracy"),
        tested.then_some("accuracy, test"),
        (!proven).then_some("gap up to"),
    ];
    names.into_iter().chain(other).flatten().map(ToString::to_string).collect()
}

fn row(results: &PathResults, at: usize, tree: &PathTree, proven: bool) -> Vec<String> {
    let mut cells = vec![
        short(tree.high.to_f64()),
        short(tree.low.to_f64()),
        tree.model.tree.leaves().to_string(),
        tree.model.tree.depth().to_string(),
        short(tree.model.certificate.loss),
    ];
    let tested = results.tested(at);
    cells.extend(tested.map(|test| test.loss.map_or("–".to_string(), short)));
    cells.extend(results.selection.as_ref().map(|selection| held_out(selection, at)));
    cells.extend([tree.high_objective, tree.low_objective].map(short));
    cells.push(format!("{:.4}", tree.train.accuracy));
    cells.extend(tested.map(|test| format!("{:.4}", test.metrics.accuracy)));
    cells.extend((!proven).then(|| gap(tree)));
    cells
}

fn held_out(selection: &Selection, at: usize) -> String {
    let candidate = &selection.candidates[at];
    format!("{:.4} ± {:.4}", candidate.mean_loss, candidate.loss_error)
}

/// `chosen      6 leaves: λ = 0.02 is …`.
fn chosen(found: &Path, selection: &Selection) -> String {
    let leaves = found.trees[selection.chosen].model.tree.leaves();
    let why = match selection.rule {
        SelectRule::Min => "has the least mean loss",
        SelectRule::OneSe => {
            "is the largest with a mean loss within one standard error of the least"
        }
    };
    let (lambda, folds) = (&selection.choice().lambda, selection.folds);
    let size = if leaves == 1 { "1 leaf".to_string() } else { format!("{leaves} leaves") };
    format!("chosen      {size}: λ = {lambda} {why}, on the rows that {folds} folds hold out\n")
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
pub fn csv(results: &PathResults) -> Result<Vec<u8>, Failure> {
    let fault = |error: csv::Error| Failure::Other(format!("cannot make the table: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(csv_head(results)).map_err(fault)?;
    for (at, tree) in results.trees() {
        writer.write_record(csv_row(results, at, tree)).map_err(fault)?;
    }
    writer.into_inner().map_err(|error| Failure::Other(format!("cannot make the table: {error}")))
}

fn csv_head(results: &PathResults) -> Vec<&'static str> {
    let mut head = CSV_HEAD.to_vec();
    if results.test.is_some() {
        head.extend(["test_loss", "test_accuracy", "test_balanced_accuracy"]);
    }
    if results.selection.is_some() {
        head.extend(["cv_lambda", "cv_loss", "cv_loss_error", "cv_accuracy", "cv_accuracy_error"]);
        head.push("chosen");
    }
    head
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

fn csv_row(results: &PathResults, at: usize, tree: &PathTree) -> Vec<String> {
    let mut row = vec![
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
    ];
    if let Some(test) = results.tested(at) {
        row.push(test.loss.map(|loss| loss.to_string()).unwrap_or_default());
        row.push(test.metrics.accuracy.to_string());
        row.push(test.metrics.balanced_accuracy.to_string());
    }
    if let Some(selection) = &results.selection {
        let one = &selection.candidates[at];
        let figures = [one.mean_loss, one.loss_error, one.mean_accuracy, one.accuracy_error];
        row.push(one.lambda.to_string());
        row.extend(figures.map(|figure| figure.to_string()));
        row.push((selection.chosen == at).to_string());
    }
    row
}
