//! The greedy trees beside the optimal one, for people.
use super::columns::align;
use gosdt::{Metrics, Model};
use gosdt_report::Beside;

/// The figures of the three trees in a table, and what they come to.
pub fn render(beside: &Beside, model: &Model, train: &Metrics, test: Option<&Metrics>) -> String {
    let test = test.filter(|_| beside.test.is_some());
    let text = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    let mut rows = vec![[text(&["tree"]), text(&beside.headings())].concat()];
    for tree in beside.figures(model, train, test) {
        rows.push([text(&[tree.name]), tree.cells].concat());
    }
    let sentences = beside.bought(model).map(|sentence| sentence + "\n");
    align(&rows) + &sentences.concat()
}
