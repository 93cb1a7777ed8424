//! Owns what a program has settled about a lock's leases when it made the lock.
//! Does not own what becomes of a lease (`lease`), reading PHP's arguments (`php`).

use std::rc::Rc;
use std::time::Duration;

use crate::label::Label;
use crate::token::Token;
use crate::ttl::Ttl;

/// What a lock's leases are like.
#[derive(Clone, Debug, PartialEq)]
pub struct LockSettings {
    /// How long Redis keeps the key after the last acquire or extend.
    pub ttl: Ttl,
    /// Where tokens come from.
    pub token: TokenSource,
    /// In whose name fresh ones are made.
    pub label: Option<Label>,
    /// A lease ends when the object goes or the request ends, if this object acquired it; else it is left to its ttl.
    pub auto_release: bool,
    /// Whether a lease is renewed.
    pub renewal: Renewal,
    /// Leases get fences.
    pub fenced: bool,
    /// How many replicas must confirm an acquire.
    pub replicas: u16,
    /// How long the key stays taken after an acquire that was told of, however early it is released.
    pub at_least: Duration,
}

/// Where a lock's tokens come from.
#[derive(Clone, Debug, PartialEq)]
pub enum TokenSource {
    /// A fresh one for every lease.
    Fresh,
    /// The caller's; it may be at the key already.
    Given(Token),
}

/// Whether a lease is renewed while it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    /// It ends with its ttl, or with the last extend.
    No,
    /// Until this long after acquire.
    For(Duration),
    /// While the process lives.
    Always,
}

impl LockSettings {
    /// The settings of a lock about which nothing is said but its ttl.
    pub fn new(ttl: Ttl) -> Self {
        Self {
            ttl,
            token: TokenSource::Fresh,
            label: None,
            auto_release: true,
            renewal: Renewal::No,
            fenced: false,
            replicas: 0,
            at_least: Duration::ZERO,
        }
    }

    /// Returns the last lock's settings if they are equal, and keeps these otherwise. Most locks of a program differ in their
    /// key alone, and there may be a hundred thousand of them. A given token is not kept: its lock may be the only one.
    pub fn kept_once(self, last: &mut Option<Rc<Self>>) -> Rc<Self> {
        match last {
            _ if matches!(self.token, TokenSource::Given(_)) => Rc::new(self),
            Some(last) if **last == self => Rc::clone(last),
            _ => Rc::clone(last.insert(Rc::new(self))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_settings_are_kept_once_unless_a_token_is_given() {
        let settings = |ttl: f64| LockSettings::new(Ttl::from_seconds(ttl).unwrap());
        let mut last = None;
        let mut kept = |settings: LockSettings| settings.kept_once(&mut last);
        let (first, again, other) = (kept(settings(10.0)), kept(settings(10.0)), kept(settings(11.0)));
        assert!(Rc::ptr_eq(&first, &again) && !Rc::ptr_eq(&first, &other));
        assert_eq!(*other, settings(11.0));
        let given = || LockSettings { token: TokenSource::Given(Token::given(b"t").unwrap()), ..settings(10.0) };
        assert!(!Rc::ptr_eq(&kept(given()), &kept(given())));
        assert!(Rc::ptr_eq(&other, &kept(settings(11.0))));
    }
}
