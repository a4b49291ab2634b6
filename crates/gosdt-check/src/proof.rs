//! The proof: one walk down from all points.
//!
//! ```text
//! lemma := bound, number of lemmas below, then for each of these: 2 · split + side, [leaves,] lemma
//! ```
//!
//! All numbers are LEB128. The first lemma is about all points; one below is about a side (0 yes, 1 no)
//! of a split of its parent's set. `leaves` is there where the parent's leaves are limited: how many
//! the side may have. No reasons are written: the checker counts for itself and looks up what it has
//! checked.
use crate::problem::{INFINITE, Limits, NONE};
use crate::{node::Node, rules::Checker, rules::Side};

/// Proofs nest less than this.
const MOST_LEVELS: u32 = 20_000;

/// Reads a proof and checks it lemma by lemma.
#[derive(Debug)]
pub struct Proof<'a> {
    /// Applies the rules.
    pub checker: Checker<'a>,
    /// What is left to read.
    pub bytes: &'a [u8],
    /// Number of lemmas read.
    pub lemmas: u64,
}

impl Proof<'_> {
    /// Checks the whole proof; returns what it proves of all points. It asks for some stack where
    /// proofs nest: some kilobytes for each level.
    pub fn check(&mut self) -> Result<i64, String> {
        let found = self.lemma(&mut Node::root(self.checker.problem), &[], 0)?;
        match self.bytes.len() {
            0 => Ok(found),
            left => Err(format!("{left} bytes are left over")),
        }
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let (byte, rest) = self.bytes.split_first().ok_or("the proof ends too early")?;
            self.bytes = rest;
            number |= u64::from(byte & 127) << shift;
            if *byte < 128 {
                return Ok(number);
            }
        }
        Err("a number is too long".into())
    }

    fn lemma(
        &mut self,
        node: &mut Node,
        relatives: &[(&Node, bool)],
        level: u32,
    ) -> Result<i64, String> {
        self.lemmas += 1;
        let lemma = self.lemmas;
        let (bound, below) = (self.number()? as i64, self.number()?);
        // What costs nothing finite is nothing that the rules tell from what is higher still.
        if bound >= INFINITE {
            return Err(format!("lemma {lemma}: no bound is as high as {bound}"));
        }
        self.checker.begin(node, bound, relatives);
        let mut kin = Vec::new();
        for _ in 0..below {
            let named = self.number()? as usize;
            let (split, side) = (named / 2, named % 2);
            let t = node.splits.iter().position(|other| *other == split);
            let t =
                t.ok_or_else(|| format!("lemma {lemma}: split {split} does not divide its set"))?;
            let leaves = if node.limits.leaves == NONE { NONE.into() } else { self.number()? };
            let is_share = node.shares.iter().any(|share| u64::from(share.leaves[side]) == leaves);
            if !is_share || level > MOST_LEVELS {
                return Err(format!("lemma {lemma}: the limits do not allow a side"));
            }
            let limits = Limits { depth: node.depth_below(), leaves: leaves as u32 };
            let mut child = node.side(self.checker.problem, t, side, limits);
            let relatives = relatives_of(node, &kin, (t, side));
            let found = self.lemma(&mut child, &relatives, level + 1)?;
            self.checker.learn_child(node, (t, side), &child, found);
            kin.push((t, side, child));
        }
        match self.checker.conclude(node) {
            found if found >= bound => Ok(found),
            found => Err(format!("lemma {lemma}: {found} follows, not {bound}")),
        }
    }
}

/// The sides that were proven before under a node.
pub type Kin = Vec<(usize, usize, Node)>;

/// What a side of a split may inherit from: its parent, and the same sides of other thresholds of the
/// column that were proven before. Tells of each whether it has all points of the side.
pub fn relatives_of<'n>(parent: &'n Node, kin: &'n Kin, at: Side) -> Vec<(&'n Node, bool)> {
    let (t, side) = at;
    let in_column = |k: usize| (k.min(t) + 1..=k.max(t)).all(|t| parent.follows[t]);
    let same = kin.iter().filter(|(k, other, _)| *other == side && *k != t && in_column(*k));
    let same = same.map(|(k, _, node)| (node, (*k > t) == (side == 0)));
    std::iter::once((parent, true)).chain(same).collect()
}
