//! Every lower and every upper bound that a search stores or uses, compared with the optimum of that
//! very subproblem by an exhaustive recursion that shares nothing with the search. A bound that lies is
//! named with its rule.
use crate::bridge::ordered::Ordered;
use crate::bridge::problem_of;
use gosdt_oracle::random::{Stream, generate};
use gosdt_search::{
    BoundCheck, Checked, Claim, Limits, Problem, SearchOptions, Silent, SplitKind, Status, Storage,
    Techniques, search,
};
use num_rational::BigRational;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// More than any total.
const NO_TREE: i64 = i64::MAX / 8;

/// A set of points, a bit each.
type Set = u32;

/// A subproblem: points, levels of splits, leaves, and whether leaves may have any number of rows.
type Subproblem = (Set, Option<u32>, Option<u32>, bool);

/// The optima of all subproblems of a problem, as the definition says.
struct Exhaustive {
    /// What each point costs by label, beyond what it costs with the best.
    costs: Vec<Vec<i64>>,
    rows: Vec<u32>,
    /// The yes-side of each split.
    splits: Vec<Set>,
    per_leaf: i64,
    min_leaf: u32,
    everything: Set,
    /// What every tree pays.
    unavoidable: i64,
    known: HashMap<Subproblem, i64>,
}

impl Exhaustive {
    /// The points that the reduction keeps: those on which labels differ, or all where leaves need a
    /// number of rows.
    fn new(problem: &Problem) -> Exhaustive {
        let (points, costs) = (problem.points(), problem.costs());
        let cost = |point: usize, label: usize| -> i64 {
            let weights = &points.weights[point * points.classes..][..points.classes];
            let terms = weights.iter().enumerate();
            terms.map(|(class, &weight)| weight as i64 * costs.per_weight(label, class)).sum()
        };
        let of_point = |point: usize| -> Vec<i64> {
            (0..costs.labels()).map(|label| cost(point, label)).collect()
        };
        let least = |point: usize| of_point(point).into_iter().min().unwrap_or(0);
        let tells = |point: &usize| of_point(*point).iter().any(|&cost| cost != least(*point));
        let min_leaf = problem.limits().min_leaf;
        let kept: Vec<usize> =
            (0..points.len).filter(|point| min_leaf > 1 || tells(point)).collect();
        assert!(kept.len() <= 20, "the recursion is exhaustive");
        let mut splits = Vec::new();
        for column in &points.columns {
            for place in 0..column.splits {
                let says_yes = |point: usize| match column.kind {
                    SplitKind::Thresholds => column.codes[point] <= place,
                    SplitKind::Categories => column.codes[point] == place,
                };
                let bits = kept.iter().enumerate().filter(|(_, point)| says_yes(**point));
                splits.push(bits.fold(0, |set, (at, _)| set | 1 << at));
            }
        }
        let beyond = |&point: &usize| of_point(point).iter().map(|c| c - least(point)).collect();
        Exhaustive {
            costs: kept.iter().map(beyond).collect(),
            rows: kept.iter().map(|&point| points.rows[point]).collect(),
            splits,
            per_leaf: costs.per_leaf(),
            min_leaf,
            everything: ((1u64 << kept.len()) - 1) as Set,
            unavoidable: (0..points.len).map(least).sum(),
            known: HashMap::new(),
        }
    }

    fn members(&self, set: Set) -> impl Iterator<Item = usize> + use<> {
        (0..self.costs.len()).filter(move |point| set >> point & 1 == 1)
    }

    fn leaf(&self, set: Set, any_rows: bool) -> i64 {
        let rows: u32 = self.members(set).map(|point| self.rows[point]).sum();
        if rows < self.min_leaf && !any_rows && set != self.everything {
            return NO_TREE;
        }
        let labels = self.costs.first().map_or(0, Vec::len);
        let cost = |label: usize| self.members(set).map(|point| self.costs[point][label]).sum();
        (0..labels).map(cost).min().unwrap_or(0i64) + self.per_leaf
    }

