//! The proof: one walk down from all points.
//!
//! ```text
//! lemma := bound, 2 · (lemmas below) + look, then for each below: 2 · split + side, [leaves,] lemma
//! ```
//!
//! All numbers are LEB128. The first lemma is about all points; one below is about a side (0 yes, 1 no)
//! of a split of its parent's set. `leaves` is there where the parent's leaves are limited: how many
//! the side may have. No reasons are written: the checker counts for itself and looks up what it has
//! checked (`look` tells whether that helps before the lemmas below).
use crate::node::Node;
use crate::problem::{Limits, NONE};
use crate::rules::Checker;

/// Proofs nest less than this.
const MOST_LEVELS: u32 = 20_000;

/// Reads a proof and checks it lemma by lemma.
#[derive(Debug)]
pub struct Proof<'a> {
    bytes: &'a [u8],
    /// Number of lemmas read.
    pub lemmas: u64,
}

impl<'a> Proof<'a> {
    /// A proof that is about to be read.
    pub fn new(bytes: &'a [u8]) -> Proof<'a> {
        Proof { bytes, lemmas: 0 }
    }

    /// Checks the whole proof; returns what it proves of all points. It asks for some stack where
    /// proofs nest: some kilobytes for each level.
    pub fn check(&mut self, checker: &mut Checker<'_>) -> Result<i64, String> {
        let mut root = Node::root(checker.problem);
        let found = self.lemma(checker, &mut root, &[], 0)?;
        match self.bytes.is_empty() {
            true => Ok(found),
            false => Err(format!("{} bytes are left over", self.bytes.len())),
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
        checker: &mut Checker<'_>,
        node: &mut Node,
        relatives: &[(&Node, bool)],
        level: u32,
    ) -> Result<i64, String> {
        self.lemmas += 1;
        let number = self.lemmas;
        let at = |why: String| format!("lemma {number}: {why}");
        let bound = self.number()? as i64;
        let (below, look) = {
            let both = self.number()?;
            (both / 2, both % 2 == 1)
        };
        checker.begin(node, bound, relatives, look);
        let mut kin: Vec<(usize, usize, Node)> = Vec::new();
        for _ in 0..below {
            let named = self.number()?;
            let (split, side) = (named / 2, (named % 2) as usize);
            let t = node.splits.iter().position(|other| u64::from(*other) == split);
            let t = t.ok_or_else(|| at(format!("split {split} does not divide its set")))?;
            let leaves = if node.limits.leaves == NONE { NONE.into() } else { self.number()? };
            let is_track = |track| u64::from(node.leaves_below(track)) == leaves;
            if !(0..node.tracks()).any(is_track) || level > MOST_LEVELS {
                return Err(at("the limits do not allow a side".into()));
            }
            let limits = Limits { depth: node.depth_below(), leaves: leaves as u32 };
            let mut child = node.side(checker.problem, t, side, limits);
            let found =
                self.lemma(checker, &mut child, &relatives_of(node, &kin, t, side), level + 1)?;
            checker.learn(node, t, side, (&child, found));
            if checker.problem.splits[split as usize].ordered {
                child.forget_answers();
                kin.push((t, side, child));
            }
        }
        let found = checker.conclude(node);
        match found >= bound {
            true => Ok(found),
            false => Err(at(format!("{found} follows, not {bound}"))),
        }
    }
}

/// What a side of split `t` may inherit from: its parent and, of the thresholds of the same column
/// whose same side was proven before, the nearest below and above.
pub fn relatives_of<'n>(
    parent: &'n Node,
    kin: &'n [(usize, usize, Node)],
    t: usize,
    side: usize,
) -> Vec<(&'n Node, bool)> {
    let in_column = |from: usize, to: usize| (from + 1..=to).all(|t| parent.follows[t]);
    let same = || kin.iter().filter(|other| other.1 == side);
    let below =
        same().filter(|other| other.0 < t && in_column(other.0, t)).max_by_key(|other| other.0);
    let above =
        same().filter(|other| other.0 > t && in_column(t, other.0)).min_by_key(|other| other.0);
    let nearest = below.map(|other| (&other.2, side == 1));
    let nearest = nearest.into_iter().chain(above.map(|other| (&other.2, side == 0)));
    std::iter::once((parent, true)).chain(nearest).collect()
}
