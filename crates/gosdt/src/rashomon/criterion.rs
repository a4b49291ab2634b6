//! The best tree of a set by something other than its objective.
use super::examined::Examined;
use super::set::Rashomon;
use super::tree::RashomonTree;
use gosdt_tree::Node;

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
        let best = examined.best_of(|tree| match criterion {
            Criterion::FewestColumns => -self.value_by(tree, criterion),
            _ => self.value_by(tree, criterion),
        });
        best.map(|(tree, value)| match criterion {
            Criterion::FewestColumns => (tree, -value),
            _ => (tree, value),
        })
    }

    /// What a tree is worth by a criterion; minus infinity where that does not exist.
    pub fn value_by(&self, tree: &RashomonTree, criterion: Criterion) -> f64 {
        match criterion {
            Criterion::Accuracy => accuracy(tree),
            Criterion::BalancedAccuracy => balanced_accuracy(tree),
            Criterion::Auc => auc(tree, self.found.checked.positive),
            Criterion::FewestColumns => tree.columns().len() as f64,
        }
    }
}

/// The class and the weights of each leaf.
fn leaves(tree: &RashomonTree) -> impl Iterator<Item = (usize, &[f64])> {
    tree.tree.nodes.iter().filter_map(|node| match node {
        Node::Leaf { class, weights, .. } => Some((*class, &weights[..])),
        Node::Split { .. } => None,
    })
}

fn accuracy(tree: &RashomonTree) -> f64 {
    let right: f64 = leaves(tree).map(|(class, weights)| weights[class]).sum();
    right / tree.tree.nodes[0].weights().iter().sum::<f64>()
}

fn balanced_accuracy(tree: &RashomonTree) -> f64 {
    let all = tree.tree.nodes[0].weights();
    let mut right = vec![0.0; all.len()];
    leaves(tree).for_each(|(class, weights)| right[class] += weights[class]);
    let present = all.iter().zip(&right).filter(|(all, _)| **all > 0.0);
    let recalls: Vec<f64> = present.map(|(all, right)| right / all).collect();
    recalls.iter().sum::<f64>() / recalls.len() as f64
}

/// The share of the pairs of a positive and a negative that leaves rank rightly; ties count half.
fn auc(tree: &RashomonTree, positive: Option<usize>) -> f64 {
    let Some(positive) = positive else { return f64::NEG_INFINITY };
    let mut counts: Vec<(f64, f64)> =
        leaves(tree).map(|(_, weights)| (weights[positive], weights[1 - positive])).collect();
    counts.retain(|(pos, neg)| pos + neg > 0.0);
    let share = |(pos, neg): (f64, f64)| pos / (pos + neg);
    counts.sort_by(|a, b| share(*a).total_cmp(&share(*b)));
    let (mut below, mut ranked, mut all_pos) = (0.0, 0.0, 0.0);
    for ties in counts.chunk_by(|a, b| share(*a) == share(*b)) {
        let pos: f64 = ties.iter().map(|(pos, _)| pos).sum();
        let neg: f64 = ties.iter().map(|(_, neg)| neg).sum();
        ranked += pos * (below + neg / 2.0);
        below += neg;
        all_pos += pos;
    }
    let pairs = all_pos * below;
    if pairs > 0.0 { ranked / pairs } else { f64::NEG_INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::training_metrics;
    use crate::{RashomonOptions, Silent, demo, rashomon};
    use std::sync::Arc;

    #[test]
    fn values_from_leaves_are_the_training_metrics() {
        let table = Arc::new(demo::find("monk-3").expect("a demo").table().expect("a table"));
        let set = rashomon(&table, &RashomonOptions::default(), &mut Silent).expect("a set");
        for tree in set.trees().take(30) {
            let metrics = training_metrics(&set.data(), &tree.counts, &set.model(&tree));
            for (criterion, expected) in [
                (Criterion::Accuracy, metrics.accuracy),
                (Criterion::BalancedAccuracy, metrics.balanced_accuracy),
                (Criterion::Auc, metrics.auc.expect("two classes")),
            ] {
                let found = set.value_by(&tree, criterion);
                assert!((found - expected).abs() < 1e-9, "{criterion:?}: {found} {expected}");
            }
        }
    }
}
