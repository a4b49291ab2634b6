//! What a search comes to, whatever the kind of its objective.
use crate::model::{NodeCounts, model_tree};
use crate::training_data::TrainingData;
use gosdt_search::{Shape, Statistics};
use gosdt_tree::{Certificate, Tree};
use num_rational::BigRational;

/// The trees of a search, certified.
pub(crate) struct SearchResult {
    /// The best trees, with what reaches their nodes. At least one.
    pub(crate) trees: Vec<(Shape, NodeCounts)>,
    pub(crate) certificate: Certificate,
    /// The loss of the first tree, exactly.
    pub(crate) loss: BigRational,
    pub(crate) statistics: Statistics,
    pub(crate) warnings: Vec<String>,
}

impl SearchResult {
    /// The trees as models have them.
    pub(crate) fn model_trees(&self, data: &TrainingData<'_>) -> Vec<Tree> {
        let trees = self.trees.iter();
        trees.map(|(shape, counts)| model_tree(shape, counts, data)).collect()
    }
}
