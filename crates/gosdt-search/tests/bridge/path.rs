//! The whole path of a problem of the oracle.
use super::{limits_of, objective_of, points_of};
use gosdt_oracle::random::Generated;
use gosdt_search::{
    CostError, Frontier, SearchOptions, SearchSeries, Silent, SolveAt, Solved, Techniques,
    find_path,
};
use num_rational::BigRational;
use std::time::Duration;

/// Searches of a series with these options.
pub struct Plain {
    pub series: SearchSeries,
    pub options: SearchOptions,
}

impl Plain {
    pub fn new(generated: &Generated, techniques: Techniques, threads: usize) -> Plain {
        let objective = objective_of(&generated.problem.loss);
        let series =
            SearchSeries::new(points_of(generated), objective, limits_of(&generated.problem));
        let options = SearchOptions { techniques, threads, ..SearchOptions::default() };
        Plain { series: series.expect("a series"), options }
    }

    /// All optimal trees between two λ.
    pub fn path(&mut self, from: &BigRational, to: &BigRational) -> Frontier {
        let (frontier, reason) =
            find_path(self, from.clone(), to.clone(), None).expect("random problems are small");
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
