//! Projects and counts, with the memory that this takes.
use super::context::Context;
use super::split_bounds::SplitBounds;
use super::state::{Node, Task};
use crate::control::Control;
use crate::layout::{Projection, Projector, Side};
use gosdt_bits::{Cuts, Kernels};

/// Projects subproblems and evaluates nodes by counting, in memory that is reused.
pub(crate) struct Evaluator<'a> {
    pub context: Context<'a>,
    pub control: &'a Control,
    pub(super) kernels: Kernels,
    /// Memory for counting.
    pub(super) cuts: [Cuts; 2],
    pub(super) counts: Vec<i64>,
    projector: Projector<'a>,
    spare_projections: Vec<Projection>,
    spare_splits: Vec<SplitBounds>,
    /// Number of nodes that this evaluator expanded, modulo 2³².
    expansions: u32,
}

impl<'a> Evaluator<'a> {
    pub fn new(context: Context<'a>, control: &'a Control) -> Evaluator<'a> {
        let kernels = Kernels::detect();
        Evaluator {
            context,
            control,
            kernels,
            cuts: Default::default(),
            counts: Vec::new(),
            projector: Projector::new(context.instance, kernels, &context.techniques),
            spare_projections: Vec::new(),
            spare_splits: Vec::new(),
            expansions: 0,
        }
    }

    /// The same evaluator, whose projections keep every split that has points on both sides.
    pub fn keeping_all_splits(self) -> Self {
        Evaluator { projector: self.projector.keeping_all(), ..self }
    }

    /// Projects to all points.
    pub fn project_root(&mut self) -> Projection {
        self.projector.root()
    }

    /// Projects to a side of a split.
    pub fn project_side(&mut self, from: &Projection, side: Side) -> Projection {
        let mut projection = self.spare_projections.pop().unwrap_or_default();
        self.projector.side(from, side, &mut projection);
        projection
    }

    /// Projects to any set of points, with every split that has points on both sides.
    pub fn project_set(&mut self, points: &[u64]) -> Projection {
        let mut projection = self.spare_projections.pop().unwrap_or_default();
        self.projector.set_with_all_splits(points, &mut projection);
        projection
    }

    /// The avoidable cost of the yes-side of each split of the projection that
    /// [`Evaluator::project_side`] was given last, within the side that it projected to.
    pub fn avoidable_within(&self) -> &[i64] {
        self.projector.avoidable_within()
    }

    /// Takes the memory of a projection back.
    pub fn reuse_projection(&mut self, projection: Projection) {
        self.spare_projections.push(projection);
    }

    /// A node of which nothing is known.
    pub fn node<'n>(&mut self, projection: &'n Projection, task: Task<'n>) -> Node<'n>
    where
        'a: 'n,
    {
        let mut splits = self.spare_splits.pop().unwrap_or_default();
        splits.clear();
        Node::new(self.context, projection, task, splits)
    }

    /// Takes the memory of a node back.
    pub fn reuse_node(&mut self, node: Node<'_>) {
        self.spare_splits.push(node.splits);
    }

    /// Counts an expansion.
    pub fn count_expansion(&mut self) {
        self.control.count_node();
        self.expansions = self.expansions.wrapping_add(1);
    }

    /// Number of nodes that this evaluator expanded, modulo 2³².
    pub fn expansions(&self) -> u32 {
        self.expansions
    }
}
