//! One fold: a tree for each λ on its training rows, measured on the rows that it holds out.
use super::error::SelectError;
use super::fold_series::{FoldSeries, FoldTree};
use super::folds::Fold;
use super::held_out::HeldOut;
use super::stop_flag::StopFlag;
use super::trial::Trial;
use crate::fit::{FitError, lone_leaf, search};
use crate::options::{CheckedOptions, Goal, OptionsError};
use crate::training_data::{Grouped, TrainingData};
use gosdt_data::Table;
use gosdt_search::Instant;
use gosdt_search::{StopCheck, StopReason};
use num_traits::Zero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What all folds share.
pub(super) struct FoldTrials<'a> {
    pub(super) table: &'a Table,
    /// The options for each λ, from the largest to the smallest.
    pub(super) options: &'a [CheckedOptions],
    /// What each fold may take.
    pub(super) time: Option<Duration>,
    /// Set when the folds are to end.
    pub(super) stop: StopFlag<'a>,
    /// Trees done.
    pub(super) done: &'a AtomicUsize,
}

impl FoldTrials<'_> {
    /// A trial for each λ, unless the folds are to end.
    pub(super) fn of(&self, fold: &Fold) -> Result<Vec<Trial>, SelectError> {
        let started = Instant::now();
        let train = self.table.at_rows(&fold.train);
        let options = &self.options[0];
        let Grouped { classes, ended } = self.grouped(&train, started)?;
        let data = TrainingData { table: &train, classes: &classes };
        let held_out = HeldOut { table: self.table, rows: &fold.test, options };
        if let Some(reason) = ended {
            return Ok(self.lone_leaves(&data, &held_out, reason)?);
        }
        let series = match &options.goal {
            Goal::Additive(objective) => FoldSeries::new(data, objective, self.options)?,
            Goal::Ranked(_) => None,
        };
        let trials = match series {
            Some(series) => self.by_series(series, &data, &held_out, started),
            None => self.one_by_one(&data, &held_out, started),
        };
        Ok(trials?)
    }

    fn grouped(&self, train: &Table, started: Instant) -> Result<Grouped, OptionsError> {
        let deadline = self.time.and_then(|time| started.checked_add(time));
        let mut should_stop = || self.stop.is_set();
        let stop = StopCheck::new(deadline, &mut should_stop);
        Grouped::until(train, &self.options[0].thresholds, &stop)
    }

    /// The best lone leaf for every λ: there was no time to group the rows.
    fn lone_leaves(
        &self,
        data: &TrainingData<'_>,
        held_out: &HeldOut<'_>,
        reason: StopReason,
    ) -> Result<Vec<Trial>, FitError> {
        let found = lone_leaf(data, self.options[0].clone(), reason)?;
        let (shape, counts) = &found.trees[0];
        let trial = held_out.measure((shape, counts), data, false)?;
        self.done.fetch_add(self.options.len(), Ordering::Relaxed);
        Ok(vec![trial; self.options.len()])
    }

    fn by_series(
        &self,
        series: FoldSeries<'_>,
        data: &TrainingData<'_>,
        held_out: &HeldOut<'_>,
        started: Instant,
    ) -> Result<Vec<Trial>, FitError> {
        let count = |_| {
            self.done.fetch_add(1, Ordering::Relaxed);
        };
        let trees = series.solve(self.left(started), self.stop, count)?;
        let measure =
            |tree: &FoldTree| held_out.measure((&tree.line.tree, &tree.counts), data, tree.proven);
        trees.iter().map(measure).collect()
    }

    /// Searches at each λ by itself, from the largest to the smallest. A tree that is optimal and has
    /// no loss at all stays optimal for every smaller λ: trees with fewer leaves gain less by it.
    fn one_by_one(
        &self,
        data: &TrainingData<'_>,
        held_out: &HeldOut<'_>,
        started: Instant,
    ) -> Result<Vec<Trial>, FitError> {
        let mut trials: Vec<Trial> = Vec::with_capacity(self.options.len());
        for (at, options) in self.options.iter().enumerate() {
            let mut options = options.clone();
            let left = self.left(started);
            options.search.time_limit = left.map(|left| left / (self.options.len() - at) as u32);
            let found = search(data, &options, &mut self.stop.clone())?;
            let (shape, counts) = &found.trees[0];
            let proven = found.certificate.status.is_proven();
            trials.push(held_out.measure((shape, counts), data, proven)?);
            let settled = proven && found.loss.is_zero();
            let more = if settled { self.options.len() - at - 1 } else { 0 };
            trials.extend(std::iter::repeat_n(trials[at].clone(), more));
            self.done.fetch_add(1 + more, Ordering::Relaxed);
            if settled || self.stop.is_set() {
                break;
            }
        }
        Ok(trials)
    }

    fn left(&self, started: Instant) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(started.elapsed()))
    }
}
