//! The page about a fit.
use super::command_line::command_line;
use super::results::Results;
use super::trace::Trace;
use gosdt_report::Page;

/// All that the page can show.
pub fn fit_page(data: &str, results: &Results, trace: &Trace) -> String {
    let page = Page {
        model: &results.fitted.model,
        data: Some(data),
        report: Some(&results.fitted.report),
        test: results.test.as_ref(),
        beside: results.beside.as_ref(),
        selection: results.selection.as_ref(),
        trace: trace.events(),
        command: Some(&command_line()),
        checked_lemmas: results.checked_lemmas,
    };
    page.html()
}