    fn optimum(&mut self, subproblem: Subproblem) -> i64 {
        if let Some(&known) = self.known.get(&subproblem) {
            return known;
        }
        let (set, depth, leaves, any_rows) = subproblem;
        let mut best = self.leaf(set, any_rows);
        if depth != Some(0) && leaves.is_none_or(|leaves| leaves > 1) {
            let below = depth.map(|depth| depth - 1);
            for at in 0..self.splits.len() {
                let (yes, no) = (set & self.splits[at], set & !self.splits[at]);
                if yes == 0 || no == 0 {
                    continue;
                }
                let shares = match leaves {
                    None => vec![[None, None]],
                    Some(leaves) => {
                        (1..leaves).map(|own| [Some(own), Some(leaves - own)]).collect()
                    }
                };
                for [of_yes, of_no] in shares {
                    let yes = self.optimum((yes, below, of_yes, any_rows));
                    let no = self.optimum((no, below, of_no, any_rows));
                    best = best.min(yes.saturating_add(no).min(NO_TREE));
                }
            }
        }
        self.known.insert(subproblem, best);
        best
    }
}

/// Compares claims with optima.
struct Judge {
    exhaustive: Mutex<Exhaustive>,
    lies: Mutex<Vec<String>>,
    /// How often each rule was checked.
    checked: Mutex<BTreeMap<&'static str, u64>>,
    /// Added to the lower bound of every side that was solved.
    tampering: i64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Judge {
    fn new(problem: &Problem, tampering: i64) -> Judge {
        Judge {
            exhaustive: Mutex::new(Exhaustive::new(problem)),
            lies: Mutex::default(),
            checked: Mutex::default(),
            tampering,
        }
    }
}

impl BoundCheck for Judge {
    fn check(&self, claim: &Claim<'_>) {
        let set = claim.points.first().map_or(0, |&word| word as Set);
        let subproblem = (set, claim.depth, claim.leaves, claim.any_rows);
        let optimum = locked(&self.exhaustive).optimum(subproblem);
        *locked(&self.checked).entry(claim.rule).or_default() += 1;
        if claim.lower > optimum || claim.upper < optimum {
            locked(&self.lies).push(format!("{}: {claim:?}, the optimum is {optimum}", claim.rule));
        }
    }

