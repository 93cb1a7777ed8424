//! Owns requests about several keys at once, by commands of the server's own: MSETEX takes all or none, everything else goes key by
//! key.
//! Does not own what is done with one key (`without_scripts`).

use redis::{Cmd, Value, cmd};

use crate::failure::Failure;
use crate::key::Key;
use crate::leaves::Leaves;
use crate::node::without_scripts::replay::{Halt, Ran, Run};
use crate::node::without_scripts::{self, AtKey, foreign};
use crate::scripts::{Action, Removable, Waits};
use crate::token::Token;
use crate::ttl::Ttl;

/// Sends one request.
/// Errors: `NoMultiple` and `NoCompare` where the server lacks the command; else the exchange's failure or the server's refusal.
pub(super) fn send(run: &mut Run<'_>, keys: &[Key], action: Action<'_>) -> Ran<Value> {
    // MSETEX is one command.
    if !matches!(action, Action::Acquire { is_retry: false, .. }) {
        without_scripts::check_that_all_are_here(run, keys)?;
    }
    match action {
        Action::Acquire { fenced: true, .. } => Err(without_scripts::no_fence(run, &keys[0])),
        Action::Acquire { token, ttl, waits, is_retry, signal_of, .. } => {
            match acquire(run, keys, token, ttl, is_retry)? {
                Value::Int(0) if waits != Waits::No => key_in_the_way(run, keys, signal_of.unwrap_or(0)),
                // One round trip, as without a wait for one key.
                Value::Int(0) => Ok(refusal(-1, 0)),
                taken => Ok(taken),
            }
        }
        Action::Release(..) => release(run, keys, action),
        Action::Extend(..) => extend(run, keys, action),
        Action::Force(token, what) => force(run, keys, token, what),
        Action::Inspect(token, _) => inspect(run, keys, token),
        Action::Describe | Action::Wake => without_scripts::send_one(run, &keys[0], action),
    }
}

/// Returns 1 if all were taken, 0 if none was.
fn acquire(run: &mut Run<'_>, keys: &[Key], token: &Token, ttl: Ttl, is_retry: bool) -> Ran<Value> {
    if is_retry {
        // The first try has taken all or none. Extended: all are ours with their full ttl.
        if extend(run, keys, Action::Extend(token, ttl))? != Value::Int(0) {
            return Ok(Value::Int(1));
        }
        // Some may have been lost since, and the others stand in our own way.
        release(run, keys, Action::Release(token, Leaves::Nothing))?;
        // None of that is part of what follows.
        run.has_removed = false;
    }
    let mut set = cmd("MSETEX");
    set.arg(keys.len());
    for key in keys {
        set.arg(key.as_bytes()).arg(token.as_bytes());
    }
    set.arg("NX");
    if let Some(millis) = ttl.millis() {
        set.arg("PX").arg(millis);
    }
    match run.one(&set) {
        Err(halt) if without_scripts::is_not_to_be_had(&halt) => {
            let failure = Failure::NoMultiple(run.node.to_owned());
            Err(without_scripts::unless_without_keys(run, &keys[0], failure))
        }
        other => other,
    }
}

/// Returns the refusal that tells of a key in the way, and for how long it is there: the one that was slept beside, or the first. MSETEX names
/// none, and reads none that Redis could tell a waiter of. The last command reads the key that is named.
fn key_in_the_way(run: &mut Run<'_>, keys: &[Key], slept_beside: usize) -> Ran<Value> {
    let asks: Vec<Cmd> = keys.iter().map(|key| cmd("PTTL").arg(key.as_bytes()).clone()).collect();
    let mut named = slept_beside;
    let mut left = run.one(&asks[named])?;
    if left == GONE {
        let lives: Vec<Value> = run.all(&asks)?.into_iter().collect::<Result<_, _>>().map_err(Halt::Failed)?;
        if lives.len() != keys.len() {
            return Err(Halt::Unexpected);
        }
        if let Some(there) = lives.iter().position(|left| *left != GONE) {
            named = there;
            left = run.one(&asks[named])?;
        }
    }
    match left {
        // All have gone meanwhile: another attempt soon is worth it.
        GONE => Ok(refusal(0, named)),
        Value::Int(left) => Ok(refusal(left, named)),
        _ => Err(Halt::Unexpected),
    }
}

