//! F-score and the other linear-fractional losses: from additive problems to a proof.
//!
//! Whether the loss can be below some t is an additive problem ([`crate::relaxation::Decision`]).
//!
//! A tree with h leaves beats the incumbent R iff its loss is below R − λh. So take t = R − λk for
//! some k, price a leaf at μ, and let L be the least additive cost. A tree with h leaves has additive
//! cost at least L − μh, hence loss at least t + (L − μh − t·c·N⁺)/D, with the largest D where the
//! bracket is positive and the smallest where it is negative. Only trees that beat R matter, and for
//! these a·FP and b·FN are below (R − λh)·D, which bounds D from both sides. So one additive search
//! bounds the trees of every number of leaves, best those near k.
//!
//! The bound for k leaves is raised by the choice of μ: each tree met so far is a line over μ, L is
//! below all of them, and the next μ is where the least of them is best for k. If that is not enough,
//! the trees near the additive optimum are compared by leaves and cost ([`crate::near`]).
//!
//! The labels are the cheapest for the given t, which are the best when t is the loss itself; or the
//! paper's, by a rule on each leaf. With the rule a larger ROC hull can have a larger loss, so
//! nothing here rests on hulls.
use super::relaxed::relaxed;
use super::snapshots::snapshots;
use crate::control::{About, Control};
use crate::near::{DominanceCriterion, NearTree, near_trees};
use crate::objective::Fraction;
use crate::problem::{ClassCounts, RankInstance};
use crate::relaxation::{AdditiveRelaxation, Decision, floor};
use gosdt_search::{AdditiveSolver, Shape};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

