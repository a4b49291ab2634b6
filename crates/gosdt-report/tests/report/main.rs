//! What the pictures promise.

/// Names that break out where they are not escaped.
mod names;
/// The page: what is on it, what is left out.
mod pages;
/// The page of a path.
mod paths;
/// Models that several tests use.
mod samples;
/// The tree by itself.
mod svg;
/// The drawing for terminals.
mod terminal;
