//! What every page has around its subject: head, verdict, legend, data and command.
use crate::balance::Balance;
use crate::facts::Fact;
use crate::palette::colour;
use crate::words;
use gosdt_tree::{Model, printable};
use std::borrow::Cow;

/// The style of every page.
pub(crate) const PAGE_STYLE: &str = include_str!("../assets/page.css");

/// What `templates/frame.html` shows. A template that extends it has this as its field `frame`.
pub(crate) struct Frame<'a> {
    /// What the page shows, for the title; the target's name follows.
    pub(crate) subject: &'static str,
    pub(crate) styles: &'static [&'static str],
    pub(crate) script: Script,
    /// The model that the names of target and classes come from.
    pub(crate) model: &'a Model,
    pub(crate) proven: bool,
    pub(crate) verdict: String,
    pub(crate) headline: Vec<(String, String)>,
    pub(crate) warnings: &'a [String],
    pub(crate) data: Vec<Fact>,
    /// The classes of each set of rows.
    pub(crate) balance: Vec<Balance>,
    pub(crate) command: Option<&'a str>,
}

/// What the page's policy lets run: this script and no other. The browser test finds a wrong hash.
pub(crate) struct Script {
    pub(crate) source: &'static str,
    pub(crate) hash: &'static str,
}

impl Frame<'_> {
    pub(crate) fn target(&self) -> Cow<'_, str> {
        printable(&self.model.target)
    }

    /// What a proof is restricted to, if it is.
    pub(crate) fn among(&self) -> &'static str {
        self.model.certificate.among().map_or("", |_| " among the thresholds that were kept")
    }

    /// The classes and their colours.
    pub(crate) fn classes(&self) -> impl Iterator<Item = (String, String)> {
        let entry = |class: usize| (words::class_name(self.model, class), colour(class));
        (0..self.model.classes.len()).map(entry)
    }

    /// The command, with nothing hidden in it: controls are spelled out.
    pub(crate) fn command(&self) -> Option<String> {
        let letter = |letter: char| match letter.is_control() {
            true => letter.escape_default().to_string(),
            false => letter.to_string(),
        };
        self.command.map(|command| command.chars().map(letter).collect())
    }
}
