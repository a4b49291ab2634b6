//! Tangents: additive bounds on the area under the ROC curve.
//!
//! ## Statement
//! For any slopes w(x) ≥ 0 on 0 ≤ x ≤ X and any tree,
//! ∫f ≤ ∫w(x)·x dx + Σ_leaves ψ(leaf), where ψ(n⁻, n⁺) = ∫max(0, n⁺ − w(x)·n⁻) dx.
//!
//! ## Why it holds
//! f(x) = min_w [w·x + Σ_leaves max(0, n⁺ − w·n⁻)]: the support function of the hull, additive over
//! leaves. With the tree's own slopes there is equality.
//!
//! With slopes that fall at a few places x_l, ψ = max_l [(X − x_l)·n⁺ − W_l·n⁻], W_l = ∫_{x_l}^X w:
//! adding X·n⁺ to −ψ, a leaf costs the least over labels l of x_l·n⁺ + W_l·n⁻. So a tangent is an
//! ordinary additive problem with a label per place.
//!
//! The slopes come from a *reference curve*, moved towards the trees that are best for it
//! (Frank–Wolfe). Any slopes give a valid bound, so the reference is kept in floats; all that is
//! derived from it is exact, or rounded to the safe side.
use super::prices::{Price, Prices};
use super::rounding::{floor, floor_of, power_of_two};
use crate::control::CostLine;
use crate::objective::{Area, Curve};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// A curve to take slopes from: steps (width, height) by falling slope, and its mean leaves.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    steps: Vec<(f64, f64)>,
    leaves: f64,
}

/// Most steps that a reference keeps.
const MOST_STEPS: usize = 64;

impl Reference {
    /// A tree's own curve.
    pub fn of(curve: &Curve, leaves: usize) -> Reference {
        let steps = curve.steps.iter().map(|step| (step.neg as f64, step.pos as f64));
        Reference { steps: steps.collect(), leaves: leaves as f64 }
    }

    /// `1 − share` of this curve and `share` of the other.
    fn mix(&self, other: &Reference, share: f64) -> Reference {
        let scaled = |steps: &[(f64, f64)], by: f64| {
            steps.iter().map(|(x, y)| (x * by, y * by)).collect::<Vec<_>>()
        };
        let mut steps = scaled(&self.steps, 1.0 - share);
        steps.extend(scaled(&other.steps, share));
        steps.retain(|&(x, y)| x > 0.0 || y > 0.0);
        steps.sort_by(|a, b| (b.1 / b.0).total_cmp(&(a.1 / a.0)));
        let leaves = self.leaves * (1.0 - share) + other.leaves * share;
        let mut mixed = Reference { steps, leaves };
        mixed.coarsen(MOST_STEPS);
        mixed
    }

    /// Merges neighbouring steps, those first between which there is least area, until there are at
    /// most `most`.
    fn coarsen(&mut self, most: usize) {
        let area = |a: (f64, f64), b: (f64, f64)| (a.1 * b.0 - a.0 * b.1).abs();
        while self.steps.len() > most {
            let areas = self.steps.windows(2).map(|pair| area(pair[0], pair[1])).enumerate();
            let Some((at, _)) = areas.min_by(|a, b| a.1.total_cmp(&b.1)) else { return };
            let (x, y) = self.steps.remove(at + 1);
            self.steps[at].0 += x;
            self.steps[at].1 += y;
        }
    }

    /// Area left of `end` less the price of the leaves.
    fn value(&self, end: f64, per_leaf: f64) -> f64 {
        let (mut x, mut y, mut area) = (0.0, 0.0, 0.0);
        for &(width, rise) in &self.steps {
            let part = width.min(end - x);
            if part > 0.0 {
                area += part * (y + rise * part / width / 2.0);
            }
            x += width;
            y += rise;
        }
        area - per_leaf * self.leaves
    }

