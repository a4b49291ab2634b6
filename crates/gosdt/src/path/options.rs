//! A range of λ, and how to fit in it.
use crate::options::{CheckedOptions, Decimal, FitOptions, OptionsError};
use gosdt_data::Table;
use num_rational::BigRational;
use num_traits::Signed;

/// A range of λ, and how to fit in it.
#[derive(Clone, Debug, PartialEq)]
pub struct PathOptions {
    /// The objective, the limits on trees, and those on time and memory, which are for the path as a
    /// whole. `lambda` has no effect, `all_optima` must be 1.
    pub fit: FitOptions,
    /// The largest λ. \[default: 0.2\] \[range: at least `to`\]
    pub from: Decimal,
    /// The smallest λ. \[default: 0.001\] \[range: ≥ 0\]
    pub to: Decimal,
}

impl Default for PathOptions {
    fn default() -> Self {
        let decimal = |text: &str| text.parse().expect("this is a decimal");
        PathOptions { fit: FitOptions::default(), from: decimal("0.2"), to: decimal("0.001") }
    }
}

impl PathOptions {
    /// Checks the options, by themselves and against the labels.
    pub(super) fn check(&self, table: &Table) -> Result<CheckedOptions, OptionsError> {
        let fit = FitOptions { lambda: self.from.clone(), ..self.fit.clone() };
        if self.to.value().is_negative() {
            return Err(OptionsError::NegativeLambda(self.to.clone()));
        }
        if self.from.value() < self.to.value() {
            return Err(OptionsError::EmptyRange {
                from: self.from.to_string(),
                to: self.to.to_string(),
            });
        }
        if fit.all_optima > 1 {
            return Err(OptionsError::PathListsOne);
        }
        fit.check(&table.labels)
    }

    /// The largest and the smallest λ, exactly.
    pub(super) fn ends(&self) -> [BigRational; 2] {
        [&self.from, &self.to].map(|end| end.value().clone())
    }

    /// A λ as it is to be shown: an end as the user wrote it, any other as a fraction.
    pub(super) fn spelled(&self, lambda: &BigRational) -> Decimal {
        let mut ends = [&self.from, &self.to].into_iter();
        let given = ends.find(|end| end.value() == lambda).cloned();
        given.unwrap_or_else(|| Decimal::from(lambda.clone()))
    }
}
