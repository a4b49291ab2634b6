//! What may be asked of a fit: options as given, and options that fit the table.
//!
//! `given` holds [`FitOptions`], whose fields say their defaults and ranges; `checked` turns them
//! into [`CheckedOptions`], the only form that a search takes. `objective` names what is minimised,
//! `near_miss` guesses what was meant by a name that is none, `cost_matrix` reads tables of costs,
//! `decimal` keeps numbers exact and as they were written.
mod checked;
mod cost_matrix;
mod decimal;
mod error;
mod given;
mod near_miss;
mod objective;
mod quoted;
mod simple_decimal;

pub use checked::CheckedOptions;
pub(crate) use checked::Goal;
pub use cost_matrix::{CostMatrix, CostMatrixError};
pub use decimal::{Decimal, DecimalError};
pub use error::OptionsError;
pub use given::FitOptions;
pub use objective::ObjectiveChoice;
pub(crate) use quoted::quoted;
pub(crate) use simple_decimal::{geometric_between, simple_between};
