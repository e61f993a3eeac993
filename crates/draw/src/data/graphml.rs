//! `GraphML` with typed keys.
//!
//! Written by hand: the four elements it needs are less text than a library's calls for them, and
//! [`escaped`] is all that could go wrong.

use std::borrow::Cow;
use std::io::Write;

use super::output::{Output, failed, is_plain};
use super::{FieldType, GraphData, Labelled};
use crate::clean;
use cubegraph_core::work::Result;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"#;

pub(super) fn write<G: GraphData, W: Write>(graph: G, out: &Output<W>) -> Result<()> {
    let mut to = out;
    to.write_all(HEAD.as_bytes()).map_err(failed)?;
    write_keys::<G::Vertex>(to, "node").map_err(failed)?;
    write_keys::<G::Edge>(to, "edge").map_err(failed)?;
    let direction = if graph.is_directed() { "directed" } else { "undirected" };
    writeln!(to, "  <graph edgedefault=\"{direction}\">").map_err(failed)?;
    graph.each_vertex(&mut |id, vertex| {
        write!(to, "    <node id=\"{}\"", escaped(id)).map_err(failed)?;
        write_values(to, "node", vertex).map_err(failed)?;
        out.step()
    })?;
    let mut number = 0u64;
    graph.each_edge(&mut |source, target, edge| {
        let (source, target) = (escaped(source), escaped(target));
        write!(to, "    <edge id=\"{number}\" source=\"{source}\" target=\"{target}\"")
            .map_err(failed)?;
        write_values(to, "edge", edge).map_err(failed)?;
        number += 1;
        out.step()
    })?;
    to.write_all(b"  </graph>\n</graphml>\n").map_err(failed)
}

/// The types of the attributes. The id of a key is unique in the file, so it begins with its owner.
fn write_keys<L: Labelled>(mut to: impl Write, owner: &str) -> std::io::Result<()> {
    for field in L::FIELDS {
        let (name, kind) = (field.name, type_name(field.kind));
        writeln!(
            to,
            "  <key id=\"{owner}-{name}\" for=\"{owner}\" attr.name=\"{name}\" \
             attr.type=\"{kind}\"/>"
        )?;
    }
    Ok(())
}

fn type_name(kind: FieldType) -> &'static str {
    match kind {
        FieldType::Text => "string",
        FieldType::Integer => "long",
        FieldType::Real => "double",
        FieldType::Flag => "boolean",
    }
}

/// Ends the opening tag of `owner`, writes its data and closes it.
fn write_values<L: Labelled>(mut to: impl Write, owner: &str, weight: &L) -> std::io::Result<()> {
    if L::FIELDS.is_empty() {
        return to.write_all(b"/>\n");
    }
    to.write_all(b">")?;
    for (field, value) in L::FIELDS.iter().zip(weight.values()) {
        if let Some(text) = value.text() {
            let name = field.name;
            write!(to, "<data key=\"{owner}-{name}\">{}</data>", escaped(&text))?;
        }
    }
    writeln!(to, "</{owner}>")
}

/// Fit for an attribute and for the text of an element.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if is_plain(text, b"&<>\"") {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // A reader turns the characters themselves into spaces where they stand in attributes.
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            other => escaped.push(other),
        }
    }
    escaped.into()
}
