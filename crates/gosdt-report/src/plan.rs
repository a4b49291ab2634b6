//! Where cards and lines stand: a tree stands with its root on top, or, when that would be wide,
//! lies with its root at the upper left, so that it is read as a text is.
use crate::card::Card;
use crate::layout::{Parent, place};
use gosdt_tree::{Model, Visit};

/// Wider than this, a tree lies.
const WIDEST_STANDING: f64 = 1500.0;
const MARGIN: f64 = 10.0;
/// Height of a card, and from the top of one level to the next.
const STANDING: [f64; 2] = [56.0, 108.0];
/// Height of a card, and room between levels.
const LYING: [f64; 2] = [36.0, 52.0];

/// The whole picture.
pub(crate) struct Plan {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) lies: bool,
    /// By node.
    pub(crate) spots: Vec<Spot>,
}

/// A card's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Spot {
    pub(crate) fn middle_x(&self) -> f64 {
        self.x + self.width / 2.0
    }

    pub(crate) fn middle_y(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

impl Plan {
    /// The plan that suits the tree.
    pub(crate) fn new(model: &Model, cards: &[Card]) -> Plan {
        match stand(model, cards) {
            plan if plan.width <= WIDEST_STANDING => plan,
            _ => lie(model, cards),
        }
    }

    /// The line to a node from the one above it, as a path.
    pub(crate) fn line(&self, above: usize, node: usize) -> String {
        let (from, to) = (self.spots[above], self.spots[node]);
        if self.lies {
            let [x, y, to_x, to_y] = [from.x + from.width, from.middle_y(), to.x, to.middle_y()];
            // It bends between the levels only, where no card is in its way.
            let (bend, half) = (to_x - LYING[1], to_x - LYING[1] / 2.0);
            let curve = format!("C{half:.1} {y:.1} {half:.1} {to_y:.1} {to_x:.1} {to_y:.1}");
            return format!("M{x:.1} {y:.1}H{bend:.1}{curve}");
        }
        let [x, y, to_x, to_y] = [from.middle_x(), from.y + from.height, to.middle_x(), to.y];
        let half = (y + to_y) / 2.0;
        format!("M{x:.1} {y:.1}C{x:.1} {half:.1} {to_x:.1} {half:.1} {to_x:.1} {to_y:.1}")
    }

    /// Where the answer that leads to a node is written, on the outer side of the line, and
    /// whether it ends there.
    pub(crate) fn answer(&self, node: usize, answer: bool) -> ([f64; 2], bool) {
        let to = self.spots[node];
        match (self.lies, answer) {
            (false, true) => ([to.middle_x() - 8.0, to.y - 8.0], true),
            (false, false) => ([to.middle_x() + 8.0, to.y - 8.0], false),
            (true, true) => ([to.x - 5.0, to.middle_y() - 7.0], true),
            (true, false) => ([to.x - 5.0, to.middle_y() + 15.0], true),
        }
    }
}

fn stand(model: &Model, cards: &[Card]) -> Plan {
    let widths: Vec<f64> = cards.iter().map(Card::width).collect();
    let layout = place(&model.tree, &widths, Parent::Middle);
    let [height, level] = STANDING;
    let spot = |visit: &Visit| Spot {
        x: layout.middles[visit.index] - widths[visit.index] / 2.0 + MARGIN,
        y: visit.depth as f64 * level + MARGIN,
        width: widths[visit.index],
        height,
    };
    let down = model.tree.depth() as f64 * level + height;
    Plan::of(model, spot, false, [layout.width, down])
}

fn lie(model: &Model, cards: &[Card]) -> Plan {
    let [height, room] = LYING;
    let layout = place(&model.tree, &vec![height; cards.len()], Parent::First);
    let widths = level_widths(model, cards);
    let starts: Vec<f64> = widths
        .iter()
        .scan(MARGIN, |x, width| Some(std::mem::replace(x, *x + width + room)))
        .collect();
    let spot = |visit: &Visit| Spot {
        x: starts[visit.depth],
        y: layout.middles[visit.index] - height / 2.0 + MARGIN,
        width: cards[visit.index].lying_width(),
        height,
    };
    let across = widths.iter().sum::<f64>() + room * (widths.len() - 1) as f64;
    Plan::of(model, spot, true, [across, layout.width])
}

/// The widest card of each level.
fn level_widths(model: &Model, cards: &[Card]) -> Vec<f64> {
    let mut widths = vec![0.0_f64; model.tree.depth() + 1];
    for visit in model.tree.walk() {
        widths[visit.depth] = widths[visit.depth].max(cards[visit.index].lying_width());
    }
    widths
}

impl Plan {
    fn of(model: &Model, spot: impl Fn(&Visit) -> Spot, lies: bool, size: [f64; 2]) -> Plan {
        let mut spots =
            vec![Spot { x: 0.0, y: 0.0, width: 0.0, height: 0.0 }; model.tree.nodes.len()];
        for visit in model.tree.walk() {
            spots[visit.index] = spot(&visit);
        }
        let [width, height] = size.map(|length| length + 2.0 * MARGIN);
        Plan { width, height, lies, spots }
    }
}
