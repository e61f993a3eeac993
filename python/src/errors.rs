//! The library's error as Python's exceptions, which `cubegraph/_errors.py` defines.

use cubegraph::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The exception for an error.
pub fn raised(py: Python<'_>, error: Error) -> PyErr {
    let made = match error {
        Error::Interrupted => return PyKeyboardInterrupt::new_err(()),
        Error::Io { path, source, .. } => {
            let text = source.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            // With a number and a file, Python picks `FileNotFoundError` and the like.
            if let Some(number) = source.raw_os_error() {
                return PyOSError::new_err((number, text.to_owned(), path));
            }
            let text = format!("{}: {text}", path.display());
            return std::io::Error::new(source.kind(), text).into();
        }
        Error::Input(fault) => {
            let (line, column) = fault.line_and_column().unzip();
            exception(py, "InputError", (fault.rendered(), line, column))
        }
        Error::Invalid(refusal) => exception(py, "InputError", (refusal.to_string(),)),
        Error::TooLarge(refusal) => {
            let needed = refusal.shortage().map(|shortage| shortage.needed);
            exception(py, "TooLarge", (refusal.to_string(), needed))
        }
        Error::OutOfTime { ref known, .. } => {
            exception(py, "OutOfTime", (error.to_string(), known.clone()))
        }
        other => exception(py, "Error", (other.to_string(),)),
    };
    made.unwrap_or_else(|failed| failed)
}

fn exception<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<PyErr> {
    let class = py.import("cubegraph._errors")?.getattr(name)?;
    Ok(PyErr::from_value(class.call1(arguments.into_pyobject(py)?)?))
}

/// A mistake in `text`, which messages call `name`.
pub fn within<'a>(name: &'a str, text: &'a str) -> impl Fn(Error) -> Error + 'a {
    move |error| match error {
        Error::Input(fault) => fault.within(name, text).into(),
        other => other,
    }
}

/// The same error without the place in its text, for a text that the user has not written.
pub fn without_place(error: Error) -> Error {
    let Error::Input(fault) = error else {
        return error;
    };
    let message = fault.to_string();
    let place = fault.line_and_column();
    let place = place.map(|(line, column)| format!(":{line}:{column}: "));
    let without = place.and_then(|place| message.split_once(&place).map(|(_, rest)| rest));
    Error::invalid(without.unwrap_or(&message))
}
