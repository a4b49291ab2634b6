//! The rows that a tree is fitted to, in the form that searches take.
use gosdt_data::{EquivalenceClasses, Table};
use gosdt_search::{CostError, Costs, Feature, Objective, Points};
use num_rational::BigRational;

/// A table, and its rows merged into classes that no test tells apart.
#[derive(Clone, Copy)]
pub(crate) struct TrainingData<'a> {
    pub(crate) table: &'a Table,
    pub(crate) classes: &'a EquivalenceClasses,
}

impl TrainingData<'_> {
    /// The classes of equal rows as the points of a search.
    pub(crate) fn points(&self) -> Points {
        let classes = self.classes;
        let features = classes.features.iter().map(|feature| Feature {
            bits: feature.bits.clone(),
            column: feature.column as u32,
            place: feature.place,
        });
        Points {
            len: classes.len,
            classes: classes.labels,
            weights: classes.weights.clone(),
            rows: classes.rows.clone(),
            features: features.collect(),
        }
    }

    /// The cost of rows that no test tells apart: no tree costs less, leaves aside.
    pub(crate) fn unavoidable_cost(&self, costs: &Costs) -> i64 {
        let as_label = |weights: &[u64], label: usize| -> i64 {
            let each = weights.iter().enumerate();
            each.map(|(class, &weight)| weight as i64 * costs.per_weight(label, class)).sum()
        };
        let least = |weights: &[u64]| {
            (0..costs.labels()).map(|label| as_label(weights, label)).min().unwrap_or(0)
        };
        self.classes.weights.chunks(self.classes.labels).map(least).sum()
    }

    /// The integer costs of an objective on these rows.
    pub(crate) fn costs(
        &self,
        objective: &Objective,
        lambda: &BigRational,
    ) -> Result<Costs, CostError> {
        let classes = self.classes;
        let mut totals = vec![0; classes.labels];
        for (at, weight) in classes.weights.iter().enumerate() {
            totals[at % classes.labels] += weight;
        }
        Costs::new(objective, lambda, &totals, classes.len)
    }
}
