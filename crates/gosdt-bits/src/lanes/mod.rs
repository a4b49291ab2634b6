//! Kernels on columns of ranks.
//!
//! A column's points are laid out in the column's order, cut into [`Width::LANES`] stretches of equal
//! length, its *lanes*: place p is step p % steps of lane p / steps, and the lanes of one step lie side
//! by side in memory. Every lane runs its own prefix sum, so that a scan of a column needs no shuffles;
//! the lanes are joined once at its end. Places past the last point have the value 0 and end no group.
//!
//! The signed value of a point is what it costs with one label minus what it costs with another. Cut
//! a set of points in two along the column's order, give the first part the one label and the rest
//! the other: the least cost of all such cuts is the cost of the whole set with the other label plus
//! the least prefix sum. So one scan evaluates all thresholds of a column.
//!
//! Every kernel is written once over a vector register with the operations that kernels need
//! (`vector.rs`), and compiled for each instruction set (`dispatch.rs`).
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod cut_into_lanes;
mod cuts;
mod dispatch;
mod groups;
mod keep;
#[cfg(target_arch = "aarch64")]
mod neon;
mod number;
mod pack;
mod plain;
mod scan;
mod sums;
mod vector;
mod width;

pub use cut_into_lanes::{cut_into_lanes, steps_of};
pub use cuts::{Compare, CutPlaces, Extremes, Values};
pub use number::{Number, Rank, Signed};
pub use pack::pack;
pub use width::{Narrow, Wide, Widest, Width};
