//! Colours by their names: a colour that is called red is painted red.

use super::palette::Colour;

impl Colour {
    /// The colour with this name: those of CSS, however they are written (`dark red`, `DarkRed`).
    /// The commonest dozen are a little calmer than on the web, where they are the purest a screen
    /// can show.
    ///
    /// ```
    /// # use cubegraph_draw::Colour;
    /// assert_eq!(Colour::named("Hot-Pink"), Some(Colour::new(0xFF, 0x69, 0xB4)));
    /// assert_eq!(Colour::named("north"), None);
    /// ```
    pub fn named(name: &str) -> Option<Colour> {
        let letters = name.chars().filter(|letter| !" -_".contains(*letter));
        let name: String = letters.flat_map(char::to_lowercase).collect();
        let name = name.replace("gray", "grey");
        let found = COMMON.iter().chain(&CSS).find(|(known, _)| *known == name);
        found.map(|&(_, code)| from_code(code))
    }

    /// The colour with this initial, as on twisty puzzles and in catalogues: R, O, Y, G, B, P or V,
    /// W, K for black, N for brown, M, C, S for grey.
    pub fn initial(letter: char) -> Option<Colour> {
        let name = match letter.to_ascii_uppercase() {
            'R' => "red",
            'O' => "orange",
            'Y' => "yellow",
            'G' => "green",
            'B' => "blue",
            'P' | 'V' => "purple",
            'W' => "white",
            'K' => "black",
            'N' => "brown",
            'M' => "magenta",
            'C' => "cyan",
            'S' => "grey",
            _ => return None,
        };
        Colour::named(name)
    }
}

const fn from_code(code: u32) -> Colour {
    let [_, red, green, blue] = code.to_be_bytes();
    Colour::new(red, green, blue)
}

const COMMON: [(&str, u32); 12] = [
    ("red", 0xD6_2728),
    ("orange", 0xFF_8C1A),
    ("yellow", 0xFF_DD33),
    ("green", 0x2C_A02C),
    ("blue", 0x1F_5FBF),
    ("purple", 0x80_3FA5),
    ("violet", 0x80_3FA5),
    ("white", 0xFF_FFFF),
    ("black", 0x20_2020),
    ("brown", 0x8C_564B),
    ("pink", 0xF7_8FB3),
    ("grey", 0x8C_8C8C),
];