    /// The best mix of this curve and a tree's, and how much of the tree is in it.
    pub fn towards(&self, other: &Reference, area: &Area) -> (Reference, f64) {
        let (end, per_leaf) = area.rounded();
        let value = |share: f64| self.mix(other, share).value(end, per_leaf);
        let (mut from, mut to) = (0.0, 1.0);
        for _ in 0..12 {
            let (a, b) = (from + (to - from) * 0.382, from + (to - from) * 0.618);
            if value(a) < value(b) { from = a } else { to = b }
        }
        let share = (from + to) / 2.0;
        (self.mix(other, share), share)
    }
}

/// A tangent: an additive problem whose costs bound the objective from below.
pub(crate) struct Tangent {
    pub prices: Prices,
    /// Objective ≥ (cost + `offset`) · `unit`.
    offset: BigRational,
    unit: BigRational,
}

/// Binary digits after the point of slopes.
const SLOPE_DIGITS: u32 = 20;
/// Binary digits after the point of places.
const PLACE_DIGITS: u32 = 6;

impl Tangent {
    /// The tangent with a reference's slopes, in at most `labels` labels. `more` per leaf is paid
    /// beside λ and given back for as many leaves as are allowed.
    pub fn new(area: &Area, reference: &Reference, labels: usize, more: &BigRational) -> Tangent {
        // Whole numbers of 1/`per_place` for places, of 2^-SLOPE_DIGITS for slopes: sums of
        // fractions would be reduced at every step.
        let per_place = area.end.denom() << PLACE_DIGITS;
        let per_cell = &per_place << SLOPE_DIGITS;
        let end = area.end.numer() << PLACE_DIGITS;
        let (mut right, mut integral, mut twice_constant) =
            (end.clone(), BigInt::zero(), BigInt::zero());
        let mut cells = vec![(end, BigInt::zero())];
        for step in schedule(area, reference, labels).iter().rev() {
            let left = area.end.denom() * step.place;
            twice_constant += (&right * &right - &left * &left) * step.slope;
            integral += (&right - &left) * step.slope;
            cells.push((left.clone(), integral.clone()));
            right = left;
        }
        let constant = BigRational::new(twice_constant, (&per_cell * &per_place) << 1u32);
        let per_leaf = &area.per_leaf + more;
        let whole = |n: i64| BigRational::from(BigInt::from(n));
        let dearest = BigRational::new(integral, per_cell.clone());
        let largest = &area.end * whole(area.totals.pos)
            + &dearest * whole(area.totals.neg)
            + &per_leaf * whole(8);
        let digits = area.precision.digits(&largest, [&area.end, &dearest]);
        let price = |(pos, neg): &(BigInt, BigInt)| Price {
            pos: floor_of(pos, &per_place, digits),
            neg: floor_of(neg, &per_cell, digits),
        };
        let scale = power_of_two(digits);
        let all = whole(area.totals.pos) * whole(area.totals.neg);
        let given_back = more * whole(i64::from(area.max_leaves));
        let offset = (&all - constant - &area.end * whole(area.totals.pos) - given_back) * &scale;
        Tangent {
            prices: Prices {
                labels: cells.iter().map(price).collect(),
                per_leaf: floor(&(per_leaf * &scale)),
                rule: None,
            },
            offset,
            unit: (all * scale).recip(),
        }
    }

    /// How costs, less `unavoidable`, bound the objective.
    pub fn line(&self, unavoidable: i64) -> CostLine {
        let offset = &self.offset + BigRational::from(BigInt::from(unavoidable));
        CostLine { offset, unit: self.unit.clone() }
    }

    /// The most that a tree with an objective below `objective` can cost.
    pub fn budget(&self, objective: &BigRational) -> i64 {
        let cost = (objective / &self.unit - &self.offset).ceil().to_integer();
        (cost - BigInt::one()).to_i64().unwrap_or(i64::MAX / 8).min(i64::MAX / 8)
    }
}

/// A slope and where it begins, in whole numbers of their last digits.
struct Step {
    place: i64,
    slope: i64,
}

