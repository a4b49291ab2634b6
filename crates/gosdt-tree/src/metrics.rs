//! Metrics of predictions.
use crate::{Model, Predictions};
use serde::Serialize;

/// Metrics of one class.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClassMetrics {
    /// The class.
    pub class: String,
    /// Share of the predictions of this class that are right; `None` when there is none.
    pub precision: Option<f64>,
    /// Share of the rows of this class that are found; `None` when there is none.
    pub recall: Option<f64>,
    /// Their harmonic mean; `None` when neither exists.
    pub f1: Option<f64>,
    /// Weight of the rows of this class.
    pub support: f64,
}

/// Metrics.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Metrics {
    /// Number of rows.
    pub rows: usize,
    /// Share of the weight that is predicted right; NaN (in JSON: null) when there is no weight.
    pub accuracy: f64,
    /// Mean recall over the classes that occur; NaN (in JSON: null) when there is no weight.
    pub balanced_accuracy: f64,
    /// Area under the ROC curve of the leaf shares (two classes that both occur).
    pub auc: Option<f64>,
    /// The points of that curve, from (0, 0) to (1, 1): false and true positive rate.
    pub roc: Option<Vec<(f64, f64)>>,
    /// Per class.
    pub per_class: Vec<ClassMetrics>,
    /// Weight of rows of true class i predicted as j at \[i\]\[j\].
    pub confusion: Vec<Vec<f64>>,
}

impl Metrics {
    /// Whether rows counted other than 1 each: what classes have is then a weight, else a number of rows.
    pub fn has_weights(&self) -> bool {
        let supports = self.per_class.iter().map(|class| class.support);
        let are_whole = supports.clone().all(|support| support.fract() == 0.0);
        !are_whole || supports.sum::<f64>() != self.rows as f64
    }
}

/// Compares predictions with the truth; `weights` are row weights (1 each when `None`).
///
/// # Panics
/// When predictions, truth and weights are not of one length, or the truth names a class that the
/// model does not have ([`crate::true_classes`] never does).
pub fn evaluate(
    model: &Model,
    predictions: &Predictions,
    truth: &[usize],
    weights: Option<&[f64]>,
) -> Metrics {
    assert_eq!(predictions.classes.len(), truth.len(), "one true class for each prediction");
    let ones;
    let weights = match weights {
        Some(weights) => weights,
        None => {
            ones = vec![1.0; truth.len()];
            &ones
        }
    };
    assert_eq!(weights.len(), truth.len(), "one weight for each prediction");
    let confusion = confusion(model.classes.len(), &predictions.classes, truth, weights);
    let per_class = per_class(&model.classes, &confusion);
    Metrics {
        rows: truth.len(),
        accuracy: accuracy(&confusion),
        balanced_accuracy: balanced_accuracy(&per_class),
        auc: auc(model, &predictions.leaves, truth, weights),
        roc: roc(model, &predictions.leaves, truth, weights),
        per_class,
        confusion,
    }
}

fn confusion(
    classes: usize,
    predicted: &[usize],
    truth: &[usize],
    weights: &[f64],
) -> Vec<Vec<f64>> {
    let mut confusion = vec![vec![0.0; classes]; classes];
    for ((&predicted, &truth), weight) in predicted.iter().zip(truth).zip(weights) {
        confusion[truth][predicted] += weight;
    }
    confusion
}

fn accuracy(confusion: &[Vec<f64>]) -> f64 {
    let right: f64 = confusion.iter().enumerate().map(|(class, row)| row[class]).sum();
    right / confusion.iter().flatten().sum::<f64>()
}

fn balanced_accuracy(per_class: &[ClassMetrics]) -> f64 {
    let recalls: Vec<f64> = per_class.iter().filter_map(|class| class.recall).collect();
    recalls.iter().sum::<f64>() / recalls.len() as f64
}

