//! `TikZ`: the placed drawing for a LaTeX document, in the document's own sans-serif font.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::flat::{Line, Mark, Path, Pen, marks};
use super::palette::Colour;
use super::scene::number;
use super::shape::Step;
use super::text::clean;
use super::{Anchor, Point, Scene};

const POINTS_PER_MILLIMETRE: f64 = 72.27 / 25.4;

impl Scene {
    /// The picture as a `tikzpicture`; the document needs `\usepackage{tikz}`.
    ///
    /// ```
    /// # use cubegraph_draw::{Colour, Scene, Shape};
    /// let mut scene = Scene::new("A dot", 10.0, 10.0);
    /// scene.add(Shape::circle((5.0, 5.0), 2.0).fill(Colour::BLUE));
    /// assert!(scene.to_tikz().contains("\\begin{tikzpicture}"));
    /// ```
    pub fn to_tikz(&self) -> String {
        let marks = marks(self);
        let colours = Colours::of(self, &marks);
        let title = clean(self.title()).replace('\n', " ");
        let mut text = format!("% {title}\n% \\usepackage{{tikz}}\n\\begingroup\n");
        for (colour, name) in &colours.0 {
            let digits = colour.to_string()[1..].to_uppercase();
            let _ = writeln!(text, "\\definecolor{{{name}}}{{HTML}}{{{digits}}}");
        }
        text.push_str("\\begin{tikzpicture}[x=1mm, y=-1mm, line join=round]\n");
        let (width, height) = (number(self.width()), number(self.height()));
        let paper = match self.background_colour() {
            Some(colour) if colour != Colour::WHITE => format!("\\fill[{}]", colours.name(colour)),
            _ => "\\useasboundingbox".to_owned(),
        };
        let _ = writeln!(text, "  {paper} (0, 0) rectangle ({width}, {height});");
        for mark in &marks {
            let _ = match mark {
                Mark::Path { path, fill, pen } => {
                    let options = options(&colours, *fill, pen.as_ref());
                    writeln!(text, "  \\path[{options}] {};", drawn(path))
                }
                Mark::Line(line) => writeln!(text, "  {}", written(&colours, line)),
            };
        }
        text.push_str("\\end{tikzpicture}\n\\endgroup\n");
        text
    }
}

/// Names for the colours that occur.
struct Colours(BTreeMap<Colour, String>);

impl Colours {
    fn of(scene: &Scene, marks: &[Mark]) -> Colours {
        let mut found: Vec<Option<Colour>> = vec![scene.background_colour()];
        for mark in marks {
            match mark {
                Mark::Path { fill, pen, .. } => {
                    found.extend([*fill, pen.as_ref().map(|pen| pen.colour)]);
                }
                Mark::Line(line) => found.extend([Some(line.colour), line.halo]),
            }
        }
        let named = |colour: Colour| (colour, format!("cubegraph{}", &colour.to_string()[1..]));
        Colours(found.into_iter().flatten().map(named).collect())
    }

    fn name(&self, colour: Colour) -> &str {
        self.0.get(&colour).map_or("black", String::as_str)
    }
}

fn options(colours: &Colours, fill: Option<Colour>, pen: Option<&Pen>) -> String {
    let mut options = Vec::new();
    if let Some(colour) = fill {
        options.push(format!("fill={}", colours.name(colour)));
    }
    if let Some(pen) = pen {
        options.push(format!("draw={}", colours.name(pen.colour)));
        options.push(format!("line width={}mm", number(pen.width)));
        if !pen.dashes.is_empty() {
            let pattern = pen.dashes.iter().zip(["on", "off"].into_iter().cycle());
            let pattern: Vec<String> =
                pattern.map(|(length, word)| format!("{word} {}mm", number(*length))).collect();
            options.push(format!("dash pattern={}", pattern.join(" ")));
        }
    }
    options.join(", ")
}

fn pair(point: Point) -> String {
    format!("({}, {})", number(point.x), number(point.y))
}

fn drawn(path: &Path) -> String {
    let mut parts = vec![pair(path.start)];
    parts.extend(path.steps.iter().map(|step| match step {
        Step::Line(to) => format!("-- {}", pair(*to)),
        Step::Cubic(a, b, to) => {
            format!(".. controls {} and {} .. {}", pair(*a), pair(*b), pair(*to))
        }
    }));
    if path.closed {
        parts.push("-- cycle".to_owned());
    }
    parts.join(" ")
}

/// A node on the base line. A rim round letters is more than LaTeX can do without a further
/// package, so a line that has one gets a background instead.
fn written(colours: &Colours, line: &Line) -> String {
    let side = match line.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let mut options =
        vec![format!("anchor={side}, inner sep=0"), format!("text={}", colours.name(line.colour))];
    if line.degrees != 0.0 {
        options.push(format!("rotate={}", number(-line.degrees)));
    }
    if let Some(halo) = line.halo {
        let halo = colours.name(halo);
        options.push(format!("fill={halo}, fill opacity=.8, text opacity=1"));
    }
    let options = options.join(", ");
    let points = line.size * POINTS_PER_MILLIMETRE;
    let weight = if line.bold { "\\bfseries" } else { "" };
    format!(
        "\\node[{options}] at {} {{\\fontsize{{{}}}{{{}}}\\sffamily{weight}\\selectfont {}}};",
        pair(line.at),
        number(points),
        number(1.2 * points),
        tex(&line.text)
    )
}

/// The text as LaTeX sets it: its special characters escaped, lines broken where they are.
pub fn tex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        match letter {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '\n' => escaped.push_str("\\\\ "),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            // Signs that LaTeX's own fonts have only in formulas.
            '×' => escaped.push_str("$\\times$"),
            '−' => escaped.push_str("$-$"),
            '≤' => escaped.push_str("$\\leq$"),
            '≥' => escaped.push_str("$\\geq$"),
            '→' => escaped.push_str("$\\to$"),
            '←' => escaped.push_str("$\\leftarrow$"),
            '·' => escaped.push_str("$\\cdot$"),
            '₀'..='₉' => {
                let digit = u32::from(letter) - u32::from('₀');
                let _ = write!(escaped, "$_{digit}$");
            }
            other => escaped.push(other),
        }
    }
    escaped
}
