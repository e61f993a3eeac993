//! The tool in a real terminal, as a person sees it: every line fits, no word is cut, no progress
//! bar stays behind. Files (drawings, graphs, instances) are not looked at: they stay as they are.

mod screen;

use std::sync::atomic::{AtomicUsize, Ordering};

use screen::{Seen, run, run_without_size};

/// A terminal as people have it, a larger one, and one in which everything fits.
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
const WIDE: (u16, u16) = (4000, 40);

/// The commands of every family, and mistakes of every kind.
const COMMANDS: &str = include_str!("commands.txt");

fn words(seen: &Seen) -> Vec<&str> {
    let lines = seen.lines.iter();
    lines.flat_map(|line| line.split_whitespace()).collect()
}

/// Longer words, such as the moves of a long tour, go on in the next line.
const LONGEST_WORD: usize = 10;

/// Times differ from run to run.
fn is_time(word: &str) -> bool {
    word.trim_matches(['(', ')', ',']).parse::<f64>().is_ok()
}

/// Rules of tables and charts are drawn as long as there is room.
fn is_drawn(word: &str) -> bool {
    word.chars().all(|c| "─━═█▏▎▍▌▋▊▉░|".contains(c))
}

/// What is wrong with the look of a command at a size, compared with how it looks where everything
/// fits.
fn faults(line: &str, seen: &Seen, wide: &Seen) -> Vec<String> {
    let mut faults = Vec::new();
    for wrapped in &seen.too_wide {
        faults.push(format!("{line}: too wide: {wrapped}"));
    }
    if seen.cursor != 0 {
        faults.push(format!("{line}: the cursor ends in column {}", seen.cursor));
    }
    if seen.status != wide.status {
        faults.push(format!("{line}: status {} and {}", seen.status, wide.status));
    }
    let whole: std::collections::BTreeSet<&str> = words(wide).into_iter().collect();
    for word in words(seen) {
        let cut = word.trim_end_matches(['…', ',', '.', ';', ':', ')']);
        let known = whole.contains(word)
            || is_drawn(word)
            || (word.contains('…') && whole.iter().any(|whole| whole.contains(cut)))
            || is_time(word)
            || (word.len() > LONGEST_WORD && whole.iter().any(|whole| whole.contains(word)));
        if !known {
            faults.push(format!("{line}: cut: {word}"));
        }
    }
    for line_seen in &seen.lines {
        if line_seen.contains(" left)") || line_seen.contains("█░") {
            faults.push(format!("{line}: the rest of a bar: {line_seen}"));
        }
    }
    faults
}

fn arguments(line: &str) -> Vec<&str> {
    let mut quoted = false;
    line.split(move |c: char| {
        quoted ^= c == '"';
        c.is_whitespace() && !quoted
    })
    .map(|word| word.trim_matches('"'))
    .collect()
}

/// Runs a check of every item, as many at a time as there are cores.
fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.extend(check(item));
        }
        found
    };
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let found = threads.into_iter().flat_map(|thread| thread.join().unwrap());
        found.collect()
    })
}

#[test]
fn every_command_fits_its_terminal() {
    let lines: Vec<&str> = COMMANDS.lines().collect();
    let all = in_parallel(&lines, |line| {
        if line.starts_with('#') {
            return Vec::new();
        }
        let arguments = arguments(line);
        let wide = run(&arguments, WIDE.0, WIDE.1, None);
        let sizes = SIZES.into_iter().flat_map(|(columns, rows)| {
            let seen = run(&arguments, columns, rows, None);
            let found = faults(line, &seen, &wide);
            found.into_iter().map(move |fault| format!("{columns}: {fault}"))
        });
        sizes.collect()
    });
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

/// Every command, with the commands below it, as the help lists them.
fn commands() -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    let mut next = 0;
    while let Some(path) = all.get(next).cloned() {
        next += 1;
        let arguments: Vec<&str> = path.iter().map(String::as_str).chain(["-h"]).collect();
        let seen = run(&arguments, WIDE.0, WIDE.1, None);
        let listed = seen.lines.iter().skip_while(|line| *line != "Commands:");
        let listed = listed.skip(1).take_while(|line| line.starts_with("  "));
        for name in listed.filter_map(|line| line.split_whitespace().next()) {
            if name != "help" {
                all.push([&path[..], &[name.to_owned()]].concat());
            }
        }
    }
    assert!(all.len() > 40, "{all:?}");
    all
}

#[test]
fn help_fits_its_terminal_and_the_short_one_a_screen() {
    let all = in_parallel(&commands(), |path| {
        let mut faults = Vec::new();
        for option in ["-h", "--help"] {
            let arguments: Vec<&str> = path.iter().map(String::as_str).chain([option]).collect();
            for (columns, rows) in SIZES {
                let seen = run(&arguments, columns, rows, None);
                let used = seen.lines.iter().rposition(|line| !line.is_empty());
                let used = used.map_or(0, |last| last + 1);
                let line = arguments.join(" ");
                if option == "-h" && used > usize::from(rows) {
                    faults.push(format!("{line}: {used} lines at {columns} columns"));
                }
                faults.extend((seen.too_wide.iter()).map(|wide| format!("{line}: {wide}")));
            }
        }
        faults
    });
    assert!(all.is_empty(), "{}", all.join("\n"));
    let options = run(&["help", "options"], 80, 24, None);
    assert!(options.too_wide.is_empty(), "{:?}", options.too_wide);
    assert!(options.lines.len() <= 25, "{} lines", options.lines.len());
}

#[test]
fn a_page_is_not_poured_over_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let seen = run(&["report", "@parker-brothers"], 80, 24, None);
    assert_eq!(seen.status, 2);
    let said = seen.lines.join(" ");
    assert!(said.contains("-o FILE.html") && !said.contains("DOCTYPE"), "{said}");
    let page = folder.path().join("page.html");
    let seen = run(&["report", "@parker-brothers"], 80, 24, Some(&page));
    assert_eq!(seen.status, 0);
    assert!(std::fs::read_to_string(page).unwrap().starts_with("<!DOCTYPE html>"));
}

#[test]
fn bars_appear_while_it_takes_long_and_vanish() {
    let folder = tempfile::tempdir().unwrap();
    let result = folder.path().join("result");
    let arguments = ["tour", "cycles", "--grid", "6x7"];
    for seen in
        [run(&arguments, 80, 24, Some(&result)), run_without_size(&arguments, Some(&result))]
    {
        // There are two cycles with the same labels, so the answer is no.
        assert_eq!(seen.status, 1);
        assert!(seen.lines.iter().all(String::is_empty), "{:?}", seen.lines);
        assert_eq!(seen.cursor, 0);
        let result = std::fs::read_to_string(&result).unwrap();
        assert!(!result.is_empty() && !result.contains('\u{1b}'));
    }
}
