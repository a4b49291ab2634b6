//! When a subtree on some points makes another on the same points useless, by their ROC hulls.
use super::curve::Curve;
use crate::problem::ClassCounts;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::iter::once;

/// λ per leaf in some unit, rounded both ways: a tree must gain that to pay for leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafPrice {
    /// Rounded down.
    pub floor: i128,
    /// Rounded up.
    pub ceil: i128,
}

impl LeafPrice {
    /// A price, rounded.
    pub fn new(price: &BigRational) -> Option<LeafPrice> {
        let floor = price.floor().to_integer().to_i128()?;
        Some(LeafPrice { floor, ceil: price.ceil().to_integer().to_i128()? })
    }

    /// At most the price of `more` leaves (which may be negative).
    fn of(self, more: i64) -> Option<i128> {
        i128::from(more).checked_mul(if more >= 0 { self.floor } else { self.ceil })
    }
}

/// Whether `a` makes `b` useless for the area under the whole curve.
///
/// ## Statement
/// Let w_T(c) = Σ|det(c, t)| over the leaves t of T. If, over all multisets C of vectors in the
/// quadrant that sum to `outside`, Σ_C (w_B − w_A)(c) never exceeds
/// pairs(A) − pairs(B) + 2λN⁺N⁻(h_B − h_A), then B in place of A helps no tree.
///
/// ## Why it holds
/// Twice the area of A ∪ C above the diagonal is pairs(A) + Σ_C w_A(c) + pairs(C), so the condition
/// compares the objectives in every context. The supremum is the upper concave envelope at `outside`
/// of the positively homogeneous g = w_B − w_A. g is convex between the directions of A's steps, so
/// the envelope touches it at these and at the axes only, and at most two of them are combined.
///
/// `more` is h_B − h_A and `price` is 2λN⁺N⁻. An overflow counts as no.
pub(crate) fn dominates_in_area(
    a: &Curve,
    b: &Curve,
    more: i64,
    price: LeafPrice,
    outside: ClassCounts,
) -> bool {
    envelope_within(a, b, more, price, outside).unwrap_or(false)
}

fn envelope_within(
    a: &Curve,
    b: &Curve,
    more: i64,
    price: LeafPrice,
    outside: ClassCounts,
) -> Option<bool> {
    let slack = price.of(more)?.checked_add(a.pairs() - b.pairs())?;
    let gain = |c: ClassCounts| b.between(c) - a.between(c);
    if gain(outside) > slack {
        return Some(false);
    }
    let axes = [ClassCounts { neg: 0, pos: 1 }, ClassCounts { neg: 1, pos: 0 }];
    let directions = || axes.iter().chain(&a.steps).map(|&c| (c, gain(c)));
    let steep: Vec<_> = directions().filter(|(c, _)| c.det(outside) > 0).collect();
    let flat: Vec<_> = directions().filter(|(c, _)| outside.det(*c) > 0).collect();
    for &(p, gain_p) in &steep {
        for &(q, gain_q) in &flat {
            let sum = outside
                .det(q)
                .checked_mul(gain_p)?
                .checked_add(p.det(outside).checked_mul(gain_q)?)?;
            if sum > slack.checked_mul(p.det(q))? {
                return Some(false);
            }
        }
    }
    Some(true)
}

/// Where a partial area ends: x ≤ `end` / `per`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub end: i64,
    pub per: i64,
}

/// Binary digits after the point of [`dominates_in_partial_area`]'s differences.
pub(crate) const DIGITS: u32 = 24;

/// Whether `a` makes `b` useless for the area left of `end`.
///
/// ## Statement
/// Let δ = max over x ≤ X of f_B(x) − f_A(x). If δ·X ≤ λN⁺N⁻(h_B − h_A), then B in place of A helps
/// no tree.
///
/// ## Why it holds
/// f_{B∪C}(x) = max_u f_B(u) + f_C(x − u) ≤ f_{A∪C}(x) + δ for every context C and x ≤ X. f_A is
/// concave, so f_B − f_A is convex between B's vertices and δ is found at these, at 0 or at X.
///
/// `price` is λN⁺N⁻/X·2^[`DIGITS`], the unit of what is compared. An overflow counts as no.
pub(crate) fn dominates_in_partial_area(
    a: &Curve,
    b: &Curve,
    more: i64,
    price: LeafPrice,
    end: End,
) -> bool {
    differ_at_most(a, b, price.of(more), end).unwrap_or(false)
}

/// Whether f_B − f_A is at most `slack` up to the end.
fn differ_at_most(a: &Curve, b: &Curve, slack: Option<i128>, end: End) -> Option<bool> {
    let (slack, per, last) = (slack?, i128::from(end.per), i128::from(end.end));
    let (mut walk_a, mut walk_b) = (Walk::new(a), Walk::new(b));
    let vertices = b.steps.iter().scan(0, |x, step| {
        *x += i128::from(step.neg) * per;
        Some((*x).min(last))
    });
    for x in once(0).chain(vertices).chain(once(last)) {
        if !walk_b.height(x, per).exceeds_by_at_most(walk_a.height(x, per), slack)? {
            return Some(false);
        }
    }
    Some(true)
}

