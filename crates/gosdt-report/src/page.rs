//! The report: one self-contained HTML page.
use crate::balance::Balance;
use crate::beside::{Beside, Figures};
use crate::bounds_chart::BoundsChart;
use crate::case_form::CaseForm;
use crate::choice::Choice;
use crate::facts::{self, ColumnRow, ConfusionRow};
use crate::frame::{Frame, PAGE_STYLE, Script};
use crate::generalisation;
use crate::measured::Measured;
use crate::numbers::seconds;
use crate::roc_chart::RocChart;
use crate::tree_parts::{Figure, Rules};
use crate::tree_picture::TREE_STYLE;
use crate::verdict::{is_proven, verdict};
use crate::words;
use askama::Template;
use gosdt::{Progress, Report, Selection};
use gosdt_tree::{Model, rule_list};

/// What the identifiers of rules begin with.
const ANCHOR: &str = "rule-";
const SCRIPT: Script = Script {
    source: concat!(
        include_str!("../assets/layout.js"),
        include_str!("../assets/tree.js"),
        include_str!("../assets/rules.js"),
        include_str!("../assets/case.js"),
        include_str!("../assets/page.js")
    ),
    hash: "sha256-/R953NsbP9mMWYt1gQc3yCN+xFaBrwPp+4yP12FsKlo=",
};

/// What the page is about. Only the model is needed; what is not there is left out.
///
/// ```
/// use gosdt::{FitOptions, Silent, demo, fit};
/// use gosdt_report::Page;
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let fitted = fit(&table, &FitOptions::default(), &mut Silent)?;
/// let page = Page { report: Some(&fitted.report), ..Page::new(&fitted.model) };
/// assert!(page.html().contains("Proven optimal: no tree on these 15 splits"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The model.
    pub model: &'a Model,
    /// What the training data is called, such as its file.
    pub data: Option<&'a str>,
    /// What the fit took.
    pub report: Option<&'a Report>,
    /// How good the tree is on rows that it was not fitted to.
    pub test: Option<&'a Measured>,
    /// The greedy trees beside it.
    pub beside: Option<&'a Beside>,
    /// How λ was chosen, if it was.
    pub selection: Option<&'a Selection>,
    /// The course of the search.
    pub trace: &'a [Progress],
    /// The command that makes the page again.
    pub command: Option<&'a str>,
    /// How many lemmas of a certificate of this model the checker has checked, if it has accepted them.
    pub checked_lemmas: Option<u64>,
}

impl<'a> Page<'a> {
    /// A page about the model alone.
    pub fn new(model: &'a Model) -> Page<'a> {
        Page {
            model,
            data: None,
            report: None,
            test: None,
            beside: None,
            selection: None,
            trace: &[],
            command: None,
            checked_lemmas: None,
        }
    }

    /// The page. It loads nothing from anywhere, and no name in the data can break out of its text.
    ///
    /// # Panics
    /// On a model that [`Model::validate`] refuses.
    pub fn html(&self) -> String {
        Html::new(self).to_string() + "\n"
    }

    /// How good the tree is on training rows, then on others.
    fn sets(&self) -> Vec<Measured> {
        let mut train = Measured::on_training(self.model);
        if let Some(report) = self.report {
            train.metrics = report.train.clone();
        }
        [train].into_iter().chain(self.test.cloned()).collect()
    }
}

/// What the template shows.
#[derive(Template)]
#[template(path = "page.html")]
struct Html<'a> {
    frame: Frame<'a>,
    objective: String,
    checked: Option<String>,
    figure: Figure,
    rules: Rules,
    case: Option<CaseForm>,
    compared: Option<String>,
    sets: Vec<SetTables>,
    metrics: Vec<(String, Vec<String>)>,
    rocs: Vec<RocChart>,
    positive: String,
    bought: Option<Bought>,
    choice: Option<Choice>,
    course: Option<Course>,
    columns: Vec<ColumnRow>,
    other_columns: String,
}

/// The tables on one set of rows.
struct SetTables {
    name: String,
    per_class: Vec<(String, [String; 4])>,
    /// What the last of them is.
    support: &'static str,
    confusion: Vec<ConfusionRow>,
}

/// What optimality bought.
struct Bought {
    heading: &'static str,
    headings: Vec<String>,
    figures: [Figures; 3],
    sentences: [String; 2],
}

/// How the search went.
struct Course {
    chart: Option<BoundsChart>,
    time: String,
}

impl<'a> Html<'a> {
    fn new(page: &Page<'a>) -> Html<'a> {
        let (model, rules, sets) = (page.model, rule_list(page.model), page.sets());
        let (columns, other_columns) = facts::column_rows(model);
        Html {
            frame: frame(page, &sets),
            objective: facts::objective(model),
            checked: page.checked_lemmas.map(facts::checked),
            figure: Figure::new(model, &rules, ANCHOR, "says"),
            rules: Rules::new(model, &rules, ANCHOR),
            case: CaseForm::new(model, &rules, ANCHOR),
            compared: sets.get(1).and_then(|test| generalisation::sentence(model, &sets[0], test)),
            metrics: facts::metrics(model, &sets),
            rocs: sets.iter().filter_map(|set| RocChart::new(model, &rules, set)).collect(),
            positive: words::class_name(model, model.positive.unwrap_or(model.classes.len() - 1)),
            choice: page.selection.map(Choice::new),
            bought: page.beside.map(|beside| Bought::new(model, beside, &sets)),
            sets: sets.iter().map(SetTables::new).collect(),
            course: page.report.map(|report| Course {
                chart: BoundsChart::new(page.trace),
                time: seconds(report.search_seconds),
            }),
            columns,
            other_columns,
        }
    }

    /// Whether any curve has dents.
    fn dented(&self) -> bool {
        self.rocs.iter().any(|roc| roc.dented)
    }
}

fn frame<'a>(page: &Page<'a>, sets: &[Measured]) -> Frame<'a> {
    let model = page.model;
    Frame {
        subject: "Decision tree",
        styles: &[PAGE_STYLE, TREE_STYLE],
        script: SCRIPT,
        model,
        proven: is_proven(model),
        verdict: verdict(model, page.report.map(|report| report.search_seconds)),
        headline: facts::headline(model, sets),
        warnings: page.report.map_or(&[], |report| &report.warnings),
        data: facts::data(model, page.report, page.data),
        balance: balances(model, sets),
        command: page.command,
    }
}

/// The classes of the training rows, then of others.
fn balances(model: &Model, sets: &[Measured]) -> Vec<Balance> {
    let supports = |set: &Measured| -> Vec<f64> {
        set.metrics.per_class.iter().map(|class| class.support).collect()
    };
    let others = sets.iter().skip(1);
    let others = others.map(|set| Balance::new(model, &set.name, &supports(set)));
    [Balance::of_training(model)].into_iter().chain(others).collect()
}

impl Bought {
    fn new(model: &Model, beside: &Beside, sets: &[Measured]) -> Bought {
        Bought {
            heading: beside.heading(model),
            headings: beside.headings(model),
            figures: beside.figures(model, &sets[0].metrics, sets.get(1)),
            sentences: beside.bought(model),
        }
    }
}

impl SetTables {
    fn new(set: &Measured) -> SetTables {
        SetTables {
            name: set.name.clone(),
            per_class: facts::per_class(set),
            support: if set.metrics.has_weights() { "weight" } else { "rows" },
            confusion: facts::confusion(set),
        }
    }
}
