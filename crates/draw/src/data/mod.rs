//! Graphs as data: DOT, `GraphML`, node-link JSON, CSV and `TikZ`, the true vertices and edges and
//! nothing else.
//!
//! Any petgraph graph can be written whose weights say what they are ([`Labelled`]). A graph that
//! is computed rather than stored, such as a Cayley graph of a million vertices, implements
//! [`GraphData`] itself. Everything but `TikZ` is written as it is listed: no text is held in
//! memory.
//!
//! | form | read by |
//! |---|---|
//! | [`Form::Dot`] | Graphviz, `gc`, pydot, Gephi |
//! | [`Form::GraphMl`] | networkx, Gephi, igraph; attributes have types |
//! | [`Form::Json`] | `networkx.node_link_graph(data, edges="edges")` |
//! | [`Form::Csv`] | spreadsheets: one line per edge, so isolated vertices are missing |
//! | [`Form::Tikz`] | LaTeX: on a circle, unless the vertices know their places |
//!
//! Pictures of graphs are the business of [`crate`].
//!
//! # Examples
//! ```
//! use petgraph::graph::UnGraph;
//!
//! let mut graph: UnGraph<&str, u32> = UnGraph::default();
//! let (red, blue) = (graph.add_node("red"), graph.add_node("blue"));
//! graph.add_edge(red, blue, 1);
//! graph.add_edge(red, red, 2);
//! let dot = cubegraph_draw::data::to_dot(&graph);
//! assert!(dot.contains(r#"label="red""#) && dot.matches(" -- ").count() == 2);
//! ```

mod csv;
mod dot;
mod graphml;
mod json;
mod label;
mod output;
mod tikz;

use std::borrow::Cow;
use std::io;

use petgraph::data::DataMap;
use petgraph::visit::{
    EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeReferences, NodeIndexable, NodeRef,
};

pub use label::{Field, FieldType, Labelled, Value};

use cubegraph_core::work::{Result, Work};
pub(crate) use graphml::escaped as xml_escaped;
use output::Output;
pub(crate) use output::is_plain;

/// What a graph to be written must be able to do: list its vertices, then its edges.
///
/// References to petgraph's graphs implement it. The order of both lists and the ids must be
/// the same every time. Ids must differ; the ends of edges are ids of vertices.
pub trait GraphData: Copy {
    /// What is known about a vertex.
    type Vertex: Labelled;
    /// What is known about an edge.
    type Edge: Labelled;

    /// Whether edges have a direction.
    fn is_directed(self) -> bool;

    /// Calls `visit` with the id and the label of every vertex; stops at the first error.
    fn each_vertex(self, visit: &mut dyn FnMut(&str, &Self::Vertex) -> Result<()>) -> Result<()>;

    /// Calls `visit` with the ids of the two ends and the label of every edge; stops at the first
    /// error.
    #[expect(clippy::type_complexity, reason = "a visitor; a name for it would hide what it takes")]
    fn each_edge(self, visit: &mut dyn FnMut(&str, &str, &Self::Edge) -> Result<()>) -> Result<()>;
}

impl<G> GraphData for G
where
    G: IntoNodeReferences + IntoEdgeReferences + GraphProp + DataMap + NodeIndexable,
    G::NodeWeight: Labelled,
    G::EdgeWeight: Labelled,
{
    type Vertex = G::NodeWeight;
    type Edge = G::EdgeWeight;

    fn is_directed(self) -> bool {
        GraphProp::is_directed(&self)
    }

    fn each_vertex(self, visit: &mut dyn FnMut(&str, &Self::Vertex) -> Result<()>) -> Result<()> {
        for vertex in self.node_references() {
            visit(&id(self, vertex.id(), vertex.weight()), vertex.weight())?;
        }
        Ok(())
    }

    fn each_edge(self, visit: &mut dyn FnMut(&str, &str, &Self::Edge) -> Result<()>) -> Result<()> {
        let named = |vertex| self.node_weight(vertex).map(|weight| id(self, vertex, weight));
        for edge in self.edge_references() {
            let (source, target) = (named(edge.source()), named(edge.target()));
            let (source, target) = source.zip(target).expect("the ends of an edge are vertices");
            visit(&source, &target, edge.weight())?;
        }
        Ok(())
    }
}

/// The name of a vertex, or its number where it has no name.
fn id<G: NodeIndexable>(graph: G, vertex: G::NodeId, weight: &impl Labelled) -> Cow<'_, str> {
    weight.name().unwrap_or_else(|| graph.to_index(vertex).to_string().into())
}

/// The forms in which a graph can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// DOT, the language of Graphviz.
    Dot,
    /// `GraphML`.
    GraphMl,
    /// Node-link JSON.
    Json,
    /// A list of the edges.
    Csv,
    /// A `tikzpicture` for LaTeX.
    Tikz,
}

impl Form {
    /// All forms, by the usual endings of their files.
    pub const ENDINGS: [(&'static str, Form); 5] = [
        ("dot", Form::Dot),
        ("graphml", Form::GraphMl),
        ("json", Form::Json),
        ("csv", Form::Csv),
        ("tex", Form::Tikz),
    ];

    /// The form of files with this ending (`dot`, `gv`, `graphml`, `json`, `csv`, `tex`, `tikz`).
    pub fn from_ending(ending: &str) -> Option<Form> {
        let ending = match ending.to_ascii_lowercase().as_str() {
            "gv" => "dot".to_owned(),
            "tikz" => "tex".to_owned(),
            other => other.to_owned(),
        };
        Form::ENDINGS.iter().find(|(usual, _)| *usual == ending).map(|&(_, form)| form)
    }
}

/// Writes a graph in any form.
///
/// # Errors
/// If writing fails, or the work is cancelled or out of time; what was written by then is a
/// beginning.
pub fn write(graph: impl GraphData, form: Form, to: impl io::Write, work: &Work) -> Result<()> {
    let check = || work.check("part of the graph is written");
    let out = Output::new(to, &check);
    match form {
        Form::Dot => dot::write(graph, &out),
        Form::GraphMl => graphml::write(graph, &out),
        Form::Json => json::write(graph, &out),
        Form::Csv => csv::write(graph, &out),
        Form::Tikz => tikz::write(graph, &out, work),
    }
    .and_then(|()| out.finish())
}

macro_rules! forms {
    ($($to:ident, $write:ident, $form:ident, $what:literal;)*) => {$(
        #[doc = concat!("The graph as ", $what, ".")]
        pub fn $to(graph: impl GraphData) -> String {
            to_text(graph, Form::$form)
        }

        #[doc = concat!("Writes the graph as ", $what, ".")]
        ///
        /// # Errors
        /// As for [`write()`].
        pub fn $write(graph: impl GraphData, to: impl io::Write, work: &Work) -> Result<()> {
            write(graph, Form::$form, to, work)
        }
    )*};
}

forms! {
    to_dot, write_dot, Dot, "DOT";
    to_graphml, write_graphml, GraphMl, "`GraphML`";
    to_json, write_json, Json, "node-link JSON, as networkx reads it";
    to_csv, write_csv, Csv, "a list of its edges, one per line";
    to_tikz, write_tikz, Tikz, "a `tikzpicture`: parallel edges bent apart, loops fanned outwards";
}

fn to_text(graph: impl GraphData, form: Form) -> String {
    let mut bytes = Vec::new();
    write(graph, form, &mut bytes, &Work::default())
        .expect("there are no limits, and a vector takes everything");
    String::from_utf8(bytes).expect("every writer is given strings")
}

#[cfg(test)]
mod tests;
