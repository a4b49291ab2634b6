//! The extension module `gosdt_rs._gosdt`: Python's arguments → the façade → Python's results.
//!
//! No decision is taken here. Data frames, validation and everything that a user of the package
//! sees are Python (`python/gosdt_rs`); the table, the search and the model are the crate `gosdt`, the
//! pictures `gosdt-report`.
#![forbid(unsafe_code)]

mod baseline;
mod certificate;
mod failure;
mod fitted;
mod look;
mod measured;
mod model;
mod observer;
mod options;
mod page;
mod path;
mod rashomon;
mod roc;
mod select;
mod table;

use pyo3::prelude::*;

/// The search makes and drops many lists of some kilobytes, on threads of its own. The allocator of the
/// C library gives such memory back to the system each time, which takes up to half of a search.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The module.
#[pymodule]
mod _gosdt {
    #[pymodule_export]
    use crate::baseline::baseline;
    #[pymodule_export]
    use crate::certificate::{certify, check_rows, check_text};
    #[pymodule_export]
    use crate::failure::TooWide;
    #[pymodule_export]
    use crate::fitted::Fitted;
    #[pymodule_export]
    use crate::fitted::fit;
    #[pymodule_export]
    use crate::look::{look, look_at_whole_numbers};
    #[pymodule_export]
    use crate::measured::measure_rows;
    #[pymodule_export]
    use crate::model::{check_model, export_model, export_png, export_sql, node_words};
    #[pymodule_export]
    use crate::page::report_page;
    #[pymodule_export]
    use crate::path::{PathFound, TreeFound, path};
    #[pymodule_export]
    use crate::rashomon::{SetFound, rashomon};
    #[pymodule_export]
    use crate::roc::{Roc, class_colours, roc_curve};
    #[pymodule_export]
    use crate::select::{Chosen, select};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
