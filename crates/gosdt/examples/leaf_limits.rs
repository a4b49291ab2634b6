//! What a limit on leaves costs: searches one problem without a limit, then with limits around the
//! number of leaves of its optimum.
//!
//! ```text
//! cargo run --release --example leaf_limits -- FILE LAMBDA [--leaves N]… [--limit SECONDS]
//!     [--threads T] [--repeat N] [--tree]
//! ```
//! Without `--leaves` the limits are half, once, twice and five times the leaves of the optimum. With
//! `--repeat` each search is made N times and the shortest time is told. `--tree` prints the trees, to
//! compare them between revisions.
use gosdt_data::{CsvOptions, Missing, Schema, SplitKind, Table, group_rows};
use gosdt_search::{
    Column, Costs, Limits, Objective, Outcome, Points, Problem, SearchOptions, Silent, search,
};
use std::time::Duration;

struct Args {
    file: String,
    lambda: String,
    leaves: Vec<u32>,
    tree: bool,
    repeat: usize,
    options: SearchOptions,
}

fn args() -> Option<Args> {
    let mut words = std::env::args().skip(1);
    let mut args = Args {
        file: words.next()?,
        lambda: words.next()?,
        leaves: Vec::new(),
        tree: false,
        repeat: 1,
        options: SearchOptions::default(),
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--leaves" => args.leaves.push(words.next()?.parse().ok()?),
            "--tree" => args.tree = true,
            "--repeat" => args.repeat = words.next()?.parse().ok()?,
            "--threads" => args.options.threads = words.next()?.parse().ok()?,
            "--limit" => {
                args.options.time_limit = Some(Duration::from_secs_f64(words.next()?.parse().ok()?))
            }
            _ => return None,
        }
    }
    Some(args)
}

/// The points of a file, and the weight of each class.
fn points(file: &str) -> Result<(Points, Vec<u64>), Box<dyn std::error::Error>> {
    let raw = gosdt_data::read_csv(file, &CsvOptions::default())?;
    let table = Table::from_raw(&raw, &Schema { missing: Missing::Category, ..Schema::default() })?;
    let classes = group_rows(&table, &|| false)?;
    let mut totals = vec![0; classes.labels];
    for (at, weight) in classes.weights.iter().enumerate() {
        totals[at % classes.labels] += weight;
    }
    let columns = classes.columns.into_iter().map(|column| Column {
        kind: match column.kind {
            SplitKind::Thresholds => gosdt_search::SplitKind::Thresholds,
            SplitKind::Categories => gosdt_search::SplitKind::Categories,
        },
        splits: column.splits,
        codes: column.codes,
    });
    let points = Points {
        len: classes.len,
        classes: classes.labels,
        weights: classes.weights,
        rows: classes.rows,
        columns: columns.collect(),
    };
    Ok((points, totals))
}

/// Searches and prints a line of the table. Returns the leaves of the tree.
fn run(problem: &Problem, args: &Args) -> u32 {
    let outcomes = (0..args.repeat.max(1)).map(|_| search(problem, &args.options, &mut Silent));
    let shortest = |outcome: &Outcome| outcome.statistics.elapsed;
    let Some(outcome) = outcomes.min_by_key(shortest) else { return 0 };
    let (costs, statistics) = (problem.costs(), &outcome.statistics);
    println!(
        "{:>6} | {:>6} | {:.6} | {:.6} | {:>9} | {:.4}",
        problem.limits().max_leaves.map_or("none".to_string(), |leaves| leaves.to_string()),
        outcome.tree.leaves(),
        costs.value(outcome.lower),
        costs.value(outcome.upper),
        statistics.nodes,
        statistics.elapsed.as_secs_f64(),
    );
    if args.tree {
        println!("{:?}", outcome.tree.nodes);
    }
    outcome.tree.leaves() as u32
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = args().ok_or("usage: leaf_limits FILE LAMBDA [--leaves N]… (see the source)")?;
    let (points, totals) = points(&args.file)?;
    let lambda = gosdt_data::parse_decimal(&args.lambda).ok_or("not a number")?;
    let costs = Costs::new(&Objective::Accuracy, &lambda, &totals, points.len)?;
    let within = |max_leaves| {
        let limits = Limits { max_leaves, ..Limits::default() };
        Problem::new(points.clone(), costs.clone(), limits)
    };
    println!(" limit | leaves |    lower |    upper |     nodes | seconds");
    let best = run(&within(None)?, &args);
    let around = [best.div_ceil(2), best, 2 * best, 5 * best];
    let limits = if args.leaves.is_empty() { around.to_vec() } else { args.leaves.clone() };
    for leaves in limits {
        run(&within(Some(leaves))?, &args);
    }
    Ok(())
}
