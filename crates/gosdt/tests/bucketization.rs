//! Bucketization, which forbids splits between neighbours of one label, loses optima. Here no split is
//! forbidden; the six points are a smallest set that shows why. Both optima are the oracle's, too.
use gosdt::{CsvOptions, FitOptions, Schema, Silent, Table, fit, parse_decimal, read_csv_from};
use gosdt_oracle::{Loss, OracleProblem, optimum};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// Two features, in which no two points are equal, and the label.
const POINTS: [(u32, u32, usize); 6] =
    [(1, 3, 0), (2, 2, 1), (3, 6, 0), (4, 1, 0), (5, 5, 1), (6, 4, 0)];
const LAMBDA: &str = "1/12";

/// A question: is this feature at most this?
type Cut = (usize, u32);

fn feature(point: &(u32, u32, usize), feature: usize) -> u32 {
    [point.0, point.1][feature]
}

/// Every split between neighbours, or only those between neighbours of different labels.
fn cuts(bucketized: bool) -> Vec<Cut> {
    let mut found = Vec::new();
    for column in 0..2 {
        let mut ordered = POINTS;
        ordered.sort_by_key(|point| feature(point, column));
        for pair in ordered.windows(2) {
            if !bucketized || pair[0].2 != pair[1].2 {
                found.push((column, feature(&pair[0], column)));
            }
        }
    }
    found
}

fn answers(point: &(u32, u32, usize), cuts: &[Cut]) -> Vec<bool> {
    cuts.iter().map(|&(column, cut)| feature(point, column) <= cut).collect()
}

fn judged(cuts: &[Cut], lambda: &str, max_leaves: Option<u32>) -> BigRational {
    optimum(&OracleProblem {
        rows: POINTS.iter().map(|point| answers(point, cuts)).collect(),
        labels: POINTS.iter().map(|point| point.2).collect(),
        classes: 2,
        weights: vec![1; POINTS.len()],
        loss: Loss::Accuracy,
        lambda: parse_decimal(lambda).unwrap(),
        max_depth: None,
        max_leaves,
        min_leaf: 1,
    })
}

fn table(csv: &str) -> Table {
    let raw = read_csv_from(csv.as_bytes(), "points", &CsvOptions::default()).unwrap();
    Table::from_raw(&raw, &Schema::default()).unwrap()
}

/// The points as they are: `fit` finds the splits by itself.
fn as_numbers() -> Table {
    let lines = POINTS.map(|(x, y, label)| format!("{x},{y},{label}\n"));
    table(&format!("x,y,label\n{}", lines.concat()))
}

/// The answers to some splits as columns of 0 and 1.
fn as_answers(cuts: &[Cut]) -> Table {
    let names: String = cuts.iter().map(|(column, cut)| format!("x{column}<={cut},")).collect();
    let line = |point| {
        let cells = answers(point, cuts).into_iter().map(|yes| format!("{},", u8::from(yes)));
        format!("{}{}\n", cells.collect::<String>(), point.2)
    };
    table(&format!("{names}label\n{}", POINTS.iter().map(line).collect::<String>()))
}

/// The proven objective of a fit, as the nearest double.
fn fitted(table: &Table, lambda: &str, max_leaves: Option<u32>) -> f64 {
    let lambda = lambda.parse().unwrap();
    let options = FitOptions { lambda, max_leaves, ..FitOptions::default() };
    let certificate = fit(table, &options, &mut Silent).unwrap().model.certificate;
    assert_eq!((certificate.status.is_optimal(), certificate.gap), (true, 0.0));
    certificate.objective
}

#[test]
fn bucketization_loses_the_optimum() {
    let (all, kept) = (cuts(false), cuts(true));
    let (best, worse) = (judged(&all, LAMBDA, None), judged(&kept, LAMBDA, None));
    assert_eq!(best, parse_decimal("1/3").unwrap(), "four leaves, no error");
    assert_eq!(worse, parse_decimal("5/12").unwrap(), "five leaves, or one and two errors");
    assert_eq!(fitted(&as_numbers(), LAMBDA, None), best.to_f64().unwrap());
    assert_eq!(fitted(&as_answers(&kept), LAMBDA, None), worse.to_f64().unwrap());
}

#[test]
fn bucketization_loses_accuracy_with_the_same_number_of_leaves() {
    let (all, kept) = (cuts(false), cuts(true));
    let (best, worse) = (judged(&all, "0", Some(4)), judged(&kept, "0", Some(4)));
    assert_eq!(best, parse_decimal("0").unwrap());
    assert_eq!(worse, parse_decimal("1/6").unwrap());
    assert_eq!(fitted(&as_numbers(), "0", Some(4)), best.to_f64().unwrap());
    assert_eq!(fitted(&as_answers(&kept), "0", Some(4)), worse.to_f64().unwrap());
}
