//! What is asked: points, costs and limits, and how to search.
mod additive;
mod checked;
mod costs;
mod limits;
mod options;
mod points;
mod techniques;

pub use additive::{AdditiveProblem, LabelRule};
pub use checked::{Problem, ProblemError};
pub use costs::{CostError, Costs, Objective};
pub use limits::Limits;
pub use options::{SearchOptions, Storage};
pub use points::{Column, Feature, Points, SplitKind};
pub use techniques::Techniques;
