//! Whatever the rules give for a random set is at most its optimum by enumeration; and each rule that
//! is wrong on purpose is found out by that.
use crate::Fraction;
use crate::json::Json;
use crate::node::{Checker, Node};
use crate::problem::{INFINITE, Limits, NONE, Problem};
use crate::proof::{Proof, relatives_of};
use crate::rules::pass_over;
use crate::table::{Column, Table};
use gosdt_oracle::random::Stream;
use gosdt_oracle::{Loss, OracleProblem, optimum};
use num_rational::BigRational;
use std::collections::HashMap;

/// The rules that can be wrong on purpose.
const FAULTS: [&str; 14] = [
    "two leaves",      // Two leaves cost one unit more.
    "three leaves",    // Three leaves cost one unit more.
    "four leaves",     // Four leaves cost one unit more.
    "peeled leaf",     // A leaf that saves a unit more than its cost is not peeled.
    "useless side",    // A side that weighs a unit more than a leaf is useless.
    "similar support", // Similar support loses a unit less.
    "between",         // The points between two thresholds weigh a unit less.
    "smaller set",     // The bound of a larger set loses a unit less.
    "few rows",        // Bounds hold for larger sets although leaves need rows.
    "same weight",     // Thresholds with different rows of no weight are the same.
    "citation",        // A cited bound loses a unit less.
    "no leaf",         // The lone leaf is forgotten.
    "deeper lemma",    // A lemma for a depth serves for one level more.
    "more leaves",     // A lemma for a number of leaves serves for one more.
];

/// The optimum of every set that was asked for, by the definition alone.
struct Enumeration<'a> {
    problem: &'a Problem,
    known: HashMap<(u64, Limits), i64>,
}

impl Enumeration<'_> {
    fn optimum(&mut self, set: u64, limits: Limits) -> i64 {
        if let Some(known) = self.known.get(&(set, limits)) {
            return *known;
        }
        let problem = self.problem;
        let sum = |measure: usize, set: u64| -> i64 {
            (0..problem.points.len())
                .filter(|p| set >> p & 1 == 1)
                .map(|p| problem.measures[measure][p])
                .sum()
        };
        let loss = (0..problem.cells.len()).map(|label| sum(label, set)).min().unwrap();
        let mut best = loss + problem.per_leaf;
        let enough = |set| {
            set != 0
                && (problem.least_rows <= 1
                    || sum(problem.measures.len() - 1, set) >= problem.least_rows)
        };
        let below = if limits.depth == NONE { NONE } else { limits.depth.saturating_sub(1) };
        for split in &problem.splits {
            let (yes, no) = (set & split.yes[0], set & !split.yes[0]);
            if limits.depth == 0 || !enough(yes) || !enough(no) {
                continue;
            }
            let shares = match limits.leaves {
                NONE => vec![(NONE, NONE)],
                leaves => (1..leaves).map(|i| (i, leaves - i)).collect(),
            };
            for (a, b) in shares {
                let yes = self.optimum(yes, Limits { depth: below, leaves: a });
                let no = self.optimum(no, Limits { depth: below, leaves: b });
                best = best.min(yes + no);
            }
        }
        self.known.insert((set, limits), best);
        best
    }
}

/// A random table and a header with costs and limits; all small.
fn random_case(stream: &mut Stream) -> (Table, Json) {
    let rows = 4 + stream.below(13);
    let classes = 2 + stream.below(2);
    let columns = (0..1 + stream.below(4)).map(|_| match stream.below(3) {
        0 => {
            let values = 2 + stream.below(8);
            let value = |stream: &mut Stream| match stream.once_in(12) {
                true => f64::NAN,
                false => stream.below(values) as f64,
            };
            Column { values: (0..rows).map(|_| value(stream)).collect(), ordered: true }
        }
        1 => {
            let values = (0..rows).map(|_| stream.below(2) as f64).collect();
            Column { values, ordered: false }
        }
        _ => {
            let code = |stream: &mut Stream| match stream.once_in(9) {
                true => f64::NAN,
                false => stream.below(3) as f64,
            };
            Column { values: (0..rows).map(|_| code(stream)).collect(), ordered: false }
        }
    });
    let columns: Vec<Column> = columns.collect();
    let labels: Vec<usize> = (0..rows).map(|_| stream.below(classes)).collect();
    let heavy = stream.once_in(3);
    let weight = |stream: &mut Stream| if heavy { 1 + stream.below(4) as i128 } else { 1 };
    let weights: Vec<i128> = (0..rows).map(|_| weight(stream)).collect();
    let weights: Vec<Fraction> =
        weights.into_iter().map(|over| Fraction { over, under: 1 }).collect();
    let table = Table::new(columns, labels, &weights).unwrap();
    let lambda = *stream.pick(&["0", "0.01", "0.03", "0.05", "0.1", "0.2"]);
    let name = *stream.pick(&["accuracy", "accuracy", "balanced", "cost"]);
    let cell = |stream: &mut Stream| stream.below(4).to_string();
    let mut row = |_| (0..classes).map(|_| cell(stream)).collect::<Vec<_>>().join(",");
    let cells: Vec<String> = (0..classes).map(&mut row).collect();
    let costs = cells.join("],[");
    let limit = |stream: &mut Stream| match stream.once_in(3) {
        true => (1 + stream.below(4)).to_string(),
        false => "null".to_string(),
    };
    let (depth, leaves) = (limit(stream), limit(stream));
    let least_rows = if stream.once_in(3) { 2 + stream.below(2) } else { 1 };
    let names = ["0", "1", "2"][..classes].join(",");
    let header = format!(
        r#"{{"classes":[{names}],"objective":{{"name":"{name}","lambda":"{lambda}",
            "costs":[[{costs}]],"max_depth":{depth},"max_leaves":{leaves},"min_leaf":{least_rows}}}}}"#
    );
    (table, Json::read(&header).unwrap())
}