/// Where the slopes begin, and the slopes.
fn schedule(area: &Area, reference: &Reference, labels: usize) -> Vec<Step> {
    let mut reference = reference.clone();
    reference.steps.retain(|step| step.0 > 0.0);
    reference.coarsen(labels.max(2) - 1);
    let rounded = |number: f64, digits: u32| {
        (number * f64::from(1u32 << digits)).round().clamp(0.0, MOST) as i64
    };
    let end = area.end.numer() << PLACE_DIGITS;
    let mut steps: Vec<Step> = Vec::new();
    let mut x = 0.0;
    for &(width, rise) in &reference.steps {
        let place = if steps.is_empty() { 0 } else { rounded(x, PLACE_DIGITS) };
        if area.end.denom() * place >= end {
            break;
        }
        let slope = rounded(rise / width, SLOPE_DIGITS);
        // A label per place is right only if places rise and slopes fall, which floats do not promise.
        let (place, slope) = match steps.last() {
            Some(last) => (place.max(last.place), slope.min(last.slope)),
            None => (place, slope),
        };
        steps.push(Step { place, slope });
        x += width;
    }
    if steps.is_empty() {
        steps.push(Step { place: 0, slope: 0 });
    }
    steps
}

/// No place or slope is larger.
const MOST: f64 = (1u64 << 60) as f64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ClassCounts, RankInstance};
    use gosdt_oracle::random::Stream;
    use gosdt_search::{Limits, Points};

    fn area(totals: ClassCounts, theta: &BigRational, lambda: &BigRational) -> Area {
        let points = Points {
            len: 1,
            classes: 2,
            weights: vec![totals.neg as u64, totals.pos as u64],
            rows: vec![1],
            columns: Vec::new(),
        };
        Area::new(&RankInstance::new(&points, 1, &Limits::default()), theta, lambda)
            .expect("an area")
    }

    fn leaves(stream: &mut Stream) -> Vec<ClassCounts> {
        let mut leaf = |_| ClassCounts { neg: stream.below(9) as i64, pos: stream.below(9) as i64 };
        let mut leaves: Vec<ClassCounts> = (0..5).map(&mut leaf).collect();
        leaves.push(ClassCounts { neg: 1, pos: 1 });
        leaves
    }

    /// The tangent of a reference, and what it says of a tree: bound and objective.
    fn judge(
        leaves: &[ClassCounts],
        reference: &Reference,
        theta: &BigRational,
        lambda: &BigRational,
    ) -> (BigRational, BigRational) {
        let totals = leaves.iter().fold(ClassCounts::default(), |sum, &leaf| sum + leaf);
        let area = area(totals, theta, lambda);
        let tangent = Tangent::new(&area, reference, 16, &BigRational::zero());
        let cost = leaves.iter().map(|&leaf| tangent.prices.loss(leaf) + tangent.prices.per_leaf);
        let line = tangent.line(0);
        let bound = (BigRational::from(BigInt::from(cost.sum::<i64>())) + line.offset) * line.unit;
        (bound, area.objective(&Curve::of(leaves), leaves.len()))
    }

    #[test]
    fn any_reference_bounds_any_tree_and_its_own_tree_exactly() {
        let mut stream = Stream::new(5);
        let fraction = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        for _ in 0..2000 {
            let (tree, mut other) = (leaves(&mut stream), leaves(&mut stream));
            other.truncate(1 + stream.below(6));
            let theta = fraction(1 + stream.below(10) as i64, 10);
            let lambda = fraction(stream.below(5) as i64, 100);
            let strange = Reference::of(&Curve::of(&other), other.len());
            let (bound, objective) = judge(&tree, &strange, &theta, &lambda);
            assert!(bound <= objective, "{tree:?} {other:?} θ {theta}");
            let own = Reference::of(&Curve::of(&tree), tree.len());
            let (bound, objective) = judge(&tree, &own, &theta, &lambda);
            assert!(bound <= objective, "{tree:?} θ {theta}");
            assert!(objective - bound < fraction(1, 100_000), "{tree:?} θ {theta}");
        }
    }
}
