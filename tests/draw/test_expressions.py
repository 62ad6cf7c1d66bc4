"""The language of counter templates: what it says, and how it says no."""

import pytest

from qtwar.base.errors import DataFault
from qtwar.draw.expr import FieldMissing, evaluate, fill_in, holds

FIELDS = {"fire": 6, "name": "SEAL Alpha", "traits": ["hq", "supply"], "cap": None, "side": {"id": "FW"}}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("fire", 6),
        ("side.id == 'FW'", True),
        ("'hq' in traits and fire >= 6", True),
        ("'hq' not in traits or not fire", False),
        ("fire in [1, 2, 6]", True),
        ("cap > 0", False),
        ("(fire > 9 or fire < 7) and name != ''", True),
        ("name|upper", "SEAL ALPHA"),
        ("fire|half", 3),
        ("traits|length", 2),
    ],
)
def test_expressions_mean_what_they_say(text: str, value: object) -> None:
    assert evaluate(text, FIELDS) == value


def test_holes_are_filled_and_null_is_nothing() -> None:
    assert fill_in("{fire}-{cap} {name|first}", FIELDS) == "6- S"


def test_a_plain_condition_may_be_a_boolean() -> None:
    assert holds(True, FIELDS)
    assert not holds("cap", FIELDS)


def test_a_missing_field_names_itself_and_what_there_is() -> None:
    with pytest.raises(FieldMissing) as caught:
        evaluate("side.nation", FIELDS)
    assert caught.value.name == "side.nation"
    assert caught.value.known == ["id"]


@pytest.mark.parametrize("text", ["fire >", "fire = 3", "fire|eval", "(fire", "__import__('os')", "fire 3", "[1, 2"])
def test_what_is_no_expression_is_refused_in_plain_words(text: str) -> None:
    with pytest.raises(DataFault) as caught:
        evaluate(text, FIELDS)
    assert caught.value.text.startswith("“")


def test_words_and_numbers_are_not_compared() -> None:
    with pytest.raises(DataFault, match="cannot be compared"):
        evaluate("name < 3", FIELDS)
