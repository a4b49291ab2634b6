//! The techniques that make the search fast. Each can be switched off for tests and measurements;
//! none changes an optimum.

/// Which techniques the search uses. All are in use by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Subtract the unavoidable cost of every point, and drop the points on which all labels then
    /// cost the same (equivalent points bound).
    pub reduction: bool,
    /// Count all pairs of splits at a node: exact trees of up to three leaves, and two levels of
    /// look-ahead (hierarchical lower bound with look-ahead).
    pub pairs: bool,
    /// Add to the cost of a three-leaf tree the loss of the cheapest leaf that a split can separate
    /// (peeled leaf).
    pub peeled_leaf: bool,
    /// Leave out, at a node and below it, a split with a side whose avoidable cost is at most the
    /// leaf penalty (lower bound on incremental progress).
    pub useless_sides: bool,
    /// Use a lower bound of one side of a split to bound the sides that differ little from it
    /// (similar support bound, subset bound).
    pub similar_support: bool,
    /// Rule out thresholds that a neighbouring threshold dominates (threshold exchange).
    pub exchange: bool,
    /// Start a node from the bounds of its parent's splits and of neighbouring thresholds.
    pub inherited_bounds: bool,
    /// Evaluate the side with the larger avoidable cost by counting before the other side is solved.
    pub probes: bool,
    /// Remember subproblems by their set of points (leaf permutation bound).
    pub memo: bool,
    /// Look up all sides of a node in the memo before any is worked on.
    pub early_lookup: bool,
    /// Work on the middle one of a run of live thresholds of a column.
    pub midpoint: bool,
    /// Start from a greedy tree.
    pub incumbent: bool,
    /// Raise the root's budget in steps once a search takes long.
    pub deepening: bool,
    /// Where there are many splits, count the pairs of one split at a time, when it is worked on.
    pub lazy_pairs: bool,
    /// Ask for slightly more than is needed of a threshold's side, so that its neighbours are ruled
    /// out with it.
    pub slack: bool,
    /// Where leaves are limited, solve a subproblem without the limit first.
    pub leaf_relaxation: bool,
    /// Where leaves are limited, tell numbers of leaves by what trees cost (leaf counts by residues).
    pub leaf_residue: bool,
    /// Use bounds of searches at other penalties (the optimum is concave in λ).
    pub concave_in_lambda: bool,
}

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques {
        reduction: true,
        pairs: true,
        peeled_leaf: true,
        useless_sides: true,
        similar_support: true,
        exchange: true,
        inherited_bounds: true,
        probes: true,
        memo: true,
        early_lookup: true,
        midpoint: true,
        incumbent: true,
        deepening: true,
        lazy_pairs: true,
        slack: true,
        leaf_relaxation: true,
        leaf_residue: true,
        concave_in_lambda: true,
    };
}

/// The name of a technique and its switch.
type Switch = (&'static str, fn(&mut Techniques) -> &mut bool);

const SWITCHES: [Switch; 18] = [
    ("reduction", |techniques| &mut techniques.reduction),
    ("pairs", |techniques| &mut techniques.pairs),
    ("peeled-leaf", |techniques| &mut techniques.peeled_leaf),
    ("useless-sides", |techniques| &mut techniques.useless_sides),
    ("similar-support", |techniques| &mut techniques.similar_support),
    ("exchange", |techniques| &mut techniques.exchange),
    ("inherited-bounds", |techniques| &mut techniques.inherited_bounds),
    ("probes", |techniques| &mut techniques.probes),
    ("memo", |techniques| &mut techniques.memo),
    ("early-lookup", |techniques| &mut techniques.early_lookup),
    ("midpoint", |techniques| &mut techniques.midpoint),
    ("incumbent", |techniques| &mut techniques.incumbent),
    ("deepening", |techniques| &mut techniques.deepening),
    ("lazy-pairs", |techniques| &mut techniques.lazy_pairs),
    ("slack", |techniques| &mut techniques.slack),
    ("leaf-relaxation", |techniques| &mut techniques.leaf_relaxation),
    ("leaf-residue", |techniques| &mut techniques.leaf_residue),
    ("concave-in-lambda", |techniques| &mut techniques.concave_in_lambda),
];

impl Techniques {
    /// The names of all techniques.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|(name, _)| *name)
    }

    /// The same without the technique called `name`; `None` if there is no such technique.
    pub fn without(mut self, name: &str) -> Option<Techniques> {
        let (_, switch) = SWITCHES.iter().find(|(known, _)| *known == name)?;
        *switch(&mut self) = false;
        Some(self)
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques::ALL
    }
}
