//! The embedded font, so that a picture has the same letters on every machine.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};

/// As PNG and PDF count; what is no number is nowhere.
#[expect(clippy::cast_possible_truncation, reason = "lengths on a page")]
pub(super) fn single(value: f64) -> f32 {
    if value.is_finite() { value as f32 } else { 0.0 }
}

/// A style of the font.
pub(super) struct Font {
    pub bytes: &'static [u8],
    pub name: &'static str,
    pub face: Face<'static>,
}

static REGULAR: LazyLock<Font> = LazyLock::new(|| {
    Font::new(
        include_bytes!("../../../data/fonts/CubegraphSans-Regular.ttf"),
        "CubegraphSans-Regular",
    )
});
static BOLD: LazyLock<Font> = LazyLock::new(|| {
    Font::new(include_bytes!("../../../data/fonts/CubegraphSans-Bold.ttf"), "CubegraphSans-Bold")
});

impl Font {
    fn new(bytes: &'static [u8], name: &'static str) -> Font {
        let face = Face::parse(bytes, 0).expect("the font on board is a font");
        Font { bytes, name, face }
    }

    pub(super) fn get(bold: bool) -> &'static Font {
        if bold { &BOLD } else { &REGULAR }
    }

    /// The glyph of a letter; an empty box where the font has none.
    pub(super) fn glyph(&self, letter: char) -> GlyphId {
        let letter = match letter {
            // The brackets of ⟨R, C⟩: hardly any font has them.
            '⟨' => '‹',
            '⟩' => '›',
            other => other,
        };
        self.face.glyph_index(letter).unwrap_or(GlyphId(0))
    }

    /// How wide a glyph is in a font of size 1.
    pub(super) fn advance(&self, glyph: GlyphId) -> f64 {
        let units = self.face.glyph_hor_advance(glyph).unwrap_or(0);
        f64::from(units) / f64::from(self.face.units_per_em())
    }

    /// How wide a line is in a font of size 1.
    pub(super) fn width(&self, line: &str) -> f64 {
        let letters = line.chars();
        letters.map(|letter| self.advance(self.glyph(letter))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_has_what_the_pictures_write() {
        let needed = "aZ0 äöüßéñ ÷×·…–—“”‘’«» αβγπΩ ⁰¹²³⁴₀₁₂₃₄ ←↑→↓ −≠≤≥∞∩√ ■□●○";
        for bold in [false, true] {
            for letter in needed.chars() {
                assert!(Font::get(bold).face.glyph_index(letter).is_some(), "{letter}");
            }
        }
    }

    #[test]
    fn estimated_widths_hold_in_this_font() {
        let texts = ["Ball of radius 2 in the Cayley graph of 3x2", "left/right", "WWMM", "12"];
        for text in texts {
            let estimate = super::super::text_width(text, 1.0);
            assert!(Font::get(true).width(text) <= 1.03 * estimate, "{text}");
            assert!(Font::get(false).width(text) <= estimate, "{text}");
        }
    }
}