    fn tampered(&self, lower: i64) -> i64 {
        lower + self.tampering
    }
}

/// How a search is run.
#[derive(Clone, Copy, Debug)]
struct Way {
    storage: Storage,
    threads: usize,
    most_entries: Option<usize>,
    techniques: Techniques,
}

/// Searches with every bound checked; the lies, and how often each rule was checked.
fn judged(
    problem: &Problem,
    way: Way,
    tampering: i64,
) -> (Vec<String>, BTreeMap<&'static str, u64>) {
    let judge = Arc::new(Judge::new(problem, tampering));
    let Way { storage, threads, most_entries, techniques } = way;
    let options = SearchOptions {
        storage,
        threads,
        techniques,
        solo_expansions: 0,
        checked: Some(Checked { by: judge.clone(), most_entries }),
        ..SearchOptions::default()
    };
    let outcome = search(problem, &options, &mut Silent);
    if tampering == 0 {
        let limits = problem.limits();
        let mut all = locked(&judge.exhaustive);
        let root = (all.everything, limits.max_depth, limits.max_leaves, false);
        let optimum = all.optimum(root) + all.unavoidable;
        assert_eq!((outcome.status, outcome.upper), (Status::Optimal, optimum), "{way:?}");
    }
    let lies = locked(&judge.lies).clone();
    let checked = locked(&judge.checked).clone();
    (lies, checked)
}

/// A problem of at most 14 points, with yes/no columns or thresholds, any objective and any limits.
fn problem(seed: u64) -> Problem {
    let mut stream = Stream::new(seed ^ 0x5eed);
    let generated = match stream.below(3) {
        0 => generate(seed),
        1 => {
            let kind = Ordered { classes: 2 + stream.below(2), ..Ordered::new(2, 5, 14) };
            kind.generate(seed)
        }
        _ => Ordered { missing: 4, ..Ordered::new(3, 4, 12) }.generate(seed),
    };
    let mut generated = generated;
    let rows = generated.problem.rows.len().min(14);
    generated.problem.rows.truncate(rows);
    generated.problem.labels.truncate(rows);
    generated.problem.weights.truncate(rows);
    let limits = &mut generated.problem;
    limits.max_depth = [None, None, Some(1), Some(2), Some(3)][stream.below(5)];
    limits.max_leaves = [None, None, Some(2), Some(3), Some(4), Some(6)][stream.below(6)];
    limits.min_leaf = [1, 1, 2, 3][stream.below(4)];
    problem_of(&generated)
}

/// A problem of 14 points and more than forty thresholds, whose pairs are counted one split at a time.
fn wide_problem(seed: u64) -> Problem {
    let mut stream = Stream::new(seed);
    let kind = Ordered { classes: 2 + stream.below(2), ..Ordered::new(5, 13, 14) };
    let mut generated = kind.generate(seed);
    let problem = &mut generated.problem;
    problem.lambda /= BigRational::from_integer(4.into());
    problem.max_depth = [None, None, Some(3), Some(4)][stream.below(4)];
    problem.max_leaves = [None, None, Some(4), Some(5)][stream.below(4)];
    problem.min_leaf = [1, 1, 2][stream.below(3)];
    problem_of(&generated)
}

const THREADS: [usize; 2] = [1, 4];

fn ways(seed: u64) -> Vec<Way> {
    let names: Vec<&str> = Techniques::names().collect();
    let off = names[seed as usize % names.len()];
    let without = Techniques::ALL.without(off).expect("a technique");
    let mut ways = Vec::new();
    for storage in [Storage::Bits, Storage::Ranks] {
        for threads in THREADS {
            // Threads take longer to start than these searches take.
            if threads > 1 && !seed.is_multiple_of(8) {
                continue;
            }
            for (most_entries, techniques) in
                [(None, Techniques::ALL), (Some(3), Techniques::ALL), (None, without)]
            {
                ways.push(Way { storage, threads, most_entries, techniques });
            }
        }
    }
    ways
}

/// Checks the problems of these seeds; how often each rule was checked.
fn check(seeds: std::ops::Range<u64>, problem: fn(u64) -> Problem) -> BTreeMap<&'static str, u64> {
    let mut all: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in seeds {
        let problem = problem(seed);
        // What was not reduced is in other costs than the judge's.
        for way in ways(seed).into_iter().filter(|way| way.techniques.reduction) {
            let (lies, checked) = judged(&problem, way, 0);
            assert!(lies.is_empty(), "seed {seed}, {way:?}, {:?}: {}", problem.limits(), lies[0]);
            checked.into_iter().for_each(|(rule, times)| *all.entry(rule).or_default() += times);
        }
    }
    all
}

#[test]
fn no_bound_lies_on_the_problems_of_seeds_0_to_1499() {
    let checked = check(0..1500, problem);
    let rules = [
        "counting",
        "counting of sides",
        "evaluated split",
        "inherited bounds",
        "interval",
        "leaf shares",
        "least of all splits",
        "lookup of a split",
        "lookup of all sides",
        "memo, read",
        "memo, written",
        "probe",
        "queue of splits",
        "similar support",
        "solved side",
    ];
    for rule in rules {
        assert!(checked.get(rule).is_some_and(|&times| times > 100), "{rule}: {checked:?}");
    }
}

#[test]
fn no_bound_lies_on_the_problems_of_seeds_1500_to_2999() {
    check(1500..3000, problem);
}

/// The rule that takes more splits than the other problems have.
#[test]
fn no_bound_lies_where_pairs_are_counted_one_split_at_a_time() {
    let checked = check(0..40, wide_problem);
    assert!(checked["pairs of a split"] > 1000, "{checked:?}");
}

/// The check is alive: bounds of solved sides that are too large by one are found, and named.
#[test]
fn a_bound_that_lies_is_found_and_named() {
    for (storage, rules) in [
        (Storage::Bits, &["solved side", "similar support"][..]),
        (Storage::Ranks, &["memo, written", "evaluated split"]),
    ] {
        let way = Way { storage, threads: 1, most_entries: None, techniques: Techniques::ALL };
        let lies: Vec<String> = (0..150)
            .map(problem)
            .filter(|problem| *problem.limits() == Limits::default())
            .flat_map(|problem| judged(&problem, way, 1).0)
            .collect();
        for rule in rules {
            let is_named = lies.iter().any(|lie| lie.starts_with(rule));
            assert!(is_named, "{rule} is not among {} lies", lies.len());
        }
    }
}
