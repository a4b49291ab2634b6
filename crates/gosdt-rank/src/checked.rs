//! For tests: every bound of the objective that a run stores or uses, to be compared with the optimum,
//! and every bound of the additive problems that it rests on. Whoever checks brings the optima.
use gosdt_search::{AdditiveProblem, Checked};
use num_rational::BigRational;
use std::fmt;
use std::sync::Arc;

/// A lower bound of the objective, and the rule that it comes from.
#[derive(Clone, Copy, Debug)]
pub struct RankClaim<'a> {
    /// What the bound was derived by.
    pub rule: &'static str,
    /// The number of leaves of the trees that it is about, where it is not about all.
    pub leaves: Option<usize>,
    /// No such tree has a smaller objective, it is said.
    pub lower: &'a BigRational,
    /// Trees with this objective or a larger one may be left out of what is said, where there is such.
    pub incumbent: Option<&'a BigRational>,
}

/// Compares bounds with optima. Called from all threads of a run.
pub trait RankBoundCheck: Send + Sync {
    /// Looks at a lower bound.
    fn check(&self, claim: &RankClaim<'_>);

    /// Looks at the objective of a tree, which is an upper bound.
    fn check_tree(&self, objective: &BigRational);

    /// A check of the bounds of an additive problem.
    fn additive(&self, problem: &AdditiveProblem<'_>) -> Checked;

    /// What is put in the place of a lower bound: tests of the check itself put wrong ones there.
    fn tampered(&self, lower: &BigRational) -> BigRational {
        lower.clone()
    }
}

/// A check of the bounds of a run.
#[derive(Clone)]
pub struct RankChecked(pub Arc<dyn RankBoundCheck>);

impl fmt::Debug for RankChecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankChecked").finish_non_exhaustive()
    }
}
