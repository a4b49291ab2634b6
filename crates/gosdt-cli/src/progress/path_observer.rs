//! Observes a path: the live line and Ctrl-C.
use super::interrupt;
use super::live_line::LiveLine;
use gosdt::{PathProgress, Watch};
use indicatif::HumanCount;

/// Shows progress, and stops the path when the user asks for it.
pub struct PathObserver {
    line: Option<LiveLine>,
}

impl PathObserver {
    /// Observes a path, which is `limited` in time or not; the line only on a terminal and unless
    /// `quiet`.
    pub fn new(quiet: bool, limited: bool) -> PathObserver {
        PathObserver { line: if quiet { None } else { LiveLine::on_terminal(limited) } }
    }
}

impl Watch<PathProgress> for PathObserver {
    fn progress(&mut self, progress: &PathProgress) {
        if let Some(live) = &self.line {
            live.say(line(progress));
        }
    }

    fn should_stop(&mut self) -> bool {
        interrupt::requested().is_some()
    }
}

fn line(progress: &PathProgress) -> String {
    let proven = match progress.proven_to {
        Some(lambda) => format!("proven down to λ = {lambda:.6}"),
        None => "nothing proven yet".to_string(),
    };
    let gap = match progress.upper_bound {
        Some(upper) => format!("gap {:.6}", upper - progress.lower_bound),
        None => "no tree yet".to_string(),
    };
    format!(
        "{proven}, {} found; now λ = {:.6}, {gap}, {} nodes, {:.1} s",
        trees(progress.trees),
        progress.lambda,
        HumanCount(progress.nodes),
        progress.elapsed.as_secs_f64()
    )
}

fn trees(count: usize) -> String {
    if count == 1 { "1 tree".to_string() } else { format!("{count} trees") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_line_tells_what_is_proven_and_what_is_being_done() {
        let progress = PathProgress {
            elapsed: Duration::from_millis(2_340),
            proven_to: Some(0.0125),
            trees: 7,
            lambda: 0.004,
            lower_bound: 0.1,
            upper_bound: Some(0.125),
            nodes: 12_345,
            memory: 0,
        };
        let expected = "proven down to λ = 0.012500, 7 trees found; now λ = 0.004000, \
                        gap 0.025000, 12,345 nodes, 2.3 s";
        assert_eq!(line(&progress), expected);
        let first = PathProgress { proven_to: None, trees: 1, upper_bound: None, ..progress };
        let expected = "nothing proven yet, 1 tree found; now λ = 0.004000, no tree yet";
        assert!(line(&first).starts_with(expected));
    }
}
