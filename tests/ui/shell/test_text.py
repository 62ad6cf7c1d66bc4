"""Messages become sentences with links."""

from __future__ import annotations

import pytest

from qtwar.base.text import Span, Texts, read


class Names:
    def name(self, what, ident, language):
        return {"p": "PBR", "c": "Can Tho", "s": "FW"}.get(what, ident)


TEXTS = Texts(
    {
        "en": {"a": "Move {force} to {where}.", "n": "{n} {n|counter|counters}", "l": "{who} {who|moves|move}."},
        "ja": {"a": "{where}へ{force}を動かします。"},
    },
    Names(),
)


def test_links_and_equal_names_counted_in_both_languages():
    message = {
        "key": "a",
        "args": {"force": [{"p": "1"}, {"p": "2"}, {"p": "~x#0"}], "where": {"c": "delta:2015"}},
        "rule": "8.4",
    }
    assert TEXTS.plain(message, "en") == "Move 2 × PBR and a face-down counter to Can Tho (8.4)."
    assert TEXTS.plain(message, "ja") == "Can ThoへPBR×2、裏向きのカウンターを動かします(8.4)。"
    assert Span("Can Tho", "cell:delta:2015") in TEXTS.spans(message, "en")
    assert Span("8.4", "rule:8.4") in TEXTS.spans(message, "en")


def test_a_rule_is_cited_once_and_only_by_its_number():
    written = Texts({"en": {"m": "One medevac at a time (12.0)."}, "ja": {"m": "後送は同時に1つです(12.0)。"}})
    assert written.plain({"key": "m", "rule": "12.0"}, "en") == "One medevac at a time (12.0)."
    assert Span("12.0", "rule:12.0") in written.spans({"key": "m", "rule": "12.0"}, "ja")
    assert written.plain({"key": "m", "rule": "12.0"}, "ja") == "後送は同時に1つです(12.0)。"
    assert written.plain({"key": "m", "rule": "SETUP"}, "en") == "One medevac at a time (12.0)."


def test_plurals_missing_keys_and_missing_arguments():
    assert TEXTS.plain({"key": "n", "args": {"n": 1}}, "en") == "1 counter"
    assert TEXTS.plain({"key": "n", "args": {"n": 3}}, "ja") == "3 counters"
    assert TEXTS.plain({"key": "l", "args": {"who": [{"p": "1"}]}}, "en") == "PBR moves."
    assert TEXTS.plain({"key": "l", "args": {"who": [{"p": "1"}, {"p": "2"}]}}, "en") == "2 × PBR move."
    assert TEXTS.plain({"key": "no.such"}, "ja") == "no.such"
    assert TEXTS.plain({"key": "n"}, "en") == "{n} {n|counter|counters}"


def test_a_bad_line_is_named(tmp_path):
    path = tmp_path / "en.yaml"
    path.write_text("a: one\nnonsense\n")
    with pytest.raises(ValueError, match=r"en.yaml, line 2: a text is written as 'key: text'"):
        read(path)
    path.write_text("a: one\na: two\n")
    with pytest.raises(ValueError, match="line 2: the key a is there twice"):
        read(path)


def test_face_down_counters_are_counted_in_words():
    said = Texts({"en": {"note": "{pieces} move."}, "ja": {"note": "{pieces}が動きます。"}})
    for pieces, en, ja in (
        ([{"hidden": ""}] * 3, "3 face-down counters move.", "裏向きのカウンター×3が動きます。"),
        ([{"p": "~m:0101#0"}, {"p": "~m:0101#1"}], "2 face-down counters move.", "裏向きのカウンター×2が動きます。"),
        ([{"hidden": ""}], "a face-down counter move.", "裏向きのカウンターが動きます。"),
    ):
        message = {"key": "note", "args": {"pieces": pieces}}
        assert said.plain(message, "en") == en
        assert said.plain(message, "ja") == ja
