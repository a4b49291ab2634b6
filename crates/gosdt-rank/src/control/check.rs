//! Handing bounds to the check of a run, where it has one. Without the feature `checked-bounds` all of
//! this is empty.
use super::Control;
use num_rational::BigRational;

/// The trees that a lower bound is about: those with so many leaves, if that is said, that are better
/// than the incumbent, if there is one.
#[derive(Clone, Copy, Default)]
pub(crate) struct About<'a> {
    pub leaves: Option<usize>,
    pub incumbent: Option<&'a BigRational>,
}

impl Control {
    /// Hands a lower bound to the check. Returns it, unless the check puts another in its place.
    pub fn checked(
        &self,
        rule: &'static str,
        lower: &BigRational,
        about: About<'_>,
    ) -> BigRational {
        let About { leaves, incumbent } = about;
        #[cfg(feature = "checked-bounds")]
        if let Some(checked) = &self.check {
            let lower = checked.0.tampered(lower);
            checked.0.check(&crate::checked::RankClaim { rule, leaves, lower: &lower, incumbent });
            return lower;
        }
        let _ = (rule, leaves, incumbent);
        lower.clone()
    }

    /// The check, where there is one.
    #[cfg(feature = "checked-bounds")]
    pub fn check(&self) -> Option<&dyn crate::checked::RankBoundCheck> {
        self.check.as_ref().map(|checked| &*checked.0)
    }

    /// Hands the objective of a tree to the check.
    pub(super) fn check_tree(&self, objective: &BigRational) {
        #[cfg(feature = "checked-bounds")]
        if let Some(checked) = &self.check {
            checked.0.check_tree(objective);
        }
        #[cfg(not(feature = "checked-bounds"))]
        let _ = objective;
    }
}
