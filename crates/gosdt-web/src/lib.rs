//! The library for a page in a browser: requests in, answers out, both JSON.
//!
//! A [`Session`] keeps the table, the tree and the path that a page is about. A page runs it in a
//! worker, so that it stays alive; a [`Host`] is what the session sees of the page: it is told of
//! progress and says when to stop. `exports` is the interface of the WebAssembly module, a handful of
//! functions that pass bytes; it is the only place that needs what Rust calls unsafe, since names that
//! other languages can call are that.
#![deny(unsafe_code)]

mod case;
mod command;
mod error;
#[cfg(target_family = "wasm")]
mod exports;
mod fitting;
mod host;
mod options;
mod read;
mod request;
mod result;
mod session;
mod watch;

pub use host::Host;
pub use session::Session;
