//! Owns the promises of lists of keys that must hold in every order of commands.
//! Does not own the search (search.rs).

use crate::explorer::expect_no_sleep;
use crate::explorer::explore_all;
use crate::explorer::steps::Fault::{self, *};
use crate::explorer::steps::Scenario;
use crate::explorer::world::{THREE_KEYS, Want};
use crate::explorer::wrong::Wrong::Asleep;

const AB: Want = Want::All(&[0, 1]);
const BC: Want = Want::All(&[1, 2]);
const ABC: Want = Want::All(&[0, 1, 2]);
const A: Want = Want::Key(0);
const B: Want = Want::Key(1);

fn show(name: &str, wants: &'static [Want], leases: usize, faults: &'static [Fault]) {
    let graph = explore_all(name, &Scenario { world: &THREE_KEYS, wants, leases, faults, edits: &[] });
    if let Some(s) = graph.find(Asleep).first() {
        println!("   ASLEEP {:?}\n   {:?}", graph.way_to(*s), graph.states[*s]);
    }
}

#[test]
fn try_all() {
    for leases in [1, 2] {
    for (wants, name) in [(&[AB, A, B][..], "ab,a,b"), (&[AB, BC, A], "ab,bc,a"), (&[AB, BC, B], "ab,bc,b"), (&[AB, AB, A], "ab,ab,a"), (&[AB, A, A, B], "ab,a,a,b")] {
    for fs in [&[][..], &[SliceEnds], &[WaitEnds], &[Force], &[ForceAll], &[ForeignTakes, ForeignDeletes], &[TtlEnds], &[Rests, RestEnds]] {
        if wants.len() == 4 && leases == 2 { continue; }
        show(&format!("{name} {fs:?}"), wants, leases, fs);
    } } }
    show("ab,bc,a,abc", &[AB, BC, A, ABC], 1, &[]);
    show("ab,bc,ca", &[AB, BC, Want::All(&[0,2])], 2, &[]);
}
