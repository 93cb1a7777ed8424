//! Owns the files of transcripts: playing all cases of one, comparing, writing anew.
//! Does not own the cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::{env, fs, thread};

use super::Case;
use crate::support::lock;

/// How many cases are played at the same time: most of their time they wait.
const TOGETHER: usize = 8;
/// How a title begins.
const TITLE: &str = "== ";
/// How many of those that differ a failed test shows.
const MOST_SHOWN: usize = 20;

/// Plays all cases of a road, and compares them with its file.
pub(super) fn hold(road: &str, cases: Vec<Case>) {
    hold_together(road, cases, TOGETHER);
}

/// The same, so many of them at the same time.
pub(super) fn hold_together(road: &str, cases: Vec<Case>, together: usize) {
    let played = play(cases, together);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/transcripts/{road}.txt"));
    if env::var_os("TRANSCRIPTS").is_some_and(|what| what == "write") {
        let all = played.iter().map(|(title, text)| format!("{TITLE}{title}\n{text}")).collect::<Vec<_>>();
        return fs::write(file, all.join("\n")).unwrap();
    }
    let differences = differences(&read(&file), &played);
    assert!(
        differences.is_empty(),
        "{road}.txt is not what was sent (-: the file, +: sent); if that is wanted, see tests/transcripts/mod.rs\n{differences}"
    );
}

/// Plays each on a thread of its own, where nothing is known of other cases.
fn play(cases: Vec<Case>, together: usize) -> Vec<(String, String)> {
    let count = cases.len();
    let open = Mutex::new(cases.into_iter().enumerate());
    let played = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..together {
            scope.spawn(|| {
                while let Some((index, case)) = { lock(&open).next() } {
                    let title = case.title.clone();
                    let text = thread::spawn(move || text_of(case)).join();
                    let text = text.unwrap_or_else(|_| panic!("{title}: it panicked"));
                    lock(&played).insert(index, (title, text));
                }
            });
        }
    });
    let played: Vec<(String, String)> = played.into_inner().unwrap().into_values().collect();
    let titles: BTreeSet<&String> = played.iter().map(|(title, _)| title).collect();
    assert_eq!(titles.len(), count, "two cases have the same title");
    played
}

fn text_of(case: Case) -> String {
    let mut stage = (case.stage)();
    (case.play)(&mut stage);
    stage.text()
}

/// The transcripts of a file, by title.
fn read(file: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let cases = text.split(TITLE).skip(1).filter_map(|case| case.split_once('\n'));
    cases.map(|(title, lines)| (title.to_owned(), lines.trim_end().to_owned())).collect()
}

fn differences(expected: &BTreeMap<String, String>, played: &[(String, String)]) -> String {
    let before = |title: &String| expected.get(title).map_or("", String::as_str);
    let differ: Vec<_> = played.iter().filter(|(title, sent)| before(title) != sent.trim_end()).collect();
    let mut shown = String::new();
    for (title, sent) in differ.iter().take(MOST_SHOWN) {
        let _ = write!(shown, "\n{TITLE}{title}\n{}", difference(before(title), sent.trim_end()));
    }
    if differ.len() > MOST_SHOWN {
        let _ = writeln!(shown, "\nand {} transcripts more", differ.len() - MOST_SHOWN);
    }
    for title in expected.keys().filter(|title| !played.iter().any(|(played, _)| played == *title)) {
        let _ = writeln!(shown, "\n{TITLE}{title}: this case is not played any more");
    }
    shown
}

/// All lines of a transcript; those that differ have a sign.
fn difference(expected: &str, sent: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), sent.lines().collect());
    // How many lines the rest of the one has in common with the rest of the other.
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (i, before) in old.iter().enumerate().rev() {
        for (j, after) in new.iter().enumerate().rev() {
            common[i][j] =
                if before == after { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut shown) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        let (sign, line) = match (old.get(i), new.get(j)) {
            (Some(before), Some(after)) if before == after => (' ', before),
            (Some(before), after) if after.is_none() || common[i + 1][j] >= common[i][j + 1] => ('-', before),
            (_, after) => ('+', after.unwrap_or(&"")),
        };
        i += usize::from(sign != '+');
        j += usize::from(sign != '-');
        let _ = writeln!(shown, "{sign} {line}");
    }
    shown
}
