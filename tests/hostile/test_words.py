"""Names and texts of titles never become HTML, and nothing opens a file or an address but what a person pressed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.base.colours import GREY, hexed
from qtwar.ui.widgets.plain import plain

ROOT = Path(__file__).resolve().parents[2] / "qtwar"
MARKED = {"docks/logpage.py", "widgets/rich.py", "guide.py"}
"""Where HTML or Markdown is made: of escaped words, or of our own guide."""
LABELS = {"widgets/basics.py", "widgets/rich.py", "play/floats.py", "play/badge.py", "rows_page.py"}
"""Where labels are made, which say their format or show a picture, and where all are searched."""
OPENS = {"toast.py", "guide.py"}
"""What a person pressed: the file just written, an address of our own guide."""
HTML = {"setHtml", "insertHtml", "setMarkdown", "appendHtml", "setOpenExternalLinks", "RichText", "AutoText", "MarkdownText"}
HOSTILE = ['<a href="file:///etc/passwd">x</a>', "<img src='file:///dev/zero'>", "<b>bold</b>", "&lt;b&gt;<i>", "a < b > c"]


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted((ROOT / "ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield path.relative_to(ROOT / "ui").as_posix(), node


def harmless(words: ast.expr) -> bool:
    """Return whether words for a tooltip are plain, a fixed text of ours, or a tooltip already."""
    if isinstance(words, ast.Constant):
        return True
    if not isinstance(words, ast.Call):
        return False
    if isinstance(words.func, ast.Name):
        return words.func.id == "plain" or (words.func.id == "tr" and not words.keywords)
    return isinstance(words.func, ast.Attribute) and words.func.attr == "toolTip"


def test_every_tooltip_is_plain() -> None:
    found = []
    for file, call in calls():
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if name == "setToolTip" and not harmless(call.args[-1]):
            found.append(f"{file}:{call.lineno}")
        if name == "showText" and file != "widgets/faces.py" and not harmless(call.args[1]):  # that one shows a picture of ours
            found.append(f"{file}:{call.lineno}")
    assert found == []


@pytest.mark.parametrize(("names", "allowed"), [(HTML, MARKED), ({"openUrl"}, OPENS)])
def test_html_and_addresses_stand_where_they_are_known(names: set[str], allowed: set[str]) -> None:
    found = set()
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in names:
                found.add(path.relative_to(ROOT / "ui").as_posix() if path.is_relative_to(ROOT / "ui") else str(path))
    assert found <= allowed


def test_labels_say_their_format() -> None:
    made = {
        path.relative_to(ROOT / "ui").as_posix()
        for path in sorted((ROOT / "ui").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id == "QLabel"
    }
    assert made <= LABELS


@pytest.mark.parametrize("words", HOSTILE)
def test_what_looks_like_html_is_shown_letter_by_letter(words: str) -> None:
    from PySide6.QtGui import QTextDocumentFragment

    shown = plain(words)
    assert QTextDocumentFragment.fromHtml(shown).toPlainText() == words


COLOURS = ["red; image:url(/dev/zero)", "#fff}", "url(file:///etc/passwd)", "", "#", "#12", "red", None, 5, ["#ffffff"]]


@pytest.mark.parametrize("colour", COLOURS, ids=str)
def test_a_colour_of_a_title_is_six_digits(colour: object) -> None:
    assert hexed(colour) == GREY
    assert hexed("#a1B2c3") == "#a1B2c3"
    assert hexed("#a1f") == "#aa11ff"


@pytest.mark.parametrize("colour", COLOURS, ids=str)
def test_a_side_of_any_colour_has_its_badge(colour: object, qtbot: object) -> None:
    from qtwar.ui.play.badge import SideBadge

    badge = SideBadge()
    qtbot.addWidget(badge)  # type: ignore[attr-defined]
    badge.show_side("Red", str(colour), str(colour), "flag")
    assert "url" not in badge.styleSheet()
