//! No technique changes an optimum: random problems with each technique off alone, with pairs of techniques off
//! and with all off, against the oracle; and those techniques that rest on no theorem do save work.
use crate::bridge::ordered::Ordered;
use crate::bridge::problem_of;
use gosdt_oracle::optimum;
use gosdt_oracle::random::{Generated, Ranges, generate, generate_within};
use gosdt_search::{Outcome, Problem, SearchOptions, Silent, Techniques, search};
use num_rational::BigRational;
use std::time::Duration;

fn names() -> Vec<&'static str> {
    Techniques::names().collect()
}

fn without(names: &[&str]) -> Techniques {
    names.iter().fold(Techniques::ALL, |techniques, name| {
        techniques.without(name).expect("a technique's name")
    })
}

fn run(problem: &Problem, techniques: Techniques, threads: usize) -> Outcome {
    // Several threads start at once, however small the problem is.
    let solo_expansions = if threads > 1 { 0 } else { SearchOptions::default().solo_expansions };
    let options =
        SearchOptions { techniques, threads, solo_expansions, ..SearchOptions::default() };
    search(problem, &options, &mut Silent)
}

/// Searches with each set of techniques off; all must find the oracle's optimum.
fn check(what: &str, generated: &Generated, off: &[Vec<&str>]) {
    let problem = problem_of(generated);
    let best = optimum(&generated.problem);
    for (at, off) in off.iter().enumerate() {
        let threads = if at % 8 == 7 { 4 } else { 1 };
        let outcome = run(&problem, without(off), threads);
        let Generated { problem: raw, places } = generated;
        let found = problem.costs().rational(outcome.upper);
        assert_eq!(found, best, "{what} without {off:?}: {raw}places {places:?}");
        assert_eq!(outcome.lower, outcome.upper, "{what} without {off:?}: {raw}");
    }
}

fn each_alone() -> Vec<Vec<&'static str>> {
    names().into_iter().map(|name| vec![name]).collect()
}

fn all_pairs() -> Vec<Vec<&'static str>> {
    let names = names();
    let pairs = names
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| names[..at].iter().map(move |&other| vec![one, other]));
    pairs.collect()
}

#[test]
fn each_technique_off_alone_agrees() {
    for seed in 0..2500 {
        check(&format!("seed {seed}"), &generate(seed), &each_alone());
    }
}

#[test]
fn each_technique_off_alone_agrees_on_wider_problems() {
    let wide = Ranges { rows: 20, long_rows: 60, features: 8, ..Ranges::default() };
    for seed in 0..1000 {
        check(&format!("wide seed {seed}"), &generate_within(seed, &wide), &each_alone());
    }
}

/// Leaves are limited to half, one fewer and as many as those of the optimum.
#[test]
fn each_technique_off_alone_agrees_where_leaves_are_limited() {
    for seed in 0..300 {
        let mut generated = generate(30_000 + seed);
        generated.problem.max_leaves = None;
        let leaves = run(&problem_of(&generated), Techniques::ALL, 1).tree.leaves() as u32;
        for most in [leaves.div_ceil(2), leaves - 1, leaves] {
            generated.problem.max_leaves = Some(most.max(1));
            check(&format!("seed {seed}, {most} leaves"), &generated, &each_alone());
        }
    }
}

/// Columns of thresholds, some with missing values, in order or not.
fn thresholds(seed: u64) -> Generated {
    let at = seed as usize;
    let plain = Ordered::new(2, 8, 20 + at % 4 * 10);
    let missing = if at % 3 == 1 { 4 } else { 0 };
    Ordered { missing, shuffled: at % 2 == 1, classes: 2 + at % 2, ..plain }.generate(seed)
}

#[test]
fn each_technique_off_alone_agrees_on_thresholds() {
    for seed in 0..150 {
        check(&format!("thresholds {seed}"), &thresholds(seed), &each_alone());
    }
}

#[test]
fn pairs_of_techniques_off_agree() {
    let pairs = all_pairs();
    for (seed, pair) in (0..6000).zip(pairs.iter().cycle()) {
        check(&format!("seed {seed}"), &generate(10_000 + seed), std::slice::from_ref(pair));
    }
    for (seed, pair) in (0..).zip(&pairs) {
        check(&format!("thresholds {seed}"), &thresholds(1000 + seed), std::slice::from_ref(pair));
    }
}

#[test]
fn all_techniques_off_agree() {
    let all_but_memo: Vec<&str> = names().into_iter().filter(|&name| name != "memo").collect();
    for seed in 0..5000 {
        check(&format!("seed {seed}"), &generate(seed), &[names(), all_but_memo.clone()]);
    }
    for seed in 0..60 {
        check(
            &format!("thresholds {seed}"),
            &thresholds(seed),
            std::slice::from_ref(&all_but_memo),
        );
    }
}

