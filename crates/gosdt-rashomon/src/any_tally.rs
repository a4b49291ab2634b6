//! A tally with numbers as large as it needs.
use crate::count::Count;
use crate::counted::{Counted, Signature};
use crate::graph::Side;
use crate::restriction::Restriction;
use crate::tally::{Choice, Chosen, Tally};
use num_bigint::BigUint;
use num_traits::Zero;

/// The splits of a tree, in preorder (yes before no); `None` is a leaf.
pub(crate) type Splits = Vec<Option<u32>>;

/// A tally with numbers of 128 bits or, where these overflow, of any length.
pub(crate) enum AnyTally {
    Short(Roots<u128>),
    Long(Roots<BigUint>),
}

/// A tally, and which trees of all points are meant.
pub(crate) struct Roots<C> {
    tally: Tally<C>,
    roots: Vec<(Signature, C)>,
    unavoidable_cost: i64,
}

impl AnyTally {
    /// Counts the trees that keep the restriction. Once `stop` returns true, trees are left out.
    pub fn new(counted: Counted<'_>, unavoidable_cost: i64, stop: &dyn Fn() -> bool) -> AnyTally {
        if let Some(roots) = Roots::new(counted, unavoidable_cost, stop) {
            return AnyTally::Short(roots);
        }
        AnyTally::Long(Roots::new(counted, unavoidable_cost, stop).expect("room for any number"))
    }

    /// Whether trees were left out.
    pub fn is_stopped(&self) -> bool {
        match self {
            AnyTally::Short(roots) => roots.tally.stopped,
            AnyTally::Long(roots) => roots.tally.stopped,
        }
    }

    /// Bytes held, but for the digits of numbers beyond 128 bits.
    pub fn bytes(&self) -> u64 {
        match self {
            AnyTally::Short(roots) => roots.tally.bytes(),
            AnyTally::Long(roots) => roots.tally.bytes(),
        }
    }

    /// The number of trees.
    pub fn count(&self) -> BigUint {
        self.histogram().into_iter().map(|(_, trees)| trees).sum()
    }

    /// The number of trees of each cost, ascending.
    pub fn histogram(&self) -> Vec<(i64, BigUint)> {
        match self {
            AnyTally::Short(roots) => roots.histogram(),
            AnyTally::Long(roots) => roots.histogram(),
        }
    }

    /// The cost and the splits of the tree of this number.
    pub fn tree(&self, counted: Counted<'_>, number: &BigUint) -> Option<(i64, Splits)> {
        match self {
            AnyTally::Short(roots) => roots.tree(counted, number),
            AnyTally::Long(roots) => roots.tree(counted, number),
        }
    }
}

impl<C: Count> Roots<C> {
    /// `None` if there is no room for the numbers.
    fn new(
        counted: Counted<'_>,
        unavoidable_cost: i64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Roots<C>> {
        let tally: Tally<C> = Tally::new(counted, stop).ok()?;
        let all = tally.of_set(tally.top_layer(), 0);
        let meant = |(signature, _): &&(Signature, C)| {
            is_meant(counted.restriction, *signature, unavoidable_cost)
        };
        let roots = all.iter().filter(meant).cloned().collect();
        Some(Roots { tally, roots, unavoidable_cost })
    }

    fn histogram(&self) -> Vec<(i64, BigUint)> {
        let mut histogram: Vec<(i64, BigUint)> = Vec::new();
        for (signature, trees) in &self.roots {
            let cost = signature.cost + self.unavoidable_cost;
            match histogram.last_mut() {
                Some((last, sum)) if *last == cost => *sum += trees.big(),
                _ => histogram.push((cost, trees.big())),
            }
        }
        histogram
    }

    fn tree(&self, counted: Counted<'_>, number: &BigUint) -> Option<(i64, Splits)> {
        let mut left = number.clone();
        for (signature, trees) in &self.roots {
            let trees = trees.big();
            if left < trees {
                let chosen = Chosen { signature: *signature, index: C::from_big(&left)? };
                let mut splits = Splits::new();
                self.descend(counted, self.tally.top_layer(), Side::Set(0), &chosen, &mut splits)?;
                return Some((signature.cost + self.unavoidable_cost, splits));
            }
            left -= trees;
        }
        debug_assert!(!left.is_zero() || *number == self.histogram().iter().map(|(_, n)| n).sum());
        None
    }

    fn descend(
        &self,
        counted: Counted<'_>,
        layer: usize,
        side: Side,
        chosen: &Chosen<C>,
        splits: &mut Splits,
    ) -> Option<()> {
        let Side::Set(set) = side else {
            splits.push(None);
            return Some(());
        };
        match self.tally.choose(counted, layer, set as usize, chosen)? {
            Choice::Leaf => splits.push(None),
            Choice::Split { feature, sides } => {
                splits.push(Some(feature));
                let below = self.tally.layer_below(counted, layer);
                for (side, chosen) in &sides {
                    self.descend(counted, below, *side, chosen, splits)?;
                }
            }
        }
        Some(())
    }
}

/// Whether trees of all points with this signature are asked for.
fn is_meant(restriction: &Restriction, signature: Signature, unavoidable_cost: i64) -> bool {
    let cost = signature.cost + unavoidable_cost;
    signature.used == restriction.all_used()
        && (!restriction.counts_leaves() || restriction.allows_leaves(signature.leaves.into()))
        && restriction.max_cost.is_none_or(|most| cost <= most)
}
