//! A fault shown where it is: file, line, column, the line itself with the place marked.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::Fault;

/// What follows the place, and the place itself, are shown up to this many bytes, so that a message
/// fits a screen.
const LONGEST_REST: usize = 400;
const LONGEST_MARK: usize = 80;

/// Writes a fault in `text`, which messages call `name`, for a person to read.
pub(super) fn render(name: &str, text: &str, fault: &Fault) -> String {
    let mut group = match &fault.0.span {
        None => Level::ERROR
            .primary_title(fault.0.message.as_str())
            .element(annotate_snippets::Origin::path(name)),
        Some(span) => {
            let place = Place::find(text, span);
            let mut annotation = AnnotationKind::Primary.span(place.span.clone());
            if let Some(expected) = &fault.0.expected {
                annotation = annotation.label(format!("expected {expected}"));
            }
            Level::ERROR.primary_title(fault.0.message.as_str()).element(
                Snippet::source(place.line)
                    .line_start(place.number)
                    .path(name)
                    .annotation(annotation),
            )
        }
    };
    if let (None, Some(expected)) = (&fault.0.span, &fault.0.expected) {
        group = group.element(Level::NOTE.message(format!("expected {expected}")));
    }
    if let Some(help) = &fault.0.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let rendered = Renderer::plain().render(&[group]);
    rendered.strip_prefix("error: ").unwrap_or(&rendered).to_owned()
}

/// The one line in which a span begins, and the part of the span in it.
struct Place<'a> {
    number: usize,
    line: &'a str,
    span: Range<usize>,
}

impl Place<'_> {
    fn find<'a>(text: &'a str, span: &Range<usize>) -> Place<'a> {
        let floor = |mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let mut start = floor(span.start.min(text.len()));
        // A place behind the last character belongs to the last line with something in it.
        if start == text.len() {
            start = text.trim_end().len();
        }
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let number = text[..begin].matches('\n').count() + 1;
        let stop = span.end.clamp(start, end);
        // The renderer cuts long lines and still counts the column from their beginning, so that
        // must stay; the rest need not.
        let within = |at: usize, most: usize| floor(at.min(start + most));
        let line = text[begin..within(end, LONGEST_REST)].trim_end_matches('\r');
        let inside = |at: usize| (at - begin).min(line.len());
        Place { number, line, span: inside(start)..inside(within(stop, LONGEST_MARK)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_shows_file_line_column_expectation_and_help() {
        let text = "kind = \"corner\"\npieces = 7\n";
        let fault = Fault::new("pieces must be a list")
            .at(25..26)
            .expected("eight pieces")
            .help("write [\"AAD\", …]");
        let shown = render("my.toml", text, &fault);
        for part in [
            "pieces must be a list",
            "my.toml:2:10",
            "pieces = 7",
            "^ expected eight pieces",
            "help: write",
        ] {
            assert!(shown.contains(part), "{part} not in\n{shown}");
        }
    }

    #[test]
    fn the_column_in_a_long_line_is_that_of_the_file() {
        for filler in ["a", "é", "\t"] {
            for length in [3, 80, 161, 5000] {
                let text = format!("first\n{}?{}", filler.repeat(length), filler.repeat(5000));
                let at = 6 + filler.len() * length;
                let shown = render("x", &text, &Fault::new("long").at(at..at + 1));
                let place = format!("x:2:{}", length + 1);
                assert!(shown.contains(&format!("{place}\n")), "{place} not in\n{shown}");
                assert!(shown.len() < 2500, "{shown}");
            }
        }
    }

    #[test]
    fn odd_places_do_not_panic() {
        let text = "größe = \"ü\"\r\n=\r\r\r\r\nlast";
        for start in 0..=text.len() + 3 {
            for end in start..=text.len() + 3 {
                render("x", text, &Fault::new("odd").at(start..end));
            }
        }
        render("x", "", &Fault::new("empty").at(0..0));
        let long = "é".repeat(100_000);
        let shown = render("x", &long, &Fault::new("long").at(100_000..100_002));
        assert!(shown.len() < 2000);
    }
}
