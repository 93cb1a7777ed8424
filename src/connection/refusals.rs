//! Owns reading an error line of Redis: its code from what the server has sent, and what of it may be shown.
//! Does not own what a code leads to (`refusal`, `failure`).
//!
//! The two must not mix. A token may be `T` and a password `7`, as a program or an operator has named them, and masking those in
//! `NOSCRIPT` or in a port would leave a code that nothing knows, and an address that is none.

use crate::refusal::{Code, FORBIDDEN, Forbidden, Redirection, Refusal};
use crate::token::Token;

/// The longest text of a server's error that a message repeats, in characters.
const SHOWN: usize = 200;

/// What a proxy says that has no server for a request, or has lost it: Envoy, then predixy, then twemproxy, which has the
/// system's words. Whether the request ran is unknown.
const NO_SERVER: &str = "no upstream host, upstream failure, ERR no server avaliable, ERR no server connection avaliable, \
    ERR server connection close, ERR deliver request fail, ERR unknown, ERR Broken pipe, ERR Connection refused, \
    ERR Connection reset by peer, ERR Connection timed out, ERR Operation timed out, ERR Host is unreachable, \
    ERR Network is unreachable, ERR No route to host";

/// What no message repeats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Secrets<'a> {
    pub(super) password: &'a [u8],
    pub(super) tokens: &'a [&'a Token],
}

impl Secrets<'_> {
    /// How many bytes of the longest secret are at the beginning of this text; none are 0.
    fn at(self, text: &[u8]) -> usize {
        let all = std::iter::once(self.password).chain(self.tokens.iter().map(|token| token.as_bytes()));
        all.filter(|secret| begins_with(text, secret)).map(<[u8]>::len).max().unwrap_or(0)
    }

    /// Makes a line of text ASCII without control characters, with stars where it repeats a secret: what an error repeats of the
    /// request Redis cuts inside a character.
    pub(super) fn mask(self, line: &[u8]) -> String {
        let mut shown = String::with_capacity(line.len());
        let mut secret_until = 0;
        for (index, &byte) in line.iter().enumerate() {
            let length = self.at(&line[index..]);
            if length > 0 && index >= secret_until {
                shown.push_str("***");
            }
            secret_until = secret_until.max(index + length);
            if index >= secret_until {
                shown.push(if byte.is_ascii() { char::from(byte) } else { '?' });
            }
        }
        shown
    }

    fn are_in(self, text: &[u8]) -> bool {
        (0..text.len()).any(|index| self.at(&text[index..]) > 0)
    }

    fn shown(self, text: &[u8]) -> String {
        self.mask(text).chars().take(SHOWN).flat_map(escape_control).collect()
    }
}

/// A server writes a space where an error would repeat the end of a line.
fn begins_with(text: &[u8], secret: &[u8]) -> bool {
    let is_same = |(&byte, &secret): (&u8, &u8)| byte == secret || byte == b' ' && matches!(secret, b'\r' | b'\n');
    text.len() >= secret.len() && text.iter().zip(secret).all(is_same)
}

/// Redis before 7.0 puts words of its own before the error of a command in a script: "ERR Error running script (call to f_a3): @user_script:7:
/// @user_script: 7: -READONLY You can't write against a read only replica." What the user may not run there has words alone, in every version.
fn of_command(line: &[u8]) -> &[u8] {
    if let Some(at) = (0..line.len()).find(|&at| FORBIDDEN.iter().any(|words| line[at..].starts_with(words.as_bytes())))
    {
        return &line[at..];
    }
    match line.windows(3).position(|it| it == b": -") {
        Some(at) if line.starts_with(b"ERR Error running script") => &line[at + 3..],
        _ => line,
    }
}

/// Reads an error, without the `-` before it.
pub(super) fn read(line: &[u8], secrets: Secrets<'_>) -> Refusal {
    let line = of_command(line);
    let (word, detail) = match line.iter().position(|&byte| byte == b' ') {
        _ if FORBIDDEN.iter().any(|words| line.starts_with(words.as_bytes())) => (&b"ERR"[..], line),
        Some(end) => (&line[..end], &line[end + 1..]),
        None => (line, &b""[..]),
    };
    let code = match Code::of(word, detail) {
        _ if NO_SERVER.split(", ").any(|all| all.as_bytes() == line) => Code::NoServer(secrets.shown(word)),
        Some(Code::Ask(_)) => Code::Ask(redirection(detail)),
        Some(Code::Moved(_)) => Code::Moved(redirection(detail)),
        Some(Code::NoPerm(_)) if detail.windows(8).any(|word| word == b" access ") => Code::NoPerm(Forbidden::Key),
        Some(code) => code,
        None => Code::Other(secrets.shown(word)),
    };
    // "unknown command 'DELEX', with args beginning with: ..." goes on with key and token.
    let detail = before(detail, b", with args beginning with");
    // " script: <sha1>, on @user_script:13." says where in a script of ours: nothing to its reader. Valkey 9 leaves the SHA-1 out.
    let place = before(detail, b"on @user_script").len();
    let place = if place < detail.len() { detail[..place].windows(9).rposition(|it| it == b" script: ") } else { None };
    let detail = &detail[..place.unwrap_or(detail.len())];
    let detail = match plain(&code, detail) {
        Some(words) if secrets.are_in(detail) => words.to_owned(),
        _ => secrets.shown(detail),
    };
    Refusal { code, detail }
}

