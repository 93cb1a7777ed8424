//! Owns opening connections and waiting until they are of use.
//! Does not own the steps (`arrival`), which also go on without a call that waits.

use std::sync::Arc;
use std::time::Duration;

use crate::address::Address;
use crate::clock::Instant;
use crate::connection::arrival::{Arrival, Opened};
use crate::connection::not_connected;
use crate::failure::Failure;
use crate::net::interrupts::{self, Interrupts, Woke};
use crate::settings::Timeouts;

/// Connects and, where the address has a login, authenticates and selects the database; where it names sentinels, to the Redis
/// that they name as master now. A peer that closes the connection when it is told our name is connected to once more, without.
/// Errors: `NotSent` when no connection came about, `Refused` when the server refuses user, password or database.
pub(crate) fn open(address: &Arc<Address>, timeouts: Timeouts, interrupts: Interrupts) -> Result<Opened, Failure> {
    match open_each(&[(address.clone(), timeouts)], (1, None), interrupts) {
        Ok(mut opened) => Ok(opened.swap_remove(0)),
        Err(mut failures) => Err(failures.swap_remove(0)),
    }
}

/// How long the others may still take once enough are connected, or as long as these took.
const GRACE: Duration = Duration::from_millis(10);

/// Connects to several at the same time, until so many are connected and have replied to a request, and to the others that are as quick.
/// Errors: why too few can be.
pub(crate) fn open_each(
    goals: &[(Arc<Address>, Timeouts)],
    (needed, proof): (usize, Option<&[u8]>),
    interrupts: Interrupts,
) -> Result<Vec<Opened>, Vec<Failure>> {
    let begin = |(address, timeouts): &(Arc<Address>, _)| Arrival::begin(address.clone(), *timeouts).proven(proof);
    let mut arrivals: Vec<Arrival> = goals.iter().map(begin).collect();
    let (mut opened, mut failures, mut news) = (Vec::new(), Vec::new(), Vec::new());
    let (start, mut end) = (Instant::now(), None);
    loop {
        let mut number = 0;
        arrivals.retain_mut(|arrival| {
            let has_news = news.contains(&number);
            number += 1;
            match arrival.go_on(has_news) {
                Some(Ok(connection)) => opened.push(connection),
                Some(Err(failure)) => failures.push(failure),
                None => return true,
            }
            false
        });
        let now = Instant::now();
        if opened.len() >= needed {
            let end = *end.get_or_insert(now.after(start.until(now).max(GRACE)));
            if arrivals.is_empty() || end <= now {
                return Ok(opened);
            }
        }
        if opened.len() + arrivals.len() < needed {
            return Err(failures);
        }
        let due = arrivals.iter().filter_map(Arrival::due).chain(end).min().unwrap_or(now);
        let (woke, heard) = interrupts::wait_for_news(arrivals.iter().map(Arrival::socket), due, interrupts);
        news = heard;
        match woke {
            Ok(Woke::Ready | Woke::Time) => {}
            Ok(Woke::Interrupted(by)) => return Err(vec![Failure::Interrupted { by, sent: false }]),
            Err(error) => return Err(vec![not_connected(&goals[0].0, &error, goals[0].1.connect)]),
        }
    }
}
