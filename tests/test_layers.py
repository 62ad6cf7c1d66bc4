"""The dependency rule of docs/architecture.md, held by import-linter with the contracts in pyproject.toml."""

from pathlib import Path

import pytest
from importlinter import cli


def test_every_import_contract_holds(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.lint_imports(config_filename=str(repository / "pyproject.toml"), no_cache=True)
    report = capsys.readouterr().out
    assert status == 0, report
    assert "0 broken" in report
