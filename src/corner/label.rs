//! What the vertices and edges of Q₃ and of the loop graph say about themselves as data.

use std::borrow::Cow;

use super::graph::{Arc, Axis, Corner, Joint};
use super::piece::HalfEdge;
use crate::graph::{Field, Labelled, Value};

impl Labelled for Corner {
    const FIELDS: &'static [Field] = &[Field::flag("even")];

    fn values(&self) -> Vec<Value> {
        vec![self.is_even().into()]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string().into())
    }

    /// The cube seen from the front, a little from the right and from above; three letters are enough.
    fn label(&self) -> Option<Cow<'_, str>> {
        let name = self.to_string();
        Some(
            name.split(' ')
                .filter_map(|word| word.chars().next())
                .collect(),
        )
    }

    fn place(&self) -> Option<[f64; 2]> {
        let [x, y, z] = Axis::ALL.map(|axis| if self.is_far(axis) { 1.0 } else { 0.0 });
        Some([2.2 * x + 1.0 * y, 2.2 * z + 0.8 * y])
    }
}

impl Labelled for Joint {
    const FIELDS: &'static [Field] = &[
        Field::integer("bar"),
        Field::text("axis"),
        Field::text("even_half"),
        Field::text("odd_half"),
    ];

    fn values(&self) -> Vec<Value> {
        let axis = match self.bar.axis() {
            Axis::X => "x",
            Axis::Y => "y",
            Axis::Z => "z",
        };
        let half = |end: usize| self.halves.map(|halves| halves[end].to_string());
        vec![
            (self.bar.index() + 1).into(),
            axis.into(),
            half(0).into(),
            half(1).into(),
        ]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        let [even, odd] = self.halves?;
        Some(format!("{even}{odd}").into())
    }
}

impl Labelled for HalfEdge {
    const FIELDS: &'static [Field] = &[];

    fn values(&self) -> Vec<Value> {
        Vec::new()
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string().into())
    }
}

impl Labelled for Arc {
    const FIELDS: &'static [Field] = &[
        Field::text("piece"),
        Field::integer("turn"),
        Field::text("rises"),
    ];

    fn values(&self) -> Vec<Value> {
        vec![
            self.piece.to_string().into(),
            self.turn.into(),
            self.rises().to_string().into(),
        ]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.piece.to_string().into())
    }
}
