//! A column that was cut into yes/no answers beforehand is searched as one of thresholds.
use gosdt_oracle::random::Stream;
use gosdt_rank::{RankObjective, RankOptions, RankProblem, optimize};
use gosdt_search::{Feature, Limits, Points, Silent};
use num_rational::BigRational;

const CUTS: usize = 12;

/// Two columns of numbers, cut everywhere; the class is mostly whether both are large or both small.
fn points(seed: u64) -> Points {
    let mut stream = Stream::new(seed);
    let len = 60;
    let values: Vec<[usize; 2]> =
        (0..len).map(|_| [0, 0].map(|_| stream.below(CUTS + 1))).collect();
    let feature = |at: usize| {
        let is_yes = |values: &[usize; 2]| values[at / CUTS] <= at % CUTS;
        let bits = values.iter().enumerate();
        let bits = bits.fold(0, |bits, (point, values)| bits | u64::from(is_yes(values)) << point);
        Feature { bits: vec![bits], column: at as u32, place: None }
    };
    let mut weights = vec![0; 2 * len];
    for (point, [x, y]) in values.iter().enumerate() {
        let told = usize::from((2 * x > CUTS) == (2 * y > CUTS));
        weights[2 * point + if stream.once_in(4) { stream.below(2) } else { told }] = 1;
    }
    let features: Vec<Feature> = (0..2 * CUTS).map(feature).collect();
    let points = Points { len, classes: 2, weights, rows: vec![1; len], columns: Vec::new() };
    points.with_features(&features).expect("thresholds are nested")
}

/// The same with neighbouring cuts of a column far apart.
fn scattered(points: &Points) -> Points {
    let place = |at: usize| at % 2 * CUTS + (at / 2 * 5) % CUTS;
    let known = points.features();
    let features: Vec<Feature> = (0..2 * CUTS).map(|at| known[place(at)].clone()).collect();
    points.clone().with_features(&features).expect("thresholds are nested")
}

fn run(points: Points, objective: &RankObjective) -> (BigRational, u64) {
    let lambda = BigRational::new(1.into(), 50.into());
    let problem = RankProblem::new(points, 1, objective.clone(), lambda, Limits::default());
    let outcome = optimize(&problem.unwrap(), &RankOptions::default(), &mut Silent).unwrap();
    assert_eq!(outcome.lower, outcome.upper);
    (outcome.upper, outcome.statistics.nodes)
}

#[test]
fn alive_answers_that_are_nested_one_after_another_take_fewer_nodes() {
    for objective in [RankObjective::Auc, RankObjective::FScore { omega: None }] {
        let mut nodes = [0, 0];
        for seed in 0..6 {
            let points = points(seed);
            let apart = run(scattered(&points), &objective);
            let nested = run(points, &objective);
            assert_eq!(nested.0, apart.0, "the optimum does not depend on the order");
            nodes = [nodes[0] + nested.1, nodes[1] + apart.1];
        }
        assert!(nodes[0] * 5 < nodes[1] * 4, "{objective:?}: {nodes:?}");
    }
}
