"""`python3 installer build [PART…]`: wheel, sdist, and for this system the program that needs no Python, with its packages.

Each is the same to the byte each time (SOURCE_DATE_EPOCH, else the time of the last commit).
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from installer import archive, environment, machine, slim, wheel
from installer.say import LOG, ROOT, Stop, last_words, logged, tell

OUT = ROOT / "build" / "artefacts"
WORK = ROOT / "build" / "frozen"
SPEC = ROOT / "installer" / "frozen" / "qtwar.spec"
PARTS = {"linux": ("wheel", "sdist", "folder", "deb"), "win32": ("wheel", "sdist", "setup"), "darwin": ("wheel", "sdist", "app")}
LARGEST = 180_000_000
"""Bytes that the installed program should take; docs/releasing.md says where it stands."""


def main(arguments: Sequence[str]) -> int:
    """Builds what is named, or all that this system can build; prints the files with their hashes."""
    possible = PARTS.get(sys.platform, ("wheel", "sdist"))
    if unknown := [name for name in arguments if name not in possible]:
        raise Stop(f"'{unknown[0]}' is nothing to build on this system: name some of {', '.join(possible)}, or nothing for all.")
    for file in made(arguments or possible):
        print(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(ROOT)}  {file.stat().st_size / 1e6:.1f} MB")
    return 0


def made(parts: Sequence[str]) -> list[Path]:
    """Builds these parts and returns their files, those of an earlier build cleared away."""
    environment.ensure("build", environment.CLEAN)
    with environment.alone():  # a second build at the same time would clear the first one's files away
        return _made(parts)


def _made(parts: Sequence[str]) -> list[Path]:
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.rmtree(WORK, ignore_errors=True)
    python, sources = str(environment.python(environment.CLEAN)), wheel.sources(WORK / "sources")
    tell("the wheel")
    files = [built := wheel.make(wheel.WHEEL, sources, OUT, python)]
    if "sdist" in parts:
        tell("the sdist")
        files.append(wheel.make(wheel.SDIST, sources, OUT, python))
    if set(parts) & {"folder", "deb", "setup", "app"}:
        folder = frozen(built, python)
        if "folder" in parts:
            files.append(packed(folder))
        if "deb" in parts:
            from installer import debian

            tell("the package for Debian and Ubuntu")
            files.append(debian.package(folder, OUT, wheel.moment()))
        if "setup" in parts or "app" in parts:
            from installer import elsewhere

            app = folder.with_name("QtWar.app")
            files.append(elsewhere.setup(folder, OUT) if "setup" in parts else elsewhere.image(app, OUT))
    return files


def frozen(built: Path, python: str) -> Path:
    """Installs the wheel in the clean environment and has PyInstaller make a folder of it."""
    tell("the program that needs no Python")
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": str(wheel.moment()), "PYTHONHASHSEED": "0", "QTWAR_ICONS": str(WORK)}
    surroundings |= {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", "--no-index", "--force-reinstall"]
    for command in (
        [*pip, "--no-compile", str(built)],
        [python, str(SPEC.with_name("icons.py")), str(WORK)],
        [python, "-P", "-m", "PyInstaller", "--noconfirm", "--distpath", str(WORK), "--workpath", str(WORK / "work"), str(SPEC)],
    ):
        if logged(command, environment=surroundings):
            raise Stop(f"could not be built ({last_words()}); all of it is in {LOG.relative_to(ROOT)}.")
    folder = WORK / "qtwar"
    if sys.platform == "linux":
        slim.slim(folder)
    return folder


def packed(folder: Path) -> Path:
    """The self-contained folder in one file."""
    taken = archive.size(folder)
    tell(f"the folder: {taken / 1e6:.0f} MB")
    if taken > LARGEST:
        tell(f"that is more than the {LARGEST / 1e6:.0f} MB that it should take")
    name = f"qtwar-{version(folder)}-{sys.platform}-{platform.machine()}"
    target = OUT / f"{name}.tar.xz"
    target.write_bytes(archive.xz(archive.tar(folder, wheel.moment(), f"{name}/")))
    return target


def version(folder: Path) -> str:
    """What the program says of itself."""
    done = subprocess.run([str(folder / "qtwar"), "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[-1]


def needs() -> tuple[str, ...]:
    """The Debian packages without which Qt does not start, other names of one behind a bar."""
    return tuple(sorted({" | ".join(names) for names in machine.LIBRARIES.values()}))
