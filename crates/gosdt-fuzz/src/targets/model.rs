//! Model files: whatever the text, there is a model or an error, and a model that was read is written
//! and read again, predicts and is drawn.
use crate::bytes::damaged;
use gosdt::{CsvOptions, FitOptions, Model, RawTable, Silent, demo, fit, read_csv_from};
use gosdt_oracle::random::Stream;
use std::sync::LazyLock;

static SAMPLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lambdas = ["0.1", "0.01"].map(|text| text.parse().expect("a decimal"));
    let fitted = lambdas.into_iter().map(|lambda| {
        let table = demo::find("monk-1").expect("a demo").table().expect("a table");
        let options = FitOptions { lambda, ..FitOptions::default() };
        fit(&table, &options, &mut Silent).expect("a fit").model.to_json()
    });
    fitted.collect()
});

static ROWS: LazyLock<RawTable> = LazyLock::new(|| {
    let text = "a1,a2,a3,a4,a5,a6\n1,1,1,1,1,1\n3,2,2,3,4,2\n";
    read_csv_from(text.as_bytes(), "rows", &CsvOptions::default()).expect("rows")
});

const PIECES: &[&str] = &[
    "0",
    "1",
    "-1",
    "1e999",
    "null",
    "true",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    ":",
    "\\u0000",
    "\"yes\":",
    "\"no\":",
    "18446744073709551615",
    "0.5",
    "\"optimal\"",
    "\"column\":",
    "é",
    "NaN",
];

/// Reads a damaged model.
pub fn run(seed: u64) -> Result<(), String> {
    let mut stream = Stream::new(seed);
    let samples: Vec<&str> = SAMPLES.iter().map(String::as_str).collect();
    let bytes = damaged(&mut stream, &samples, PIECES);
    let Ok(model) = Model::from_json(&String::from_utf8_lossy(&bytes)) else { return Ok(()) };
    let again = Model::from_json(&model.to_json()).map_err(|error| error.to_string())?;
    if again.to_json() != model.to_json() {
        return Err("a model changes when it is written and read".to_string());
    }
    let _ = model.predict(&ROWS);
    let drawn = [gosdt::text(&model), gosdt::rules(&model), gosdt::dot(&model)];
    match drawn.iter().any(|text| text.contains('\u{1b}')) {
        true => Err("an escape sequence gets through".to_string()),
        false => Ok(()),
    }
}