fn whole(number: i64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

/// Subtrees by leaves and exact cost.
impl DominanceCriterion for Decision {
    type Item = BigInt;

    fn leaf(&self, counts: ClassCounts) -> BigInt {
        let positive = &self.exact[0] * counts.neg;
        let negative = &self.exact[1] * counts.pos;
        match self.rule {
            None => positive.min(negative),
            Some(rule) if counts.is_positive_by(rule) => positive,
            Some(_) => negative,
        }
    }

    fn join(&self, yes: &BigInt, no: &BigInt) -> BigInt {
        yes + no
    }

    fn dominates(&self, a: &NearTree<BigInt>, b: &NearTree<BigInt>, _: ClassCounts) -> bool {
        a.leaves <= b.leaves && a.item <= b.item
    }
}

/// Minimises the objective; on return it is proven or `control` was stopped.
pub(crate) fn run(instance: &RankInstance, fraction: &Fraction, control: &Control) {
    let ranges = (BigRational::zero(), Vec::new());
    let (bounds, met) = (Vec::new(), Vec::new());
    let mut driver = Driver { instance, fraction, control, bounds, met, ranges };
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
    instance: &'a RankInstance,
    fraction: &'a Fraction,
    control: &'a Control,
    /// `bounds[h - 1]`: no tree with h leaves has an objective below both this and the incumbent's.
    bounds: Vec<BigRational>,
    /// The leaves of the trees that were best for some additive problem.
    met: Vec<Vec<ClassCounts>>,
    /// An objective, and the range of the denominators of trees that are better, by their number of leaves, where
    /// it was asked for.
    ranges: (BigRational, Vec<Option<(BigRational, BigRational)>>),
}

/// A tree's line over the price μ of a leaf: cost + μ·leaves.
#[derive(Clone, Copy)]
struct TreeLine {
    leaves: i64,
    cost: i64,
}

/// Where the least of the lines, less k leaves, is highest: the price of a leaf, rounded down, and
/// the least line there. `None` when no line has more than k leaves.
fn best_crossing(lines: &[TreeLine], k: i64) -> Option<(i64, i128)> {
    let least = |price: i64| {
        let at =
            |line: &TreeLine| i128::from(line.cost) + i128::from(price) * i128::from(line.leaves);
        lines.iter().map(at).min().unwrap_or(0)
    };
    let (more, fewer): (Vec<&TreeLine>, Vec<&TreeLine>) =
        lines.iter().partition(|line| line.leaves > k);
    let crossings = more.iter().flat_map(|more| {
        let price = move |fewer: &&TreeLine| {
            ((fewer.cost - more.cost) / (more.leaves - fewer.leaves)).max(0)
        };
        fewer.iter().map(price).collect::<Vec<i64>>()
    });
    let value = |price: i64| (least(price) - i128::from(price) * i128::from(k), price);
    let (_, price) = crossings.map(value).max()?;
    Some((price, least(price)))
}

impl<'a> Driver<'a> {
    /// Greedy trees for a start, and what the number of leaves alone says.
    fn begin(&mut self) {
        self.met.push(vec![self.instance.totals]);
        for _ in 0..3 {
            let best = self.control.state();
            let leaves = self.instance.leaves(&best.tree);
            let t = &best.upper - &self.fraction.lambda * whole(leaves.len() as i64);
            let decision = Decision::new(self.fraction, t);
            let per_leaf = self.natural_price(&decision, &leaves);
            let relaxation = self.relaxation(&decision, per_leaf);
            let grown = relaxation.solver().greedy();
            for tree in snapshots(&grown) {
                self.offer(&tree);
            }
            if self.control.upper() == best.upper || grown.tree.is_none() {
                break;
            }
        }
        let most = self.instance.max_leaves as usize;
        self.bounds = if self.fraction.lambda.is_zero() {
            // A tree with few leaves is as good as one with many: only the most matter.
            let never = self.control.upper();
            let mut bounds = vec![never; most];
            bounds[most - 1] = BigRational::zero();
            bounds
        } else {
            let upper = self.control.upper();
            let bound = |h: usize| &self.fraction.lambda * whole(h as i64);
            // No tree with one leaf is better than the first of all, which is that leaf.
            let price = |h: usize| if h == 1 { upper.clone() } else { bound(h) };
            (1..=most).take_while(|h| bound(*h) < upper).map(price).collect()
        };
        self.check_bounds("price of leaves");
        self.publish();
    }

    fn relaxation(&self, decision: &Decision, per_leaf: i64) -> AdditiveRelaxation<'a> {
        relaxed(self.instance, &decision.prices(per_leaf), self.control)
    }

    /// λ·D of the tree with these leaves: what a leaf is worth where the loss is linear.
    fn natural_price(&self, decision: &Decision, leaves: &[ClassCounts]) -> i64 {
        let (fp, fn_) = self.fraction.mistakes(leaves);
        floor(&(&self.fraction.lambda * self.fraction.denominator(fp, fn_) * &decision.scale))
    }

    /// The objective of a tree, if it keeps the limit on leaves.
    fn objective(&self, tree: &Shape) -> Option<BigRational> {
        let leaves = self.instance.leaves(tree);
        let is_allowed = leaves.len() <= self.instance.max_leaves as usize;
        is_allowed.then(|| self.fraction.objective(&leaves))
    }

    fn offer(&self, tree: &Shape) -> bool {
        let objective = self.objective(tree);
        objective.is_some_and(|objective| self.control.offer(objective, || tree.clone()))
    }

    /// Keeps the best of the trees that the additive problem went through, for a run that is stopped.
    fn set_trees_aside(&self) {
        for tree in self.control.search.take_trees() {
            if let Some(objective) = self.objective(&tree) {
                self.control.set_aside(objective, tree);
            }
        }
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
            let upper = self.control.upper();
            let about = About { incumbent: Some(&upper), ..About::default() };
            self.control.raise_lower("all numbers of leaves", least, about);
        }
    }

    /// Hands the bounds of the numbers of leaves to the check. Where leaves cost nothing, the last is
    /// about all numbers up to its own, and the others are unused.
    fn check_bounds(&mut self, rule: &'static str) {
        let (upper, free) = (self.control.upper(), self.fraction.lambda.is_zero());
        let last = self.bounds.len();
        for (at, bound) in self.bounds.iter_mut().enumerate() {
            let leaves = at + 1;
            if !free || leaves == last {
                let about = About { leaves: (!free).then_some(leaves), incumbent: Some(&upper) };
                *bound = self.control.checked(rule, bound, about);
            }
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
        let mut untried = self.natural_price(&decision, &self.instance.leaves(&best.tree));
        loop {
            let lines = self.lines(&decision);
            let crossing = best_crossing(&lines, k);
            let per_leaf = crossing.map_or(untried, |(per_leaf, _)| per_leaf);
            let relaxation = self.relaxation(&decision, per_leaf).with(self.control.workers);
            let mut asked = (relaxation.solver(), relaxation.unavoidable);
            let wanted = self.wanted_budget(&decision, k, per_leaf, &upper);
            let must = decision.budget(&decision.threshold, i128::from(per_leaf) * i128::from(k));
            let found = self.search(&mut asked, &decision, per_leaf, wanted.max(must), &upper);
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
    fn lines(&self, decision: &Decision) -> Vec<TreeLine> {
        let prices = decision.prices(0);
        let line = |leaves: &Vec<ClassCounts>| TreeLine {
            leaves: leaves.len() as i64,
            cost: leaves.iter().map(|&leaf| prices.loss(leaf)).sum(),
        };
        self.met.iter().map(line).collect()
    }

    /// The budget that would settle the numbers of leaves near k as well.
    fn wanted_budget(
        &self,
        decision: &Decision,
        k: i64,
        per_leaf: i64,
        upper: &BigRational,
    ) -> i64 {
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
        (solver, unavoidable): &mut (AdditiveSolver<'_>, i64),
        decision: &Decision,
        per_leaf: i64,
        budget: i64,
        upper: &BigRational,
    ) -> Option<i64> {
        let budget = budget - *unavoidable;
        let begun = self.control.search.nodes();
        // With a smaller one the bound that everybody sees is there early, and what is proven is of use later.
        for part in [2, 4] {
            let (least, _) = solver.solve(budget - budget / part);
            // To say what it means for every number of leaves takes longer than a short proof.
            if self.control.search.nodes() - begun > SHORT {
                self.note(decision, least + *unavoidable, per_leaf, upper);
                self.publish();
            }
        }
        let (least, known) = solver.solve(budget);
        self.note(decision, least + *unavoidable, per_leaf, upper);
        self.set_trees_aside();
        if least < known || self.control.stopped() {
            return None;
        }
        let tree = solver.tree();
        self.offer(&tree);
        self.met.push(self.instance.leaves(&tree));
        Some(known + *unavoidable)
    }

    /// What an additive cost of at least `cost` for all trees says about each number of leaves.
    fn note(&mut self, decision: &Decision, cost: i64, per_leaf: i64, upper: &BigRational) {
        if self.ranges.0 != *upper || self.ranges.1.len() != self.bounds.len() {
            self.ranges = (upper.clone(), vec![None; self.bounds.len()]);
        }
        let ranges = self.ranges.1.iter_mut();
        for ((at, bound), range) in self.bounds.iter_mut().enumerate().zip(ranges) {
            if *bound >= *upper {
                continue;
            }
            let h = at as i64 + 1;
            let own = whole(cost) - whole(per_leaf) * whole(h);
            let excess = own / &decision.scale - &decision.threshold;
            let leaves = &self.fraction.lambda * whole(h);
            let (smallest, largest) =
                range.get_or_insert_with(|| self.fraction.range(&(upper - &leaves)));
            let denominator = if excess.is_positive() { largest } else { smallest };
            let loss = &decision.t + &excess / &*denominator;
            let objective = (leaves + loss).min(upper.clone());
            if objective > *bound {
                *bound = objective;
            }
        }
        self.check_bounds("decision");
    }

    /// Compares the trees with at most k leaves that are near the additive optimum.
    fn compare(
        &mut self,
        (solver, unavoidable): &mut (AdditiveSolver<'_>, i64),
        decision: &Decision,
        k: i64,
        budget: i64,
    ) {
        let upper = self.control.upper();
        let place = (self.instance, self.control);
        let near = near_trees(place, solver, decision, budget - *unavoidable, u64::MAX);
        let Some(near) = near else { return };
        for found in near.roots().iter().filter(|found| i64::from(found.leaves) <= k) {
            if self.offer(&near.tree(found)) {
                // The least cost for this t need not be the least loss: ask again with a smaller t.
                return;
            }
        }
        self.bounds[k as usize - 1] = upper;
        self.check_bounds("trees near a decision");
    }
}

/// How many numbers of leaves on either side of k to settle with it.
const WINDOW: i64 = 2;

/// Expansions of a proof whose bound nobody sees before it is over.
const SHORT: u64 = 2_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_price_is_where_the_lines_of_fewer_and_more_leaves_cross() {
        let line = |leaves, cost| TreeLine { leaves, cost };
        let lines = [line(1, 100), line(3, 60), line(6, 30), line(7, 29)];
        assert_eq!(best_crossing(&lines, 4), Some((10, 90)));
        assert_eq!(best_crossing(&lines, 2), Some((20, 120)));
        assert_eq!(best_crossing(&lines, 7), None);
    }
}
