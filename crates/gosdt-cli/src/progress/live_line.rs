//! The live line on a terminal: bounds, gap, nodes, elapsed time.
use gosdt::{Progress, ProofProgress, SelectProgress};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How long a search without a time limit goes on before it is said how to stop it.
const PATIENCE: Duration = Duration::from_secs(10);

/// How to stop it.
const HINT: &str = "there is no time limit: Ctrl-C stops with the best found so far, \
                    and --time-limit 60s would after a minute";

/// A line on standard error that is rewritten as the search goes on, and removed at its end.
pub struct LiveLine {
    bar: ProgressBar,
    started: Instant,
    /// Whether it is still to be said how to stop the search.
    hint: Cell<bool>,
}

impl LiveLine {
    /// `None` when standard error is not a terminal. A search that is not `limited` in time is said to be
    /// stoppable after a while.
    pub fn on_terminal(limited: bool) -> Option<LiveLine> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Some(LiveLine { bar, started: Instant::now(), hint: Cell::new(!limited) })
    }

    /// Shows a moment of the search.
    pub fn show(&self, progress: &Progress) {
        self.say(line(progress));
    }

    /// Shows any text.
    pub fn say(&self, text: String) {
        if is_due(self.hint.get(), self.started.elapsed()) {
            self.hint.set(false);
            self.bar.println(HINT);
        }
        self.bar.set_message(text);
    }

    /// Shows a moment of the writing of a certificate.
    pub fn show_proving(&self, progress: &ProofProgress) {
        let (lemmas, seconds) = (HumanCount(progress.lemmas), progress.elapsed.as_secs_f64());
        self.say(format!("writing the certificate: {lemmas} lemmas, {seconds:.1} s"));
    }

    /// Shows a moment of a cross-validation.
    pub fn show_selecting(&self, progress: &SelectProgress) {
        self.say(selecting_line(progress));
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Whether it is time to say how to stop a search.
fn is_due(unsaid: bool, elapsed: Duration) -> bool {
    unsaid && elapsed >= PATIENCE
}

fn line(progress: &Progress) -> String {
    let lower = progress.lower_bound;
    let bounds = match progress.upper_bound {
        Some(upper) => format!("between {lower:.6} and {upper:.6}, gap {:.6}", upper - lower),
        None => format!("at least {lower:.6}, no tree yet"),
    };
    let (nodes, seconds) = (HumanCount(progress.nodes), progress.elapsed.as_secs_f64());
    format!("objective {bounds}, {nodes} nodes, {seconds:.1} s")
}

fn selecting_line(progress: &SelectProgress) -> String {
    let SelectProgress { elapsed, trees, all_trees, folds, all_folds } = progress;
    let seconds = elapsed.as_secs_f64();
    format!(
        "choosing λ: {trees} of {all_trees} trees, {folds} of {all_folds} folds, {seconds:.1} s"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_ten_seconds_without_a_limit_it_is_said_once_how_to_stop() {
        let line = |hint: bool, seconds: u64| {
            let started = Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
            let line = LiveLine { bar: ProgressBar::hidden(), started, hint: Cell::new(hint) };
            line.say(String::new());
            line.hint.get()
        };
        assert!(line(true, 9), "it was said too early");
        assert!(!line(true, 10), "it was not said");
        assert!(is_due(true, PATIENCE) && !is_due(false, PATIENCE));
        assert!(HINT.contains("Ctrl-C") && HINT.contains("--time-limit"));
    }

    #[test]
    fn the_line_tells_bounds_gap_nodes_and_time() {
        let progress = Progress {
            elapsed: Duration::from_millis(12_340),
            lower_bound: 0.1,
            upper_bound: Some(0.125),
            nodes: 1_234_567,
            memory: 0,
        };
        let expected = "objective between 0.100000 and 0.125000, gap 0.025000, \
                        1,234,567 nodes, 12.3 s";
        assert_eq!(line(&progress), expected);
        let first = Progress { upper_bound: None, nodes: 0, ..progress };
        assert_eq!(line(&first), "objective at least 0.100000, no tree yet, 0 nodes, 12.3 s");
    }

    #[test]
    fn the_line_of_a_cross_validation_counts_trees_and_folds() {
        let (elapsed, trees, all_trees) = (Duration::from_millis(1_200), 7, 65);
        let progress = SelectProgress { elapsed, trees, all_trees, folds: 1, all_folds: 5 };
        let expected = "choosing λ: 7 of 65 trees, 1 of 5 folds, 1.2 s";
        assert_eq!(selecting_line(&progress), expected);
    }
}
