//! What each technique of the search buys: fits one file with techniques switched off.
//!
//! ```text
//! cargo run --release --example techniques -- FILE LAMBDA [--off TECHNIQUE]… [--each] [--missing drop]
//!     [--threads T] [--limit SECONDS] [--depth D] [--binary] [--storage bits|ranks]
//! ```
//! `--binary` reads a file of numbers between spaces, without a header, whose first column is the label.
//! `--each` runs once with all techniques and once without each.
use gosdt_data::{CsvOptions, Missing, Schema, SplitKind, Table, group_rows};
use gosdt_search::{
    Column, Costs, Limits, Objective, Points, Problem, SearchOptions, Silent, Storage, Techniques,
    search,
};
use std::time::Duration;

struct Args {
    file: String,
    lambda: String,
    off: Vec<String>,
    each: bool,
    missing: Missing,
    binary: bool,
    depth: Option<u32>,
    options: SearchOptions,
}

fn args() -> Option<Args> {
    let mut words = std::env::args().skip(1);
    let mut args = Args {
        file: words.next()?,
        lambda: words.next()?,
        off: Vec::new(),
        each: false,
        missing: Missing::Error,
        binary: false,
        depth: None,
        options: SearchOptions::default(),
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--off" => args.off.push(words.next()?),
            "--each" => args.each = true,
            "--missing" => {
                let drop = words.next()? == "drop";
                args.missing = if drop { Missing::Drop } else { Missing::Category };
            }
            "--binary" => args.binary = true,
            "--depth" => args.depth = Some(words.next()?.parse().ok()?),
            "--threads" => args.options.threads = words.next()?.parse().ok()?,
            "--storage" => {
                args.options.storage = match words.next()?.as_str() {
                    "bits" => Storage::Bits,
                    "ranks" => Storage::Ranks,
                    _ => return None,
                }
            }
            "--limit" => {
                args.options.time_limit = Some(Duration::from_secs_f64(words.next()?.parse().ok()?))
            }
            _ => return None,
        }
    }
    Some(args)
}

fn problem(args: &Args) -> Result<Problem, Box<dyn std::error::Error>> {
    let csv = match args.binary {
        true => CsvOptions { delimiter: Some(b' '), header: false },
        false => CsvOptions::default(),
    };
    let raw = gosdt_data::read_csv(&args.file, &csv)?;
    let target = args.binary.then(|| "c1".to_string());
    let schema = Schema { missing: args.missing, target, ..Schema::default() };
    let table = Table::from_raw(&raw, &schema)?;
    let classes = group_rows(&table, &|| false)?;
    let mut totals = vec![0; classes.labels];
    for (at, weight) in classes.weights.iter().enumerate() {
        totals[at % classes.labels] += weight;
    }
    let lambda = gosdt_data::parse_decimal(&args.lambda).ok_or("not a number")?;
    let costs = Costs::new(&Objective::Accuracy, &lambda, &totals, classes.len)?;
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
    Ok(Problem::new(points, costs, Limits { max_depth: args.depth, ..Limits::default() })?)
}

fn run(name: &str, problem: &Problem, options: &SearchOptions) {
    let outcome = search(problem, options, &mut Silent);
    println!(
        "{name:16} {:?} {:.10} lower {:.10} leaves {} seconds {:.4} nodes {} MB {:.1}",
        outcome.status,
        problem.costs().value(outcome.upper),
        problem.costs().value(outcome.lower),
        outcome.tree.leaves(),
        outcome.statistics.elapsed.as_secs_f64(),
        outcome.statistics.nodes,
        outcome.statistics.peak_memory as f64 / 1e6,
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args =
        args().ok_or("usage: techniques FILE LAMBDA [--off TECHNIQUE]… (see the source)")?;
    let problem = problem(&args)?;
    for name in &args.off {
        let fewer = args.options.techniques.without(name);
        args.options.techniques = fewer.ok_or_else(|| format!("no technique is called {name}"))?;
    }
    run("", &problem, &args.options);
    for name in Techniques::names().filter(|_| args.each) {
        let techniques = args.options.techniques.without(name).unwrap_or_default();
        run(name, &problem, &SearchOptions { techniques, ..args.options.clone() });
    }
    Ok(())
}
