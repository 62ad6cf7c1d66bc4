"""`qtwar doctor`: what this machine has, what is missing, and the command that mends it."""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from importlib import metadata
from typing import Any

import qtwar
from qtwar.base.places import RESOURCES
from qtwar.cli.output import give
from qtwar.services import titles

PACKAGES = ("PySide6-Essentials", "sqlmodel", "PyYAML", "wasmtime", "platformdirs", "qtawesome", "numpy")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--engine", action="store_true", help="have the rules engine made ready for this machine, and no more")


def run(args: argparse.Namespace) -> int:
    """Report; status 1 if something is missing."""
    if args.engine:
        return _engine(args)
    checks: list[dict[str, Any]] = [_packages(), _qt(), _fonts(), _folders(), *_sandbox(), _titles()]
    lines = [f"QtWar {qtwar.__version__}, Python {platform.python_version()}, {platform.platform()}"]
    for check in checks:
        lines.append(f"{'ok  ' if check['ok'] else 'miss'} {check['name']}: {check['text']}")
        if not check["ok"] and check.get("mend"):
            lines.append(f"     mend: {check['mend']}")
    give(args.json, {"version": qtwar.__version__, "checks": checks}, lines)
    return 0 if all(c["ok"] for c in checks) else 1


def _engine(args: argparse.Namespace) -> int:
    """What an installation has done, so that the first game does not wait for it (`QTWAR_CACHE` names the folder)."""
    from qtwar.sandbox import guest
    from qtwar.sandbox.client import compile_ahead

    made = guest.ensure()
    compile_ahead(None)
    give(args.json, {"engine": str(made)}, [str(made)])
    return 0


def _check(name: str, ok: bool, text: str, mend: str = "") -> dict[str, Any]:
    return {"name": name, "ok": ok, "text": text, "mend": mend}


def _packages() -> dict[str, Any]:
    found, missing = [], []
    for package in PACKAGES:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            missing.append(package)
    if missing:
        return _check("packages", False, f"missing {', '.join(missing)}", "python3 installer run")
    return _check("packages", True, ", ".join(found))


def _qt() -> dict[str, Any]:
    try:
        from PySide6 import QtCore, QtGui, QtWidgets  # noqa: F401
    except ImportError as problem:
        return _check("Qt", False, str(problem), "python3 installer run")
    return _check("Qt", True, f"Qt {QtCore.qVersion()} loads")


def _fonts() -> dict[str, Any]:
    fonts = sorted(p.name for p in (RESOURCES / "fonts").rglob("*.ttf"))
    japanese = [f for f in fonts if "JP" in f or "Zen" in f]
    ok = bool(fonts) and bool(japanese)
    return _check("fonts", ok, f"{len(fonts)} bundled, {len(japanese)} with Japanese", "restore resources/fonts")


def _folders() -> dict[str, Any]:
    home = titles.user_home()
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as problem:
        return _check("folders", False, f"{home} can not be written: {problem.strerror}", f"make {home} writable")
    return _check("folders", True, f"user data in {home}, Python in {sys.prefix}")


def _sandbox() -> list[dict[str, Any]]:
    from qtwar.sandbox.report import report

    return [_check(f"sandbox: {c.name}", c.ok, c.text, c.mend) for c in report()]


def _titles() -> dict[str, Any]:
    found = titles.installed()
    broken = [item for item in found if item.info is None]
    if broken:
        text = "; ".join(f"{b.id}: {b.problem.text if b.problem else ''}" for b in broken)
        return _check("titles", False, text, "qtwar validate " + broken[0].id)
    return _check("titles", bool(found), ", ".join(item.id for item in found) or "none", "restore the modules folder")
