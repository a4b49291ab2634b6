//! The commands, a file each.
mod completions;
#[cfg(feature = "parquet")]
mod compress;
mod demo;
mod evaluate;
mod fit;
mod greedy_trees;
mod path;
mod predict;
mod rashomon;
mod show;

use crate::exit_code::{Ending, Failure};
use crate::input::Command;

/// Runs a command.
pub fn run(command: &Command) -> Result<Ending, Failure> {
    match command {
        Command::Fit(args) => fit::run(args),
        #[cfg(feature = "parquet")]
        Command::Compress(args) => compress::run(args),
        Command::Path(args) => path::run(args),
        Command::Rashomon(args) => rashomon::run(args),
        Command::Predict(args) => predict::run(args),
        Command::Evaluate(args) => evaluate::run(args),
        Command::Show(args) => show::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Completions(args) => completions::run(args),
    }
}
