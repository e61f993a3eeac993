//! The tool in a real terminal, as a person sees it: every line fits, no word is cut, no progress
//! bar stays behind. Files (drawings, graphs, instances) are not looked at: they stay as they are.

mod screen;

use screen::{Seen, run};

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

/// What is wrong with the look of a command at a size, compared with how it looks where everything fits.
fn faults(line: &str, seen: &Seen, wide: &Seen) -> Vec<String> {
    let mut faults = Vec::new();
    for wrapped in &seen.too_wide {
        faults.push(format!("{line}: too wide: {wrapped}"));
    }
    if seen.cursor != 0 {
        faults.push(format!("{line}: the cursor ends in column {}", seen.cursor));
    }
    if seen.status != wide.status {
        faults.push(format!(
            "{line}: status {} and {}",
            seen.status, wide.status
        ));
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

#[test]
fn every_command_fits_its_terminal() {
    let mut all = Vec::new();
    for line in COMMANDS.lines().filter(|line| !line.starts_with('#')) {
        let arguments = arguments(line);
        let wide = run(&arguments, WIDE.0, WIDE.1, None);
        for (columns, rows) in SIZES {
            let seen = run(&arguments, columns, rows, None);
            let found = faults(line, &seen, &wide);
            all.extend(found.into_iter().map(|fault| format!("{columns}: {fault}")));
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

#[test]
fn help_fits_one_screen() {
    let mut long = Vec::new();
    for path in COMMANDS
        .lines()
        .filter(|line| line.ends_with("--help"))
        .map(arguments)
    {
        let seen = run(&path, 120, 40, None);
        let used = seen.lines.iter().rposition(|line| !line.is_empty());
        let used = used.map_or(0, |last| last + 1);
        if used > 40 {
            long.push(format!("{}: {used} lines", path.join(" ")));
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn bars_appear_while_it_takes_long_and_vanish() {
    let folder = tempfile::tempdir().unwrap();
    let result = folder.path().join("result");
    let seen = run(
        &["tour", "cycles", "--grid", "6x7"],
        80,
        24,
        Some(result.as_path()),
    );
    // There are two cycles with the same labels, so the answer is no.
    assert_eq!(seen.status, 1);
    assert!(seen.lines.iter().all(String::is_empty), "{:?}", seen.lines);
    assert_eq!(seen.cursor, 0);
    let result = std::fs::read_to_string(result).unwrap();
    assert!(!result.is_empty() && !result.contains('\u{1b}'));
}
