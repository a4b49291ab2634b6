//! Optima of a folder of CSV files (last column 0/1, the positive class is 1): a line per file,
//! objective and λ, and the same as a CSV file.
//!
//! `cargo run --release -p gosdt-rank --example table -- FOLDER [--files A,B] [--objectives O,P]
//! [--lambdas L,M] [--limit SECONDS] [--threads N] [--storage bits|ranks] [--csv FILE]`. A file named `NAME@K` is cut at K quantiles of
//! each numeric column. Objectives are auc, pauc:θ, fscore, fscore:ω, fbeta:β and jaccard. Short runs
//! are repeated and their mean is taken; `cpu` is processor time, where the system tells (Linux).
use gosdt_rank::{RankObjective, RankOptions, RankOutcome, RankProblem, optimize};
use gosdt_search::{Column, Limits, Points, Silent, SplitKind, Status, Storage, Workers};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::time::{Duration, Instant};

const FILES: &str = "bar-7,car-evaluation,compas-binary,fourclass-12,fourclass-20,fourclass-50,\
                     fico-binary,monk-1,monk-2,tic-tac-toe";
const OBJECTIVES: &str = "auc,pauc:0.1,pauc:0.3";
const LAMBDAS: &str = "0.05,0.02,0.01,0.005";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |name: &str, default: &str| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)).map_or(default, |value| value).to_string()
    };
    let folder = args.first().ok_or("name a folder of CSV files")?;
    let limit = Duration::from_secs_f64(arg("--limit", "60").parse()?);
    let workers = Workers::new(arg("--threads", "1").parse()?);
    let storage = match arg("--storage", "").as_str() {
        "" => Storage::Auto,
        "bits" => Storage::Bits,
        "ranks" => Storage::Ranks,
        other => return Err(format!("{other} is no storage").into()),
    };
    let options =
        RankOptions { time_limit: Some(limit), workers, storage, ..RankOptions::default() };
    let mut csv = "data,objective,lambda,value,lower,leaves,nodes,runs,seconds,cpu\n".to_string();
    let mut times = Vec::new();
    for file in arg("--files", FILES).split(',') {
        let points = read(folder, file)?;
        for objective in arg("--objectives", OBJECTIVES).split(',') {
            for lambda in arg("--lambdas", LAMBDAS).split(',') {
                let (parsed, price) = (parse(objective)?, decimal(lambda)?);
                let problem =
                    RankProblem::new(points.clone(), 1, parsed, price, Limits::default())?;
                let timed = timed(&problem, &options)?;
                println!("{file:15} {objective:10} {lambda:6} {}", timed.line());
                writeln!(csv, "{file},{objective},{lambda},{}", timed.record())?;
                times.push(timed.cpu);
            }
        }
    }
    let mean = times.iter().map(|cpu| cpu.ln()).sum::<f64>() / times.len() as f64;
    let worst = times.iter().copied().fold(0.0, f64::max);
    println!(
        "{} settings, geometric mean {:.2} ms, worst {worst:.3} s",
        times.len(),
        mean.exp() * 1e3
    );
    match arg("--csv", "").as_str() {
        "" => Ok(()),
        path => Ok(std::fs::write(path, csv).map_err(|error| format!("{path}: {error}"))?),
    }
}

/// An outcome and the mean time of a run.
struct Timed {
    outcome: RankOutcome,
    runs: u32,
    seconds: f64,
    cpu: f64,
}

/// Runs until there is enough to measure.
fn timed(problem: &RankProblem, options: &RankOptions) -> Result<Timed, Box<dyn Error>> {
    let (started, before) = (Instant::now(), cpu());
    let mut runs = 0;
    loop {
        let outcome = optimize(problem, options, &mut Silent)?;
        runs += 1;
        let seconds = started.elapsed().as_secs_f64();
        let spent = cpu().zip(before).map_or(seconds, |(now, before)| now - before);
        if spent > 0.3 || runs == 200 {
            let per = f64::from(runs);
            let cpu = (spent / per).max(1e-5);
            return Ok(Timed { outcome, runs, seconds: seconds / per, cpu });
        }
    }
}

/// Processor seconds of this process, in hundredths.
fn cpu() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

impl Timed {
    fn bounds(&self) -> [f64; 2] {
        [&self.outcome.upper, &self.outcome.lower].map(|n| n.to_f64().unwrap_or(f64::NAN))
    }

    fn line(&self) -> String {
        let ([upper, lower], statistics) = (self.bounds(), &self.outcome.statistics);
        let proof = match self.outcome.status {
            Status::Optimal => String::new(),
            Status::Stopped(reason) => format!(" lower {lower:.6} {reason:?}"),
        };
        let (leaves, nodes) = (self.outcome.tree.leaves(), statistics.nodes);
        format!("{upper:.6} {leaves:3} {:9.4} cpu s {nodes:8} nodes{proof}", self.cpu)
    }