fn per_class(classes: &[String], confusion: &[Vec<f64>]) -> Vec<ClassMetrics> {
    let metrics = |(at, class): (usize, &String)| {
        let right = confusion[at][at];
        let support: f64 = confusion[at].iter().sum();
        let predicted: f64 = confusion.iter().map(|row| row[at]).sum();
        ClassMetrics {
            class: class.clone(),
            precision: ratio(right, predicted),
            recall: ratio(right, support),
            f1: ratio(2.0 * right, support + predicted),
            support,
        }
    };
    classes.iter().enumerate().map(metrics).collect()
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// The weight of pairs of a positive and a negative row in which the positive one's leaf has the
/// larger share of positives, among all such pairs; equal shares count half.
fn auc(model: &Model, leaves: &[usize], truth: &[usize], weights: &[f64]) -> Option<f64> {
    if model.classes.len() != 2 {
        return None;
    }
    let positive = model.positive.unwrap_or(1);
    let mut groups = leaf_groups(model, positive, leaves, truth, weights);
    groups.sort_by(|a, b| a.share.total_cmp(&b.share));
    let (mut below, mut below_or_same) = (0.0, 0.0);
    let (mut won, mut positives) = (0.0, 0.0);
    for same in groups.chunk_by(|a, b| a.share == b.share) {
        below_or_same += same.iter().map(|group| group.negatives).sum::<f64>();
        let here: f64 = same.iter().map(|group| group.positives).sum();
        won += here * (below + below_or_same) / 2.0;
        positives += here;
        below = below_or_same;
    }
    ratio(won, positives * below)
}

impl Metrics {
    /// The area under the ROC curve left of false positive rate `end`, not divided by it.
    pub fn partial_auc(&self, end: f64) -> Option<f64> {
        let piece = |pair: &[(f64, f64)]| {
            let [(x, y), (next_x, next_y)] = [pair[0], pair[1]];
            let width = (next_x.min(end) - x).max(0.0);
            let slope = if next_x > x { (next_y - y) / (next_x - x) } else { 0.0 };
            width * (y + slope * width / 2.0)
        };
        self.roc.as_ref().map(|roc| roc.windows(2).map(piece).sum())
    }
}

/// The points of the ROC curve: what is called positive when the share asked for falls.
fn roc(
    model: &Model,
    leaves: &[usize],
    truth: &[usize],
    weights: &[f64],
) -> Option<Vec<(f64, f64)>> {
    if model.classes.len() != 2 {
        return None;
    }
    let mut groups = leaf_groups(model, model.positive.unwrap_or(1), leaves, truth, weights);
    groups.retain(|group| group.positives + group.negatives > 0.0);
    groups.sort_by(|a, b| b.share.total_cmp(&a.share));
    let total = |part: fn(&LeafGroup) -> f64| groups.iter().map(part).sum::<f64>();
    let (all_neg, all_pos) = (total(|group| group.negatives), total(|group| group.positives));
    let (mut neg, mut pos) = (0.0, 0.0);
    let mut points = vec![(0.0, 0.0)];
    for same in groups.chunk_by(|a, b| a.share == b.share) {
        neg += same.iter().map(|group| group.negatives).sum::<f64>();
        pos += same.iter().map(|group| group.positives).sum::<f64>();
        points.push((ratio(neg, all_neg)?, ratio(pos, all_pos)?));
    }
    Some(points)
}

/// The weight of positive and negative rows in one leaf, and the leaf's share of positives in
/// training.
#[derive(Clone, Default)]
struct LeafGroup {
    share: f64,
    positives: f64,
    negatives: f64,
}

fn leaf_groups(
    model: &Model,
    positive: usize,
    leaves: &[usize],
    truth: &[usize],
    weights: &[f64],
) -> Vec<LeafGroup> {
    let share = |leaf| model.shares(leaf).get(positive).copied().unwrap_or(0.0);
    let empty = |leaf| LeafGroup { share: share(leaf), ..LeafGroup::default() };
    let mut groups: Vec<LeafGroup> = (0..model.tree.nodes.len()).map(empty).collect();
    for ((&leaf, &truth), weight) in leaves.iter().zip(truth).zip(weights) {
        let group = &mut groups[leaf];
        *(if truth == positive { &mut group.positives } else { &mut group.negatives }) += weight;
    }
    groups
}
