//! Owns the names that transcripts have for what is another in each run: addresses, tokens, markers, spans of time.
//! Does not own what depends on the clock within a command (`commands`).

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What has another name in each run, and the names that transcripts have for it.
pub(super) struct Names {
    addresses: Vec<String>,
    /// By kind and text.
    numbers: BTreeMap<(&'static str, String), usize>,
}

/// How the random text in front of which stands this begins: of a token and of a marker, with how many digits it has.
const RANDOM: [(&str, usize, &str); 3] = [("rl_", 32, "token"), ("rn_", 32, "token"), ("rl_done:", 16, "tag")];

impl Names {
    /// Names the servers at these addresses by their order.
    pub(super) fn of(addresses: Vec<String>) -> Self {
        Self { addresses, numbers: BTreeMap::new() }
    }

    /// Returns a text with names in place of what they stand for.
    pub(super) fn named(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for (index, address) in self.addresses.iter().enumerate() {
            let name = format!("<node{}>", index + 1);
            text = text.replace(address.as_str(), &name);
            if let Some((host, port)) = address.rsplit_once(':') {
                // As CLUSTER SLOTS has it.
                text = text.replace(&format!("{host} :{port}"), &name);
            }
        }
        text.lines().map(|line| self.line(line) + "\n").collect()
    }

    fn line(&mut self, line: &str) -> String {
        let (mut shown, mut rest) = (String::new(), line);
        while let Some(first) = rest.chars().next() {
            let random = RANDOM.iter().find_map(|(head, length, kind)| {
                let digits = rest.strip_prefix(head)?.get(..*length)?;
                let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                are_digits.then(|| (*head, *kind, digits.to_owned()))
            });
            if let Some((head, kind, digits)) = random {
                rest = &rest[head.len() + digits.len()..];
                let _ = write!(shown, "{head}<{kind}{}>", self.number(kind, digits));
            } else if let Some(after) = rest.strip_prefix(" within ").and_then(|after| after.split_once(" s")) {
                shown += " within <s> s";
                rest = after.1;
            } else {
                shown.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        shown
    }

    fn number(&mut self, kind: &'static str, digits: String) -> usize {
        let next = 1 + self.numbers.keys().filter(|(other, _)| *other == kind).count();
        *self.numbers.entry((kind, digits)).or_insert(next)
    }
}
