//! What the vertices and edges of the colour graph say about themselves as data.

use std::borrow::Cow;

use super::{Colour, Edge};
use crate::graph::{Field, Labelled, Value};

impl Labelled for Colour {
    const FIELDS: &'static [Field] = &[Field::integer("colour")];

    fn values(&self) -> Vec<Value> {
        vec![(self.index() + 1).into()]
    }
}

impl Labelled for Edge {
    const FIELDS: &'static [Field] = &[Field::integer("cube"), Field::text("axis")];

    fn values(&self) -> Vec<Value> {
        vec![(self.cube + 1).into(), self.axis.name().into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some((self.cube + 1).to_string().into())
    }
}
