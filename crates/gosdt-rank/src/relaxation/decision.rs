//! Whether a linear-fractional loss can be below some t: an additive problem.
//!
//! ## Statement
//! Let loss = (a·FP + b·FN) / D with D = c·N⁺ + d·FP + e·FN > 0. Then loss < t iff
//! (a − t·d)·FP + (b − t·e)·FN < t·c·N⁺: for a given t that is an additive cost.
use super::prices::{Price, Prices};
use super::rounding::{floor, scale_for};
use crate::objective::Fraction;
use gosdt_search::LabelRule;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

fn whole(number: i64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

/// The additive problem of one t.
pub(crate) struct Decision {
    pub t: BigRational,
    /// Costs are in units of 1 / `scale`.
    pub scale: BigRational,
    labels: Vec<Price>,
    /// t·c·N⁺, in units of 1.
    pub threshold: BigRational,
    /// Exact prices, for the comparison of trees.
    pub exact: [BigInt; 2],
    pub rule: Option<LabelRule>,
}

impl Decision {
    /// The problem of one t.
    pub fn new(fraction: &Fraction, t: BigRational) -> Decision {
        let per_fp = &fraction.a - &t * &fraction.d;
        let per_fn = &fraction.b - &t * &fraction.e;
        let total =
            &per_fp * whole(fraction.totals.neg) + &per_fn * whole(fraction.totals.pos) + whole(1);
        let leaves = &fraction.lambda * fraction.range(&BigRational::one()).1;
        let exact = per_fp.denom().lcm(per_fn.denom());
        let scale = whole_multiple(&exact, scale_for(&((total + leaves) * whole(64))));
        let labels = vec![
            Price { pos: floor(&(&per_fn * &scale)), neg: 0 },
            Price { pos: 0, neg: floor(&(&per_fp * &scale)) },
        ];
        let common = per_fp.denom() * per_fn.denom();
        let exact = [&per_fp, &per_fn].map(|price| price.numer() * (&common / price.denom()));
        let threshold = &t * &fraction.c * whole(fraction.totals.pos);
        Decision { t, scale, labels, threshold, exact, rule: fraction.rule }
    }

    /// Its prices, with this one for a leaf.
    pub fn prices(&self, per_leaf: i64) -> Prices {
        Prices { labels: self.labels.clone(), per_leaf, rule: self.rule }
    }

    /// The most that a tree below `real` can cost, with `more` on top.
    pub fn budget(&self, real: &BigRational, more: i128) -> i64 {
        let cost = (real * &self.scale).ceil().to_integer() - BigInt::one() + BigInt::from(more);
        cost.to_i64().unwrap_or(i64::MAX / 8).min(i64::MAX / 8)
    }
}

/// The largest multiple of `exact` that is at most `scale`, if there is one: prices are then whole
/// numbers, and a tree that is as good as the incumbent and no better is seen to be so without a
/// comparison of trees.
fn whole_multiple(exact: &BigInt, scale: BigRational) -> BigRational {
    let times = (&scale / BigRational::from(exact.clone())).floor();
    if times.is_positive() { times * BigRational::from(exact.clone()) } else { scale }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{fraction as ratio, fractional, fractional_kinds as kinds};
    use crate::problem::ClassCounts;
    use gosdt_oracle::loss_of_mistakes;

    #[test]
    fn the_loss_is_below_t_iff_the_additive_cost_is_below_its_threshold() {
        let totals = ClassCounts { neg: 6, pos: 4 };
        for (objective, loss) in kinds() {
            let fraction = fractional(&objective, totals);
            for (fp, fn_) in (0..=6).flat_map(|fp| (0..=4).map(move |fn_| (fp, fn_))) {
                let defined = loss_of_mistakes(&loss, (4 - fn_) as u64, fp as u64, fn_ as u64);
                assert_eq!(fraction.loss(fp, fn_), defined);
                for t in (1..=20).map(|n| ratio(n, 20)) {
                    let cost = (&fraction.a - &t * &fraction.d) * whole(fp)
                        + (&fraction.b - &t * &fraction.e) * whole(fn_);
                    let threshold = Decision::new(&fraction, t.clone()).threshold;
                    assert_eq!(defined < t, cost < threshold, "{objective:?} {fp} {fn_} {t}");
                    let (smallest, largest) = fraction.range(&t);
                    let below = fraction.denominator(fp, fn_);
                    let inside = smallest <= below && below <= largest;
                    assert!(defined >= t || inside, "{objective:?} {fp} {fn_} {t}");
                }
            }
        }
    }

    /// So that a tree as good as the incumbent is known to be no better.
    #[test]
    fn prices_are_exact_where_they_fit() {
        let totals = ClassCounts { neg: 29, pos: 27 };
        for (objective, _) in kinds() {
            let fraction = fractional(&objective, totals);
            for t in (1..=60).map(|n| ratio(n, 61) - ratio(1, 10_000)) {
                let decision = Decision::new(&fraction, t.clone());
                let exact = |price: i64| whole(price) / &decision.scale;
                let [negative, positive] = decision.labels[..] else { panic!("two labels") };
                assert_eq!(exact(negative.pos), &fraction.b - &t * &fraction.e);
                assert_eq!(exact(positive.neg), &fraction.a - &t * &fraction.d);
            }
        }
    }
}
