//! F-score and its kin: losses that are a fraction of linear functions of FP and FN.
//!
//! ## Statement
//! Let loss = (a·FP + b·FN) / D with D = c·N⁺ + d·FP + e·FN > 0. Then loss < t iff
//! (a − t·d)·FP + (b − t·e)·FN < t·c·N⁺: for a given t that is an additive cost.
//!
//! A tree with h leaves beats the incumbent R iff its loss is below R − λh. So take t = R − λk for
//! some k, price a leaf at μ, and let L be the least additive cost. A tree with h leaves has additive
//! cost at least L − μh, hence loss at least t + (L − μh − t·c·N⁺)/D, with the largest D where the
//! bracket is positive and the smallest where it is negative. Only trees that beat R matter, and for
//! these a·FP and b·FN are below (R − λh)·D, which bounds D from both sides. So one additive search
//! bounds the trees of every number of leaves, best those near k.
//!
//! The bound for k leaves is raised by the choice of μ: each tree met so far is a line over μ, L is
//! below all of them, and the next μ is where the least of them is best for k. If that is not enough, the trees near the additive
//! optimum are compared by leaves and cost ([`crate::near`]).
//!
//! The labels are the cheapest for the given t, which are the best when t is the loss itself; or the
//! paper's, by a rule on each leaf. With the rule a larger ROC hull can have a larger loss, so
//! nothing here rests on hulls.
use crate::control::Control;
use crate::ground::{Counts, Ground};
use crate::near::{Found, Merit, near_optima};
use crate::priced::Priced;
use crate::prices::{Price, Prices, is_positive};
use crate::problem::RankObjective;
use crate::tangent::{floor, scale_for};
use gosdt_search::{AdditiveSolver, LabelRule, Shape};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A linear-fractional loss with λ per leaf.
pub(crate) struct Fraction {
    a: BigRational,
    b: BigRational,
    c: BigRational,
    d: BigRational,
    e: BigRational,
    rule: Option<LabelRule>,
    lambda: BigRational,
    totals: Counts,
}

