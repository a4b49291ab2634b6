//! The proof: one walk down from all points.
//!
//! ```text
//! lemma := bound, number of steps, then for each: 4 · split + 2 · cites + side, [leaves,] reason
//! reason := lemma, or, if it cites, how many lemmas before is the one that is cited
//! ```
//!
//! All numbers are LEB128. The first lemma is about all points; a step is about a side (0 yes, 1 no) of a
//! split of its lemma's set, and says that this costs more than was counted: by a lemma of its own, or
//! because of one that was checked before. `leaves` is there where the leaves are limited: how many the
//! side may have. No other reasons are written: the checker counts for itself and looks up what it has
//! checked.
use crate::{node::Checker, node::Node, node::Side, problem::NONE};

/// Reads a proof and checks it lemma by lemma.
pub struct Proof<'a> {
    /// Applies the rules.
    pub checker: Checker<'a>,
    /// What is left to read.
    pub bytes: &'a [u8],
    /// Number of lemmas read, cited ones among them.
    pub lemmas: u64,
}

impl Proof<'_> {
    /// Checks the whole proof; returns what it proves of all points. It asks for some stack where
    /// proofs nest: some kilobytes for each level.
    pub fn check(&mut self) -> Result<i64, String> {
        let mut root = self.checker.root();
        let found = self.lemma(&mut root, &[], 0)?;
        self.bytes.is_empty().then_some(found).ok_or_else(|| "bytes are left over".into())
    }

    fn number(&mut self) -> Result<u64, String> {
        let last = self.bytes.iter().take(9).position(|byte| *byte < 128);
        let last = last.ok_or("a number is too long, or the proof ends too early")?;
        let (number, rest) = self.bytes.split_at(last + 1);
        self.bytes = rest;
        Ok(number.iter().rev().fold(0, |sum, byte| sum << 7 | u64::from(byte & 127)))
    }

    fn lemma(&mut self, node: &mut Node, kin: &Relatives, level: u32) -> Result<i64, String> {
        self.lemmas += 1;
        let (lemma, bound, below) = (self.lemmas, self.number()? as i64, self.number()?);
        self.checker.begin(node, bound, kin);
        let mut sides = Vec::new();
        for _ in 0..below {
            let named = self.number()? as usize;
            let (split, is_cited, side) = (named / 4, named / 2 % 2 == 1, named % 2);
            let t = node.splits.binary_search_by_key(&split, |live| live.number);
            let t = t.map_err(|_| format!("lemma {lemma}: split {split} divides nothing"))?;
            let leaves = if node.limits.leaves == NONE { NONE.into() } else { self.number()? };
            let is_share = node.shares.iter().any(|share| u64::from(share.leaves[side]) == leaves);
            // Deeper ones would need more stack than there is.
            if !is_share || level > 20_000 {
                return Err(format!("lemma {lemma}: the limits do not allow a side"));
            }
            if is_cited {
                self.lemmas += 1;
                let back = self.number()?;
                let cited = self.checker.cite(node, (t, side), leaves as u32, back);
                cited.ok_or_else(|| format!("lemma {lemma}: nothing can be cited so"))?;
                continue;
            }
            let mut child = self.checker.side(node, kin, (t, side), leaves as u32);
            let relatives = relatives_of(node, &sides, (t, side));
            let found = self.lemma(&mut child, &relatives, level + 1)?;
            self.checker.learn_child(node, (t, side), &child, found);
            sides.push((t, side, child));
        }
        let found = self.checker.conclude(node);
        let why = || format!("lemma {lemma}: {found} follows, not {bound}");
        (found >= bound).then_some(found).ok_or_else(why)
    }
}

/// Nodes from which another may inherit, and whether they have all of its points.
pub type Relatives<'n> = [(&'n Node, bool)];

/// The sides that were proven before under a node.
pub type Kin = [(usize, usize, Node)];

/// What a side of a split may inherit from: its parent, and the same sides of other thresholds of the
/// column that were proven before. Tells of each whether it has all points of the side.
pub fn relatives_of<'n>(parent: &'n Node, kin: &'n Kin, (t, side): Side) -> Vec<(&'n Node, bool)> {
    let in_column = |k: usize| (k.min(t) + 1..=k.max(t)).all(|t| parent.splits[t].follows);
    let same = kin.iter().filter(|(k, other, _)| *other == side && *k != t && in_column(*k));
    let same = same.map(|(k, _, node)| (node, (*k > t) == (side == 0)));
    std::iter::once((parent, true)).chain(same).collect()
}
