//! Loss against leaves as SVG: the trees of a path, and the hull that they make.
use crate::axis::Axis;
use crate::numbers::{counted, number, three_digits};
use crate::other_losses::OtherLosses;
use askama::Template;
use gosdt::{Path, PathTree};
use gosdt_tree::printable;

const LEFT: f64 = 64.0;
const RIGHT: f64 = 740.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 346.0;

/// About the width and the height of a letter.
const LETTER: [f64; 2] = [6.4, 14.0];

type Point = [f64; 2];

/// The picture.
#[derive(Template)]
#[template(path = "frontier.svg", escape = "html")]
pub(crate) struct FrontierChart {
    leaf_ticks: Vec<Tick>,
    loss_ticks: Vec<Tick>,
    edges: Vec<Edge>,
    others: Vec<Others>,
    vertices: Vec<Vertex>,
    objective: String,
}

struct Tick {
    at: f64,
    label: String,
}

/// The line between two neighbouring trees.
struct Edge {
    from: Point,
    to: Point,
    proven: bool,
    title: String,
}

/// What the trees lose on other rows.
struct Others {
    class: &'static str,
    rows: String,
    /// The height of its line in the key.
    key: f64,
    line: String,
    points: Vec<Other>,
}

/// What a tree loses on other rows: its place, the ends of its error if it has one, and words.
struct Other {
    place: Point,
    error: Option<[f64; 2]>,
    title: String,
}

/// A tree.
struct Vertex {
    id: String,
    place: Point,
    proven: bool,
    chosen: bool,
    sentence: String,
    range: String,
    text: Point,
    anchor: &'static str,
    /// Its text would lie over another.
    crowded: bool,
}

impl FrontierChart {
    /// The picture of a path, with what its trees lose on other rows, and the tree that was chosen.
    pub(crate) fn new(path: &Path, others: &[OtherLosses], chosen: Option<usize>) -> FrontierChart {
        let axes = Axes::of(path, others);
        let mut vertices: Vec<Vertex> =
            path.trees.iter().map(|tree| Vertex::new(tree, &axes)).collect();
        if let Some(vertex) = chosen.and_then(|at| vertices.get_mut(at)) {
            vertex.chosen = true;
        }
        mark_crowded(&mut vertices);
        FrontierChart {
            leaf_ticks: axes.leaves.ticks().into_iter().filter_map(|n| axes.leaf_tick(n)).collect(),
            loss_ticks: axes.loss.ticks().into_iter().map(|loss| axes.loss_tick(loss)).collect(),
            edges: path.trees.windows(2).map(|pair| Edge::new(path, pair, &axes)).collect(),
            others: others.iter().enumerate().map(|one| Others::new(one, path, &axes)).collect(),
            vertices,
            objective: printable(&path.trees[0].model.objective.name).into_owned(),
        }
    }
}

struct Axes {
    leaves: Axis,
    loss: Axis,
}

impl Axes {
    fn of(path: &Path, others: &[OtherLosses]) -> Axes {
        let most = path.trees.iter().map(leaves).fold(1.0, f64::max);
        let other = others.iter().flat_map(|one| one.losses.iter().flatten());
        let other = other.map(|(loss, error)| loss + error);
        let worst = path.trees.iter().map(loss).chain(other).fold(0.0, f64::max);
        Axes {
            leaves: Axis { low: 0.0, high: 1.04 * most, from: LEFT, to: RIGHT },
            loss: Axis { low: 0.0, high: 1.08 * worst, from: BOTTOM, to: TOP },
        }
    }

    fn place(&self, tree: &PathTree) -> Point {
        [self.leaves.at(leaves(tree)), self.loss.at(loss(tree))]
    }

    /// Leaves come in whole numbers.
    fn leaf_tick(&self, leaves: f64) -> Option<Tick> {
        let tick = Tick { at: self.leaves.at(leaves), label: format!("{leaves:.0}") };
        (leaves.fract() == 0.0).then_some(tick)
    }

    fn loss_tick(&self, loss: f64) -> Tick {
        Tick { at: self.loss.at(loss), label: number(loss) }
    }
}

fn leaves(tree: &PathTree) -> f64 {
    tree.model.tree.leaves() as f64
}

