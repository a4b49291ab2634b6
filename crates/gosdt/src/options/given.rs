//! Options as they are given.
use super::cost_matrix::CostMatrix;
use super::decimal::Decimal;
use super::error::OptionsError;
use super::objective::ObjectiveChoice;
use gosdt_data::Thresholds;
use gosdt_tree::{KeptThresholds, Model};
use std::time::Duration;

/// How to fit. Nothing is checked before [`crate::fit`] is called.
#[derive(Clone, Debug, PartialEq)]
pub struct FitOptions {
    /// What to minimise besides the leaves. \[default: accuracy\]
    pub objective: ObjectiveChoice,
    /// The positive label, for two classes. \[default: the last class in the labels' order\]
    pub positive: Option<String>,
    /// λ, the price of a leaf. \[default: 0.01\] \[range: ≥ 0\]
    pub lambda: Decimal,
    /// Largest depth; a lone leaf has depth 0. \[default: none\]
    pub max_depth: Option<u32>,
    /// Most leaves. \[default: none\] \[range: ≥ 1\]
    pub max_leaves: Option<u32>,
    /// Least number of rows in a leaf; a lone leaf is always allowed. \[default: 1\] \[range: ≥ 1\]
    pub min_leaf: u32,
    /// The thresholds of numeric columns that a tree may ask. With fewer than all the proof speaks of
    /// these alone, and so do status and bounds. \[default: all\]
    pub thresholds: Thresholds,
    /// Stop this long after `fit` was called. \[default: none\]
    pub time_limit: Option<Duration>,
    /// Keep the process below this many bytes: store splits the smaller way and search with fewer
    /// threads, forget what is cheap to find again, then stop with the best tree. What cannot fit is
    /// refused before it is allocated. \[default: 80 % of the memory that is free\]
    pub memory_limit: Option<u64>,
    /// Worker threads; `None` is one per core. Any number finds the same tree. \[default: none\] \[range: ≥ 1\]
    pub threads: Option<usize>,
    /// List up to this many optimal trees. \[default: 1\] \[range: ≥ 1\]
    pub all_optima: usize,
}

impl Default for FitOptions {
    fn default() -> Self {
        FitOptions {
            objective: ObjectiveChoice::default(),
            positive: None,
            lambda: "0.01".parse().expect("this is a decimal"),
            max_depth: None,
            max_leaves: None,
            min_leaf: 1,
            thresholds: Thresholds::All,
            time_limit: None,
            memory_limit: None,
            threads: None,
            all_optima: 1,
        }
    }
}

impl FitOptions {
    /// The options that say what a model's tree was to be: objective, λ, limits and thresholds. How it was
    /// searched for (time, memory, threads) is not in a model.
    pub fn of_model(model: &Model) -> Result<FitOptions, OptionsError> {
        let spec = &model.objective;
        let objective = match &spec.costs {
            Some(costs) => {
                let text: String = costs.iter().map(|row| row.join(",") + "\n").collect();
                ObjectiveChoice::Costs(CostMatrix::parse(&text, "the model's costs")?)
            }
            // A model from elsewhere must not make us read a file.
            None => ObjectiveChoice::named(&spec.name)?,
        };
        Ok(FitOptions {
            objective,
            positive: model.positive.and_then(|class| model.classes.get(class).cloned()),
            lambda: spec.lambda.parse()?,
            max_depth: spec.max_depth,
            max_leaves: spec.max_leaves,
            min_leaf: spec.min_leaf,
            thresholds: thresholds_of(model.certificate.thresholds.as_ref())?,
            ..FitOptions::default()
        })
    }
}

/// The choice of thresholds that a model's certificate tells of.
fn thresholds_of(kept: Option<&KeptThresholds>) -> Result<Thresholds, OptionsError> {
    match kept {
        None => Ok(Thresholds::All),
        Some(KeptThresholds { given: Some(given), .. }) => Ok(Thresholds::Given(given.clone())),
        Some(kept) => Ok(kept.rule.parse()?),
    }
}
