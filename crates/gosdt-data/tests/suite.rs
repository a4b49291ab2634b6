//! All integration tests of reading and grouping tables, in one program: each program of tests is linked with all
//! dependencies, which takes longer than to run most of them.
mod from_file_to_table;
mod kept_thresholds;
mod random;
mod reading;
mod row_classes;
