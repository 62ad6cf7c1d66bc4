"""A PostgreSQL server of one's own, for tests and measurements: in a folder of its own, on a socket there, ended with them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = "PostgreSQL's programs (initdb, pg_ctl) are needed, which `python installer test` installs on Debian."


class MissingPostgres(Exception):
    """PostgreSQL is not on this machine."""


def programs() -> Path:
    """Return the folder of PostgreSQL's programs; raises MissingPostgres with a sentence where there is none."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name, reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise MissingPostgres(MISSING)


@contextmanager
def running() -> Iterator[str]:
    """Run a server on an empty database; gives its URL."""
    bin_folder = programs()
    root = Path(tempfile.mkdtemp(prefix="qtwar-pg-"))
    user: dict[str, str] = {}
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # PostgreSQL does not run as root
        shutil.chown(root, "postgres")
        user = {"user": "postgres"}
    data = root / "data"

    def call(program: str, *words: str) -> None:
        command = [str(bin_folder / program), *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False, **user)  # type: ignore[call-overload]
        assert done.returncode == 0, f"{program}: {done.stderr}"

    try:
        call("initdb", "-D", str(data), "-U", "qtwar", "-A", "trust", "--no-sync")
        options = f"-k {root} -c listen_addresses='' -c max_connections=120"
        call("pg_ctl", "-D", str(data), "-l", str(root / "log"), "-o", options, "-w", "start")
        try:
            yield f"postgresql://qtwar@/postgres?host={root}"
        finally:
            call("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(root, ignore_errors=True)
