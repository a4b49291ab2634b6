//! Every kernel of every instruction set against a naive twin. A set that the machine does not have
//! is skipped and named in the output.
mod naive;
mod tables;

use gosdt_bits::{Cut, Cuts, InstructionSet, Kernels, Matrix};
use naive::Leaf;
use proptest::prelude::*;
use std::io::Write;
use tables::Case;

/// What the kernels start from: the matrix, counts of all yes-sides, counts of all rows.
struct Ready {
    matrix: Matrix,
    ones: Vec<i64>,
    totals: Vec<i64>,
}

/// Above every loss.
const MUCH: i64 = i64::MAX / 2;

impl Ready {
    fn new(kernels: Kernels, case: &Case) -> Ready {
        let matrix = case.table.matrix();
        let mut ones = vec![-1; matrix.stride() * case.table.measures];
        kernels.count_within(&matrix, matrix.valid(), &mut ones);
        Ready { matrix, ones, totals: case.table.count(|_, _| true) }
    }

    /// A kernel's answer for both sides of all columns.
    fn pairs(&self, kernel: impl Fn(&Ready, &mut [i64], &mut [i64])) -> [Vec<i64>; 2] {
        let mut sides = [vec![MUCH; self.matrix.stride()], vec![MUCH; self.matrix.stride()]];
        let [yes, no] = &mut sides;
        kernel(self, yes, no);
        sides
    }

    /// A kernel's answer for one column.
    fn row(&self, kernel: impl Fn(&Ready, &mut [i64], &mut [i64; 2])) -> (Vec<i64>, [i64; 2]) {
        let (mut within, mut best) = (vec![-1; self.matrix.stride()], [MUCH; 2]);
        kernel(self, &mut within, &mut best);
        (within, best)
    }
}

fn count_agrees(kernels: Kernels, case: &Case) {
    let Case { table, chosen, .. } = case;
    let ready = Ready::new(kernels, case);
    let stride = ready.matrix.stride();
    let mut within = vec![-1; stride * table.measures];
    kernels.count_within(&ready.matrix, &table.words(chosen), &mut within);
    for feature in 0..table.features {
        let all = table.count(|_, row| row.answers[feature]);
        let some = table.count(|at, row| chosen[at] && row.answers[feature]);
        for measure in 0..table.measures {
            assert_eq!(ready.ones[measure * stride + feature], all[measure]);
            assert_eq!(within[measure * stride + feature], some[measure]);
        }
    }
}

/// The bits that sets have in common with one more.
fn common_agrees(kernels: Kernels, case: &Case) {
    let Case { table, chosen, .. } = case;
    let with = table.words(chosen);
    let mut sets = Vec::new();
    let mut expected = Vec::new();
    for feature in 0..table.features {
        let yes: Vec<bool> = table.rows().map(|row| row.answers[feature]).collect();
        sets.extend(table.words(&yes));
        expected.push(yes.iter().zip(chosen).filter(|(yes, on)| **yes && **on).count() as i64);
    }
    let mut found = vec![-1; 3];
    kernels.count_common(&sets, &with, &mut found);
    // Sets without words cannot be told apart.
    assert_eq!(found, if with.is_empty() { Vec::new() } else { expected });
    kernels.count_common(&[], &with, &mut found);
    assert!(found.is_empty());
}

fn pairs_agree(case: &Case, found: &[Vec<i64>; 2], leaf: Leaf) {
    let pairs = found[0].iter().zip(&found[1]).take(case.table.features).enumerate();
    for (feature, (yes, no)) in pairs {
        assert_eq!(*yes, case.table.best_split(feature, true, leaf), "yes {feature}");
        assert_eq!(*no, case.table.best_split(feature, false, leaf), "no {feature}");
    }
}

fn row_agrees(case: &Case, found: &(Vec<i64>, [i64; 2]), leaf: Leaf, max_unit_costs: &[i64]) {
    let Case { table, column, .. } = case;
    let expected = [true, false].map(|side| table.best_split(*column, side, leaf));
    assert_eq!(found.1, expected);
    for feature in 0..table.features {
        let both = table.count(|_, row| row.answers[*column] && row.answers[feature]);
        let most: i64 = both.iter().zip(max_unit_costs).map(|(n, cost)| n * cost).sum();
        assert_eq!(found.0[feature], most);
    }
}

fn two_agrees(kernels: Kernels, case: &Case) {
    let ready = Ready::new(kernels, case);
    let (matrix, ones, totals) = (&ready.matrix, &ready.ones, &ready.totals);
    let mut cuts = [Cuts::default(), Cuts::default()];
    cuts.iter_mut().for_each(|cuts| cuts.reset(matrix.stride(), MUCH));
    let (mut within, mut cut) = (vec![-1; matrix.stride()], [Cut { two: MUCH, one: MUCH }; 2]);
    kernels.pairs_of_two(matrix, ones, totals, LEAST, &mut cuts);
    kernels.row_of_two(matrix, ones, totals, LEAST, case.column, &mut within, &mut cut);
    pairs_agree(case, &[cuts[0].two.clone(), cuts[1].two.clone()], Leaf::SmallerOfTwo);
    row_agrees(case, &(within, cut.map(|cut| cut.two)), Leaf::SmallerOfTwo, &[1, 1]);
    assert_eq!(cut, [cuts[0].of(case.column), cuts[1].of(case.column)]);
    for feature in 0..case.table.features {
        for (side, yes) in [(0, true), (1, false)] {
            let naive = case.table.cheapest_cell(feature, yes, LEAST);
            // The kernel writes more than any loss where there is none.
            let found = Some(cuts[side].one[feature]).filter(|&loss| loss < MUCH / 4);
            assert_eq!(found, naive, "{feature} {yes}");
        }
    }
}

