//! What is known of subproblems, by the exact set of their points and the limits that remain.
mod bounds;
mod check;
mod key;
mod remaining;
mod sharded;
mod table;

pub(crate) use bounds::{Bounds, INFINITE_COST, LEAF};
pub(crate) use key::{Key, Keys};
pub(crate) use remaining::{Limit, Remaining};
pub(crate) use sharded::Memo;
pub use table::KeyTable;
