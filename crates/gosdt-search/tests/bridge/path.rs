//! The whole path of a problem of the oracle.
use super::{limits_of, objective_of, points_of};
use gosdt_oracle::random::Generated;
use gosdt_search::{
    CostError, Frontier, Levers, SearchOptions, Series, Silent, SolveAt, Solved, explore,
};
use num_rational::BigRational;
use std::time::Duration;

/// Searches of a series with these options.
pub struct Plain {
    pub series: Series,
    pub options: SearchOptions,
}

impl Plain {
    pub fn new(generated: &Generated, levers: Levers, threads: usize) -> Plain {
        let objective = objective_of(&generated.problem.loss);
        let series = Series::new(points_of(generated), objective, limits_of(&generated.problem));
        let options = SearchOptions { levers, threads, ..SearchOptions::default() };
        Plain { series: series.expect("a series"), options }
    }

    /// All optimal trees between two λ.
    pub fn path(&mut self, from: &BigRational, to: &BigRational) -> Frontier {
        let (frontier, reason) =
            explore(self, from.clone(), to.clone(), None).expect("random problems are small");
        assert_eq!(reason, None);
        frontier
    }
}

impl SolveAt for Plain {
    type Error = CostError;

    fn solve_at(
        &mut self,
        lambda: &BigRational,
        frontier: &Frontier,
        time_limit: Option<Duration>,
    ) -> Result<Solved, CostError> {
        let costs = self.series.costs_at(lambda)?;
        let options = SearchOptions { time_limit, ..self.options.clone() };
        Ok(self.series.search(lambda, costs, frontier, &options, &mut Silent))
    }
}
