//! An answer in the three formats.

use std::borrow::Cow;

use cubegraph::Result;
use cubegraph::request::{Answer, Format};

use super::layout;

/// The bytes of an answer in a format; empty if nothing is left to write.
pub fn in_format(answer: &Answer, format: Format) -> Result<Vec<u8>> {
    if let Some(document) = answer.document() {
        return Ok(document.to_vec());
    }
    match format {
        Format::Text => {
            let width = layout::width();
            let text = answer.text().rendered(width, layout::table);
            let text = visible(&text);
            Ok(end_of_line(if answer.is_verbatim() {
                text.into_owned()
            } else {
                layout::wrapped(&text, width)
            }))
        }
        Format::Json => Ok(end_of_line(answer.to_json_pretty()?)),
        Format::Csv => answer.to_csv(),
    }
}

/// Text with the characters shown that a terminal would obey or hide, and that a name or title of
/// an instance may carry: control characters, marks that turn the direction of writing, characters
/// without width.
pub fn visible(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t'))
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{feff}')
            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || ('\u{e0000}'..='\u{e007f}').contains(&c)
    };
    if !text.contains(obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if obeyed(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn end_of_line(mut text: String) -> Vec<u8> {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}