/// Returns what an error says in words of our own, in which no secret is repeated, whatever it is: for those that more than a
/// person reads (cli/src/rights_checkup.php).
fn plain(code: &Code, detail: &[u8]) -> Option<&'static str> {
    match code {
        Code::NoPerm(Forbidden::Command) => Some("no permissions to run the command"),
        Code::NoPerm(Forbidden::Key) => Some("no permissions to access the key"),
        Code::NoScript => Some("no matching script"),
        Code::UnknownCommand => Some("unknown command"),
        Code::Err if detail.starts_with(b"unknown subcommand") => Some("unknown subcommand"),
        _ => None,
    }
}

/// Reads `slot host:port`.
fn redirection(detail: &[u8]) -> Option<Redirection> {
    let (host, port) = std::str::from_utf8(detail).ok()?.split(' ').nth(1)?.rsplit_once(':')?;
    Some(Redirection { host: host.into(), port: port.parse().ok()? })
}

fn before<'a>(text: &'a [u8], mark: &[u8]) -> &'a [u8] {
    text.windows(mark.len()).position(|window| window == mark).map_or(text, |end| &text[..end])
}

pub(super) fn escape_control(character: char) -> Vec<char> {
    match character {
        ' '..='~' => vec![character],
        _ => character.escape_default().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str, password: &str, token: &str) -> Refusal {
        let token = Token::given(token.as_bytes()).unwrap();
        read(line.as_bytes(), Secrets { password: password.as_bytes(), tokens: &[&token] })
    }

    /// Whatever is a part of it: a code, an address.
    const SHORT: [&str; 16] =
        ["1", "42", "7", "T", "NO", "S", "OSCR", "ERR", "O", "K", "NOSCRIPT", "MOVED", "127", "10.0.0.1", ":", " "];

    #[test]
    fn a_secret_that_is_a_part_of_a_code_or_an_address_changes_no_decision() {
        let at = |host: &str, port| Some(Redirection { host: host.into(), port });
        let all = [
            ("NOSCRIPT No matching script. Please use EVAL.", Code::NoScript),
            ("NOPERM this user has no permissions to run the 'eval' command", Code::NoPerm(Forbidden::Command)),
            ("MOVED 14244 127.0.0.1:7203", Code::Moved(at("127.0.0.1", 7203))),
            ("ASK 742 10.0.0.1:42", Code::Ask(at("10.0.0.1", 42))),
            ("MOVED 1 ::1:7000", Code::Moved(at("::1", 7000))),
            ("MOVED 1 :7000", Code::Moved(at("", 7000))),
            ("TRYAGAIN Multiple keys request during rehashing of slot", Code::TryAgain),
            ("ERR unknown command 'EVALSHA', with args beginning with: 'x'", Code::UnknownCommand),
            ("ERR SELECT is not allowed in cluster mode", Code::NoDatabaseInCluster),
            ("ERR DB index is out of range", Code::NoSuchDatabase),
            ("ERR This instance has cluster support disabled", Code::NoCluster),
            ("ERR max number of clients reached", Code::TooManyClients),
            ("NOAUTH Authentication required.", Code::NoAuth),
            ("WRONGPASS invalid username-password pair or user is disabled.", Code::WrongPass),
            ("OOM command not allowed when used memory > 'maxmemory'.", Code::Oom),
        ];
        for (line, code) in all {
            for secret in SHORT {
                assert_eq!(said(line, secret, "token").code, code, "password {secret}");
                assert_eq!(said(line, "password", secret).code, code, "token {secret}");
            }
        }
    }

    #[test]
    fn the_error_of_a_command_in_a_script_has_its_own_code_before_redis_7_too() {
        let within = |line: &str| {
            said(
                &format!("ERR Error running script (call to f_a3): @user_script:7: @user_script: 7: -{line}"),
                "p",
                "t",
            )
        };
        assert_eq!(within("READONLY You can't write against a read only replica.").code, Code::ReadOnly);
        let forbidden = "The user executing the script can't run this command or subcommand";
        for line in [
            &format!("ERR Error running script (call to f_a3): @user_script:20: @user_script: 20: {forbidden}")[..],
            &format!("@user_script: 14: {forbidden}"),
            &format!("ERR {forbidden} script: {}, on @user_script:13.", "a3".repeat(20)),
        ] {
            let refusal = said(line, "password", "token");
            assert_eq!((refusal.code, &*refusal.detail), (Code::ForbiddenInScript, forbidden), "{line}");
        }
        let newer = "ACL failure in script: User bob has no permissions to run the 'set' command";
        for place in ["", " script: on @user_script:20.", &format!(" script: {}, on @user_script:13.", "a3".repeat(20))]
        {
            let refusal = said(&format!("ERR {newer}{place}"), "password", "token");
            assert_eq!((refusal.code, &*refusal.detail), (Code::ForbiddenInScript, newer));
        }
        assert_eq!(within("NOREPLICAS Not enough good replicas to write.").code, Code::NoReplicas);
        assert_eq!(said("ERR Error running script (call to f_a3): why", "p", "t").code, Code::Err);
    }

    #[test]
    fn what_passes_by_itself_ends_no_wait() {
        let code = |line: &str| said(line, "pw", "token").code;
        for line in NO_SERVER.split(", ") {
            assert!(matches!(code(line), Code::NoServer(_)) && code(line).may_pass(), "{line}");
            assert_eq!(said(line, "pw", "token").to_string(), line);
        }
        for line in ["ERR max number of clients + cluster connections reached", "NOREPLICAS Not enough good replicas"] {
            assert!(code(line).may_pass(), "{line}");
        }
        for line in ["ERR invalid password", "WRONGPASS no", "NOAUTH no", "OOM no", "ERR unknown command", "upstream"] {
            assert!(!code(line).may_pass(), "{line}");
        }
    }

    #[test]
    fn a_redirection_that_cannot_be_read_is_one_all_the_same() {
        for nonsense in ["", " 3999", " 3999 h", " 3999 h:x", " 3999 h:65536", " \u{fffd} h"] {
            assert_eq!(said(&format!("MOVED{nonsense}"), "pw", "token").code, Code::Moved(None), "{nonsense}");
            assert_eq!(said(&format!("ASK{nonsense}"), "pw", "token").code, Code::Ask(None), "{nonsense}");
        }
    }

    #[test]
    fn every_code_is_written_as_it_is_read() {
        for code in [
            "ASK",
            "BUSY",
            "CLUSTERDOWN",
            "CROSSSLOT",
            "DENIED",
            "ERR",
            "LOADING",
            "MASTERDOWN",
            "MOVED",
            "NOAUTH",
            "NOPERM",
            "NOREPLICAS",
            "NOSCRIPT",
            "OOM",
            "READONLY",
            "TRYAGAIN",
            "UNBLOCKED",
            "WRONGPASS",
            "WRONGTYPE",
            "MISCONF",
        ] {
            let refusal = said(&format!("{code} why"), "pw", "token");
            assert_eq!(refusal.to_string(), format!("{code} why"));
            assert_eq!(matches!(refusal.code, Code::Other(_)), code == "MISCONF", "{code}");
            assert_eq!(said(code, "pw", "token").to_string(), code, "nothing after it");
        }
    }

    #[test]
    fn what_is_shown_repeats_no_secret() {
        let shown = |line: &str, password: &str, token: &str| said(line, password, token).to_string();
        assert_eq!(shown("ERR no pw of rl_1", "pw", "rl_1"), "ERR no *** of ***");
        assert_eq!(shown("rl_1 is no code, pw", "pw", "rl_1"), "*** is no code, ***");
        assert_eq!(shown("ERR abcdef", "ab", "abcd"), "ERR ***ef", "the longer of two that begin alike");
        assert_eq!(shown("ERR abcd", "abc", "bcd"), "ERR ***", "two that overlap");
        assert_eq!(shown("ERR aaaaa.", "pw", "aaa"), "ERR ***.", "one that overlaps with itself");
        assert_eq!(shown("ERR two lines.", "pw", "two\nlines"), "ERR ***.", "Redis writes a space");
        assert_eq!(shown("MOVED 42 10.0.0.42:4200", "42", "t"), "MOVED *** 10.0.0.***:***00");
        let long = format!("ERR {}secret", "x".repeat(SHOWN - 3));
        assert!(!shown(&long, "secret", "t").contains("sec"), "cut inside the secret");
        let cut = "ERR unknown command 'X', with args beginning with: 'key' 'a, with args' ";
        assert_eq!(shown(cut, "pw", ", with"), "ERR unknown command 'X'", "the mark itself is a part of a secret");
    }

    #[test]
    fn what_the_doctor_reads_is_the_same_with_any_password() {
        let read = |line: &str| said(line, "u", "token").to_string();
        assert_eq!(
            read("NOPERM User bob has no permissions to run the 'eval' command"),
            "NOPERM no permissions to run the command"
        );
        assert_eq!(read("NOPERM No permissions to access a key used"), "NOPERM no permissions to access the key");
        assert_eq!(read("ERR unknown command 'DELEX', with args beginning with: "), "ERR unknown command");
        assert_eq!(read("ERR unknown subcommand 'SETINFO'. Try CLIENT HELP."), "ERR unknown subcommand");
    }

    #[test]
    fn what_is_no_text_is_shown_as_ascii() {
        let secrets = Secrets { password: b"", tokens: &[] };
        let refusal = read(b"ERR unknown \xc3 \x1b[31m", secrets);
        assert_eq!(refusal.detail, "unknown ? \\u{1b}[31m");
    }
}
