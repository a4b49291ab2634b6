//! A part of the ROC area, for programs.
use gosdt::PartialAuc;
use serde::Serialize;

/// The area left of θ, as it is and divided by θ.
#[derive(Serialize)]
pub struct PartialAucJson {
    theta: f64,
    area: f64,
    normalised: f64,
}

impl From<PartialAuc> for PartialAucJson {
    fn from(PartialAuc { theta, area, normalised }: PartialAuc) -> PartialAucJson {
        PartialAucJson { theta: theta.to_f64(), area, normalised }
    }
}
