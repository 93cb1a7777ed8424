//! Owns the promises of permits that must hold in every order of commands.
//! Does not own the search (search.rs).

use crate::explorer::explore_all;
use crate::explorer::steps::Fault::{self, *};
use crate::explorer::steps::Scenario;
use crate::explorer::world::{PERMITS, Want};
use crate::explorer::wrong::Wrong::Asleep;

const TWO: Want = Want::Permit(2);
const THREE: Want = Want::Permit(3);
const PLAIN: Want = Want::Key(0);

fn show(name: &str, wants: &'static [Want], leases: usize, faults: &'static [Fault]) {
    let graph = explore_all(name, &Scenario { world: &PERMITS, wants, leases, faults, edits: &[] });
    if let Some(s) = graph.find(Asleep).first() {
        println!("   ASLEEP {:?}\n   {:?}", graph.way_to(*s), graph.states[*s]);
    }
}

#[test]
fn try_all() {
    show("2 2 2 p", &[TWO, TWO, TWO, PLAIN], 2, &[]);
    show("2 2 p p", &[TWO, TWO, PLAIN, PLAIN], 2, &[]);
    show("2 2 p", &[TWO, TWO, PLAIN], 3, &[]);
    show("2 2 3 3", &[TWO, TWO, THREE, THREE], 1, &[]);
    show("2 2 3 ", &[TWO, TWO, THREE], 2, &[]);
    for fs in [&[SliceEnds][..], &[WaitEnds], &[Force], &[ForceAll], &[ForeignTakes, ForeignDeletes], &[TtlEnds], &[Rests, RestEnds]] {
        show(&format!("2 2 2 {fs:?}"), &[TWO; 3], 2, fs);
    }
    show("3 3 3 3 3", &[THREE; 5], 1, &[]);
    show("2 2 2 2 waits end", &[TWO; 4], 1, &[WaitEnds]);
    show("2 2 2 2 waits end", &[TWO; 4], 1, &[TtlEnds]);
    show("2 2 2 2 waits end", &[TWO; 4], 1, &[Rests, RestEnds]);
}
