//! Signals, progress and the trace for Python while a search runs without the GIL.
use gosdt::{Progress, SelectProgress, Watch};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// How often signals are looked for: often enough that Ctrl-C feels immediate.
const SIGNALS: Duration = Duration::from_millis(50);
/// How often progress is shown.
const SHOW: Duration = Duration::from_millis(100);
/// Events that a trace holds; when it is full every other one goes and the pace halves, so that a
/// search of a day does not fill the memory.
const TRACE: usize = 4096;

/// A moment of the search: seconds, lower bound, upper bound (not a number before there is a tree),
/// subproblems, bytes.
pub type Event = (f64, f64, f64, u64, u64);

/// Watches a fit for Python.
pub struct Observer {
    show: Option<Py<PyAny>>,
    last_signals: Instant,
    last_shown: Instant,
    trace: Vec<Event>,
    pace: u64,
    seen: u64,
    last: Option<Event>,
    interrupted: bool,
    raised: Option<PyErr>,
}

impl Observer {
    /// `show` is called with the fields of an [`Event`], or with those that a path has, and its method
    /// `selecting` with those of a [`SelectProgress`].
    pub fn new(show: Option<Py<PyAny>>) -> Observer {
        let now = Instant::now();
        Observer {
            show,
            last_signals: now,
            last_shown: now,
            trace: Vec::new(),
            pace: 1,
            seen: 0,
            last: None,
            interrupted: false,
            raised: None,
        }
    }

    /// What was seen, the last moment included; the error, if Python raised any but Ctrl-C's.
    pub fn finish(mut self) -> PyResult<Vec<Event>> {
        if let Some(error) = self.raised {
            return Err(error);
        }
        self.trace.extend(self.last);
        self.trace.dedup();
        Ok(self.trace)
    }

    fn note(&mut self, event: Event) {
        self.last = Some(event);
        if self.seen.is_multiple_of(self.pace) {
            self.trace.push(event);
        }
        self.seen += 1;
        if self.trace.len() == TRACE {
            let mut even = false;
            self.trace.retain(|_| {
                even = !even;
                even
            });
            self.pace *= 2;
        }
    }

    /// Calls the display if there is one, but not too often.
    pub fn show(&mut self, call: impl FnOnce(&Py<PyAny>, Python<'_>) -> PyResult<()>) {
        if let Some(show) = &self.show
            && self.last_shown.elapsed() >= SHOW
        {
            self.last_shown = Instant::now();
            let shown = Python::attach(|py| call(show, py));
            self.obey(shown);
        }
    }

    /// Whether the search is to end; looks for signals now and then.
    pub fn is_stopped(&mut self) -> bool {
        if !self.interrupted && self.last_signals.elapsed() >= SIGNALS {
            self.last_signals = Instant::now();
            let signals = Python::attach(|py| py.check_signals());
            self.obey(signals);
        }
        self.interrupted
    }

    /// Ctrl-C ends the search, which then hands over its best tree; what else a signal's handler or
    /// the display raises ends it too, and is raised after it.
    fn obey(&mut self, outcome: PyResult<()>) {
        let Err(error) = outcome else { return };
        let ctrl_c = Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py));
        if !ctrl_c {
            self.raised.get_or_insert(error);
        }
        self.interrupted = true;
    }
}

impl Watch for Observer {
    fn progress(&mut self, progress: &Progress) {
        let Progress { elapsed, lower_bound, upper_bound, nodes, memory } = *progress;
        let upper_bound = upper_bound.unwrap_or(f64::NAN);
        let event = (elapsed.as_secs_f64(), lower_bound, upper_bound, nodes, memory);
        self.note(event);
        self.show(|show, py| show.call1(py, event).map(drop));
    }

    fn should_stop(&mut self) -> bool {
        self.is_stopped()
    }
}

impl Watch<SelectProgress> for Observer {
    fn progress(&mut self, progress: &SelectProgress) {
        let SelectProgress { elapsed, trees, all_trees, folds, all_folds } = *progress;
        let moment = (elapsed.as_secs_f64(), trees, all_trees, folds, all_folds);
        self.show(|show, py| show.call_method1(py, "selecting", moment).map(drop));
    }

    fn should_stop(&mut self) -> bool {
        self.is_stopped()
    }
}
