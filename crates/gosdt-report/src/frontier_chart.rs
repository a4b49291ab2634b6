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

/// About the width and the height of a letter, which is bold where its tree is chosen.
const LETTER: [f64; 2] = [7.0, 14.0];
/// How far a text stays away from a point.
const POINT: f64 = 7.0;

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
    /// There is no room for its text.
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
        place_texts(&mut vertices);
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
        Vertex {
            id: id(tree),
            place: axes.place(tree),
            proven: tree.is_proven(),
            chosen: false,
            sentence: sentence(tree),
            text: [0.0, 0.0],
            anchor: "start",
            crowded: true,
            range: range(tree),
        }
    }

    /// Where the text may stand, best first: the hull falls from left to right, so that there is no
    /// line above to the right nor below to the left.
    fn spots(&self) -> [(Point, &'static str); 3] {
        let [x, y] = self.place;
        [([x + 9.0, y - 7.0], "start"), ([x + 4.0, y - 22.0], "end"), ([x - 9.0, y + 18.0], "end")]
    }

    /// The text's box at a spot: left, top, right and bottom.
    fn written(&self, ([x, y], anchor): (Point, &'static str)) -> [f64; 4] {
        let wide = LETTER[0] * self.range.chars().count() as f64;
        let left = if anchor == "start" { x } else { x - wide };
        [left, y - 0.8 * LETTER[1], left + wide, y + 0.2 * LETTER[1]]
    }
}

/// Puts each text where it lies over no other, no point and no axis; where there is no such place it is
/// not written.
fn place_texts(vertices: &mut [Vertex]) {
    let around = |[x, y]: Point| [x - POINT, y - POINT, x + POINT, y + POINT];
    let mut taken: Vec<[f64; 4]> = vertices.iter().map(|vertex| around(vertex.place)).collect();
    for vertex in vertices {
        let free = |spot: &(Point, &'static str)| {
            let here = vertex.written(*spot);
            is_inside(here) && !taken.iter().any(|other| overlap(here, *other))
        };
        let Some(spot) = vertex.spots().into_iter().find(free) else { continue };
        taken.push(vertex.written(spot));
        (vertex.text, vertex.anchor) = spot;
        vertex.crowded = false;
    }
}

fn is_inside([left, top, right, bottom]: [f64; 4]) -> bool {
    left >= LEFT && right <= RIGHT && top >= 0.0 && bottom <= BOTTOM
}

fn overlap(one: [f64; 4], other: [f64; 4]) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
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
