//! Feeds random and damaged inputs to all that reads them, for a while:
//!
//! ```text
//! gosdt-fuzz TARGET [--seconds N] [--cases N] [--seed N] [--program PATH]
//! ```
//!
//! A case is a seed: what fails is printed with it, and `--seed N --cases 1` runs it again. A panic, a
//! broken promise or a case that takes longer than a minute ends the run with exit code 1.
#![forbid(unsafe_code)]

mod arguments;
mod bytes;
mod run;
mod targets;

use arguments::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match Arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(text) => {
            eprintln!("{text}");
            return ExitCode::from(2);
        }
    };
    match run::run(&arguments) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
