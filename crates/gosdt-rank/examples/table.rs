//! Optima of a folder of CSV files (last column 0/1, the positive class is 1): a line per file,
//! objective and λ. `cargo run --release -p gosdt-rank --example table -- FOLDER [FILE[,FILE…]
//! [OBJECTIVE[,…] [λ[,…] [SECONDS]]]]`; objectives are auc, pauc:θ, fscore, fscore:ω, fbeta:β and
//! jaccard.
use gosdt_rank::{RankObjective, RankOptions, RankProblem, optimize};
use gosdt_search::{Feature, Limits, Points, Silent, Status};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::time::Duration;

const FILES: &str = "bar-7,car-evaluation,compas-binary,fourclass-12,fourclass-20,fourclass-50,\
                     fico-binary,monk-1,monk-2,tic-tac-toe";
const OBJECTIVES: &str = "auc,pauc:0.1,pauc:0.3";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize, default: &str| args.get(at).map_or(default, |a| a).to_string();
    let folder = args.first().ok_or("name a folder of CSV files")?;
    let limit: f64 = arg(4, "60").parse()?;
    let (mut logs, mut count, mut worst) = (0.0, 0, 0.0f64);
    for file in arg(1, FILES).split(',') {
        let points = read(&format!("{folder}/{file}.csv"))?;
        for objective in arg(2, OBJECTIVES).split(',') {
            for lambda in arg(3, "0.05,0.02,0.01,0.005").split(',') {
                let problem = RankProblem::new(
                    points.clone(),
                    1,
                    parse(objective)?,
                    decimal(lambda)?,
                    Limits::default(),
                )?;
                let options = RankOptions {
                    time_limit: Some(Duration::from_secs_f64(limit)),
                    ..RankOptions::default()
                };
                let outcome = optimize(&problem, &options, &mut Silent)?;
                let seconds = outcome.statistics.elapsed.as_secs_f64();
                let proof = match outcome.status {
                    Status::Optimal => String::new(),
                    Status::Stopped(reason) => {
                        format!(" lower {:.6} {reason:?}", outcome.lower.to_f64().unwrap_or(0.0))
                    }
                };
                println!(
                    "{file:15} {objective:10} {lambda:6} {:.6} {:3} {seconds:8.3}s {:8} nodes{proof}",
                    outcome.upper.to_f64().unwrap_or(f64::NAN),
                    outcome.tree.leaves(),
                    outcome.statistics.nodes,
                );
                logs += seconds.max(1e-4).ln();
                count += 1;
                worst = worst.max(seconds);
            }
        }
    }
    let mean = (logs / f64::from(count.max(1))).exp();
    println!("{count} settings, geometric mean {:.1} ms, worst {worst:.3} s", mean * 1e3);
    Ok(())
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

/// 0/1 columns as they are, numbers by thresholds, other columns by a feature per value.
fn read(path: &str) -> Result<Points, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let rows: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.trim().split(',').collect()).collect();
    let width = rows.first().ok_or("no rows")?.len() - 1;
    let mut kinds: Vec<(usize, Test)> = Vec::new();
    for column in 0..width {
        let values: BTreeSet<&str> = rows.iter().map(|row| row[column]).collect();
        let mut numbers: Vec<f64> = values.iter().filter_map(|v| v.parse().ok()).collect();
        numbers.sort_by(f64::total_cmp);
        if numbers.len() == values.len() {
            kinds.extend(numbers.windows(2).map(|pair| (column, Test::AtMost(pair[0]))));
        } else {
            kinds.extend(values.iter().map(|value| (column, Test::Is(value.to_string()))));
        }
    }
    let answer = |row: &Vec<&str>, (column, test): &(usize, Test)| match test {
        Test::AtMost(value) => row[*column].parse::<f64>().is_ok_and(|x| x <= *value),
        Test::Is(value) => row[*column] == value,
    };
    let mut points: BTreeMap<Vec<bool>, [u64; 2]> = BTreeMap::new();
    for row in &rows {
        let answers = kinds.iter().map(|kind| answer(row, kind)).collect();
        points.entry(answers).or_default()[usize::from(row[width] == "1")] += 1;
    }
    let feature = |at: usize| {
        let mut bits = vec![0u64; points.len().div_ceil(64)];
        for (point, _) in points.keys().enumerate().filter(|(_, answers)| answers[at]) {
            bits[point / 64] |= 1 << (point % 64);
        }
        let place = matches!(kinds[at].1, Test::AtMost(_)).then_some(at as u32);
        Feature { bits, column: kinds[at].0 as u32, place }
    };
    Ok(Points {
        len: points.len(),
        classes: 2,
        weights: points.values().flatten().copied().collect(),
        rows: points.values().map(|weights| (weights[0] + weights[1]) as u32).collect(),
        features: (0..kinds.len()).map(feature).collect(),
    })
}

enum Test {
    AtMost(f64),
    Is(String),
}
