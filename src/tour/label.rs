//! What the vertices and edges of the grid and of the roll graph say about themselves as data.

use std::borrow::Cow;

use super::Cell;
use super::graph::Standing;
use crate::cube::notation::Roll;
use crate::graph::{Field, Labelled, Value};

impl Labelled for Cell {
    const FIELDS: &'static [Field] = &[Field::integer("row"), Field::integer("column")];

    fn values(&self) -> Vec<Value> {
        vec![self.row.into(), self.column.into()]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        Some(format!("{},{}", self.row, self.column).into())
    }

    fn place(&self) -> Option<[f64; 2]> {
        Some([self.column as f64, self.row as f64])
    }
}

impl Labelled for Standing {
    const FIELDS: &'static [Field] = &[
        Field::integer("row"),
        Field::integer("column"),
        Field::integer("top"),
        Field::integer("north"),
        Field::integer("east"),
    ];

    fn values(&self) -> Vec<Value> {
        let Standing { cell, die } = self;
        vec![
            cell.row.into(),
            cell.column.into(),
            die.top.into(),
            die.north.into(),
            die.east.into(),
        ]
    }

    fn name(&self) -> Option<Cow<'_, str>> {
        let Standing { cell, die } = self;
        let (row, column) = (cell.row, cell.column);
        Some(format!("{row},{column}:{}{}{}", die.top, die.north, die.east).into())
    }
}

impl Labelled for Roll {
    const FIELDS: &'static [Field] = &[Field::text("roll")];

    fn values(&self) -> Vec<Value> {
        vec![self.letter().to_string().into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.letter().to_string().into())
    }
}
