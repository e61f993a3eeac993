//! Parts for a 3D printer: arranged on its bed, and written with their names and colours (3MF).

use std::fmt::Write;

use super::data::xml_escaped;
use super::palette::Colour;
use super::scene::number;
use super::solid::Solid;
use cubegraph_core::work::{Error, Result};

/// Between two parts on the bed.
const GAP: f64 = 5.0;

/// A part to print.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedPart {
    /// What it is called.
    pub name: String,
    /// What it is painted with.
    pub colour: Colour,
    /// Its shape.
    pub solid: Solid,
}

/// Arranges parts in rows on beds of this width and depth in millimetres, in their order; what does
/// not fit onto one goes onto the next.
///
/// # Errors
/// [`Error::TooLarge`] if a part alone is larger than the bed.
pub fn arrange(parts: Vec<PrintedPart>, [width, depth]: [f64; 2]) -> Result<Vec<Vec<PrintedPart>>> {
    let mut beds: Vec<Vec<PrintedPart>> = Vec::new();
    let (mut x, mut y, mut row) = (0.0, 0.0, 0.0_f64);
    for mut part in parts {
        let [least, most] = part.solid.bounds();
        let [wide, deep] = [0, 1].map(|axis| most[axis] - least[axis]);
        if wide > width || deep > depth {
            return Err(Error::too_large(format!(
                "part {} is {} mm × {} mm, larger than a bed of {} mm × {} mm",
                part.name,
                number(wide),
                number(deep),
                number(width),
                number(depth)
            )));
        }
        if x + wide > width {
            (x, y, row) = (0.0, y + row + GAP, 0.0);
        }
        if beds.is_empty() || y + deep > depth {
            (x, y, row) = (0.0, 0.0, 0.0);
            beds.push(Vec::new());
        }
        part.solid = part.solid.moved([x - least[0], y - least[1], -least[2]]);
        (x, row) = (x + wide + GAP, row.max(deep));
        beds.last_mut().expect("one was pushed").push(part);
    }
    Ok(beds)
}

/// All parts as one solid, for STL, which knows neither names nor colours.
pub fn joined(parts: &[PrintedPart]) -> Solid {
    let mut all = Solid::default();
    for part in parts {
        all.add(part.solid.clone());
    }
    all
}

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>
"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>
"#;

/// The parts as a 3MF file: every part an object with its name and colour.
///
/// Reference: 3MF Consortium, *3D Manufacturing Format, Core Specification*, version 1.
pub fn to_3mf(parts: &[PrintedPart]) -> Vec<u8> {
    let mut model = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"millimeter\" xml:lang=\"en\" \
         xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n<resources>\n\
         <basematerials id=\"1\">\n",
    );
    for part in parts {
        let (name, colour) = (xml_escaped(&part.name), part.colour.to_string().to_uppercase());
        let _ = writeln!(model, "<base name=\"{name}\" displaycolor=\"{colour}FF\"/>");
    }
    model.push_str("</basematerials>\n");
    for (index, part) in parts.iter().enumerate() {
        write_object(&mut model, index, part);
    }
    model.push_str("</resources>\n<build>\n");
    for index in 0..parts.len() {
        let _ = writeln!(model, "<item objectid=\"{}\"/>", index + 2);
    }
    model.push_str("</build>\n</model>\n");
    archive(&[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", RELATIONS),
        ("3D/3dmodel.model", &model),
    ])
}

fn write_object(model: &mut String, index: usize, part: &PrintedPart) {
    let mut corners = Vec::new();
    let mut numbers = std::collections::BTreeMap::new();
    let mut triangles = String::new();
    for triangle in part.solid.triangles() {
        let [a, b, c] = triangle.map(|corner| {
            *numbers.entry(corner.map(f64::to_bits)).or_insert_with(|| {
                corners.push(corner);
                corners.len() - 1
            })
        });
        let _ = writeln!(triangles, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
    }
    let (id, name) = (index + 2, xml_escaped(&part.name));
    let _ = writeln!(
        model,
        "<object id=\"{id}\" type=\"model\" name=\"{name}\" pid=\"1\" pindex=\"{index}\"><mesh>\n\
         <vertices>"
    );
    for corner in corners {
        let [x, y, z] = corner.map(number);
        let _ = writeln!(model, "<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
    }
    let _ = writeln!(model, "</vertices>\n<triangles>\n{triangles}</triangles></mesh></object>");
}

/// A ZIP archive of three short files, stored as they are: not worth a library and its compressors.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let short = |value: usize| u16::try_from(value).unwrap_or(u16::MAX).to_le_bytes();
    let long = |value: usize| u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes();
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in files {
        // Version 2.0, no flags, stored, midnight of the first of January 1980.
        let mut head = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        head.extend(crc32fast::hash(text.as_bytes()).to_le_bytes());
        head.extend(long(text.len()));
        head.extend(long(text.len()));
        head.extend(short(name.len()));
        head.extend([0, 0]);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(long(bytes.len()));
        directory.extend(name.as_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&head);
        bytes.extend(name.as_bytes());
        bytes.extend(text.as_bytes());
    }
    let start = bytes.len();
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
    bytes.extend(short(files.len()));
    bytes.extend(short(files.len()));
    bytes.extend(long(directory.len()));
    bytes.extend(long(start));
    bytes.extend([0, 0]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::Block;
    use super::*;

    fn part(name: &str, wide: f64, deep: f64) -> PrintedPart {
        PrintedPart {
            name: name.to_owned(),
            colour: Colour::BLUE,
            solid: Solid::from_blocks(&[Block::new([-3.0; 3], [wide - 3.0, deep - 3.0, 7.0])], &[]),
        }
    }

    #[test]
    fn parts_lie_on_beds_and_apart() {
        let parts = (0..7).map(|i| part(&i.to_string(), 40.0, 30.0 + f64::from(i)));
        let beds = arrange(parts.collect(), [100.0, 80.0]).unwrap();
        assert_eq!(beds.iter().map(Vec::len).collect::<Vec<_>>(), [4, 3]);
        for bed in &beds {
            for (index, one) in bed.iter().enumerate() {
                let [least, most] = one.solid.bounds();
                assert!(least[2].abs() < 1e-9);
                assert!(least[0] >= 0.0 && least[1] >= 0.0 && most[0] <= 100.0 && most[1] <= 80.0);
                for other in &bed[..index] {
                    let [low, high] = other.solid.bounds();
                    let apart = |axis: usize| {
                        least[axis] >= high[axis] + 4.9 || low[axis] >= most[axis] + 4.9
                    };
                    assert!(apart(0) || apart(1));
                }
            }
        }
        assert!(arrange(vec![part("wide", 101.0, 1.0)], [100.0, 80.0]).is_err());
    }

    #[test]
    fn a_3mf_file_is_an_archive_with_a_model_of_named_parts() {
        let bytes = to_3mf(&[part("1: \"A\" & B", 10.0, 10.0), part("2", 5.0, 5.0)]);
        let text = String::from_utf8_lossy(&bytes);
        let model = &text[text.find("<model").unwrap()..text.find("</model>").unwrap() + 8];
        let document = roxmltree::Document::parse(model).unwrap();
        let count = |name| document.descendants().filter(|n| n.has_tag_name(name)).count();
        let namespace = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
        assert_eq!(count((namespace, "object")), 2);
        assert_eq!(count((namespace, "triangle")), 24);
        assert_eq!(count((namespace, "vertex")), 16);
        let object = document.descendants().find(|n| n.has_tag_name((namespace, "object")));
        assert_eq!(object.unwrap().attribute("name"), Some("1: \"A\" & B"));
    }
}
