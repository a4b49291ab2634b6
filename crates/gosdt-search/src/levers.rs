//! What makes the search fast, each with a switch. None changes an optimum; the switches are there
//! to test that and to measure what each one buys.

/// Switches of the search. All are on by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levers {
    /// Subtract the unavoidable loss of every point and drop points without weight (equivalent
    /// points bound).
    pub reduction: bool,
    /// Count all pairs of splits at a node: exact trees of up to three leaves, and two levels of
    /// look-ahead (hierarchical lower bound with look-ahead).
    pub pairs: bool,
    /// Count what the cheapest leaf loses that a split peels off (peeled leaf).
    pub peeled_leaf: bool,
    /// Leave out, here and below, a split with a side of weight ≤ the leaf penalty (lower bound on
    /// incremental progress).
    pub useless_sides: bool,
    /// Do not split a leaf whose loss is ≤ the leaf penalty (incremental progress to determine
    /// splitting).
    pub leaf_is_enough: bool,
    /// End a node when the budget is below the penalty of one more leaf (leaf-count bounds).
    pub leaf_count: bool,
    /// Splits that are equal or complementary on a node's points are one split there and below.
    pub merge_splits: bool,
    /// A bound proven for one side of a split bounds the sides that differ little from it (similar
    /// support bound, subset bound).
    pub similar_support: bool,
    /// Rule out thresholds beside which a neighbour is as good (threshold exchange).
    pub exchange: bool,
    /// Start a node from the bounds of its parent's splits and of neighbouring thresholds.
    pub heritage: bool,
    /// Count the heavier side of a split before the lighter one is solved.
    pub probes: bool,
    /// Remember subproblems by their set of points (leaf permutation bound).
    pub memo: bool,
    /// Look up all sides of a node before any is worked on.
    pub early_recall: bool,
    /// Of a run of live thresholds of one column take the middle one.
    pub midpoint: bool,
    /// Start from a greedy tree.
    pub incumbent: bool,
    /// Raise the root's budget in steps.
    pub deepening: bool,
    /// On many columns count pairs one split at a time, when the split is due.
    pub lazy_pairs: bool,
    /// Ask a threshold's side for a little more than needed, so that its neighbours are ruled out
    /// with it.
    pub slack: bool,
    /// Carry bounds over from searches at other penalties (the optimum is concave in λ).
    pub concave_in_lambda: bool,
}

impl Levers {
    /// All on.
    pub const ALL: Levers = Levers {
        reduction: true,
        pairs: true,
        peeled_leaf: true,
        useless_sides: true,
        leaf_is_enough: true,
        leaf_count: true,
        merge_splits: true,
        similar_support: true,
        exchange: true,
        heritage: true,
        probes: true,
        memo: true,
        early_recall: true,
        midpoint: true,
        incumbent: true,
        deepening: true,
        lazy_pairs: true,
        slack: true,
        concave_in_lambda: true,
    };
}

/// A lever's name and its switch.
type Switch = (&'static str, fn(&mut Levers) -> &mut bool);

const SWITCHES: [Switch; 19] = [
    ("reduction", |levers| &mut levers.reduction),
    ("pairs", |levers| &mut levers.pairs),
    ("peeled-leaf", |levers| &mut levers.peeled_leaf),
    ("useless-sides", |levers| &mut levers.useless_sides),
    ("leaf-is-enough", |levers| &mut levers.leaf_is_enough),
    ("leaf-count", |levers| &mut levers.leaf_count),
    ("merge-splits", |levers| &mut levers.merge_splits),
    ("similar-support", |levers| &mut levers.similar_support),
    ("exchange", |levers| &mut levers.exchange),
    ("heritage", |levers| &mut levers.heritage),
    ("probes", |levers| &mut levers.probes),
    ("memo", |levers| &mut levers.memo),
    ("early-recall", |levers| &mut levers.early_recall),
    ("midpoint", |levers| &mut levers.midpoint),
    ("incumbent", |levers| &mut levers.incumbent),
    ("deepening", |levers| &mut levers.deepening),
    ("lazy-pairs", |levers| &mut levers.lazy_pairs),
    ("slack", |levers| &mut levers.slack),
    ("concave-in-lambda", |levers| &mut levers.concave_in_lambda),
];

impl Levers {
    /// The names of all levers.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|(name, _)| *name)
    }

    /// The same with the lever called `name` off; `None` if there is none.
    pub fn without(mut self, name: &str) -> Option<Levers> {
        let (_, switch) = SWITCHES.iter().find(|(known, _)| *known == name)?;
        *switch(&mut self) = false;
        Some(self)
    }
}

impl Default for Levers {
    fn default() -> Self {
        Levers::ALL
    }
}
