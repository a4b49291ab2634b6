//! The optimum is concave in λ.
//!
//! ## Statement
//! Let R_λ(S) be the optimum of S at penalty λ, and λ₁ < λ < λ₂. Then
//! - R_λ(S) ≥ θ · R_λ₁(S) + (1 − θ) · R_λ₂(S), where λ = θ · λ₁ + (1 − θ) · λ₂;
//! - if trees with fewer than n leaves cost at least b at λ, then
//!   R_λ(S) ≥ min(b, R_λ₁(S) + n · (λ − λ₁));
//! - R_λ(S) ≥ R_λ₂(S) · λ / λ₂.
//!
//! Lower bounds may stand for R_λ₁(S) and R_λ₂(S).
//!
//! ## Why it holds
//! A tree costs loss + λ · leaves: a line in λ that rises by its number of leaves. R_λ(S) is the
//! least of these lines (the same trees are allowed at every λ), so it is concave. A tree with at
//! least n leaves that costs c at λ costs c − n · (λ − λ₁) at λ₁ or less. Loss is not negative, so
//! R_0(S) ≥ 0, and the third is the first with λ₁ = 0.
//!
//! ## Reference
//! Not in the paper, which fits one λ at a time.
//!
//! ## Cost
//! Two look-ups in what searches at other penalties remembered, and a division. Costs at different
//! penalties are whole numbers of different units: the weights are whole numbers too, made once per
//! search, and the bound is rounded up, since costs are whole.
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// A penalty, and the unit that costs are counted in there.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    pub lambda: BigRational,
    pub unit: BigRational,
}

/// (low · bound at λ₁ + high · bound at λ₂ + leaf · leaves) / over, rounded up.
#[derive(Clone, Copy, Debug)]
struct Form {
    low: i128,
    high: i128,
    leaf: i128,
    over: i128,
}

/// More bits than this in a weight, and products with costs might not fit.
const MOST_BITS: u64 = 62;

impl Form {
    /// The form with these weights, if it fits.
    fn new(weights: [BigRational; 3]) -> Option<Form> {
        let over = weights.iter().fold(BigInt::one(), |over, weight| over.lcm(weight.denom()));
        let whole = weights.map(|weight| (weight * &over).to_integer());
        let fits = |number: &BigInt| number.bits() <= MOST_BITS;
        if !fits(&over) || !whole.iter().all(fits) {
            return None;
        }
        let [low, high, leaf] = whole.map(|number| number.to_i128().unwrap_or(0));
        Some(Form { low, high, leaf, over: over.to_i128()? })
    }

    fn value(&self, low: i64, high: i64, leaves: i64) -> i64 {
        let sum = self.low * i128::from(low)
            + self.high * i128::from(high)
            + self.leaf * i128::from(leaves);
        // A bound is at most a cost, which fits.
        i64::try_from(Integer::div_ceil(&sum, &self.over)).unwrap_or(0)
    }
}

/// How bounds at the penalties below and above bound the optimum here.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Carry {
    chord: Option<Form>,
    from_below: Option<Form>,
    from_above: Option<Form>,
}

impl Carry {
    /// The weights for a search at `here`, given those below (or at the same penalty) and above.
    pub fn new(here: &Scale, low: Option<&Scale>, high: Option<&Scale>) -> Carry {
        Carry {
            chord: low.zip(high).and_then(|(low, high)| chord(here, low, high)),
            from_below: low.and_then(|low| from_below(here, low)),
            from_above: high.and_then(|high| from_above(here, high)),
        }
    }

    /// A lower bound of the optimum, given lower bounds below and above, and that trees with fewer
    /// than `leaves` leaves cost at least `fewer` here.
    pub fn at_least(&self, known: [Option<i64>; 2], leaves: i64, fewer: i64) -> i64 {
        let [low, high] = known;
        let both = low.zip(high).zip(self.chord);
        let bounds = [
            both.map(|((low, high), form)| form.value(low, high, 0)),
            low.zip(self.from_below).map(|(low, form)| form.value(low, 0, leaves)),
            high.zip(self.from_above).map(|(high, form)| form.value(0, high, 0)),
        ];
        let best = bounds.into_iter().flatten().max().unwrap_or(0);
        best.min(fewer)
    }
}

fn chord(here: &Scale, low: &Scale, high: &Scale) -> Option<Form> {
    let width = &high.lambda - &low.lambda;
    if width.is_zero() {
        return None;
    }
    let share = (&high.lambda - &here.lambda) / width;
    let rest = BigRational::one() - &share;
    let zero = BigRational::zero();
    Form::new([share * &low.unit / &here.unit, rest * &high.unit / &here.unit, zero])
}

fn from_below(here: &Scale, low: &Scale) -> Option<Form> {
    let rise = (&here.lambda - &low.lambda) / &here.unit;
    Form::new([&low.unit / &here.unit, BigRational::zero(), rise])
}

