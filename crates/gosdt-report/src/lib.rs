//! Pictures of a fitted tree: what people look at before they read.
//!
//! [`svg`] draws the tree for slides and notebooks, [`Page`] makes a self-contained HTML report of
//! it, and [`drawing`] draws it on a terminal. All three are pure: a [`Model`] and what is known of
//! its fit go in, text comes out. [`Roc`] and [`class_colour`] are for those who draw themselves.
//!
//! Names of columns, categories and classes come from anywhere. They are made printable
//! ([`gosdt_tree::printable`]) and escaped by the templates; nothing in the data can become markup,
//! style or script.
//!
//! With the feature `png`, the tree is also drawn as a PNG image, with the fonts of the machine.
//!
//! [`Model`]: gosdt_tree::Model
#![forbid(unsafe_code)]

mod axis;
mod balance;
mod beside;
mod bounds_chart;
mod card;
mod case_form;
mod choice;
mod facts;
mod fitted_text;
mod frame;
mod frontier_chart;
mod generalisation;
mod histogram_chart;
mod layout;
mod measure;
mod measured;
mod numbers;
mod other_losses;
mod outline;
mod page;
mod palette;
mod path_page;
mod plan;
#[cfg(feature = "png")]
mod png;
mod ranges_chart;
mod rashomon_page;
mod roc;
mod roc_chart;
mod score;
mod selection_chart;
mod shell_line;
mod terminal;
mod timbertrek;
mod tree_parts;
mod tree_picture;
mod verdict;
mod words;

pub use beside::{Beside, Figures};
pub use measured::Measured;
pub use page::Page;
pub use palette::colour as class_colour;
pub use path_page::PathPage;
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use rashomon_page::RashomonPage;
pub use roc::{Point, Roc, Segment};
pub use shell_line::shell_line;
pub use terminal::{Terminal, drawing};
pub use timbertrek::timbertrek;
pub use tree_picture::svg;
pub use verdict::verdict;
