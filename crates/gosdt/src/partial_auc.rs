//! The figures of a model that was fitted for a part of the ROC area.
use crate::options::Decimal;
use gosdt_tree::{Metrics, Model};

/// The area under a ROC curve left of a false positive rate θ, as it is and as a share of the most
/// that it could be.
///
/// The objective `pauc:θ` uses the area as it is: its loss is 1 − [`PartialAuc::area`].
///
/// ```
/// use gosdt::{FitOptions, ObjectiveChoice, PartialAuc, Silent, demo, fit};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let objective = ObjectiveChoice::parse("pauc:0.5")?;
/// let fitted = fit(&table, &FitOptions { objective, ..FitOptions::default() }, &mut Silent)?;
/// let partial = PartialAuc::certified(&fitted.model).unwrap();
/// assert_eq!((partial.area, partial.normalised), (0.5, 1.0)); // no row wrong
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PartialAuc {
    /// Where the area ends, as it was written.
    pub theta: Decimal,
    /// The area, not divided by θ.
    pub area: f64,
    /// The area divided by θ.
    pub normalised: f64,
}

impl PartialAuc {
    /// What the certificate says of the training rows; `None` for any other objective.
    pub fn certified(model: &Model) -> Option<PartialAuc> {
        theta(model).map(|theta| PartialAuc::new(theta, 1.0 - model.certificate.loss))
    }

    /// The same on any rows; `None` also where they have no ROC curve.
    pub fn measured(model: &Model, metrics: &Metrics) -> Option<PartialAuc> {
        let theta = theta(model)?;
        let area = metrics.partial_auc(theta.to_f64())?;
        Some(PartialAuc::new(theta, area))
    }

    fn new(theta: Decimal, area: f64) -> PartialAuc {
        let normalised = area / theta.to_f64();
        PartialAuc { theta, area, normalised }
    }
}

/// The θ of `pauc:θ`. A model file may come from anywhere: what cannot be a rate is none.
fn theta(model: &Model) -> Option<Decimal> {
    let theta: Decimal = model.objective.name.strip_prefix("pauc:")?.parse().ok()?;
    let value = theta.to_f64();
    (value > 0.0 && value <= 1.0).then_some(theta)
}
