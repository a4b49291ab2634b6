//! What a node takes over from its parent and from neighbouring thresholds.
//!
//! Let c be a node, d a donor (its parent, or the same side of another threshold of the column that
//! made c), j a split. If d ⊆ c, then d ∧ j ⊆ c ∧ j and the subset bound gives R(c ∧ j) ≥ R(d ∧ j).
//! If d ⊇ c, then similar support gives R(c ∧ j) ≥ R(d ∧ j) − w(d ∧ j) + w(c ∧ j). A bound for more
//! levels of splits holds for fewer, so the parent's bounds serve too where the depth is limited.
use crate::bounds::{similar_support, subset};
use crate::frame::{Frame, NO, Side, YES};
use crate::solve::Solver;
use crate::view::View;

/// Where a node comes from.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub view: &'a View,
    pub frame: &'a Frame,
    pub at: Side,
}

/// What a solved node knew of its splits when it ended.
pub(crate) struct Donor {
    /// The side of the parent's split that it is.
    at: Side,
    /// Its features, ascending.
    features: Vec<u32>,
    /// Lower bounds of the sides of its splits.
    lower: [Vec<i64>; 2],
    /// Weight of the yes-sides of its splits.
    weights: Vec<i64>,
    /// Its own weight.
    weight: i64,
}

/// A donor lent: a parent's frame or a [`Donor`].
#[derive(Clone, Copy)]
struct Lent<'a> {
    features: &'a [u32],
    lower: [&'a [i64]; 2],
    weights: &'a [i64],
    weight: i64,
    /// Whether the donor holds all points of the heir; else the heir holds all of the donor's.
    larger: bool,
}

impl Donor {
    fn lend(&self, larger: bool) -> Lent<'_> {
        Lent {
            features: &self.features,
            lower: [&self.lower[YES], &self.lower[NO]],
            weights: &self.weights,
            weight: self.weight,
            larger,
        }
    }
}

impl Lent<'_> {
    /// Raises the bounds of `frame`, a node with these features and of this weight.
    fn bequeath(&self, frame: &mut Frame, features: &[u32], weight: i64) {
        let mut at = 0;
        for (t, feature) in features.iter().enumerate() {
            while at < self.features.len() && self.features[at] < *feature {
                at += 1;
            }
            if at == self.features.len() {
                return;
            }
            if self.features[at] == *feature {
                let [yes, no] = self.bounds(at, frame.weights[t], weight);
                frame.lower[YES][t] = frame.lower[YES][t].max(yes);
                frame.lower[NO][t] = frame.lower[NO][t].max(no);
            }
        }
    }

    /// The bounds of both sides of the donor's column `at` for an heir of weight `weight` whose
    /// yes-side weighs `yes`.
    fn bounds(&self, at: usize, yes: i64, weight: i64) -> [i64; 2] {
        let lower = [self.lower[YES][at], self.lower[NO][at]];
        if !self.larger {
            return lower.map(subset::of_superset);
        }
        let lost = self.weights[at] - yes;
        [
            similar_support::without(lower[YES], lost),
            similar_support::without(lower[NO], self.weight - weight - lost),
        ]
    }
}

impl Solver<'_> {
    /// Raises the bounds of a fresh frame by what its parent and its neighbours know.
    pub(crate) fn inherit(&self, view: &View, frame: &mut Frame, from: Origin<'_>) {
        let weight = self.instance.weight(&view.totals);
        for lent in self.donors(from).into_iter().flatten() {
            lent.bequeath(frame, &view.features, weight);
        }
    }

    /// The parent, and the nearest solved thresholds below and above.
    fn donors<'b>(&self, from: Origin<'b>) -> [Option<Lent<'b>>; 3] {
        let Origin { view, frame, at } = from;
        let parent = Lent {
            features: &view.features,
            lower: [&frame.lower[YES], &frame.lower[NO]],
            weights: &frame.weights,
            weight: self.instance.weight(&view.totals),
            larger: true,
        };
        let place = |t: usize| self.instance.places[view.features[t] as usize];
        let (column, here) = place(at.t);
        // A feature without a place (is the value missing?) has no neighbours: its sides are not
        // nested with those of the column's thresholds.
        let related = |donor: &&Donor| {
            here.is_some() && donor.at.side == at.side && place(donor.at.t).0 == column
        };
        let below = frame.donors.iter().filter(related).filter(|donor| place(donor.at.t).1 < here);
        let above = frame.donors.iter().filter(related).filter(|donor| place(donor.at.t).1 > here);
        // A larger threshold has the larger yes-side and the smaller no-side.
        [
            Some(parent),
            below.max_by_key(|donor| place(donor.at.t).1).map(|donor| donor.lend(at.side == NO)),
            above.min_by_key(|donor| place(donor.at.t).1).map(|donor| donor.lend(at.side == YES)),
        ]
    }

    /// What a node that was worked on leaves to its neighbours, if it has any.
    pub(crate) fn donate(&self, view: &View, frame: &Frame, from: Origin<'_>) -> Option<Donor> {
        let feature = from.view.features[from.at.t] as usize;
        self.instance.places[feature].1?;
        let take = |values: &[i64]| values[..view.features.len()].to_vec();
        Some(Donor {
            at: from.at,
            features: view.features.clone(),
            lower: [take(&frame.lower[YES]), take(&frame.lower[NO])],
            weights: take(&frame.weights),
            weight: self.instance.weight(&view.totals),
        })
    }
}