/// A height on a curve: `base` + `over` / `per`.
#[derive(Clone, Copy)]
struct Height {
    base: i128,
    over: i128,
    per: i128,
}

impl Height {
    /// Whether `self` − `other` ≤ `slack` / 2^[`DIGITS`].
    fn exceeds_by_at_most(self, other: Height, slack: i128) -> Option<bool> {
        let more = (self.base - other.base).checked_mul(1 << DIGITS)?.checked_sub(slack)?;
        let left = more.checked_mul(self.per)?.checked_add(self.over.checked_mul(1 << DIGITS)?)?;
        let right = other.over.checked_mul(1 << DIGITS)?.checked_mul(self.per)?;
        Some(left.checked_mul(other.per)? <= right)
    }
}

/// Goes along a curve.
struct Walk<'a> {
    steps: &'a [ClassCounts],
    at: ClassCounts,
}

impl Walk<'_> {
    fn new(curve: &Curve) -> Walk<'_> {
        Walk { steps: &curve.steps, at: ClassCounts::default() }
    }

    /// f(x / per); x must not fall from one call to the next.
    fn height(&mut self, x: i128, per: i128) -> Height {
        while let [step, rest @ ..] = self.steps {
            let width = i128::from(step.neg) * per;
            let over = x - i128::from(self.at.neg) * per;
            let base = i128::from(self.at.pos);
            if over < width {
                return Height { base, over: i128::from(step.pos) * over, per: width };
            }
            (self.at, self.steps) = (self.at + *step, rest);
        }
        Height { base: i128::from(self.at.pos), over: 0, per: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{counts, fraction, parts, total};
    use gosdt_oracle::random::Stream;

    /// Random pairs of subtrees on the same points, judged in random contexts.
    fn judge(
        seed: u64,
        dominates: impl Fn(&Curve, &Curve, i64, &BigRational, ClassCounts) -> bool,
        area: impl Fn(&Curve, ClassCounts) -> BigRational,
    ) -> [usize; 2] {
        let mut stream = Stream::new(seed);
        let mut fired = [0; 2];
        for _ in 0..6000 {
            let (inside, outside) = (total(&mut stream, 9), total(&mut stream, 12));
            let most = 1 + stream.below(4);
            let a = parts(&mut stream, inside, most);
            let b = parts(&mut stream, inside, 4);
            let more = b.len() as i64 - a.len() as i64;
            // λN⁺N⁻, so that areas and leaves have the same unit.
            let price = fraction(stream.below(40) as i64, 7);
            let (a, b) = (Curve::of(&a), Curve::of(&b));
            if !dominates(&a, &b, more, &price, outside) {
                continue;
            }
            fired[usize::from(more < 0)] += 1;
            for _ in 0..12 {
                let context = Curve::of(&parts(&mut stream, outside, 4));
                let all = inside + outside;
                let gain = area(&b.join(&context), all) - area(&a.join(&context), all);
                assert!(gain <= price.clone() * fraction(more, 1), "{a:?} {b:?} {context:?}");
            }
        }
        fired
    }

    #[test]
    fn what_is_useless_for_the_area_helps_in_no_context() {
        let dominates = |a: &Curve, b: &Curve, more, price: &BigRational, outside| {
            let price = LeafPrice::new(&(price * fraction(2, 1))).unwrap();
            dominates_in_area(a, b, more, price, outside)
        };
        let area = |curve: &Curve, all: ClassCounts| curve.area(&fraction(all.neg, 1));
        let fired = judge(3, dominates, area);
        assert!(fired.iter().all(|&fired| fired > 100), "{fired:?}");
    }

    #[test]
    fn what_is_useless_for_the_partial_area_helps_in_no_context() {
        // The area ends at x = 5/2, whatever is outside.
        let end = || fraction(5, 2);
        let dominates = |a: &Curve, b: &Curve, more, price: &BigRational, _| {
            let price = price / end() * fraction(1 << DIGITS, 1);
            let price = LeafPrice::new(&price).unwrap();
            dominates_in_partial_area(a, b, more, price, End { end: 5, per: 2 })
        };
        let fired = judge(4, dominates, |curve: &Curve, _| curve.area(&end()));
        assert!(fired[0] > 100, "{fired:?}");
    }

    #[test]
    fn a_larger_hull_with_fewer_leaves_is_enough() {
        let (a, b) = (Curve::of(&[counts(1, 5), counts(5, 1)]), Curve::leaf(counts(6, 6)));
        let price = LeafPrice { floor: 0, ceil: 0 };
        for outside in [counts(0, 0), counts(3, 0), counts(0, 3), counts(7, 2)] {
            assert!(dominates_in_area(&a, &b, 0, price, outside));
            assert!(!dominates_in_area(&b, &a, 0, price, outside));
        }
    }
}
