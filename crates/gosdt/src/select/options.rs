//! How to choose λ.
use super::folds::Fold;
use crate::options::Decimal;

/// Which of the λ is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SelectRule {
    /// That with the least mean loss on the rows held out.
    Min,
    /// The largest whose mean loss is at most one standard error above the least: the simplest
    /// trees that are not clearly worse.
    #[default]
    OneSe,
}

/// The folds to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folds {
    /// As [`crate::stratified_folds`] makes them.
    Stratified {
        /// How many. \[range: ≥ 2\]
        folds: usize,
        /// What the shuffling starts from.
        seed: u64,
    },
    /// These.
    Given(Vec<Fold>),
}

/// How to choose λ.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectOptions {
    /// The folds. \[default: five stratified ones, seed 0\]
    pub folds: Folds,
    /// What to choose from, in any order. \[default: none, which is a λ for each tree of the path of
    /// all rows, or else [`crate::candidate_lambdas`]; see [`crate::select`]\]
    pub lambdas: Option<Vec<Decimal>>,
    /// Which is taken. \[default: one standard error\]
    pub rule: SelectRule,
}

impl Default for SelectOptions {
    fn default() -> Self {
        let folds = Folds::Stratified { folds: 5, seed: 0 };
        SelectOptions { folds, lambdas: None, rule: SelectRule::default() }
    }
}
