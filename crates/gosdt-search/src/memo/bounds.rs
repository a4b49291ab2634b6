//! Bounds of a subproblem.
use crate::problem::LARGEST_TOTAL;

/// No split: the tree behind an upper bound is a lone leaf.
pub(crate) const LEAF: u32 = u32::MAX;

/// A cost above all others, small enough that a few of them can be added.
pub(crate) const INFINITE_COST: i64 = i64::MAX / 8;

const _: () = assert!(LARGEST_TOTAL < INFINITE_COST, "no tree costs as much");

/// Bounds of a subproblem, and the first split of the tree behind the upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// No tree costs less.
    pub lower: i64,
    /// A known tree costs this, or [`INFINITE_COST`] if no tree is known.
    pub upper: i64,
    /// The first split of that tree (a feature), or [`LEAF`].
    pub choice: u32,
}

impl Bounds {
    /// Bounds of a subproblem of which nothing is known.
    pub const UNKNOWN: Bounds = Bounds::at_least(0);

    /// Bounds of a subproblem of which only a lower bound is known.
    pub const fn at_least(lower: i64) -> Bounds {
        Bounds { lower, upper: INFINITE_COST, choice: LEAF }
    }

    /// Bounds of a subproblem whose optimum is a lone leaf of this cost.
    pub fn of_leaf(cost: i64) -> Bounds {
        Bounds { lower: cost, upper: cost, choice: LEAF }
    }

    /// Whether the optimum is known.
    pub fn is_exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// Whether the question "what is the optimum, if it is within the budget?" is answered.
    pub fn settles(&self, budget: i64) -> bool {
        self.is_exact() || self.lower > budget
    }

    /// Whether a tree is known.
    pub fn has_tree(&self) -> bool {
        self.upper < INFINITE_COST
    }

    /// Raises the lower bound to `lower` if that is more.
    pub fn raise(&mut self, lower: i64) {
        self.lower = self.lower.max(lower);
    }

    /// Lowers the upper bound to the cost of a tree with this first split, if that is less.
    pub fn improve(&mut self, upper: i64, choice: u32) {
        if upper < self.upper {
            self.upper = upper;
            self.choice = choice;
        }
    }

    /// Takes the better of each bound.
    pub fn tighten(&mut self, other: &Bounds) {
        self.raise(other.lower);
        self.improve(other.upper, other.choice);
    }
}
