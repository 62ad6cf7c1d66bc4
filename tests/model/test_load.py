"""Modules as YAML: there and back unchanged, and every slip told with file, line and the near word."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import qtwar
from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.model import dump
from qtwar.model.content import TitleContent
from qtwar.model.load import ModuleFiles, load, read, title_info
from qtwar.model.load.parse import ParsedFile
from qtwar.model.load.source import MOST_FILES
from tests.model.contents import contents, plain, small
from tests.model.titles import TITLES, title


@pytest.mark.parametrize("name", TITLES)
def test_writing_a_title_and_reading_it_is_the_identity(name: str, tmp_path: Path) -> None:
    content = title(name)
    dump.dump(content, tmp_path)
    again = load(tmp_path)
    assert again == content
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.yaml")}
    dump.dump(again, tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.yaml")} == before
    lines = [line.strip() for path in before for line in path.read_text("utf-8").splitlines()]
    assert max(len(line) for line in lines if "'" not in line and not line.startswith("d: M ")) <= 200  # but drawn paths


@settings(max_examples=20)
@given(contents())
def test_any_content_is_written_and_read_unchanged(content: TitleContent) -> None:
    with tempfile.TemporaryDirectory() as name:
        _there_and_back(content, Path(name))


def _there_and_back(content: TitleContent, folder: Path) -> None:
    dump.dump(content, folder)
    once = load(folder)
    # the words of a layer that its legend lacked are now in the legend, and lists of nothing are gone
    assert once.rules_json() == content.rules_json()
    assert (once.counters, once.style, once.texts) == (content.counters, content.style, content.texts)
    dump.dump(once, folder)
    assert load(folder) == once


@given(st.dictionaries(st.text(max_size=8), plain, min_size=1, max_size=4))
def test_any_data_is_written_as_yaml_that_every_reader_takes_alike(data: dict[str, object]) -> None:
    text = dump.write(data)
    assert ParsedFile("x.yaml", text).data == data
    theirs = yaml.safe_load(text)
    assert theirs == data
    assert dump.write(ParsedFile("x.yaml", text).data) == text


ODD = ["0101", "1707", "no", "on", "12:30", "1e5", "~", "", "- a", "a: b", "a #b", "01.5", "0x1F", ".", "..c", "2K"]
ODD += ["2024-01-02", "'", '"', "[", "k\n", "é\u2028", "=", "<<", "_1", "null", "Yes", ".inf", "0o7", "1_0", "+1", "-"]


@pytest.mark.parametrize("word", ODD)
def test_words_that_look_like_something_else_stay_words(word: str) -> None:
    text = dump.write({word: [word, {word: word}]})
    assert ParsedFile("x.yaml", text).data == {word: [word, {word: word}]}
    assert yaml.safe_load(text) == {word: [word, {word: word}]}


def test_bare_words_mean_what_they_look_like() -> None:
    source = ParsedFile("x.yaml", "a: [0101, 1707, no, 12:30, true, ~, 1.5, -3, 007, 1_000, 1e3, 8.4]\n~: x")
    assert source.data == {
        "a": ["0101", 1707, "no", "12:30", True, None, 1.5, -3, "007", "1_000", 1000.0, 8.4], "~": "x",
    }  # fmt: skip


def _aliases(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for n in range(1, levels):
        lines.append(f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]")
    return "\n".join(lines)


TOO_MUCH = [
    ("? " * 100_000, "A key must be a word in x.yaml line 1."),
    ("a:\n  " + "? " * 100_000, "A key must be a word in x.yaml line 2."),
    ("- " * 100_000, "The data is nested too deep in x.yaml line 1."),
    ("a:\n" + "[" * 100_000, "This is not valid YAML: could not find expected ':' in x.yaml line 2."),
    ("a:\n" + " [\n" * 900 + "]" * 900, "The data is nested too deep in x.yaml line 61."),
    ("a: {" + "a:\n {" * 900 + "}" * 900, "The data is nested too deep in x.yaml line 60."),
    (_aliases(9), "The file holds more than 500000 values in x.yaml line 6; split it."),
    ("a: &a [*a]", "*a repeats nothing that is whole before it in x.yaml line 1."),
    ("a:\n  b: " + "9" * 5_000, "The number " + "9" * 37 + "… is too large in x.yaml line 2; put it in quotes if it is a name."),
    ("a: 1e999", "The number 1e999 is too large in x.yaml line 1; put it in quotes if it is a name."),
    ("a: " + "word " * 300_000, "A text of 1499999 characters is too long in x.yaml line 1; 1000000 are the most."),
    ("'" + "k" * 1_001 + "': 1", "A key of 1001 characters is too long in x.yaml line 1; 1000 are the most."),
    ("a: 1\n---\na: 2\n", "A second document begins here in x.yaml line 2; keep one in a file."),
    ("a: !!python/none x", "The tag tag:yaml.org,2002:python/none has no meaning here in x.yaml line 1."),
]


@pytest.mark.parametrize(("text", "said"), TOO_MUCH, ids=[said[:24] for _, said in TOO_MUCH])
def test_what_would_be_too_much_is_refused_before_it_is_built(text: str, said: str) -> None:
    with pytest.raises(DataFault) as fault:
        ParsedFile("x.yaml", text)
    assert fault.value.text == said


def test_what_is_repeated_by_an_alias_is_there_again_with_the_line_of_its_place() -> None:
    source = ParsedFile("x.yaml", "a: &a [1, {b: 2}]\nc:\n  d: *a\n")
    assert source.data == {"a": [1, {"b": 2}], "c": {"d": [1, {"b": 2}]}}
    assert [source.line(path) for path in ((), ("a",), ("c",), ("c", "d"), ("c", "d", 1, "b"), ("c", "x"))] == [1, 1, 2, 3, 1, 2]


def test_a_file_that_is_no_file_is_refused_and_a_large_one_by_its_size(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    for name in ("pipe.yaml", "zero.yaml"):
        with pytest.raises(DataFault, match=f"^{name} is no ordinary file"):
            files.read(tmp_path / name, 100)
    (tmp_path / "large.yaml").write_bytes(b" " * 101)
    with pytest.raises(DataFault, match=r"^large\.yaml is larger than"):
        files.read(tmp_path / "large.yaml", 100)
    assert files.read(tmp_path / "large.yaml", 101) == b" " * 101
    with pytest.raises(DataFault, match=r"^content of small can not be read \(it is a folder\)"):
        files.read(tmp_path, 101, "content of small")


# ------------------------------------------------------------------------------------------ a bad module


@pytest.fixture
def module(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    dump.dump(small(), folder)
    assert load(folder) == small()
    return folder


def _edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_text("utf-8")
        assert old in text, text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


BOARD, SCENARIO = "content/boards/field.yaml", "content/scenarios/one.yaml"

SLIPS: list[tuple[str, Callable[[Path], None], str]] = [
    ("terrain", _edit(BOARD, "w: wood", "w: wod"),
     "Unknown terrain 'wod' in content/boards/field.yaml line 4 (field); did you mean 'wood'?"),
    ("character", _edit(BOARD, ".w.", ".x."),
     "'x' of cell 0201 (row 1, column 2) is not in the legend in content/boards/field.yaml line 6"),
    ("row", _edit(BOARD, ".w.", ".w"),
     "Row 1 has 2 characters, the grid 3 columns in content/boards/field.yaml line 6."),
    ("cell", _edit(BOARD, "['0101', '0302']", "['0101', '0392']"),
     "Unknown cell '0392' in content/boards/field.yaml line"),
    ("side", _edit(BOARD, "0101|0201", "0101|0301"),
     "'0101|0301' is no side of a cell in content/boards/field.yaml line"),
    ("feature", _edit(BOARD, "features: {town:", "features: {twon:"),
     "Unknown feature 'twon' in content/boards/field.yaml line"),
    ("grid", _edit(BOARD, "kind: square", "kind: triangle"),
     "'kind' can not be 'triangle' in content/boards/field.yaml line"),
    ("key", _edit("content/kinds.yaml", "traits:", "trait:"),
     "Unknown key 'trait' in content/kinds.yaml line 2 (kinds/#1); did you mean 'traits'?"),
    ("no name", _edit("content/oob.yaml", "kind: tank", "knd: tank"), "in content/oob.yaml line"),
    ("kind", _edit("content/oob.yaml", "kind: tank", "kind: tonk"),
     "Unknown piece kind 'tonk' in content/oob.yaml line"),
    ("parent", _edit("content/oob.yaml", "parent: bn", "parent: coy"),
     "This formation is above itself in content/oob.yaml line"),
    ("twice", _edit("content/oob.yaml", "id: '2'", "id: red-1"),
     "The id 'red-1' is there twice in content/oob.yaml line"),
    ("where", _edit(SCENARIO, "terrain: [wood]", "terrain: [wod]"),
     "Unknown terrain 'wod' in content/scenarios/one.yaml line"),
    ("place", _edit(SCENARIO, "at: refit", "at: refti"), "Unknown box 'refti' in content/scenarios/one.yaml line"),
    ("option", _edit(SCENARIO, "fog: true", "fog: 7"),
     "7 is no value of the option 'fog' in content/scenarios/one.yaml line"),
    ("number", _edit(SCENARIO, "turns: 3", "turns: three"),
     "'turns' can not be 'three' in content/scenarios/one.yaml line"),
    ("id", _edit(SCENARIO, "id: one", "id: two"),
     f"The id 'two' and the file's name differ in {SCENARIO} line 1; call it two.yaml"),
    ("order", _edit("module.yaml", "scenarios: [one]", "scenarios: [eins]"),
     "Unknown scenario 'eins' in module.yaml line"),
    ("bad id", _edit("content/kinds.yaml", "id: tank", "id: 'in f'"), "'in f' is no id in content/kinds.yaml line 3"),
    ("yaml", _edit("content/sides.yaml", "sides:", "sides: ["), "content/sides.yaml line"),
    ("key twice", _edit(SCENARIO, "turns: 3", "turns: 3\nturns: 4"),
     f"The key 'turns' is there twice in {SCENARIO} line 4; keep one"),
    ("tag", _edit("content/style.yaml", "field:", "field: !!python/name:os.system\nf2:"), "has no meaning here"),
    ("newer", _edit("module.yaml", "format: 1", "format: 99"),
     "This module has format 99; this program reads formats up to"),
    ("newer program", _edit("module.yaml", "format: 1", "needs: '99.1'\nsoon: new\nformat: 99"),
     f"This module needs QtWar 99.1, this is {qtwar.__version__}: update QtWar"),
    ("no version", _edit("module.yaml", "format: 1", "needs: 0.10\nformat: 1"),
     "`needs` must be a version of QtWar in quotes, such as '0.2.0' in module.yaml line 2"),
    ("stray file", lambda f: (f / "content/kind.yaml").write_text("kinds: []"),
     "content/kind.yaml is no file of a module; did you mean 'content/kinds.yaml'?"),
    ("bytes", lambda f: (f / "content/sides.yaml").write_bytes(b"sides:\n  - {id: \xff}\n"),
     "This is not UTF-8 text in content/sides.yaml line 2; save the file as UTF-8"),
    ("deep", lambda f: (f / "content/style.yaml").write_text("a: " + "[" * 100_000), "is nested too deep"),
    ("deep lines", lambda f: (f / "content/style.yaml").write_text("a:\n" + "- " * 5000 + "x"), "too deep"),
    ("bomb", lambda f: (f / "content/style.yaml").write_text(
        "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))),
     "The file holds more than 500000 values in content/style.yaml line 7; split it."),
    ("gone", lambda f: (f / "module.yaml").unlink(), "the file module.yaml is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("slip", "words"), [s[1:] for s in SLIPS], ids=[s[0] for s in SLIPS])
def test_a_slip_is_told_with_its_place(slip: Callable[[Path], None], words: str, module: Path) -> None:
    slip(module)
    with pytest.raises(DataFault) as told:
        load(module)
    assert words in told.value.text
    assert "\n" not in told.value.text


def test_a_list_place_is_found_from_the_content(module: Path) -> None:
    loaded = read(module)
    text = (module / "content/oob.yaml").read_text("utf-8").splitlines()
    file, line = loaded.place(("pieces", 1, "kind"))
    assert file == "content/oob.yaml"
    assert "tank" in text[line - 1]
    file, line = loaded.place(("boards", 0, "terrain", "0302"))
    assert (module / file).read_text("utf-8").splitlines()[line - 1].strip() == "- '..w'"


def test_an_archive_is_read_like_its_folder(module: Path, tmp_path: Path) -> None:
    for top in ("", "small/"):
        path = tmp_path / f"small{len(top)}.qtmod"
        with zipfile.ZipFile(path, "w") as archive:
            for file in module.rglob("*"):
                if file.is_file():
                    archive.write(file, top + file.relative_to(module).as_posix())
        assert load(path) == small()
    (tmp_path / "torn.qtmod").write_bytes(path.read_bytes()[:200])
    with pytest.raises(DataFault, match=r"torn\.qtmod is no module archive, or is cut off; fetch"):
        load(tmp_path / "torn.qtmod")


@pytest.mark.parametrize("name", ["../evil.yaml", "/etc/evil", "content/../../evil", "..\\evil", "C:\\evil"])
def test_an_archive_that_reaches_outside_itself_is_not_opened(name: str, module: Path, tmp_path: Path) -> None:
    path = tmp_path / "evil.qtmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(module / "module.yaml", "module.yaml")
        archive.writestr(name, "no")
    with pytest.raises(DataFault, match=r"evil\.qtmod holds .*evil.*, which lies outside the module"):
        ModuleFiles(path)


def test_an_archive_of_a_heap_of_files_is_not_opened(module: Path, tmp_path: Path) -> None:
    path = tmp_path / "heap.qtmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(module / "module.yaml", "module.yaml")
        for n in range(MOST_FILES):
            archive.writestr(f"{n}", "")
    with pytest.raises(DataFault, match=f"holds more than {MOST_FILES} files"):
        ModuleFiles(path)


def test_a_title_is_known_without_the_rest_of_its_files(module: Path) -> None:
    shutil.rmtree(module / "content")
    assert title_info(module) == small().title


def test_a_dump_takes_away_what_is_gone(module: Path) -> None:
    dump.dump(small().model_copy(update={"scenarios": (), "tables": (), "style": {}, "options": ()}), module)
    names = sorted(p.name for p in (module / "content").rglob("*.yaml"))
    assert names == ["counters.yaml", "field.yaml", "hexes.yaml", "kinds.yaml", "oob.yaml", "sides.yaml", "terrain.yaml",
                     "zones.yaml"]  # fmt: skip
