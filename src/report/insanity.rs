//! What the page says about a set of cubes.

use maud::{Markup, html};

use crate::draw::Net;
use crate::insanity::Puzzle;
use crate::work::{Result, Work};

pub(super) fn nets(_: &Puzzle) -> Vec<Net> {
    Vec::new()
}

pub(super) fn body(_: &Puzzle, _: &Work) -> Result<Markup> {
    Ok(html! { p { "To be written." } })
}
