//! Colours that stay distinct on a projector, in grey, and to the colour-blind.
//!
//! Okabe and Ito's eight colours stay distinct to nearly all viewers; a [`Dash`] beside each colour
//! keeps lines apart in grey as well. The paint of a puzzle is the puzzle's own and is used as
//! given.
//!
//! Reference: M. Okabe and K. Ito, *Color Universal Design* (2008).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A colour on the screen or on paper, as `#rrggbb`.
///
/// ```
/// # use cubegraph_draw::Colour;
/// let paint: Colour = "#2ca02c".parse()?;
/// assert_eq!(paint.to_string(), "#2ca02c");
/// assert_eq!(paint.text_on(), Colour::BLACK);
/// assert_eq!(Colour::BLUE.text_on(), Colour::WHITE);
/// # Ok::<(), cubegraph_draw::palette::NotAColour>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    red: u8,
    green: u8,
    blue: u8,
}

/// Text that is not `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a colour is # and six hexadecimal digits, such as #2ca02c, not {0:?}")]
pub struct NotAColour(pub String);

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour::new(0, 0, 0);
    /// White.
    pub const WHITE: Colour = Colour::new(255, 255, 255);
    /// Okabe–Ito orange.
    pub const ORANGE: Colour = Colour::new(0xE6, 0x9F, 0x00);
    /// Okabe–Ito sky blue.
    pub const SKY_BLUE: Colour = Colour::new(0x56, 0xB4, 0xE9);
    /// Okabe–Ito bluish green.
    pub const GREEN: Colour = Colour::new(0x00, 0x9E, 0x73);
    /// Okabe–Ito yellow.
    pub const YELLOW: Colour = Colour::new(0xF0, 0xE4, 0x42);
    /// Okabe–Ito blue.
    pub const BLUE: Colour = Colour::new(0x00, 0x72, 0xB2);
    /// Okabe–Ito vermilion.
    pub const VERMILION: Colour = Colour::new(0xD5, 0x5E, 0x00);
    /// Okabe–Ito reddish purple.
    pub const PURPLE: Colour = Colour::new(0xCC, 0x79, 0xA7);
    /// The grey of what stays in the background: visible on white, quiet beside colours.
    pub const QUIET: Colour = Colour::grey(0xA8);
    /// The grey of axes and captions: dark enough to read.
    pub const INK: Colour = Colour::grey(0x33);

    /// The colour with these components.
    pub const fn new(red: u8, green: u8, blue: u8) -> Colour {
        Colour { red, green, blue }
    }

    /// A grey; 0 is black, 255 is white.
    pub const fn grey(level: u8) -> Colour {
        Colour::new(level, level, level)
    }

    /// The `index`-th colour for things that must be told apart: seven hues, then the same darker,
    /// then lighter; the 22nd is the first again.
    ///
    /// Yellow is the last hue, since it is hard to see on white.
    pub fn nth(index: usize) -> Colour {
        let hue = HUES[index % HUES.len()];
        match index / HUES.len() % 3 {
            0 => hue,
            1 => hue.mix(Colour::BLACK, 0.45),
            _ => hue.mix(Colour::WHITE, 0.5),
        }
    }

    /// The components red, green and blue.
    pub const fn components(self) -> [u8; 3] {
        [self.red, self.green, self.blue]
    }

    /// Relative luminance between 0 (black) and 1 (white), as the web's contrast rules define it.
    pub fn luminance(self) -> f64 {
        let linear = |component: u8| {
            let value = f64::from(component) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast between two colours, from 1 (none) to 21 (black on white).
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// Black or white: whichever is read better on this colour.
    #[must_use]
    pub fn text_on(self) -> Colour {
        // A slight preference for white: on saturated paint it looks brighter than the formula
        // says.
        if self.contrast(Colour::WHITE) >= 4.0
            || self.contrast(Colour::WHITE) > self.contrast(Colour::BLACK)
        {
            Colour::WHITE
        } else {
            Colour::BLACK
        }
    }

    /// Whether two paints would be taken for each other at a glance.
    pub fn is_close_to(self, other: Colour) -> bool {
        let pairs = self.components().into_iter().zip(other.components());
        let apart: i32 = pairs.map(|(a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum();
        apart < 70 * 70
    }

    /// The colour on the way to `other`: `share` 0 is this one, 1 the other.
    #[must_use]
    pub fn mix(self, other: Colour, share: f64) -> Colour {
        let share = share.clamp(0.0, 1.0);
        let one = |a: u8, b: u8| {
            let value = f64::from(a) + (f64::from(b) - f64::from(a)) * share;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between two bytes"
            )]
            {
                value.round() as u8
            }
        };
        Colour::new(
            one(self.red, other.red),
            one(self.green, other.green),
            one(self.blue, other.blue),
        )
    }
}

/// Okabe and Ito's colours in their published order.
pub const OKABE_ITO: [Colour; 8] = [
    Colour::BLACK,
    Colour::ORANGE,
    Colour::SKY_BLUE,
    Colour::GREEN,
    Colour::YELLOW,
    Colour::BLUE,
    Colour::VERMILION,
    Colour::PURPLE,
];

const HUES: [Colour; 7] = [
    Colour::ORANGE,
    Colour::BLUE,
    Colour::GREEN,
    Colour::PURPLE,
    Colour::VERMILION,
    Colour::SKY_BLUE,
    Colour::YELLOW,
];

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl FromStr for Colour {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Colour, NotAColour> {
        let wrong = || NotAColour(text.to_owned());
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let component =
            |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| wrong());
        Ok(Colour::new(component(0)?, component(2)?, component(4)?))
    }
}

