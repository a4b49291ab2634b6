//! What searches of the same problem at other penalties remembered.
use crate::bounds::concave_in_lambda::{Carry, Scale};
use crate::memo::{Key, Memo};
use crate::outcome::Shape;

/// What a search left behind: its penalty, and what it knew of subproblems.
pub(crate) struct Kept {
    pub scale: Scale,
    pub memo: Memo,
}

/// What a search may start from.
#[derive(Default)]
pub(crate) struct Past<'a> {
    /// Trees of the problem, with their costs at this penalty.
    pub trees: Vec<(i64, Shape)>,
    /// The nearest searches at a smaller (or the same) and at a larger penalty.
    pub low: Option<&'a Memo>,
    pub high: Option<&'a Memo>,
    /// How their bounds become bounds here.
    pub carry: Carry,
}

/// Lower bounds of one subproblem at the smaller and at the larger penalty.
pub(crate) type Seen = [Option<i64>; 2];

impl Past<'_> {
    /// What is known of a subproblem elsewhere.
    pub fn seen(&self, key: &Key) -> Seen {
        [self.low, self.high].map(|memo| memo?.get(key).map(|entry| entry.lower))
    }

    /// Whether the penalty lies between two others, so that the best known tree is a good one.
    pub fn is_between(&self) -> bool {
        self.low.is_some() && self.high.is_some() && !self.trees.is_empty()
    }

    /// Whether there is anything to look up.
    pub fn has_memo(&self) -> bool {
        self.low.is_some() || self.high.is_some()
    }
}
