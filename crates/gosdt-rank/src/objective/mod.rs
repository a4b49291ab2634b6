//! The objectives, from their definitions: `area` (AUC and partial AUC) on the ROC hulls of `curve`,
//! `fraction` (F-score, F_β, Jaccard index). `dominance` says when the hull of a subtree makes another
//! subtree useless.
mod area;
mod curve;
mod dominance;
mod fraction;

pub(crate) use area::Area;
pub(crate) use curve::Curve;
pub(crate) use dominance::{dominates_in_area, dominates_in_partial_area};
pub(crate) use fraction::Fraction;
