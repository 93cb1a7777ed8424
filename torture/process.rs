//! Owns the numbers of processes: what the journals write, and what the system knows a process by.
//! Does not own the processes (crew.rs).

/// Linux numbers no process higher than this; what is above counts the starts of PHP in one process.
pub(crate) const STARTS: u32 = 1 << 22;

/// The number that the system knows a process by.
pub(crate) fn real(pid: u32) -> u32 {
    pid % STARTS
}

/// How often PHP had been started in it before.
pub(crate) fn starts(pid: u32) -> u32 {
    pid / STARTS
}