    fn record(&self) -> String {
        let ([upper, lower], nodes) = (self.bounds(), self.outcome.statistics.nodes);
        let Timed { outcome, runs, seconds, cpu } = self;
        let leaves = outcome.tree.leaves();
        format!("{upper:.9},{lower:.9},{leaves},{nodes},{runs},{seconds:.5},{cpu:.5}")
    }
}

fn decimal(text: &str) -> Result<BigRational, Box<dyn Error>> {
    let digits = text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32);
    let number: i64 = text.replace('.', "").parse()?;
    Ok(BigRational::new(number.into(), 10i64.pow(digits).into()))
}

fn parse(text: &str) -> Result<RankObjective, Box<dyn Error>> {
    Ok(match text.split_once(':') {
        None if text == "auc" => RankObjective::Auc,
        None if text == "fscore" => RankObjective::FScore { omega: None },
        None if text == "jaccard" => RankObjective::Jaccard,
        Some(("pauc", theta)) => RankObjective::Pauc { theta: decimal(theta)? },
        Some(("fscore", omega)) => RankObjective::FScore { omega: Some(decimal(omega)?) },
        Some(("fbeta", beta)) => RankObjective::FBeta { beta: decimal(beta)? },
        _ => return Err(format!("no objective {text}").into()),
    })
}

/// Numbers by thresholds, columns of two values by whether it is the second, as the program reads them; other
/// columns by a split per value.
fn read(folder: &str, file: &str) -> Result<Points, Box<dyn Error>> {
    let (name, cuts) = file.split_once('@').unwrap_or((file, ""));
    let cuts: Option<usize> = if cuts.is_empty() { None } else { Some(cuts.parse()?) };
    let path = format!("{folder}/{name}.csv");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let rows: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.trim().split(',').collect()).collect();
    let width = rows.first().ok_or("no rows")?.len() - 1;
    let kinds: Vec<Codes<'_>> = (0..width).map(|column| Codes::of(&rows, column, cuts)).collect();
    let code = |row: &Vec<&str>, column: usize| kinds[column].code(row[column]);
    let mut points: BTreeMap<Vec<u32>, [u64; 2]> = BTreeMap::new();
    for row in &rows {
        let codes = (0..width).map(|column| code(row, column)).collect();
        points.entry(codes).or_default()[usize::from(row[width] == "1")] += 1;
    }
    let column = |column: usize| Column {
        kind: kinds[column].kind(),
        splits: kinds[column].splits(),
        codes: points.keys().map(|codes| codes[column]).collect(),
    };
    Ok(Points {
        len: points.len(),
        classes: 2,
        weights: points.values().flatten().copied().collect(),
        rows: points.values().map(|weights| (weights[0] + weights[1]) as u32).collect(),
        columns: (0..width).map(column).collect(),
    })
}

/// The splits of a column.
enum Codes<'a> {
    Places(Vec<f64>),
    Values(Vec<&'a str>),
    Is(&'a str),
}

impl<'a> Codes<'a> {
    fn of(rows: &[Vec<&'a str>], column: usize, cuts: Option<usize>) -> Codes<'a> {
        let values: BTreeSet<&str> = rows.iter().map(|row| row[column]).collect();
        if let (2, Some(second)) = (values.len(), values.last()) {
            return Codes::Is(second);
        }
        let mut numbers: Vec<f64> = values.iter().filter_map(|v| v.parse().ok()).collect();
        numbers.sort_by(f64::total_cmp);
        if numbers.len() < values.len() {
            return Codes::Values(values.into_iter().collect());
        }
        numbers.dedup();
        numbers.pop();
        Codes::Places(cuts.map_or(numbers, |cuts| quantiles(rows, column, cuts)))
    }

    fn kind(&self) -> SplitKind {
        match self {
            Codes::Places(_) => SplitKind::Thresholds,
            Codes::Values(_) | Codes::Is(_) => SplitKind::Categories,
        }
    }

    fn splits(&self) -> u32 {
        match self {
            Codes::Places(places) => places.len() as u32,
            Codes::Values(values) => values.len() as u32,
            Codes::Is(_) => 1,
        }
    }

    /// The code of a cell.
    fn code(&self, cell: &str) -> u32 {
        match self {
            Codes::Places(places) => {
                let number: f64 = cell.parse().expect("all cells are numbers");
                places.partition_point(|place| *place < number) as u32
            }
            Codes::Values(values) => values.partition_point(|value| *value < cell) as u32,
            Codes::Is(value) => u32::from(cell != *value),
        }
    }
}

/// The places that part a column of numbers into `cuts` + 1 equal shares, between two where none fits.
fn quantiles(rows: &[Vec<&str>], column: usize, cuts: usize) -> Vec<f64> {
    let mut values: Vec<f64> = rows.iter().filter_map(|row| row[column].parse().ok()).collect();
    values.sort_by(f64::total_cmp);
    let quantile = |k: usize| {
        let place = (values.len() - 1) as f64 * k as f64 / (cuts + 1) as f64;
        let (below, above) = (values[place as usize], values[place.ceil() as usize]);
        below + (above - below) * place.fract()
    };
    let mut places: Vec<f64> = (1..=cuts).map(quantile).collect();
    places.dedup();
    places
}
