//! Text in pictures: what may be written, and how wide it is.
//!
//! A picture must look the same with whatever sans-serif font the reader has, so widths are
//! estimated from Helvetica's metrics and taken a little too wide.

use super::palette::Colour;
use super::point::Point;

/// Where a text stands relative to its point, from left to right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts at the point.
    Start,
    /// The text is centred on the point.
    #[default]
    Middle,
    /// The text ends at the point.
    End,
}

/// Where a text stands relative to its point, from top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rise {
    /// The whole text lies above the point.
    Above,
    /// The text is centred on the point.
    #[default]
    Middle,
    /// The whole text lies below the point.
    Below,
}

/// A piece of text, centred on its point unless told otherwise; `\n` starts a new line.
///
/// ```
/// # use cubegraph_draw::{Anchor, Colour, Scene, Text};
/// let mut scene = Scene::new("Greeting", 60.0, 20.0);
/// scene.add(Text::new((5.0, 10.0), "“a < b” & more").size(5.0).bold().anchor(Anchor::Start).colour(Colour::BLUE));
/// assert!(scene.to_svg().contains("“a &lt; b” &amp; more"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub(super) at: Point,
    pub(super) content: String,
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) colour: Colour,
    pub(super) halo: Option<Colour>,
    pub(super) anchor: Anchor,
    pub(super) rise: Rise,
    pub(super) degrees: f64,
}

impl Text {
    /// Black text of 4 mm, centred on `at`.
    pub fn new(at: impl Into<Point>, content: impl Into<String>) -> Text {
        Text {
            at: at.into(),
            content: content.into(),
            size: 4.0,
            bold: false,
            colour: Colour::BLACK,
            halo: None,
            anchor: Anchor::Middle,
            rise: Rise::Middle,
            degrees: 0.0,
        }
    }

    /// Size of the font in millimetres (4 mm unless set).
    #[must_use]
    pub fn size(mut self, millimetres: f64) -> Text {
        self.size = millimetres;
        self
    }

    /// In bold type.
    #[must_use]
    pub fn bold(mut self) -> Text {
        self.bold = true;
        self
    }

    /// In this colour (black unless set).
    #[must_use]
    pub fn colour(mut self, colour: Colour) -> Text {
        self.colour = colour;
        self
    }

    /// With a rim of this colour, so that it can be read across lines.
    #[must_use]
    pub fn halo(mut self, colour: Colour) -> Text {
        self.halo = Some(colour);
        self
    }

    /// Left to right of its point (centred unless set).
    #[must_use]
    pub fn anchor(mut self, anchor: Anchor) -> Text {
        self.anchor = anchor;
        self
    }

    /// Above, across or below its point (centred unless set).
    #[must_use]
    pub fn rise(mut self, rise: Rise) -> Text {
        self.rise = rise;
        self
    }

    /// Turned round its point, clockwise.
    #[must_use]
    pub fn turned(mut self, degrees: f64) -> Text {
        self.degrees = degrees;
        self
    }
}

/// The text as it may stand in XML: without the control characters and non-characters that XML 1.0
/// forbids.
///
/// Line feeds stay, every other line end becomes one, a tabulator becomes a space.
///
/// ```
/// # use cubegraph_draw::clean;
/// assert_eq!(clean("a\u{0}\u{1b}b\tc\r\nd"), "ab c\nd");
/// ```
pub fn clean(text: &str) -> String {
    text.replace("\r\n", "\n")
        .chars()
        .filter_map(|letter| match letter {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
            '\t' => Some(' '),
            '\u{FFFE}' | '\u{FFFF}' => None,
            other if other.is_control() => None,
            other => Some(other),
        })
        .collect()
}

/// Estimated width of the widest line of `text` in millimetres, in a sans-serif font of the given
/// size in millimetres.
///
/// The estimate is generous: real text is rarely wider.
///
/// ```
/// # use cubegraph_draw::text_width;
/// assert!(text_width("WW", 4.0) > text_width("ii", 4.0));
/// assert_eq!(text_width("one\nlonger line", 4.0), text_width("longer line", 4.0));
/// ```
pub fn text_width(text: &str, size: f64) -> f64 {
    clean(text).lines().map(|line| line.chars().map(letter_width).sum::<f64>()).fold(0.0, f64::max)
        * size
}

