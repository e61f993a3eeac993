//! Text that fits: tables and prose arranged to the width of the terminal.

use std::borrow::Cow;
use std::io::IsTerminal;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width,
};
use textwrap::core::display_width;

/// The width where there is no terminal to ask.
const USUAL_WIDTH: usize = 80;
/// No table gets narrower than this, however narrow the terminal says it is.
const NARROWEST: usize = 40;
/// The margins of a cell, and with the gap to the next column.
const MARGINS: usize = 2;
const MARGINS_AND_GAP: usize = MARGINS + 1;
/// A word of a cell is shortened to no less than this.
const SHORTEST_WORD: usize = 8;

/// How wide a result on standard output may be.
pub fn width() -> usize {
    usual(terminal_size::terminal_size_of(std::io::stdout()))
}

/// How wide a message on standard error may be; where nobody looks at it, it stays on its lines.
pub fn message_width() -> usize {
    let stderr = std::io::stderr();
    // A terminal that does not know its size still has an end of the line.
    if stderr.is_terminal() { usual(terminal_size::terminal_size_of(stderr)) } else { usize::MAX }
}

fn usual(size: Option<(terminal_size::Width, terminal_size::Height)>) -> usize {
    size.map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0).max(NARROWEST))
}

/// A message without what nobody would read to its end, such as a name of megabytes.
pub fn brief(message: &str) -> String {
    const LONGEST_WORD: usize = 300;
    const LONGEST: usize = 6000;
    let words = message.split_inclusive([' ', '\n']);
    let mut short = String::new();
    for word in words {
        match word.char_indices().nth(LONGEST_WORD) {
            None => short.push_str(word),
            Some((end, _)) => {
                short.push_str(&word[..end]);
                short.push('…');
                short.extend(word.chars().next_back().filter(|end| end.is_whitespace()));
            }
        }
        if short.len() > LONGEST {
            short.push('…');
            break;
        }
    }
    short
}

/// Rows, the header first, as a table for people, no wider than the terminal; columns of numbers
/// are set flush right.
pub fn table(rows: &[Vec<String>]) -> String {
    table_of_width(rows, width())
}

fn table_of_width(rows: &[Vec<String>], width: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let Some(header) = rows.first() else {
        return String::new();
    };
    let least = least_widths(rows, columns, width);
    let cut = |row: &Vec<String>| -> Vec<String> {
        row.iter()
            .zip(&least)
            .map(|(cell, &least)| shortened_words(cell, least).into_owned())
            .collect()
    };
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_header(cut(header));
    table.add_rows(rows[1..].iter().map(cut));
    for (index, column) in table.column_iter_mut().enumerate() {
        let least = u16::try_from(least[index] + MARGINS).unwrap_or(u16::MAX);
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        let mut body = rows[1..].iter().filter_map(|row| row.get(index));
        if body.all(|cell| cell.is_empty() || is_number(cell)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

fn is_number(cell: &str) -> bool {
    cell.chars().any(|c| c.is_ascii_digit())
        && cell.chars().all(|c| c.is_ascii_digit() || ",.-% ".contains(c))
}

/// The width of the longest word of every column; where even these do not fit, the widest are cut
/// down until they do.
fn least_widths(rows: &[Vec<String>], columns: usize, width: usize) -> Vec<usize> {
    let longest_word = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .flat_map(|cell| cell.split_whitespace())
            .map(display_width)
            .max()
            .unwrap_or(0)
    };
    let mut least: Vec<usize> = (0..columns).map(longest_word).collect();
    let available = width.saturating_sub(columns * MARGINS_AND_GAP);
    while least.iter().sum::<usize>() > available {
        let Some(widest) = least.iter_mut().filter(|least| **least > SHORTEST_WORD).max() else {
            break;
        };
        *widest -= 1;
    }
    least
}

/// The cell with every word that is too long cut and marked with `…`; the whole is in the other
/// formats.
fn shortened_words(cell: &str, most: usize) -> Cow<'_, str> {
    if cell.split_whitespace().all(|word| display_width(word) <= most) {
        return cell.into();
    }
    let words: Vec<Cow<str>> = cell.split_whitespace().map(|word| shortened(word, most)).collect();
    words.join(" ").into()
}

/// The text, or its beginning and `…`.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if display_width(text) <= most {
        return text.into();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if display_width(&short) + 2 > most {
            break;
        }
        short.push(letter);
    }
    short.push('…');
    short.into()
}

