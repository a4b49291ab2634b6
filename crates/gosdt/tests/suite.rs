//! All integration tests of the library as its users call it, in one program: each program of tests is linked with all
//! dependencies, which takes longer than to run most of them.
mod baseline;
mod bucketization;
mod fit;
mod incumbent;
mod known_optima;
mod metamorphic;
mod module_cycles;
mod no_time;
mod path;
mod proof;
mod ranked;
mod rounding;
mod same_tree_at_any_thread_count;
mod select;
mod small_stack;
mod thresholds;
