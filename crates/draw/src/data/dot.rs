//! DOT. Ids and texts are quoted; apart from `label` every attribute is the graph's own.

use std::borrow::Cow;
use std::io::Write;

use dot_writer::{Attributes, DotWriter, Scope};

use super::output::{Output, is_plain};
use super::{GraphData, Labelled, Value};
use crate::clean;
use cubegraph_core::work::Result;

pub(super) fn write<W: Write>(graph: impl GraphData, out: &Output<W>) -> Result<()> {
    let mut to = out;
    let mut writer = DotWriter::from(&mut to);
    let mut scope = if graph.is_directed() {
        writer.digraph()
    } else {
        writer.graph()
    };
    graph.each_vertex(&mut |id, vertex| {
        set(&mut *scope.node_named(quoted(id)), vertex);
        out.step()
    })?;
    graph.each_edge(&mut |source, target, edge| {
        write_edge(&mut scope, source, target, edge);
        out.step()
    })
}

fn write_edge<E: Labelled>(scope: &mut Scope<'_, '_>, source: &str, target: &str, edge: &E) {
    let line = scope.edge(quoted(source), quoted(target));
    // Empty brackets are allowed, but nobody wants to read them.
    if !E::FIELDS.is_empty() || edge.label().is_some() {
        set(&mut line.attributes(), edge);
    }
}

fn set<A: Attributes, L: Labelled>(attributes: &mut A, weight: &L) {
    if let Some(label) = weight.label() {
        attributes.set("label", &escaped(&label), true);
    }
    for (field, value) in L::FIELDS.iter().zip(weight.values()) {
        if let Some(text) = value.text() {
            let is_text = matches!(value, Value::Text(_));
            attributes.set(field.name, &escaped(&text), is_text);
        }
    }
}

/// As a quoted string of DOT.
fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// What stands between the quotes. Only the quote must be escaped, but a backslash before it would
/// undo that, so backslashes are doubled.
fn escaped(text: &str) -> Cow<'_, str> {
    if is_plain(text, b"\\\"") {
        return text.into();
    }
    let text = clean(text)
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    text.into()
}