/// The other names of CSS Color Module Level 4, section 6.1.
#[rustfmt::skip]
const CSS: [(&str, u32); 129] = [
    ("aliceblue", 0xF0_F8FF), ("antiquewhite", 0xFA_EBD7), ("aqua", 0x00_FFFF),
    ("aquamarine", 0x7F_FFD4), ("azure", 0xF0_FFFF), ("beige", 0xF5_F5DC), ("bisque", 0xFF_E4C4),
    ("blanchedalmond", 0xFF_EBCD), ("blueviolet", 0x8A_2BE2), ("burlywood", 0xDE_B887),
    ("cadetblue", 0x5F_9EA0), ("chartreuse", 0x7F_FF00), ("chocolate", 0xD2_691E),
    ("coral", 0xFF_7F50), ("cornflowerblue", 0x64_95ED), ("cornsilk", 0xFF_F8DC),
    ("crimson", 0xDC_143C), ("cyan", 0x00_FFFF), ("darkblue", 0x00_008B), ("darkcyan", 0x00_8B8B),
    ("darkgoldenrod", 0xB8_860B), ("darkgreen", 0x00_6400), ("darkgrey", 0xA9_A9A9),
    ("darkkhaki", 0xBD_B76B), ("darkmagenta", 0x8B_008B), ("darkolivegreen", 0x55_6B2F),
    ("darkorange", 0xFF_8C00), ("darkorchid", 0x99_32CC), ("darkred", 0x8B_0000),
    ("darksalmon", 0xE9_967A), ("darkseagreen", 0x8F_BC8F), ("darkslateblue", 0x48_3D8B),
    ("darkslategrey", 0x2F_4F4F), ("darkturquoise", 0x00_CED1), ("darkviolet", 0x94_00D3),
    ("deeppink", 0xFF_1493), ("deepskyblue", 0x00_BFFF), ("dimgrey", 0x69_6969),
    ("dodgerblue", 0x1E_90FF), ("firebrick", 0xB2_2222), ("floralwhite", 0xFF_FAF0),
    ("forestgreen", 0x22_8B22), ("fuchsia", 0xFF_00FF), ("gainsboro", 0xDC_DCDC),
    ("ghostwhite", 0xF8_F8FF), ("gold", 0xFF_D700), ("goldenrod", 0xDA_A520),
    ("greenyellow", 0xAD_FF2F), ("honeydew", 0xF0_FFF0), ("hotpink", 0xFF_69B4),
    ("indianred", 0xCD_5C5C), ("indigo", 0x4B_0082), ("ivory", 0xFF_FFF0), ("khaki", 0xF0_E68C),
    ("lavender", 0xE6_E6FA), ("lavenderblush", 0xFF_F0F5), ("lawngreen", 0x7C_FC00),
    ("lemonchiffon", 0xFF_FACD), ("lightblue", 0xAD_D8E6), ("lightcoral", 0xF0_8080),
    ("lightcyan", 0xE0_FFFF), ("lightgoldenrodyellow", 0xFA_FAD2), ("lightgreen", 0x90_EE90),
    ("lightgrey", 0xD3_D3D3), ("lightpink", 0xFF_B6C1), ("lightsalmon", 0xFF_A07A),
    ("lightseagreen", 0x20_B2AA), ("lightskyblue", 0x87_CEFA), ("lightslategrey", 0x77_8899),
    ("lightsteelblue", 0xB0_C4DE), ("lightyellow", 0xFF_FFE0), ("lime", 0x00_FF00),
    ("limegreen", 0x32_CD32), ("linen", 0xFA_F0E6), ("magenta", 0xFF_00FF), ("maroon", 0x80_0000),
    ("mediumaquamarine", 0x66_CDAA), ("mediumblue", 0x00_00CD), ("mediumorchid", 0xBA_55D3),
    ("mediumpurple", 0x93_70DB), ("mediumseagreen", 0x3C_B371), ("mediumslateblue", 0x7B_68EE),
    ("mediumspringgreen", 0x00_FA9A), ("mediumturquoise", 0x48_D1CC),
    ("mediumvioletred", 0xC7_1585), ("midnightblue", 0x19_1970), ("mintcream", 0xF5_FFFA),
    ("mistyrose", 0xFF_E4E1), ("moccasin", 0xFF_E4B5), ("navajowhite", 0xFF_DEAD),
    ("navy", 0x00_0080), ("oldlace", 0xFD_F5E6), ("olive", 0x80_8000), ("olivedrab", 0x6B_8E23),
    ("orangered", 0xFF_4500), ("orchid", 0xDA_70D6), ("palegoldenrod", 0xEE_E8AA),
    ("palegreen", 0x98_FB98), ("paleturquoise", 0xAF_EEEE), ("palevioletred", 0xDB_7093),
    ("papayawhip", 0xFF_EFD5), ("peachpuff", 0xFF_DAB9), ("peru", 0xCD_853F), ("plum", 0xDD_A0DD),
    ("powderblue", 0xB0_E0E6), ("rebeccapurple", 0x66_3399), ("rosybrown", 0xBC_8F8F),
    ("royalblue", 0x41_69E1), ("saddlebrown", 0x8B_4513), ("salmon", 0xFA_8072),
    ("sandybrown", 0xF4_A460), ("seagreen", 0x2E_8B57), ("seashell", 0xFF_F5EE),
    ("sienna", 0xA0_522D), ("silver", 0xC0_C0C0), ("skyblue", 0x87_CEEB), ("slateblue", 0x6A_5ACD),
    ("slategrey", 0x70_8090), ("snow", 0xFF_FAFA), ("springgreen", 0x00_FF7F),
    ("steelblue", 0x46_82B4), ("tan", 0xD2_B48C), ("teal", 0x00_8080), ("thistle", 0xD8_BFD8),
    ("tomato", 0xFF_6347), ("turquoise", 0x40_E0D0), ("wheat", 0xF5_DEB3),
    ("whitesmoke", 0xF5_F5F5), ("yellowgreen", 0x9A_CD32),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_written() {
        for (text, code) in [
            ("red", 0xD6_2728),
            ("Dark Red", 0x8B_0000),
            ("light-gray", 0xD3_D3D3),
            ("SlateGrey", 0x70_8090),
            ("rebecca_purple", 0x66_3399),
        ] {
            assert_eq!(Colour::named(text), Some(from_code(code)), "{text}");
        }
        assert_eq!(Colour::named(""), None);
        assert_eq!(Colour::initial('r'), Colour::named("red"));
        assert_eq!(Colour::initial('A'), None);
    }

    #[test]
    fn the_table_is_sorted_and_has_every_name_once() {
        assert!(CSS.is_sorted_by(|one, other| one.0 < other.0));
    }
}
