"""The dependency rule of docs/architecture.md, held by import-linter with the contracts in pyproject.toml."""

from pathlib import Path

import grimp
import pytest
from importlinter import cli


def test_every_import_contract_holds(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.lint_imports(config_filename=str(repository / "pyproject.toml"), no_cache=True)
    report = capsys.readouterr().out
    assert status == 0, report
    assert "0 broken" in report


def test_no_imports_run_in_a_circle() -> None:
    """No module imports itself by way of others, not for its types either: what two need lies below both."""
    graph = grimp.build_graph("qtwar", exclude_type_checking_imports=False, cache_dir=None)
    found = {
        module
        for module in graph.modules
        for near in graph.find_modules_directly_imported_by(module)
        if graph.chain_exists(importer=near, imported=module)
    }
    assert not found, f"imports run in a circle through {sorted(found)}"
