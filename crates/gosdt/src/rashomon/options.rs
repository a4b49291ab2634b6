//! Which trees are near-optimal.
use crate::options::{CheckedOptions, Decimal, FitOptions, OptionsError};
use gosdt_data::Table;
use gosdt_rashomon::Threshold;
use num_traits::Signed;
use std::fmt;

/// The largest objective of a near-optimal tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RashomonThreshold {
    /// (1 + this) times the least objective.
    Within(Decimal),
    /// This above the least objective.
    Slack(Decimal),
    /// This, whatever the least objective is.
    Below(Decimal),
}

impl RashomonThreshold {
    /// For the search.
    pub(super) fn exact(&self) -> Threshold {
        match self {
            RashomonThreshold::Within(share) => Threshold::Within(share.value().clone()),
            RashomonThreshold::Slack(slack) => Threshold::Slack(slack.value().clone()),
            RashomonThreshold::Below(value) => Threshold::Below(value.value().clone()),
        }
    }

    fn named(&self) -> (&'static str, &Decimal) {
        match self {
            RashomonThreshold::Within(share) => ("within", share),
            RashomonThreshold::Slack(slack) => ("slack", slack),
            RashomonThreshold::Below(value) => ("below", value),
        }
    }
}

impl fmt::Display for RashomonThreshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, value) = self.named();
        write!(f, "{name} {value}")
    }
}

/// Which trees are near-optimal, and how to find them.
#[derive(Clone, Debug, PartialEq)]
pub struct RashomonOptions {
    /// The objective, which must be a sum over leaves, λ, the limits on trees, and those on time and
    /// memory. `threads` and `all_optima` have no effect.
    pub fit: FitOptions,
    /// The largest objective of a tree. \[default: within 0.05\] \[range: ≥ 0\]
    pub threshold: RashomonThreshold,
}

impl Default for RashomonOptions {
    fn default() -> Self {
        let share = "0.05".parse().expect("this is a decimal");
        RashomonOptions { fit: FitOptions::default(), threshold: RashomonThreshold::Within(share) }
    }
}

impl RashomonOptions {
    /// Checks the options, by themselves and against the labels.
    pub(super) fn check(&self, table: &Table) -> Result<CheckedOptions, OptionsError> {
        let (name, value) = self.threshold.named();
        if value.value().is_negative() {
            return Err(OptionsError::NegativeThreshold { name, value: value.clone() });
        }
        FitOptions { all_optima: 1, ..self.fit.clone() }.check(&table.labels)
    }
}
