//! How good the tree is on a set of rows, down to the leaf.
use gosdt::loss_on;
use gosdt_tree::{Metrics, Model, Node, Predictions, evaluate};

/// How good the tree is on a set of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// What the rows are called: `training`, or a file.
    pub name: String,
    /// The metrics.
    pub metrics: Metrics,
    /// The loss of the model's objective, as [`loss_on`] tells it.
    pub loss: Option<f64>,
    /// Weight of each class at each node of the tree; all 0 at splits.
    pub(crate) leaf_weights: Vec<Vec<f64>>,
}

impl Measured {
    /// Measures predictions on rows whose true classes are known; `weights` are row weights (1 each
    /// when `None`).
    ///
    /// # Panics
    /// As [`evaluate`] does: when there is not one true class, and one weight, for each prediction.
    pub fn new(
        name: impl Into<String>,
        model: &Model,
        predictions: &Predictions,
        truth: &[usize],
        weights: Option<&[f64]>,
    ) -> Measured {
        let metrics = evaluate(model, predictions, truth, weights);
        let mut leaf_weights = vec![vec![0.0; model.classes.len()]; model.tree.nodes.len()];
        for (row, (&leaf, &class)) in predictions.leaves.iter().zip(truth).enumerate() {
            leaf_weights[leaf][class] += weights.map_or(1.0, |weights| weights[row]);
        }
        let loss = loss_on(model, &leaf_weights);
        Measured { name: name.into(), metrics, loss, leaf_weights }
    }

    /// What the model's own leaves say about its training rows.
    pub fn on_training(model: &Model) -> Measured {
        let (predictions, truth, weights) = stand_ins(model);
        let mut measured = Measured::new("training", model, &predictions, &truth, Some(&weights));
        measured.metrics.rows = usize::try_from(model.certificate.rows).unwrap_or(usize::MAX);
        measured
    }
}

/// A row for each class at each leaf, as heavy as all the training rows that it stands for.
fn stand_ins(model: &Model) -> (Predictions, Vec<usize>, Vec<f64>) {
    let mut predictions = Predictions { leaves: Vec::new(), classes: Vec::new() };
    let (mut truth, mut weights) = (Vec::new(), Vec::new());
    for (leaf, node) in model.tree.nodes.iter().enumerate() {
        let Node::Leaf { class, weights: here, .. } = node else { continue };
        for (true_class, weight) in here.iter().enumerate() {
            predictions.leaves.push(leaf);
            predictions.classes.push(*class);
            truth.push(true_class);
            weights.push(*weight);
        }
    }
    (predictions, truth, weights)
}
