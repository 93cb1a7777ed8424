//! Combines per-key replies into the one reply that the script would have given, while a slot is being moved and its keys are on two
//! nodes.
//! Does not own sending the requests (`cluster`).

use crate::failure::Failure;
use crate::scope::Scope;
use crate::token::Token;
use crate::topology::{Detail, Holding, Released, Removed};
use crate::ttl::Deadline;

/// Returns all replies of requests that change keys, of which `has_changed` picks those that did.
/// Errors: the first failure; if a part has changed, it says so.
pub(super) fn all_or_unknown<T>(each: Vec<Result<T, Failure>>, has_changed: fn(&T) -> bool) -> Result<Vec<T>, Failure> {
    let is_part = each.iter().flatten().any(has_changed);
    let all: Result<Vec<T>, Failure> = each.into_iter().collect();
    if is_part { all.map_err(Failure::after_a_part) } else { all }
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

pub(super) fn removed(scope: &Scope, each: &[Removed]) -> Removed {
    let count = |what| each.iter().filter(|removed| **removed == what).count();
    let ours = if matches!(scope, Scope::Permits(_)) { 1 } else { each.len() };
    match (count(Removed::Nothing), count(Removed::Ours)) {
        (nothing, _) if nothing == each.len() => Removed::Nothing,
        (_, count) if count >= ours => Removed::Ours,
        _ => Removed::Anothers,
    }
}

pub(super) fn inspected(
    scope: &Scope,
    token: Option<&Token>,
    detail: Detail,
    each: Vec<Holding<Deadline>>,
) -> Holding<Deadline> {
    let all = each.len();
    let ours = (1..).zip(&each).filter_map(|(number, holding)| match holding {
        Holding::Ours(deadline, _) => Some((*deadline, number)),
        _ => None,
    });
    let ours: Vec<(Deadline, u8)> = ours.collect();
    let held = each.iter().filter(|holding| **holding != Holding::Free).count();
    match (scope, ours.iter().map(|(deadline, _)| *deadline).min()) {
        (Scope::Permits(_), Some(deadline)) => return Holding::Ours(deadline, ours.first().map(|(_, number)| *number)),
        (Scope::Permits(_), None) if held < all && detail == Detail::Whether => return Holding::Free,
        (_, Some(deadline)) if ours.len() == all => return Holding::Ours(deadline, None),
        _ => {}
    }
    match each.into_iter().find(|holding| *holding != Holding::Free) {
        // A part of what is lost.
        Some(Holding::Ours(..)) => Holding::Another(token.map(|token| token.as_bytes().to_vec()).unwrap_or_default()),
        Some(first) => first,
        None => Holding::Free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;

    fn scopes() -> (Scope, Scope) {
        let key = |name: &[u8]| Key::new(b"", name).unwrap();
        (Scope::all(vec![key(b"{t}a"), key(b"{t}b")]).unwrap(), Scope::permits(key(b"k"), 2).unwrap())
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

    #[test]
    fn several_keys_were_ours_when_all_were_and_a_permit_when_one_was() {
        use Removed::{Anothers, Nothing, Ours};
        let (list, permits) = scopes();
        for (each, of_list, of_permits) in [
            ([Nothing, Nothing], Nothing, Nothing),
            ([Ours, Ours], Ours, Ours),
            ([Nothing, Ours], Anothers, Ours),
            ([Nothing, Anothers], Anothers, Anothers),
        ] {
            assert_eq!((removed(&list, &each), removed(&permits, &each)), (of_list, of_permits), "{each:?}");
        }
    }

    #[test]
    fn all_of_several_keys_must_be_ours_and_all_permits_taken() {
        let (list, permits) = scopes();
        let (ours, another) = (|| Holding::Ours(Deadline::Never, None), || Holding::Another(b"x".to_vec()));
        let told = |scope: &Scope, one, other| {
            inspected(scope, Some(&Token::given(b"t").unwrap()), Detail::Whether, vec![one, other])
        };
        assert_eq!(told(&list, ours(), ours()), ours());
        assert_eq!(told(&list, Holding::Free, another()), another());
        assert_eq!(told(&list, ours(), Holding::Free), Holding::Another(b"t".to_vec()));
        assert_eq!(told(&permits, Holding::Free, another()), Holding::Free);
        assert_eq!(told(&permits, another(), ours()), Holding::Ours(Deadline::Never, Some(2)));
        assert_eq!(told(&permits, another(), another()), another());
    }
}
