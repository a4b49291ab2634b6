//! What a subtree may still use of the limits on the tree.
use crate::problem::Limits;

/// A limit on a number, or none.
///
/// "No limit" is not a large number: it stays what it is however often it is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit(Option<u32>);

impl Limit {
    /// No limit.
    pub const NONE: Limit = Limit(None);

    /// At most `number`; `u32::MAX`, which no tree reaches, is no limit.
    pub fn at_most(number: u32) -> Limit {
        Limit::given(Some(number))
    }

    /// The limit that is given, if one is.
    pub fn given(number: Option<u32>) -> Limit {
        Limit(number.filter(|&number| number < u32::MAX))
    }

    /// The limit, if it is below `most`, which no tree exceeds anyway.
    fn if_below(limit: Option<u32>, most: u32) -> Limit {
        Limit(limit.filter(|&limit| limit < most))
    }

    /// Whether there is no limit.
    pub fn is_none(self) -> bool {
        self.0.is_none()
    }

    /// The number, if there is a limit.
    pub fn number(self) -> Option<u32> {
        self.0
    }

    /// The limit after one of the number was used.
    fn less_one(self) -> Limit {
        Limit(self.0.map(|number| number.saturating_sub(1)))
    }

    fn word(self) -> u64 {
        u64::from(self.0.unwrap_or(u32::MAX))
    }
}

/// Whether the limit is exactly this number.
impl PartialEq<u32> for Limit {
    fn eq(&self, number: &u32) -> bool {
        self.0 == Some(*number)
    }
}

/// Depth and leaves that a subtree may still use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Remaining {
    /// Levels of splits.
    pub depth: Limit,
    /// Leaves.
    pub leaves: Limit,
}

impl Remaining {
    /// No limit on either.
    #[cfg(test)]
    pub const UNLIMITED: Remaining = Remaining { depth: Limit::NONE, leaves: Limit::NONE };

    /// What the root of a tree on `points` points may use. A tree without superfluous splits has no
    /// more leaves than points and is less deep, so larger limits are none.
    pub fn at_root(limits: &Limits, points: usize) -> Remaining {
        let most = u32::try_from(points).unwrap_or(u32::MAX);
        Remaining {
            depth: Limit::if_below(limits.max_depth, most),
            leaves: Limit::if_below(limits.max_leaves, most),
        }
    }

    /// What is left below a split, before leaves are shared between its sides.
    pub fn below(self) -> Remaining {
        Remaining { depth: self.depth.less_one(), leaves: self.leaves }
    }

    /// The same with this many leaves.
    pub fn with_leaves(self, leaves: u32) -> Remaining {
        Remaining { leaves: Limit::at_most(leaves), ..self }
    }

    /// The same without a limit on leaves: the relaxation.
    pub fn without_leaf_limit(self) -> Remaining {
        Remaining { leaves: Limit::NONE, ..self }
    }

    /// The ways to share what is left below a split between its sides (yes, no).
    pub fn shares(self) -> Vec<[Remaining; 2]> {
        let below = self.below();
        let share =
            |leaves: u32| move |yes: u32| [below.with_leaves(yes), below.with_leaves(leaves - yes)];
        match self.leaves.number() {
            None => vec![[below, below]],
            Some(leaves) => (1..leaves).map(share(leaves)).collect(),
        }
    }

    /// Whether only a lone leaf fits.
    pub fn is_leaf(self) -> bool {
        self.depth == 0 || self.leaves == 1
    }

    /// Whether no more than two leaves fit.
    pub fn is_stump(self) -> bool {
        self.is_leaf() || self.depth == 1 || self.leaves == 2
    }

    /// The same without the limits that no tree of at most `leaves` leaves reaches.
    pub fn binding(self, leaves: i64) -> Remaining {
        let binds = |limit: &u32| i64::from(*limit) < leaves;
        Remaining {
            depth: Limit(self.depth.0.filter(binds)),
            leaves: Limit(self.leaves.0.filter(binds)),
        }
    }

    /// Whether every tree within other limits is within these.
    pub fn covers(self, other: Remaining) -> bool {
        let covers = |own: Limit, other: Limit| match (own.0, other.0) {
            (None, _) => true,
            (Some(own), Some(other)) => own >= other,
            (Some(_), None) => false,
        };
        covers(self.depth, other.depth) && covers(self.leaves, other.leaves)
    }

    /// The most leaves that a tree of the depth allowed can have; `None` if that is not limited.
    pub fn leaves_of_depth(self) -> Option<i64> {
        self.depth.0.and_then(|depth| 1i64.checked_shl(depth)).filter(|leaves| *leaves > 0)
    }

    /// The same with at most this depth.
    pub fn with_depth_at_most(self, depth: u32) -> Remaining {
        let least = self.depth.0.map_or(depth, |own| own.min(depth));
        Remaining { depth: Limit(Some(least)), ..self }
    }

    /// The limits that this word stands for.
    pub(super) fn of_word(word: u64) -> Remaining {
        let [depth, leaves] = [word >> 32, word].map(|half| Limit::at_most(half as u32));
        Remaining { depth, leaves }
    }

    /// One word that tells all values apart.
    pub(super) fn word(self) -> u64 {
        self.depth.word() << 32 | self.leaves.word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_stays_no_limit() {
        assert_eq!(Remaining::UNLIMITED.below().below(), Remaining::UNLIMITED);
        assert_eq!(Limit::at_most(u32::MAX), Limit::NONE);
        assert!(Limit::at_most(2).less_one() == 1);
    }

    #[test]
    fn limits_that_no_tree_reaches_are_none() {
        let limits = Limits { max_depth: Some(5), max_leaves: Some(4), min_leaf: 1 };
        let root = Remaining::at_root(&limits, 5);
        assert!(root.depth.is_none() && root.leaves == 4);
    }

    #[test]
    fn the_depth_limits_the_leaves() {
        let of_depth = |depth| Remaining::UNLIMITED.with_depth_at_most(depth).leaves_of_depth();
        assert_eq!([0, 3, 62].map(of_depth), [Some(1), Some(8), Some(1 << 62)]);
        assert_eq!([63, 64, 1000].map(of_depth), [None; 3]);
        assert_eq!(Remaining::UNLIMITED.leaves_of_depth(), None);
    }

    #[test]
    fn leaves_are_shared_in_every_way() {
        let three = Remaining::UNLIMITED.with_leaves(3);
        let leaves = |share: [Remaining; 2]| share.map(|side| side.leaves.number());
        let shares: Vec<_> = three.shares().into_iter().map(leaves).collect();
        assert_eq!(shares, [[Some(1), Some(2)], [Some(2), Some(1)]]);
        assert_eq!(Remaining::UNLIMITED.shares(), [[Remaining::UNLIMITED; 2]]);
    }
}
