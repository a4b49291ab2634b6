//! AUC and partial AUC: from tangents to a proof.
//!
//! 1. Greedy trees for a few tangents: incumbents, and a good reference curve.
//! 2. An exact search of the tangent: a bound on all trees, and the tree that is best for it. If no
//!    tree can cost as little as it must to beat the incumbent, that is the proof.
//! 3. Else all trees near the tangent's optimum ([`crate::near`]). If they are too many, the tangent
//!    is too far from the optimum: move the reference towards the new tree and go to 2.
use super::relaxed::relaxed;
use super::snapshots::snapshots;
use crate::control::{About, Control};
use crate::near::{DominanceCriterion, NearTree, near_trees};
use crate::objective::{Area, Curve, dominates_in_area, dominates_in_partial_area};
use crate::problem::{ClassCounts, RankInstance};
use crate::relaxation::{AdditiveRelaxation, Reference, Tangent};
use gosdt_search::{AdditiveSolver, Shape};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

fn whole(number: i64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

/// Subtrees by their curves.
impl DominanceCriterion for Area {
    type Item = Curve;

    fn leaf(&self, counts: ClassCounts) -> Curve {
        Curve::leaf(counts)
    }

    fn join(&self, yes: &Curve, no: &Curve) -> Curve {
        yes.join(no)
    }

    fn dominates(&self, a: &NearTree<Curve>, b: &NearTree<Curve>, outside: ClassCounts) -> bool {
        let more = i64::from(b.leaves) - i64::from(a.leaves);
        if self.limited && more < 0 {
            return false;
        }
        if self.whole {
            dominates_in_area(&a.item, &b.item, more, self.price, outside)
        } else {
            dominates_in_partial_area(&a.item, &b.item, more, self.price, self.last)
        }
    }
}

/// Greedy tangents to begin with.
const GREEDY_ROUNDS: usize = 12;
/// Labels of a tangent of a greedy round, and of an exact one.
const LABELS: usize = 12;
/// Steps allowed to the first search near an optimum; each further one is allowed more.
const FIRST_STEPS: u64 = 5_000_000;

/// Minimises the objective; on return it is proven or `control` was stopped.
pub(crate) fn run(instance: &RankInstance, area: &Area, control: &Control) {
    let mut driver = Driver { instance, area, control, more: BigRational::zero() };
    driver.price_of_leaves();
    let mut reference = driver.greedy_rounds();
    let mut steps = FIRST_STEPS;
    while !control.stopped() {
        let Some(tree) = driver.round(&reference, steps) else { return };
        reference = reference.towards(&tree, area).0;
        steps = steps.saturating_mul(3);
    }
}

struct Driver<'a> {
    instance: &'a RankInstance,
    area: &'a Area,
    control: &'a Control,
    /// Price per leaf beside λ, where the number of leaves is limited.
    more: BigRational,
}

impl<'a> Driver<'a> {
    fn tangent(&self, reference: &Reference) -> Tangent {
        Tangent::new(self.area, reference, LABELS, &self.more)
    }

    /// The objective of a tree, if it keeps the limit on leaves.
    fn objective(&self, tree: &Shape) -> Option<BigRational> {
        let leaves = tree.leaves();
        let curve = || Curve::of(&self.instance.leaves(tree));
        let is_allowed = leaves <= self.instance.max_leaves as usize;
        is_allowed.then(|| self.area.objective(&curve(), leaves))
    }

    /// Offers a tree if it is allowed.
    fn offer(&self, tree: &Shape) {
        if let Some(objective) = self.objective(tree) {
            self.control.offer(objective, || tree.clone());
        }
    }

    /// The curve of a tree as a reference.
    fn reference(&self, tree: &Shape) -> Reference {
        Reference::of(&Curve::of(&self.instance.leaves(tree)), tree.leaves())
    }

    /// Keeps the best of the trees that the additive problem went through, for a run that is stopped.
    fn set_trees_aside(&self) {
        for tree in self.control.search.take_trees() {
            if let Some(objective) = self.objective(&tree) {
                self.control.set_aside(objective, tree);
            }
        }
    }

