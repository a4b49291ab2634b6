//! What to look for, and how long.
use super::duration::parse_duration;
use super::size::parse_size;
use crate::exit_code::Failure;
use clap::Args;
use gosdt::{Decimal, FitOptions, ObjectiveChoice, Thresholds};
use std::time::Duration;

/// What to look for, and how long.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// The price of a leaf, an exact decimal (0.01) or fraction (1/32), at least 0
    #[arg(
        long,
        value_name = "L",
        default_value = "0.01",
        allow_negative_numbers = true,
        conflicts_with = "select"
    )]
    lambda: Decimal,
    #[command(flatten)]
    problem: ProblemArgs,
    /// List up to this many optimal trees
    #[arg(long, value_name = "N", default_value_t = 1)]
    all_optima: usize,
}

impl SearchArgs {
    /// The file that the costs are read from, if any.
    pub fn cost_file(&self) -> Option<&str> {
        self.problem.cost_file()
    }

    /// As `fit` wants it; reads the cost file if there is one.
    pub fn options(&self) -> Result<FitOptions, Failure> {
        let (lambda, all_optima) = (self.lambda.clone(), self.all_optima);
        Ok(FitOptions { lambda, all_optima, ..self.problem.options()? })
    }
}

/// The objective, limits on the tree, and limits on the search.
#[derive(Debug, Args)]
pub struct ProblemArgs {
    /// What to minimise besides leaves: accuracy, balanced, weighted:W (a missed positive costs W
    /// false alarms), cost:FILE, auc, pauc:T (area left of false positive rate T, not divided by
    /// T), fscore or f1 (best labels), fscore:W (a leaf is positive if W times its positives exceed its
    /// negatives), fbeta:B or jaccard
    #[arg(long, value_name = "OBJECTIVE", default_value = "accuracy")]
    objective: String,
    /// The positive label, for two classes [default: the last in order]
    #[arg(long, value_name = "LABEL")]
    positive: Option<String>,
    /// Largest depth; a lone leaf has depth 0
    #[arg(long, value_name = "D")]
    max_depth: Option<u32>,
    /// Most leaves
    #[arg(long, value_name = "H")]
    max_leaves: Option<u32>,
    /// Least number of rows in a leaf
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_leaf: u32,
    /// The thresholds of numeric columns that a tree may ask: all, quantile:K (at most K per column,
    /// next to the quantiles of the rows), guess, guess:TREES or guess:TREES,DEPTH (those that so many
    /// boosted trees ask, 40 of depth 2 unless given). Fewer are faster; the tree is then optimal among
    /// them, which all results say
    #[arg(long, value_name = "THRESHOLDS", default_value = "all")]
    thresholds: Thresholds,
    /// Stop this long after the start with the best tree so far (500ms, 60s, 2m, 1h)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Keep the process below this much memory (500M, 2G, 1GiB): store less, forget, then stop with
    /// the tree [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,
    /// Worker threads [default: one per core]; any number finds the same tree
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
}

impl ProblemArgs {
    /// The file that the costs are read from, if any.
    pub fn cost_file(&self) -> Option<&str> {
        ObjectiveChoice::cost_file(&self.objective)
    }

    /// As `fit` wants it, with the usual price of a leaf; reads the cost file if there is one.
    pub fn options(&self) -> Result<FitOptions, Failure> {
        Ok(FitOptions {
            objective: ObjectiveChoice::parse(&self.objective)?,
            positive: self.positive.clone(),
            max_depth: self.max_depth,
            max_leaves: self.max_leaves,
            min_leaf: self.min_leaf,
            thresholds: self.thresholds.clone(),
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            threads: self.threads,
            ..FitOptions::default()
        })
    }
}
