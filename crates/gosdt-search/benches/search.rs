//! Whole searches, with one worker and with two that share the memo. Without the memo they expand 7
//! (tic-tac-toe, monk-2) and 160 times (balance-scale) as many subproblems, so that a change to it
//! shows here. Each optimum is compared with the known one before the search is timed.
mod problems;

use criterion::Criterion;
use gosdt_search::{Problem, SearchOptions, Silent, Status, search};
use num_rational::BigRational;

/// A problem, its penalty per leaf and how many points its optimal tree gets wrong with how many
/// leaves.
struct Case {
    name: &'static str,
    problem: fn(&BigRational) -> Problem,
    lambda: (u32, u32),
    wrong: u32,
    leaves: u32,
}

const CASES: [Case; 3] = [
    Case { name: "monk-2", problem: problems::monk_2, lambda: (1, 100), wrong: 46, leaves: 19 },
    Case {
        name: "balance-scale",
        problem: problems::balance_scale,
        lambda: (1, 100),
        wrong: 120,
        leaves: 7,
    },
    Case {
        name: "tic-tac-toe",
        problem: problems::tic_tac_toe,
        lambda: (1, 200),
        wrong: 52,
        leaves: 20,
    },
];

fn ratio(numerator: u32, denominator: usize) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// The problem of `case`, after a search has found its known optimum.
fn checked_problem(case: &Case, options: &SearchOptions) -> Problem {
    let lambda = ratio(case.lambda.0, case.lambda.1 as usize);
    let problem = (case.problem)(&lambda);
    let optimum = ratio(case.wrong, problem.points().len)
        + lambda * BigRational::from_integer(case.leaves.into());
    let outcome = search(&problem, options, &mut Silent);
    assert_eq!(outcome.status, Status::Optimal, "{}", case.name);
    assert_eq!(problem.costs().rational(outcome.upper), optimum, "{}", case.name);
    problem
}

fn searches(criterion: &mut Criterion) {
    for threads in [1, 2] {
        let mut group = criterion.benchmark_group(format!("search/threads={threads}"));
        group.sample_size(10);
        let options = SearchOptions { threads, ..SearchOptions::default() };
        for case in &CASES {
            let problem = checked_problem(case, &options);
            group.bench_function(case.name, |bencher| {
                bencher.iter(|| search(&problem, &options, &mut Silent));
            });
        }
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    searches(&mut criterion);
    criterion.final_summary();
}
