//! Owns the transcripts: what the verbs write to Redis, byte for byte, on servers of every behaviour and through every road that a
//! request takes. They know the crate by its locks alone, so they stay as they are while its inside is made anew.
//! Does not own what the replies of real servers are: those are played.
//!
//! Each road has its file of transcripts in this folder. A transcript has a title, and below it each call with what it came to, and the
//! commands that were sent for it: the connection's number, `>`, or `|` for a command that came in one write with the one before it,
//! the words, and what the server replied. Named only, because they differ from run to run: tokens, addresses, scripts, what
//! depends on the clock, and the name that a new connection tells.
//!
//! A difference that is wanted: `TRANSCRIPTS=write cargo test --no-default-features --test integration transcripts` writes the files anew.
//! Read what git shows to be different, line by line, and say in the commit what differs and why.

mod calls;
mod cluster;
mod commands;
mod golden;
mod late;
mod lost;
mod many;
mod names;
mod one_master;
mod played;
mod quorum;
mod rules;
mod stage;
mod store;
mod together;

use stage::Stage;

/// One transcript: its title, its servers, and the calls that are made there.
pub(crate) struct Case {
    title: String,
    stage: Box<dyn FnOnce() -> Stage + Send>,
    play: Box<dyn FnOnce(&mut Stage) + Send>,
}

impl Case {
    fn new(
        title: impl Into<String>,
        stage: impl FnOnce() -> Stage + Send + 'static,
        play: impl FnOnce(&mut Stage) + Send + 'static,
    ) -> Self {
        Self { title: title.into(), stage: Box::new(stage), play: Box::new(play) }
    }
}

#[test]
fn requests_to_one_master_stay_as_they_are() {
    golden::hold("one_master", one_master::cases());
}

#[test]
fn requests_that_are_sent_together_stay_as_they_are() {
    golden::hold("many", many::cases());
}

#[test]
fn what_follows_a_lost_reply_stays_as_it_is() {
    golden::hold("lost", lost::cases());
}

#[test]
fn late_releases_stay_as_they_are() {
    golden::hold("late", late::cases());
}

#[test]
fn requests_in_a_cluster_stay_as_they_are() {
    golden::hold("cluster", cluster::cases());
}

#[test]
fn requests_to_a_quorum_stay_as_they_are() {
    golden::hold("quorum", quorum::cases());
}
