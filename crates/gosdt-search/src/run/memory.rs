//! How much memory the process holds.

/// Bytes of the process that are in memory, where the system tells (Linux).
pub fn resident() -> Option<u64> {
    process_status("VmRSS:")
}

/// The most bytes of the process that ever were in memory, where the system tells (Linux).
pub fn peak_resident() -> Option<u64> {
    process_status("VmHWM:")
}

/// A size that the system tells of the process.
fn process_status(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_that_is_written_to_is_resident() {
        let before = resident().expect("Linux tells");
        let held = std::hint::black_box(vec![1u8; 50 << 20]);
        assert!(resident().expect("Linux tells") >= before + (40 << 20));
        assert_eq!(held[held.len() / 2], 1);
    }
}
