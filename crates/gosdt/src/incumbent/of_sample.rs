//! The best tree of a sample of many points.
//!
//! Where trees are shallow, a search of some points ends in a fraction of the time that scanning all of
//! them once takes, and its tree costs little more than the optimum of all. A proof that starts with it
//! evaluates a third of the thresholds that one without any tree evaluates.
use super::exact::Exact;
use super::found::Found;
use super::measure::Measure;
use super::sample::sample;
use super::stop::Stop;
use gosdt_search::{Limits, Problem, SearchOptions, search};

/// The optimal tree of a sample, with what it costs on all points; `None` where there are not many points.
pub(crate) fn best_of_sample(
    problem: &Problem,
    memory: Option<u64>,
    mut stop: Stop<'_>,
) -> Option<Found> {
    let points = sample(problem.points())?;
    // How many rows a leaf has is for all points to say.
    let limits = Limits { min_leaf: 1, ..*problem.limits() };
    let sampled = Problem::new(points, problem.costs().clone(), limits).ok()?;
    let options = SearchOptions { memory_limit: memory, threads: 1, ..SearchOptions::default() };
    let outcome = search(&sampled, &options, &mut stop);
    let measure = Measure::of(problem);
    Some(Exact::new(problem, &measure).pruned(&outcome.tree))
}

#[cfg(test)]
mod tests {
    use super::super::made::{self, Made, thresholds};
    use super::*;
    use gosdt_oracle::random::Stream;
    use gosdt_search::{Shape, Silent};
    use num_rational::BigRational;

    #[test]
    fn the_tree_of_a_sample_costs_little_more_than_that_of_all() {
        let mut stream = Stream::new(3);
        let codes: Vec<[u32; 2]> =
            (0..80_000).map(|_| [0, 1].map(|_| stream.below(40) as u32)).collect();
        let mut is_one = |code: &[u32; 2]| (code[0] > 17 && code[1] > 25) != (stream.below(5) == 0);
        let classes: Vec<usize> = codes.iter().map(|code| usize::from(is_one(code))).collect();
        let column = |at: usize| thresholds(codes.iter().map(|code| code[at]).collect());
        let limits = Limits { max_depth: Some(2), ..Limits::default() };
        let lambda = BigRational::new(1.into(), 1000.into());
        let Made { problem, measure } =
            made::problem(vec![column(0), column(1)], &classes, lambda, limits);
        let found = best_of_sample(&problem, None, Stop::never()).expect("many points");
        let optimum = search(&problem, &SearchOptions::default(), &mut Silent).upper;
        let leaf = Exact::new(&problem, &measure).pruned(&Shape::leaf(0)).cost;
        assert!(found.cost >= optimum, "{} {optimum}", found.cost);
        assert!((found.cost - optimum) * 100 < leaf - optimum, "{} {optimum} {leaf}", found.cost);
    }

    #[test]
    fn few_points_are_not_sampled() {
        let made = made::random_problem(&mut Stream::new(1), Limits::default());
        assert!(best_of_sample(&made.problem, None, Stop::never()).is_none());
    }
}
