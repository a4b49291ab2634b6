//! Options of a fit: whatever they are, there is a tree whose bounds hold or an error.
use crate::bytes::assembled;
use gosdt::{
    CsvOptions, Decimal, FitOptions, ObjectiveChoice, Schema, Silent, Table, Thresholds, fit,
    read_csv_from,
};
use gosdt_oracle::random::Stream;
use std::sync::LazyLock;
use std::time::Duration;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let text = "x,c,y\n1,a,0\n2,b,1\n3,a,0\n4,b,0\n5,c,1\n6,a,1\n6,a,0\n";
    let raw = read_csv_from(text.as_bytes(), "fuzz", &CsvOptions::default()).expect("csv");
    Table::from_raw(&raw, &Schema::default()).expect("a table")
});

const WORDS: &[&str] = &[
    "accuracy",
    "balanced",
    "weighted:",
    "auc",
    "pauc:",
    "fscore",
    "fbeta:",
    "jaccard",
    ":",
    "1",
    "0.5",
    "1/3",
    "1e",
    "-",
    "9",
    "e-",
    "2",
    "0",
    ".",
    "1/0",
    "quantile:",
    "guess",
    "all",
    " ",
];

/// Fits with random options.
pub fn run(seed: u64) -> Result<(), String> {
    let mut stream = Stream::new(seed);
    let mut words = |most: usize| assembled(&mut stream, WORDS, most);
    let (objective, lambda, thresholds) = (words(3), words(3), words(2));
    let Ok(objective) = ObjectiveChoice::parse(&objective) else { return Ok(()) };
    let lambda = lambda.parse::<Decimal>();
    let thresholds = thresholds.parse::<Thresholds>();
    let few = |stream: &mut Stream| {
        let number = stream.below(5) as u32;
        [None, Some(number)][usize::from(stream.once_in(2))]
    };
    let options = FitOptions {
        objective,
        lambda: lambda.unwrap_or_else(|_| "0.1".parse().expect("a decimal")),
        thresholds: thresholds.unwrap_or_default(),
        max_depth: few(&mut stream),
        max_leaves: few(&mut stream),
        min_leaf: stream.below(4) as u32,
        threads: Some(1),
        time_limit: stream.once_in(8).then_some(Duration::ZERO),
        ..FitOptions::default()
    };
    let Ok(fitted) = fit(&TABLE, &options, &mut Silent) else { return Ok(()) };
    let proof = &fitted.model.certificate;
    match proof.lower_bound <= proof.upper_bound && proof.gap >= 0.0 {
        true => Ok(()),
        false => Err(format!("{options:?}: {proof:?}")),
    }
}
