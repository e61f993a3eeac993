"""The code of docs/python.md runs, and prints what it says; so do the docstrings and the lecture."""

import doctest
import os

import cubegraph as cg
import pytest


def test_the_page(root, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = root / "docs" / "python.md"
    # A fence that ends an example would be taken for its output.
    text = page.read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(examples.examples) > 30
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=said.append)
    assert not runner.failures, "".join(said)


def test_docstrings():
    from cubegraph import _puzzles

    for module in (cg, _puzzles):
        assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_the_lecture(root):
    """Every cell runs, in order; the stored outputs say the same."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    path = root / "docs" / "lecture.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert path.stat().st_size < 1_500_000
    stored = [printed(cell) for cell in notebook.cells]
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3")
    client.execute(cwd=str(root))
    if os.environ.get("UPDATE_DOCUMENTS"):
        nbformat.write(stripped(notebook), path)
    else:
        assert [printed(cell) for cell in notebook.cells] == stored


def printed(cell):
    """What a cell prints, and the kinds of what it shows."""
    outputs = cell.get("outputs", [])
    text = "".join(output.get("text", "") for output in outputs)
    return [text] + [sorted(output["data"]) for output in outputs if "data" in output]


def joined(outputs):
    """One output for all that was printed: it arrives in pieces of any size."""
    texts = [output for output in outputs if output.output_type == "stream"]
    for text in texts[1:]:
        texts[0].text += text.text
        outputs.remove(text)
    return outputs


def stripped(notebook):
    """Without what changes from run to run and from machine to machine."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells):
        cell.metadata = {}
        cell["id"] = f"cell-{number}"
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
        for output in cell.get("outputs", []):
            if "data" in output and "image/svg+xml" in output["data"]:
                output["data"]["text/plain"] = "<cubegraph.Drawing>"
    return notebook
