//! Certificates that a stranger can check: a proof, as a file, that no tree is better.
//!
//! `gosdt-check` reads such a file with the data and the model, and shares no code with the search. Here
//! its library is the judge of what can be left unsaid; the search, which is over by then and remembers
//! its subproblems, advises what can be proven.
//!
//! `table` and `header` state the problem as the checker reads it, `splits` finds the search's splits
//! among the checker's, `units` converts their costs, `extract` finds the lemmas, `error` says why there
//! may be none.
mod error;
mod extract;
mod header;
mod lemma;
mod options;
mod splits;
mod table;
mod units;
mod watch;
mod write;

pub use error::ProofError;
pub use options::ProofOptions;
pub use table::checked_table;
pub use watch::{ProofProgress, ProofWatch};
pub use write::Proof;
pub(crate) use write::{KeptSearch, write_proof};
