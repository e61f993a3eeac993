//! What the documents claim, beside what is computed.

use maud::{Markup, html};

use crate::instance::Family;
use crate::published::{Document, Outcome, Verdict};

fn documents(family: Family) -> &'static [Document] {
    match family {
        Family::Insanity => &[Document::Hesselink, Document::Jandhyala5],
        Family::Tour => &[Document::Jandhyala14],
        Family::Picture => &[Document::Burcsi],
        Family::Corner => &[Document::VanKreveld],
    }
}

const fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "agrees",
        Verdict::Corrected => "corrected",
        Verdict::Unexplained => "unexplained",
    }
}

/// The table of a family's documents, and their errata; nothing without outcomes.
pub(super) fn section(family: Family, outcomes: &[Outcome]) -> Markup {
    let documents = documents(family);
    let mine: Vec<&Outcome> =
        outcomes.iter().filter(|outcome| documents.contains(&outcome.claim.document)).collect();
    let errata: Vec<&&Outcome> =
        mine.iter().filter(|outcome| outcome.claim.erratum.is_some()).collect();
    html! {
        @if !mine.is_empty() {
          details {
            summary { "Published and computed: " (mine.len()) " claims" }
            @for document in documents { p.soft { (document.name()) ": " (document.citation()) } }
            div.scroll tabindex="0" role="region" aria-label="Published and computed" {
                table {
                    thead { tr {
                        th scope="col" { "where" } th scope="col" { "claim" } th.figure scope="col" { "published" }
                        th.figure scope="col" { "computed" } th scope="col" { "verdict" }
                    } }
                    tbody {
                        @for outcome in &mine {
                            tr {
                                td { (outcome.claim.document.name()) ", " (outcome.claim.place) }
                                td { (outcome.claim.what) }
                                td.figure { (outcome.claim.published) }
                                td.figure { (outcome.computed) }
                                td class={ "verdict " (class(outcome.verdict)) } { (outcome.verdict) }
                            }
                        }
                    }
                }
            }
          }
        }
        @if !errata.is_empty() {
            h3 { "Errata" }
            ul {
                @for outcome in errata {
                    li {
                        (outcome.claim.document.name()) ", " (outcome.claim.place) ": " (outcome.claim.what) ": published "
                        (outcome.claim.published) ", computed " (outcome.computed) ". "
                        @if let Some(erratum) = outcome.claim.erratum { (erratum.why) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::{Claim, Erratum};
    use crate::work::Work;

    fn outcome(published: &'static str, erratum: Option<Erratum>) -> Outcome {
        let mut claim =
            Claim::new(Document::Burcsi, "Table <1>", "configurations of 2×2", published, |_| {
                Ok("165,888".to_owned())
            });
        claim.erratum = erratum;
        claim.examine(&Work::default()).unwrap()
    }

    #[test]
    fn a_family_shows_its_own_claims_and_their_errata() {
        let misprint = Erratum { right: "165,888", why: "A misprint & no more." };
        let outcomes =
            [outcome("165,888", None), outcome("16588", Some(misprint)), outcome("7", None)];
        let shown = section(Family::Picture, &outcomes).into_string();
        assert_eq!(shown.matches("<td class=\"verdict agrees\">").count(), 1);
        assert_eq!(shown.matches("<td class=\"verdict corrected\">").count(), 1);
        assert_eq!(shown.matches("<td class=\"verdict unexplained\">").count(), 1);
        assert!(
            shown.contains("Table &lt;1&gt;") && shown.contains("A misprint &amp; no more."),
            "{shown}"
        );
        assert_eq!(section(Family::Corner, &outcomes).into_string(), "");
    }
}
