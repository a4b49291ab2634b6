//! The ROC curve, and colours, for those who draw in Python.
use crate::measured::{RowsIn, measured};
use crate::model::read;
use gosdt::PartialAuc;
use gosdt_report::{Point, Segment, class_colour};
use pyo3::prelude::*;

/// A ROC curve.
#[pyclass(frozen, get_all, module = "gosdt_rs._gosdt")]
pub struct Roc {
    /// Nodes of the leaves, beginning and end of each segment.
    segments: Vec<(Vec<usize>, Point, Point)>,
    /// The corners of the convex hull.
    hull: Vec<Point>,
    /// Where the tree's own decisions stand.
    decisions: Point,
    /// The area under the curve.
    auc: f64,
    /// For a model of a partial area: where it ends, the area, the area divided by that.
    partial: Option<(f64, f64, f64)>,
    /// The corners of that part.
    left: Vec<Point>,
}

/// The curve on the rows, or on the training rows; `None` where there is none.
#[pyfunction]
#[pyo3(signature = (json, rows=None))]
pub fn roc_curve(json: &str, rows: Option<RowsIn>) -> PyResult<Option<Roc>> {
    let model = read(json)?;
    let measured = measured(&model, rows)?;
    let Some(roc) = gosdt_report::Roc::new(&model, &measured) else { return Ok(None) };
    let part = PartialAuc::measured(&model, &measured.metrics);
    let partial = part.map(|part| (part.theta.to_f64(), part.area, part.normalised));
    let segment = |Segment { leaves, from, to }: &Segment| (leaves.clone(), *from, *to);
    Ok(Some(Roc {
        segments: roc.segments.iter().map(segment).collect(),
        decisions: roc.decisions,
        auc: measured.metrics.auc.unwrap_or(f64::NAN),
        left: partial.map_or(Vec::new(), |(theta, ..)| roc.left_of(theta)),
        hull: roc.hull,
        partial,
    }))
}

/// The colours of so many classes, as `#rrggbb`.
#[pyfunction]
pub fn class_colours(classes: usize) -> Vec<String> {
    (0..classes).map(class_colour).collect()
}
