//! Themes: the same picture on black, or without colours.

use super::Scene;
use super::flat::{Path, Placement, path};
use super::palette::Colour;
use super::point::Point;
use super::shape::{Item, Shape, Step};
use super::text::Text;

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// On white.
    #[default]
    Light,
    /// On black: what lies on the paper itself is made light, what lies on painted areas stays.
    Dark,
    /// Without colours: every colour becomes the grey that is as light, so text stays readable.
    Mono,
}

impl Theme {
    /// The themes by name.
    pub const NAMES: [(&'static str, Theme); 3] =
        [("light", Theme::Light), ("dark", Theme::Dark), ("mono", Theme::Mono)];
}

const DARK: Colour = Colour::grey(0x1C);
/// Lines on the paper need this much contrast, and letters more.
const LINES: f64 = 7.0;
const LETTERS: f64 = 12.0;

impl Scene {
    /// The same picture in another theme.
    ///
    /// ```
    /// # use cubegraph_draw::{Scene, Text, Theme};
    /// let mut scene = Scene::new("Greeting", 30.0, 10.0);
    /// scene.add(Text::new((15.0, 5.0), "good night"));
    /// assert!(!scene.themed(Theme::Dark).to_svg().contains(r##"fill="#000000""##));
    /// ```
    #[must_use]
    pub fn themed(&self, theme: Theme) -> Scene {
        let mut scene = self.clone();
        match theme {
            Theme::Light => {}
            Theme::Mono => {
                recolour(scene.items_mut(), &grey);
                let paper = scene.background_colour().map(grey);
                scene = scene.background(paper);
            }
            Theme::Dark => {
                let mut painted = Vec::new();
                darken(scene.items_mut(), Placement::PAGE, &mut painted);
                let paper = scene.background_colour().map(|_| DARK);
                scene = scene.background(paper);
            }
        }
        scene
    }
}

/// The grey of the same luminance.
fn grey(colour: Colour) -> Colour {
    let wanted = colour.luminance();
    let level = (0..=255).find(|&level| Colour::grey(level).luminance() >= wanted);
    Colour::grey(level.unwrap_or(255))
}

fn recolour(items: &mut [Item], new: &impl Fn(Colour) -> Colour) {
    for item in items {
        match item {
            Item::Shape(shape) => {
                shape.fill = shape.fill.map(new);
                if let Some(stroke) = &mut shape.stroke {
                    stroke.colour = new(stroke.colour);
                }
            }
            Item::Text(text) => {
                text.colour = new(text.colour);
                text.halo = text.halo.map(new);
            }
            Item::Group(group) => recolour(&mut group.items, new),
        }
    }
}

/// Makes light what lies on the paper; `painted` are the areas filled so far.
fn darken(items: &mut [Item], placement: Placement, painted: &mut Vec<Vec<Point>>) {
    for item in items {
        match item {
            Item::Group(group) => {
                let inside = placement.inside(group);
                darken(&mut group.items, inside, painted);
            }
            Item::Shape(shape) => darken_shape(shape, placement, painted),
            Item::Text(text) => darken_text(text, placement, painted),
        }
    }
}

fn darken_shape(shape: &mut Shape, placement: Placement, painted: &mut Vec<Vec<Point>>) {
    let Some(path) = path(&shape.outline, placement) else {
        return;
    };
    let corners = corners(&path);
    let middle = corners[corners.len() / 2];
    let on_paper = !painted.iter().any(|area| contains(area, middle));
    if on_paper && let Some(stroke) = &mut shape.stroke {
        stroke.colour = lightened(stroke.colour, LINES);
    }
    // An area hides what is below it, and keeps its paint.
    if shape.fill.is_some() {
        painted.push(corners);
    }
}

fn darken_text(text: &mut Text, placement: Placement, painted: &[Vec<Point>]) {
    let at = placement.of(text.at);
    if !painted.iter().any(|area| contains(area, at)) {
        text.colour = lightened(text.colour, LETTERS);
        text.halo = text.halo.map(|_| DARK);
    }
}

/// The colour, mixed with white until it is seen on black.
fn lightened(colour: Colour, contrast: f64) -> Colour {
    let shares = (0..=20).map(|step| colour.mix(Colour::WHITE, f64::from(step) / 20.0));
    let mut seen = shares.filter(|mixed| mixed.contrast(DARK) >= contrast);
    seen.next().unwrap_or(Colour::WHITE)
}

/// Points along a path, close enough together to say what lies inside.
fn corners(path: &Path) -> Vec<Point> {
    let mut corners = vec![path.start];
    let mut here = path.start;
    for step in &path.steps {
        match *step {
            Step::Line(to) => {
                corners.push(to);
                here = to;
            }
            Step::Cubic(a, b, to) => {
                for share in [0.25, 0.5, 0.75, 1.0] {
                    let one = here.towards(a, share).towards(a.towards(b, share), share);
                    let two = a.towards(b, share).towards(b.towards(to, share), share);
                    corners.push(one.towards(two, share));
                }
                here = to;
            }
        }
    }
    corners
}

/// Whether a point lies inside a polygon: a ray to the right crosses its sides an odd number of
/// times.
fn contains(polygon: &[Point], point: Point) -> bool {
    let mut inside = false;
    for (index, &a) in polygon.iter().enumerate() {
        let b = polygon[(index + 1) % polygon.len()];
        if (a.y > point.y) != (b.y > point.y) {
            let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
            inside ^= point.x < x;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_changes_what_lies_on_the_paper_and_keeps_what_is_painted() {
        let mut scene = Scene::new("x", 40.0, 20.0);
        scene.add(Shape::circle((10.0, 10.0), 5.0).fill(Colour::WHITE));
        scene.add(Text::new((10.0, 10.0), "on paint"));
        scene.add(Text::new((30.0, 10.0), "on paper").halo(Colour::WHITE));
        let dark = scene.themed(Theme::Dark);
        let texts: Vec<_> = dark.items()[1..]
            .iter()
            .map(|item| match item {
                Item::Text(text) => (text.colour, text.halo),
                _ => unreachable!("only texts follow"),
            })
            .collect();
        assert_eq!(texts[0], (Colour::BLACK, None));
        assert!(texts[1].0.contrast(DARK) >= LETTERS);
        assert_eq!(texts[1].1, Some(DARK));
        assert_eq!(dark.background_colour(), Some(DARK));
    }

    #[test]
    fn mono_has_no_colours_and_keeps_contrasts() {
        for colour in super::super::palette::OKABE_ITO {
            let [red, green, blue] = grey(colour).components();
            assert!(red == green && green == blue);
            let before = colour.contrast(colour.text_on());
            let after = grey(colour).contrast(colour.text_on());
            assert!((before - after).abs() < 0.3, "{colour}: {before} {after}");
        }
    }
}