/// Prose wrapped at words; a line that is continued keeps its indentation, and what stands behind
/// a label or a number stays behind it.
///
/// Source lines of a message about an input, which have a bar at their left, stay as they are; what
/// a mark below them expects is wrapped beside the bar.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let is_mark = line.trim_start().starts_with("| ") && line.contains('^');
        let is_source =
            line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with('|');
        if display_width(line) <= width || (is_source && !is_mark) {
            lines.push(Cow::Borrowed(line));
            continue;
        }
        let (first, rest, text) = if is_mark {
            marked(line, width)
        } else {
            let hang = hanging(line).filter(|hang| hang * 2 < width);
            let indent = line.len() - line.trim_start().len();
            (String::new(), " ".repeat(hang.unwrap_or(indent)), line)
        };
        let options = textwrap::Options::new(width)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
            .initial_indent(&first)
            .subsequent_indent(&rest);
        let folded = textwrap::wrap(text, options).into_iter();
        lines.extend(folded.map(|line| Cow::Owned(line.into_owned())));
    }
    lines.join("\n")
}

/// A mark below a source line, and what it expects: beside the mark, or where there is no space,
/// below it.
fn marked(line: &str, width: usize) -> (String, String, &str) {
    let end = line.rfind('^').map_or(0, |place| place + 1);
    let (mark, text) = line.split_at(end);
    let bar = line.find('|').map_or(0, |place| place + 1);
    let beside = display_width(mark) + 1;
    if beside * 2 < width {
        let rest = format!("{}{}", &line[..bar], " ".repeat(beside - bar));
        (format!("{mark} "), rest, text.trim_start())
    } else {
        let rest = format!("{} ", &line[..bar]);
        (format!("{mark}\n{rest}"), rest, text.trim_start())
    }
}

/// Where the text begins behind a label and two blanks, behind the number of an item, or behind
/// `= help:`.
fn hanging(line: &str) -> Option<usize> {
    let indent = line.len() - line.trim_start().len();
    let body = &line[indent..];
    let number = body.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    if number > 0 && body[number..].starts_with(". ") {
        return Some(indent + number + 2);
    }
    let gap = body.find("  ")?;
    let text = body[gap..].trim_start();
    let label = &body[..gap];
    let is_label = !label.contains(". ") && !text.is_empty();
    is_label.then(|| display_width(&line[..line.len() - text.len()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(cells: &[&[&str]]) -> Vec<Vec<String>> {
        cells.iter().map(|row| row.iter().map(|&cell| cell.to_owned()).collect()).collect()
    }

    #[test]
    fn a_table_fits_and_cuts_no_word() {
        let sentence =
            "several words that together are much wider than any terminal of usual width";
        let rows = rows(&[&["number", "what", "why"], &["12", sentence, sentence]]);
        for width in [60, 80, 120] {
            let table = table_of_width(&rows, width);
            for line in table.lines() {
                assert!(display_width(line) <= width, "{line}");
                for word in line.split_whitespace().filter(|word| !word.contains('─')) {
                    assert!(
                        sentence.contains(word) || "number what why 12".contains(word),
                        "{word}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_word_that_cannot_fit_is_shortened() {
        let long = "x".repeat(300);
        let table = table_of_width(&rows(&[&["a", "b"], &["1", &long]]), 80);
        assert!(table.contains('…'));
        assert!(table.lines().all(|line| display_width(line) <= 80));
    }

    #[test]
    fn what_follows_a_label_or_a_number_stays_behind_it() {
        let words = "word ".repeat(20);
        for (start, indent) in [("diameter     ", 13), (" 10. ", 5), ("  one   ", 8)] {
            let text = wrapped(&format!("{start}{}", words.trim_end()), 40);
            for line in text.lines().skip(1) {
                assert_eq!(line.find('w'), Some(indent), "{text}");
            }
            assert!(text.lines().all(|line| line.len() <= 40), "{text}");
        }
    }

    #[test]
    fn what_a_mark_expects_is_wrapped_beside_the_bar() {
        let words = "word ".repeat(12);
        for place in [4, 30] {
            let mark = format!("  |{}^^^ {}", " ".repeat(place), words.trim_end());
            let text = wrapped(&mark, 40);
            assert!(text.lines().count() > 1);
            assert!(text.lines().all(|line| line.starts_with("  |") && line.len() <= 40), "{text}");
        }
    }

    #[test]
    fn prose_keeps_its_indentation_and_source_lines_stay() {
        let text = format!("  {}\n3 | {}", "word ".repeat(30).trim_end(), "y".repeat(100));
        let lines: Vec<String> = wrapped(&text, 40).lines().map(str::to_owned).collect();
        assert!(lines.len() > 4);
        let (source, prose) = lines.split_last().unwrap();
        assert!(source.starts_with("3 | yyy"));
        assert!(prose.iter().all(|line| line.starts_with("  word") && line.len() <= 40));
    }
}
