//! Combines per-key replies into the one reply that the script would have given, while a slot is being moved and its keys are on two
//! nodes: of release and extend, which compare tokens. All else is whole.
//! Does not own sending the requests (`cluster`).

use crate::failure::Failure;
use crate::scope::Scope;
use crate::topology::Released;
use crate::ttl::Deadline;

/// Returns all replies of requests that change keys, of which `has_changed` picks those that did.
/// Errors: the first failure; if a part has changed, it says so.
pub(super) fn all_or_unknown<T>(each: Vec<Result<T, Failure>>, has_changed: fn(&T) -> bool) -> Result<Vec<T>, Failure> {
    let is_part = each.iter().flatten().any(has_changed);
    let all: Result<Vec<T>, Failure> = each.into_iter().collect();
    if is_part { all.map_err(|failure| failure.after("some of its keys were changed, then an error")) } else { all }
}

pub(super) fn released(scope: &Scope, each: &[Released]) -> Released {
    let has = |what| each.contains(&what);
    match scope {
        Scope::Permits(_) if has(Released::Gone) => Released::Gone,
        Scope::Permits(_) if has(Released::NotOursAtSecondTry) => Released::NotOursAtSecondTry,
        Scope::Permits(_) => Released::NotOurs,
        _ if has(Released::NotOurs) => Released::NotOurs,
        _ if has(Released::NotOursAtSecondTry) => Released::NotOursAtSecondTry,
        _ => Released::Gone,
    }
}

/// Those before one that is not ours were extended by now: the lease is lost all the same.
pub(super) fn extended(each: &[Option<Deadline>]) -> Option<Deadline> {
    Deadline::of_all(each.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    fn scopes() -> (Scope, Scope) {
        let key = |name: &[u8]| Key::new(b"", name).unwrap();
        (Scope::all(vec![key(b"{t}a"), key(b"{t}b")]).unwrap(), Scope::permits(&key(b"k"), 2))
    }

    #[test]
    fn several_keys_are_released_when_all_are_and_a_permit_when_one_is() {
        use Released::{Gone, NotOurs, NotOursAtSecondTry};
        let (list, permits) = scopes();
        assert_eq!(released(&list, &[Gone, Gone]), Gone);
        assert_eq!(released(&list, &[Gone, NotOurs]), NotOurs);
        assert_eq!(released(&list, &[Gone, NotOursAtSecondTry]), NotOursAtSecondTry);
        assert_eq!(released(&permits, &[NotOurs, Gone]), Gone);
        assert_eq!(released(&permits, &[NotOurs, NotOurs]), NotOurs);
    }
}
