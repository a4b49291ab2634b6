//! The program `gosdt`: fits provably optimal sparse decision trees, predicts with them, evaluates
//! and shows them.
//!
//! One file per command; `args` holds what may be typed. Results go to standard output, everything
//! else to standard error. Exit codes are decided here and in `ending` only.
#![forbid(unsafe_code)]

mod args;
mod baseline;
mod certificate;
mod columns;
mod command_line;
mod completions;
mod demo;
mod duration;
mod ending;
mod evaluate;
mod files;
mod fit;
mod fit_json;
mod interrupt;
mod onlooker;
mod output;
mod partial_auc_json;
mod path;
mod path_json;
mod path_onlooker;
mod path_table;
mod predict;
mod progress;
mod report;
mod screen;
mod select;
mod show;
mod size;
mod test_set;
mod trace;

use args::{Cli, Command};
use clap::Parser;
use ending::{Ending, Failure};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&Cli::parse().command) {
        Ok(ending) => ending.exit_code(),
        Err(failure) => {
            output::tell(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}

fn run(command: &Command) -> Result<Ending, Failure> {
    match command {
        Command::Fit(args) => fit::run(args),
        Command::Path(args) => path::run(args),
        Command::Predict(args) => predict::run(args),
        Command::Evaluate(args) => evaluate::run(args),
        Command::Show(args) => show::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Completions(args) => completions::run(args),
    }
}