/// Five numeric columns of 24 thresholds, 400 rows, three classes; a leaf costs as much as 20 rows.
/// More columns than are counted at once, and more rows than the oracle can take.
fn wide_table(seed: u64) -> Problem {
    wide_table_at(seed, 20)
}

/// The same where a leaf costs as much as so many rows.
fn wide_table_at(seed: u64, rows: i64) -> Problem {
    let kind = Ordered { classes: 3, ..Ordered::new(5, 24, 400) };
    let mut generated = kind.generate(seed);
    generated.problem.lambda = BigRational::new(rows.into(), 400.into());
    problem_of(&generated)
}

/// The search with a technique off is held against the search with all.
#[test]
fn each_technique_off_alone_agrees_on_many_columns() {
    let problem = wide_table(0);
    let best = run(&problem, Techniques::ALL, 1);
    for off in each_alone() {
        let other = run(&problem, without(&off), 1);
        assert_eq!((other.lower, other.upper), (best.upper, best.upper), "without {off:?}");
        assert_eq!(other.tree, best.tree, "without {off:?}");
    }
}

/// A search that lasts longer than a quarter of a second begins anew and raises its budget in steps, unless it is
/// nearly over: slow it down until it does.
#[test]
fn a_long_search_in_steps_agrees_with_one_in_a_single_step() {
    let problem = wide_table_at(0, 16);
    let slow = ["pairs", "inherited-bounds"];
    let single = [&slow[..], &["deepening"]].concat();
    let (steps, single) = (run(&problem, without(&slow), 1), run(&problem, without(&single), 1));
    assert_eq!((steps.lower, steps.upper), (single.lower, single.upper));
    assert_eq!(steps.tree, single.tree);
    assert!(steps.statistics.elapsed > Duration::from_millis(300), "it was too short for steps");
    assert_ne!(steps.statistics.nodes, single.statistics.nodes, "it took no steps");
}

fn nodes(problem: &Problem, off: &[&str]) -> u64 {
    run(problem, without(off), 1).statistics.nodes
}

#[test]
fn techniques_without_a_theorem_of_their_own_save_expansions() {
    let problems = [wide_table(0), wide_table(1)];
    let total = |off: &[&str]| problems.iter().map(|problem| nodes(problem, off)).sum::<u64>();
    let with = total(&[]);
    for name in ["inherited-bounds", "midpoint", "slack", "memo"] {
        let without = total(&[name]);
        assert!(with < without, "{name}: {with} with, {without} without");
    }
}

/// Ten yes/no features, or columns of few thresholds, and a leaf that costs as much as a row or two.
fn small_table(seed: u64) -> Problem {
    let wide = Ranges { rows: 60, long_rows: 120, features: 10, ..Ranges::default() };
    let mut generated = generate_within(seed, &wide);
    let problem = &mut generated.problem;
    (problem.max_depth, problem.max_leaves, problem.min_leaf) = (None, None, 1);
    problem.lambda = BigRational::new(1.into(), 60.into());
    problem_of(&generated)
}

/// Beside all the others, so that one that another technique makes useless would show. (`incumbent`
/// gives a tree to stop with, `deepening` a lower bound, `lazy-pairs` saves counting, `leaf-…` are for
/// limits on leaves and `concave-in-lambda` for paths: they have tests of their own.)
#[test]
fn every_technique_saves_expansions_beside_all_others() {
    let tables = (0..3).map(wide_table).chain((0..60).map(small_table));
    let problems: Vec<Problem> = tables.collect();
    let with: Vec<u64> = problems.iter().map(|problem| nodes(problem, &[])).collect();
    let elsewhere = ["incumbent", "deepening", "lazy-pairs", "concave-in-lambda"];
    let here = |name: &&str| !elsewhere.contains(name) && !name.starts_with("leaf-");
    for name in names().iter().filter(|name| here(name)) {
        let saves = |(problem, with): (&Problem, &u64)| nodes(problem, &[name]) > *with;
        let problems = problems.iter().zip(&with).filter(|pair| saves(*pair)).count();
        assert!(problems > 0, "{name} saves nothing");
    }
}

/// What the greedy tree is for: a search that is stopped at once hands over a good tree.
#[test]
fn a_search_without_time_has_a_better_tree_for_the_greedy_one() {
    let upper = |problem: &Problem, off: &[&str]| {
        let techniques = without(off);
        let options = SearchOptions {
            techniques,
            time_limit: Some(Duration::ZERO),
            ..SearchOptions::default()
        };
        search(problem, &options, &mut Silent).upper
    };
    let problems: Vec<Problem> = (0..4).map(wide_table).collect();
    let total = |off: &[&str]| problems.iter().map(|problem| upper(problem, off)).sum::<i64>();
    assert!(total(&[]) < total(&["incumbent"]));
}
