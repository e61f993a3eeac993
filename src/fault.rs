//! What is wrong with an input, and where.

use std::ops::Range;

/// A mistake in an instance or an argument: the place, what was expected there, and what to do.
///
/// Families report faults about the text they were given; the [`instance`](crate::instance) room knows the file and shows the line.
///
/// # Examples
/// ```
/// # use cubegraph::fault::Fault;
/// let fault = Fault::new("a cube has six faces, here are five")
///     .at(8..15)
///     .expected("six colours")
///     .help("write left, front, right, back, top, bottom");
/// assert_eq!(fault.span, Some(8..15));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The bytes of the text where it is wrong; none when the whole is meant.
    pub span: Option<Range<usize>>,
    /// What was expected at that place.
    pub expected: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without a place.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault {
            message: message.into(),
            span: None,
            expected: None,
            help: None,
        }
    }

    /// The place of the fault.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Fault {
        self.span = Some(span);
        self
    }

    /// What was expected there.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Fault {
        self.expected = Some(expected.into());
        self
    }

    /// What to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Fault {
        self.help = Some(help.into());
        self
    }
}
