//! What a tree is worth on rows that it was not fitted to, exactly.
use super::trial::Trial;
use crate::certify::rank_loss::{self, Leaf};
use crate::fit::FitError;
use crate::model::{NodeCounts, leaf_of_row, model_tree};
use crate::options::{CheckedOptions, Goal};
use crate::training_data::TrainingData;
use gosdt_data::Table;
use gosdt_search::{Costs, Objective, Shape, ShapeNode};
use num_rational::BigRational;
use num_traits::Zero;

/// The rows that a fold holds out.
pub(super) struct HeldOut<'a> {
    pub(super) table: &'a Table,
    pub(super) rows: &'a [usize],
    pub(super) options: &'a CheckedOptions,
}

impl HeldOut<'_> {
    /// Measures a tree that was fitted to `data`.
    pub(super) fn measure(
        &self,
        (shape, counts): (&Shape, &NodeCounts),
        data: &TrainingData<'_>,
        proven: bool,
    ) -> Result<Trial, FitError> {
        let leaves = self.leaves(shape, counts, data);
        let one = BigRational::from_integer(1.into());
        Ok(Trial {
            loss: loss(self.options, &leaves)?,
            accuracy: one - additive_loss(&Objective::Accuracy, &leaves)?,
            leaves: leaves.len(),
            proven,
        })
    }

    fn leaves(
        &self,
        shape: &Shape,
        counts: &NodeCounts,
        data: &TrainingData<'_>,
    ) -> Vec<MeasuredLeaf> {
        let tree = model_tree(shape, counts, data);
        let labels = self.table.labels.classes.len();
        let mut held_out = vec![vec![0u64; labels]; shape.nodes.len()];
        for &row in self.rows {
            let weight = self.table.weights.as_ref().map_or(1, |weights| weights.values[row]);
            let leaf = leaf_of_row(&tree, self.table, row);
            held_out[leaf][self.table.labels.codes[row] as usize] += weight;
        }
        let leaf = |(at, node): (usize, &ShapeNode)| match *node {
            ShapeNode::Split { .. } => None,
            ShapeNode::Leaf { label } => Some(MeasuredLeaf {
                label,
                weights: std::mem::take(&mut held_out[at]),
                rank: counts.weights[at].clone(),
            }),
        };
        shape.nodes.iter().enumerate().filter_map(leaf).collect()
    }
}

/// A leaf, with the weights of the rows held out and of those fitted.
struct MeasuredLeaf {
    label: usize,
    weights: Vec<u64>,
    rank: Vec<u64>,
}

/// The objective's loss, exactly.
fn loss(options: &CheckedOptions, leaves: &[MeasuredLeaf]) -> Result<BigRational, FitError> {
    match &options.goal {
        Goal::Additive(objective) => additive_loss(objective, leaves),
        Goal::Ranked(objective) => {
            let positive = options.positive.unwrap_or(1);
            let leaf =
                |leaf: &MeasuredLeaf| Leaf::new(&leaf.weights, &leaf.rank, leaf.label, positive);
            let leaves: Vec<Leaf> = leaves.iter().map(leaf).collect();
            Ok(rank_loss::loss(objective, &leaves))
        }
    }
}

fn additive_loss(objective: &Objective, leaves: &[MeasuredLeaf]) -> Result<BigRational, FitError> {
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
