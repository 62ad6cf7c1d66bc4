"""Modules of strangers: files, archives and maps of rules that mean harm. Each ends in a sentence, soon and in little memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault, QtwarError
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


def put(name: str, text: str | Callable[[], str]) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else text(), encoding="utf-8")

    return do


def board(old: str, new: str) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        path = folder / "content" / "boards" / "field.yaml"
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return do


def instead(name: str, make: Callable[[Path], object]) -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        make(path)

    return do


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
)
ATTACKS: dict[str, Callable[[Path], None]] = {
    "keys in keys": put("content/tables.yaml", lambda: "? " * 100_000),
    "lists in lists": put("content/tables.yaml", lambda: "[" * 100_000),
    "mappings in mappings": put("content/tables.yaml", lambda: "{a: " * 100_000),
    "dashes": put("content/tables.yaml", lambda: "- " * 100_000),
    "a billion laughs": put("content/tables.yaml", LAUGHS),
    "a long text by alias": put("content/tables.yaml", lambda: f"a: &a {'x' * 900_000}\ntables: [{'*a, ' * 4_000}]"),
    "an anchor of itself": put("content/tables.yaml", "tables: &a [*a]"),
    "two million lists": put("content/tables.yaml", lambda: f"tables: [{'[],' * 2_100_000}]"),
    "a number of 5,000 digits": put("content/tables.yaml", lambda: f"tables: {'9' * 5_000}"),
    "a number out of all bounds": put("content/tables.yaml", "tables: 1e999999"),
    "a text of 2 MB": put("content/tables.yaml", lambda: f"tables: {'x' * 2_000_000}"),
    "a key of 1 MB": put("content/tables.yaml", lambda: f"{'x' * 1_000_000}: 1"),
    "an object of Python": put("content/tables.yaml", "tables: !!python/object/apply:os.system ['true']"),
    "a binary": put("content/tables.yaml", "tables: !!binary aGVsbG8="),
    "half a character": put("i18n/en.yaml", 'a: "\\ud800"'),
    "a zero": put("content/tables.yaml", "tables: [\0]"),
    "module.yaml of keys": put("module.yaml", lambda: "? " * 100_000),
    "a title of a path": put("module.yaml", "id: ../../etc\nname: {en: x, ja: x}\nversion: '1'"),
    "a grid without end": board("columns:", "columns: 1000000000 # "),
    "a grid below nothing": board("columns:", "columns: -5 # "),
    "a grid of a word": board("columns:", "columns: many # "),
    "a map of rules that is a number": put("RULES_MAP.yaml", "5"),
    "a map of rules that is a list": put("RULES_MAP.yaml", "[1, 2]"),
    "a map of rules of lists": put("RULES_MAP.yaml", "rules: [[1]]"),
    "a map of rules of keys": put("RULES_MAP.yaml", lambda: "? " * 100_000),
    "a map with functions that are numbers": put("RULES_MAP.yaml", "rules: {'1': {function: 5, test: [[1]]}}"),
    "a map with functions that are mappings": put("RULES_MAP.yaml", "rules: {'1': {function: {a: 1}, test: true}}"),
    "a map of strange keys": put("RULES_MAP.yaml", "rules: {'1': {true: 1, 5: 2}}"),
    "a map whose functions are paths": put("RULES_MAP.yaml", "rules: {'1': {function: '../../../etc/passwd::x'}}"),
    "a deep expression": put("rules/deep.py", lambda: "x = " + "(" * 5_000 + ")" * 5_000),
    "a long sum": put("rules/deep.py", lambda: "x = " + "1+" * 60_000 + "1"),
    "a deep block": put("rules/deep.py", lambda: "".join(" " * n + "if x:\n" for n in range(120)) + " " * 120 + "pass\n"),
    "no Python": put("rules/deep.py", "def ("),
    "Python with a zero": put("rules/deep.py", "x = '\0'"),
    "rules of 9 MB": put("rules/big.py", lambda: "# " + "x" * 9_000_000),
    "a pipe for a module": instead("module.yaml", os.mkfifo),
    "a pipe for a text": instead("i18n/en.yaml", os.mkfifo),
    "a device for rules": instead("rules/z.py", lambda path: path.symlink_to("/dev/zero")),
    "a device for a text": instead("i18n/en.yaml", lambda path: path.symlink_to("/dev/zero")),
    "a folder for a text": instead("i18n/en.yaml", lambda path: path.mkdir()),
    "a link to itself": instead("i18n/en.yaml", lambda path: path.symlink_to(path)),
    "a link out": instead("content/tables.yaml", lambda path: path.symlink_to("/etc/passwd")),
    "a folder that is a link": instead("rules/out", lambda path: path.symlink_to("/etc")),
}  # fmt: skip


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and limits of memory")
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_ends_in_a_sentence(name: str, module: Path) -> None:
    """In a process of its own, with its memory and its time; the sentence is another than those of the sound module."""
    before = {problem.text for problem in validate_module(module)}
    ATTACKS[name](module)
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


def zipped(file: Path, *names: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in names:
            archive.writestr(name, data)
    return file


YAML = b"id: small\nname: {en: s, ja: s}\nversion: '1'\n"
RULES = b"import os\n"
ARCHIVES: dict[str, tuple[tuple[str, bytes], ...]] = {
    "above itself": (("module.yaml", YAML), ("../x", b"")),
    "from the top": (("module.yaml", YAML), ("/etc/x", b"")),
    "of a drive": (("module.yaml", YAML), ("C:\\x", b"")),
    "above itself, by the other stroke": (("module.yaml", YAML), ("..\\x", b"")),
    "without a module": (("readme.txt", b"x"),),
    "of two modules": (("a/module.yaml", YAML), ("b/module.yaml", YAML), ("b/rules/__init__.py", RULES)),
    "with a file twice": (("module.yaml", YAML), ("module.yaml", YAML)),
    "of a thousand million bytes": (("module.yaml", YAML), ("x", b"\0" * 300_000_000)),
}


@pytest.mark.parametrize("name", ARCHIVES)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_ends_in_a_sentence(name: str, tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.qtmod", *ARCHIVES[name])
    for look in (title_info, load, validate_archive, sharing.contents):
        with pytest.raises(DataFault):
            look(file)
    with pytest.raises(QtwarError):
        package.rules(file)


def validate_archive(file: Path) -> None:
    for problem in validate_module(file):
        raise DataFault(problem.key)


@pytest.mark.parametrize("spoil", ["cut", "flip", "garbage", "empty", "encrypted"])
def test_a_torn_archive_ends_in_a_sentence(spoil: str, module: Path, tmp_path: Path) -> None:
    file = tmp_path / "small.qtmod"
    sharing.pack_folder(module, file)
    data = file.read_bytes()
    half = len(data) // 2
    changed = {
        "cut": data[:half],
        "garbage": b"PK\3\4" + b"\0" * 900,
        "flip": data[:60] + bytes(b ^ 255 for b in data[60:90]) + data[90:],
        "empty": b"",
        "encrypted": data.replace(b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"),
    }[spoil]  # fmt: skip
    assert changed != data
    file.write_bytes(changed)
    with pytest.raises(DataFault):
        load(file)


def test_what_is_shown_of_an_archive_is_what_is_run(module: Path, tmp_path: Path) -> None:
    """Another `module.yaml` deeper down, met first, hid the rules of one from the page that asks whether to install it."""
    file = tmp_path / "small.qtmod"
    names = [(f.relative_to(module).as_posix(), f.read_bytes()) for f in sorted(module.rglob("*")) if f.is_file()]
    zipped(file, ("tests/old/module.yaml", YAML), ("xmodule.yaml", YAML), *names, ("rules/more.py", RULES))
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
