//! What is the same for all nodes of a search.
use crate::layout::Instance;
use crate::problem::Techniques;

/// The problem and the techniques in use.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub instance: &'a Instance,
    pub techniques: Techniques,
}

impl Context<'_> {
    /// Whether a bound of one set of points may be used for another.
    pub fn may_compare(&self) -> bool {
        self.instance.measures.allow_comparison()
    }

    /// Whether what is proven of one side of a split bounds the sides of others.
    pub fn propagates(&self) -> bool {
        self.techniques.similar_support && self.may_compare()
    }
}
