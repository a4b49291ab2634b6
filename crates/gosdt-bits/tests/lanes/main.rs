//! Every kernel on columns of ranks, of every width and instruction set, against a naive twin. A set
//! that the machine does not have is named in the output.
mod cases;
mod naive;

use cases::{Case, Laid};
use gosdt_bits::lanes::{
    Compare, CutPlaces, Extremes, Narrow, Number, Rank, Signed, Values, Wide, Widest, Width,
    cut_into_lanes, pack, steps_of,
};
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
    // The same values, as the difference of others, and as one of products.
    let positive = |value: &W::Signed| W::Signed::from_wide(value.wide().max(0));
    let negative = |value: &W::Signed| W::Signed::from_wide((-value.wide()).max(0));
    let plus: Vec<W::Signed> = values.iter().map(positive).collect();
    let minus: Vec<W::Signed> = values.iter().map(negative).collect();
    let half = |values: &[W::Signed]| -> Vec<W::Signed> {
        values.iter().map(|value| W::Signed::from_wide(value.wide() / 2)).collect()
    };
    let odd = |value: &W::Signed| W::Signed::from_wide(value.wide() % 2 - value.wide() / 2);
    let (halves, odd): (Vec<_>, Vec<_>) = (half(&values), values.iter().map(odd).collect());
    let factors = Some([3, -1].map(W::Signed::from_wide));
    let products = Values { plus: &halves, minus: &odd, factors };
    for values in [Values::of(&values), Values::difference(&plus, &minus), products] {
        assert_eq!(W::scan(kernels, case.compare, &ranks, split, values, cuts), expected);
        for (side, expected) in case.sides().into_iter().zip(expected) {
            let split = (split, side.yes);
            let found = W::scan_side(kernels, case.compare, &ranks, split, values, cuts);
            assert_eq!(found, expected, "{side:?}");
        }
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

fn sum_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let values = case.signed::<W>();
    assert_eq!(W::sum(kernels, &values), case.points.values.iter().sum::<i64>());
}

/// Packing keeps the order, whatever was in the list before.
fn pack_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let is_inside = |place: &usize| case.words[place / 64] >> (place % 64) & 1 == 1;
    let places: Vec<usize> = (0..case.len()).filter(is_inside).collect();
    let mut inside = vec![0; case.words.len()];
    places.iter().for_each(|place| inside[place / 64] |= 1 << (place % 64));
    let (values, ranks) = (case.signed::<W>(), case.ranks::<W>());
    let mut packed = vec![W::Signed::MOST];
    pack(kernels, &values, &inside, &mut packed);
    assert_eq!(packed.len(), 1 + places.len());
    assert!(packed[1..].iter().zip(&places).all(|(value, &place)| *value == values[place]));
    let mut packed = Vec::new();
    pack(kernels, &ranks, &inside, &mut packed);
    let expected: Vec<W::Rank> = places.iter().map(|&place| ranks[place]).collect();
    assert!(packed == expected);
}

fn lanes_agree<W: Width>(kernels: Kernels, case: &Case) {
    let Laid { ranks, values, .. } = Laid::<W>::new(case);
    assert!(in_lanes::<W, _>(kernels, &case.ranks::<W>(), W::Rank::MOST) == ranks);
    assert!(in_lanes::<W, _>(kernels, &case.signed::<W>(), W::Signed::ZERO) == values);
}

/// Cuts values into lanes, behind what is there already.
fn in_lanes<W: Width, T: Number>(kernels: Kernels, values: &[T], padding: T) -> Vec<T> {
    let mut out = vec![padding];
    cut_into_lanes(kernels, values, W::LANES, padding, &mut out);
    assert_eq!(out.len(), 1 + W::LANES * steps_of(values.len(), W::LANES));
    out.split_off(1)
}

/// Bits are in the natural order of the points, without lanes.
fn keep_bits_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let ranks = case.ranks::<W>();
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

/// Random cases of each test; Miri takes a thousand times as long.
const CASES: u32 = if cfg!(miri) { 2 } else { 512 };

fn keep_values_agrees<W: Width>(kernels: Kernels, case: &Case) {
    let Laid { ranks, values, .. } = Laid::<W>::new(case);
    for side in case.sides() {
        let split = (W::Rank::from_rank(side.rank), side.yes);
        let mut kept = values[..1].to_vec();
        W::keep_values(kernels, case.compare, &ranks, split, &values, &mut kept);
        let of_side = case.points.keep(side).into_iter().map(W::Signed::from_wide);
        let of_side: Vec<W::Signed> = of_side.collect();
        let expected = in_lanes::<W, _>(kernels, &of_side, W::Signed::ZERO);
        assert!(kept[0] == values[0] && kept[1..] == expected, "{side:?}");
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
                    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) };
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
            fn sums_are_of_all_values() {
                check(sum_agrees::<$width>);
            }

            #[test]
            fn what_is_inside_is_packed_in_order() {
                check(pack_agrees::<$width>);
            }

            #[test]
            fn an_order_is_cut_into_lanes() {
                check(lanes_agree::<$width>);
            }

            #[test]
            fn bits_are_kept_on_one_side() {
                check(keep_bits_agrees::<$width>);
            }

            #[test]
            fn values_are_kept_on_one_side() {
                check(keep_values_agrees::<$width>);
            }
        }
    };
}

test_kernels!(narrow_plain, Narrow, InstructionSet::Plain);
#[cfg(target_arch = "aarch64")]
test_kernels!(narrow_neon, Narrow, InstructionSet::Neon);
test_kernels!(narrow_avx2, Narrow, InstructionSet::Avx2);
test_kernels!(narrow_avx512, Narrow, InstructionSet::Avx512);
test_kernels!(wide_plain, Wide, InstructionSet::Plain);
#[cfg(target_arch = "aarch64")]
test_kernels!(wide_neon, Wide, InstructionSet::Neon);
test_kernels!(wide_avx2, Wide, InstructionSet::Avx2);
test_kernels!(wide_avx512, Wide, InstructionSet::Avx512);
test_kernels!(widest_plain, Widest, InstructionSet::Plain);
#[cfg(target_arch = "aarch64")]
test_kernels!(widest_neon, Widest, InstructionSet::Neon);
test_kernels!(widest_avx2, Widest, InstructionSet::Avx2);
test_kernels!(widest_avx512, Widest, InstructionSet::Avx512);

/// The sets of this architecture.
#[cfg(target_arch = "aarch64")]
const SETS: [InstructionSet; 2] = [InstructionSet::Plain, InstructionSet::Neon];
#[cfg(not(target_arch = "aarch64"))]
const SETS: [InstructionSet; 3] =
    [InstructionSet::Plain, InstructionSet::Avx2, InstructionSet::Avx512];

/// A lane in which no group ends must not count, however far the lanes before it sum.
#[test]
fn groups_longer_than_a_lane_are_not_cut_inside() {
    let values = [-20_000, 20_000].map(|value| [value; 16]).concat();
    let mut ends = vec![false; 32];
    ends[31] = true;
    let points = Points { ranks: vec![0; 32], values, ends };
    let case = Case { points, compare: Compare::AtMost, split: 0, words: vec![0] };
    for set in SETS {
        let Some(kernels) = Kernels::with(set) else {
            say_skipped(set);
            continue;
        };
        let Laid { ranks, values, ends, .. } = Laid::<Narrow>::new(&case);
        let cuts = CutPlaces::AtEnds(&ends);
        let found = Narrow::scan(kernels, case.compare, &ranks, 0, Values::of(&values), cuts);
        assert_eq!(found, [Extremes { min: 0, max: 0 }; 2], "{set:?}");
    }
}
