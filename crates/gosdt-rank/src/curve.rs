//! ROC hulls in counts, and when one subtree makes another useless.
//!
//! A leaf with n⁻ negatives and n⁺ positives is the vector (n⁻, n⁺). The leaves of a tree, sorted by
//! falling share of positives and laid end to end, are its ROC convex hull f: the most positives
//! among x negatives. Replacing a subtree replaces its vectors and leaves the others (its *context*)
//! alone, and the hull of the union is the sup-convolution of both hulls.
use crate::ground::Counts;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use std::cmp::Ordering;
use std::iter::once;

/// A hull: vectors by falling slope, parallel ones merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Curve {
    pub steps: Vec<Counts>,
}

impl Curve {
    /// The hull of a leaf.
    pub fn leaf(counts: Counts) -> Curve {
        Curve { steps: if counts == Counts::default() { Vec::new() } else { vec![counts] } }
    }

    /// The hull of leaves.
    pub fn of(leaves: &[Counts]) -> Curve {
        let mut sorted: Vec<Counts> =
            leaves.iter().copied().filter(|&leaf| leaf != Counts::default()).collect();
        sorted.sort_by(|a, b| steeper_first(*a, *b));
        let mut curve = Curve::default();
        sorted.into_iter().for_each(|step| curve.push(step));
        curve
    }

    /// The hull of two trees' leaves together.
    pub fn join(&self, other: &Curve) -> Curve {
        let mut curve = Curve { steps: Vec::with_capacity(self.steps.len() + other.steps.len()) };
        let (mut a, mut b) = (self.steps.iter().peekable(), other.steps.iter().peekable());
        loop {
            let step = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if steeper_first(**x, **y) == Ordering::Greater => b.next(),
                (Some(_), _) => a.next(),
                (None, _) => b.next(),
            };
            match step {
                Some(&step) => curve.push(step),
                None => return curve,
            }
        }
    }

    fn push(&mut self, step: Counts) {
        match self.steps.last_mut() {
            Some(last) if last.det(step) == 0 => *last = *last + step,
            _ => self.steps.push(step),
        }
    }

    /// Σ over pairs of steps of the area between them: twice the area above the diagonal.
    pub fn pairs(&self) -> i128 {
        let mut before = Counts::default();
        let mut sum = 0;
        for &step in &self.steps {
            sum += before.det(step);
            before = before + step;
        }
        sum
    }

    /// Σ over steps of the area between the step and `c`.
    fn between(&self, c: Counts) -> i128 {
        self.steps.iter().map(|step| step.det(c).abs()).sum()
    }

    /// The area under the hull left of `end`.
    pub fn area(&self, end: &BigRational) -> BigRational {
        let whole = |n: i64| BigRational::from(BigInt::from(n));
        let half = BigRational::new(1.into(), 2.into());
        let mut at = Counts::default();
        let mut area = BigRational::zero();
        for &step in &self.steps {
            let width = whole(step.neg).min(end - whole(at.neg));
            if width > BigRational::zero() {
                let rise = whole(step.pos) / whole(step.neg) * &width * &half;
                area += (whole(at.pos) + rise) * width;
            }
            at = at + step;
        }
        let beyond = end - whole(at.neg);
        if beyond > BigRational::zero() { area + beyond * whole(at.pos) } else { area }
    }
}

/// Falling share of positives.
fn steeper_first(a: Counts, b: Counts) -> Ordering {
    b.det(a).cmp(&0)
}

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
        use num_traits::ToPrimitive;
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
pub(crate) fn useless_in_area(
    a: &Curve,
    b: &Curve,
    more: i64,
    price: LeafPrice,
    outside: Counts,
) -> bool {
    envelope_within(a, b, more, price, outside).unwrap_or(false)
}

