//! What is asked: points, costs and limits, and how to search.
mod additive;
mod checked;
mod costs;
mod error;
mod limits;
mod nesting;
mod options;
mod points;
mod techniques;

pub use additive::{AdditiveProblem, AdditiveSplits, LabelRule};
pub use checked::Problem;
pub(crate) use costs::LARGEST_TOTAL;
pub use costs::{CostError, Costs, Objective};
pub use error::ProblemError;
pub use limits::Limits;
pub(crate) use nesting::with_true_places;
pub(crate) use options::SOLO_EXPANSIONS;
pub use options::{SearchOptions, Storage};
pub(crate) use points::features_of_columns;
pub use points::{Column, Feature, Points, SplitKind};
pub use techniques::Techniques;
