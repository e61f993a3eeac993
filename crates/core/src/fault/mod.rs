//! What is wrong with an input text, and where.

#[cfg(feature = "render")]
mod render;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A mistake in a text: the place, what was expected there, and what to do.
///
/// # Examples
/// ```
/// # use cubegraph_core::fault::Fault;
/// let fault = Fault::new("a cube has six faces, not five")
///     .at(8..15)
///     .expected("six colours")
///     .help("write left, front, right, back, top, bottom");
/// assert_eq!(fault.span(), 8..15);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub(crate) Box<Content>); // boxed, so that results stay small

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Content {
    pub message: String,
    pub span: Option<Range<usize>>,
    pub expected: Option<String>,
    pub help: Option<String>,
    /// The key of an instance file that is wrong, until its place is known.
    key: Option<String>,
    source: Option<Source>,
}

/// The text that a fault is about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    name: String,
    text: Arc<str>,
}

impl Fault {
    /// A fault without a place.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault(Box::default()).with_message(message)
    }

    /// The place of the fault.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Fault {
        self.0.span = Some(span);
        self
    }

    /// The key of an instance file that is wrong, such as `rows`, `labels.2` (the third item) or
    /// `die.west=` (the key itself, not its value). [`Fault::within`] turns it into a place; a
    /// place that the fault has already is one within the quotes of the value.
    #[must_use]
    pub fn at_key(mut self, key: impl Into<String>) -> Fault {
        self.0.key = Some(key.into());
        self
    }

    /// The same fault at another key.
    #[must_use]
    pub fn map_key(mut self, rename: impl FnOnce(&str) -> String) -> Fault {
        self.0.key = self.0.key.as_deref().map(rename);
        self
    }

    /// What was expected there.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Fault {
        self.0.expected = Some(expected.into());
        self
    }

    /// What to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.0.help = Some(help.into());
        self
    }

    /// The text the fault is about, and what messages call it: a path, `@name`, or
    /// `standard input`. A text that is known already stays.
    #[must_use]
    pub fn within(mut self, name: &str, text: &str) -> Fault {
        if let Some(key) = self.0.key.take() {
            let value = crate::instance::place_of(text, &key).unwrap_or(0..0);
            let part = self.0.span.take().filter(|part| {
                let quoted = &text[value.clone()];
                let is_plain = !quoted.contains('\\')
                    && !quoted.starts_with("'''")
                    && !quoted.starts_with("\"\"\"");
                is_plain && part.len() + 2 != value.len() && part.end + 2 <= value.len()
            });
            let inside =
                |part: Range<usize>| value.start + 1 + part.start..value.start + 1 + part.end;
            self.0.span = Some(part.map_or(value.clone(), inside));
        }
        self.0.source.get_or_insert_with(|| Source { name: name.to_owned(), text: text.into() });
        self
    }

    /// The same fault with another message.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Fault {
        self.0.message = message.into();
        self
    }

    /// What is wrong, in one sentence without a full stop.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The bytes of the text where it is wrong; `0..0` where the whole is meant.
    pub fn span(&self) -> Range<usize> {
        self.0.span.clone().unwrap_or(0..0)
    }

    /// The bytes of the text where it is wrong, if the place is known.
    pub fn place(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// What to do, where that is known.
    pub fn advice(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// Line and column of the place, both counted from 1, where text and place are known.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let (source, span) = (self.0.source.as_ref()?, self.0.span.as_ref()?);
        let mut end = span.start.min(source.text.len());
        while !source.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &source.text[..end];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Some((before.matches('\n').count() + 1, before[line_start..].chars().count() + 1))
    }
}

#[cfg(feature = "render")]
impl Fault {
    /// The fault for a terminal: the line with the place marked, what was expected,
    /// what to do.
    pub fn rendered(&self) -> String {
        match &self.0.source {
            Some(source) => render::render(&source.name, &source.text, self),
            None => match &self.0.help {
                Some(help) => format!("{}\n  = help: {help}", self.0.message),
                None => self.0.message.clone(),
            },
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.0.source {
            f.write_str(&source.name)?;
            if let Some((line, column)) = self.line_and_column() {
                write!(f, ":{line}:{column}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.0.message)?;
        if let Some(expected) = &self.0.expected {
            write!(f, "; expected {expected}")?;
        }
        match &self.0.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
