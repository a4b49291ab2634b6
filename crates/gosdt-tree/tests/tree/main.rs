//! The crate from outside.
mod evaluation;
mod exports;
mod model_file;
mod prediction;
mod random_models;
mod samples;
mod trees;
