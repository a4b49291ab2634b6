//! A run: `optimize` starts the worker and watches the limits, `area` and `fraction` drive the search
//! for their objectives.
mod area;
mod fraction;
mod optimize;
mod relaxed;
mod snapshots;

pub use optimize::optimize;
