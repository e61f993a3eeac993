//! A list of the edges.

use std::io::Write;

use super::output::{Output, failed};
use super::{GraphData, Labelled};
use cubegraph_core::work::{Error, Result};

pub(super) fn write<G: GraphData, W: Write>(graph: G, out: &Output<W>) -> Result<()> {
    let mut to = csv::Writer::from_writer(out);
    let names = G::Edge::FIELDS.iter().map(|field| field.name);
    to.write_record(["source", "target", "key"].into_iter().chain(names)).map_err(broken)?;
    let mut number = 0u64;
    graph.each_edge(&mut |source, target, edge| {
        to.write_field(source).map_err(broken)?;
        to.write_field(target).map_err(broken)?;
        to.write_field(number.to_string()).map_err(broken)?;
        for value in edge.values() {
            to.write_field(value.text().unwrap_or_default().as_bytes()).map_err(broken)?;
        }
        to.write_record(None::<&[u8]>).map_err(broken)?;
        number += 1;
        out.step()
    })?;
    to.flush().map_err(failed)
}

fn broken(failure: csv::Error) -> Error {
    failed(failure.into())
}
