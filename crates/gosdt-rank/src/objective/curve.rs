//! ROC hulls in counts.
//!
//! A leaf with n⁻ negatives and n⁺ positives is the vector (n⁻, n⁺). The leaves of a tree, sorted by
//! falling share of positives and laid end to end, are its ROC convex hull f: the most positives
//! among x negatives. Replacing a subtree replaces its vectors and leaves the others (its *context*)
//! alone, and the hull of the union is the sup-convolution of both hulls.
use crate::problem::ClassCounts;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// A hull: vectors by falling slope, parallel ones merged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Curve {
    pub steps: Vec<ClassCounts>,
}

impl Curve {
    /// The hull of a leaf.
    pub fn leaf(counts: ClassCounts) -> Curve {
        Curve { steps: if counts == ClassCounts::default() { Vec::new() } else { vec![counts] } }
    }

    /// The hull of leaves.
    pub fn of(leaves: &[ClassCounts]) -> Curve {
        let mut sorted: Vec<ClassCounts> =
            leaves.iter().copied().filter(|&leaf| leaf != ClassCounts::default()).collect();
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

    fn push(&mut self, step: ClassCounts) {
        match self.steps.last_mut() {
            Some(last) if last.det(step) == 0 => *last = *last + step,
            _ => self.steps.push(step),
        }
    }

    /// Σ over pairs of steps of the area between them: twice the area above the diagonal.
    pub fn pairs(&self) -> i128 {
        let mut before = ClassCounts::default();
        let mut sum = 0;
        for &step in &self.steps {
            sum += before.det(step);
            before = before + step;
        }
        sum
    }

    /// Σ over steps of the area between the step and `c`.
    pub(super) fn between(&self, c: ClassCounts) -> i128 {
        self.steps.iter().map(|step| step.det(c).abs()).sum()
    }

    /// The area under the hull left of `end`. At most one step is cut there: of the others the area is half of
    /// a whole number.
    pub fn area(&self, end: &BigRational) -> BigRational {
        let whole = |n: i64| BigRational::from(BigInt::from(n));
        let last = end.floor().to_integer().to_i64().unwrap_or(i64::MAX);
        let mut at = ClassCounts::default();
        let mut twice = 0i128;
        for &step in &self.steps {
            if at.neg + step.neg > last {
                let width = end - whole(at.neg);
                let rise = BigRational::new(step.pos.into(), (2 * i128::from(step.neg)).into());
                let cut = (whole(at.pos) + rise * &width) * width;
                return BigRational::new(twice.into(), 2.into()) + cut;
            }
            twice += (2 * i128::from(at.pos) + i128::from(step.pos)) * i128::from(step.neg);
            at = at + step;
        }
        let beyond = end - whole(at.neg);
        BigRational::new(twice.into(), 2.into()) + beyond * whole(at.pos)
    }
}

/// Falling share of positives.
fn steeper_first(a: ClassCounts, b: ClassCounts) -> Ordering {
    b.det(a).cmp(&0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{counts, fraction, parts, total};
    use gosdt_oracle::random::Stream;

    #[test]
    fn joining_is_the_hull_of_all_leaves_in_any_order() {
        let mut stream = Stream::new(1);
        for _ in 0..500 {
            let (a, b) = (total(&mut stream, 9), total(&mut stream, 9));
            let (a, b) = (parts(&mut stream, a, 4), parts(&mut stream, b, 4));
            let all: Vec<ClassCounts> = a.iter().chain(&b).copied().collect();
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

    /// Step by step, in fractions.
    fn area_in_fractions(curve: &Curve, end: &BigRational) -> BigRational {
        let (mut at, mut area) = (counts(0, 0), fraction(0, 1));
        let beyond = ClassCounts { neg: 1000, pos: 0 };
        for step in curve.steps.iter().copied().chain([beyond]) {
            let width = fraction(step.neg, 1).min(end - fraction(at.neg, 1)).max(fraction(0, 1));
            if step.neg > 0 {
                let rise = fraction(step.pos, 2 * step.neg) * &width;
                area += (fraction(at.pos, 1) + rise) * width;
            }
            at = at + step;
        }
        area
    }

    #[test]
    fn the_area_is_that_of_all_steps_wherever_it_ends() {
        let mut stream = Stream::new(4);
        for _ in 0..500 {
            let all = total(&mut stream, 20);
            let curve = Curve::of(&parts(&mut stream, all, 6));
            let end = fraction(stream.below(100) as i64, 1 + stream.below(5) as i64);
            assert_eq!(curve.area(&end), area_in_fractions(&curve, &end), "{curve:?} {end}");
        }
    }

    #[test]
    fn the_area_of_a_lone_leaf_ends_where_it_is_cut_off() {
        let leaf = Curve::leaf(counts(10, 4));
        assert_eq!(leaf.area(&fraction(10, 1)), fraction(20, 1));
        assert_eq!(leaf.area(&fraction(1, 1)), fraction(1, 5));
        let perfect = Curve::of(&[counts(0, 4), counts(10, 0)]);
        assert_eq!(perfect.area(&fraction(1, 1)), fraction(4, 1));
    }

    /// Why G-mean is refused: the same hull, fewer leaves, and yet a worse score.
    #[test]
    fn one_leaf_and_its_halves_have_the_same_hull_but_not_the_same_gmean() {
        let (leaf, halves) = ([counts(2, 2)], [counts(1, 1), counts(1, 1)]);
        assert_eq!(Curve::of(&leaf), Curve::of(&halves));
        let best = |leaves: &[ClassCounts]| {
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
