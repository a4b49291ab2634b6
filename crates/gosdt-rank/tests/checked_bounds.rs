//! Every lower bound of AUC, partial AUC and the F-scores that a run stores or uses, every tree that it
//! takes over, and every bound of the additive problems behind them, compared with optima by exhaustive
//! recursions that share nothing with the search. A bound that lies is named with its rule.
use crate::against_oracle::{fraction, has_both_classes, problem_of};
use crate::exhaustive::{Exhaustive, Set};
use gosdt_oracle::random::{Generated, LossKind, Ranges, Stream, generate_within};
use gosdt_oracle::{RankLoss, rank_optima_by_leaves};
use gosdt_rank::{RankBoundCheck, RankChecked, RankClaim, RankOptions, optimize};
use gosdt_search::{AdditiveProblem, BoundCheck, Checked, Claim, Silent, Storage, Workers};
use num_rational::BigRational;
use num_traits::Zero;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was found: how often each rule was checked, and which bounds lie.
#[derive(Default)]
struct Findings {
    checked: Mutex<BTreeMap<&'static str, u64>>,
    lies: Mutex<Vec<String>>,
}

impl Findings {
    fn note(&self, rule: &'static str, is_true: bool, claim: impl Fn() -> String) {
        *locked(&self.checked).entry(rule).or_default() += 1;
        if !is_true {
            locked(&self.lies).push(format!("{rule}: {}", claim()));
        }
    }
}

/// How wrong bounds are made, for tests of the check itself.
#[derive(Clone, Default)]
struct Tampering {
    /// Added to every lower bound of the objective.
    objective: BigRational,
    /// Added to the lower bound of every side of an additive problem that was solved.
    additive: i64,
}

/// Compares bounds of the objective with the optima of each number of leaves.
struct Judge {
    optima: Vec<Option<BigRational>>,
    most_entries: Option<usize>,
    findings: Arc<Findings>,
    tampering: Tampering,
}

impl Judge {
    fn optimum(&self, leaves: Option<usize>) -> Option<&BigRational> {
        match leaves {
            Some(leaves) => self.optima.get(leaves - 1).and_then(Option::as_ref),
            None => self.optima.iter().flatten().min(),
        }
    }
}

impl RankBoundCheck for Judge {
    fn check(&self, claim: &RankClaim<'_>) {
        let least = claim.incumbent.map_or(claim.lower, |other| claim.lower.min(other));
        let optimum = self.optimum(claim.leaves);
        // No tree has that many leaves: whatever is said of them is true.
        let is_true = optimum.is_none_or(|optimum| least <= optimum);
        self.findings.note(claim.rule, is_true, || format!("{claim:?}, optimum {optimum:?}"));
    }

    fn check_tree(&self, objective: &BigRational) {
        let optimum = self.optimum(None);
        let is_true = optimum.is_some_and(|optimum| objective >= optimum);
        self.findings.note("tree", is_true, || format!("{objective}, optimum {optimum:?}"));
    }

    fn additive(&self, problem: &AdditiveProblem<'_>) -> Checked {
        let by = Arc::new(AdditiveJudge {
            exhaustive: Mutex::new(Exhaustive::new(problem)),
            any_rows: Mutex::new(Exhaustive::without_rows(problem)),
            findings: self.findings.clone(),
            tampering: self.tampering.additive,
        });
        Checked { by, most_entries: self.most_entries }
    }

    fn tampered(&self, lower: &BigRational) -> BigRational {
        lower + &self.tampering.objective
    }
}

/// Compares bounds of an additive problem with the optima of its subproblems.
struct AdditiveJudge {
    exhaustive: Mutex<Exhaustive>,
    /// The optima where leaves may have any number of rows.
    any_rows: Mutex<Exhaustive>,
    findings: Arc<Findings>,
    tampering: i64,
}

impl BoundCheck for AdditiveJudge {
    fn check(&self, claim: &Claim<'_>) {
        let set = claim.points.first().map_or(0, |&word| word as Set);
        let exhaustive = if claim.any_rows { &self.any_rows } else { &self.exhaustive };
        let optimum = locked(exhaustive).optimum(set, claim.depth);
        let is_true = claim.lower <= optimum && optimum <= claim.upper;
        self.findings.note(claim.rule, is_true, || format!("{claim:?}, optimum {optimum}"));
    }

    fn tampered(&self, lower: i64) -> i64 {
        lower + self.tampering
    }
}

/// A problem of up to 12 points with any limits, and a loss.
fn case(seed: u64) -> (Generated, RankLoss) {
    let mut stream = Stream::new(seed ^ 0x5eed);
    let ranges = Ranges {
        rows: [10, 12][stream.below(2)],
        long_rows: 12,
        features: 4,
        classes: 2..=2,
        losses: vec![LossKind::Accuracy],
        ..Ranges::default()
    };
    let mut generated = generate_within(seed, &ranges);
    let limits = &mut generated.problem;
    limits.max_depth = [None, None, Some(1), Some(2), Some(3)][stream.below(5)];
    limits.max_leaves = [None, None, Some(2), Some(3), Some(4)][stream.below(5)];
    limits.min_leaf = [1, 1, 2, 3][stream.below(4)];
    if stream.once_in(6) {
        limits.lambda = BigRational::zero();
    }
    let loss = match seed % 8 {
        0..=2 => RankLoss::Auc,
        3 => RankLoss::Pauc(fraction(1 + stream.below(9) as i64, 10)),
        4 => RankLoss::FScoreByRule(fraction(1 + stream.below(4) as i64, 2)),
        5 => RankLoss::FBeta(fraction(1 + stream.below(4) as i64, 2)),
        6 => RankLoss::Jaccard,
        _ => RankLoss::FScore,
    };
    (generated, loss)
}

