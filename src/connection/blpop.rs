//! Owns sleeping in Redis: BLPOP on wake lists for one slice, ended on time, left politely.
//! Does not own how long a slice is and what follows it (`topology`), the list's name (`key`).

use std::io;
use std::time::Duration;

use redis::Value;

use crate::clock::Instant;
use crate::command::Command;
use crate::connection::Connection;
use crate::connection::call::Call;
use crate::connection::replies::Stop;
use crate::failure::Failure;
use crate::net::broken::Broken;
use crate::net::interrupts::{self, Interruption, Readiness};
use crate::refusal::Code;

/// How much sooner than the slice's end the BLPOP's own timeout is. A server ends it up to 100 ms late, for its event
/// loop sleeps; what we send at the slice's end wakes that loop, and the timeout must have passed by then
/// (docs/protocol.md#waiting, rule 6).
pub(crate) const EARLY: Duration = Duration::from_millis(3);
/// How long after the slice's end, and a round trip, the reply may come: a server that has not woken by then is slow,
/// and a new connection costs less than its rest.
const OVERDUE: Duration = Duration::from_millis(5);
/// How long, beside a round trip, a caller that leaves its wait stays for the server's last word. Without it
/// a signal that is on its way may be lost (docs/protocol.md#waiting, rule 15), and a busy server may need more than `OVERDUE`
/// for it. A server that has stopped keeps the program from leaving for this long.
const PARTING: Duration = Duration::from_millis(100);
/// What wake.lua and release_done.lua add to a wake list.
const FOR_FINDERS: &[u8] = b"2";
/// An empty inline command: no reply belongs to it, and the connection lives on.
const POKE: &[u8] = b"\r\n";

/// How a slice ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockEnd {
    /// By the signal of a release.
    Signalled {
        /// On which of the lists, counted from 0.
        list: usize,
        /// It is for those who look for what was done, and others may wait for that behind this one.
        is_for_finders: bool,
    },
    /// On time, or by a CLIENT UNBLOCK.
    Over,
    /// The server does not let this user block on this list, or cannot say at this moment.
    Refused,
    /// The program leaves; the signal may have come in the same instant. The connection is of no more use.
    Interrupted {
        /// How it leaves.
        by: Interruption,
        /// The list's element may have been taken: another waiter must be woken in our place.
        signalled: bool,
    },
}

impl Connection {
    /// Blocks for one slice: until one of the lists has an element, which it takes, or until its end, which must be further away than 3 ms.
    /// Errors: when the reply did not come; a signal that was on its way is lost then.
    pub fn block_on(
        &mut self,
        call: &Call<'_>,
        lists: &[Vec<u8>],
        until: Instant,
        round_trip: Duration,
    ) -> Result<BlockEnd, Failure> {
        let timeout = Instant::now().until(until).saturating_sub(EARLY).max(Duration::from_millis(1));
        self.send_by(call, until, |out| {
            let mut command = Command::new(out, 2 + lists.len());
            command.word("BLPOP");
            for list in lists {
                command.word(list);
            }
            command.word(format!("{:.3}", timeout.as_secs_f64()));
        })?;
        let overdue = until.after(OVERDUE + round_trip);
        match self.stream.wait_until(Readiness::Readable, until, call.interrupts) {
            Ok(()) => self.rested(call, lists, Instant::now().after(call.io)),
            Err(Broken::Interrupted(by)) => Ok(self.leave(call, lists, by, round_trip)),
            Err(Broken::Io(error)) if error.kind() == io::ErrorKind::TimedOut => {
                self.send_by(call, overdue, |out| out.extend_from_slice(POKE))?;
                if interrupts::suspends(call.interrupts)
                    && let Err(Broken::Interrupted(by)) =
                        self.stream.wait_until(Readiness::Readable, overdue, call.interrupts)
                {
                    return Ok(self.leave(call, lists, by, round_trip));
                }
                self.rested(call, lists, overdue)
            }
            Err(Broken::Io(error)) => Err(self.unanswered(&Stop::Error(error), call)),
        }
    }

    fn rested(&mut self, call: &Call<'_>, lists: &[Vec<u8>], deadline: Instant) -> Result<BlockEnd, Failure> {
        let reply = self.receive_by(call, deadline)?;
        match self.refusal(reply) {
            Ok(Value::Nil) => Ok(BlockEnd::Over),
            Ok(Value::Array(element)) => match element.as_slice() {
                [Value::BulkString(name), element] => {
                    let is_for_finders = *element == Value::BulkString(FOR_FINDERS.to_vec());
                    let list = lists.iter().position(|list| list == name);
                    list.map(|list| BlockEnd::Signalled { list, is_for_finders }).ok_or_else(|| self.protocol_error())
                }
                _ => Err(self.protocol_error()),
            },
            Ok(_) => Err(self.protocol_error()),
            // A demotion, after which the server closes; or CLIENT UNBLOCK id ERROR.
            Err(Failure::Refused { node, code: Code::Unblocked, detail }) => {
                Err(Failure::Unanswered { node, cause: detail })
            }
            Err(_) => Ok(BlockEnd::Refused),
        }
    }

    /// Ends the BLPOP and learns whether the signal may have come before that, unless a signal handler has forked
    /// and left: what comes is the parent's.
    ///
    /// A release may push its element while we look, and with a mere close it would be lost: the others would sleep on
    /// a free lock, up to a second (docs/protocol.md#waiting, rule 15). So only our half is closed, and the server's end awaited,
    /// after which it wakes no waiter here any more. That no element came before it proves nothing: Redis writes no
    /// reply to a client whose end it reads in the same round of its loop (`handleClientsWithPendingWrites`, 7.0.15).
    /// A server that is silent has to be left as it is. Nothing can be sent on the connection any more.
    fn leave(&mut self, call: &Call<'_>, lists: &[Vec<u8>], by: Interruption, round_trip: Duration) -> BlockEnd {
        let signalled = self.is_of_this_process() && self.stream.end_requests().is_ok() && {
            let rested = self.rested(call, lists, Instant::now().after(PARTING + round_trip));
            rested.is_ok() || !self.stream.is_quiet()
        };
        BlockEnd::Interrupted { by, signalled }
    }
}
