//! Keeping the memo within the memory limit.
use crate::control::Control;
use crate::memo::Memo;
use crate::outcome::StopReason;

/// Drops cheap entries of the memo when the memory limit is near, and stops if that does not help.
pub(crate) fn keep_memory_limit(memo: &Memo, control: &Control) {
    let limit = control.memory_left();
    control.note_memory(memo.bytes());
    if memo.bytes() <= limit {
        return;
    }
    memo.drop_cheap_half(limit);
    if memo.bytes() > limit {
        control.stop(StopReason::MemoryLimit);
    }
}
