//! Owns a checkout: one link, taken out of the pool or opened, for one request or a whole wait; late releases go ahead, and it is kept or
//! closed afterwards.
//! Does not own the requests (`topology`), the idle links (`pool`), which late releases there are (`late`).

use redis::Value;

use crate::clock::Instant;
use crate::connection::sentinel::Says;
use crate::connection::{self, Call};
use crate::failure::Failure;
use crate::net::interrupts::Interrupts;
use crate::node::link::{Link, pool};
use crate::node::{Node, Read, Timed, is_elsewhere};
use crate::scripts::{Request, Unexpected};
use crate::stats::{self, Counter};

/// A link in use, taken out of the pool and put back after its last request: another request on this thread meanwhile (from
/// a signal handler of a program that waits) gets another link.
#[derive(Debug)]
pub struct Checkout {
    pub(crate) node: Node,
    pub(super) link: Option<Box<Link>>,
    pub(crate) interrupts: Interrupts,
    /// The time just now, if the liveness check of the idle link may be skipped: the request is sent again if no reply comes, which is as
    /// good.
    pub bypass_at: Option<Instant>,
}

impl Node {
    /// Checks out a link, for one request or for a whole wait.
    pub fn checkout(&self, interrupts: Interrupts) -> Checkout {
        Checkout { node: self.clone(), link: None, interrupts, bypass_at: None }
    }

    /// Sends one request, on the idle link or a new one.
    pub fn send<T>(&self, request: &Request<'_>, read: Read<T>) -> Result<Timed<T>, Failure> {
        self.checkout(None).send(request, read)
    }

    /// Sends one request a second time, on a new connection.
    #[cold]
    pub fn send_again<T>(&self, request: &Request<'_>, read: Read<T>) -> Result<Timed<T>, Failure> {
        self.checkout(None).again(|link, call| send(link, call, request, read))
    }
}

impl Checkout {
    /// Does `work` on this checkout's link, else the idle one, else a new one; and once more on a new one if the peer of the first has gone
    /// away.
    /// Errors: those of connecting, of the late releases that go first, and of `work`.
    pub fn with<T>(&mut self, mut work: impl FnMut(&mut Link, &Call<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let begun = self.bypass_at.take();
        if let Some(mut idle) = self.own().or_else(|| pool::take(&self.node.address, begun)) {
            if idle.has_old_news() {
                match self.of_master(idle)? {
                    Some(link) => idle = link,
                    None => return self.with_new(work),
                }
            }
            match self.use_once(idle, begun, &mut work) {
                // None of it has run: the peer closed in this instant, did not reply to the late releases, or is a master no more.
                Err(failure)
                    if matches!(failure, Failure::NotSent { .. }) || is_elsewhere(&self.node.address, &failure) =>
                {
                    stats::count(Counter::Reconnected);
                }
                done => return done,
            }
        }
        self.with_new(work)
    }

    /// Sends one request.
    pub fn send<T>(&mut self, request: &Request<'_>, read: Read<T>) -> Result<Timed<T>, Failure> {
        self.with(|link, call| send(link, call, request, read))
    }

    /// Does `work` a second time, on a new connection: that of the first time is closed.
    pub fn again<T>(&mut self, work: impl FnMut(&mut Link, &Call<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        stats::count(Counter::Reconnected);
        self.with_new(work)
    }

    /// Returns the call with which this checkout sends requests.
    pub fn call(&self) -> Call<'static> {
        let (io, interrupts, asking) = (self.node.timeouts.io, self.interrupts, self.node.asking);
        Call { io, begun: None, interrupts, asking, tokens: &[] }
    }

    /// Sends one more request on the link of the last, if it is still good; `None` when it is not.
    pub fn send_here(&mut self, request: &Request<'_>) -> Option<Result<Value, Failure>> {
        let call = self.call();
        let link = self.link.as_mut()?;
        link.is_reusable(None).then(|| link.send_since(&call, Instant::now(), request))
    }

    /// Returns the link of the last request, if it is still good.
    pub fn link(&mut self) -> Option<&mut Link> {
        self.link.as_deref_mut()
    }

    /// Closes the link of the last request.
    pub fn close(&mut self) {
        if self.link.take().is_some() {
            stats::count(Counter::Reconnected);
        }
    }

    /// Leaves the link of the last request to nobody, though it is good.
    pub fn drop_link(&mut self) {
        self.link = None;
    }

    /// Takes this checkout's link, unless its peer has closed it, or a fork has made it the parent's.
    fn own(&mut self) -> Option<Box<Link>> {
        let mut link = self.link.take()?;
        if link.is_reusable(None) {
            return Some(link);
        }
        stats::count(Counter::Reconnected);
        None
    }

    /// Returns this link, if the sentinel that named its Redis as master stands by that. One that says nothing is not believed: the others are
    /// asked, and if none names a master the old one stays.
    /// Errors: `Interrupted`.
    #[cold]
    fn of_master(&self, mut idle: Box<Link>) -> Result<Option<Box<Link>>, Failure> {
        let Node { address, timeouts, .. } = &self.node;
        let opened = match idle.ask_sentinel(address, timeouts.io) {
            Says::Same => return Ok(Some(idle)),
            Says::Another => None,
            Says::Nothing => match connection::open(address, *timeouts, self.interrupts) {
                Ok(opened) => Some(Link::new(opened)),
                Err(failure @ Failure::Interrupted { .. }) => return Err(failure),
                Err(_) => return Ok(Some(idle)),
            },
        };
        idle.fail_late(false);
        stats::count(Counter::Reconnected);
        Ok(opened)
    }

    fn with_new<T>(&mut self, mut work: impl FnMut(&mut Link, &Call<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        let opened = connection::open(&self.node.address, self.node.timeouts, self.interrupts)?;
        self.use_once(Link::new(opened), None, &mut work)
    }

    pub(super) fn use_once<T>(
        &mut self,
        mut link: Box<Link>,
        begun: Option<Instant>,
        work: &mut impl FnMut(&mut Link, &Call<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let result = work(&mut link, &Call { begun, ..self.call() });
        if !result.as_ref().is_err_and(Failure::spoils_connection) {
            self.link = Some(link);
        }
        result
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            pool::put_back(link);
        }
    }
}

/// Sends one request on a link and reads the reply.
/// Errors: the failure of the exchange, or the server's refusal.
pub fn send<T>(link: &mut Link, call: &Call<'_>, request: &Request<'_>, read: Read<T>) -> Result<Timed<T>, Failure> {
    let sent = call.begun.unwrap_or_else(Instant::now);
    let reply = link.send_since(call, sent, request)?;
    read(&reply).map(|value| Timed { value, sent }).map_err(|Unexpected| link.protocol_error())
}
