//! The ROC curve as SVG, for the page.
use crate::axis::Axis;
use crate::measured::Measured;
use crate::numbers::{percent, share};
use crate::palette::colour;
use crate::roc::{Point, Roc, Segment};
use askama::Template;
use gosdt::PartialAuc;
use gosdt_tree::{Model, Node, Rule};

const X: Axis = Axis { low: 0.0, high: 1.0, from: 46.0, to: 346.0 };
const Y: Axis = Axis { low: 0.0, high: 1.0, from: 312.0, to: 12.0 };

/// The picture of a curve.
#[derive(Template)]
#[template(path = "roc.svg", escape = "html")]
pub(crate) struct RocChart {
    /// Which rows it is about, and the area under it.
    pub(crate) caption: String,
    /// Whether the curve has dents, so that the hull is another line.
    pub(crate) dented: bool,
    ticks: Vec<Tick>,
    under: String,
    left: Option<LeftPart>,
    hull: String,
    segments: Vec<DrawnSegment>,
    decisions: Point,
    decisions_title: String,
}

/// A value at both axes.
struct Tick {
    x: f64,
    y: f64,
    label: String,
}

/// The part of the area that the tree was fitted for.
struct LeftPart {
    end: f64,
    label: String,
    anchor: &'static str,
    corners: String,
}

struct DrawnSegment {
    from: Point,
    to: Point,
    colour: String,
    title: String,
}

impl RocChart {
    /// The chart, if there is a curve.
    pub(crate) fn new(model: &Model, rules: &[Rule], measured: &Measured) -> Option<RocChart> {
        let roc = Roc::new(model, measured)?;
        let partial = PartialAuc::measured(model, &measured.metrics);
        let [false_alarms, found] = roc.decisions.map(percent);
        Some(RocChart {
            caption: caption(measured, partial.as_ref()),
            dented: roc.hull.len() < corners(&roc),
            under: spelled(&roc.corners()),
            left: partial.map(|partial| LeftPart::new(&roc, &partial)),
            ticks: X.ticks().into_iter().map(tick).collect(),
            hull: spelled(&roc.hull),
            segments: roc.segments.iter().map(|one| draw(model, rules, one)).collect(),
            decisions: place(roc.decisions),
            decisions_title: format!(
                "The tree's own decisions: {found} of the positives found, \
                 {false_alarms} of the negatives called positive"
            ),
        })
    }
}

impl LeftPart {
    fn new(roc: &Roc, partial: &PartialAuc) -> LeftPart {
        let theta = partial.theta.to_f64();
        LeftPart {
            end: X.at(theta),
            label: format!("θ = {}", partial.theta),
            anchor: if theta < 0.8 { "start" } else { "end" },
            corners: spelled(&roc.left_of(theta)),
        }
    }

    /// Where the label stands: beside the line, on the side that has room.
    fn label_x(&self) -> f64 {
        self.end + if self.anchor == "start" { 5.0 } else { -5.0 }
    }
}

/// `training: AUC 0.9607; left of 0.2: 0.1668, divided by 0.2: 0.8339`.
fn caption(measured: &Measured, partial: Option<&PartialAuc>) -> String {
    let part = |PartialAuc { theta, area, normalised }: &PartialAuc| {
        let [area, normalised] = [*area, *normalised].map(|value| share(Some(value)));
        format!("; left of {theta}: {area}, divided by {theta}: {normalised}")
    };
    let auc = share(measured.metrics.auc);
    format!("{}: AUC {auc}{}", measured.name, partial.map_or(String::new(), part))
}

/// Corners of the curve, not counting those on a straight way.
fn corners(roc: &Roc) -> usize {
    let straight = |pair: &[Segment]| {
        let [a, b, c] = [pair[0].from, pair[0].to, pair[1].to];
        ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).abs() < 1e-12
    };
    roc.segments.windows(2).filter(|pair| !straight(pair)).count() + 2
}

fn tick(value: f64) -> Tick {
    Tick { x: X.at(value), y: Y.at(value), label: format!("{value:.1}") }
}

fn draw(model: &Model, rules: &[Rule], segment: &Segment) -> DrawnSegment {
    let class = match &model.tree.nodes[segment.leaves[0]] {
        Node::Leaf { class, .. } => *class,
        Node::Split { .. } => 0,
    };
    DrawnSegment {
        from: place(segment.from),
        to: place(segment.to),
        colour: colour(class),
        title: title(rules, segment),
    }
}

/// `Leaf 3: 12.0 % of the negatives, 40.0 % of the positives`.
fn title(rules: &[Rule], segment: &Segment) -> String {
    let mut numbers: Vec<usize> = segment.leaves.iter().map(|leaf| number(rules, *leaf)).collect();
    numbers.sort_unstable();
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let leaves = if numbers.len() == 1 { "Leaf" } else { "Leaves" };
    let part = |axis: usize| percent(segment.to[axis] - segment.from[axis]);
    format!(
        "{leaves} {}: {} of the negatives, {} of the positives",
        numbers.join(", "),
        part(0),
        part(1)
    )
}

fn number(rules: &[Rule], leaf: usize) -> usize {
    rules.iter().position(|rule| rule.leaf == leaf).map_or(0, |at| at + 1)
}

fn place(point: Point) -> Point {
    [X.at(point[0]), Y.at(point[1])]
}

fn spelled(points: &[Point]) -> String {
    let spell = |[x, y]: Point| format!("{x:.1},{y:.1} ");
    points.iter().map(|&point| spell(place(point))).collect()
}
