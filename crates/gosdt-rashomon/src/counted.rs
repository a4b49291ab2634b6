//! What is counted, and what trees are told apart by.
use crate::answers::Answers;
use crate::graph::Graph;
use crate::restriction::Restriction;

/// What trees are told apart by when they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Signature {
    pub cost: i64,
    /// Number of leaves, where that matters; else 0. More than 65,535 count as that many.
    pub leaves: u16,
    /// One more than the label of a lone leaf, where that matters; else 0.
    pub lone: u16,
    /// Which of the columns that must be used are.
    pub used: u32,
}

/// Numbers of trees, by what they are told apart by, ascending.
pub(crate) type Histogram<C> = Vec<(Signature, C)>;

/// What is counted.
#[derive(Clone, Copy)]
pub(crate) struct Counted<'a> {
    pub graph: &'a Graph,
    pub answers: &'a Answers,
    pub restriction: &'a Restriction,
}
