//! Random points: few and many, groups shorter and longer than a lane, small and large values.
use crate::naive::{Points, Side};
use gosdt_bits::lanes::{Compare, Rank, Signed, Width};
use proptest::prelude::*;

/// Points, a split of them, and a set of places.
#[derive(Clone, Debug)]
pub struct Case {
    pub points: Points,
    pub compare: Compare,
    pub split: u32,
    pub words: Vec<u64>,
}

impl Case {
    /// Both sides of the split: yes, no.
    pub fn sides(&self) -> [Side; 2] {
        [true, false].map(|yes| Side { compare: self.compare, rank: self.split, yes })
    }

    pub fn len(&self) -> usize {
        self.points.values.len()
    }

    /// The ranks in the natural order of the points.
    pub fn ranks<W: Width>(&self) -> Vec<W::Rank> {
        self.points.ranks.iter().map(|rank| W::Rank::from_rank(*rank)).collect()
    }

    /// The values in the natural order of the points.
    pub fn signed<W: Width>(&self) -> Vec<W::Signed> {
        self.points.values.iter().map(|value| W::Signed::from_wide(*value)).collect()
    }
}

/// The points of a case as the kernels of a width take them.
pub struct Laid<W: Width> {
    pub ranks: Vec<W::Rank>,
    pub values: Vec<W::Signed>,
    pub ends: Vec<W::Signed>,
}

impl<W: Width> Laid<W> {
    pub fn new(case: &Case) -> Laid<W> {
        let Case { points, .. } = case;
        let end = |end: &bool| if *end { W::Signed::END } else { W::Signed::ZERO };
        let signed = |value: &i64| W::Signed::from_wide(*value);
        Laid {
            ranks: in_lanes::<W, _, _>(&points.ranks, W::Rank::MOST, |rank| {
                W::Rank::from_rank(*rank)
            }),
            values: in_lanes::<W, _, _>(&points.values, W::Signed::ZERO, signed),
            ends: in_lanes::<W, _, _>(&points.ends, W::Signed::ZERO, end),
        }
    }
}

/// Where each place lies in lanes: place p is step p % steps of lane p / steps.
pub fn index<W: Width>(place: usize, len: usize) -> usize {
    let steps = len.div_ceil(W::LANES);
    place % steps * W::LANES + place / steps
}

fn in_lanes<W: Width, T, U: Copy>(of: &[T], rest: U, map: impl Fn(&T) -> U) -> Vec<U> {
    let mut lanes = vec![rest; of.len().next_multiple_of(W::LANES)];
    for (place, value) in of.iter().enumerate() {
        lanes[index::<W>(place, of.len())] = map(value);
    }
    lanes
}

/// Around the ends of lanes and words, and some that are far longer. Miri takes too long for the latter.
fn sizes() -> BoxedStrategy<usize> {
    let ends = prop_oneof![Just(8), Just(16), Just(31), Just(32), Just(33), Just(64)];
    match cfg!(miri) {
        true => prop_oneof![1 => ends, 2 => 33..=72usize].boxed(),
        false => prop_oneof![6 => ends, 1 => 1..=400usize, 1 => 1000..=2100usize].boxed(),
    }
}

/// How large a value may be so that no sum of a lane is larger than the lane holds. The sum of all
/// lanes must fit in 64 bits besides.
fn largest_value<W: Width>(len: usize) -> i64 {
    let of_a_lane = W::Signed::LARGEST_SUM / len.div_ceil(W::LANES) as i64;
    of_a_lane.min(i64::MAX / len as i64)
}

/// Values of either sign: mostly small ones, all as large as may be, or all between.
fn values(len: usize, largest: i64) -> impl Strategy<Value = Vec<i64>> {
    let same_sign =
        any::<bool>().prop_map(move |up| vec![if up { largest } else { -largest }; len]);
    prop_oneof![
        prop::collection::vec(-3..=3i64, len),
        prop::collection::vec(-largest..=largest, len),
        prop::collection::vec(prop_oneof![Just(-largest), Just(largest)], len),
        same_sign,
    ]
}

/// Ends of groups: any place may be one, or few are, so that groups are longer than lanes.
fn ends(len: usize) -> impl Strategy<Value = Vec<bool>> {
    let share = prop_oneof![Just(0.5), Just(0.02), Just(0.0), Just(1.0)];
    share.prop_flat_map(move |share| {
        prop::collection::vec(prop::bool::weighted(share), len).prop_map(|mut ends| {
            *ends.last_mut().expect("a point") = true;
            ends
        })
    })
}

/// Ranks with ties, and among them the largest that a split may have.
fn ranks<W: Width>(len: usize) -> impl Strategy<Value = (Vec<u32>, u32)> {
    let largest = if size_of::<W::Rank>() == 2 { u32::from(u16::MAX) } else { u32::MAX } - 1;
    let rank = move || prop_oneof![8 => 0..6u32, 1 => Just(largest), 1 => Just(largest / 2 + 1)];
    (prop::collection::vec(rank(), len), rank())
}

/// A case for a width.
pub fn case<W: Width>() -> impl Strategy<Value = Case> {
    sizes().prop_flat_map(|len| {
        let largest = largest_value::<W>(len);
        let compare = prop_oneof![Just(Compare::AtMost), Just(Compare::Equal)];
        let words = prop::collection::vec(any::<u64>(), len.div_ceil(64));
        let all = (ranks::<W>(len), values(len, largest), ends(len), compare);
        (all, words).prop_map(|(((ranks, split), values, ends, compare), words)| {
            let points = Points { ranks, values, ends };
            Case { points, compare, split, words }
        })
    })
}
