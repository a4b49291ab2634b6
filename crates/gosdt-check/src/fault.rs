//! Rules that are wrong on purpose: the tests must find each of them out.

/// A rule that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Two leaves cost one unit more.
    TwoLeaves,
    /// Three leaves cost one unit more.
    ThreeLeaves,
    /// Four leaves cost one unit more.
    FourLeaves,
    /// A leaf that saves a unit more than its cost is not peeled.
    PeeledOne,
    /// A side that weighs a unit more than a leaf is useless.
    UselessSide,
    /// Similar support loses a unit less.
    SimilarSupport,
    /// The points between two thresholds weigh nothing.
    BetweenThresholds,
    /// The bound of a larger set holds as it is.
    SmallerSet,
    /// Bounds hold for larger sets although leaves need rows.
    FewRows,
    /// Thresholds with different rows of no weight are the same.
    SameWeight,
    /// A threshold is needless although it may be one unit better.
    Exchange,
    /// A threshold that was ruled out rules out others.
    RuledOutInACircle,
    /// The lone leaf is forgotten.
    NoLeaf,
    /// A lemma for a lower depth serves for a larger one.
    DeeperLemma,
    /// A lemma for fewer leaves serves for more.
    MoreLeaves,
}

#[cfg(test)]
impl Fault {
    /// All of them.
    pub(crate) const ALL: [Fault; 15] = [
        Fault::TwoLeaves,
        Fault::ThreeLeaves,
        Fault::FourLeaves,
        Fault::PeeledOne,
        Fault::UselessSide,
        Fault::SimilarSupport,
        Fault::BetweenThresholds,
        Fault::SmallerSet,
        Fault::FewRows,
        Fault::SameWeight,
        Fault::Exchange,
        Fault::RuledOutInACircle,
        Fault::NoLeaf,
        Fault::DeeperLemma,
        Fault::MoreLeaves,
    ];
}
