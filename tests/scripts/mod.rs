//! Owns what the scripts reply and leave, reply by reply.
//! Does not own orders of commands (explorer), nor who sends them.

mod lists;
mod permits;
mod release;
