"""The description of the interface, tried by a program that reads it and sends whatever it allows and forbids."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.conftest import Phone, Running

LEFT_OUT = r"/stream$|/leave$"
"""One never ends, the other takes the caller's own cookie away."""


def test_whatever_the_description_allows_is_answered_as_it_says(
    running: Running, playing: Phone, tmp_path: Path
) -> None:
    pytest.importorskip("schemathesis", reason="it comes with the development extra")
    running.desk.uploads = type(running.desk.uploads)(1000, 1000)
    cookie = f"Cookie: scheids={playing.http.cookies['scheids']}"
    # One worker: threads of the tool that share a recursion limit break the parser of Python 3.11 now and then.
    asked = [
        *("run", f"{running.url}/api/openapi.json", "--header", cookie, "--exclude-path-regex", LEFT_OUT),
        *("--phases", "coverage,fuzzing", "--max-examples", "4", "--workers", "1", "--continue-on-failure"),
        *("--checks", "not_a_server_error,content_type_conformance,response_schema_conformance"),
        *("--seed", "7", "--generation-database", "none", "--no-color", "--request-timeout", "20"),
    ]
    program = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"]
    done = subprocess.run([*program, *asked], cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert re.search(r"Tested: \d\d", done.stdout), done.stdout[-3000:]
    assert playing.snapshot()["type"] == "snapshot"