fn random_problem(stream: &mut Stream) -> Problem {
    let (table, header) = random_case(stream);
    Problem::new(&table, &header).unwrap()
}

/// What random walks found.
#[derive(Debug, Default)]
struct Found {
    bounds: u64,
    exact: u64,
    above: u64,
}

/// Proves something of a node and of random sets below it.
fn walk(
    (checker, truth): (&mut Checker<'_>, &mut Enumeration<'_>),
    node: &mut Node,
    relatives: &[(&Node, bool)],
    (stream, level): (&mut Stream, u32),
    found: &mut Found,
) -> i64 {
    let set = node.set.first().copied().unwrap_or(0);
    let optimum = truth.optimum(set, node.limits);
    let bound = *stream.pick(&[0, optimum, optimum + 1, INFINITE]);
    checker.begin(node, bound, relatives);
    let mut kin = Vec::new();
    let is_last = level == 0 || node.splits.is_empty() || node.shares.is_empty();
    let tries = if is_last { 0 } else { stream.below(5) };
    for _ in 0..tries {
        let (t, side) = (stream.below(node.splits.len()), stream.below(2));
        let leaves = stream.pick(&node.shares).leaves[side];
        if stream.once_in(3) {
            // Nothing follows where there is no such lemma, or one with tighter limits.
            let _ = checker.cite(node, (t, side), leaves, stream.below(6) as u64);
            continue;
        }
        let mut child = checker.side(node, relatives, (t, side), leaves);
        let relatives = relatives_of(node, &kin, (t, side));
        let proven = walk((checker, truth), &mut child, &relatives, (stream, level - 1), found);
        checker.learn_child(node, (t, side), &child, proven);
        kin.push((t, side, child));
    }
    let proven = checker.conclude(node);
    let optimum = truth.optimum(set, node.limits);
    found.bounds += 1;
    found.exact += u64::from(proven == optimum);
    found.above += u64::from(proven > optimum);
    proven
}

fn explore(seeds: std::ops::Range<u64>, fault: &'static str, most: u64) -> Found {
    let mut found = Found::default();
    for seed in seeds {
        let mut stream = Stream::new(seed);
        let problem = random_problem(&mut stream);
        let mut truth = Enumeration { problem: &problem, known: HashMap::new() };
        let mut checker = Checker::new(&problem);
        checker.fault = fault;
        for _ in 0..4 {
            let mut root = checker.root();
            walk((&mut checker, &mut truth), &mut root, &[], (&mut stream, 4), &mut found);
        }
        if found.above > most {
            break;
        }
    }
    found
}

#[test]
fn no_bound_is_above_the_optimum() {
    let found = explore(0..8000, "", 0);
    assert_eq!(found.above, 0, "{found:?}");
    assert!(found.bounds > 100_000 && found.exact > found.bounds * 9 / 10, "{found:?}");
}

#[test]
fn every_wrong_rule_is_found_out() {
    for fault in FAULTS {
        assert!(explore(0..20_000, fault, 0).above > 0, "{fault:?} was not found out");
    }
}