/// How a line is broken, so that lines differ in grey too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dash {
    /// Unbroken.
    #[default]
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
    /// Dash, dot, dash, dot.
    DashDotted,
}

impl Dash {
    /// The `index`-th way to break a line, repeating after four.
    pub fn nth(index: usize) -> Dash {
        [Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::DashDotted][index % 4]
    }

    /// Lengths of strokes and gaps in millimetres for a line of this width; empty for an unbroken
    /// line.
    pub fn pattern(self, width: f64) -> Vec<f64> {
        let unit = width.max(0.4);
        match self {
            Dash::Solid => Vec::new(),
            Dash::Dashed => vec![2.6 * unit, 1.7 * unit],
            Dash::Dotted => vec![unit, 1.3 * unit],
            Dash::DashDotted => vec![3.0 * unit, 1.4 * unit, unit, 1.4 * unit],
        }
    }

    /// Graphviz's name of the style. It knows no dash-dotted line and gets a dotted one.
    pub(super) fn graphviz(self) -> &'static str {
        match self {
            Dash::Solid => "solid",
            Dash::Dashed => "dashed",
            Dash::Dotted | Dash::DashDotted => "dotted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_survives_being_written_and_read() {
        for colour in OKABE_ITO {
            assert_eq!(colour.to_string().parse::<Colour>(), Ok(colour));
        }
        assert_eq!("#FFffFF".parse(), Ok(Colour::WHITE));
    }

    #[test]
    fn what_is_not_six_digits_is_no_colour() {
        for text in ["", "#", "2ca02c", "#2ca02", "#2ca02cc", "#2ca02g", "red", "#é1111", "#+12345"]
        {
            let error = text.parse::<Colour>().unwrap_err();
            assert!(error.to_string().contains("#2ca02c"), "{error}");
        }
    }

    #[test]
    fn text_is_readable_on_every_fill() {
        for colour in OKABE_ITO.into_iter().chain((0..=255).map(Colour::grey)) {
            assert!(colour.text_on().contrast(colour) >= 4.0, "{colour}");
        }
    }

    #[test]
    fn mixing_goes_from_one_colour_to_the_other() {
        assert_eq!(Colour::BLACK.mix(Colour::WHITE, 0.0), Colour::BLACK);
        assert_eq!(Colour::BLACK.mix(Colour::WHITE, 1.0), Colour::WHITE);
        assert_eq!(Colour::BLACK.mix(Colour::WHITE, 0.5), Colour::grey(128));
    }

    /// Where a colour lies in CIELAB, in which equal distances look about equally far apart.
    fn lab(colour: Colour) -> [f64; 3] {
        let [r, g, b] = colour.components().map(|component| {
            let value = f64::from(component) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        let root = |t: f64| {
            if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
        };
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
        let y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn the_first_twenty_one_colours_are_told_apart_from_each_other_and_from_white() {
        let mut colours: Vec<Colour> = (0..21).map(Colour::nth).collect();
        colours.push(Colour::WHITE);
        for (index, &one) in colours.iter().enumerate() {
            for &other in &colours[..index] {
                let (a, b) = (lab(one), lab(other));
                let apart = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
                // Ten is what a glance tells apart.
                assert!(apart > 12.0, "{one} and {other}: {apart}");
            }
        }
        assert_eq!(Colour::nth(21), Colour::nth(0));
    }
}
