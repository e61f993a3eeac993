//! The Python package: arguments in, JSON and pictures out. All logic is in the library; what
//! Python users see is `cubegraph/__init__.py`, which wraps these classes.

mod answer;
mod call;
mod cayley;
mod drawing;
mod errors;
mod puzzle;

use cubegraph::instance::built_in;
use pyo3::prelude::*;

/// The functions and classes behind the package `cubegraph`.
#[pymodule]
mod _cubegraph {
    #[pymodule_export]
    use super::answer::{Answer, ask};
    #[pymodule_export]
    use super::cayley::Cayley;
    #[pymodule_export]
    use super::drawing::Drawing;
    #[pymodule_export]
    use super::instances;
    #[pymodule_export]
    use super::puzzle::{Puzzle, parse, random_corner, read};

    use super::{Bound, PyModule, PyModuleMethods, PyResult, call};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        call::remember_process();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// The family and the name of every built-in instance.
#[pyfunction]
fn instances() -> Vec<(&'static str, &'static str)> {
    built_in().map(|instance| (instance.family.name(), instance.name)).collect()
}
