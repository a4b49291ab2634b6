//! The rows that a tree is fitted to, in the form that searches take.
use crate::options::OptionsError;
use gosdt_data::{RowClasses, SplitColumn, SplitKind, Table, Thresholds, group_rows_at};
use gosdt_search::{Column, CostError, Costs, Objective, Points, StopCheck, StopReason};
use num_rational::BigRational;

/// The classes of equal rows of a table, and the splits between them.
pub(crate) struct Grouped {
    pub(crate) classes: RowClasses,
    /// What ended the grouping before it was done. Then all rows are one class, and a lone leaf is
    /// all that can be fitted.
    pub(crate) ended: Option<StopReason>,
}

impl Grouped {
    /// Groups the rows of a table and lists the splits that may be asked, unless that is stopped.
    pub(crate) fn until(
        table: &Table,
        thresholds: &Thresholds,
        stop: &StopCheck<'_>,
    ) -> Result<Grouped, OptionsError> {
        thresholds.check(table)?;
        Ok(match group_rows_at(table, thresholds, &|| stop.is_due()) {
            Ok(classes) => Grouped { classes, ended: None },
            Err(_) => Grouped { classes: RowClasses::undivided(table), ended: stop.reason() },
        })
    }
}

/// A table, and its rows merged into classes that no test tells apart.
#[derive(Clone, Copy)]
pub(crate) struct TrainingData<'a> {
    pub(crate) table: &'a Table,
    pub(crate) classes: &'a RowClasses,
}

impl TrainingData<'_> {
    /// The classes of equal rows as the points of a search.
    pub(crate) fn points(&self) -> Points {
        let classes = self.classes;
        let column = |column: &SplitColumn| Column {
            kind: match column.kind {
                SplitKind::Thresholds => gosdt_search::SplitKind::Thresholds,
                SplitKind::Categories => gosdt_search::SplitKind::Categories,
            },
            splits: column.splits,
            codes: column.codes.clone(),
        };
        Points {
            len: classes.len,
            classes: classes.labels,
            weights: classes.weights.clone(),
            rows: classes.rows.clone(),
            columns: classes.columns.iter().map(column).collect(),
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
