//! Trees on a terminal, where standard output is one.
use console::Term;
use gosdt::Model;
use gosdt_report::{Terminal, drawing};

/// The tree for whoever reads standard output: drawn for people, indented text for pipes.
pub fn tree_on_screen(model: &Model) -> String {
    match terminal() {
        Some(terminal) => drawing(model, &terminal),
        None => gosdt::text(model),
    }
}

/// Whether standard output is a terminal.
#[cfg(feature = "png")]
pub fn is_terminal() -> bool {
    terminal().is_some()
}

/// What the terminal at standard output can show; `None` when there is none. `NO_COLOR` and
/// `CLICOLOR=0` mean no colours.
fn terminal() -> Option<Terminal> {
    let term = Term::stdout();
    if !term.is_term() {
        return None;
    }
    let width = term.size_checked().map_or(80, |(_, columns)| usize::from(columns));
    Some(Terminal { width, colour: console::colors_enabled() })
}
