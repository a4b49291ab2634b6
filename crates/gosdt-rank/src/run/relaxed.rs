//! The additive problems of a run.
use crate::control::Control;
use crate::problem::RankInstance;
use crate::relaxation::{AdditiveRelaxation, Prices};

/// The additive problem of these prices, whose bounds are checked where those of the run are.
pub(super) fn relaxed<'a>(
    instance: &RankInstance,
    prices: &Prices,
    control: &'a Control,
) -> AdditiveRelaxation<'a> {
    let relaxation = AdditiveRelaxation::new(instance, prices, &control.search);
    #[cfg(feature = "checked-bounds")]
    if let Some(check) = control.check() {
        return relaxation.checked_by(|problem| check.additive(problem), (instance, prices));
    }
    relaxation
}
