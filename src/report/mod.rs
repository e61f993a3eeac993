//! The HTML page: everything to look at and to play with, in one file.
//!
//! The page stands alone: style, scripts, drawings and data are inside, nothing is fetched. Text is
//! escaped by the template (`maud`), data is JSON with its `<` escaped, drawings are made by
//! [`crate::draw`], and scripts set text as text.
//!
//! | file | what it does |
//! |---|---|
//! | `frame.rs` | the page round the chapters: head, navigation, paper, footer |
//! | `insanity.rs`, `tour.rs`, `picture.rs`, `corner.rs` | what the page says about a puzzle of the family |
//! | `claims.rs` | what the documents claim beside what is computed |
//! | `distances.rs` | the distances of small picture cubes, packed |
//! | `pictures.rs` | the drawings on picture cubes |
//! | `script.rs` | style and movement: the components of the workshop, from `web/page` |

mod claims;
mod corner;
mod frame;
mod insanity;
mod picture;
mod pictures;
mod script;
mod tour;

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

use crate::draw::{Net, Paper, Scene, Theme, sheets};
use crate::instance::{Family, Instance, Puzzle, find_built_in};
use crate::published;
use crate::work::{Error, Result, Work};

/// Edge of the printed cubes in millimetres, unless told otherwise: six nets a sheet.
pub const PRINTED_EDGE: f64 = 20.0;

/// What the page says about one puzzle.
struct Article {
    heading: String,
    source: Option<String>,
    body: Markup,
    nets: Vec<Net>,
}

/// Writes the page about these instances.
///
/// # Arguments
/// * `instances` - what the page is about, in this order within each family.
/// * `with_claims` - whether the documents' claims are recomputed and shown beside; that takes as
///   long as `reproduce`.
///
/// # Errors
/// Interruption and time as `work` says; an instance that is too large is no error: the page says
/// so.
///
/// # Examples
/// ```
/// use cubegraph::{instance, report, work::Work};
///
/// let text = "kind = \"tour\"\ntitle = \"<b>Mine</b>\"\nrows = 2\ncolumns = 2";
/// let mine = instance::read_text("mine.toml", text)?;
/// let page = report::page(&[mine], false, &Work::default())?;
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("&lt;b&gt;Mine&lt;/b&gt;"));
/// # Ok::<(), cubegraph::Error>(())
/// ```
pub fn page(instances: &[Instance], with_claims: bool, work: &Work) -> Result<String> {
    let outcomes =
        if with_claims { published::examine(&published::claims(), work)? } else { Vec::new() };
    let mut chapters = Vec::new();
    let mut papers = Vec::new();
    for family in Family::ALL {
        let of_family = instances.iter().filter(|instance| instance.puzzle.family() == family);
        let mut articles = Vec::new();
        for instance in of_family {
            work.check("the page is not complete")?;
            articles.push(article(instance, work)?);
        }
        if articles.is_empty() {
            continue;
        }
        for article in &articles {
            papers.extend(printed(&article.heading, &article.nets, PRINTED_EDGE)?);
        }
        chapters.push(frame::chapter(family, &articles, &claims::section(family, &outcomes)));
    }
    Ok(frame::page(&title_of(instances), &chapters, &papers).into_string())
}

/// The title of a page: what its puzzle is called, or how many of which there are.
fn title_of(instances: &[Instance]) -> String {
    match instances {
        [] => "Cube puzzles as graphs".to_owned(),
        [only] => heading_of(only),
        [first, second] => format!("{} and {}", heading_of(first), heading_of(second)),
        [first, rest @ ..] => format!("{} and {} more puzzles", heading_of(first), rest.len()),
    }
}

/// The instances of the page that is about the documents: one of each family.
pub fn documents_instances() -> Result<Vec<Instance>> {
    [
        ("parker-brothers", Family::Insanity),
        ("3x3", Family::Tour),
        ("3x2", Family::Picture),
        ("van-kreveld", Family::Corner),
    ]
    .into_iter()
    .map(|(name, family)| find_built_in(name, Some(family))?.read())
    .collect()
}

/// Sheets with the nets of all cubes of the instances, to print and cut: a name for each file, and
/// the sheet.
///
/// # Errors
/// [`Error::Invalid`] if the edge does not fit on the paper, or if no instance has cubes to print.
pub fn printed_nets(
    instances: &[Instance],
    paper: Paper,
    edge: f64,
) -> Result<Vec<(String, Scene)>> {
    let mut files = Vec::new();
    for instance in instances {
        let nets = nets_of(&instance.puzzle)?;
        let stem = file_stem(&instance.name);
        let pages = sheets(&heading_of(instance), &nets, edge, paper)?;
        let paper = paper.name().to_lowercase();
        files.extend(
            pages
                .into_iter()
                .enumerate()
                .map(|(page, scene)| (format!("nets-{stem}-{paper}-{}.svg", page + 1), scene)),
        );
    }
    if files.is_empty() {
        return Err(Error::invalid(
            "there are no cubes to print here: only insanity, tour and picture puzzles have nets"
                .to_owned(),
        ));
    }
    Ok(files)
}

