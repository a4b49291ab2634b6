//! AUC and partial AUC: from tangents to a proof.
//!
//! 1. Greedy trees for a few tangents: incumbents, and a good reference curve.
//! 2. An exact search of the tangent: a bound on all trees, and the tree that is best for it. If no
//!    tree can cost as little as it must to beat the incumbent, that is the proof.
//! 3. Else all trees near the tangent's optimum ([`crate::near`]). If they are too many, the tangent
//!    is too far from the optimum: move the reference towards the new tree and go to 2.
use crate::control::Control;
use crate::curve::{Curve, DIGITS, End, LeafPrice, useless_in_area, useless_in_partial_area};
use crate::ground::{Counts, Ground};
use crate::near::{Found, Merit, near_optima};
use crate::priced::Priced;
use crate::tangent::{Reference, Tangent};
use gosdt_search::{AdditiveSolver, Shape};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// 1 − (area left of `end`) / (N⁺N⁻) + λ·leaves.
pub(crate) struct Area {
    pub totals: Counts,
    /// Where the area ends: θN⁻.
    pub end: BigRational,
    /// λN⁺N⁻.
    pub per_leaf: BigRational,
    pub lambda: BigRational,
    pub max_leaves: u32,
    /// Whether trees may have more leaves than allowed, but for the limit.
    limited: bool,
    whole: bool,
    last: End,
    price: LeafPrice,
}

fn whole(number: i64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

impl Area {
    /// The objective for points; `None` when its numbers are too wide.
    pub fn new(ground: &Ground, theta: &BigRational, lambda: &BigRational) -> Option<Area> {
        let all = whole(ground.totals.pos) * whole(ground.totals.neg);
        let end = theta * whole(ground.totals.neg);
        let per_leaf = lambda * all;
        let is_whole = theta.is_one();
        let price =
            if is_whole { &per_leaf * whole(2) } else { &per_leaf / &end * whole(1 << DIGITS) };
        Some(Area {
            totals: ground.totals,
            last: End { end: end.numer().to_i64()?, per: end.denom().to_i64()? },
            price: LeafPrice::new(&price)?,
            end,
            per_leaf,
            lambda: lambda.clone(),
            max_leaves: ground.max_leaves,
            limited: (ground.max_leaves as usize) < ground.points,
            whole: is_whole,
        })
    }

    /// End and price of a leaf, for choices that need not be exact.
    pub fn rounded(&self) -> (f64, f64) {
        let float = |number: &BigRational| number.to_f64().unwrap_or(0.0);
        (float(&self.end), float(&self.per_leaf))
    }

    /// The objective of a tree.
    pub fn objective(&self, curve: &Curve, leaves: usize) -> BigRational {
        let all = whole(self.totals.pos) * whole(self.totals.neg);
        BigRational::one() - curve.area(&self.end) / all + &self.lambda * whole(leaves as i64)
    }
}

/// Subtrees by their curves.
impl Merit for Area {
    type Item = Curve;

    fn leaf(&self, counts: Counts) -> Curve {
        Curve::leaf(counts)
    }

    fn join(&self, yes: &Curve, no: &Curve) -> Curve {
        yes.join(no)
    }

    fn useless(&self, a: &Found<Curve>, b: &Found<Curve>, outside: Counts) -> bool {
        let more = i64::from(b.leaves) - i64::from(a.leaves);
        if self.limited && more < 0 {
            return false;
        }
        if self.whole {
            useless_in_area(&a.item, &b.item, more, self.price, outside)
        } else {
            useless_in_partial_area(&a.item, &b.item, more, self.price, self.last)
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
pub(crate) fn run(ground: &Ground, area: &Area, control: &Control) {
    let mut driver = Driver { ground, area, control, more: BigRational::zero() };
    let mut reference = driver.greedy_rounds();
    let mut steps = FIRST_STEPS;
    while !control.stopped() {
        let Some(tree) = driver.round(&reference, steps) else { return };
        reference = reference.towards(&tree, area).0;
        steps = steps.saturating_mul(3);
    }
}

struct Driver<'a> {
    ground: &'a Ground,
    area: &'a Area,
    control: &'a Control,
    /// Price per leaf beside λ, where the number of leaves is limited.
    more: BigRational,
}

impl<'a> Driver<'a> {
    fn tangent(&self, reference: &Reference) -> Tangent {
        Tangent::new(self.area, reference, LABELS, &self.more)
    }

    /// Scores a tree, offers it if it is allowed, and returns its curve as a reference.
    fn offer(&self, tree: &Shape) -> Reference {
        let curve = Curve::of(&self.ground.leaves(tree));
        let leaves = tree.leaves();
        if leaves <= self.ground.max_leaves as usize {
            self.control.offer(self.area.objective(&curve, leaves), || tree.clone());
        }
        Reference::of(&curve, leaves)
    }

    fn greedy_rounds(&mut self) -> Reference {
        let mut reference = self.offer(&Shape::leaf(0));
        for _ in 0..GREEDY_ROUNDS {
            let priced = self.priced(&self.tangent(&reference));
            let tree = priced.questions().greedy();
            let (mixed, share) = reference.towards(&self.offer(&tree), self.area);
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
        let priced = self.priced(&tangent).with(self.control.crew);
        let mut questions = priced.questions();
        let lower = self.solve(&mut questions, &tangent, priced.unavoidable);
        let tree = questions.tree();
        let next = self.offer(&tree);
        self.price_leaves(&tree);
        let budget = tangent.budget(&self.control.upper()) - priced.unavoidable;
        if lower > budget {
            self.control.prove();
            return None;
        }
        if self.control.stopped() {
            return None;
        }
        let place = (self.ground, self.control);
        let near = near_optima(place, &mut questions, self.area, budget, steps);
        let Some(near) = near else { return Some(next) };
        for found in near.roots() {
            let objective = self.area.objective(&found.item, found.leaves as usize);
            self.control.offer(objective, || near.tree(found));
        }
        self.control.prove();
        None
    }

    fn priced(&self, tangent: &Tangent) -> Priced<'a> {
        Priced::new(self.ground, &tangent.prices, &self.control.reins)
    }

    /// Solves the tangent as far as the incumbent asks; the lower bound of its cost.
    fn solve(
        &self,
        questions: &mut AdditiveSolver<'_>,
        tangent: &Tangent,
        unavoidable: i64,
    ) -> i64 {
        let budget = tangent.budget(&self.control.upper()) - unavoidable;
        self.control.follow(tangent.line(unavoidable));
        let (lower, _) = questions.solve(budget);
        self.control.unfollow();
        lower
    }

    /// Where trees get too many leaves, makes leaves dearer for the next tangent.
    fn price_leaves(&mut self, tree: &Shape) {
        let (leaves, most) = (tree.leaves(), self.ground.max_leaves as usize);
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
