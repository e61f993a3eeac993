//! The Cayley graph and its quotient as data. Their vertices and arcs are numbers, which only the rules
//! of the puzzle can name, so the graphs are written together with the rules.

use petgraph::visit::EdgeRef;

use super::graph::{CayleyGraph, Class, Node, Quotient};
use super::{LineMove, Tabled};
use crate::graph::{Field, GraphData, Labelled, Value};
use crate::group::Element;
use crate::work::Result;
use std::borrow::Cow;

/// The Cayley graph, or a ball of it, as data: configurations by their cells in cycles, row by row.
#[derive(Clone, Copy, Debug)]
pub struct CayleyData<'a> {
    /// The graph.
    pub cayley: &'a CayleyGraph,
    /// The rules it was made with.
    pub tabled: &'a Tabled,
}

/// The quotient of a Cayley graph as data: every class by its least configuration.
#[derive(Clone, Copy, Debug)]
pub struct QuotientData<'a> {
    /// The quotient.
    pub quotient: &'a Quotient,
    /// The rules it was made with.
    pub tabled: &'a Tabled,
}

/// The cells as cycles, row by row.
pub(super) fn cells_in_words(tabled: &Tabled, cells: &[Element]) -> String {
    let cells = cells
        .iter()
        .map(|&cell| tabled.group.permutation(cell).to_string());
    cells.collect::<Vec<_>>().join(" ")
}

impl Labelled for Node {
    const FIELDS: &'static [Field] = &[Field::integer("distance")];

    fn values(&self) -> Vec<Value> {
        vec![self.distance.into()]
    }
}

impl Labelled for Class {
    const FIELDS: &'static [Field] = &[Field::integer("distance"), Field::integer("size")];

    fn values(&self) -> Vec<Value> {
        vec![self.distance.into(), self.size.into()]
    }
}

/// A move with its name.
pub struct NamedMove {
    step: LineMove,
    name: String,
}

impl Labelled for NamedMove {
    const FIELDS: &'static [Field] = &[
        Field::text("move"),
        Field::text("line"),
        Field::integer("number"),
    ];

    fn values(&self) -> Vec<Value> {
        let line = if self.step.is_row { "row" } else { "column" };
        vec![
            self.name.as_str().into(),
            line.into(),
            (self.step.line + 1).into(),
        ]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.name.as_str().into())
    }
}

/// How many moves lead from one class to another.
pub struct Moves(usize);

impl Labelled for Moves {
    const FIELDS: &'static [Field] = &[Field::integer("moves")];

    fn values(&self) -> Vec<Value> {
        vec![self.0.into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.0.to_string().into())
    }
}

impl GraphData for CayleyData<'_> {
    type Vertex = Node;
    type Edge = NamedMove;

    fn is_directed(self) -> bool {
        true
    }

    fn each_vertex(self, visit: &mut dyn FnMut(&str, &Node) -> Result<()>) -> Result<()> {
        for node in self.cayley.graph.node_weights() {
            visit(&cells_in_words(self.tabled, &node.cells), node)?;
        }
        Ok(())
    }

    fn each_edge(self, visit: &mut dyn FnMut(&str, &str, &NamedMove) -> Result<()>) -> Result<()> {
        let graph = &self.cayley.graph;
        for edge in graph.edge_references() {
            let [source, target] = [edge.source(), edge.target()]
                .map(|vertex| cells_in_words(self.tabled, &graph[vertex].cells));
            let step = *edge.weight();
            let name = self.tabled.name_of(step);
            visit(&source, &target, &NamedMove { step, name })?;
        }
        Ok(())
    }
}

impl GraphData for QuotientData<'_> {
    type Vertex = Class;
    type Edge = Moves;

    fn is_directed(self) -> bool {
        true
    }

    fn each_vertex(self, visit: &mut dyn FnMut(&str, &Class) -> Result<()>) -> Result<()> {
        for class in self.quotient.node_weights() {
            visit(&cells_in_words(self.tabled, &class.representative), class)?;
        }
        Ok(())
    }

    fn each_edge(self, visit: &mut dyn FnMut(&str, &str, &Moves) -> Result<()>) -> Result<()> {
        for edge in self.quotient.edge_references() {
            let [source, target] = [edge.source(), edge.target()]
                .map(|class| cells_in_words(self.tabled, &self.quotient[class].representative));
            visit(&source, &target, &Moves(*edge.weight()))?;
        }
        Ok(())
    }
}
