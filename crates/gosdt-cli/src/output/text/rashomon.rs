//! A set of near-optimal trees for people: a line per tree, then what there is of them.
use super::columns::align;
use super::number::number;
use crate::output::{Comparison, Listed};
use gosdt::{Rashomon, RashomonTree, grouped_digits, printable};

/// A line per tree that is listed, then the whole set in a few lines.
pub fn render(set: &Rashomon, listed: &Listed, comparison: Option<&Comparison>) -> String {
    let mut rows = vec![head()];
    rows.extend(listed.trees.iter().map(|tree| row(set, tree)));
    format!(
        "{}\n{}{}{}time        {:.3} s, {} subproblems\n",
        align(&rows),
        counted(set, listed),
        histogram(set),
        comparison.map_or(String::new(), compared),
        set.seconds(),
        set.subproblems(),
    )
}

fn head() -> Vec<String> {
    ["tree", "objective", "loss", "leaves", "depth", "columns"].map(ToString::to_string).to_vec()
}

fn row(set: &Rashomon, tree: &RashomonTree) -> Vec<String> {
    let name = |column: usize| printable(&set.table().columns[column].name).to_string();
    let columns: Vec<String> = tree.columns().into_iter().map(name).collect();
    vec![
        tree.number.to_string(),
        short(tree.objective),
        short(tree.loss),
        tree.tree.leaves().to_string(),
        tree.tree.depth().to_string(),
        columns.join(", "),
    ]
}

fn counted(set: &Rashomon, listed: &Listed) -> String {
    let facts = set.facts();
    let count = set.count().to_string();
    let whole = set.status().is_proven();
    let status = match whole {
        true => "all trees up to the threshold, proven".to_string(),
        false => format!("stopped ({}): there may be more trees", set.status()),
    };
    let drawn = if listed.sampled { ", drawn at random" } else { "" };
    let ways = set.distinct_partitions(10_000);
    let ways = ways.map_or(String::new(), |ways| format!(", {ways} ways to part the rows"));
    let plain = set.count_without_trivial().map_or(String::new(), |trees| {
        format!(" ({} without equal sibling leaves)", grouped_digits(&trees.to_string()))
    });
    format!(
        "count       {}{}{plain}{ways}; {} listed{drawn}\nstatus      {status}\noptimum     {}\nthreshold   {}\n\
         objective   {} + {} · leaves\n",
        if whole { "" } else { "at least " },
        grouped_digits(&count),
        listed.trees.len(),
        number(set.optimum()),
        number(set.threshold()),
        facts.objective.name,
        facts.objective.lambda,
    )
}

/// The most lines of a histogram; more objectives are put together.
const MOST_LINES: usize = 8;

fn histogram(set: &Rashomon) -> String {
    let all = set.histogram();
    let per_line = all.len().div_ceil(MOST_LINES).max(1);
    let line = |group: &[(f64, num_bigint::BigUint)]| {
        let trees: num_bigint::BigUint = group.iter().map(|(_, trees)| trees).sum();
        vec![
            format!("  up to {}", short(group[group.len() - 1].0)),
            grouped_digits(&trees.to_string()),
        ]
    };
    let rows: Vec<Vec<String>> = all.chunks(per_line).map(line).collect();
    if rows.is_empty() { String::new() } else { format!("trees by objective\n{}", align(&rows)) }
}

fn compared(comparison: &Comparison) -> String {
    let mut rows = vec![["column", "least", "most", "mean", "used by"].map(String::from).to_vec()];
    rows.extend(comparison.importance.iter().map(|range| {
        let [least, most, mean] = [range.least, range.most, range.mean].map(short);
        let name = printable(&range.column).to_string();
        vec![name, least, most, mean, format!("{:.1} %", 100.0 * range.used_by)]
    }));
    let of = match comparison.all {
        true => format!("all {} trees", comparison.trees),
        false => format!("{} trees drawn at random", comparison.trees),
    };
    let best = comparison.best.iter().map(|(criterion, value, number)| {
        format!("best        {} {}: tree {number}\n", criterion.replace('_', " "), short(*value))
    });
    format!(
        "loss when a column is shuffled ({of})\n{}disagree    {:.2} % of the rows; no tree differs from the \
         first on more than {:.2} %\n{}",
        align(&rows),
        100.0 * comparison.ambiguity,
        100.0 * comparison.discrepancy,
        best.collect::<String>()
    )
}

/// Six digits after the point at most.
fn short(value: f64) -> String {
    number((value * 1e6).round() / 1e6)
}
