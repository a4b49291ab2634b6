//! Who looks on while the search runs: the live line, the trace, and Ctrl-C.
use crate::interrupt;
use crate::progress::LiveLine;
use crate::trace::Trace;
use gosdt::{Progress, Watch};

/// Shows and notes progress, and stops the search when the user asks for it.
pub struct Onlooker {
    line: Option<LiveLine>,
    trace: Option<Trace>,
}

impl Onlooker {
    /// Looks on; the line only on a terminal and unless `quiet`, the trace only if `traced`.
    pub fn new(quiet: bool, traced: bool) -> Onlooker {
        let line = if quiet { None } else { LiveLine::on_terminal() };
        Onlooker { line, trace: traced.then(Trace::default) }
    }

    /// Removes the line and hands over the trace.
    pub fn finish(self) -> Option<Trace> {
        self.trace
    }
}

impl Watch for Onlooker {
    fn progress(&mut self, progress: &Progress) {
        if let Some(line) = &self.line {
            line.show(progress);
        }
        if let Some(trace) = &mut self.trace {
            trace.note(progress);
        }
    }

    fn should_stop(&mut self) -> bool {
        interrupt::requested()
    }
}
