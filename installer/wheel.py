"""Makes wheel and sdist of the files that git knows, twice the same to the byte."""

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from installer.say import ROOT, Stop

WHEEL = "from setuptools.build_meta import build_wheel as make; print(make({!r}))"
SDIST = "from setuptools.build_meta import build_sdist as make; print(make({!r}))"


def moment() -> int:
    """The time that every file of an artefact bears: SOURCE_DATE_EPOCH, else that of the last commit."""
    said = os.environ.get("SOURCE_DATE_EPOCH")
    return int(said) if said else int(_git("log", "-1", "--format=%ct"))


def _git(*words: str) -> str:
    try:
        return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise Stop(f"git {words[0]} does not answer here ({error}): build from a clone.") from error


def sources(folder: Path) -> Path:
    """Copies what git tracks into a folder, so that nothing that lies about gets into an artefact."""
    when = moment()
    for name in _git("ls-files", "-z").split("\0"):
        if name and (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
            os.utime(target, (when, when))
    return folder


def make(code: str, source: Path, target: Path, python: str = sys.executable) -> Path:
    """Runs WHEEL or SDIST with a Python that has setuptools; returns the file."""
    target.mkdir(parents=True, exist_ok=True)
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": str(moment()), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [python, "-c", code.format(str(target.resolve()))],
        cwd=source, env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Stop(f"setuptools could not build: {done.stderr.strip().splitlines()[-1:]}")
    made = target / done.stdout.split()[-1]
    if made.name.endswith(".tar.gz"):
        _same_each_time(made)
    return made


def _same_each_time(archive: Path) -> None:
    """Packs an sdist anew: its members sorted, of one time, of nobody."""
    when = moment()
    with tarfile.open(archive) as old:
        members = sorted((member for member in old.getmembers() if member.isfile()), key=lambda member: member.name)
        held = [(member.name, member.mode, old.extractfile(member)) for member in members]
        plain = io.BytesIO()
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as new:
            for name, mode, content in held:
                assert content is not None
                data = content.read()
                info = tarfile.TarInfo(name)
                info.size, info.mtime, info.mode = len(data), when, 0o755 if mode & 0o100 else 0o644
                new.addfile(info, io.BytesIO(data))
    with archive.open("wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=when) as packed:
        packed.write(plain.getvalue())
