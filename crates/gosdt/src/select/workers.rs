//! The folds side by side on threads.
use super::error::SelectError;
use super::fold_trials::FoldTrials;
use super::folds::Fold;
use super::stop_flag::StopFlag;
use super::trial::Trial;
use crate::options::CheckedOptions;
use crate::watch::{SelectProgress, Watch};
use gosdt_data::Table;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the calling thread reports progress and asks whether to stop.
const TICK: Duration = Duration::from_millis(20);

/// The folds, and the options for each λ.
pub(super) struct Workers<'a> {
    pub(super) table: &'a Table,
    pub(super) options: &'a [CheckedOptions],
    pub(super) folds: &'a [Fold],
}

/// A fold, and what became of it.
type Done = (usize, Result<Vec<Trial>, SelectError>);

impl Workers<'_> {
    /// The trials of each fold, a trial for each λ.
    pub(super) fn run(
        &self,
        time: Option<Duration>,
        watch: &mut dyn Watch<SelectProgress>,
    ) -> Result<Vec<Vec<Trial>>, SelectError> {
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
        in_order(found, self.folds.len(), stop.load(Ordering::Relaxed))
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
        let next = AtomicUsize::new(0);
        let next = || {
            let fold = next.fetch_add(1, Ordering::Relaxed);
            (fold < self.folds.len() && !trials.stop.is_set()).then_some(fold)
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = channel::<Done>();
            for _ in 0..side_by_side {
                let sender = sender.clone();
                scope.spawn(move || {
                    while let Some(fold) = next() {
                        // The receiver lives as long as the scope.
                        let _ = sender.send((fold, trials.of(&self.folds[fold])));
                    }
                });
            }
            drop(sender);
            self.gather(&receiver, trials, watch)
        })
    }

    /// Collects the trials that the workers send, reports progress, and stops the workers when the
    /// watch says so or a fold failed.
    fn gather(
        &self,
        receiver: &std::sync::mpsc::Receiver<Done>,
        trials: &FoldTrials<'_>,
        watch: &mut dyn Watch<SelectProgress>,
    ) -> Vec<Done> {
        let started = Instant::now();
        let mut found = Vec::new();
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => found.push(done),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return found,
            }
            let failed = found.last().is_some_and(|(_, trials)| trials.is_err());
            if failed || watch.should_stop() {
                trials.stop.set();
            }
            watch.progress(&SelectProgress {
                elapsed: started.elapsed(),
                trees: trials.done.load(Ordering::Relaxed),
                all_trees: self.folds.len() * trials.options.len(),
                folds: found.len(),
                all_folds: self.folds.len(),
            });
        }
    }
}

/// The trials in the order of the folds; or what went wrong in the first fold where something did.
fn in_order(
    mut found: Vec<Done>,
    folds: usize,
    stopped: bool,
) -> Result<Vec<Vec<Trial>>, SelectError> {
    found.sort_by_key(|(fold, _)| *fold);
    let complete = found.len() == folds && !stopped;
    let trials = found.into_iter().map(|(_, trials)| trials).collect::<Result<Vec<_>, _>>()?;
    if complete { Ok(trials) } else { Err(SelectError::Interrupted) }
}
