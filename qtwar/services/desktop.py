"""Makes the program known to a Linux desktop: its entry in the menu, its kinds of files, their icon and small pictures.

The package for Debian brings the same files; this is for a folder that was unpacked, and for pipx.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from qtwar.base import child, places
from qtwar.base.errors import DataFault
from qtwar.base.files import why

FILES: Mapping[str, str] = {
    "applications/qtwar.desktop": "desktop/qtwar.desktop",
    "thumbnailers/qtwar.thumbnailer": "desktop/qtwar.thumbnailer",
    "mime/packages/qtwar.xml": "desktop/qtwar.xml",
    "icons/hicolor/scalable/apps/qtwar.svg": "icons/qtwar.svg",
}
"""Where a file goes below the folder of data, and which of our resources it is."""
REFRESHED = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


def data_home() -> Path:
    """Return the folder of this user's programs' data."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def own_command() -> str:
    """Return the file that starts this program from a menu: itself where it is frozen, else the script that pip made."""
    if places.frozen():
        return child.program()[0]
    beside = Path(sys.executable).with_name("qtwar")
    return str(beside) if beside.exists() else shutil.which("qtwar") or str(beside)


def write(folder: Path, program: str) -> list[Path]:
    """Write the files below a folder of data, naming this program; returns them."""
    made = []
    for name, source in FILES.items():
        text = (places.RESOURCES / source).read_text(encoding="utf-8")
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace("@PROGRAM@", program), encoding="utf-8")
        made.append(target)
    return made


def install(folder: Path | None = None) -> list[Path]:
    """Make the program known to this user's desktop; raises DataFault."""
    return _on_linux(folder, lambda home: write(home, own_command()))


def remove(folder: Path | None = None) -> list[Path]:
    """Take away all that `install` brought; games, drafts and settings stay. Raises DataFault."""

    def away(home: Path) -> list[Path]:
        there = [home / name for name in FILES if (home / name).exists()]
        for path in there:
            path.unlink()
        for name in FILES:  # folders that are empty now were ours
            with suppress(OSError):
                for folder in list((home / name).parents)[: name.count("/")]:
                    folder.rmdir()
        return there

    return _on_linux(folder, away)


def _on_linux(folder: Path | None, do: Callable[[Path], list[Path]]) -> list[Path]:
    if sys.platform != "linux":
        raise DataFault("fault.desktop.linux")
    home = folder or data_home()
    try:
        found = do(home)
    except OSError as problem:
        raise DataFault("fault.file.not_written_here", file=str(home), why=why(problem)) from None
    for program, part in REFRESHED:  # a desktop without them looks for itself
        if (command := shutil.which(program)) and (home / part).is_dir():
            subprocess.run([command, str(home / part)], capture_output=True, check=False)
    return found
