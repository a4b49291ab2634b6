//! Every kernel on columns of ranks, of every width and instruction set, against a naive twin. A set
//! that the machine does not have is named in the output.
mod cases;
mod naive;

use cases::{Case, Laid, index};
use gosdt_bits::lanes::{Compare, CutPlaces, Extremes, Narrow, Rank, Signed, Wide, Widest, Width};
use gosdt_bits::{InstructionSet, Kernels};
use naive::{Points, Side};
use proptest::prelude::*;
use std::io::Write;

/// What a scan should find on a side.
type Twin = fn(&Points, Side) -> Extremes;

fn scan_agrees<W: Width>(
    kernels: Kernels,
    case: &Case,
    cuts: CutPlaces<'_, W::Signed>,
    twin: Twin,
) {
    let Laid { ranks, values, .. } = Laid::<W>::new(case);
    let split = W::Rank::from_rank(case.split);
    let expected = case.sides().map(|side| twin(&case.points, side));
    assert_eq!(W::scan(kernels, case.compare, &ranks, split, &values, cuts), expected);
    for (side, expected) in case.sides().into_iter().zip(expected) {
        let split = (split, side.yes);
        let found = W::scan_side(kernels, case.compare, &ranks, split, &values, cuts);
        assert_eq!(found, expected, "{side:?}");
    }
}

fn scan_anywhere_agrees<W: Width>(kernels: Kernels, case: &Case) {
    scan_agrees::<W>(kernels, case, CutPlaces::Anywhere, Points::prefixes);
}

fn scan_to_ends_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let ends = Laid::<W>::new(case).ends;
    scan_agrees::<W>(kernels, case, CutPlaces::AtEnds(&ends), Points::prefixes_to_ends);
}

fn scan_of_groups_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let ends = Laid::<W>::new(case).ends;
    scan_agrees::<W>(kernels, case, CutPlaces::Groups(&ends), Points::groups);
}

fn sums_agree<W: Width>(kernels: Kernels, case: &Case) {
    let Laid { ranks, values, others, .. } = Laid::<W>::new(case);
    let split = W::Rank::from_rank(case.split);
    let found = W::sums(kernels, case.compare, &ranks, split, [&values, &others]);
    let other_points = Points { values: case.others.clone(), ..case.points.clone() };
    let yes = case.sides()[0];
    let sum = |points: &Points| points.keep(yes).iter().sum::<i64>();
    assert_eq!(found, [sum(&case.points), sum(&other_points)]);
}

fn keep_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let Laid { ranks, values, .. } = Laid::<W>::new(case);
    for side in case.sides() {
        let split = (W::Rank::from_rank(side.rank), side.yes);
        let mut out = vec![W::Signed::MOST; values.len()];
        W::keep(kernels, case.compare, &ranks, split, &values, &mut out);
        let mut expected = vec![0; values.len()];
        for (place, value) in case.points.keep(side).into_iter().enumerate() {
            expected[index::<W>(place, case.len())] = value;
        }
        assert_eq!(out.into_iter().map(Signed::wide).collect::<Vec<_>>(), expected, "{side:?}");
    }
}

/// Bits are in the natural order of the points, without lanes.
fn keep_bits_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let ranks: Vec<_> = case.points.ranks.iter().map(|rank| W::Rank::from_rank(*rank)).collect();
    for side in case.sides() {
        let mut out = vec![!0; case.words.len()];
        let split = (W::Rank::from_rank(side.rank), side.yes);
        W::keep_bits(kernels, case.compare, &ranks, split, &case.words, &mut out);
        let mut expected = vec![0; case.words.len()];
        for (place, rank) in case.points.ranks.iter().enumerate() {
            let bit = case.words[place / 64] & 1 << (place % 64);
            expected[place / 64] |= if side.has(*rank) { bit } else { 0 };
        }
        assert_eq!(out, expected, "{side:?}");
    }
}

/// Says that a test is skipped, past the harness that shows no output of tests that pass.
fn say_skipped(set: InstructionSet) {
    let _ = writeln!(std::io::stderr(), "skipped: this machine has no {set:?}");
}

/// The same tests for a width and an instruction set.
macro_rules! test_kernels {
    ($module:ident, $width:ty, $set:expr) => {
        mod $module {
            use super::*;

            /// Runs a test on random cases, or says that the machine cannot.
            fn check(test: fn(Kernels, &Case)) {
                let Some(kernels) = Kernels::with($set) else {
                    say_skipped($set);
                    return;
                };
                assert_eq!(kernels.set(), $set);
                let config =
                    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) };
                proptest!(config, |(case in cases::case::<$width>())| test(kernels, &case));
            }

            #[test]
            fn scans_meet_every_prefix() {
                check(scan_anywhere_agrees::<$width>);
            }

            #[test]
            fn scans_to_ends_meet_the_prefixes_that_end_a_group() {
                check(scan_to_ends_agrees::<$width>);
            }

            #[test]
            fn scans_of_groups_meet_every_group() {
                check(scan_of_groups_agrees::<$width>);
            }

            #[test]
            fn sums_are_those_of_the_yes_side() {
                check(sums_agree::<$width>);
            }

            #[test]
            fn values_are_kept_on_one_side() {
                check(keep_agrees::<$width>);
            }

            #[test]
            fn bits_are_kept_on_one_side() {
                check(keep_bits_agrees::<$width>);
            }
        }
    };
}

test_kernels!(narrow_plain, Narrow, InstructionSet::Plain);
test_kernels!(narrow_avx2, Narrow, InstructionSet::Avx2);
test_kernels!(narrow_avx512, Narrow, InstructionSet::Avx512);
test_kernels!(wide_plain, Wide, InstructionSet::Plain);
test_kernels!(wide_avx2, Wide, InstructionSet::Avx2);
test_kernels!(wide_avx512, Wide, InstructionSet::Avx512);
test_kernels!(widest_plain, Widest, InstructionSet::Plain);
test_kernels!(widest_avx2, Widest, InstructionSet::Avx2);
test_kernels!(widest_avx512, Widest, InstructionSet::Avx512);

/// A lane in which no group ends must not count, however far the lanes before it sum.
#[test]
fn groups_longer_than_a_lane_are_not_cut_inside() {
    let values = [-20_000, 20_000].map(|value| [value; 16]).concat();
    let mut ends = vec![false; 32];
    ends[31] = true;
    let points = Points { ranks: vec![0; 32], values: values.clone(), ends };
    let case = Case { points, compare: Compare::AtMost, split: 0, others: values, words: vec![0] };
    for set in [InstructionSet::Plain, InstructionSet::Avx2, InstructionSet::Avx512] {
        let Some(kernels) = Kernels::with(set) else {
            say_skipped(set);
            continue;
        };
        let Laid { ranks, values, ends, .. } = Laid::<Narrow>::new(&case);
        let cuts = CutPlaces::AtEnds(&ends);
        let found = Narrow::scan(kernels, case.compare, &ranks, 0, &values, cuts);
        assert_eq!(found, [Extremes { min: 0, max: 0 }; 2], "{set:?}");
    }
}
