//! The envelope round every answer: which version, of which family, to which question.

use serde::Serialize;

use crate::instance::Family;

/// An answer as the command line, the page and Python emit it: the envelope, then the keys of the
/// solution.
///
/// # Examples
/// ```
/// # use cubegraph::{Answer, Work, corner, instance::Family};
/// #[derive(serde::Serialize)]
/// struct Solution { solutions: u32 }
/// let answer = Answer::new("solve", Solution { solutions: 1 }).of(Family::Corner).titled("Mine");
/// let json = serde_json::to_string(&answer)?;
/// assert!(json.ends_with(r#""family":"corner","command":"solve","title":"Mine","solutions":1}"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Answer<T> {
    cubegraph: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<Family>,
    command: &'static str,
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(flatten)]
    solution: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl<T> Answer<T> {
    /// The answer to a question, which is named as the tool's command for it, such as `solve`.
    pub fn new(command: &'static str, solution: T) -> Answer<T> {
        Answer {
            cubegraph: env!("CARGO_PKG_VERSION"),
            family: None,
            command,
            title: None,
            seed: None,
            solution,
            seconds: None,
        }
    }

    /// The family the puzzle belongs to.
    #[must_use]
    pub fn of(mut self, family: Family) -> Answer<T> {
        self.family = Some(family);
        self
    }

    /// The title of the puzzle.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Answer<T> {
        self.title = Some(title.into());
        self
    }

    /// The title of the puzzle, where it has one.
    #[must_use]
    pub fn maybe_titled(mut self, title: Option<&str>) -> Answer<T> {
        self.title = title.map(str::to_owned);
        self
    }

    /// The seed that random choices came from.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Answer<T> {
        self.seed = Some(seed);
        self
    }

    /// How long the search took; leave it out where there is no clock.
    #[must_use]
    pub fn timed(mut self, seconds: Option<f64>) -> Answer<T> {
        self.seconds = seconds;
        self
    }

    /// The answer itself.
    pub fn solution(&self) -> &T {
        &self.solution
    }
}