/// A leaf with fewer on its larger measure does not count as one that a split may make.
const LEAST: i64 = 12;

fn all_but_largest_agrees(kernels: Kernels, case: &Case) {
    let ready = Ready::new(kernels, case);
    let max_unit_costs = &case.costs[..case.table.measures];
    let pairs = ready.pairs(|r, yes, no| {
        kernels.pairs_of_all_but_largest(&r.matrix, &r.ones, &r.totals, yes, no);
    });
    pairs_agree(case, &pairs, Leaf::AllButLargest);
    let row = ready.row(|r, within, best| {
        let (matrix, ones, totals) = (&r.matrix, &r.ones, &r.totals);
        kernels.row_of_all_but_largest(
            matrix,
            ones,
            totals,
            max_unit_costs,
            case.column,
            within,
            best,
        );
    });
    row_agrees(case, &row, Leaf::AllButLargest, max_unit_costs);
}

fn by_costs_agrees(kernels: Kernels, case: &Case) {
    let ready = Ready::new(kernels, case);
    let max_unit_costs = &case.costs[..case.table.measures];
    for least_rows in [None, Some((case.table.measures - 1, 40))] {
        let leaf = Leaf::ByCosts { costs: &case.costs, least_rows };
        let pairs = ready.pairs(|r, yes, no| {
            let (matrix, costs) = (&r.matrix, &case.costs);
            kernels.pairs_of_many(matrix, &r.ones, &r.totals, costs, least_rows, yes, no);
        });
        pairs_agree(case, &pairs, leaf);
        let row = ready.row(|r, within, best| {
            let (matrix, ones, totals, costs) = (&r.matrix, &r.ones, &r.totals, &case.costs);
            let column = case.column;
            kernels.row_of_many(
                matrix,
                ones,
                totals,
                costs,
                max_unit_costs,
                least_rows,
                column,
                within,
                best,
            );
        });
        row_agrees(case, &row, leaf, max_unit_costs);
    }
}

fn leaves_agree(kernels: Kernels, case: &Case) {
    let ready = Ready::new(kernels, case);
    let by_costs = ready.pairs(|r, yes, no| {
        kernels.leaves_of_many(&r.ones, &r.totals, &case.costs, yes, no);
    });
    let all_but_largest = ready.pairs(|r, yes, no| {
        kernels.leaves_of_all_but_largest(&r.ones, &r.totals, yes, no);
    });
    let leaf = Leaf::ByCosts { costs: &case.costs, least_rows: None };
    for (leaf, found) in [(leaf, by_costs), (Leaf::AllButLargest, all_but_largest)] {
        for (found, answer) in found.iter().zip([true, false]) {
            for (feature, cost) in found.iter().take(case.table.features).enumerate() {
                let counts = case.table.count(|_, row| row.answers[feature] == answer);
                assert_eq!(*cost, leaf.loss(&counts), "{feature} {answer}");
            }
        }
    }
}

/// The sides of a feature are the rows that answer so, and what they count.
fn part_agrees(kernels: Kernels, case: &Case) {
    let Case { table, chosen, column, .. } = case;
    let matrix = table.matrix();
    let mut totals = [(); 2].map(|()| vec![0; table.measures]);
    let (mut sides, mut words) = ([vec![7], Vec::new()], [0; 2]);
    let rows = table.words(chosen);
    kernels.part(&matrix, &rows, *column, &mut sides, &mut totals, &mut words);
    for (side, answer) in [true, false].into_iter().enumerate() {
        let is_on = |at: usize, yes: bool| chosen[at] && yes == answer;
        let on: Vec<bool> =
            table.rows().enumerate().map(|(at, row)| is_on(at, row.answers[*column])).collect();
        assert_eq!(sides[side], table.words(&on));
        let counts = table.count(|at, _| on[at]);
        assert_eq!(totals[side], counts.iter().map(|&count| count as u64).collect::<Vec<u64>>());
        assert_eq!(words[side], table.project(&on, &[]).matrix().words());
    }
}

