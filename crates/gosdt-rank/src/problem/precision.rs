//! How large the whole numbers may get that costs are rounded to.
use super::class_counts::ClassCounts;
use super::instance::RankInstance;
use num_bigint::BigInt;
use num_rational::BigRational;

/// Binary digits that costs may have, with room to add a few.
pub(crate) const DIGITS_OF_COSTS: i64 = 58;

/// Binary digits that the sum of a lane may have where ranks are scanned with numbers of 32 bits.
const DIGITS_OF_LANES: i64 = 30;

/// Places of a column that are scanned side by side then.
const LANES: usize = 16;

/// With fewer digits for a unit of weight, wider numbers are worth their time: what rounding loses is at
/// most a unit per row, and so a share of the objective of this size.
const LEAST_DIGITS: i64 = 16;

/// How large the whole numbers may get that costs are rounded to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Precision {
    /// Where ranks are scanned: the largest weights of a point, and the places of a lane.
    lanes: Option<(ClassCounts, i64)>,
}

impl Precision {
    /// The precision of the relaxations of an instance.
    pub fn of(instance: &RankInstance) -> Precision {
        let most = |all: ClassCounts, &one: &ClassCounts| ClassCounts {
            neg: all.neg.max(one.neg),
            pos: all.pos.max(one.pos),
        };
        let heaviest = instance.weights.iter().fold(ClassCounts::default(), most);
        let steps = instance.points.div_ceil(LANES) as i64;
        Precision { lanes: instance.splits.are_ranks().then_some((heaviest, steps)) }
    }

    /// Binary digits after the point of costs: that of all points is at most `largest`, where the dearest
    /// labels cost `dearest` (of a positive, of a negative) per unit of weight.
    pub fn digits(&self, largest: &BigRational, dearest: [&BigRational; 2]) -> i64 {
        let bits = |number: &BigRational| number.ceil().to_integer().bits() as i64;
        let most = DIGITS_OF_COSTS - bits(largest);
        let Some((heaviest, steps)) = self.lanes else { return most };
        let whole = |number: i64| BigRational::from(BigInt::from(number));
        let [pos, neg] = dearest;
        let of_point = (pos * whole(heaviest.pos)).max(neg * whole(heaviest.neg));
        let of_lane = bits(&(&of_point * whole(2) * whole(steps)));
        let digits = DIGITS_OF_LANES - of_lane;
        let of_unit = bits(pos.max(neg)) + digits;
        if of_unit >= LEAST_DIGITS { digits.min(most) } else { most }
    }
}
