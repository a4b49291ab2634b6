//! `gosdt completions`: a script that teaches a shell the arguments.
use crate::args::{Cli, CompletionsArgs};
use crate::ending::{Ending, Failure};
use crate::output::print;
use clap::CommandFactory;

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> Result<Ending, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gosdt", &mut script);
    print(&script)?;
    Ok(Ending::Done)
}