/// What PTTL says of a key that is not there.
const GONE: Value = Value::Int(-2);

/// It says "does not signal", as that of one key does.
fn refusal(left: i64, index: usize) -> Value {
    let number = i64::try_from(index + 1).unwrap_or(1);
    Value::Array(vec![Value::Int(left), Value::Int(0), Value::Int(number)])
}

/// Releases all keys, also when one is another's or refused. One by one, each may be left at rest before another is found lost.
fn release(run: &mut Run<'_>, keys: &[Key], action: Action<'_>) -> Ran<Value> {
    let (mut all, mut refusal) = (true, None);
    for key in keys {
        match without_scripts::send_one(run, key, action) {
            Ok(reply) => all &= reply == Value::Int(1),
            Err(halt @ Halt::Failed(_)) => refusal = Some(halt),
            Err(halt) => return Err(halt),
        }
    }
    refusal.map_or(Ok(Value::Int(i64::from(all))), Err)
}

/// Stops at the first key that is not ours: earlier keys are extended, later ones untouched, and the lease is lost.
fn extend(run: &mut Run<'_>, keys: &[Key], action: Action<'_>) -> Ran<Value> {
    let mut least = -1;
    for key in keys {
        match without_scripts::send_one(run, key, action)? {
            Value::Int(0) => return Ok(Value::Int(0)),
            Value::Int(lives) if lives > 0 && (least == -1 || lives < least) => least = lives,
            Value::Int(_) => {}
            _ => return Err(Halt::Unexpected),
        }
    }
    Ok(Value::Int(least))
}

fn force(run: &mut Run<'_>, keys: &[Key], token: Option<&Token>, what: Removable) -> Ran<Value> {
    if what == Removable::Locks
        && let Some(no_lock) = foreign::first_no_lock(run, keys)?
    {
        return Ok(no_lock);
    }
    let (mut gone, mut ours) = (0, 0);
    for key in keys {
        let reply = without_scripts::force(run, key, token, Removable::Anything)?;
        gone += usize::from(reply != Value::Int(0));
        ours += usize::from(reply == Value::Int(2));
    }
    Ok(Value::Int(if gone == 0 { 0 } else { 1 + i64::from(ours == keys.len()) }))
}

