//! The best tree of a set by something other than its objective.
use super::examined::Examined;
use super::set::Rashomon;
use super::tree::RashomonTree;
use crate::model::training_metrics;

/// What else a tree can be chosen by. More is better for all but the number of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Area under the ROC curve on the training rows (two classes).
    Auc,
    /// Share of the training weight that is predicted right.
    Accuracy,
    /// Mean recall over the classes, on the training rows.
    BalancedAccuracy,
    /// Fewest columns asked.
    FewestColumns,
}

impl Rashomon {
    /// The first of the best of these trees by a criterion, and its value; `None` of no trees.
    pub fn best_by<'e>(
        &self,
        examined: &'e Examined,
        criterion: Criterion,
    ) -> Option<(&'e RashomonTree, f64)> {
        match criterion {
            Criterion::FewestColumns => {
                let best = examined.best_of(|tree| -self.value_by(tree, criterion))?;
                Some((best.0, -best.1))
            }
            _ => examined.best_of(|tree| self.value_by(tree, criterion)),
        }
    }

    /// What a tree is worth by a criterion; not a number where that does not exist.
    pub fn value_by(&self, tree: &RashomonTree, criterion: Criterion) -> f64 {
        let metrics = || training_metrics(&self.data(), &tree.counts, &self.model(tree));
        match criterion {
            Criterion::Auc => metrics().auc.unwrap_or(f64::NEG_INFINITY),
            Criterion::Accuracy => metrics().accuracy,
            Criterion::BalancedAccuracy => metrics().balanced_accuracy,
            Criterion::FewestColumns => tree.columns().len() as f64,
        }
    }
}
