//! Keeping the memo within the memory limit.
use crate::control::Control;
use crate::memo::Memo;
use crate::outcome::StopReason;

/// How often the memo is halved before the search stops. What else the process holds is known only
/// from time to time: it may have grown by more than half of the memo since then.
const HALVINGS: usize = 4;

/// Drops cheap entries of the memo when the memory limit is near, and stops if that does not help.
pub(crate) fn keep_memory_limit(memo: &Memo, control: &Control) {
    let limit = control.memory_left();
    control.note_memory(memo.bytes());
    for _ in 0..HALVINGS {
        if memo.bytes() <= limit {
            return;
        }
        memo.drop_cheap_half(limit);
    }
    if memo.bytes() > limit {
        control.stop(StopReason::MemoryLimit);
    }
}
