"""Type: widths from the files themselves, line breaks in both languages, letters that no font has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF

from qtwar.draw import displaylist as dl
from qtwar.export import typeface, typeset
from qtwar.export.choices import Choices
from qtwar.export.press import make_book
from qtwar.qtpaint import fonts
from qtwar.services import printing
from tests.export.field import field

BODY = dl.Font("Inter", 3.0)


@pytest.mark.parametrize(
    ("family", "weight"), [("Inter", 400), ("Inter", 700), ("EB Garamond", 600), ("Barlow Condensed", 800)]
)
def test_widths_are_those_of_the_fonts(family, weight, qapp):
    for letter in "AgWi5M":  # a blank Qt may take from another face
        font = fonts.font(family, weight)
        font.setKerning(False)
        wide = QFontMetricsF(font).horizontalAdvance(letter) / 200
        assert typeface.width(letter, dl.Font(family, 1.0, weight)) == pytest.approx(wide, abs=0.006)


def test_japanese_falls_back_to_the_bundled_faces():
    names = [face.name for face, _ in typeface.runs("Can Tho カントー 2015", BODY)]
    assert names == ["Inter-Regular", "ZenKakuGothicNew-Medium", "Inter-Regular"]
    assert "".join(words for _, words in typeface.runs("Can Tho カントー 2015", BODY)) == "Can Tho カントー 2015"
    assert [f.name for f, _ in typeface.runs("海", dl.Font("EB Garamond", 1.0))] == ["ZenOldMincho-SemiBold"]


def test_letters_without_a_font_are_named():
    assert typeface.missing("Đại tá 大佐 \U0001f681 ꙮ", BODY)[-2:] == ["\U0001f681", "ꙮ"]
    assert typeface.missing("Game Warden 第116任務部隊", BODY) == []


def test_signs_have_a_face_in_every_family():
    signs = "≤ ≥ → ← ★ ☆ ● ○ ■ ◆ ▲ ✓ ⇒ ‐ ①"
    for family in ("Inter", "EB Garamond", "Barlow Condensed", "Alegreya Sans", "Saira Stencil One"):
        assert typeface.missing(signs, dl.Font(family, 1.0, 700)) == []
    names = [face.name for face, _ in typeface.runs("2 ≤ X", dl.Font("Inter", 1.0, 700))]
    assert names == ["Inter-Bold", "InterSigns-Bold", "Inter-Bold"]


def test_a_letter_that_no_font_has_is_named_with_font_and_page(qapp):
    title = {"id": "field", "name": {"en": "The Field \U0001f681", "ja": "野戦"}}
    book = make_book(printing.scenario_source(field(title=title), "one"), Choices(what=("oob",)))
    assert [(p.page, p.words) for p in book.problems] == [
        (0, "The letter \U0001f681 (U+1F681) is neither in Inter nor in the fonts behind it; on page 1 it stays empty.")
    ]


def test_no_line_begins_with_a_stop_or_ends_with_a_bracket():
    words = "第116任務部隊(河川哨戒)は、デルタ全域で哨戒します。「基地」から出ます。"
    for room in range(9, 60, 3):
        for line in typeset.lines(words, BODY, room):
            assert line[0] not in "、。)」"
            assert line[-1] not in "(「"


def test_a_dot_between_languages_ends_its_line():
    words = "Gordonsville 1740 · ゴードンズビル 1740"
    for room in range(14, 70, 4):
        lines = typeset.lines(words, BODY, room)
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert not any(line.startswith("·") for line in lines)


@given(st.text(st.sampled_from("abc de、。(配置)W "), max_size=60), st.floats(6.0, 60.0))
def test_lines_fit_and_lose_nothing(words, room):
    lines = typeset.lines(words, BODY, room)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    for line in lines:
        # a stop may hang over the edge with the letter that it must not leave
        assert typeface.width(line, BODY) <= room + 3 * BODY.size or len(line) <= 3


def test_shortened_and_fitted():
    assert typeset.shortened("Coastal Surveillance", BODY, 200) == "Coastal Surveillance"
    short = typeset.shortened("Coastal Surveillance", BODY, 15)
    assert short.endswith("…")
    assert typeface.width(short, BODY) <= 15
    font, smaller = typeset.fitted("Coastal Surveillance", BODY, 25)
    assert smaller
    assert typeface.width("Coastal Surveillance", font) <= 25.01
