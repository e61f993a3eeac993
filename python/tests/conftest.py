"""The tool that the tests compare with: `CUBEGRAPH_TOOL`, or one that was built in the workspace."""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def _tool():
    named = os.environ.get("CUBEGRAPH_TOOL")
    built = [ROOT / "target" / profile / "cubegraph" for profile in ("debug", "release")]
    found = [path for path in built if path.exists()]
    return named or str(max(found, key=lambda path: path.stat().st_mtime, default=""))


@pytest.fixture(scope="session")
def tool_path():
    path = _tool()
    if not path:
        pytest.fail("build the tool first: cargo build")
    return path


@pytest.fixture(scope="session")
def tool(tool_path):
    def run(*arguments):
        done = subprocess.run([tool_path, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture(scope="session")
def root():
    return ROOT
