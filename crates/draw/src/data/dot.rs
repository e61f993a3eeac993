//! DOT. Ids and texts are quoted; apart from `label` every attribute is the graph's own.

use std::io::Write;

use dot_writer::{Attributes, DotWriter, Scope};

use super::output::Output;
use super::{GraphData, Labelled, Value};
use crate::dot::escaped;
use cubegraph_core::work::Result;

pub(super) fn write<W: Write>(graph: impl GraphData, out: &Output<W>) -> Result<()> {
    let mut to = out;
    let mut writer = DotWriter::from(&mut to);
    let mut scope = if graph.is_directed() { writer.digraph() } else { writer.graph() };
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
    // Empty brackets are allowed, but hard to read.
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
