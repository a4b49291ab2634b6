//! Handing bounds to the check of a search, where it has one. Without the feature `checked-bounds` all
//! of this is empty.
use super::bounds::Bounds;
use super::key::Key;
use super::remaining::Remaining;
use super::sharded::Memo;

impl Memo {
    /// Whether bounds are checked: without the feature they never are, and all that asks is left out by
    /// the compiler.
    #[inline(always)]
    pub fn is_checked(&self) -> bool {
        #[cfg(feature = "checked-bounds")]
        return self.checked.is_some();
        #[cfg(not(feature = "checked-bounds"))]
        false
    }

    /// Hands the bounds of a subproblem to the check; `any_rows` says that leaves may have any number of
    /// rows.
    #[inline(always)]
    pub fn check(
        &self,
        rule: &'static str,
        (points, remaining): (&[u64], Remaining),
        any_rows: bool,
        [lower, upper]: [i64; 2],
    ) {
        #[cfg(feature = "checked-bounds")]
        if let Some(checked) = &self.checked {
            let (depth, leaves) = (remaining.depth.number(), remaining.leaves.number());
            let claim =
                crate::checked::Claim { rule, points, depth, leaves, any_rows, lower, upper };
            checked.by.check(&claim);
        }
        #[cfg(not(feature = "checked-bounds"))]
        let _ = (rule, points, remaining, any_rows, lower, upper);
    }

    /// Hands the bounds of an entry to the check.
    #[inline(always)]
    pub(super) fn check_entry(&self, rule: &'static str, key: &Key, bounds: &Bounds) {
        if self.is_checked() {
            let (points, remaining, any_rows) = key.subproblem();
            self.check(rule, (points, remaining), any_rows, [bounds.lower, bounds.upper]);
        }
    }

    /// The lower bound that solving a side gave, unless the check puts another in its place.
    #[inline(always)]
    pub fn tampered(&self, lower: i64) -> i64 {
        #[cfg(feature = "checked-bounds")]
        if let Some(checked) = &self.checked {
            return checked.by.tampered(lower);
        }
        lower
    }

    /// The same memo, which is empty, whose bounds are checked as those of another are.
    pub fn checked_like(self, other: &Memo) -> Memo {
        #[cfg(feature = "checked-bounds")]
        return self.checked_by(other.checked.clone());
        #[cfg(not(feature = "checked-bounds"))]
        {
            let _ = other;
            self
        }
    }

    /// The same memo, which is empty, whose bounds are checked.
    #[cfg(feature = "checked-bounds")]
    pub fn checked_by(mut self, checked: Option<crate::checked::Checked>) -> Memo {
        if let Some(most) = checked.as_ref().and_then(|checked| checked.most_entries) {
            self = self.holding_at_most(most);
        }
        self.checked = checked;
        self
    }
}