/// Runs a problem with every bound checked.
fn run(
    seed: u64,
    (threads, most_entries, storage): (usize, Option<usize>, Storage),
    tampering: &Tampering,
    findings: &Arc<Findings>,
) {
    let (generated, loss) = case(seed);
    if !has_both_classes(&generated.problem) {
        return;
    }
    let positive = (seed / 8 % 2) as usize;
    let judge = Arc::new(Judge {
        optima: rank_optima_by_leaves(&generated.problem, positive, &loss),
        most_entries,
        findings: findings.clone(),
        tampering: tampering.clone(),
    });
    let is_tampered = tampering.additive != 0 || !tampering.objective.is_zero();
    let options = RankOptions {
        // Bounds that contradict each other need not come to an end.
        time_limit: is_tampered.then_some(Duration::from_millis(200)),
        workers: Workers { threads, solo_expansions: 0 },
        storage,
        checked: Some(RankChecked(judge.clone())),
        ..RankOptions::default()
    };
    let problem = problem_of(&generated, positive, &loss);
    let work = || optimize(&problem, &options, &mut Silent).expect("an outcome");
    // Bounds that contradict each other are a bug, and may panic.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    if !is_tampered {
        let outcome = outcome.unwrap_or_else(|panic| resume_unwind(panic));
        let what =
            format!("seed {seed}, {threads} threads, {storage:?}, {loss:?}\n{}", generated.problem);
        assert_eq!(locked(&findings.lies).first(), None, "{what}");
        assert_eq!(Some(&outcome.upper), judge.optimum(None), "{what}");
        assert_eq!(outcome.lower, outcome.upper, "{what}");
    }
}

/// Checks the problems of these seeds with a storage; how often each rule was checked.
fn check(seeds: Range<u64>, storage: Storage) -> BTreeMap<&'static str, u64> {
    let findings = Arc::new(Findings::default());
    for seed in seeds {
        for way in [(1, None), (1, Some(3)), (4, None), (4, Some(3))] {
            // Threads take longer to start than these runs take.
            if way.0 == 1 || seed.is_multiple_of(8) {
                let way = (way.0, way.1, storage);
                run(seed, way, &Tampering::default(), &findings);
            }
        }
    }
    locked(&findings.checked).clone()
}

#[test]
fn no_bound_of_an_objective_that_ranks_lies() {
    let checked = check(0..1200, Storage::Bits);
    let rules = ["counting", "splits near an optimum"];
    assert_were_checked(&checked, &rules);
    assert_were_checked(&checked, &RULES_OF_ANY_STORAGE);
}

#[test]
fn no_bound_that_rests_on_ranks_lies() {
    let checked = check(0..1200, Storage::Ranks);
    let rules = ["evaluated split", "interval", "queue of splits"];
    assert_were_checked(&checked, &rules);
    assert_were_checked(&checked, &RULES_OF_ANY_STORAGE);
}

const RULES_OF_ANY_STORAGE: [&str; 10] = [
    "all numbers of leaves",
    "decision",
    "memo, read",
    "memo, written",
    "price of leaves",
    "proof",
    "relaxation",
    "tree",
    "trees near a decision",
    "trees near a tangent",
];

fn assert_were_checked(checked: &BTreeMap<&'static str, u64>, rules: &[&str]) {
    for rule in rules {
        assert!(checked.get(rule).is_some_and(|&times| times > 30), "{rule}: {checked:?}");
    }
}

/// Whether each rule is among the lies that tampering makes.
fn assert_named(tampering: &Tampering, storage: Storage, rules: &[&str]) {
    let findings = Arc::new(Findings::default());
    (0..300).for_each(|seed| run(seed, (1, None, storage), tampering, &findings));
    let lies = locked(&findings.lies);
    for rule in rules {
        let is_named = lies.iter().any(|lie| lie.starts_with(rule));
        assert!(is_named, "{rule} is not among {} lies", lies.len());
    }
}

/// The check is alive: bounds that are too large are found, and named.
#[test]
fn a_bound_of_an_objective_that_lies_is_found_and_named() {
    let objective = Tampering { objective: fraction(1, 3), additive: 0 };
    assert_named(
        &objective,
        Storage::Auto,
        &["relaxation", "price of leaves", "decision", "all numbers of leaves"],
    );
    let additive = Tampering { objective: BigRational::zero(), additive: 1 };
    assert_named(&additive, Storage::Bits, &["solved side", "splits near an optimum"]);
    assert_named(&additive, Storage::Ranks, &["evaluated split", "memo, written"]);
}
