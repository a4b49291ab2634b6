//! What a whole path takes beside single searches.
//!
//! ```text
//! cargo run --release --example path -- FILE [--from L] [--to L] [--off TECHNIQUE]… [--single]
//!     [--repeat N] [--steps] [--missing drop]
//! ```
//! `--single` searches at the smallest λ alone; `--steps` tells what each search took; `--repeat`
//! does it all N times, for short ones.
use gosdt_data::{CsvOptions, Missing, Schema, SplitKind, Table, group_rows, parse_decimal};
use gosdt_search::{
    Column, CostError, Frontier, Limits, Objective, Points, SearchOptions, SearchSeries, Silent,
    SolveAt, Solved, find_path,
};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::time::{Duration, Instant};

struct Args {
    file: String,
    from: String,
    to: String,
    missing: Missing,
    single: bool,
    steps: bool,
    repeat: usize,
    options: SearchOptions,
}

fn args() -> Option<Args> {
    let mut words = std::env::args().skip(1);
    let mut args = Args {
        file: words.next()?,
        from: "0.2".to_string(),
        to: "0.001".to_string(),
        missing: Missing::Error,
        single: false,
        steps: false,
        repeat: 1,
        options: SearchOptions::default(),
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--from" => args.from = words.next()?,
            "--to" => args.to = words.next()?,
            "--off" => args.options.techniques = args.options.techniques.without(&words.next()?)?,
            "--single" => args.single = true,
            "--steps" => args.steps = true,
            "--repeat" => args.repeat = words.next()?.parse().ok()?,
            "--missing" => {
                let drop = words.next()? == "drop";
                args.missing = if drop { Missing::Drop } else { Missing::Category };
            }
            _ => return None,
        }
    }
    Some(args)
}

fn points(args: &Args) -> Result<Points, Box<dyn std::error::Error>> {
    let raw = gosdt_data::read_csv(&args.file, &CsvOptions::default())?;
    let table = Table::from_raw(&raw, &Schema { missing: args.missing, ..Schema::default() })?;
    let classes = group_rows(&table, &|| false)?;
    let columns = classes.columns.into_iter().map(|column| Column {
        kind: match column.kind {
            SplitKind::Thresholds => gosdt_search::SplitKind::Thresholds,
            SplitKind::Categories => gosdt_search::SplitKind::Categories,
        },
        splits: column.splits,
        codes: column.codes,
    });
    Ok(Points {
        len: classes.len,
        classes: classes.labels,
        weights: classes.weights,
        rows: classes.rows,
        columns: columns.collect(),
    })
}

/// Searches one after the other, with a note on each.
struct Noted<'a> {
    series: SearchSeries,
    args: &'a Args,
}

impl SolveAt for Noted<'_> {
    type Error = CostError;

    fn solve_at(
        &mut self,
        lambda: &BigRational,
        frontier: &Frontier,
        time_limit: Option<Duration>,
    ) -> Result<Solved, CostError> {
        let costs = self.series.costs_at(lambda)?;
        let options = SearchOptions { time_limit, ..self.args.options.clone() };
        let (before, started) = (self.series.statistics().nodes, Instant::now());
        let solved = self.series.search(lambda, costs, frontier, &options, &mut Silent);
        if self.args.steps {
            let nodes = self.series.statistics().nodes - before;
            let new = frontier.upper(lambda) != Some(solved.lower.clone());
            println!(
                "  {lambda} = {:.6}: {} leaves, {} nodes, {:.4} s{}",
                lambda.to_f64().unwrap_or(f64::NAN),
                solved.line.leaves,
                nodes,
                started.elapsed().as_secs_f64(),
                if new { ", new" } else { "" }
            );
        }
        Ok(solved)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = args().ok_or("usage: path FILE [--from L] [--to L]… (see the source)")?;
    let points = points(&args)?;
    let end = |text: &str| parse_decimal(text).ok_or("not a number");
    let from = end(if args.single { &args.to } else { &args.from })?;
    for _ in 0..args.repeat {
        let series = SearchSeries::new(points.clone(), Objective::Accuracy, Limits::default())?;
        let mut noted = Noted { series, args: &args };
        let (started, to) = (Instant::now(), end(&args.to)?);
        let (frontier, _) = find_path(&mut noted, from.clone(), to, args.options.time_limit)?;
        println!(
            "{} trees, proven {}, {} nodes, {:.1} MB, {:.4} s",
            frontier.pieces().len(),
            frontier.is_proven(),
            noted.series.statistics().nodes,
            noted.series.statistics().peak_memory as f64 / 1e6,
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