fn whole(number: i64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

impl Fraction {
    /// The loss of an objective; `None` for the others, or when its numbers are too wide.
    pub fn new(
        objective: &RankObjective,
        ground: &Ground,
        lambda: &BigRational,
    ) -> Option<Fraction> {
        let square = match objective {
            RankObjective::FBeta { beta } => beta * beta,
            RankObjective::FScore { .. } | RankObjective::Jaccard => One::one(),
            RankObjective::Auc | RankObjective::Pauc { .. } => return None,
        };
        let (c, e) = match objective {
            RankObjective::Jaccard => (One::one(), Zero::zero()),
            _ => (whole(1) + &square, whole(-1)),
        };
        let rule = match objective {
            RankObjective::FScore { omega: Some(omega) } => {
                Some(LabelRule { times: omega.numer().to_i64()?, over: omega.denom().to_i64()? })
            }
            _ => None,
        };
        Some(Fraction {
            a: One::one(),
            b: square,
            c,
            d: One::one(),
            e,
            rule,
            lambda: lambda.clone(),
            totals: ground.totals,
        })
    }

    fn loss(&self, fp: i64, fn_: i64) -> BigRational {
        (&self.a * whole(fp) + &self.b * whole(fn_)) / self.below(fp, fn_)
    }

    /// D.
    fn below(&self, fp: i64, fn_: i64) -> BigRational {
        &self.c * whole(self.totals.pos) + &self.d * whole(fp) + &self.e * whole(fn_)
    }

    /// For each leaf, whether it is labelled positive. The loss is monotone and quasi-concave, so
    /// the best labels are a prefix of the leaves by falling share of positives.
    pub fn labels(&self, leaves: &[Counts]) -> Vec<bool> {
        if let Some(rule) = self.rule {
            return leaves.iter().map(|&leaf| is_positive(rule, leaf)).collect();
        }
        // A leaf without weight has no share of positives, and any label does.
        let weighs = |leaf: &usize| leaves[*leaf] != Counts::default();
        let mut order: Vec<usize> = (0..leaves.len()).filter(weighs).collect();
        order.sort_by(|&i, &j| leaves[j].det(leaves[i]).cmp(&0));
        let (mut fp, mut fn_) = (0, self.totals.pos);
        let mut best = (self.loss(fp, fn_), 0);
        for (at, &leaf) in order.iter().enumerate() {
            fp += leaves[leaf].neg;
            fn_ -= leaves[leaf].pos;
            best = best.min((self.loss(fp, fn_), at + 1));
        }
        let mut labels = vec![false; leaves.len()];
        order[..best.1].iter().for_each(|&leaf| labels[leaf] = true);
        labels
    }

    /// FP and FN of a tree.
    fn mistakes(&self, leaves: &[Counts]) -> (i64, i64) {
        let labels = self.labels(leaves);
        let labelled = || leaves.iter().zip(&labels);
        let fp = labelled().filter(|(_, positive)| **positive).map(|(leaf, _)| leaf.neg).sum();
        let fn_ = labelled().filter(|(_, positive)| !**positive).map(|(leaf, _)| leaf.pos).sum();
        (fp, fn_)
    }

    /// The objective of a tree.
    pub fn objective(&self, leaves: &[Counts]) -> BigRational {
        let (fp, fn_) = self.mistakes(leaves);
        self.loss(fp, fn_) + &self.lambda * whole(leaves.len() as i64)
    }

    /// Bounds on D of trees with a loss below `loss`.
    fn range(&self, loss: &BigRational) -> (BigRational, BigRational) {
        let base = &self.c * whole(self.totals.pos);
        let shrink = BigRational::one() - &self.d * loss / &self.a;
        let largest = &base + &self.d * whole(self.totals.neg);
        let largest = match shrink.is_positive() {
            true => largest.min(&base / shrink),
            false => largest,
        };
        let smallest = &base + &self.e * whole(self.totals.pos);
        let smallest = smallest.max(&base / (BigRational::one() + self.e.abs() * loss / &self.b));
        (smallest, largest)
    }
}

/// The additive problem of one t.
struct Decision {
    t: BigRational,
    /// Costs are in units of 1 / `scale`.
    scale: BigRational,
    labels: Vec<Price>,
    /// t·c·N⁺, in units of 1.
    threshold: BigRational,
    /// Exact prices, for the comparison of trees.
    exact: [BigInt; 2],
    rule: Option<LabelRule>,
}

impl Decision {
    fn new(fraction: &Fraction, t: BigRational) -> Decision {
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

    fn prices(&self, per_leaf: i64) -> Prices {
        Prices { labels: self.labels.clone(), per_leaf, rule: self.rule }
    }

    /// The most that a tree below `real` can cost, with `more` on top.
    fn budget(&self, real: &BigRational, more: i128) -> i64 {
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

/// Subtrees by leaves and exact cost.
impl Merit for Decision {
    type Item = BigInt;

    fn leaf(&self, counts: Counts) -> BigInt {
        let positive = &self.exact[0] * counts.neg;
        let negative = &self.exact[1] * counts.pos;
        match self.rule {
            None => positive.min(negative),
            Some(rule) if is_positive(rule, counts) => positive,
            Some(_) => negative,
        }
    }

    fn join(&self, yes: &BigInt, no: &BigInt) -> BigInt {
        yes + no
    }

    fn useless(&self, a: &Found<BigInt>, b: &Found<BigInt>, _: Counts) -> bool {
        a.leaves <= b.leaves && a.item <= b.item
    }
}

/// Minimises the objective; on return it is proven or `control` was stopped.
pub(crate) fn run(ground: &Ground, fraction: &Fraction, control: &Control) {
    let mut driver = Driver { ground, fraction, control, bounds: Vec::new(), met: Vec::new() };
    driver.begin();
    while let Some(k) = driver.next() {
        driver.decide(k);
        driver.publish();
        if control.stopped() {
            return;
        }
    }
    control.prove();
}

struct Driver<'a> {
    ground: &'a Ground,
    fraction: &'a Fraction,
    control: &'a Control,
    /// `bounds[h - 1]`: no tree with h leaves has an objective below both this and the incumbent's.
    bounds: Vec<BigRational>,
    /// The leaves of the trees that were best for some additive problem.
    met: Vec<Vec<Counts>>,
}

/// A tree's line over the price μ of a leaf: cost + μ·leaves.
#[derive(Clone, Copy)]
struct Line {
    leaves: i64,
    cost: i64,
}

/// Where the least of the lines, less k leaves, is highest: the price of a leaf, rounded down, and
/// the least line there. `None` when no line has more than k leaves.
fn best_crossing(lines: &[Line], k: i64) -> Option<(i64, i128)> {
    let least = |price: i64| {
        let at = |line: &Line| i128::from(line.cost) + i128::from(price) * i128::from(line.leaves);
        lines.iter().map(at).min().unwrap_or(0)
    };
    let (more, fewer): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| line.leaves > k);
    let crossings = more.iter().flat_map(|more| {
        let price =
            move |fewer: &&Line| ((fewer.cost - more.cost) / (more.leaves - fewer.leaves)).max(0);
        fewer.iter().map(price).collect::<Vec<i64>>()
    });
    let value = |price: i64| (least(price) - i128::from(price) * i128::from(k), price);
    let (_, price) = crossings.map(value).max()?;
    Some((price, least(price)))
}

impl<'a> Driver<'a> {
    /// Greedy trees for a start, and what the number of leaves alone says.
    fn begin(&mut self) {
        self.met.push(vec![self.ground.totals]);
        for _ in 0..3 {
            let best = self.control.state();
            let leaves = self.ground.leaves(&best.tree);
            let t = &best.upper - &self.fraction.lambda * whole(leaves.len() as i64);
            let decision = Decision::new(self.fraction, t);
            let per_leaf = self.natural_price(&decision, &leaves);
            let priced = self.priced(&decision, per_leaf);
            let tree = priced.questions().greedy();
            if !self.offer(&tree) {
                break;
            }
        }
        let most = self.ground.max_leaves as usize;
        self.bounds = if self.fraction.lambda.is_zero() {
            // A tree with few leaves is as good as one with many: only the most matter.
            let never = self.control.upper();
            let mut bounds = vec![never; most];
            bounds[most - 1] = BigRational::zero();
            bounds
        } else {
            let upper = self.control.upper();
            let bound = |h: usize| &self.fraction.lambda * whole(h as i64);
            (1..=most).map(bound).take_while(|bound| *bound < upper).collect()
        };
    }

    fn priced(&self, decision: &Decision, per_leaf: i64) -> Priced<'a> {
        Priced::new(self.ground, &decision.prices(per_leaf), &self.control.reins)
    }

    /// λ·D of the tree with these leaves: what a leaf is worth where the loss is linear.
    fn natural_price(&self, decision: &Decision, leaves: &[Counts]) -> i64 {
        let (fp, fn_) = self.fraction.mistakes(leaves);
        floor(&(&self.fraction.lambda * self.fraction.below(fp, fn_) * &decision.scale))
    }

    fn offer(&self, tree: &Shape) -> bool {
        let leaves = self.ground.leaves(tree);
        leaves.len() <= self.ground.max_leaves as usize
            && self.control.offer(self.fraction.objective(&leaves), || tree.clone())
    }

    /// The number of leaves to settle next: that of the best tree, where the additive problem is
    /// nearest to the loss, and then those with the least bound.
    fn next(&self) -> Option<i64> {
        let best = self.control.state();
        let own = best.tree.leaves() as i64;
        if own <= self.bounds.len() as i64 && self.is_open(own, &best.upper) {
            return Some(own);
        }
        let open = self.bounds.iter().enumerate().filter(|(_, bound)| **bound < best.upper);
        open.min_by(|a, b| a.1.cmp(b.1)).map(|(at, _)| at as i64 + 1)
    }

    fn publish(&self) {
        if let Some(least) = self.bounds.iter().min() {
            self.control.raise_lower(least);
        }
    }

    fn is_open(&self, k: i64, upper: &BigRational) -> bool {
        self.bounds[k as usize - 1] < *upper
    }

    /// Settles k leaves, or finds a better tree.
    fn decide(&mut self, k: i64) {
        let best = self.control.state();
        let upper = best.upper;
        let t = &upper - &self.fraction.lambda * whole(k);
        let decision = Decision::new(self.fraction, t);
        let mut untried = self.natural_price(&decision, &self.ground.leaves(&best.tree));
        loop {
            let lines = self.lines(&decision);
            let crossing = best_crossing(&lines, k);
            let per_leaf = crossing.map_or(untried, |(per_leaf, _)| per_leaf);
            let priced = self.priced(&decision, per_leaf).with(self.control.crew);
            let mut asked = (priced.questions(), priced.unavoidable);
            let wish = self.wish(&decision, k, per_leaf, &upper);
            let must = decision.budget(&decision.threshold, i128::from(per_leaf) * i128::from(k));
            let found = self.search(&mut asked, &decision, per_leaf, wish.max(must), &upper);
            let Some(cost) = found else { return };
            if !self.is_open(k, &upper) || self.control.upper() < upper || self.control.stopped() {
                return;
            }
            // No tree is below the lines where they cross: no price of a leaf bounds k any better.
            let no_better = crossing.is_some_and(|(_, height)| i128::from(cost) >= height);
            if no_better || (crossing.is_none() && per_leaf == 0) {
                return self.compare(&mut asked, &decision, k, must);
            }
            untried = per_leaf / 8 * 5;
        }
    }

    /// The lines of the trees met so far.
    fn lines(&self, decision: &Decision) -> Vec<Line> {
        let prices = decision.prices(0);
        let line = |leaves: &Vec<Counts>| Line {
            leaves: leaves.len() as i64,
            cost: leaves.iter().map(|&leaf| prices.loss(leaf)).sum(),
        };
        self.met.iter().map(line).collect()
    }

    /// The budget that would settle the numbers of leaves near k as well.
    fn wish(&self, decision: &Decision, k: i64, per_leaf: i64, upper: &BigRational) -> i64 {
        let near = |h: &i64| self.is_open(*h, upper);
        let window = (k - WINDOW).max(1)..=(k + WINDOW).min(self.bounds.len() as i64);
        let need = |h: i64| {
            let loss = upper - &self.fraction.lambda * whole(h);
            let (smallest, largest) = self.fraction.range(&loss);
            let far = &loss - &decision.t;
            let real =
                &decision.threshold + &far * if far.is_positive() { largest } else { smallest };
            decision.budget(&real, i128::from(per_leaf) * i128::from(h))
        };
        window.filter(near).map(need).max().unwrap_or(0)
    }

    /// Solves an additive problem up to `budget` and takes note of the bound. The optimum if it was
    /// found; `None` when it is above the budget or the search was stopped.
    fn search(
        &mut self,
        (questions, unavoidable): &mut (AdditiveSolver<'_>, i64),
        decision: &Decision,
        per_leaf: i64,
        budget: i64,
        upper: &BigRational,
    ) -> Option<i64> {
        let (least, known) = questions.solve(budget - *unavoidable);
        self.note(decision, least + *unavoidable, per_leaf, upper);
        if least < known {
            return None;
        }
        let tree = questions.tree();
        self.offer(&tree);
        self.met.push(self.ground.leaves(&tree));
        Some(known + *unavoidable)
    }

    /// What an additive cost of at least `cost` for all trees says about each number of leaves.
    fn note(&mut self, decision: &Decision, cost: i64, per_leaf: i64, upper: &BigRational) {
        for (at, bound) in self.bounds.iter_mut().enumerate() {
            if *bound >= *upper {
                continue;
            }
            let h = at as i64 + 1;
            let own = whole(cost) - whole(per_leaf) * whole(h);
            let excess = own / &decision.scale - &decision.threshold;
            let leaves = &self.fraction.lambda * whole(h);
            let (smallest, largest) = self.fraction.range(&(upper - &leaves));
            let loss =
                &decision.t + &excess / if excess.is_positive() { largest } else { smallest };
            let objective = (leaves + loss).min(upper.clone());
            if objective > *bound {
                *bound = objective;
            }
        }
    }

    /// Compares the trees with at most k leaves that are near the additive optimum.
    fn compare(
        &mut self,
        (questions, unavoidable): &mut (AdditiveSolver<'_>, i64),
        decision: &Decision,
        k: i64,
        budget: i64,
    ) {
        let upper = self.control.upper();
        let place = (self.ground, self.control);
        let near = near_optima(place, questions, decision, budget - *unavoidable, u64::MAX);
        let Some(near) = near else { return };
        for found in near.roots().iter().filter(|found| i64::from(found.leaves) <= k) {
            if self.offer(&near.tree(found)) {
                // The least cost for this t need not be the least loss: ask again with a smaller t.
                return;
            }
        }
        self.bounds[k as usize - 1] = upper;
    }
}

/// How many numbers of leaves on either side of k to settle with it.
const WINDOW: i64 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_oracle::random::Stream;
    use gosdt_oracle::{RankLoss, loss_of_mistakes};
    use gosdt_search::{Limits, Points};

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    fn fraction(objective: &RankObjective, totals: Counts) -> Fraction {
        let points = Points {
            len: 1,
            classes: 2,
            weights: vec![totals.neg as u64, totals.pos as u64],
            rows: vec![1],
            features: Vec::new(),
        };
        let ground = Ground::new(&points, 1, &Limits::default());
        Fraction::new(objective, &ground, &BigRational::zero()).expect("a fraction")
    }

    fn kinds() -> Vec<(RankObjective, RankLoss)> {
        let beta = ratio(3, 2);
        vec![
            (RankObjective::FScore { omega: None }, RankLoss::FScore),
            (RankObjective::FBeta { beta: beta.clone() }, RankLoss::FBeta(beta)),
            (RankObjective::Jaccard, RankLoss::Jaccard),
        ]
    }

    #[test]
    fn the_loss_is_below_t_iff_the_additive_cost_is_below_its_threshold() {
        let totals = Counts { neg: 6, pos: 4 };
        for (objective, loss) in kinds() {
            let fraction = fraction(&objective, totals);
            for (fp, fn_) in (0..=6).flat_map(|fp| (0..=4).map(move |fn_| (fp, fn_))) {
                let defined = loss_of_mistakes(&loss, (4 - fn_) as u64, fp as u64, fn_ as u64);
                assert_eq!(fraction.loss(fp, fn_), defined);
                for t in (1..=20).map(|n| ratio(n, 20)) {
                    let cost = (&fraction.a - &t * &fraction.d) * whole(fp)
                        + (&fraction.b - &t * &fraction.e) * whole(fn_);
                    let threshold = Decision::new(&fraction, t.clone()).threshold;
                    assert_eq!(defined < t, cost < threshold, "{objective:?} {fp} {fn_} {t}");
                    let (smallest, largest) = fraction.range(&t);
                    let below = fraction.below(fp, fn_);
                    let inside = smallest <= below && below <= largest;
                    assert!(defined >= t || inside, "{objective:?} {fp} {fn_} {t}");
                }
            }
        }
    }

    /// So that a tree as good as the incumbent is known to be no better.
    #[test]
    fn prices_are_exact_where_they_fit() {
        let totals = Counts { neg: 29, pos: 27 };
        for (objective, _) in kinds() {
            let fraction = fraction(&objective, totals);
            for t in (1..=60).map(|n| ratio(n, 61) - ratio(1, 10_000)) {
                let decision = Decision::new(&fraction, t.clone());
                let exact = |price: i64| whole(price) / &decision.scale;
                let [negative, positive] = decision.labels[..] else { panic!("two labels") };
                assert_eq!(exact(negative.pos), &fraction.b - &t * &fraction.e);
                assert_eq!(exact(positive.neg), &fraction.a - &t * &fraction.d);
            }
        }
    }

    #[test]
    fn the_best_labels_are_the_best_of_all_labels() {
        let mut stream = Stream::new(6);
        for _ in 0..500 {
            let mut leaf = |_| Counts { neg: stream.below(6) as i64, pos: stream.below(6) as i64 };
            let mut leaves: Vec<Counts> = (0..5).map(&mut leaf).collect();
            leaves.push(Counts { neg: 0, pos: 1 });
            let totals = leaves.iter().fold(Counts::default(), |sum, &leaf| sum + leaf);
            for (objective, _) in kinds() {
                let fraction = fraction(&objective, totals);
                let of = |labels: usize| {
                    let (mut fp, mut fn_) = (0, 0);
                    for (at, leaf) in leaves.iter().enumerate() {
                        match labels >> at & 1 {
                            1 => fp += leaf.neg,
                            _ => fn_ += leaf.pos,
                        }
                    }
                    fraction.loss(fp, fn_)
                };
                let least = (0..1 << leaves.len()).map(of).min();
                assert_eq!(Some(fraction.objective(&leaves)), least, "{objective:?} {leaves:?}");
            }
        }
    }

    /// With labels by rule, a split that enlarges the ROC hull can hurt.
    #[test]
    fn a_larger_hull_can_be_worse_with_labels_by_rule() {
        let rule = RankObjective::FScore { omega: Some(ratio(11, 10)) };
        let fraction = fraction(&rule, Counts { neg: 10, pos: 10 });
        let split = [Counts { neg: 6, pos: 5 }, Counts { neg: 4, pos: 5 }];
        assert_eq!(fraction.objective(&[Counts { neg: 10, pos: 10 }]), ratio(1, 3));
        assert_eq!(fraction.objective(&split), ratio(9, 19));
    }

    #[test]
    fn the_best_price_is_where_the_lines_of_fewer_and_more_leaves_cross() {
        let line = |leaves, cost| Line { leaves, cost };
        let lines = [line(1, 100), line(3, 60), line(6, 30), line(7, 29)];
        assert_eq!(best_crossing(&lines, 4), Some((10, 90)));
        assert_eq!(best_crossing(&lines, 2), Some((20, 120)));
        assert_eq!(best_crossing(&lines, 7), None);
    }
}
