//! From what the searches found to the trees of a path.
use super::options::PathOptions;
use super::searched::Searched;
use super::trees::{Path, PathTree, Unproven};
use crate::certify::{CertifyError, certify_status_of};
use crate::model::{NodeCounts, certificate, model, model_tree, status_among, training_metrics};
use crate::options::{CheckedOptions, simple_between};
use crate::training_data::TrainingData;
use gosdt_search::Instant;
use gosdt_search::Piece;
use gosdt_tree::{Certificate, Status};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// What the trees of a path are made from.
pub(super) struct Assembly<'a> {
    pub(super) data: TrainingData<'a>,
    pub(super) checked: &'a CheckedOptions,
    pub(super) options: &'a PathOptions,
    pub(super) searched: Searched,
}

impl Assembly<'_> {
    /// The path, whose making began at `started`.
    pub(super) fn path(self, started: Instant) -> Result<Path, CertifyError> {
        let found = &self.searched;
        let trees = found.trees.iter().map(|(piece, counts)| self.tree(piece, counts));
        let zero = BigRational::zero();
        let gap = found.trees.iter().map(|(piece, _)| &piece.gap).max().unwrap_or(&zero);
        Ok(Path {
            trees: trees.collect::<Result<_, _>>()?,
            unproven: self.unproven(),
            status: status_among(self.status(&zero, gap)?, &self.data),
            search_seconds: found.statistics.elapsed.as_secs_f64(),
            nodes: found.statistics.nodes,
            peak_memory: found.statistics.peak_memory,
            seconds: started.elapsed().as_secs_f64(),
            warnings: self.searched.warnings,
        })
    }

    /// Optimal if and only if the bounds are equal, else what stopped the searches.
    fn status(&self, lower: &BigRational, upper: &BigRational) -> Result<Status, CertifyError> {
        let claimed = match self.searched.reason {
            Some(reason) => gosdt_search::Status::Stopped(reason),
            None => gosdt_search::Status::Optimal,
        };
        certify_status_of(lower, upper, claimed, self.searched.exact)
    }

    fn unproven(&self) -> Vec<Unproven> {
        let open = self.searched.frontier.open_ranges().into_iter();
        let spelled = open.map(|range| Unproven {
            low: self.options.spelled(&range.low),
            high: self.options.spelled(&range.high),
            gap: float(&range.gap),
        });
        spelled.collect()
    }

    fn tree(&self, piece: &Piece, counts: &NodeCounts) -> Result<PathTree, CertifyError> {
        let [low, high] = [&piece.low, &piece.high].map(|lambda| self.options.spelled(lambda));
        let lambda = match low == high {
            true => high.clone(),
            false => simple_between(low.value(), high.value()),
        };
        let lower = self.searched.frontier.lower(lambda.value());
        let upper = piece.line.at(lambda.value());
        let bounds = [float(&lower), float(&upper), float(&(&upper - &lower))];
        let status = self.status(&lower, &upper)?;
        let (loss, thresholds) = (float(&piece.line.loss), &self.checked.thresholds);
        let proof = Certificate {
            exact: self.searched.exact,
            ..certificate(status, loss, bounds, &self.data, thresholds)
        };
        let tree = model_tree(&piece.line.tree, counts, &self.data);
        let mut model = model(&self.data, self.checked, proof, tree);
        model.objective.lambda = lambda.to_string();
        Ok(PathTree {
            train: training_metrics(&self.data, counts, &model),
            low_objective: float(&piece.line.at(&piece.low)),
            high_objective: float(&piece.line.at(&piece.high)),
            gap: float(&piece.gap),
            model,
            low,
            high,
        })
    }
}

fn float(number: &BigRational) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}