fn loss(tree: &PathTree) -> f64 {
    tree.model.certificate.loss
}

impl Edge {
    fn new(path: &Path, pair: &[PathTree], axes: &Axes) -> Edge {
        let tie = pair[0].low.value();
        let open = |range: &gosdt::Unproven| range.low.value() <= tie && tie <= range.high.value();
        let proven = !path.unproven.iter().any(open);
        let lambda = number(pair[0].low.to_f64());
        Edge {
            from: axes.place(&pair[0]),
            to: axes.place(&pair[1]),
            proven,
            title: match proven {
                true => format!("The trees at its ends tie at λ = {lambda}; no tree is below."),
                false => format!("The trees at its ends tie at λ = {lambda}; others may be below."),
            },
        }
    }
}

impl Others {
    fn new((at, other): (usize, &OtherLosses), path: &Path, axes: &Axes) -> Others {
        let point = |(tree, fitted): (usize, &PathTree)| {
            let (loss, error) = other.losses.get(tree).copied().flatten()?;
            let size = counted(fitted.model.tree.leaves() as u64, "leaf", "leaves");
            Some(Other {
                place: [axes.leaves.at(leaves(fitted)), axes.loss.at(loss)],
                error: (error > 0.0).then(|| [loss - error, loss + error].map(|y| axes.loss.at(y))),
                title: format!("{size}, {}: loss {}", other.rows, other.cell(tree)),
            })
        };
        let points: Vec<Other> = path.trees.iter().enumerate().filter_map(point).collect();
        let corner = |point: &Other| format!("{:.1},{:.1} ", point.place[0], point.place[1]);
        Others {
            class: other.class,
            rows: other.rows.clone(),
            key: TOP + 36.0 + 18.0 * at as f64,
            line: points.iter().map(corner).collect(),
            points,
        }
    }
}

impl Vertex {
    fn new(tree: &PathTree, axes: &Axes) -> Vertex {
        let [x, y] = axes.place(tree);
        let range = range(tree);
        let fits = x + 10.0 + width(&range) < RIGHT;
        Vertex {
            id: id(tree),
            place: [x, y],
            proven: tree.is_proven(),
            chosen: false,
            sentence: sentence(tree),
            text: if fits { [x + 9.0, y - 7.0] } else { [x + 4.0, y - 22.0] },
            anchor: if fits { "start" } else { "end" },
            crowded: false,
            range,
        }
    }

    /// Left, right and bottom of the text.
    fn written(&self) -> [f64; 3] {
        let [x, y] = self.text;
        let wide = width(&self.range);
        if self.anchor == "start" { [x, x + wide, y] } else { [x - wide, x, y] }
    }
}

fn width(text: &str) -> f64 {
    LETTER[0] * text.chars().count() as f64
}

/// Of texts that would lie over each other only the first is shown, until its point is chosen.
fn mark_crowded(vertices: &mut [Vertex]) {
    let mut shown: Vec<[f64; 3]> = Vec::new();
    for vertex in vertices {
        let here = vertex.written();
        let over = |other: &[f64; 3]| {
            here[0] < other[1] && other[0] < here[1] && (here[2] - other[2]).abs() < LETTER[1]
        };
        vertex.crowded = shown.iter().any(over);
        if !vertex.crowded {
            shown.push(here);
        }
    }
}

/// What a tree is called in the page's addresses.
pub(crate) fn id(tree: &PathTree) -> String {
    format!("tree-{}", tree.model.tree.leaves())
}

/// `λ 0.02 – 0.046`.
fn range(tree: &PathTree) -> String {
    let [low, high] = [&tree.low, &tree.high].map(|lambda| three_digits(lambda.to_f64()));
    format!("λ {low} – {high}")
}

/// `7 leaves, loss 0.0752: the best for λ from 0.0174 to 0.0069`.
pub(crate) fn sentence(tree: &PathTree) -> String {
    let [low, high] = [&tree.low, &tree.high].map(|lambda| number(lambda.to_f64()));
    let size = counted(tree.model.tree.leaves() as u64, "leaf", "leaves");
    let best = if tree.is_proven() { "the best" } else { "the best found" };
    format!("{size}, loss {}: {best} for λ from {high} to {low}", number(loss(tree)))
}
