"""Running the command `scheids` within a test."""

from __future__ import annotations

import pytest

from web.command_line import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    said = capsys.readouterr()
    return code, said.out, said.err


def failing(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that fails says: one sentence on standard error, nothing else, and exit code 2."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.rstrip().endswith((".", "?"))
    return err
