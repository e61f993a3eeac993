//! The page round its chapters.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Article, Printed, script};
use crate::instance::Family;

/// A chapter: one family.
pub(super) struct Chapter {
    family: Family,
    markup: Markup,
}

/// What a family is called, and what its document asks.
fn question(family: Family) -> (&'static str, &'static str) {
    match family {
        Family::Insanity => (
            "Instant Insanity",
            "Can the cubes be stacked to a tower so that each of its four sides shows every colour once?",
        ),
        Family::Tour => (
            "Rolling die",
            "A die rolls over a board and visits every cell once. Which tour shows the largest sum of faces on top, and which the smallest?",
        ),
        Family::Picture => (
            "Picture cubes",
            "Whole rows and columns of cubes turn in place. How many turns does the worst configuration need?",
        ),
        Family::Corner => (
            "Corner cube",
            "Eight corner pieces, half-edges of four types, A fits D and B fits C. In how many ways do they make a cube?",
        ),
    }
}

/// The chapter of a family: its question, its puzzles, its document's claims.
pub(super) fn chapter(family: Family, articles: &[Article], claims: &Markup) -> Chapter {
    let (name, asks) = question(family);
    let markup = html! {
        section.chapter id=(family.name()) aria-labelledby={ (family.name()) "-heading" } {
            h2 id={ (family.name()) "-heading" } { (name) }
            p.lead { (asks) }
            @for article in articles {
                article {
                    h3 { (article.heading) }
                    @if let Some(source) = &article.source { p.soft { "Source: " (source) } }
                    (article.body)
                }
            }
            (claims)
        }
    };
    Chapter { family, markup }
}

/// The whole page.
pub(super) fn page(title: &str, chapters: &[Chapter], papers: &[Printed]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "cubegraph " (env!("CARGO_PKG_VERSION")) };
                // Nothing is fetched, not even the icon browsers ask for.
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(script::STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the puzzles" }
                header {
                    h1 { (title) }
                    p.lead { "Each puzzle becomes a graph, and a question about the graph answers the puzzle." }
                    nav aria-label="Chapters" {
                        ul {
                            @for chapter in chapters {
                                li { a href={ "#" (chapter.family.name()) } { (question(chapter.family).0) } }
                            }
                            @if !papers.is_empty() { li { a href="#print" { "Nets to print" } } }
                            li { button id="theme" type="button" hidden { "Light or dark" } }
                        }
                    }
                }
                main id="main" {
                    @for chapter in chapters { (chapter.markup) }
                    @if !papers.is_empty() { (paper_choice(papers.len() / 2)) }
                }
                footer { "Made by cubegraph " (env!("CARGO_PKG_VERSION")) ". This file is complete: it fetches nothing." }
                @for paper in papers {
                    div class=(paper.class) { (PreEscaped(&paper.svg)) }
                }
                script { (PreEscaped(script::script())) }
            }
        }
    }
}

fn paper_choice(sheets: usize) -> Markup {
    html! {
        section.chapter id="print" aria-labelledby="print-heading" {
            h2 id="print-heading" { "Nets to print and cut" }
            p {
                "Printing this page adds about " (sheets) " sheets with the nets of the cubes at full size, with glue flaps and dashed fold lines. "
                "Print at 100 %, and check the ruler of 50 mm in the corner."
            }
            fieldset.paper {
                legend { "Paper" }
                label { input id="paper-a4" type="radio" name="paper" checked; " A4" } " "
                label { input id="paper-letter" type="radio" name="paper"; " Letter" } " "
                label { input id="paper-none" type="radio" name="paper"; " no nets" }
            }
        }
    }
}
