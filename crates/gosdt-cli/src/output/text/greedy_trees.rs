//! The greedy trees beside the optimal one, for people.
use super::columns::align;
use gosdt::{Metrics, Model};
use gosdt_report::{Beside, Measured};

/// The figures of the three trees in a table, and what they come to.
pub fn render(beside: &Beside, model: &Model, train: &Metrics, test: Option<&Measured>) -> String {
    let test = test.filter(|_| beside.test.is_some());
    let row = |name: &str, cells| [vec![name.to_string()], cells].concat();
    let mut rows = vec![row("tree", beside.headings(model))];
    for tree in beside.figures(model, train, test) {
        rows.push(row(tree.name, tree.cells));
    }
    let sentences = beside.bought(model).map(|sentence| sentence + "\n");
    align(&rows) + &sentences.concat()
}
