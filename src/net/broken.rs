//! Owns why a socket is of no more use: an error, an interruption, or a peer that cannot have heard what was sent.
//! Does not own what follows from that (`connection`), the words of TLS (`tls::explain`).

use std::io;

use crate::failure::Interruption;

/// Why a socket was not connected, or not waited for any longer.
#[derive(Debug)]
pub(crate) enum Broken {
    Io(io::Error),
    Interrupted(Interruption),
}

impl<E: Into<io::Error>> From<E> for Broken {
    fn from(error: E) -> Self {
        Self::Io(error.into())
    }
}

/// The text of an I/O error that says: the peer has ended the connection and cannot have heard what was sent.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NeverRead(pub(crate) String);

impl NeverRead {
    /// Tells whether an error says so.
    pub(crate) fn is(error: &io::Error) -> bool {
        error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()).is_some()
    }
}
