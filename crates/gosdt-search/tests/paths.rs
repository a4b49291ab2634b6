//! Whole paths against the oracle and against single searches on a dense grid of λ: the same
//! optimum everywhere, to the last digit, with trees that have it.
use crate::bridge::ordered::Ordered;
use crate::bridge::path::Plain;
use crate::bridge::{oracle_tree, problem_of};
use gosdt_oracle::random::{Generated, Ranges, generate, generate_within};
use gosdt_oracle::{OracleProblem, check_limits, objective, optimum};
use gosdt_search::{Frontier, SearchOptions, Silent, Techniques, search};
use num_rational::BigRational;
use num_traits::Zero;

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// The same problem at another penalty.
fn at(generated: &Generated, lambda: &BigRational) -> Generated {
    let problem = OracleProblem { lambda: lambda.clone(), ..generated.problem.clone() };
    Generated { problem, places: generated.places.clone() }
}

/// Every penalty of a grid that is finer where most trees are, and every tie of the path.
fn grid(frontier: &Frontier, steps: i64) -> Vec<BigRational> {
    let width = frontier.from() - frontier.to();
    let place = |step: i64| frontier.to() + &width * ratio(step * step, steps * steps);
    let ties = frontier.pieces().into_iter().map(|piece| piece.high);
    (0..=steps).map(place).chain(ties).collect()
}

/// Both ends of every range: the tree keeps the limits and has the oracle's optimum there.
fn check_pieces(generated: &Generated, frontier: &Frontier) {
    for piece in frontier.pieces() {
        assert!(piece.low < piece.high, "each tree has a range");
        assert!(piece.gap.is_zero());
        let tree = oracle_tree(&piece.line.tree);
        assert_eq!(check_limits(&generated.problem, &tree), Ok(()));
        for lambda in [&piece.low, &piece.high] {
            let here = at(generated, lambda).problem;
            let best = optimum(&here);
            assert_eq!(objective(&here, &tree), best, "λ = {lambda}");
            assert_eq!(piece.line.at(lambda), best, "λ = {lambda}");
        }
    }
}

/// Names the seed and shows the problem when a check fails.
struct ShowOnFailure<'a>(u64, &'a Generated);

impl Drop for ShowOnFailure<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {}: {}places {:?}", self.0, self.1.problem, self.1.places);
        }
    }
}

/// Returns the number of trees.
fn check(seed: u64, generated: &Generated, to: &BigRational) -> usize {
    let _shown = ShowOnFailure(seed, generated);
    let threads = if seed % 8 == 7 { 3 } else { 1 };
    let frontier = Plain::new(generated, Techniques::ALL, threads).path(&ratio(1, 2), to);
    assert!(frontier.is_proven());
    assert_eq!(frontier.proven_to().as_ref(), Some(frontier.to()));
    check_pieces(generated, &frontier);
    for lambda in grid(&frontier, 6) {
        let best = optimum(&at(generated, &lambda).problem);
        assert_eq!(frontier.upper(&lambda), Some(best.clone()), "λ = {lambda}");
        assert_eq!(frontier.lower(&lambda), best, "λ = {lambda}");
    }
    frontier.pieces().len()
}

#[test]
fn paths_are_the_oracles_optima_for_every_penalty() {
    let trees: usize = (0..1000).map(|seed| check(seed, &generate(seed), &ratio(1, 90))).sum();
    assert!(trees > 1500, "{trees} trees");
}

#[test]
fn paths_may_go_down_to_leaves_that_cost_nothing() {
    for seed in 5000..5300 {
        check(seed, &generate(seed), &BigRational::zero());
    }
}

#[test]
fn paths_of_wider_problems_and_of_thresholds_agree() {
    let wide = Ranges { rows: 20, long_rows: 60, features: 8, ..Ranges::default() };
    let thresholds = |seed: u64| {
        Ordered { classes: 2 + seed as usize % 2, ..Ordered::new(2, 8, 30) }.generate(seed)
    };
    for seed in 0..200 {
        check(seed, &generate_within(seed, &wide), &ratio(1, 100));
        check(seed, &thresholds(seed), &ratio(1, 100));
    }
}

/// More rows than the oracle can take: single searches are the judge.
fn larger(seed: u64) -> Generated {
    let plain = Ordered { classes: 2 + seed as usize % 2, ..Ordered::new(3, 9, 150) };
    let mut generated = plain.generate(seed);
    match seed % 4 {
        1 => generated.problem.max_depth = Some(3),
        2 => generated.problem.max_leaves = Some(6),
        3 => generated.problem.min_leaf = 8,
        _ => {}
    }
    generated
}

#[test]
fn paths_agree_with_a_dense_grid_of_single_searches() {
    for seed in 0..8 {
        let generated = larger(seed);
        let _shown = ShowOnFailure(seed, &generated);
        let frontier =
            Plain::new(&generated, Techniques::ALL, 1).path(&ratio(1, 5), &ratio(1, 150));
        for lambda in grid(&frontier, 20) {
            let problem = problem_of(&at(&generated, &lambda));
            let single = search(&problem, &SearchOptions::default(), &mut Silent);
            let best = problem.costs().rational(single.upper);
            assert_eq!(frontier.upper(&lambda), Some(best), "λ = {lambda}");
        }
    }
}

/// The trees and where each is optimal.
fn summary(frontier: &Frontier) -> Vec<(usize, BigRational, BigRational, BigRational)> {
    let pieces = frontier.pieces().into_iter();
    pieces.map(|piece| (piece.line.leaves, piece.line.loss, piece.low, piece.high)).collect()
}

#[test]
fn each_technique_off_gives_the_same_path() {
    let [from, to] = [ratio(1, 4), ratio(1, 120)];
    for seed in 0..60 {
        let generated = generate(seed);
        let expected = summary(&Plain::new(&generated, Techniques::ALL, 1).path(&from, &to));
        for name in Techniques::names() {
            let techniques = Techniques::ALL.without(name).expect("a technique's name");
            let path = summary(&Plain::new(&generated, techniques, 1).path(&from, &to));
            assert_eq!(path, expected, "seed {seed} without {name}");
        }
    }
}

#[test]
fn bounds_from_other_penalties_save_work() {
    let wide = Ranges { rows: 60, long_rows: 90, features: 9, ..Ranges::default() };
    let nodes = |techniques: Techniques| {
        let of_seed = |seed: u64| {
            let mut plain = Plain::new(&generate_within(seed, &wide), techniques, 1);
            plain.path(&ratio(1, 5), &ratio(1, 500));
            plain.series.statistics().nodes
        };
        (0..40).map(of_seed).sum::<u64>()
    };
    let with = nodes(Techniques::ALL);
    let without = nodes(Techniques::ALL.without("concave-in-lambda").expect("a technique's name"));
    assert!(3 * with < 2 * without, "{with} with, {without} without");
}

#[test]
fn costs_of_a_series_are_those_of_a_single_search() {
    for seed in 0..300 {
        let generated = generate(seed);
        let series = Plain::new(&generated, Techniques::ALL, 1).series;
        for lambda in [ratio(0, 1), ratio(1, 7), ratio(3, 1000), ratio(22, 7)] {
            let single = problem_of(&at(&generated, &lambda));
            assert_eq!(series.costs_at(&lambda).as_ref(), Ok(single.costs()), "λ = {lambda}");
        }
        assert!(series.costs_at(&ratio(-1, 7)).is_err());
    }
}
