//! Claims of the documents: where each is made, its value, how it is computed here, and the erratum
//! where the two differ. Every family lists the claims about its puzzles in `claims.rs`.
//!
//! A published figure is never an input: it is only compared with what was computed.

use std::fmt;

use crate::work::{Result, Work};

/// The five documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Document {
    /// W. H. Hesselink, *Puzzles of colored cubes*, 2023.
    Hesselink,
    /// V. Jandhyala, *Solving Puzzles through Mathematical Programming*, chapter 5, Instant
    /// Insanity.
    Jandhyala5,
    /// V. Jandhyala, the same book, chapter 14, Rolling Cubes.
    Jandhyala14,
    /// M. van Kreveld, *The Search for a Cube Puzzle*.
    VanKreveld,
    /// P. Burcsi, *Analysis of the picture cube puzzle*, 2012.
    Burcsi,
}

impl Document {
    /// All documents.
    pub const ALL: [Document; 5] = [
        Document::Hesselink,
        Document::Jandhyala5,
        Document::Jandhyala14,
        Document::VanKreveld,
        Document::Burcsi,
    ];

    /// The short name used in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Document::Hesselink => "Hesselink",
            Document::Jandhyala5 => "Jandhyala 5",
            Document::Jandhyala14 => "Jandhyala 14",
            Document::VanKreveld => "van Kreveld",
            Document::Burcsi => "Burcsi",
        }
    }

    /// The name to type on a command line.
    pub const fn key(self) -> &'static str {
        match self {
            Document::Hesselink => "hesselink",
            Document::Jandhyala5 => "jandhyala-5",
            Document::Jandhyala14 => "jandhyala-14",
            Document::VanKreveld => "van-kreveld",
            Document::Burcsi => "burcsi",
        }
    }

    /// Author and title.
    pub const fn citation(self) -> &'static str {
        match self {
            Document::Hesselink => "W. H. Hesselink, Puzzles of colored cubes (2023)",
            Document::Jandhyala5 => {
                "V. Jandhyala, Solving Puzzles through Mathematical Programming, ch. 5, Instant Insanity"
            }
            Document::Jandhyala14 => {
                "V. Jandhyala, Solving Puzzles through Mathematical Programming, ch. 14, Rolling Cubes"
            }
            Document::VanKreveld => "M. van Kreveld, The Search for a Cube Puzzle",
            Document::Burcsi => "P. Burcsi, Analysis of the picture cube puzzle (2012)",
        }
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is wrong with a published value.
#[derive(Clone, Copy, Debug)]
pub struct Erratum {
    /// The right value, written as the computation writes it.
    pub right: &'static str,
    /// Why the published value is wrong, in a sentence.
    pub why: &'static str,
}

/// One claim of a document.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Who claims it.
    pub document: Document,
    /// Where it stands: a section, table or figure.
    pub place: &'static str,
    /// What is claimed, without the value.
    pub what: &'static str,
    /// The published value.
    pub published: &'static str,
    /// Computes the value, written like the published one.
    pub compute: fn(&Work) -> Result<String>,
    /// The erratum, where the published value is known to be wrong.
    pub erratum: Option<Erratum>,
}

impl Claim {
    /// A claim that should hold.
    pub const fn new(
        document: Document,
        place: &'static str,
        what: &'static str,
        published: &'static str,
        compute: fn(&Work) -> Result<String>,
    ) -> Claim {
        Claim { document, place, what, published, compute, erratum: None }
    }

    /// A claim whose published value is wrong.
    #[must_use]
    pub const fn wrong(mut self, right: &'static str, why: &'static str) -> Claim {
        self.erratum = Some(Erratum { right, why });
        self
    }

    /// Computes the value and compares.
    pub fn examine(&self, work: &Work) -> Result<Outcome> {
        let computed = (self.compute)(work)?;
        let verdict = match self.erratum {
            None if computed == self.published => Verdict::Agrees,
            Some(erratum) if computed == erratum.right && computed != self.published => {
                Verdict::Corrected
            }
            _ => Verdict::Unexplained,
        };
        Ok(Outcome { claim: *self, computed, verdict })
    }
}

/// How a published and a computed value stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are the same.
    Agrees,
    /// They differ, and the erratum says why and gives the value computed.
    Corrected,
    /// They differ without an erratum, or the erratum does not fit what was computed.
    Unexplained,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Agrees => "agrees",
            Verdict::Corrected => "corrected",
            Verdict::Unexplained => "UNEXPLAINED",
        })
    }
}

/// A claim with its computed value.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The claim.
    pub claim: Claim,
    /// The value computed here.
    pub computed: String,
    /// What follows.
    pub verdict: Verdict,
}

/// A file that `reproduce` writes: a table or a drawing.
#[derive(Clone, Copy, Debug)]
pub struct Exhibit {
    /// The file's name; its ending says what it is.
    pub file: &'static str,
    /// Makes the contents.
    pub make: fn(&Work) -> Result<String>,
}

/// Computes the value of every claim and compares it with the published one.
pub fn examine(claims: &[Claim], work: &Work) -> Result<Vec<Outcome>> {
    let stage = work.stage("claims", Some(claims.len() as u64));
    let mut outcomes = Vec::with_capacity(claims.len());
    for claim in claims {
        work.check(&format!("{} of {} claims", outcomes.len(), claims.len()))?;
        outcomes.push(claim.examine(work)?);
        stage.advance(1);
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAIM: Claim =
        Claim::new(Document::Burcsi, "nowhere", "one and one", "2", |_| Ok((1 + 1).to_string()));

    #[test]
    fn a_verdict_needs_the_right_value_and_a_true_erratum() {
        let work = Work::default();
        let verdict = |claim: Claim| claim.examine(&work).unwrap().verdict;
        assert_eq!(verdict(CLAIM), Verdict::Agrees);
        assert_eq!(verdict(CLAIM.wrong("3", "no")), Verdict::Unexplained);
        assert_eq!(verdict(CLAIM.wrong("2", "no")), Verdict::Unexplained);
        let misprint = Claim { published: "3", ..CLAIM };
        assert_eq!(verdict(misprint), Verdict::Unexplained);
        assert_eq!(verdict(misprint.wrong("2", "misprint")), Verdict::Corrected);
    }
}
