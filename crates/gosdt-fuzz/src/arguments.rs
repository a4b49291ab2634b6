//! What to run, and for how long.
use crate::targets::Target;
use std::time::Duration;

/// The command line.
pub struct Arguments {
    pub target: Target,
    pub time: Duration,
    pub cases: u64,
    /// The seed of the first case; each case has the next.
    pub seed: u64,
}

const USAGE: &str = "usage: gosdt-fuzz TARGET [--seconds N] [--cases N] [--seed N] [--program PATH]\n\
     targets: csv, model, costs, options, certificate, search, commands (which needs --program)";

impl Arguments {
    /// Reads the command line.
    pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let name = words.next().ok_or(USAGE)?;
        let (mut time, mut cases, mut seed, mut program) = (60, u64::MAX, 0, None);
        while let Some(word) = words.next() {
            let value = words.next().ok_or(USAGE)?;
            let number = || value.parse::<u64>().map_err(|_| format!("{value:?} is no number"));
            match word.as_str() {
                "--seconds" => time = number()?,
                "--cases" => cases = number()?,
                "--seed" => seed = number()?,
                "--program" => program = Some(value),
                _ => return Err(USAGE.to_string()),
            }
        }
        let target = Target::named(&name, program).ok_or(USAGE)?;
        Ok(Arguments { target, time: Duration::from_secs(time), cases, seed })
    }
}