fn inspect(run: &mut Run<'_>, keys: &[Key], token: Option<&Token>) -> Ran<Value> {
    let (mut first, mut ours, mut least) = (None, 0, -1);
    for key in keys {
        let (value, left) = without_scripts::look(run, key)?;
        let (who, text) = match value {
            None => continue,
            Some(AtKey::Foreign) => (3, Vec::new()),
            Some(AtKey::Text(text)) => (2, text),
        };
        if token.is_some_and(|token| who == 2 && token.as_bytes() == text) {
            ours += 1;
            least = if left >= 0 && (least == -1 || left < least) { left } else { least };
        }
        first.get_or_insert((who, left, text));
    }
    let (who, left, text) = match first {
        None => (0, -2, Vec::new()),
        Some((_, _, text)) if ours == keys.len() => (1, least, text),
        Some(first) => first,
    };
    Ok(Value::Array(vec![Value::Int(who), Value::Int(left), Value::BulkString(text)]))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock::Instant;
    use crate::node::without_scripts::played::{keys, sent};
    use crate::refusal::Code;
    use crate::scope::Scope;
    use crate::scripts::Detail;

    const TTL: Ttl = Ttl::For(Duration::from_secs(10));
    /// The reply to EXISTS, whose number says nothing.
    const ALL: &str = ":2\r\n";
    const OURS: &str = "$1\r\nt\r\n";
    /// To a script by its SHA-1, and by its text.
    const NO_SCRIPTS: [&str; 2] = ["-ERR unknown command\r\n"; 2];

    fn both() -> Scope {
        Scope::all(keys(&["a", "b"])).unwrap()
    }

    fn acquired(is_retry: bool, replies: &[&str]) -> (Result<Value, Failure>, Vec<String>) {
        let token = Token::given(b"t").unwrap();
        let action = Action::Acquire {
            token: &token,
            ttl: TTL,
            waits: Waits::No,
            fenced: false,
            is_retry,
            signal_of: None,
            asks_done: false,
        };
        sent(&both(), action, replies)
    }

    #[test]
    fn one_command_takes_all_or_none() {
        assert_eq!(acquired(false, &[":1\r\n"]), (Ok(Value::Int(1)), vec!["MSETEX 2 a t b t NX PX 10000".to_owned()]));
        let lacks = ["-ERR unknown command 'MSETEX'\r\n", ":0\r\n"];
        let unknown = acquired(false, &[&lacks[..], &NO_SCRIPTS, &lacks].concat()).0;
        assert!(matches!(unknown, Err(Failure::NoMultiple(_))), "{unknown:?}");
    }

    #[test]
    fn a_waiter_is_told_of_the_key_that_it_has_slept_beside_or_else_of_the_first_and_reads_it_last() {
        let token = Token::given(b"t").unwrap();
        let refused = |waits, signal_of, lives: &[&str]| {
            let (is_retry, fenced, asks_done) = (false, false, false);
            let action = Action::Acquire { token: &token, ttl: TTL, waits, fenced, is_retry, signal_of, asks_done };
            let (reply, mut words) = sent(&both(), action, &[&[":0\r\n"], lives].concat());
            (reply, words.split_off(1).join(", "))
        };
        let told = |left, index, words: &str| (Ok(refusal(left, index)), words.to_owned());
        let change = Waits::ForChange;
        assert_eq!(refused(change, None, &[":5000\r\n"]), told(5000, 0, "PTTL a"));
        let (gone, all) = (":-2\r\n", "PTTL a PTTL b");
        assert_eq!(refused(change, Some(1), &[":70\r\n"]), told(70, 1, "PTTL b"));
        let second = refused(change, None, &[gone, ":-2\r\n:-1\r\n", ":-1\r\n"]);
        assert_eq!(second, told(-1, 1, &format!("PTTL a, {all}, PTTL b")));
        let first = format!("PTTL b, {all}, PTTL a");
        assert_eq!(refused(change, Some(1), &[gone, ":70\r\n:-2\r\n", ":69\r\n"]), told(69, 0, &first));
        assert_eq!(refused(change, Some(1), &[gone, ":70\r\n:-2\r\n", gone]), told(0, 0, &first));
        assert_eq!(refused(change, Some(1), &[gone, ":-2\r\n:-2\r\n"]), told(0, 1, &format!("PTTL b, {all}")));
        assert_eq!(refused(Waits::No, None, &[]), told(-1, 0, ""));
        assert!(refused(change, None, &["-NOPERM no\r\n"]).0.is_err());
        assert!(refused(change, None, &["+OK\r\n"]).0.is_err());
    }

    #[test]
    fn a_second_try_finds_all_or_releases_a_part_first() {
        let found = format!(":5000\r\n{OURS}");
        let (reply, words) = acquired(true, &[ALL, &found, "+OK\r\n", &found, "+OK\r\n"]);
        assert_eq!((reply, words[4].as_str()), (Ok(Value::Int(1)), "SET b t IFEQ t PX 10000"));
        let (reply, words) = acquired(true, &[ALL, ":-2\r\n$-1\r\n", ":0\r\n", ":1\r\n", ":1\r\n"]);
        assert_eq!(reply, Ok(Value::Int(1)));
        assert_eq!(words[2..], ["DELEX a IFEQ t", "DELEX b IFEQ t", "MSETEX 2 a t b t NX PX 10000"]);
    }

    #[test]
    fn each_is_released_and_one_that_is_not_ours_is_the_reply() {
        let token = Token::given(b"t").unwrap();
        let released =
            |replies: &[&str]| sent(&both(), Action::Release(&token, Leaves::Nothing), &[&[ALL], replies].concat());
        assert_eq!(released(&[":1\r\n", ":1\r\n"]).0, Ok(Value::Int(1)));
        let (reply, words) = released(&[":0\r\n", ":1\r\n"]);
        assert_eq!((reply, words.len()), (Ok(Value::Int(0)), 3));
        let forbidden = ["-NOPERM no\r\n", "-NOPERM no\r\n"];
        let (reply, words) = released(&[&forbidden[..], &NO_SCRIPTS, &[ALL], &forbidden].concat());
        assert!(matches!(reply, Err(Failure::NoCompare(_))) && words.len() == 8, "{reply:?} {words:?}");
    }

    /// On the next connection the first key would be found another's, and a list that was released be called lost.
    #[test]
    fn a_connection_that_ends_after_a_key_has_gone_leaves_it_unknown_what_was_released() {
        let (token, resting) =
            (Token::given(b"t").unwrap(), Leaves::Rest(Instant::now().after(Duration::from_secs(9))));
        let ended = |action, replies: &[&str]| sent(&both(), action, &[&[ALL], replies].concat()).0;
        let is_unknown = |reply| matches!(reply, Err(Failure::Unanswered { .. }));
        for (action, replies) in [
            (Action::Release(&token, Leaves::Nothing), vec![":1\r\n"]),
            (Action::Release(&token, resting), vec!["+OK\r\n"]),
            (Action::Force(None, Removable::Anything), vec![":-2\r\n$-1\r\n", ":1\r\n"]),
            (Action::Release(&token, Leaves::Nothing), vec![":1\r\n", "-MOVED 1 :7000\r\n"]),
            (
                Action::Release(&token, Leaves::Nothing),
                vec![":1\r\n", "-READONLY You can't write against a read only replica.\r\n"],
            ),
            (Action::Release(&token, Leaves::Nothing), vec![":1\r\n", "-NOPERM no\r\n", "-NOPERM no\r\n"]),
        ] {
            let reply = ended(action, &replies);
            assert!(is_unknown(reply.clone()), "{replies:?} {reply:?}");
        }
        let found = format!(":5000\r\n{OURS}");
        for (action, replies) in [
            (Action::Release(&token, Leaves::Nothing), vec![":0\r\n"]),
            (Action::Force(None, Removable::Anything), vec![":-2\r\n$-1\r\n", ":0\r\n"]),
            (Action::Extend(&token, TTL), vec![&found, "+OK\r\n"]),
        ] {
            let reply = ended(action, &replies);
            assert!(matches!(reply, Err(Failure::NotSent { .. })), "it may be sent again: {replies:?} {reply:?}");
        }
    }

    #[test]
    fn the_least_of_what_they_live_counts_and_one_that_is_not_ours_is_a_loss() {
        let token = Token::given(b"t").unwrap();
        let extended = |replies: &[&str]| sent(&both(), Action::Extend(&token, TTL), &[&[ALL], replies].concat()).0;
        let (short, long) = (format!(":5000\r\n{OURS}"), format!(":60000\r\n{OURS}"));
        assert_eq!(extended(&[&long, &short, "+OK\r\n"]), Ok(Value::Int(10_000)));
        assert_eq!(extended(&[&long, ":5000\r\n$5\r\nother\r\n"]), Ok(Value::Int(0)));
    }

    #[test]
    fn keys_that_are_not_in_one_place_are_not_taken_for_free() {
        let token = Token::given(b"t").unwrap();
        let refused = ["-TRYAGAIN Multiple keys request during rehashing of slot\r\n"];
        for action in
            [Action::Release(&token, Leaves::Nothing), Action::Extend(&token, TTL), Action::Inspect(None, Detail::Who)]
        {
            let (reply, words) = sent(&both(), action, &refused);
            assert_eq!((reply.unwrap_err().code(), words), (Some(&Code::TryAgain), vec!["EXISTS a b".to_owned()]));
        }
        let forbidden = ["-NOPERM no\r\n", ":1\r\n", ":1\r\n"];
        assert_eq!(
            sent(&both(), Action::Release(&token, Leaves::Nothing), &forbidden).0,
            Ok(Value::Int(1)),
            "says nothing"
        );
    }

    #[test]
    fn all_must_be_ours_and_the_first_that_is_held_is_told() {
        let token = Token::given(b"t").unwrap();
        let inspected = |replies: &[&str]| {
            sent(&both(), Action::Inspect(Some(&token), Detail::Who), &[&[ALL], replies].concat()).0.unwrap()
        };
        let reply = |who, left, text: &str| {
            Value::Array(vec![Value::Int(who), Value::Int(left), Value::BulkString(text.into())])
        };
        let (ours, free) = (format!(":5000\r\n{OURS}"), ":-2\r\n$-1\r\n");
        assert_eq!(inspected(&[&ours, &ours]), reply(1, 5000, "t"));
        assert_eq!(inspected(&[free, &ours]), reply(2, 5000, "t"));
        assert_eq!(inspected(&[free, free]), reply(0, -2, ""));
        assert_eq!(inspected(&[free, ":70\r\n-WRONGTYPE no\r\n"]), reply(3, 70, ""));
    }
}
