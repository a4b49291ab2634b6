//! All integration tests of the search, against the oracle and against itself, in one program: each program of tests is linked with all
//! dependencies, which takes longer than to run most of them.
mod against_oracle;
mod anytime;
mod bridge;
mod checked_bounds;
mod costs;
mod each_technique_off;
mod paths;
mod theorems_are_documented;
mod thresholds_against_oracle;
