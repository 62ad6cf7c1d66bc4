"""What the system must bring: shared libraries for Qt, a Japanese font, Xvfb and PostgreSQL for tests, Python's venv.

On Debian and Ubuntu as root they are added by apt; elsewhere the exact command, or the names, are told.
"""

import ctypes
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from installer.say import Stop, last_words, logged, tell

# Shared library that Qt loads -> the Debian packages that hold it: the first that this release knows counts,
# the last where apt has no list yet.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "libEGL.so.1": ("libegl1",),
    "libGL.so.1": ("libgl1",),
    "libOpenGL.so.0": ("libopengl0",),
    "libX11-xcb.so.1": ("libx11-xcb1",),
    "libX11.so.6": ("libx11-6",),
    "libdbus-1.so.3": ("libdbus-1-3",),
    "libfontconfig.so.1": ("libfontconfig1",),
    "libfreetype.so.6": ("libfreetype6",),
    "libglib-2.0.so.0": ("libglib2.0-0t64", "libglib2.0-0"),
    "libgthread-2.0.so.0": ("libglib2.0-0t64", "libglib2.0-0"),
    "libwayland-client.so.0": ("libwayland-client0",),
    "libwayland-cursor.so.0": ("libwayland-cursor0",),
    "libwayland-egl.so.1": ("libwayland-egl1",),
    "libxcb-cursor.so.0": ("libxcb-cursor0",),
    "libxcb-icccm.so.4": ("libxcb-icccm4",),
    "libxcb-image.so.0": ("libxcb-image0",),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1",),
    "libxcb-randr.so.0": ("libxcb-randr0",),
    "libxcb-render-util.so.0": ("libxcb-render-util0",),
    "libxcb-render.so.0": ("libxcb-render0",),
    "libxcb-shape.so.0": ("libxcb-shape0",),
    "libxcb-shm.so.0": ("libxcb-shm0",),
    "libxcb-sync.so.1": ("libxcb-sync1",),
    "libxcb-util.so.1": ("libxcb-util1",),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0",),
    "libxcb-xkb.so.1": ("libxcb-xkb1",),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0",),
    "libxkbcommon.so.0": ("libxkbcommon0",),
}
# We ship Japanese faces; this one stands behind them for rare characters and in other programs' file dialogs.
JAPANESE_FONT = ("fonts-ipafont-gothic", "fonts-noto-cjk")
JAPANESE_FILES = ("ipag*", "ipaex*", "Noto*CJK*", "NotoSansJP*", "takao*", "VL-Gothic*", "SourceHan*")
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


@dataclass(frozen=True, slots=True)
class Need:
    """One thing the system lacks: its name, the packages that bring it, whether nothing goes without it."""

    what: str
    packages: tuple[str, ...]
    vital: bool


def loads(soname: str) -> bool:
    """Whether the system finds this shared library."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def has_japanese_font(folders: Iterable[str] = FONT_FOLDERS) -> bool:
    """Whether a font that draws all of Japanese is installed."""
    for folder in folders:
        place = Path(folder).expanduser()
        if any(next(place.rglob(pattern), None) for pattern in JAPANESE_FILES):
            return True
    return False


def has_postgres() -> bool:
    """Whether the programs are here with which the tests run a database of their own; Debian keeps them off the path."""
    return shutil.which("initdb") is not None or any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


def can_make_venv() -> bool:
    """Debian splits ensurepip off into python3-venv; without it `python -m venv` stops half way."""
    return importlib.util.find_spec("ensurepip") is not None and importlib.util.find_spec("venv") is not None


def needs(purpose: str, *, found: Callable[[str], bool] = loads) -> list[Need]:
    """What this machine lacks for a purpose (`run`, `test`). On Windows and macOS the wheels bring all."""
    lacking: list[Need] = []
    if not can_make_venv():
        version = "{}.{}".format(*sys.version_info[:2])
        packages = (f"python{version}-venv", "python3-venv")
        lacking.append(Need(f"venv of Python {version}", packages, vital=True))
    if sys.platform != "linux":
        return lacking
    lacking += [Need(name, packages, vital=True) for name, packages in LIBRARIES.items() if not found(name)]
    if not has_japanese_font():
        lacking.append(Need("a Japanese font", JAPANESE_FONT, vital=False))
    if purpose == "test" and shutil.which("Xvfb") is None:
        lacking.append(Need("Xvfb", ("xvfb",), vital=False))
    if purpose == "test" and not has_postgres():
        lacking.append(Need("PostgreSQL", ("postgresql",), vital=False))
    if purpose == "test" and shutil.which("cc") is None:
        compiler = "a C compiler, for what the frozen program multiplies with"
        lacking += [Need(compiler, ("gcc",), vital=False), Need("the headers of C", ("libc6-dev",), vital=False)]
    return lacking


def chosen(lacking: list[Need], known: Callable[[str], bool]) -> list[str]:
    """The packages to ask for, each once, in order: of several names the first that this release knows."""
    packages: dict[str, None] = {}
    for need in lacking:
        packages[next((name for name in need.packages if known(name)), need.packages[-1])] = None
    return list(packages)


def apt_knows(package: str) -> bool:
    """Whether apt could install this package now."""
    seen: list[str] = []
    logged(["apt-cache", "policy", package], on_line=seen.append)
    return any("Candidate:" in line and "(none)" not in line for line in seen)


def provide(purpose: str) -> None:
    """Adds what is missing, or says how. Raises Stop when we cannot go on without it."""
    lacking = needs(purpose)
    if not lacking:
        return
    if shutil.which("apt-get") is None:
        report(lacking, None)
        return
    if os.geteuid() != 0:
        report(lacking, "sudo apt-get update && sudo apt-get install -y " + " ".join(chosen(lacking, apt_knows)))
        return
    install(lacking)
    still = needs(purpose)
    if still:
        report(still, None)


def install(lacking: list[Need]) -> None:
    """Runs apt as root; a failure is told with the command that a person can try."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    tell("asking apt for its list of packages")
    status = logged(["apt-get", "update"], environment=environment)
    if status != 0:
        tell("apt could not refresh its list (no network?); going on with the one it has")
    packages = chosen(lacking, apt_knows)
    tell(f"adding {len(packages)} system packages that Qt needs: {' '.join(packages)}")
    count = 0

    def progress(line: str) -> None:
        nonlocal count
        if line.startswith("Setting up "):
            count += 1
            if count % 20 == 0:
                tell(f"  {count} packages set up so far")

    patient = ["-o", "DPkg::Lock::Timeout=300"]  # somebody's automatic update may be at work
    command = ["apt-get", "install", "-y", "--no-install-recommends", *patient, *packages]
    if logged(command, environment=environment, on_line=progress) != 0:
        told = f"apt could not add them ({last_words()})"
        if any(need.vital for need in lacking):
            by_hand = f"apt-get install {' '.join(packages)}"
            raise Stop(f"{told}; mend that, then start this again, or run: {by_hand}")
        tell(told)


def few(names: list[str], most: int = 4) -> str:
    """The first names and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def report(lacking: list[Need], command: str | None) -> None:
    """Tells what is missing and how to add it; raises Stop if any of it is vital."""
    vital = [need.what for need in lacking if need.vital]
    names = few(vital or [need.what for need in lacking])
    how = f"add it with:  {command}" if command else "add it with your system's package manager"
    if vital:
        raise Stop(f"this machine lacks {names}; {how}  and start this again.")
    tell(f"this machine lacks {names}, we go on without; {how}")
