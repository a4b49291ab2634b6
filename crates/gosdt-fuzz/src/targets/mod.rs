//! What is fed, one file each: a seed in, nothing or what went wrong out.
mod certificate;
mod commands;
mod costs;
mod csv;
mod model;
mod options;
mod search;

/// What is fed.
pub enum Target {
    Csv,
    Model,
    Costs,
    Options,
    Certificate,
    Search,
    /// The program at this path.
    Commands(String),
}

impl Target {
    /// The target of this name.
    pub fn named(name: &str, program: Option<String>) -> Option<Target> {
        Some(match name {
            "csv" => Target::Csv,
            "model" => Target::Model,
            "costs" => Target::Costs,
            "options" => Target::Options,
            "certificate" => Target::Certificate,
            "search" => Target::Search,
            "commands" => Target::Commands(program?),
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Target::Csv => "csv",
            Target::Model => "model",
            Target::Costs => "costs",
            Target::Options => "options",
            Target::Certificate => "certificate",
            Target::Search => "search",
            Target::Commands(_) => "commands",
        }
    }

    /// Runs the case of a seed.
    pub fn run(&self, seed: u64) -> Result<(), String> {
        match self {
            Target::Csv => csv::run(seed),
            Target::Model => model::run(seed),
            Target::Costs => costs::run(seed),
            Target::Options => options::run(seed),
            Target::Certificate => certificate::run(seed),
            Target::Search => search::run(seed),
            Target::Commands(program) => commands::run(program, seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few cases of each, so that a target that no longer works is seen with all other tests.
    #[test]
    fn every_target_runs() {
        let targets = [
            Target::Csv,
            Target::Model,
            Target::Costs,
            Target::Options,
            Target::Certificate,
            Target::Search,
        ];
        for target in targets {
            for seed in 0..200 {
                assert_eq!(target.run(seed), Ok(()), "{} {seed}", target.name());
            }
        }
    }
}
