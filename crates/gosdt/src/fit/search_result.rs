//! What a search comes to, whatever the kind of its objective.
use crate::certify::{CertifyError, certify_status};
use crate::model::{NodeCounts, model_tree};
use crate::proof::KeptSearch;
use crate::training_data::TrainingData;
use gosdt_search::Instant;
use gosdt_search::{Shape, Statistics, Status, StopReason};
use gosdt_tree::{Certificate, Tree};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// The trees of a search, certified.
pub(crate) struct SearchResult {
    /// The best trees, with what reaches their nodes. At least one.
    pub(crate) trees: Vec<(Shape, NodeCounts)>,
    pub(crate) certificate: Certificate,
    /// The loss of the first tree, exactly.
    pub(crate) loss: BigRational,
    pub(crate) statistics: Statistics,
    /// Whether no optimal tree that was asked for is missing because of a stop.
    pub(crate) listed_all: bool,
    pub(crate) warnings: Vec<String>,
    /// The search, if it was to be kept.
    pub(crate) kept: Option<KeptSearch>,
    /// When the first greedy trees were grown, and when the search ended.
    pub(crate) grown: Instant,
    pub(crate) searched: Instant,
}

impl SearchResult {
    /// The trees as models have them.
    pub(crate) fn model_trees(&self, data: &TrainingData<'_>) -> Vec<Tree> {
        let trees = self.trees.iter();
        trees.map(|(shape, counts)| model_tree(shape, counts, data)).collect()
    }

    /// Takes the result of one class of all rows, whose tree is a lone leaf, for one of the table, whose
    /// rows were not grouped. What is left of the proof is that any other tree has two leaves.
    pub(crate) fn of_ungrouped_rows(
        mut self,
        lambda: &BigRational,
        reason: StopReason,
    ) -> Result<SearchResult, CertifyError> {
        let upper = &self.loss + lambda;
        let lower = (lambda + lambda).min(upper.clone());
        let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
        let certificate = &mut self.certificate;
        certificate.status = certify_status(&lower, &upper, Status::Stopped(reason))?;
        certificate.lower_bound = float(&lower);
        certificate.gap = float(&(&upper - &lower));
        self.kept = None;
        self.warnings.push(
            "there was no time to group equal rows: the tree is the best lone leaf, and the counts \
             of classes and of binary features say nothing about the table"
                .to_string(),
        );
        Ok(self)
    }
}
