//! Command lines: whatever the words, the program ends by itself with one of its exit codes.
use gosdt_oracle::random::Stream;
use std::process::{Command, Stdio};

const WORDS: &[&str] = &[
    "fit",
    "path",
    "predict",
    "evaluate",
    "show",
    "demo",
    "completions",
    "monk-1",
    "monk-2",
    "--lambda",
    "0.1",
    "0.05",
    "-1",
    "1/3",
    "--objective",
    "balanced",
    "auc",
    "pauc:0.5",
    "--json",
    "--quiet",
    "--max-depth",
    "2",
    "0",
    "--max-leaves",
    "--min-leaf",
    "4",
    "--time-limit",
    "1",
    "--threads",
    "--all-optima",
    "3",
    "--thresholds",
    "quantile:3",
    "guess",
    "--help",
    "--from",
    "--to",
    "--as",
    "dot",
    "no-such-file.csv",
    "-",
    "--",
    "",
    "é",
    "--explain",
    "--select",
    "-q",
];

/// Runs the program with random words. It gets no input, and writes no file.
pub fn run(program: &str, seed: u64) -> Result<(), String> {
    let mut stream = Stream::new(seed);
    let words: Vec<&str> = (0..stream.below(8)).map(|_| *stream.pick(WORDS)).collect();
    let limited = ["--time-limit", "1"];
    let mut command = Command::new(program);
    command.args(&words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if matches!(words.first(), Some(&("fit" | "path" | "demo"))) {
        command.args(limited);
    }
    let status = command.status().map_err(|error| error.to_string())?;
    // A panic is 101, a signal has no code.
    match status.code() {
        Some(code) if code != 101 => Ok(()),
        other => Err(format!("{words:?} ended with {other:?}")),
    }
}
