"""What the package for Debian and Ubuntu does as it is installed and removed."""

from __future__ import annotations

import subprocess
from pathlib import Path

from installer import debian
from qtwar.sandbox import guest


def run(tmp_path: Path, name: str, action: str, program: str) -> Path:
    """Run a script with a program in the place of ours; returns the folder that stands for the cache."""
    cache, stub = tmp_path / "cache", tmp_path / "qtwar"
    stub.write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
    stub.chmod(0o755)
    script = debian.SCRIPTS[name].replace(debian.CACHE, str(cache)).replace(f"/{debian.PLACE}/qtwar", str(stub))
    subprocess.run(["sh", "-c", script, name, action], check=True, capture_output=True)
    return cache


MAKES = 'test "$*" = "doctor --engine" && mkdir -p "$QTWAR_CACHE" && : >"$QTWAR_CACHE/made"'


def test_the_rules_engine_is_made_ready_as_it_is_installed_and_goes_with_it(tmp_path: Path) -> None:
    cache = run(tmp_path, "postinst", "configure", MAKES)
    assert [file.name for file in (cache / "guest").iterdir()] == ["made"]
    assert run(tmp_path, "postrm", "upgrade", "exit 1").exists()
    assert not run(tmp_path, "postrm", "remove", "exit 1").exists()


def test_an_older_versions_engine_does_not_stay(tmp_path: Path) -> None:
    (tmp_path / "cache" / "guest").mkdir(parents=True)
    (tmp_path / "cache" / "guest" / "older").touch()
    cache = run(tmp_path, "postinst", "configure", MAKES)
    assert [file.name for file in (cache / "guest").iterdir()] == ["made"]


def test_no_fault_of_the_program_stops_the_installation(tmp_path: Path) -> None:
    assert not run(tmp_path, "postinst", "configure", "exit 3").exists()


def test_the_program_looks_where_the_package_has_it_made() -> None:
    assert f"QTWAR_CACHE={guest.SHARED} " in debian.SCRIPTS["postinst"]
