//! Watches the work for a page.
use crate::host::Host;
use gosdt::{PathProgress, Progress, Watch};
use serde::Serialize;
use std::time::Duration;

/// How often a page is told of progress.
const EVERY: Duration = Duration::from_millis(80);

/// Tells a page of progress, notes the course of the search, and stops it when the user asks for it.
pub(crate) struct PageWatch<'a> {
    host: &'a dyn Host,
    /// The course of the search.
    pub trace: Vec<Progress>,
    told: Option<Duration>,
}

/// A moment, as the page is told of it.
#[derive(Serialize)]
struct Moment {
    seconds: f64,
    lower: f64,
    upper: Option<f64>,
    nodes: u64,
    memory: u64,
    /// The λ that is being searched at, on a path.
    lambda: Option<f64>,
    /// The trees of the path so far.
    trees: Option<usize>,
}

impl<'a> PageWatch<'a> {
    pub fn new(host: &'a dyn Host) -> PageWatch<'a> {
        PageWatch { host, trace: Vec::new(), told: None }
    }

    fn tell(&mut self, elapsed: Duration, moment: &Moment) {
        if self.told.is_some_and(|told| elapsed.saturating_sub(told) < EVERY) {
            return;
        }
        self.told = Some(elapsed);
        if let Ok(json) = serde_json::to_string(moment) {
            self.host.progress(&json);
        }
    }
}

impl Watch for PageWatch<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.trace.push(progress.clone());
        let moment = Moment {
            seconds: progress.elapsed.as_secs_f64(),
            lower: progress.lower_bound,
            upper: progress.upper_bound,
            nodes: progress.nodes,
            memory: progress.memory,
            lambda: None,
            trees: None,
        };
        self.tell(progress.elapsed, &moment);
    }

    fn should_stop(&mut self) -> bool {
        self.host.should_stop()
    }
}

impl Watch<PathProgress> for PageWatch<'_> {
    fn progress(&mut self, progress: &PathProgress) {
        let moment = Moment {
            seconds: progress.elapsed.as_secs_f64(),
            lower: progress.lower_bound,
            upper: progress.upper_bound,
            nodes: progress.nodes,
            memory: progress.memory,
            lambda: Some(progress.lambda),
            trees: Some(progress.trees),
        };
        self.tell(progress.elapsed, &moment);
    }

    fn should_stop(&mut self) -> bool {
        self.host.should_stop()
    }
}
