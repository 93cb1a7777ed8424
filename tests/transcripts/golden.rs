//! Owns the files of transcripts: playing all cases of one, comparing, writing anew.
//! Does not own the cases.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{env, fs, thread};

use super::Case;
use crate::support::lock;

/// How many cases are played at the same time: most of their time they wait.
const TOGETHER: usize = 8;
/// How a title begins.
const TITLE: &str = "== ";
/// How many lines of a transcript are shown around a difference.
const AROUND: usize = 3;

/// Plays all cases of a road, and compares them with its file.
pub(super) fn hold(road: &str, cases: Vec<Case>) {
    let played = play(cases);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/transcripts/{road}.txt"));
    if env::var_os("TRANSCRIPTS").is_some_and(|what| what == "write") {
        let all = played.iter().map(|(title, text)| format!("{TITLE}{title}\n{text}")).collect::<Vec<_>>();
        return fs::write(file, all.join("\n")).unwrap();
    }
    let differences = differences(&read(&file), &played);
    assert!(
        differences.is_empty(),
        "{road}.txt is not what was sent (-: the file, +: sent). If that is wanted, see the head of tests/transcripts/mod.rs.\n{differences}"
    );
}

/// Plays each on a thread of its own, where nothing is known of other cases; in the order of their titles' appearance.
fn play(cases: Vec<Case>) -> Vec<(String, String)> {
    let count = cases.len();
    let open = Mutex::new(cases.into_iter().enumerate());
    let played = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..TOGETHER {
            scope.spawn(|| {
                while let Some((index, case)) = { lock(&open).next() } {
                    let title = case.title.clone();
                    let text = thread::spawn(move || text_of(case)).join();
                    lock(&played).insert(index, (title, text.unwrap_or_else(|_| "it panicked\n".to_owned())));
                }
            });
        }
    });
    let played: Vec<(String, String)> = played.into_inner().unwrap().into_values().collect();
    let titles: std::collections::BTreeSet<&String> = played.iter().map(|(title, _)| title).collect();
    assert_eq!(titles.len(), count, "two cases have the same title");
    played
}

fn text_of(case: Case) -> String {
    let mut stage = (case.stage)();
    (case.play)(&mut stage);
    stage.text()
}

/// The transcripts of a file, by title.
fn read(file: &PathBuf) -> BTreeMap<String, String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let cases = text.split(TITLE).skip(1).filter_map(|case| case.split_once('\n'));
    cases.map(|(title, lines)| (title.to_owned(), lines.trim_end().to_owned())).collect()
}

fn differences(expected: &BTreeMap<String, String>, played: &[(String, String)]) -> String {
    let mut shown = String::new();
    for (title, sent) in played {
        let before = expected.get(title).map_or("", String::as_str);
        if before != sent.trim_end() {
            let _ = write!(shown, "\n{TITLE}{title}\n{}", difference(before, sent.trim_end()));
        }
    }
    for title in expected.keys().filter(|title| !played.iter().any(|(played, _)| played == *title)) {
        let _ = writeln!(shown, "\n{TITLE}{title}: this case is not played any more");
    }
    shown
}

/// The lines that differ, with some that do not before and after them.
fn difference(expected: &str, sent: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), sent.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let shorter = old.len().min(new.len()) - same;
    let same_at_end = old.iter().rev().zip(new.iter().rev()).take(shorter).take_while(|(old, new)| old == new).count();
    let lines = |sign: &str, lines: &[&str]| -> String { lines.iter().flat_map(|line| [sign, line, "\n"]).collect() };
    let (old_end, new_end) = (old.len() - same_at_end, new.len() - same_at_end);
    [
        lines("  ", &old[same.saturating_sub(AROUND)..same]),
        lines("- ", &old[same..old_end]),
        lines("+ ", &new[same..new_end]),
        lines("  ", &old[old_end..(old_end + AROUND).min(old.len())]),
    ]
    .concat()
}
