"""Every JSON answer of the tool is what docs/answers.schema.json says, and has no other keys."""

import json
import os
import shlex
import subprocess

import pytest

jsonschema = pytest.importorskip("jsonschema")


def _close(schema):
    """Forbids keys that are not listed: the published schema allows more, the tool has no more."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object":
            schema.setdefault("unevaluatedProperties", False)
        for value in schema.values():
            _close(value)
    elif isinstance(schema, list):
        for value in schema:
            _close(value)


@pytest.fixture(scope="module")
def validator(root):
    schema = json.loads((root / "docs" / "answers.schema.json").read_text())
    for name, definition in schema["$defs"].items():
        if name == "graph":  # vertices and edges have attributes of their own
            continue
        _close(definition)
        if name == "envelope":
            definition.pop("unevaluatedProperties", None)
    return jsonschema.Draft202012Validator(schema)


def test_every_answer_is_as_documented(tool_path, root, validator, tmp_path):
    def run(line):
        words = [tool_path, *shlex.split(line)]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert run("picture distances 2x1 --format json -o table.json").returncode == 0
    assert run("picture bounds 4x1 --certificate certificate.json").returncode == 0
    wrong, seen = [], 0
    lines = (root / "tests" / "tool" / "cli" / "answers.txt").read_text().splitlines()
    for line in lines:
        done = run(f"{line} -q --format json")
        if done.returncode == 2:  # no JSON for this command: a test of the tool asks for the message
            continue
        seen += 1
        errors = sorted(validator.iter_errors(json.loads(done.stdout)), key=str)
        wrong += [f"{line}: {error.json_path}: {error.message[:300]}" for error in errors[:3]]
    assert seen > len(lines) // 2
    assert not wrong, os.linesep.join(wrong)
