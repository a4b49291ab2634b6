//! The program `gosdt`: fits provably optimal sparse decision trees, predicts with them, evaluates
//! and shows them.
//!
//! `input` holds what may be typed and reads what is named there, `commands` has a file for each
//! command, `progress` shows a search while it runs, `output` writes what came of it. Results go to
//! standard output, everything else to standard error. Exit codes are decided in `exit_code` only.
#![forbid(unsafe_code)]

mod commands;
mod exit_code;
mod input;
mod output;
mod progress;

use clap::Parser;
use input::Cli;
use std::process::ExitCode;

/// The search makes and drops many lists of some kilobytes, on threads of its own. The allocator of the
/// C library gives such memory back to the system each time, which takes up to half of a search.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Err(failure) = input::limit_instruction_set() {
        output::tell(&format!("error: {failure}"));
        return failure.exit_code();
    }
    match commands::run(&Cli::parse().command) {
        Ok(ending) => ending.exit_code(),
        Err(failure) => {
            output::tell(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}
