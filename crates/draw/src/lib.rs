//! Drawing: pictures fit for a slide, the same on every run.
//!
//! * [`Scene`]: shapes in millimetres ([`Shape`], [`Text`], [`Group`]) ▶ SVG, PNG, PDF, `TikZ`; in
//!   three colour schemes ([`Theme`])
//! * [`PlacedGraph`]: vertices and edges at fixed places ▶ a scene, or DOT that looks like it
//! * [`BarChart`]: counts over distances or sums ▶ a scene
//! * [`Net`], [`FaceArt`], [`sheets`]: nets of cubes, to look at or to print and cut ▶ scenes
//! * `Solid`, `PrintedPart`: boxes ▶ triangles for a 3D printer (STL, 3MF), arranged on its bed
//! * [`layout`]: where vertices go: circle with few crossings, rings by distance, rows
//! * [`palette`]: colours and dashes that stay distinct to the colour-blind and in grey
//!
//! All lengths are millimetres, x goes right, y goes **down**, angles go clockwise. Whatever is
//! in a label (quotes, backslashes, `<`, line ends, any script) reaches the reader as it is; only
//! characters that XML forbids are dropped.
//!
//! # Examples
//! ```
//! use cubegraph_draw::{Colour, Edge, PlacedGraph, Stroke, Vertex};
//!
//! let mut graph = PlacedGraph::undirected("Two colours, three cubes");
//! let red = graph.add_vertex(Vertex::new("R").fill(Colour::VERMILION));
//! let white = graph.add_vertex(Vertex::new("W"));
//! graph.add_edge(Edge::new(red, white).bead("1").stroke(Stroke::new(Colour::BLUE, 1.2)));
//! graph.add_edge(Edge::new(red, white).bead("2"));
//! graph.add_edge(Edge::new(red, red).bead("3"));
//! graph.place_on_circle();
//! let svg = graph.to_scene().to_svg();
//! let dot = graph.to_dot();
//! # assert!(svg.contains("<svg") && dot.starts_with("graph"));
//! ```

mod chart;
mod curve;
pub mod data;
mod dot;
mod face;
mod flat;
#[cfg(feature = "pictures")]
mod font;
mod graph;
pub mod layout;
mod named;
mod net;
mod numbers;
pub mod palette;
mod parts;
#[cfg(feature = "pictures")]
mod pdf;
mod picture;
#[cfg(feature = "pictures")]
mod png;
mod point;
mod printing;
mod route;
mod scene;
mod shape;
mod solid;
mod text;
mod theme;
mod tikz;

pub use chart::{Bar, BarChart, Scale};
#[doc(hidden)]
pub use face::pip_places;
pub use face::{FaceArt, Mark};
pub use graph::PlacedGraph;
#[doc(hidden)]
pub use net::longest_edge;
pub use net::{Net, Paper, sheets};
pub use palette::{Colour, Dash};
pub use parts::{Bead, Edge, Vertex, VertexId};
pub use point::{Bounds, Point};
#[doc(hidden)]
pub use printing::{PrintedPart, arrange, joined, to_3mf};
pub use scene::Scene;
pub use shape::{Group, Item, Shape, Stroke};
#[doc(hidden)]
pub use solid::{Block, Solid};
pub use text::{Anchor, Rise, Text, shorten, text_height, text_width};
#[doc(hidden)]
pub use text::{clean, wrap};
pub use theme::Theme;
pub use tikz::tex;
