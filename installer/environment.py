"""The folder .venv (to build: build/environment): made once, filled with the locked versions, stamped: then nothing is done."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

from installer import lock, machine
from installer.say import LOG, ROOT, Stop, last_words, logged, tell

VENV = ROOT / ".venv"
CLEAN = ROOT / "build" / "environment"
"""The environment that artefacts are built in: nothing but what they are made of and with."""
LOCK = Path(__file__).resolve().parent / "requirements.lock"
STAMP = "qtwar-installed.json"


def python(folder: Path = VENV) -> Path:
    """The environment's own Python."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def site_packages(folder: Path = VENV) -> Path:
    """Where the environment keeps its libraries."""
    if os.name == "nt":
        return folder / "Lib" / "site-packages"
    return folder / "lib" / "python{}.{}".format(*sys.version_info[:2]) / "site-packages"


def stamps(folder: Path = VENV) -> dict[str, str]:
    """Purpose to the digest it was set up with; empty when nothing was finished yet."""
    try:
        read = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}


def is_ready(purpose: str, digest: str, folder: Path = VENV) -> bool:
    """Whether this purpose was set up with exactly these versions and its Python is still there."""
    return stamps(folder).get(purpose) == digest and python(folder).exists()


def state_of(folder: Path) -> str:
    """`absent`, `usable`, `stale` (make anew: another Python, or cut off) or `foreign` (no environment)."""
    if not folder.exists():
        return "absent"
    if not folder.is_dir():
        return "foreign"
    config = folder / "pyvenv.cfg"
    if not config.exists():
        return "foreign" if any(folder.iterdir()) else "stale"
    written = config.read_text(encoding="utf-8", errors="replace")
    found = re.search(r"^version(?:_info)?\s*=\s*(\d+)\.(\d+)", written, re.MULTILINE)
    if found is None or (int(found[1]), int(found[2])) != sys.version_info[:2] or not python(folder).exists():
        return "stale"
    probe = [str(python(folder)), "-c", "import pip"]
    status = subprocess.run(probe, capture_output=True, check=False).returncode
    return "usable" if status == 0 else "stale"


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Lets one installer at a time work in this folder; a second one waits for it."""
    path = ROOT / "build" / "installer.lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                tell("another installer is at work here; waiting for it")
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def ensure(purpose: str, folder: Path = VENV) -> None:
    """Brings everything a purpose (`run`, `test` or `build`) needs, or raises Stop. Does nothing the second time."""
    wanted = lock.pins(lock.read(LOCK), purpose)
    digest = lock.digest(wanted, *machine.LIBRARIES)
    if is_ready(purpose, digest, folder):
        return
    try:
        with alone():
            if not is_ready(purpose, digest, folder):
                set_up(purpose, wanted, digest, folder)
    except OSError as error:
        raise Stop(f"cannot set up QtWar: {error.strerror}: {error.filename or folder}.") from error


def set_up(purpose: str, wanted: list[str], digest: str, folder: Path = VENV) -> None:
    """The three steps; each finds what an earlier, interrupted run has left and goes on from there."""
    tell(f"setting up QtWar once for '{purpose}' in {ROOT} (details: {LOG.relative_to(ROOT)})")
    tell("1/3 looking for what the system must bring")
    machine.provide(purpose)
    tell(f"2/3 making the folder {folder.relative_to(ROOT)}")
    make(folder)
    tell(f"3/3 installing {len(wanted)} libraries in their locked versions")
    fill(wanted, folder)
    done = {**stamps(folder), purpose: digest}
    if purpose == "test":
        done["run"] = lock.digest(lock.pins(lock.read(LOCK), "run"), *machine.LIBRARIES)
    waiting = folder / f"{STAMP}.new"
    waiting.write_text(json.dumps(done, indent=1), encoding="utf-8")
    waiting.replace(folder / STAMP)
    if purpose == "run":
        compile_program(folder)
        make_engine(folder)
    tell("everything is in place")


def compile_program(folder: Path = VENV) -> None:
    """Has the program's bytecode made, as pip does for libraries: else the first start would; no fault stops the set-up."""
    logged([str(python(folder)), "-m", "compileall", "-q", "-j0", str(ROOT / "qtwar")])


def make_engine(folder: Path = VENV) -> None:
    """Has the rules engine compiled for this machine, so that the first game does not wait for it; no fault stops the set-up."""
    tell("making the rules engine ready for this machine (some ten seconds, once)")
    command = [str(python(folder)), "-P", "-m", "qtwar", "doctor", "--engine"]
    if subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode:
        tell("  not now: the first game will do it, and say what stands in the way")


def make(folder: Path = VENV) -> None:
    """Makes the environment unless a usable one is there. Never removes a folder that is no Python environment."""
    state = state_of(folder)
    if state == "foreign":
        raise Stop(f"{folder} is in the way and is no Python environment: move it away, then start this again.")
    if state == "stale":
        tell("  the one that is there is for another Python or was cut off; making it anew")
        shutil.rmtree(folder)
    if state != "usable":
        try:
            venv.create(folder, with_pip=True, symlinks=os.name != "nt")
        except subprocess.CalledProcessError as error:
            raise Stop(f"Python could not make {folder}: {error}.") from error
    if folder == CLEAN:
        return  # it gets the wheel
    # The checkout is on the path by a relative line: the folder may move, and its name needs no encoding.
    site = site_packages(folder)
    (site / "qtwar-checkout.pth").write_text(os.path.relpath(ROOT, site) + "\n", encoding="ascii")
    if os.name == "nt":
        (folder / "Scripts" / "qtwar.cmd").write_text('@"%~dp0python.exe" -P -m qtwar %*\n', encoding="ascii")
    else:
        starter = folder / "bin" / "qtwar"
        starter.write_text('#!/bin/sh\nexec "$(dirname "$0")/python" -P -m qtwar "$@"\n', encoding="ascii")
        starter.chmod(0o755)


def fill(wanted: list[str], folder: Path = VENV) -> None:
    """Installs these pins and nothing else; what is there already in the right version stays."""
    listing = ROOT / "build" / "wanted.txt"
    listing.write_text("\n".join(wanted) + "\n", encoding="utf-8")
    count = 0

    def progress(line: str) -> None:
        nonlocal count
        if line.startswith("Collecting "):
            count += 1
        elif found := re.match(r"\s*Downloading (\S+?)-\d\S* \((\d[\d.]*) MB\)", line):
            if float(found[2]) >= 5:
                tell(f"  {count} of {len(wanted)}: downloading {found[1]}, {found[2]} MB")
        elif line.startswith("Installing collected packages"):
            tell("  unpacking")

    pip = [str(python(folder)), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    command = [*pip, "install", "--no-deps", "--only-binary=:all:", "--progress-bar=off", "-r", str(listing)]
    if logged(command, on_line=progress) != 0:
        raise Stop(
            f"the libraries could not be installed ({last_words()}); what has arrived is kept: "
            "see to the network connection or the disk, then start this again."
        )
    if logged([*pip, "check"]) != 0:
        raise Stop(f"the locked versions do not fit each other ({last_words()}): mend {LOCK.name}.")
