//! The course of a search as CSV: a line per progress event.
use gosdt::Progress;
use std::fmt::Write;

/// Collects progress events.
#[derive(Debug, Default)]
pub struct Trace {
    events: Vec<Progress>,
}

impl Trace {
    /// Notes an event.
    pub fn note(&mut self, progress: &Progress) {
        self.events.push(progress.clone());
    }

    /// The events so far.
    pub fn events(&self) -> &[Progress] {
        &self.events
    }

    /// Seconds, bounds, subproblems and bytes, a line per event. The upper bound is left empty before
    /// there is a tree.
    pub fn csv(&self) -> String {
        let mut text = "time,lower,upper,nodes,memory\n".to_string();
        for event in &self.events {
            let Progress { elapsed, lower_bound, upper_bound, nodes, memory } = event;
            let time = elapsed.as_secs_f64();
            let upper = upper_bound.map(|upper| upper.to_string()).unwrap_or_default();
            let _ = writeln!(text, "{time:.6},{lower_bound},{upper},{nodes},{memory}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn each_event_is_a_line() {
        let mut trace = Trace::default();
        let elapsed = Duration::from_millis(20);
        let (lower_bound, nodes, memory) = (0.25, 7, 4096);
        for upper_bound in [None, Some(0.5)] {
            trace.note(&Progress { elapsed, lower_bound, upper_bound, nodes, memory });
        }
        let lines = "0.020000,0.25,,7,4096\n0.020000,0.25,0.5,7,4096\n";
        assert_eq!(trace.csv(), format!("time,lower,upper,nodes,memory\n{lines}"));
    }
}
