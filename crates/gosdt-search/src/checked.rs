//! For tests: every bound that a search stores or uses, to be compared with the optimum of its
//! subproblem. The search depends on nothing that could tell that optimum; whoever checks brings it.
use std::fmt;
use std::sync::Arc;

/// Bounds of a subproblem, and the rule that they come from.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// What the bounds were derived by.
    pub rule: &'static str,
    /// The set of points, a bit for each point that the reduction keeps.
    pub points: &'a [u64],
    /// Levels of splits that the subtree may use, if that is limited.
    pub depth: Option<u32>,
    /// Leaves that it may use, if that is limited.
    pub leaves: Option<u32>,
    /// Whether leaves may have any number of rows, where those of the problem may not.
    pub any_rows: bool,
    /// No tree costs less, it is said.
    pub lower: i64,
    /// A tree costs this, it is said; more than any total where none is known.
    pub upper: i64,
}

/// Compares bounds with optima. Called from all threads of a search.
pub trait BoundCheck: Send + Sync {
    /// Looks at bounds.
    fn check(&self, claim: &Claim<'_>);

    /// What is put in the place of a lower bound that solving a side gave: tests of the check itself
    /// put wrong bounds there.
    fn tampered(&self, lower: i64) -> i64 {
        lower
    }
}

/// A check of the bounds of a search.
#[derive(Clone)]
pub struct Checked {
    /// Who compares them.
    pub by: Arc<dyn BoundCheck>,
    /// How many entries a shard of the memo holds, so that it forgets some all the time.
    pub most_entries: Option<usize>,
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("most_entries", &self.most_entries).finish_non_exhaustive()
    }
}
