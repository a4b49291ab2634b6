//! Who looks on while the search runs: the live line, the trace, and Ctrl-C.
use crate::interrupt;
use crate::progress::LiveLine;
use crate::trace::Trace;
use gosdt::{Progress, SelectProgress, Watch};

/// Shows and notes progress, and stops the search when the user asks for it.
pub struct Onlooker {
    line: Option<LiveLine>,
    /// Noted into only if it is wanted: a long search has many events.
    trace: Trace,
    traced: bool,
}

impl Onlooker {
    /// Looks on; the line only on a terminal and unless `quiet`, the trace only if `traced`.
    pub fn new(quiet: bool, traced: bool) -> Onlooker {
        let line = if quiet { None } else { LiveLine::on_terminal() };
        Onlooker { line, trace: Trace::default(), traced }
    }

    /// Removes the line and hands over the trace; it is empty unless it was wanted.
    pub fn finish(self) -> Trace {
        self.trace
    }
}

impl Watch for Onlooker {
    fn progress(&mut self, progress: &Progress) {
        if let Some(line) = &self.line {
            line.show(progress);
        }
        if self.traced {
            self.trace.note(progress);
        }
    }

    fn selecting(&mut self, progress: &SelectProgress) {
        if let Some(line) = &self.line {
            line.show_selecting(progress);
        }
    }

    fn should_stop(&mut self) -> bool {
        interrupt::requested()
    }
}
