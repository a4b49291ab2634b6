//! What a tree is worth on rows that it was not fitted to, exactly.
use super::trial::Trial;
use crate::fit::FitError;
use crate::measured_leaves::{MeasuredLeaf, additive_loss, loss};
use crate::model::{NodeCounts, leaf_of_row, model_tree};
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use gosdt_data::Table;
use gosdt_search::{Objective, Shape, ShapeNode};
use num_rational::BigRational;

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
