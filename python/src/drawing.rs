//! Pictures, in every form the library writes.

use std::path::PathBuf;

use cubegraph::Error;
use cubegraph::draw::{PlacedGraph, Scene};
use cubegraph::work::file;
use pyo3::prelude::*;

use super::errors::raised;

/// A picture.
#[pyclass(frozen, module = "cubegraph._cubegraph")]
pub struct Drawing {
    scene: Scene,
    graph: Option<PlacedGraph>,
}

impl From<Scene> for Drawing {
    fn from(scene: Scene) -> Drawing {
        Drawing { scene, graph: None }
    }
}

impl From<PlacedGraph> for Drawing {
    fn from(graph: PlacedGraph) -> Drawing {
        Drawing {
            scene: graph.to_scene(),
            graph: Some(graph),
        }
    }
}

impl Drawing {
    fn bytes(&self, form: &str, width: u32) -> cubegraph::Result<Vec<u8>> {
        match (form, &self.graph) {
            ("svg", _) => Ok(self.scene.to_svg().into_bytes()),
            ("png", _) => self.scene.to_png(width),
            ("pdf", _) => Ok(self.scene.to_pdf()),
            ("tex" | "tikz", _) => Ok(self.scene.to_tikz().into_bytes()),
            ("dot" | "gv", Some(graph)) => Ok(graph.to_dot().into_bytes()),
            ("dot" | "gv", None) => Err(Error::invalid("this picture is not a graph")
                .help("save it as .svg, .png, .pdf or .tex")),
            _ => Err(
                Error::invalid(format!("there is no form .{form} of pictures"))
                    .help("save it as .svg, .png, .pdf, .tex or .dot"),
            ),
        }
    }
}

#[pymethods]
impl Drawing {
    fn svg(&self, py: Python<'_>) -> String {
        py.detach(|| self.scene.to_svg())
    }

    /// The picture as bytes of a form, such as `png`.
    fn to_bytes(&self, py: Python<'_>, form: &str, width: u32) -> PyResult<Vec<u8>> {
        py.detach(|| self.bytes(form, width))
            .map_err(|error| raised(py, error))
    }

    /// Writes a file; its ending says in which form.
    #[expect(clippy::needless_pass_by_value, reason = "Python hands over its own")]
    fn save(&self, py: Python<'_>, path: PathBuf, width: u32) -> PyResult<()> {
        let ending = path.extension().unwrap_or_default();
        let form = ending.to_string_lossy().to_lowercase();
        py.detach(|| file::write(&path, self.bytes(&form, width)?))
            .map_err(|error| raised(py, error))
    }
}