fn nets_of(puzzle: &Puzzle) -> Result<Vec<Net>> {
    Ok(match puzzle {
        Puzzle::Insanity(puzzle) => insanity::nets(puzzle),
        Puzzle::Tour(puzzle) => tour::nets(puzzle),
        Puzzle::Picture(puzzle) => picture::nets(puzzle)?,
        Puzzle::Corner(_) => Vec::new(),
    })
}

/// A part of a file's name: the last part of the instance's, letters and digits only.
fn file_stem(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let last = last.strip_suffix(".toml").unwrap_or(last);
    let stem: String =
        last.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    let stem = stem.trim_matches('-');
    if stem.is_empty() { "puzzle".to_owned() } else { stem.to_owned() }
}

fn heading_of(instance: &Instance) -> String {
    instance.title.clone().unwrap_or_else(|| instance.name.clone())
}

fn article(instance: &Instance, work: &Work) -> Result<Article> {
    let body = match &instance.puzzle {
        Puzzle::Insanity(puzzle) => insanity::body(puzzle, work),
        Puzzle::Tour(puzzle) => tour::body(puzzle, work),
        Puzzle::Picture(puzzle) => picture::body(puzzle, work),
        Puzzle::Corner(puzzle) => corner::body(puzzle, work),
    };
    let body = match body {
        Err(error @ Error::TooLarge(_)) => html! {
            p.answer { "This puzzle was not solved for the page: " (error) }
        },
        other => other?,
    };
    Ok(Article {
        heading: heading_of(instance),
        source: instance.source.clone(),
        body,
        nets: nets_of(&instance.puzzle)?,
    })
}

/// A sheet of the print view.
struct Printed {
    class: &'static str,
    svg: String,
}

fn printed(heading: &str, nets: &[Net], edge: f64) -> Result<Vec<Printed>> {
    let mut printed = Vec::new();
    for (paper, class) in [(Paper::A4, "sheet a4"), (Paper::Letter, "sheet letter")] {
        for scene in sheets(heading, nets, edge, paper)? {
            printed.push(Printed { class, svg: scene.to_inline_svg() });
        }
    }
    Ok(printed)
}

/// A drawing with a caption.
fn figure(scene: &Scene, caption: &str) -> Markup {
    html! {
        figure {
            (drawing(scene))
            @if !caption.is_empty() { figcaption { (caption) } }
        }
    }
}

/// A drawing on white and on black, of which the style shows one.
fn drawing(scene: &Scene) -> Markup {
    html! {
        div.on-white { (PreEscaped(scene.to_inline_svg())) }
        div.on-black { (PreEscaped(scene.themed(Theme::Dark).to_inline_svg())) }
    }
}

/// A long argument, folded.
fn folded(summary: &str, text: &str) -> Markup {
    html! {
        @if !text.is_empty() {
            details { summary { (summary) } pre { (text.trim()) } }
        }
    }
}

/// Data inside the page: JSON that cannot end its element.
fn json(data: &impl Serialize) -> Result<Markup> {
    let text = serde_json::to_string(data)
        .map_err(|error| Error::invalid(format!("the page's data cannot be written: {error}")))?;
    let text = text.replace('<', "\\u003c");
    Ok(html! { script type="application/json" { (PreEscaped(text)) } })
}

/// A part of the page that moves; the script finds it by its kind.
fn widget(kind: &str, heading: &str, data: &impl Serialize) -> Result<Markup> {
    Ok(html! {
        div.widget data-widget=(kind) {
            h4 { (heading) }
            (json(data)?)
            noscript { p.soft { "This part moves with JavaScript; the page fetches nothing." } }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_element() {
        let text = json(&"</script><script>alert(1)</script>").unwrap().into_string();
        assert_eq!(text.matches('<').count(), 2, "{text}");
    }

    #[test]
    fn the_stem_of_a_file_is_harmless() {
        assert_eq!(file_stem("../my puzzles/a b.toml"), "a-b");
        assert_eq!(file_stem("@parker-brothers"), "parker-brothers");
        assert_eq!(file_stem(".toml"), "puzzle");
    }
}
