//! The envelope of every answer: the version, the family, the command, the title, the seed.

use serde::Serialize;

use crate::instance::Family;

/// An answer as the command line, the page and Python emit it: the envelope, then the keys of the
/// solution.
#[derive(Clone, Debug, Serialize)]
pub struct Envelope<T> {
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

impl<T> Envelope<T> {
    /// The answer to a question, which is named as the tool's command for it, such as `solve`.
    pub fn new(command: &'static str, solution: T) -> Envelope<T> {
        Envelope {
            cubegraph: env!("CARGO_PKG_VERSION"),
            family: None,
            command,
            title: None,
            seed: None,
            solution,
            seconds: None,
        }
    }

    /// The answer about a puzzle of a family.
    pub fn about(
        family: Family,
        command: &'static str,
        title: Option<&str>,
        solution: T,
    ) -> Envelope<T> {
        Envelope { title: title.map(str::to_owned), ..Envelope::new(command, solution).of(family) }
    }

    /// The family the puzzle belongs to.
    #[must_use]
    pub fn of(mut self, family: Family) -> Envelope<T> {
        self.family = Some(family);
        self
    }

    /// The title of the puzzle, where it has one.
    #[must_use]
    pub fn maybe_titled(mut self, title: Option<&str>) -> Envelope<T> {
        self.title = title.map(str::to_owned);
        self
    }

    /// The seed that random choices came from.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Envelope<T> {
        self.seed = Some(seed);
        self
    }

    /// What the envelope holds.
    pub(crate) fn solution(&self) -> &T {
        &self.solution
    }

    /// How long the search took; leave it out where there is no clock.
    #[must_use]
    pub fn timed(mut self, seconds: Option<f64>) -> Envelope<T> {
        self.seconds = seconds;
        self
    }
}
