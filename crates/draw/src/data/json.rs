//! Node-link JSON, as `networkx.node_link_graph(data, edges="edges")` reads it.
//!
//! It always says `multigraph`, and the key of an edge is its number: whether there are parallel
//! edges is known only after the last one.

use std::cell::Cell;
use std::io::Write;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::output::{Output, failed};
use super::{GraphData, Labelled, Value};
use cubegraph_core::work::{Error, Result};

pub(super) fn write<W: Write>(graph: impl GraphData, out: &Output<W>) -> Result<()> {
    let mut to = out;
    let list = Lists { graph, out };
    // `out` keeps the first failure inside a list, which is the one to report.
    if let Err(failure) = write_lists(&list, &mut serde_json::Serializer::new(&mut to)) {
        out.fail(broken(&failure));
    }
    to.write_all(b"\n").map_err(failed)
}

fn write_lists<G: GraphData, W: Write, S: Serializer>(
    list: &Lists<'_, '_, G, W>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("directed", &list.graph.is_directed())?;
    map.serialize_entry("multigraph", &true)?;
    map.serialize_entry("graph", &serde_json::Map::new())?;
    map.serialize_entry("nodes", &Vertices(list))?;
    map.serialize_entry("edges", &Edges(list))?;
    map.end()
}

struct Lists<'a, 'o, G, W> {
    graph: G,
    out: &'a Output<'o, W>,
}

struct Vertices<'a, 'b, 'o, G, W>(&'a Lists<'b, 'o, G, W>);
struct Edges<'a, 'b, 'o, G, W>(&'a Lists<'b, 'o, G, W>);

impl<G: GraphData, W: Write> Serialize for Vertices<'_, '_, '_, G, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Lists { graph, out } = *self.0;
        let mut list = serializer.serialize_seq(None)?;
        let listed = graph.each_vertex(&mut |id, weight| {
            let row = NodeLinkItem { head: &[("id", id)], key: None, weight };
            list.serialize_element(&row).map_err(|e| broken(&e))?;
            out.step()
        });
        stop(out, listed)?;
        list.end()
    }
}

impl<G: GraphData, W: Write> Serialize for Edges<'_, '_, '_, G, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Lists { graph, out } = *self.0;
        let mut list = serializer.serialize_seq(None)?;
        let number = Cell::new(0);
        let listed = graph.each_edge(&mut |source, target, weight| {
            let row = NodeLinkItem {
                head: &[("source", source), ("target", target)],
                key: Some(number.replace(number.get() + 1)),
                weight,
            };
            list.serialize_element(&row).map_err(|e| broken(&e))?;
            out.step()
        });
        stop(out, listed)?;
        list.end()
    }
}

fn stop<W: Write, E: serde::ser::Error>(
    out: &Output<W>,
    listed: Result<()>,
) -> std::result::Result<(), E> {
    listed.map_err(|failure| {
        out.fail(failure);
        E::custom("the list was not finished")
    })
}

fn broken(failure: &impl std::error::Error) -> Error {
    failed(std::io::Error::other(failure.to_string()))
}

/// A vertex or an edge.
struct NodeLinkItem<'a, L> {
    head: &'a [(&'static str, &'a str)],
    key: Option<u64>,
    weight: &'a L,
}

impl<L: Labelled> Serialize for NodeLinkItem<'_, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, text) in self.head {
            map.serialize_entry(name, text)?;
        }
        if let Some(key) = self.key {
            map.serialize_entry("key", &key)?;
        }
        for (field, value) in L::FIELDS.iter().zip(self.weight.values()) {
            if value != Value::Absent {
                map.serialize_entry(field.name, &value)?;
            }
        }
        map.end()
    }
}
