//! Attributes of vertices and edges.

use std::borrow::Cow;

use cubegraph_core::cube::notation::Roll;
use serde::{Serialize, Serializer};

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldType {
    /// Text.
    Text,
    /// A whole number.
    Integer,
    /// A number.
    Real,
    /// True or false.
    Flag,
}

/// An attribute: its name and its type. `id`, `source`, `target`, `key` and `label` are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The name: a lower-case word.
    pub name: &'static str,
    /// The type.
    pub kind: FieldType,
}

impl Field {
    /// An attribute that is text.
    pub const fn text(name: &'static str) -> Field {
        Field { name, kind: FieldType::Text }
    }

    /// An attribute that is a whole number.
    pub const fn integer(name: &'static str) -> Field {
        Field { name, kind: FieldType::Integer }
    }

    /// An attribute that is a number.
    pub const fn real(name: &'static str) -> Field {
        Field { name, kind: FieldType::Real }
    }

    /// An attribute that is true or false.
    pub const fn flag(name: &'static str) -> Field {
        Field { name, kind: FieldType::Flag }
    }
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not known here; the attribute is left out.
    Absent,
    /// Text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Flag(bool),
}

impl Value {
    /// The value as text; `None` if it is absent.
    pub(super) fn text(&self) -> Option<Cow<'_, str>> {
        match self {
            Value::Absent => None,
            Value::Text(text) => Some(text.into()),
            Value::Integer(number) => Some(number.to_string().into()),
            Value::Real(number) => Some(number.to_string().into()),
            Value::Flag(flag) => Some(flag.to_string().into()),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Absent => serializer.serialize_none(),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Integer(number) => serializer.serialize_i64(*number),
            Value::Real(number) => serializer.serialize_f64(*number),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Real(number)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Absent, Into::into)
    }
}

/// A weight of a vertex or an edge that can be written as data.
///
/// ```
/// use cubegraph_draw::data::{Field, Labelled, Value};
/// use std::borrow::Cow;
///
/// struct City { name: String, people: u32 }
///
/// impl Labelled for City {
///     const FIELDS: &'static [Field] = &[Field::integer("people")];
///     fn name(&self) -> Option<Cow<'_, str>> {
///         Some(self.name.as_str().into())
///     }
///     fn values(&self) -> Vec<Value> {
///         vec![self.people.into()]
///     }
/// }
/// ```
pub trait Labelled {
    /// The attributes. They are declared before any vertex is seen, so they belong to the type.
    const FIELDS: &'static [Field];

    /// The values of [`Labelled::FIELDS`], in that order.
    fn values(&self) -> Vec<Value>;

    /// The id of a vertex, where the weight has a name that no other vertex has; otherwise vertices
    /// are numbered. Edges are always numbered.
    fn name(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// What a drawing writes on it (DOT, `TikZ`); unless given, the id of a vertex and nothing on
    /// edges.
    fn label(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// Where a drawing puts the vertex: to the right and up, in units about the distance of
    /// neighbours.
    fn place(&self) -> Option<[f64; 2]> {
        None
    }
}

impl Labelled for () {
    const FIELDS: &'static [Field] = &[];

    fn values(&self) -> Vec<Value> {
        Vec::new()
    }
}

/// Weights that are only a label of their own; two vertices may have the same.
macro_rules! plain {
    ($($kind:ident: $($weight:ty),*;)*) => {$($(
        impl Labelled for $weight {
            const FIELDS: &'static [Field] = &[Field { name: "value", kind: FieldType::$kind }];

            fn values(&self) -> Vec<Value> {
                vec![self.clone().into()]
            }

            fn label(&self) -> Option<Cow<'_, str>> {
                Some(self.to_string().into())
            }
        }
    )*)*};
}

plain! {
    Text: String, &str;
    Integer: u8, u32, i32, i64, usize;
    Real: f64;
}

/// `GraphML` has no type for whole numbers beyond 64 bits, and no label needs one.
macro_rules! integers {
    ($($number:ty),*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )*};
}

integers!(u8, u32, i32, i64, usize, u64);

impl Labelled for Roll {
    const FIELDS: &'static [Field] = &[Field::text("roll")];

    fn values(&self) -> Vec<Value> {
        vec![self.letter().to_string().into()]
    }

    fn label(&self) -> Option<Cow<'_, str>> {
        Some(self.letter().to_string().into())
    }
}
