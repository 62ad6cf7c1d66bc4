"""Modules of strangers: files, archives and maps of rules that mean harm. Each ends in a sentence, soon and in little memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault, QtwarError
from qtwar.bench.attacks.modules import FILES, INNER, TEARS, doubled, zipped
from qtwar.editing import sharing
from qtwar.model.dump import dump
from qtwar.model.load import load, title_info
from qtwar.model.validate import validate_module
from qtwar.sandbox import package
from qtwar.sandbox.vet import vet_module
from tests.model.contents import small

resource = pytest.importorskip("resource")
ROOT = Path(__file__).resolve().parents[2]
SECONDS, MEMORY = 20, 700_000_000
"""What an attack may take: 5 s and 500 MB on a machine with nothing else to do, and what the program takes by itself."""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return a sound module folder."""
    folder = tmp_path / "small"
    dump(small(), folder)
    (folder / "rules").mkdir()
    (folder / "rules" / "__init__.py").write_text("from qtwar.kit.freetable import title as title\n")
    (folder / "RULES_MAP.yaml").write_text("rules: {}\n")
    return folder


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and limits of memory")
@pytest.mark.parametrize("name", FILES)
def test_an_attack_ends_in_a_sentence(name: str, module: Path) -> None:
    """In a process of its own, with its memory and its time; the sentence is another than those of the sound module."""
    before = {problem.text for problem in validate_module(module)}
    FILES[name](module)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "qtwar", "validate", str(module), "--json"], cwd=ROOT, preexec_fn=bounded,
        capture_output=True, text=True, timeout=SECONDS * 3, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr[-2000:]
    assert "Traceback" not in done.stdout + done.stderr
    (checked,) = json.loads(done.stdout)["checked"]
    said = [p["text"] for p in checked["problems"] if p["severity"] == "error" and p["text"] not in before]
    assert said
    assert all(len(text) < 600 for text in said)


@pytest.mark.parametrize("name", INNER)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_ends_in_a_sentence(name: str, tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.qtmod", *INNER[name])
    for look in (title_info, load, validate_archive, sharing.contents):
        with pytest.raises(DataFault):
            look(file)
    with pytest.raises(QtwarError):
        package.rules(file)


def validate_archive(file: Path) -> None:
    for problem in validate_module(file):
        raise DataFault(problem.key)


@pytest.mark.parametrize("tear", TEARS)
def test_a_torn_archive_ends_in_a_sentence(tear: str, module: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.qtmod"
    sharing.pack_folder(module, file)
    data = file.read_bytes()
    changed = TEARS[tear](data)
    assert changed != data
    file.write_bytes(changed)
    with pytest.raises(DataFault):
        load(file)


def test_what_is_shown_of_an_archive_is_what_is_run(module: Path, tmp_path: Path) -> None:
    """Another `module.yaml` deeper down, met first, hid the rules of one from the page that asks whether to install it."""
    file = tmp_path / "small.qtmod"
    doubled(file, module)
    shown = sharing.contents(file).rules
    assert shown == ("rules/__init__.py", "rules/more.py")
    assert tuple(source.path for source in package.rules(file)) == shown
    assert [finding.file for finding in vet_module(file)] == ["rules/more.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_hidden_rules_are_not_run_and_pipes_not_read(module: Path) -> None:
    os.mkfifo(module / "rules" / "z.py")
    for hidden in (".secret", "__pycache__"):
        (module / "rules" / hidden).mkdir()
        (module / "rules" / hidden / "x.py").write_text("import os\n")
    assert [source.path for source in package.rules(module)] == ["rules/__init__.py"] == list(sharing.contents(module).rules)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", ["notes.txt", "rules/notes.py", "tests"])
def test_no_private_file_goes_into_an_archive_by_a_link(name: str, module: Path, tmp_path: Path) -> None:
    private = tmp_path / "private"
    private.mkdir()
    (private / "diary.txt").write_text("mine")
    (module / name).symlink_to(private if name == "tests" else private / "diary.txt")
    with pytest.raises(DataFault, match="lies outside the module"):
        sharing.pack_folder(module, tmp_path / "out.qtmod")
    with pytest.raises(QtwarError, match="lies outside the module"):
        sharing.pack(small(), tmp_path / "out.qtmod", module)
    assert not (tmp_path / "out.qtmod").exists()
