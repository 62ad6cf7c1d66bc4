"""The dependency rule of docs/architecture.md, held by import-linter with the contracts in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import grimp


def test_every_import_contract_holds(repository: Path) -> None:
    # In a process of its own: it sets up a log of its own, and with that every logger there is falls silent.
    lint = "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo', '--no-cache'])"
    command = [sys.executable, "-P", "-c", lint]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


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
