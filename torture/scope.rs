//! Owns what one lock covers, as a journal's word tells it: `a` one key, `a,b` a list, `a*3` one of a key's three permits.
//! Knows the names in Redis by docs/protocol.md, and not from the sources under test.

/// What is put beside a lock's key, and is no lock.
const COMPANIONS: [&str; 6] =
    [":rl-wake", ":rl-waiting", ":rl-fence", ":rl-permit-wake-", ":rl-permit-waiting-", ":rl-permits"];
/// What a key has that no process holds, and that is not free yet.
pub(crate) const REST: &str = "rl_rest";
/// What a key has so, too, before the tag of the lease, where the work is done.
const DONE: &str = "rl_done:";
/// How the keys of work that is marked as done begin.
pub(crate) const JOB: &str = "job-";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    /// The keys in Redis: a list's are held together, of several permits one is.
    pub(crate) names: Vec<String>,
    /// 1 but for permits.
    pub(crate) permits: usize,
}

impl Scope {
    pub(crate) fn of(word: &str) -> Self {
        if let Some((key, permits)) = word.split_once('*') {
            let permits = permits.parse().expect("a number of permits");
            let others = (2..=permits).map(|number| permit(key, number));
            return Self { names: std::iter::once(key.to_owned()).chain(others).collect(), permits };
        }
        Self { names: word.split(',').map(str::to_owned).collect(), permits: 1 }
    }

    /// By which the server is known where it is, and from which the fence is.
    pub(crate) fn first(&self) -> &str {
        &self.names[0]
    }

    pub(crate) fn is_list(&self) -> bool {
        self.permits == 1 && self.names.len() > 1
    }

    /// Whether it is any of several permits.
    pub(crate) fn is_permit(&self) -> bool {
        self.permits > 1
    }

    /// Whether some that want it leave where its work is done.
    pub(crate) fn is_job(&self) -> bool {
        self.first().starts_with(JOB)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|other| other == name)
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.names.iter().any(|name| other.has(name))
    }
}

pub(crate) fn is_companion(name: &str) -> bool {
    COMPANIONS.iter().any(|suffix| name.contains(suffix))
}

pub(crate) fn is_marker(token: &str) -> bool {
    token.len() == 24 && token.starts_with(DONE)
}

/// Whether what is at a key is no process's token.
pub(crate) fn has_no_holder(token: &str) -> bool {
    token == REST || is_marker(token)
}

/// The key of a permit above the first, which is the key itself.
fn permit(key: &str, number: usize) -> String {
    let tail = key.split_once('{').and_then(|(_, tail)| tail.split_once('}'));
    let has_tag = tail.is_some_and(|(tag, _)| !tag.is_empty());
    if has_tag { format!("{key}:rl-permit-{number}") } else { format!("{key}:rl-permit-{number}{{{key}}}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_all_that_a_lock_may_have_in_redis() {
        let names = |word| Scope::of(word).names;
        assert_eq!(names("a"), ["a"]);
        assert_eq!(names("b,a"), ["b", "a"]);
        assert_eq!(names("a*3"), ["a", "a:rl-permit-2{a}", "a:rl-permit-3{a}"]);
        assert_eq!(names("{a}:b*2"), ["{a}:b", "{a}:b:rl-permit-2"]);
    }

    #[test]
    fn a_marker_is_known_by_its_form() {
        assert!(is_marker("rl_done:0123456789abcdef") && has_no_holder(REST));
        assert!(!is_marker("rl_done:0123456789abcde") && !has_no_holder("rl_0123456789abcdefghijk"));
    }

    #[test]
    fn a_list_and_permits_meet_who_has_one_of_their_keys() {
        let meet = |one, other| Scope::of(one).meets(&Scope::of(other));
        assert!(meet("a,b", "b") && meet("a,b", "c,b") && meet("a*3", "a"));
        assert!(!meet("a,b", "c") && !meet("a*3", "b"));
    }

    #[test]
    fn what_is_beside_a_lock_is_no_lock() {
        for suffix in COMPANIONS {
            assert!(is_companion(&format!("a{suffix}3{{a}}")), "{suffix}");
        }
        assert!(!is_companion("a") && !is_companion("a:rl-permit-2{a}"));
    }
}
