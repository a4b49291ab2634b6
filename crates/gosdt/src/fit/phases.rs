//! How long the steps of a fit took.
use gosdt_search::Instant;

/// Seconds that each step of a fit took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Phases {
    /// Ranking the values of the columns and grouping equal rows.
    pub grouping: f64,
    /// The first greedy trees.
    pub greedy: f64,
    /// The search, with laying its problem out.
    pub search: f64,
    /// Computing the certificate again, and the metrics.
    pub certifying: f64,
}

/// When the steps of a fit ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) started: Instant,
    pub(crate) grouped: Instant,
    pub(crate) grown: Instant,
    pub(crate) searched: Instant,
}

impl Moments {
    /// The steps, of which the last ends now.
    pub(crate) fn phases(&self) -> Phases {
        let seconds = |from: Instant, to: Instant| to.saturating_duration_since(from).as_secs_f64();
        Phases {
            grouping: seconds(self.started, self.grouped),
            greedy: seconds(self.grouped, self.grown),
            search: seconds(self.grown, self.searched),
            certifying: seconds(self.searched, Instant::now()),
        }
    }
}
