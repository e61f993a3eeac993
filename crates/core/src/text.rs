//! Numbers in sentences.

use std::fmt;

/// An integer with commas between groups of three digits.
///
/// ```
/// # use cubegraph_core::text::grouped;
/// assert_eq!(grouped(47_775_744), "47,775,744");
/// assert_eq!(grouped(-1000), "-1,000");
/// assert_eq!(grouped("12"), "12");
/// ```
pub fn grouped(integer: impl fmt::Display) -> String {
    let written = integer.to_string();
    let start = usize::from(written.starts_with(['-', '+']));
    let mut text = String::with_capacity(written.len() * 4 / 3);
    for (index, letter) in written.chars().enumerate() {
        if index > start && (written.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(letter);
    }
    text
}

/// A number of things.
///
/// ```
/// # use cubegraph_core::text::counted;
/// assert_eq!(counted(1, "cube"), "1 cube");
/// assert_eq!(counted(1000, "class"), "1,000 classes");
/// ```
pub fn counted(number: usize, what: &str) -> String {
    let ending = match (number, what.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        _ => "s",
    };
    format!("{} {what}{ending}", grouped(number))
}
