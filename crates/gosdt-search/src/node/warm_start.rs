//! What searches of the same problem at other penalties found.
use crate::bounds::concave_in_lambda::Carry;
use crate::memo::{Key, Memo};
use crate::outcome::Shape;

/// What a search may start from: what searches of the same problem at other penalties found.
#[derive(Default)]
pub(crate) struct WarmStart<'a> {
    /// Trees of the problem, with their costs at this penalty.
    pub trees: Vec<(i64, Shape)>,
    /// The memo of the nearest search at a smaller, or the same, penalty.
    pub low: Option<&'a Memo>,
    /// The memo of the nearest search at a larger penalty.
    pub high: Option<&'a Memo>,
    /// How their bounds become bounds here.
    pub carry: Carry,
}

impl WarmStart<'_> {
    /// A lower bound of a subproblem from what is known of it at other penalties, given that trees
    /// with fewer than `leaves` leaves cost at least `fewer` here.
    pub fn at_least(&self, key: &Key, leaves: i64, fewer: i64) -> i64 {
        let lower = |memo: &Memo| memo.get(key).map(|known| known.lower);
        self.carry.at_least([self.low, self.high].map(|memo| memo.and_then(lower)), leaves, fewer)
    }

    /// Whether the penalty lies between two others, so that the best known tree is a good one.
    pub fn is_between(&self) -> bool {
        self.low.is_some() && self.high.is_some() && !self.trees.is_empty()
    }

    /// Whether there is a memo to look up in.
    pub fn has_memo(&self) -> bool {
        self.low.is_some() || self.high.is_some()
    }
}