/// All sets round alike, and that is close to what exact numbers give.
fn purities_agree(kernels: Kernels, case: &Case) {
    let ready = Ready::new(kernels, case);
    let totals: Vec<u64> = ready.totals.iter().map(|&total| total as u64).collect();
    let all = totals.iter().sum::<u64>().max(1);
    let prices = vec![1.0 / all as f64; case.table.measures];
    let [mut found, mut plain] = [-1; 2].map(|none| vec![none; ready.matrix.stride()]);
    kernels.purities(&ready.ones, &totals, &prices, &mut found);
    Kernels::plain().purities(&ready.ones, &totals, &prices, &mut plain);
    assert_eq!(found, plain);
    for (feature, &purity) in found.iter().take(case.table.features).enumerate() {
        let of_side = |answer: bool| {
            let counts = case.table.count(|_, row| row.answers[feature] == answer);
            let squares: i128 = counts.iter().map(|&count| i128::from(count).pow(2)).sum();
            let sum: i128 = counts.iter().copied().map(i128::from).sum();
            (squares << 60) / (sum.max(1) * i128::from(all))
        };
        let error = i128::from(purity) - of_side(true) - of_side(false);
        assert!(error.abs() < 1 << 20, "{error}");
    }
}

/// The sum over the measures is what all rows that answer yes count.
fn sums_agree(kernels: Kernels, case: &Case) {
    let ready = Ready::new(kernels, case);
    let mut found = vec![7; ready.matrix.stride()];
    kernels.sums(&ready.ones, &mut found);
    for (feature, sum) in found.iter().take(case.table.features).enumerate() {
        let counts = case.table.count(|_, row| row.answers[feature]);
        assert_eq!(*sum, counts.iter().sum::<i64>(), "{feature}");
    }
}

/// The projection is the matrix of the projected table, laid out the same way, whatever the target
/// held before.
fn project_agrees(kernels: Kernels, case: &Case) {
    let Case { table, chosen, kept, .. } = case;
    let from = table.matrix();
    let mut found = from.clone();
    kernels.project(&from, &table.words(chosen), kept, &mut found);
    let expected = table.project(chosen, kept).matrix();
    assert_eq!(found.features(), expected.features());
    assert_eq!(found.segments(), expected.segments());
    assert_eq!(found.valid(), expected.valid());
    for word in 0..expected.words() {
        assert_eq!(found.row(word), expected.row(word), "word {word}");
    }
}

/// The same tests for an instruction set.
macro_rules! test_kernels {
    ($module:ident, $set:expr) => {
        mod $module {
            use super::*;

            fn check(test: fn(Kernels, &Case), case: &Case) {
                if let Some(kernels) = Kernels::with($set) {
                    assert_eq!(kernels.set(), $set);
                    test(kernels, case);
                }
            }

            proptest! {
                #![proptest_config(ProptestConfig {
                    failure_persistence: None,
                    ..ProptestConfig::with_cases(if cfg!(miri) { 4 } else { 256 })
                })]

                #[test]
                fn counts_are_those_of_rows(case in tables::case(3)) {
                    check(count_agrees, &case);
                }

                #[test]
                fn common_bits_are_rows_in_both_sets(case in tables::case(3)) {
                    check(common_agrees, &case);
                }

                #[test]
                fn leaves_cost_their_cheapest_label(case in tables::case(3)) {
                    check(leaves_agree, &case);
                }

                #[test]
                fn sides_are_the_rows_that_answer_so(case in tables::case(3)) {
                    check(part_agrees, &case);
                }

                #[test]
                fn purities_are_rounded_alike(case in tables::case(3)) {
                    check(purities_agree, &case);
                }

                #[test]
                fn sums_are_those_of_all_measures(case in tables::case(3)) {
                    check(sums_agree, &case);
                }

                #[test]
                fn projections_are_rows_and_columns_left_out(case in tables::case(3)) {
                    check(project_agrees, &case);
                }
            }

            proptest! {
                #![proptest_config(ProptestConfig {
                    failure_persistence: None,
                    ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 })
                })]

                #[test]
                fn pairs_where_the_smaller_of_two_is_lost(case in tables::case(2)) {
                    check(two_agrees, &case);
                }

                #[test]
                fn pairs_where_all_but_the_largest_is_lost(case in tables::case(4)) {
                    check(all_but_largest_agrees, &case);
                }

                #[test]
                fn pairs_where_the_cheapest_label_is_lost(case in tables::case(3)) {
                    check(by_costs_agrees, &case);
                }
            }
        }
    };
}

test_kernels!(plain, InstructionSet::Plain);
#[cfg(target_arch = "aarch64")]
test_kernels!(neon, InstructionSet::Neon);
test_kernels!(avx2, InstructionSet::Avx2);
test_kernels!(avx512, InstructionSet::Avx512);

/// Past the harness, which shows no output of tests that pass.
#[test]
fn the_sets_that_are_skipped_are_named() {
    for set in [InstructionSet::Avx2, InstructionSet::Avx512] {
        if Kernels::with(set).is_none() {
            let _ = writeln!(std::io::stderr(), "skipped: this machine has no {set:?}");
        }
    }
}

#[test]
fn the_plain_kernels_are_always_there_and_the_detected_ones_too() {
    assert_eq!(Kernels::plain().set(), InstructionSet::Plain);
    assert!(Kernels::with(InstructionSet::Plain).is_some());
    assert!(Kernels::with(Kernels::detect().set()).is_some());
}
