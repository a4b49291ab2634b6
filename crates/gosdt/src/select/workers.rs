//! The folds side by side on threads.
use super::error::SelectError;
use super::fold_trials::FoldTrials;
use super::folds::Fold;
use super::stop_flag::StopFlag;
use super::trial::Trial;
use crate::options::CheckedOptions;
use crate::watch::{SelectProgress, Watch};
use gosdt_data::Table;
use gosdt_search::Instant;
use gosdt_search::{StopReason, Watched, lock, run_on_threads, run_watched};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The folds, and the options for each λ.
pub(super) struct Workers<'a> {
    pub(super) table: &'a Table,
    pub(super) options: &'a [CheckedOptions],
    pub(super) folds: &'a [Fold],
}

/// The trials of each fold, a trial for each λ.
pub(super) enum FoldsDone {
    All(Vec<Vec<Trial>>),
    /// The watch stopped the others; folds that it stopped may lack trials.
    Some(Vec<Vec<Trial>>),
}

/// A fold, and what became of it.
type Done = (usize, Result<Vec<Trial>, SelectError>);

impl Workers<'_> {
    /// Runs the folds.
    pub(super) fn run(
        &self,
        time: Option<Duration>,
        watch: &mut dyn Watch<SelectProgress>,
    ) -> Result<FoldsDone, SelectError> {
        let threads = self.options[0].search.threads.max(1);
        let side_by_side = threads.min(self.folds.len());
        let rounds = self.folds.len().div_ceil(side_by_side) as u32;
        let options = self.shared_out(threads / side_by_side);
        let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        let trials = FoldTrials {
            table: self.table,
            options: &options,
            time: time.map(|time| time / rounds),
            stop: StopFlag(&stop),
            done: &done,
        };
        let found = self.all(&trials, side_by_side, watch);
        let trials = in_order(found)?;
        match stop.load(Ordering::Relaxed) {
            true => Ok(FoldsDone::Some(trials)),
            false => Ok(FoldsDone::All(trials)),
        }
    }

    /// The options with so many threads for each search.
    fn shared_out(&self, threads: usize) -> Vec<CheckedOptions> {
        let mut options = self.options.to_vec();
        options.iter_mut().for_each(|options| options.search.threads = threads.max(1));
        options
    }

    fn all(
        &self,
        trials: &FoldTrials<'_>,
        side_by_side: usize,
        watch: &mut dyn Watch<SelectProgress>,
    ) -> Vec<Done> {
        let run = Run {
            folds: self.folds,
            trials,
            started: Instant::now(),
            next: AtomicUsize::new(0),
            found: Mutex::new(Vec::new()),
        };
        let all = || run_on_threads(side_by_side, || run.work(), || run.work());
        run_watched(all, &run, None, watch);
        watch.progress(&run.progress());
        run.found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the workers and the calling thread share.
struct Run<'a> {
    folds: &'a [Fold],
    trials: &'a FoldTrials<'a>,
    started: Instant,
    /// The fold that is begun next.
    next: AtomicUsize,
    found: Mutex<Vec<Done>>,
}

impl Run<'_> {
    /// One worker's share: fold after fold, until none is left or one failed.
    fn work(&self) {
        while !self.trials.stop.is_set() {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(fold) = self.folds.get(at) else { return };
            let done = self.trials.of(fold);
            if done.is_err() {
                self.trials.stop.set();
            }
            lock(&self.found).push((at, done));
        }
    }
}

impl Watched for Run<'_> {
    type Progress = SelectProgress;

    fn progress(&self) -> SelectProgress {
        SelectProgress {
            elapsed: self.started.elapsed(),
            trees: self.trials.done.load(Ordering::Relaxed),
            all_trees: self.folds.len() * self.trials.options.len(),
            folds: lock(&self.found).len(),
            all_folds: self.folds.len(),
        }
    }

    fn stop(&self, _: StopReason) {
        self.trials.stop.set();
    }

    /// The searches are watched as part of this work.
    fn watch_inline(&self) {}
}

/// The trials in the order of the folds; or what went wrong in the first fold where something did.
fn in_order(mut found: Vec<Done>) -> Result<Vec<Vec<Trial>>, SelectError> {
    found.sort_by_key(|(fold, _)| *fold);
    found.into_iter().map(|(_, trials)| trials).collect()
}
