//! Finite groups in general: permutations, multiplication tables, named groups, Schreier–Sims.
//!
//! Products apply the left factor first, everywhere: `a * b` is "first `a`, then `b`". Points are
//! written from 1.
//!
//! * [`Permutation`]: one permutation of any degree, read and written as cycles.
//! * [`Group`] and [`Subgroup`]: a group small enough to list, with its multiplication table:
//!   commutator subgroups, centre, conjugacy classes, is it Abelian, is it simple.
//! * [`NamedGroup`]: groups by name, such as `C6`, `D4`, `S4`, `A5`, `Q8`, `V4`, `C2xC3`.
//! * [`StabiliserChain`]: Schreier–Sims, for the order of and membership in groups far too large to
//!   list.
//!
//! ```
//! # use cubegraph_core::group::{Group, NamedGroup};
//! let a5 = Group::from_generators("A5".parse::<NamedGroup>()?.generators())?;
//! assert_eq!(a5.order(), 60);
//! assert!(a5.is_simple() && !a5.is_abelian());
//! # Ok::<(), cubegraph_core::Error>(())
//! ```

mod cayley;
mod named;
mod permutation;
mod schreier_sims;
mod sifting;
mod subgroup;
mod table;

pub use cayley::{Arc, Cayley, Numbered, PermutationGroup, Vertex};
#[doc(hidden)]
pub use cayley::{ArcsAt, EveryArc, Neighbours, Visited};
pub use named::NamedGroup;
pub use permutation::Permutation;
pub use schreier_sims::{StabiliserChain, commutator_group};
pub use subgroup::Subgroup;
pub use table::{Element, Group};
