//! The Cayley graph of any permutation group.

use cubegraph::group::{self, Permutation};
use cubegraph::petgraph::visit::NodeCount;
use cubegraph::request::{self, Envelope};
use cubegraph::{Result, graph, picture};
use pyo3::prelude::*;

use super::answer::Answer;
use super::call::{Limits, run};
use super::errors::within;

/// A permutation group with generators.
#[pyclass(frozen, module = "cubegraph._cubegraph")]
pub struct Cayley(group::Cayley);

#[pymethods]
impl Cayley {
    #[new]
    fn new(py: Python<'_>, generators: Vec<String>, limits: Limits) -> PyResult<Cayley> {
        run(py, limits, |work| {
            let read = |text: String| text.parse().map_err(within("the permutation", &text));
            let generators: Result<Vec<Permutation>> = generators.into_iter().map(read).collect();
            Ok(Cayley(group::Cayley::within(generators?, work)?))
        })
    }

    /// How many elements the group has.
    fn order(&self) -> usize {
        self.0.node_count()
    }

    fn distances(&self, py: Python<'_>, limits: Limits) -> PyResult<Answer> {
        run(py, limits, |work| {
            let counts = self.0.layers(work)?.into_iter().map(Into::into).collect();
            let seconds = work.elapsed().map(|time| time.as_secs_f64());
            let title = format!("Cayley graph of order {}", self.0.node_count());
            let distances = Envelope::new("distances", picture::Distances::new(counts))
                .maybe_titled(Some(&title))
                .timed(seconds);
            Ok(Answer { answer: request::Answer::new("", distances), instance: None })
        })
    }

    /// The graph as node-link JSON; a vertex carries its permutation, an arc its generator.
    fn graph(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        run(py, limits, |work| {
            let graph = self.0.to_petgraph_within(work)?;
            let graph = graph.map(|_, element| element.to_string(), |_, &number| number);
            let mut bytes = Vec::new();
            graph::write_json(&graph, &mut bytes, work)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        })
    }
}
