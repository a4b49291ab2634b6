//! All integration tests of the search for objectives that rank, in one program: each program of tests is linked with all
//! dependencies, which takes longer than to run most of them.
mod against_oracle;
mod checked_bounds;
mod exhaustive;
mod known_optima;
mod more_budget;
mod nested_answers;
mod same_tree_at_any_thread_count;
