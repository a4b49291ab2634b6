//! The outcome is the same at any number of threads, however early they start.
use gosdt_oracle::random::Stream;
use gosdt_rank::{RankObjective, RankOptions, RankOutcome, RankProblem, optimize};
use gosdt_search::{Feature, Limits, Points, Silent, Status, Storage, Workers};
use num_rational::BigRational;

fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// Answers at random; the class follows the first two of them, one point in three any. With few rows
/// per point many trees are equally good.
fn points(stream: &mut Stream) -> Points {
    let (len, width) = (20 + stream.below(60), 5 + stream.below(4));
    let mut feature = |column: usize| {
        let mut bits = vec![0u64; len.div_ceil(64)];
        for point in 0..len {
            bits[point / 64] |= (stream.below(2) as u64) << (point % 64);
        }
        Feature { bits, column: column as u32, place: None }
    };
    let features: Vec<Feature> = (0..width).map(&mut feature).collect();
    let mut weights = vec![0; 2 * len];
    for point in 0..len {
        let answer = |column: usize| features[column].bits[point / 64] >> (point % 64) & 1;
        let told = (answer(0) & answer(1)) as usize;
        let class = if stream.once_in(3) { stream.below(2) } else { told };
        weights[2 * point + class] = 1 + stream.below(2) as u64;
    }
    // Both classes are there.
    weights[0] += 1;
    weights[3] += 1;
    let rows = weights.chunks(2).map(|pair| (pair[0] + pair[1]) as u32).collect();
    let points = Points { len, classes: 2, weights, rows, columns: Vec::new() };
    points.with_features(&features).expect("thresholds are nested")
}

fn limits(stream: &mut Stream) -> Limits {
    let none = Limits::default();
    match stream.below(6) {
        0 => Limits { max_depth: Some(3), ..none },
        1 => Limits { max_leaves: Some(4), ..none },
        2 => Limits { min_leaf: 3, ..none },
        _ => none,
    }
}

fn outcome(problem: &RankProblem, storage: Storage, workers: Workers) -> RankOutcome {
    let options = RankOptions { workers, storage, ..RankOptions::default() };
    optimize(problem, &options, &mut Silent).expect("an outcome")
}

/// Compares crews on random problems; how many of them had work for more than one thread.
fn check(seeds: std::ops::Range<u64>, objective: &RankObjective) -> usize {
    let mut worked = 0;
    for seed in seeds {
        let mut stream = Stream::new(seed);
        let (points, limits) = (points(&mut stream), limits(&mut stream));
        let lambda = fraction(1, [30, 60, 120][stream.below(3)]);
        let problem = RankProblem::new(points, 1, objective.clone(), lambda, limits);
        let problem = problem.expect("a problem");
        let alone = [Storage::Bits, Storage::Ranks].map(|storage| {
            let alone = check_crews(&problem, storage, &format!("seed {seed}, {objective:?}"));
            (alone.upper, alone.statistics.nodes)
        });
        assert_eq!(alone[0].0, alone[1].0, "seed {seed}");
        worked += usize::from(alone[0].1 > 40);
    }
    worked
}

/// Compares crews; what one thread finds.
fn check_crews(problem: &RankProblem, storage: Storage, what: &str) -> RankOutcome {
    let alone = outcome(problem, storage, Workers::default());
    assert_eq!(alone.status, Status::Optimal);
    for (threads, solo_expansions) in [(2, 0), (4, 0), (2, 20), (4, 300)] {
        let together = outcome(problem, storage, Workers { threads, solo_expansions });
        let what = format!("{what}, {storage:?}, {threads} threads after {solo_expansions}");
        assert_eq!(together.status, Status::Optimal, "{what}");
        assert_eq!((&together.lower, &together.upper), (&alone.lower, &alone.upper), "{what}");
        assert_eq!(together.tree, alone.tree, "{what}");
    }
    alone
}

#[test]
fn areas_have_one_tree_each() {
    let pauc = RankObjective::Pauc { theta: fraction(3, 10) };
    assert!(check(0..40, &RankObjective::Auc) > 10);
    assert!(check(40..80, &pauc) > 10);
}

#[test]
fn fractions_have_one_tree_each() {
    let rule = RankObjective::FScore { omega: Some(fraction(11, 10)) };
    assert!(check(100..140, &RankObjective::FScore { omega: None }) > 10);
    assert!(check(140..170, &rule) > 10);
    assert!(check(170..200, &RankObjective::Jaccard) > 10);
    assert!(check(200..220, &RankObjective::FBeta { beta: fraction(2, 1) }) > 5);
}
