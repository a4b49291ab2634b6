//! AUC and partial AUC: the area under the ROC curve with λ per leaf.
use super::curve::Curve;
use super::dominance::{DIGITS, End, LeafPrice};
use crate::problem::{ClassCounts, Precision, RankInstance};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

/// 1 − (area left of `end`) / (N⁺N⁻) + λ·leaves.
pub(crate) struct Area {
    pub totals: ClassCounts,
    /// Where the area ends: θN⁻.
    pub end: BigRational,
    /// λN⁺N⁻.
    pub per_leaf: BigRational,
    pub lambda: BigRational,
    pub max_leaves: u32,
    /// Whether trees may have more leaves than allowed, but for the limit.
    pub limited: bool,
    /// Whether that is the whole curve: θ = 1.
    pub whole: bool,
    /// Where the area ends, as a fraction of machine integers.
    pub last: End,
    /// How large the costs of relaxations may get.
    pub precision: Precision,
    /// What a leaf costs, in the unit of the dominance criterion.
    pub price: LeafPrice,
}

fn whole(number: i64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

impl Area {
    /// The objective for points; `None` when its numbers are too wide.
    pub fn new(instance: &RankInstance, theta: &BigRational, lambda: &BigRational) -> Option<Area> {
        let all = whole(instance.totals.pos) * whole(instance.totals.neg);
        let end = theta * whole(instance.totals.neg);
        let per_leaf = lambda * all;
        let is_whole = theta.is_one();
        let price =
            if is_whole { &per_leaf * whole(2) } else { &per_leaf / &end * whole(1 << DIGITS) };
        Some(Area {
            totals: instance.totals,
            last: End { end: end.numer().to_i64()?, per: end.denom().to_i64()? },
            precision: Precision::of(instance),
            price: LeafPrice::new(&price)?,
            end,
            per_leaf,
            lambda: lambda.clone(),
            max_leaves: instance.max_leaves,
            limited: (instance.max_leaves as usize) < instance.points,
            whole: is_whole,
        })
    }

    /// End and price of a leaf, for choices that need not be exact.
    pub fn rounded(&self) -> (f64, f64) {
        let float = |number: &BigRational| number.to_f64().unwrap_or(0.0);
        (float(&self.end), float(&self.per_leaf))
    }

    /// The objective of a tree. Its terms have one denominator, so that it is brought into lowest terms once.
    pub fn objective(&self, curve: &Curve, leaves: usize) -> BigRational {
        let area = curve.area(&self.end);
        let lost = BigInt::from(i128::from(self.totals.pos) * i128::from(self.totals.neg))
            * area.denom()
            - area.numer();
        let all = area.numer() + &lost;
        let penalty = self.lambda.numer() * BigInt::from(leaves) * &all;
        BigRational::new(lost * self.lambda.denom() + penalty, all * self.lambda.denom())
    }
}
