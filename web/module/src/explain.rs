//! The argument of a family as steps, each a heading and its lines, beside the whole text.

use serde::Serialize;

/// A step of an argument.
#[derive(Serialize)]
pub struct Step {
    heading: String,
    lines: Vec<String>,
}

/// An argument, with what the picture beside it needs.
#[derive(Serialize)]
pub struct Argument<T> {
    text: String,
    steps: Vec<Step>,
    #[serde(flatten)]
    more: T,
}

impl<T> Argument<T> {
    /// Takes a text apart: a line that is not indented is a heading.
    pub fn new(text: String, more: T) -> Argument<T> {
        let mut steps: Vec<Step> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match steps.last_mut() {
                Some(step) if line.starts_with(' ') => step.lines.push(line.trim().to_owned()),
                _ => steps.push(Step {
                    heading: line.trim().to_owned(),
                    lines: Vec::new(),
                }),
            }
        }
        Argument { text, steps, more }
    }
}
