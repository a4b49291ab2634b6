//! Whatever the rules give for a random set is at most its optimum by enumeration; and each rule that
//! is wrong on purpose is found out by that.
use crate::costs::Costs;
use crate::fault::Fault;
use crate::json::Json;
use crate::node::Node;
use crate::problem::{INFINITE, Limits, NONE, Problem};
use crate::proof::relatives_of;
use crate::rules::Checker;
use crate::table::{Column, MISSING, Table};
use gosdt_oracle::random::Stream;
use std::collections::HashMap;

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
            (0..problem.points)
                .filter(|p| set >> p & 1 == 1)
                .map(|p| problem.measures[measure][p])
                .sum()
        };
        let loss = (0..problem.labels).map(|label| sum(label, set)).min().unwrap();
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

/// A random table, costs and limits; all small.
fn random_problem(stream: &mut Stream) -> Problem {
    let rows = 4 + stream.below(13);
    let classes = 2 + stream.below(2);
    let columns = (0..1 + stream.below(4)).map(|_| match stream.below(3) {
        0 => {
            let values = 2 + stream.below(8);
            let value = |stream: &mut Stream| match stream.once_in(12) {
                true => f64::NAN,
                false => stream.below(values) as f64,
            };
            Column::Numbers((0..rows).map(|_| value(stream)).collect())
        }
        1 => Column::Texts((0..rows).map(|_| stream.below(2) as u32).collect()),
        _ => {
            let code = |stream: &mut Stream| match stream.once_in(9) {
                true => MISSING,
                false => stream.below(3) as u32,
            };
            Column::Texts((0..rows).map(|_| code(stream)).collect())
        }
    });
    let columns: Vec<Column> = columns.collect();
    let labels: Vec<u32> = (0..rows).map(|_| stream.below(classes) as u32).collect();
    let heavy = stream.once_in(3);
    let weight = |stream: &mut Stream| if heavy { 1 + stream.below(4) as u64 } else { 1 };
    let weights: Vec<u64> = (0..rows).map(|_| weight(stream)).collect();
    let table = Table::new(columns, labels, weights);
    let mut totals = vec![0; classes];
    table.labels.iter().zip(&table.weights).for_each(|(l, w)| totals[*l as usize] += w);
    let lambda = *stream.pick(&["0", "0.01", "0.03", "0.05", "0.1", "0.2"]);
    let name = *stream.pick(&["accuracy", "accuracy", "balanced", "cost"]);
    let cell = |stream: &mut Stream| stream.below(4).to_string();
    let mut row = |_| (0..classes).map(|_| cell(stream)).collect::<Vec<_>>().join(",");
    let cells: Vec<String> = (0..classes).map(&mut row).collect();
    let costs = cells.join("],[");
    let text = format!(r#"{{"name":"{name}","lambda":"{lambda}","costs":[[{costs}]]}}"#);
    let (objective, _) = Json::read(text.as_bytes()).unwrap();
    let costs = Costs::read(&objective, None, &totals, rows).unwrap();
    let limit = |stream: &mut Stream| match stream.once_in(3) {
        true => 1 + stream.below(4) as u32,
        false => NONE,
    };
    let limits = Limits { depth: limit(stream), leaves: limit(stream) };
    let least_rows = if stream.once_in(3) { 2 + stream.below(2) as u32 } else { 1 };
    let cuts = vec![None; table.columns.len()];
    Problem::new(&table, &costs, &cuts, limits, least_rows)
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
    let look = !stream.once_in(3);
    checker.begin(node, bound, relatives, look);
    let mut kin = Vec::new();
    let tries = if level == 0 || node.splits.is_empty() || node.tracks() == 0 {
        0
    } else {
        stream.below(5)
    };
    for _ in 0..tries {
        let (t, side) = (stream.below(node.splits.len()), stream.below(2));
        let leaves = node.leaves_below(stream.below(node.tracks()));
        let limits = Limits { depth: node.depth_below(), leaves };
        let mut child = node.side(checker.problem, t, side, limits);
        let relatives = relatives_of(node, &kin, t, side);
        let proven = walk((checker, truth), &mut child, &relatives, (stream, level - 1), found);
        checker.learn(node, t, side, (&child, proven));
        kin.push((t, side, child));
    }
    let proven = checker.conclude(node);
    let optimum = truth.optimum(set, node.limits);
    found.bounds += 1;
    found.exact += u64::from(proven == optimum);
    found.above += u64::from(proven > optimum);
    proven
}

fn explore(seeds: std::ops::Range<u64>, fault: Option<Fault>, most: u64) -> Found {
    let mut found = Found::default();
    for seed in seeds {
        let mut stream = Stream::new(seed);
        let mut problem = random_problem(&mut stream);
        let mut truth_of = problem.clone();
        truth_of.fault = None;
        problem.fault = fault;
        let mut truth = Enumeration { problem: &truth_of, known: HashMap::new() };
        let mut checker = Checker::new(&problem);
        for _ in 0..4 {
            let mut root = Node::root(&problem);
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
    let found = explore(0..6000, None, 0);
    assert_eq!(found.above, 0, "{found:?}");
    assert!(found.bounds > 100_000 && found.exact > found.bounds * 9 / 10, "{found:?}");
}

#[test]
fn every_wrong_rule_is_found_out() {
    for fault in Fault::ALL {
        assert!(explore(0..20_000, Some(fault), 0).above > 0, "{fault:?} was not found out");
    }
}