fn envelope_within(
    a: &Curve,
    b: &Curve,
    more: i64,
    price: LeafPrice,
    outside: Counts,
) -> Option<bool> {
    let slack = price.of(more)?.checked_add(a.pairs() - b.pairs())?;
    let gain = |c: Counts| b.between(c) - a.between(c);
    if gain(outside) > slack {
        return Some(false);
    }
    let axes = [Counts { neg: 0, pos: 1 }, Counts { neg: 1, pos: 0 }];
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

/// Binary digits after the point of [`useless_in_partial_area`]'s differences.
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
pub(crate) fn useless_in_partial_area(
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
    steps: &'a [Counts],
    at: Counts,
}

impl Walk<'_> {
    fn new(curve: &Curve) -> Walk<'_> {
        Walk { steps: &curve.steps, at: Counts::default() }
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
    use gosdt_oracle::random::Stream;

    fn counts(neg: i64, pos: i64) -> Counts {
        Counts { neg, pos }
    }

    fn fraction(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    /// `total` parted at random into up to `most` vectors.
    fn parts(stream: &mut Stream, total: Counts, most: usize) -> Vec<Counts> {
        let mut left = total;
        let mut parts = Vec::new();
        for _ in 1..most {
            let part = counts(
                stream.below(left.neg as usize + 1) as i64,
                stream.below(left.pos as usize + 1) as i64,
            );
            left = left - part;
            parts.push(part);
        }
        parts.push(left);
        parts.retain(|part| *part != Counts::default());
        parts
    }

    fn total(stream: &mut Stream, below: usize) -> Counts {
        counts(stream.below(below) as i64, 1 + stream.below(below) as i64)
    }

    #[test]
    fn joining_is_the_hull_of_all_leaves_in_any_order() {
        let mut stream = Stream::new(1);
        for _ in 0..500 {
            let (a, b) = (total(&mut stream, 9), total(&mut stream, 9));
            let (a, b) = (parts(&mut stream, a, 4), parts(&mut stream, b, 4));
            let all: Vec<Counts> = a.iter().chain(&b).copied().collect();
            let joined = Curve::of(&a).join(&Curve::of(&b));
            assert_eq!(joined, Curve::of(&all));
            assert!(joined.steps.windows(2).all(|pair| pair[0].det(pair[1]) > 0));
        }
    }

    #[test]
    fn pairs_are_twice_the_area_above_the_diagonal() {
        let mut stream = Stream::new(2);
        for _ in 0..500 {
            let all = total(&mut stream, 20);
            let curve = Curve::of(&parts(&mut stream, all, 6));
            let area = curve.area(&fraction(all.neg, 1)) * fraction(2, 1);
            let diagonal = fraction(all.neg * all.pos, 1);
            assert_eq!(area - diagonal, BigRational::from(BigInt::from(curve.pairs())));
        }
    }

    #[test]
    fn the_area_of_a_lone_leaf_ends_where_it_is_told() {
        let leaf = Curve::leaf(counts(10, 4));
        assert_eq!(leaf.area(&fraction(10, 1)), fraction(20, 1));
        assert_eq!(leaf.area(&fraction(1, 1)), fraction(1, 5));
        let perfect = Curve::of(&[counts(0, 4), counts(10, 0)]);
        assert_eq!(perfect.area(&fraction(1, 1)), fraction(4, 1));
    }

    /// Random pairs of subtrees on the same points, judged in random contexts.
    fn judge(
        seed: u64,
        useless: impl Fn(&Curve, &Curve, i64, &BigRational, Counts) -> bool,
        area: impl Fn(&Curve, Counts) -> BigRational,
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
            if !useless(&a, &b, more, &price, outside) {
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
        let useless = |a: &Curve, b: &Curve, more, price: &BigRational, outside| {
            let price = LeafPrice::new(&(price * fraction(2, 1))).unwrap();
            useless_in_area(a, b, more, price, outside)
        };
        let area = |curve: &Curve, all: Counts| curve.area(&fraction(all.neg, 1));
        let fired = judge(3, useless, area);
        assert!(fired.iter().all(|&fired| fired > 100), "{fired:?}");
    }

    #[test]
    fn what_is_useless_for_the_partial_area_helps_in_no_context() {
        // The area ends at x = 5/2, whatever is outside.
        let end = || fraction(5, 2);
        let useless = |a: &Curve, b: &Curve, more, price: &BigRational, _| {
            let price = price / end() * fraction(1 << DIGITS, 1);
            let price = LeafPrice::new(&price).unwrap();
            useless_in_partial_area(a, b, more, price, End { end: 5, per: 2 })
        };
        let fired = judge(4, useless, |curve: &Curve, _| curve.area(&end()));
        assert!(fired[0] > 100, "{fired:?}");
    }

    #[test]
    fn a_larger_hull_with_fewer_leaves_is_enough() {
        let (a, b) = (Curve::of(&[counts(1, 5), counts(5, 1)]), Curve::leaf(counts(6, 6)));
        let price = LeafPrice { floor: 0, ceil: 0 };
        for outside in [counts(0, 0), counts(3, 0), counts(0, 3), counts(7, 2)] {
            assert!(useless_in_area(&a, &b, 0, price, outside));
            assert!(!useless_in_area(&b, &a, 0, price, outside));
        }
    }

    /// Why G-mean is refused: the same hull, fewer leaves, and yet a worse score.
    #[test]
    fn one_leaf_and_its_halves_have_the_same_hull_but_not_the_same_gmean() {
        let (leaf, halves) = ([counts(2, 2)], [counts(1, 1), counts(1, 1)]);
        assert_eq!(Curve::of(&leaf), Curve::of(&halves));
        let best = |leaves: &[Counts]| {
            let of = |labels: usize| {
                let positive = |at: &usize| labels >> at & 1 == 1;
                let tp: i64 = (0..leaves.len()).filter(positive).map(|at| leaves[at].pos).sum();
                let fp: i64 = (0..leaves.len()).filter(positive).map(|at| leaves[at].neg).sum();
                tp * (2 - fp)
            };
            (0..1 << leaves.len()).map(of).max()
        };
        // TP·TN out of 4: G-mean 0 against 1/2.
        assert_eq!((best(&leaf), best(&halves)), (Some(0), Some(1)));
    }
}