/// A case as the oracle takes it: the answers of every row to every split, from the raw values.
fn for_oracle(table: &Table, header: &Json) -> OracleProblem {
    let answers = |row: usize| {
        let of_column = |column: &Column| {
            let (own, is_below) = (column.values[row], column.ordered);
            let answer = move |level: &f64| own == *level || is_below && own < *level;
            column.values.iter().map(answer).chain([own.is_nan()]).collect::<Vec<bool>>()
        };
        table.columns.iter().flat_map(of_column).collect()
    };
    let classes = header.list("classes").len();
    let row = |label: usize| header.list(&format!("objective.costs.{label}"));
    let cost = |text: &str| BigRational::from_integer(text.parse::<i64>().unwrap().into());
    let matrix = (0..classes).map(|label| row(label).into_iter().map(cost).collect()).collect();
    let lambda = Fraction::read(header.text("objective.lambda")).unwrap();
    OracleProblem {
        rows: (0..table.labels.len()).map(answers).collect(),
        labels: table.labels.clone(),
        classes,
        weights: table.weights.iter().map(|weight| *weight as u64).collect(),
        loss: match header.text("objective.name") {
            "accuracy" => Loss::Accuracy,
            "balanced" => Loss::Balanced,
            _ => Loss::Costs(matrix),
        },
        lambda: BigRational::new(lambda.over.into(), lambda.under.into()),
        max_depth: header.number("objective.max_depth"),
        max_leaves: header.number("objective.max_leaves"),
        min_leaf: header.number("objective.min_leaf").unwrap(),
    }
}

/// A proof of one lemma, with random lemmas below it.
fn random_proof(stream: &mut Stream, problem: &Problem, bound: i64, level: u32) -> Vec<u8> {
    let is_last = level == 0 || problem.splits.is_empty() || problem.limits.leaves != NONE;
    let below = if is_last { 0 } else { stream.below(4) };
    let mut bytes: Vec<u8> = Vec::new();
    let number = |bytes: &mut Vec<u8>, number: u64| {
        let digits = (0..63).step_by(7).map(|shift| (number >> shift & 127) as u8 | 128);
        bytes.extend(digits);
        *bytes.last_mut().unwrap() &= 127;
    };
    number(&mut bytes, bound as u64);
    number(&mut bytes, below as u64);
    for _ in 0..below {
        let (named, back) = (stream.below(2 * problem.splits.len()), stream.below(8));
        let is_cited = back > 0 && stream.once_in(4);
        number(&mut bytes, (named / 2 * 4 + 2 * usize::from(is_cited) + named % 2) as u64);
        match is_cited {
            true => number(&mut bytes, back as u64),
            false => bytes.extend(random_proof(stream, problem, 0, level - 1)),
        }
    }
    bytes
}

/// The optimum of the raw rows, which the oracle finds without any of the rules, is accepted where it
/// follows; a claim that is one unit larger is refused, whatever lemmas come with it.
#[test]
fn claims_about_raw_rows_are_those_of_the_oracle() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..1500 {
        let mut stream = Stream::new(seed + 1_000_000);
        let (table, header) = random_case(&mut stream);
        let problem = Problem::new(&table, &header).unwrap();
        let unit = BigRational::new(problem.unit.over.into(), problem.unit.under.into());
        let optimum = optimum(&for_oracle(&table, &header)) / unit;
        assert!(optimum.is_integer(), "{seed}");
        let optimum = optimum.to_integer().to_string().parse::<i64>().unwrap();
        let optimum = optimum - problem.paid;
        for (claim, is_true) in [(optimum, true), (optimum + 1, false)] {
            let bytes = random_proof(&mut stream, &problem, claim, 3);
            let checker = Checker::new(&problem);
            let outcome = Proof { checker, bytes: &bytes, lemmas: 0 }.check();
            assert!(is_true || outcome.is_err(), "{seed}: {outcome:?}");
            *if outcome.is_ok() { &mut accepted } else { &mut refused } += 1;
        }
    }
    assert!(accepted > 500 && refused > 1500, "{accepted} accepted, {refused} refused");
}

/// Of the thresholds of a column those nearer than the sum is short are passed over; of other columns
/// none is.
#[test]
fn thresholds_near_a_short_one_are_passed_over() {
    let column = |step: usize| Column {
        values: (0..31).map(|row| (row * step % 31) as f64).collect(),
        ordered: true,
    };
    let labels: Vec<usize> = (0..31).map(|row| row % 2).collect();
    let ones = vec![Fraction { over: 1, under: 1 }; 31];
    let table = Table::new(vec![column(1), column(7)], labels, &ones).unwrap();
    let header =
        r#"{"classes":[0,1],"objective":{"name":"accuracy","lambda":"1/100","min_leaf":1}}"#;
    let problem = Problem::new(&table, &Json::read(header).unwrap()).unwrap();
    let mut root = Checker::new(&problem).root();
    // The least value of both columns is on the same row: a split that is only counted once.
    assert_eq!((root.splits.len(), root.splits[0].weight[0]), (59, 100));
    pass_over(&mut root, 2, 300);
    pass_over(&mut root, 35, 101);
    pass_over(&mut root, 50, 0);
    let passed = (0..59).filter(|t| root.splits[*t].passed);
    assert_eq!(passed.collect::<Vec<_>>(), [0, 1, 2, 3, 4, 34, 35, 36]);
}
