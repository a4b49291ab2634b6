//! One fold: a tree for each λ on its training rows, measured on the rows that it holds out.
use super::SelectError;
use super::folds::Fold;
use crate::certify::cost;
use crate::certify::rank_loss::{self, Leaf};
use crate::fit::{FitError, SearchResult, search};
use crate::model::{leaf_of_row, model_tree};
use crate::options::{CheckedOptions, Goal};
use crate::training_data::{TrainingData, row_classes};
use crate::watch::Watch;
use gosdt_data::{RowClasses, Table};
use gosdt_search::{Costs, Objective, ShapeNode};
use num_rational::BigRational;
use num_traits::Zero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What became of one λ in one fold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trial {
    /// The objective's loss on the rows held out.
    pub(super) loss: BigRational,
    /// The share of their weight that is predicted right.
    pub(super) accuracy: BigRational,
    pub(super) leaves: usize,
    pub(super) proven: bool,
}

/// What all folds share.
pub(super) struct Trials<'a> {
    pub(super) table: &'a Table,
    /// The options for each λ, from the largest to the smallest.
    pub(super) options: &'a [CheckedOptions],
    /// What each fold may take.
    pub(super) time: Option<Duration>,
    /// Set when the folds are to end.
    pub(super) stop: &'a AtomicBool,
    /// Trees done.
    pub(super) done: &'a AtomicUsize,
}

/// Stops a search when the folds are to end.
struct StopFlag<'a>(&'a AtomicBool);

impl Watch for StopFlag<'_> {
    fn should_stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Trials<'_> {
    /// Goes through the penalties from the largest to the smallest. A tree that is optimal and has
    /// the least loss of all trees stays optimal for every smaller λ: trees with fewer leaves gain
    /// less by it, and no other has less loss.
    pub(super) fn fold(&self, fold: &Fold) -> Result<Vec<Trial>, SelectError> {
        let started = Instant::now();
        let train = self.table.at_rows(&fold.train);
        let classes = row_classes(&train);
        let data = TrainingData { table: &train, classes: &classes };
        let mut trials: Vec<Trial> = Vec::with_capacity(self.options.len());
        for (at, options) in self.options.iter().enumerate() {
            let mut options = options.clone();
            let left = self.time.map(|time| time.saturating_sub(started.elapsed()));
            options.search.time_limit = left.map(|left| left / (self.options.len() - at) as u32);
            let found = search(&data, &options, &mut StopFlag(self.stop))?;
            trials.push(self.measured(&found, &data, &options, fold)?);
            let settled = trials[at].proven && has_least_loss(&found, &data, &options)?;
            let more = if settled { self.options.len() - at - 1 } else { 0 };
            trials.extend(std::iter::repeat_n(trials[at].clone(), more));
            self.done.fetch_add(1 + more, Ordering::Relaxed);
            if settled || self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(trials)
    }

    fn measured(
        &self,
        found: &SearchResult,
        data: &TrainingData<'_>,
        options: &CheckedOptions,
        fold: &Fold,
    ) -> Result<Trial, SelectError> {
        let (shape, counts) = &found.trees[0];
        let tree = model_tree(shape, counts, data);
        let labels = self.table.labels.classes.len();
        let mut held_out = vec![vec![0u64; labels]; shape.nodes.len()];
        for &row in &fold.test {
            let weight = self.table.weights.as_ref().map_or(1, |weights| weights.values[row]);
            let leaf = leaf_of_row(&tree, self.table, row);
            held_out[leaf][self.table.labels.codes[row] as usize] += weight;
        }
        let leaf = |(at, node): (usize, &ShapeNode)| match *node {
            ShapeNode::Split { .. } => None,
            ShapeNode::Leaf { label } => Some(HeldOut {
                label,
                weights: std::mem::take(&mut held_out[at]),
                rank: counts.weights[at].clone(),
            }),
        };
        let leaves: Vec<HeldOut> = shape.nodes.iter().enumerate().filter_map(leaf).collect();
        Ok(Trial {
            loss: loss(options, &leaves)?,
            accuracy: BigRational::from_integer(1.into())
                - additive_loss(&Objective::Accuracy, &leaves)?,
            leaves: leaves.len(),
            proven: found.certificate.status.is_optimal(),
        })
    }
}

/// A leaf, with the weights of the rows held out and of those fitted.
struct HeldOut {
    label: usize,
    weights: Vec<u64>,
    rank: Vec<u64>,
}

/// The objective's loss, exactly.
fn loss(options: &CheckedOptions, leaves: &[HeldOut]) -> Result<BigRational, FitError> {
    match &options.goal {
        Goal::Additive(objective) => additive_loss(objective, leaves),
        Goal::Ranked(objective) => {
            let positive = options.positive.unwrap_or(1);
            let leaf = |leaf: &HeldOut| Leaf::new(&leaf.weights, &leaf.rank, leaf.label, positive);
            let leaves: Vec<Leaf> = leaves.iter().map(leaf).collect();
            Ok(rank_loss::loss(objective, &leaves))
        }
    }
}

fn additive_loss(objective: &Objective, leaves: &[HeldOut]) -> Result<BigRational, FitError> {
    let classes = leaves.first().map_or(0, |leaf| leaf.weights.len());
    let total = |class: usize| leaves.iter().map(|leaf| leaf.weights[class]).sum();
    let totals: Vec<u64> = (0..classes).map(total).collect();
    let costs = Costs::new(objective, &BigRational::zero(), &totals, 1)?;
    let each = leaves.iter().flat_map(|leaf| {
        let weights = leaf.weights.iter().enumerate();
        weights.map(|(class, &weight)| weight as i64 * costs.per_weight(leaf.label, class))
    });
    Ok(costs.rational(each.sum()))
}

/// Whether no tree at all has less loss.
fn has_least_loss(
    found: &SearchResult,
    data: &TrainingData<'_>,
    options: &CheckedOptions,
) -> Result<bool, FitError> {
    let Goal::Additive(objective) = &options.goal else {
        return Ok(found.loss.is_zero());
    };
    let costs = data.costs(objective, &options.lambda)?;
    let (shape, counts) = &found.trees[0];
    let penalty = i128::from(costs.per_leaf()) * shape.leaves() as i128;
    Ok(cost(shape, counts, &costs) - penalty == unavoidable(data.classes, &costs))
}

/// The loss of rows that no question tells apart.
fn unavoidable(classes: &RowClasses, costs: &Costs) -> i128 {
    let as_label = |weights: &[u64], label: usize| -> i128 {
        let each = weights.iter().enumerate();
        each.map(|(class, &weight)| i128::from(weight) * i128::from(costs.per_weight(label, class)))
            .sum()
    };
    let least = |weights: &[u64]| {
        (0..costs.labels()).map(|label| as_label(weights, label)).min().unwrap_or(0)
    };
    classes.weights.chunks(classes.labels).map(least).sum()
}
