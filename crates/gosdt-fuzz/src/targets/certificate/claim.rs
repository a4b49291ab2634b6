//! What a certificate is about, for the oracle.
use gosdt_oracle::{OracleProblem, RankLoss, optimum, rank_optimum};
use num_rational::BigRational;
use std::fmt;

/// A problem, and its optimum once it is known.
#[derive(Clone, Debug)]
pub struct Claim {
    problem: OracleProblem,
    /// The loss, where it is none that sums over rows, of the last class.
    rank: Option<RankLoss>,
    optimum: Option<BigRational>,
}

impl Claim {
    /// The claim about a problem, with its own loss or that of a ranking.
    pub fn new(problem: OracleProblem, rank: Option<RankLoss>) -> Claim {
        let claim = Claim { problem, rank, optimum: None };
        Claim { optimum: Some(claim.optimum()), ..claim }
    }

    /// The least objective of all trees, by enumeration.
    pub fn optimum(&self) -> BigRational {
        let positive = self.problem.classes - 1;
        match (&self.optimum, &self.rank) {
            (Some(known), _) => known.clone(),
            (None, None) => optimum(&self.problem),
            (None, Some(loss)) => rank_optimum(&self.problem, positive, loss),
        }
    }

    /// Changes the problem, whose optimum is then another.
    pub fn change(&mut self, change: impl FnOnce(&mut OracleProblem)) {
        change(&mut self.problem);
        self.optimum = None;
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.rank)?;
        self.problem.fmt(f)
    }
}