fn from_above(here: &Scale, high: &Scale) -> Option<Form> {
    let zero = BigRational::zero;
    if high.lambda.is_zero() {
        return None;
    }
    Form::new([zero(), &high.unit / &here.unit * (&here.lambda / &high.lambda), zero()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::cases::{Case, Set, only, without};
    use crate::{
        Frontier, SearchOptions, SearchSeries, Silent, SolveAt, Solved, Techniques, find_path,
    };
    use gosdt_oracle::random::Stream;
    use std::time::Duration;

    /// A scale whose costs are whole numbers of 1/`parts`.
    fn scale(lambda: i64, parts: i64) -> Scale {
        let unit = BigRational::new(1.into(), parts.into());
        Scale { lambda: BigRational::from_integer(lambda.into()), unit }
    }

    fn best(case: &Case, penalty: i64, set: Set) -> i64 {
        Case { penalty, ..case.clone() }.best(set)
    }

    /// Three penalties, the middle one between the others, each with a unit of its own.
    fn three(stream: &mut Stream) -> [(i64, i64); 3] {
        let low = stream.below(4) as i64;
        let here = low + 1 + stream.below(3) as i64;
        let high = here + 1 + stream.below(3) as i64;
        [low, here, high].map(|lambda| (lambda, 1 + stream.below(6) as i64))
    }

    #[test]
    fn sound_bounds_at_two_penalties_bound_the_optimum_between() {
        let mut sharp = 0;
        for seed in 0..3000 {
            let (case, mut stream) = (Case::random(seed), Stream::new(seed));
            let (set, [low, here, high]) = (case.some(&mut stream), three(&mut stream));
            let [below, optimum, above] =
                [low, here, high].map(|(lambda, parts)| parts * best(&case, lambda, set));
            let scales = [low, here, high].map(|(lambda, parts)| scale(lambda, parts));
            let carry = Carry::new(&scales[1], Some(&scales[0]), Some(&scales[2]));
            let weaker = stream.below(3) as i64;
            for known in [
                [Some(below), Some(above)],
                [Some(below), None],
                [None, Some(above)],
                [Some(below - weaker), Some(above)],
                [None, None],
            ] {
                let bound = carry.at_least(known, 1, i64::MAX);
                assert!(bound <= optimum, "{known:?} {low:?} {here:?} {high:?} {case:?}");
            }
            sharp +=
                usize::from(carry.at_least([Some(below), Some(above)], 1, i64::MAX) == optimum);
        }
        assert!(sharp > 1000, "{sharp}");
    }

    #[test]
    fn sound_trees_with_more_leaves_rise_faster() {
        let mut raised = 0;
        for seed in 0..2000 {
            let (case, mut stream) = (Case::random(seed), Stream::new(seed));
            let (set, [(low, _), (here, _), _]) = (case.some(&mut stream), three(&mut stream));
            let carry = Carry::new(&scale(here, 1), Some(&scale(low, 1)), None);
            let below = best(&case, low, set);
            let dearer = Case { penalty: here, ..case.clone() };
            for leaves in 2..5 {
                let fewer = dearer.best_of_leaves(set, leaves as u32 - 1);
                let bound = carry.at_least([Some(below), None], leaves, fewer);
                assert!(bound <= dearer.best(set), "{leaves} {set:b} {case:?}");
                raised += usize::from(bound > carry.at_least([Some(below), None], 1, fewer));
            }
        }
        assert!(raised > 500, "{raised}");
    }

    #[test]
    fn sound_weights_that_do_not_fit_are_not_used() {
        let tiny = BigRational::new(1.into(), BigInt::one() << 80u32);
        let odd = Scale { lambda: BigRational::one() + &tiny, unit: tiny };
        let carry = Carry::new(&scale(2, 1), Some(&scale(1, 1)), Some(&odd));
        assert!(carry.chord.is_none() && carry.from_above.is_none());
        assert_eq!(carry.at_least([Some(5), Some(1 << 60)], 1, i64::MAX), 6);
    }

    /// All searches of a path on a case.
    struct Path {
        series: SearchSeries,
        options: SearchOptions,
    }

    impl SolveAt for Path {
        type Error = crate::CostError;

        fn solve_at(
            &mut self,
            lambda: &BigRational,
            frontier: &Frontier,
            _: Option<Duration>,
        ) -> Result<Solved, crate::CostError> {
            let costs = self.series.costs_at(lambda)?;
            Ok(self.series.search(lambda, costs, frontier, &self.options, &mut Silent))
        }
    }

    /// Leaves and loss of each tree of a path, and the expansions it took.
    fn path(case: &Case, techniques: Techniques) -> (Vec<(usize, BigRational)>, u64) {
        let problem = case.problem();
        let objective = case.objective();
        let series =
            SearchSeries::new(problem.points().clone(), objective, case.limits).expect("a series");
        let options = SearchOptions { techniques, ..SearchOptions::default() };
        let mut path = Path { series, options };
        let row = BigRational::new(1.into(), case.rows.len().into());
        let [from, to] = [&row * BigInt::from(12), &row / BigInt::from(8)];
        let (frontier, _) =
            find_path(&mut path, from, to, None).unwrap_or_else(|_| panic!("small costs"));
        let trees = frontier.pieces().into_iter().map(|piece| (piece.line.leaves, piece.line.loss));
        (trees.collect(), path.series.statistics().nodes)
    }

    #[test]
    fn neutral_without_it_the_path_is_the_same() {
        let numeric = (0..20).map(|seed| Case::numeric(seed, 4, 24, 5));
        for case in (0..200).map(Case::random).chain(numeric) {
            let off = without(Techniques::ALL, &["concave-in-lambda"]);
            assert_eq!(path(&case, Techniques::ALL).0, path(&case, off).0, "{case:?}");
        }
    }

    #[test]
    fn alive_what_two_penalties_know_rules_splits_out_between() {
        let case = Case::numeric(3, 12, 64, 5);
        let with = path(&case, only(&["memo", "concave-in-lambda"])).1;
        let without = path(&case, only(&["memo"])).1;
        assert!(with < without, "{with} with, {without} without");
    }
}
