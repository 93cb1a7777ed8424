//! Owns the promise that a forked child is another process, whatever its number is. Starts no process: a fork is told as the
//! hook tells it. In a program of its own, since what is told is told to the whole process.

use redislock::process::{self, ForkGuard};

#[test]
fn a_forked_child_with_its_parents_number_is_another_process_and_so_is_its_child() {
    process::forked();
    let unhooked = ForkGuard::here();
    process::remember();
    assert_eq!(ForkGuard::here(), unhooked, "a fork that was told before the hook was relied on counts for nothing");

    let guard = ForkGuard::here();
    process::forked();
    assert!(guard.has_forked() && !ForkGuard::here().has_forked());
    let child = ForkGuard::here();
    assert_ne!(child, unhooked);

    // PHP was restarted inside the child.
    process::remember();
    assert_eq!(ForkGuard::here(), child);

    let guard = ForkGuard::here();
    process::forked();
    assert!(guard.has_forked());
    assert!(![unhooked, child].contains(&ForkGuard::here()));
    assert_ne!(ForkGuard::here(), ForkGuard::default());
}
