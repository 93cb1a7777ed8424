//! Owns what one exchange needs beside its request: its timeout, who may interrupt it, what must not be shown.
//! Does not own the exchange itself (`exchange`).

use std::time::Duration;

use crate::clock::Instant;
use crate::net::interrupts::Interrupts;
use crate::token::Token;

/// How an exchange is made. An argument of each one, so that nothing has to be taken back when it is over.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// How long the reply may take.
    pub io: Duration,
    /// What the clock said just before the first exchange, where it was read for something else.
    pub begun: Option<Instant>,
    pub interrupts: Interrupts,
    /// Each command goes out after an ASKING: its slot is being moved to this node. Operations do that.
    pub asking: bool,
    /// Tokens that no message may repeat. The password of the address never is.
    pub tokens: &'a [&'a Token],
}

impl Call<'_> {
    /// Makes a call that nothing interrupts.
    pub const fn new(io: Duration) -> Self {
        Self { io, begun: None, interrupts: None, asking: false, tokens: &[] }
    }
}
