//! How much memory the process holds, and how much it may hold.
use std::sync::OnceLock;

/// Bytes of the process that are in memory, where the system tells (Linux, WebAssembly).
pub fn resident() -> Option<u64> {
    linear_memory().or_else(|| process_status("VmRSS:"))
}

/// The most bytes of the process that ever were in memory, where the system tells (Linux, WebAssembly).
pub fn peak_resident() -> Option<u64> {
    linear_memory().or_else(|| process_status("VmHWM:"))
}

/// The memory of a WebAssembly module, which never shrinks.
#[cfg(target_family = "wasm")]
fn linear_memory() -> Option<u64> {
    const PAGE: u64 = 1 << 16;
    Some(core::arch::wasm32::memory_size(0) as u64 * PAGE)
}

#[cfg(not(target_family = "wasm"))]
fn linear_memory() -> Option<u64> {
    None
}

/// A size that the system tells of the process.
fn process_status(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    kilobytes(&status, name)
}

/// Four fifths of the memory that was free for the process, or that its group of processes may use,
/// when that was first asked for: the limit where none is given. `None` where the system does not tell.
pub fn usual_limit() -> Option<u64> {
    static LIMIT: OnceLock<Option<u64>> = OnceLock::new();
    *LIMIT.get_or_init(|| {
        let free =
            meminfo("MemAvailable:").map(|free| free.saturating_add(resident().unwrap_or(0)));
        let most = free.into_iter().chain(group_limits()).min()?;
        Some(most / 5 * 4)
    })
}

fn meminfo(name: &str) -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    kilobytes(&info, name)
}

/// The limits of the group of processes, in both versions of the interface.
fn group_limits() -> impl Iterator<Item = u64> {
    const FILES: [&str; 2] =
        ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    // A group without a limit says `max`.
    FILES.iter().filter_map(|file| std::fs::read_to_string(file).ok()?.trim().parse().ok())
}

fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// What a structure that held `peak` bytes at most may hold of a limit: the rest is what else is
/// resident. Memory that the structure gave back counts as its own, since it is there for it again;
/// counted as the rest it would shrink what the structure may hold whenever it gave something back.
pub fn allowance(limit: u64, peak: u64) -> u64 {
    let rest = resident().map_or(0, |all| all.saturating_sub(peak));
    usable(limit).saturating_sub(rest)
}

/// A limit without what is kept free for what is not counted.
pub fn usable(limit: u64) -> u64 {
    limit - limit / 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_back_is_there_again() {
        let held = allowance(10 << 30, 1 << 20);
        // As much as is kept by the allocator after a drop from 512 MB.
        assert!(allowance(10 << 30, 512 << 20) >= held);
        assert!(allowance(1, 0) == 0);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn usual_limit_is_below_what_the_machine_has() {
        let all = meminfo("MemTotal:").expect("Linux tells");
        assert!((1 << 20..all).contains(&usual_limit().expect("Linux tells")));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_that_is_written_to_is_resident() {
        let before = resident().expect("Linux tells");
        let held = std::hint::black_box(vec![1u8; 50 << 20]);
        assert!(resident().expect("Linux tells") >= before + (40 << 20));
        assert_eq!(held[held.len() / 2], 1);
    }
}