    fn greedy_rounds(&mut self) -> Reference {
        let mut reference = self.reference(&Shape::leaf(0));
        for _ in 0..GREEDY_ROUNDS {
            let relaxation = self.relaxation(&self.tangent(&reference));
            let grown = relaxation.solver().greedy();
            for tree in snapshots(&grown) {
                self.offer(&tree);
            }
            let Some(tree) = grown.tree else { break };
            let (mixed, share) = reference.towards(&self.reference(&tree), self.area);
            reference = mixed;
            if share < 0.01 || self.control.stopped() {
                break;
            }
        }
        reference
    }

    /// One exact tangent; `None` when the optimum is proven, else the tree to move towards.
    fn round(&mut self, reference: &Reference, steps: u64) -> Option<Reference> {
        let tangent = self.tangent(reference);
        let relaxation = self.relaxation(&tangent).with(self.control.workers);
        let mut solver = relaxation.solver();
        let lower = self.solve(&mut solver, &tangent, relaxation.unavoidable);
        self.set_trees_aside();
        // The best tree of a proof that was stopped is one that a longer proof may not meet again.
        let tree = (!self.control.stopped()).then(|| solver.tree());
        tree.iter().for_each(|tree| self.offer(tree));
        let budget = tangent.budget(&self.control.upper()) - relaxation.unavoidable;
        if lower > budget {
            self.control.prove();
            return None;
        }
        let tree = tree?;
        self.price_leaves(&tree);
        let next = self.reference(&tree);
        let line = tangent.line(relaxation.unavoidable);
        let halfway = lower + (budget - lower) / 2;
        for reach in [halfway, budget] {
            // A tree that was found may have lowered the budget.
            let budget = tangent.budget(&self.control.upper()) - relaxation.unavoidable;
            if !self.compare(&mut solver, reach.min(budget), steps) {
                return Some(next);
            }
            let (bound, upper) = (line.bound(reach + 1), self.control.upper());
            let about = About { incumbent: Some(&upper), ..About::default() };
            self.control.raise_lower("trees near a tangent", &bound, about);
        }
        self.control.prove();
        None
    }

    /// Offers the trees whose tangent is at most `reach`. Returns false when they are too many or the
    /// search was stopped. In two passes, the first of which takes little of the time, the lower bound
    /// rises between them, and trees that the first finds shorten the second.
    fn compare(&self, solver: &mut AdditiveSolver<'_>, reach: i64, steps: u64) -> bool {
        let place = (self.instance, self.control);
        let Some(near) = near_trees(place, solver, self.area, reach, steps) else { return false };
        for found in near.roots() {
            let objective = self.area.objective(&found.item, found.leaves as usize);
            self.control.offer(objective, || near.tree(found));
        }
        true
    }

    /// A tree other than the lone leaf pays for two leaves, and no area is larger than that left of the
    /// end.
    fn price_of_leaves(&self) {
        let end = &self.area.end / whole(self.area.totals.neg);
        let two = BigRational::one() - end + &self.area.lambda * whole(2);
        let upper = self.control.upper();
        let about = About { incumbent: Some(&upper), ..About::default() };
        self.control.raise_lower("price of leaves", &two.min(upper.clone()), about);
    }

    fn relaxation(&self, tangent: &Tangent) -> AdditiveRelaxation<'a> {
        relaxed(self.instance, &tangent.prices, self.control)
    }

    /// Solves the tangent as far as the incumbent asks; the lower bound of its cost.
    fn solve(&self, solver: &mut AdditiveSolver<'_>, tangent: &Tangent, unavoidable: i64) -> i64 {
        let budget = tangent.budget(&self.control.upper()) - unavoidable;
        self.control.follow(tangent.line(unavoidable));
        let (lower, _) = solver.solve(budget);
        self.control.unfollow();
        lower
    }

    /// Where trees get too many leaves, makes leaves dearer for the next tangent.
    fn price_leaves(&mut self, tree: &Shape) {
        let (leaves, most) = (tree.leaves(), self.instance.max_leaves as usize);
        if leaves > most {
            let all = whole(self.area.totals.pos) * whole(self.area.totals.neg);
            let least = all / whole(1000);
            let sum = &self.more + &self.area.per_leaf;
            self.more += (sum / whole(2)).max(least);
        } else if leaves < most && self.more.is_positive() {
            self.more = &self.more * whole(3) / whole(4);
        }
    }
}
