//! How to choose λ.
use clap::{Args, ValueEnum};
use gosdt::{Decimal, Folds, SelectOptions, SelectRule};

/// How to choose λ.
#[derive(Debug, Args)]
pub struct SelectArgs {
    #[command(flatten)]
    folds: FoldArgs,
    /// What to choose λ from, with commas between [default: a value for each tree of the path of all
    /// rows, and the smallest; if that takes too long, or the objective ranks: 13 values from 0.1 to 0.001, none below
    /// one row's share]
    #[arg(long, value_name = "L,L,…", value_delimiter = ',', requires = "select")]
    lambdas: Option<Vec<Decimal>>,
}

/// A cross-validation, and the rule by which it chooses.
#[derive(Debug, Args)]
pub struct FoldArgs {
    /// Choose λ by cross-validation with K stratified folds: the tree is fitted to all rows with it; of a
    /// path, its tree is marked. Of a time limit, the choice may use half
    #[arg(long, value_name = "cv:K", value_parser = parse_folds)]
    select: Option<usize>,
    /// Which λ is taken
    #[arg(long, value_enum, default_value_t = RuleArg::OneSe, requires = "select")]
    select_rule: RuleArg,
    /// What the shuffling of rows into folds starts from
    #[arg(long, value_name = "N", default_value_t = 0, requires = "select")]
    seed: u64,
}

/// Which λ is taken.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RuleArg {
    /// That with the least mean loss
    Min,
    /// The largest whose mean loss is within one standard error of the least
    #[value(name = "1se")]
    OneSe,
}

impl SelectArgs {
    /// As the library wants it; `None` when λ is given.
    pub fn options(&self) -> Option<SelectOptions> {
        let (folds, rule) = self.folds.options()?;
        Some(SelectOptions { folds, lambdas: self.lambdas.clone(), rule })
    }
}

impl FoldArgs {
    /// As the library wants it; `None` when nothing is to be chosen.
    pub fn options(&self) -> Option<(Folds, SelectRule)> {
        let folds = Folds::Stratified { folds: self.select?, seed: self.seed };
        let rule = match self.select_rule {
            RuleArg::Min => SelectRule::Min,
            RuleArg::OneSe => SelectRule::OneSe,
        };
        Some((folds, rule))
    }
}

fn parse_folds(text: &str) -> Result<usize, String> {
    let folds = text.strip_prefix("cv:").and_then(|folds| folds.parse().ok());
    match folds {
        Some(folds) if folds >= 2 => Ok(folds),
        _ => Err("write cv: and the number of folds, at least 2, such as cv:5".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_are_spelled_with_their_number() {
        assert_eq!(parse_folds("cv:5"), Ok(5));
        for text in ["5", "cv", "cv:", "cv:1", "cv:x", "loo"] {
            assert!(parse_folds(text).is_err(), "{text}");
        }
    }
}
