//! The metric that was optimised, on any rows.
use gosdt::{Decimal, PartialAuc};
use gosdt_tree::{Metrics, Model};
use std::borrow::Cow;

/// The metric that is what was optimised, or nearest to it, with its name.
pub(crate) fn score(model: &Model, metrics: &Metrics) -> (Cow<'static, str>, Option<f64>) {
    if let Some(PartialAuc { theta, area, .. }) = PartialAuc::measured(model, metrics) {
        return (format!("area left of {theta}").into(), Some(area));
    }
    let (family, number) =
        model.objective.name.split_once(':').unwrap_or((&model.objective.name, ""));
    match family {
        "balanced" => ("balanced accuracy".into(), Some(metrics.balanced_accuracy)),
        "auc" | "pauc" => ("AUC".into(), metrics.auc),
        "fscore" => ("F1".into(), f_score(model, metrics, 1.0)),
        "fbeta" => {
            let beta = number.parse().as_ref().map_or(f64::NAN, Decimal::to_f64);
            (format!("F{number}").into(), f_score(model, metrics, beta * beta))
        }
        "jaccard" => ("Jaccard index".into(), Counts::new(model, metrics).map(|c| c.jaccard())),
        _ => ("accuracy".into(), Some(metrics.accuracy)),
    }
}

fn f_score(model: &Model, metrics: &Metrics, square: f64) -> Option<f64> {
    Counts::new(model, metrics).map(|counts| counts.f_score(square))
}

/// Weights of rows, of two classes.
struct Counts {
    found: f64,
    missed: f64,
    false_alarms: f64,
}

impl Counts {
    fn new(model: &Model, metrics: &Metrics) -> Option<Counts> {
        let positive = model.positive.filter(|_| model.classes.len() == 2)?;
        Some(Counts {
            found: metrics.confusion[positive][positive],
            missed: metrics.confusion[positive][1 - positive],
            false_alarms: metrics.confusion[1 - positive][positive],
        })
    }

    fn f_score(&self, square: f64) -> f64 {
        let found = (1.0 + square) * self.found;
        found / (found + square * self.missed + self.false_alarms)
    }

    fn jaccard(&self) -> f64 {
        self.found / (self.found + self.missed + self.false_alarms)
    }
}
