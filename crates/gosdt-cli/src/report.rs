//! The page about a fit.
use crate::command_line;
use crate::trace::Trace;
use gosdt::Fit;
use gosdt_report::{Measured, Page};

/// All that the page can show.
pub fn render(data: &str, fitted: &Fit, test: Option<&Measured>, trace: &Trace) -> String {
    let page = Page {
        model: &fitted.model,
        data: Some(data),
        report: Some(&fitted.report),
        test,
        trace: trace.events(),
        command: Some(&command_line::typed()),
    };
    page.html()
}
