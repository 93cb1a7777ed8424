//! Owns one waiter for a lock in this process's memory: what wakes it, and sleeping until then.
//! Does not own the keys (`table`), when to give up (`lock::wait_loop`).

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Instant;
use crate::failure::Failure;
use crate::net::bell::Bell;
use crate::net::interrupts::{self, Interrupts, Readiness, Woke};
use crate::scope::Scope;
use crate::scripts::CurrentHolder;
use crate::topology::memory::acquire;
use crate::topology::memory::table::OpenTable;
use crate::topology::{Acquired, Attempt, Waiter, WakeUp, pause};
use crate::ttl::Ttl;

/// One waiter.
#[derive(Debug)]
pub(super) struct MemoryWaiter<'a> {
    pub(super) scope: &'a Scope,
    pub(super) interrupts: Interrupts,
    /// Made when it is first refused. None also where the process may have no more files: it polls then.
    pub(super) bell: Option<Arc<Bell>>,
}

impl Waiter for MemoryWaiter<'_> {
    fn acquire(&mut self, attempt: &mut Attempt<'_>) -> Result<Acquired, Failure> {
        if let Some(bell) = &self.bell {
            // Before it looks: a release from here on wakes it again.
            bell.clear();
        }
        let mut table = OpenTable::open();
        let reply = acquire(&mut table, attempt);
        if self.bell.is_none()
            && matches!(reply, Acquired::Another(_))
            && let Ok(bell) = Bell::new()
        {
            let bell = Arc::new(bell);
            table.add_waiter(self.scope, &bell);
            self.bell = Some(bell);
        }
        Ok(reply)
    }

    fn sleep(&mut self, holder: CurrentHolder, end: Option<Instant>) -> WakeUp {
        let Some(bell) = &self.bell else {
            return pause::for_a_poll(end, self.interrupts);
        };
        let expires = match holder.left {
            Ttl::For(left) => Some(Instant::now().after(left)),
            Ttl::Forever => None,
        };
        let until = [expires, end].into_iter().flatten().min();
        let until = until.unwrap_or_else(|| Instant::now().after(Duration::MAX));
        match interrupts::wait(Some((bell.socket(), Readiness::Readable)), until, self.interrupts) {
            Ok(Woke::Ready) => WakeUp::Signalled { is_for_finders: false },
            Ok(Woke::Time) => WakeUp::TryAgain,
            // Every waiter was woken: none depends on this one.
            Ok(Woke::Interrupted(by)) => WakeUp::Leave { by, signalled: false },
            Err(_) => pause::for_a_poll(end, self.interrupts),
        }
    }
}