/// Height of `text` in millimetres, all its lines together, in a font of the given size in
/// millimetres.
pub fn text_height(text: &str, size: f64) -> f64 {
    let lines = clean(text).split('\n').count();
    size * (1.0 + (lines as f64 - 1.0) * LINE_SPACING)
}

/// Shortens a one-line text with `…` so that it is at most `width` millimetres wide.
///
/// ```
/// # use cubegraph_draw::shorten;
/// assert_eq!(shorten("short", 100.0, 4.0), "short");
/// assert!(shorten("a very long label indeed", 20.0, 4.0).ends_with('…'));
/// ```
pub fn shorten(text: &str, width: f64, size: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut room = width / size - letter_width('…');
    let mut kept: String = text
        .chars()
        .take_while(|&letter| {
            room -= letter_width(letter);
            room >= 0.0
        })
        .collect();
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// Breaks a text into lines of at most `width` millimetres, at spaces; a longer word gets a line of
/// its own.
///
/// ```
/// # use cubegraph_draw::wrap;
/// assert_eq!(wrap("two words", 100.0, 4.0), "two words");
/// assert_eq!(wrap("two words", 14.0, 4.0), "two\nwords");
/// ```
pub fn wrap(text: &str, width: f64, size: f64) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in clean(text).split('\n') {
        let mut current = String::new();
        for word in line.split(' ') {
            if current.is_empty() {
                word.clone_into(&mut current);
            } else if text_width(&format!("{current} {word}"), size) <= width {
                current.push(' ');
                current.push_str(word);
            } else {
                lines.push(std::mem::replace(&mut current, word.to_owned()));
            }
        }
        lines.push(current);
    }
    lines.join("\n")
}

/// Distance of two base lines, in sizes of the font.
pub(super) const LINE_SPACING: f64 = 1.25;

/// Fonts common on the reader's machine are up to this much wider than Helvetica.
const GENEROUS: f64 = 1.1;

fn letter_width(letter: char) -> f64 {
    // Helvetica's advance widths in thousandths.
    let thousandths = match letter {
        'i' | 'j' | 'l' | '\'' | '|' => 222,
        ' ' | '!' | ',' | '.' | '/' | ':' | ';' | '\\' | '[' | ']' | 'I' | 'f' | 't' | '·' => 278,
        '(' | ')' | '-' | 'r' | '`' | '{' | '}' | '"' | '°' => 345,
        '*' => 389,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 500,
        'F' | 'T' | 'Z' | '+' | '<' | '=' | '>' | '~' | '^' => 600,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | '&' => 667,
        'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'w' => 722,
        'G' | 'O' | 'Q' => 778,
        'M' | 'm' => 833,
        '%' | 'W' => 944,
        // Combining marks and joiners take no room.
        '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' | '\u{FE00}'..='\u{FE0F}' => 0,
        '\u{2070}'..='\u{209F}' | '²' | '³' | '¹' => 370,
        '@'
        | '…'
        | '—'
        | '→'
        | '←'
        | '\u{1100}'..='\u{11FF}'
        | '\u{2E80}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{1F000}'..='\u{3FFFF}' => 1000,
        other if other.is_ascii() => 556,
        other if other.is_uppercase() => 750,
        _ => 620,
    };
    f64::from(thousandths) / 1000.0 * GENEROUS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_characters_are_dropped_and_the_rest_stays() {
        assert_eq!(clean("\u{0}\u{8}\u{b}\u{c}\u{e}\u{1f}\u{7f}\u{9f}\u{fffe}\u{ffff}"), "");
        let kept = "<&>\"'\\ ÄΩЖ漢字 🎲\n";
        assert_eq!(clean(kept), kept);
        assert_eq!(clean("a\r\nb\rc\u{2028}d"), "a\nb\nc\nd");
    }

    #[test]
    fn a_shortened_text_fits() {
        for width in 1..60 {
            let width = f64::from(width);
            let short = shorten("The quick brown fox jumps over the lazy dog", width, 3.0);
            assert!(text_width(&short, 3.0) <= width || short == "…");
        }
    }

    #[test]
    fn wrapped_lines_fit_and_lose_nothing() {
        let text = "The quick brown fox jumps over the lazy dog";
        for width in 15..100 {
            let wrapped = wrap(text, f64::from(width), 3.0);
            assert_eq!(wrapped.replace('\n', " "), text);
            assert!(text_width(&wrapped, 3.0) <= f64::from(width));
        }
    }
}
