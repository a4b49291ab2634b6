//! `gosdt completions`: a script that teaches a shell the arguments.
use crate::exit_code::{Ending, Failure};
use crate::input::{Cli, CompletionsArgs};
use crate::output::print;
use clap::CommandFactory;

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> Result<Ending, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gosdt", &mut script);
    print(&script)?;
    Ok(Ending::Done)
}
