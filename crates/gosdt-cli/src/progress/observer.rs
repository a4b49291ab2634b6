//! Observes a fit: the live line, the trace, and Ctrl-C.
use super::interrupt;
use super::live_line::LiveLine;
use crate::output::Trace;
use gosdt::{Progress, ProofProgress, SelectProgress, Watch};

/// Shows and notes progress, and stops the search when the user asks for it.
pub struct Observer {
    line: Option<LiveLine>,
    /// Noted into only if it is wanted: a long search has many events.
    trace: Trace,
    traced: bool,
}

impl Observer {
    /// Observes a search, which is `limited` in time or not; the line only on a terminal and unless
    /// `quiet`, the trace only if `traced`.
    pub fn new(quiet: bool, traced: bool, limited: bool) -> Observer {
        let line = if quiet { None } else { LiveLine::on_terminal(limited) };
        Observer { line, trace: Trace::default(), traced }
    }

    /// Removes the line and hands over the trace; it is empty unless it was wanted.
    pub fn finish(self) -> Trace {
        self.trace
    }
}

impl Watch for Observer {
    fn progress(&mut self, progress: &Progress) {
        if let Some(line) = &self.line {
            line.show(progress);
        }
        if self.traced {
            self.trace.note(progress);
        }
    }

    fn should_stop(&mut self) -> bool {
        interrupt::requested().is_some()
    }
}

impl Watch<ProofProgress> for Observer {
    fn progress(&mut self, progress: &ProofProgress) {
        if let Some(line) = &self.line {
            line.show_proving(progress);
        }
    }

    fn should_stop(&mut self) -> bool {
        interrupt::requested().is_some()
    }
}

impl Watch<SelectProgress> for Observer {
    fn progress(&mut self, progress: &SelectProgress) {
        if let Some(line) = &self.line {
            line.show_selecting(progress);
        }
    }

    fn should_stop(&mut self) -> bool {
        interrupt::requested().is_some()
    }
}
