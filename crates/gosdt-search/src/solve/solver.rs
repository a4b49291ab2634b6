//! What a thread needs to solve subproblems.
use crate::control::Control;
use crate::memo::{INFINITE_COST, Memo};
use crate::node::{Context, Evaluator, Lookup, WarmStart};

/// One thread's search.
pub(crate) struct Solver<'a> {
    /// Projects and counts.
    pub evaluator: Evaluator<'a>,
    /// Looks sides up in the memo.
    pub lookup: Lookup<'a>,
    pub memo: &'a Memo,
    pub control: &'a Control,
    pub warm_start: Option<&'a WarmStart<'a>>,
    /// Whether other threads work on the same memo.
    pub shared: bool,
    /// Whether subproblems with a limit on leaves are solved without it first.
    pub(super) relaxes: bool,
    /// The number of expansions at which to end an attempt, modulo 2³²; `None` is never.
    pub(super) attempt_ends: Option<u32>,
    /// The least cost of a tree for the root that was found to break a limit.
    pub(super) refused: i64,
}

impl<'a> Solver<'a> {
    /// A solver without a warm start, for a thread that works alone.
    pub fn new(context: Context<'a>, memo: &'a Memo, control: &'a Control) -> Solver<'a> {
        Solver {
            evaluator: Evaluator::new(context, control),
            lookup: Lookup::new(memo, None),
            memo,
            control,
            warm_start: None,
            shared: false,
            relaxes: false,
            attempt_ends: None,
            refused: INFINITE_COST,
        }
    }

    /// The same solver, for a thread that shares the memo with others if `shared`.
    pub fn sharing(self, shared: bool) -> Self {
        Solver { shared, ..self }
    }

    /// The same solver, which starts from what searches at other penalties found.
    pub fn starting_from(self, warm_start: &'a WarmStart<'a>) -> Self {
        let in_use = self.context().techniques.concave_in_lambda && warm_start.has_memo();
        let warm_start = in_use.then_some(warm_start);
        Solver { warm_start, lookup: Lookup::new(self.memo, warm_start), ..self }
    }

    /// The same solver, whose projections keep every split that has points on both sides.
    pub fn keeping_all_splits(self) -> Self {
        Solver { evaluator: self.evaluator.keeping_all_splits(), ..self }
    }

    /// The problem and the techniques in use.
    pub fn context(&self) -> &Context<'a> {
        &self.evaluator.context
    }
}
