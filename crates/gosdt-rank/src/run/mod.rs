//! A run: `optimize` starts the worker and watches the limits, `area` and `fraction` drive the search
//! for their objectives.
mod area;
mod fraction;
mod optimize;
mod prefixes;

pub use optimize::optimize;
