"""Versions compare as people mean them."""

import pytest

from qtwar.base.version import number


def test_versions_compare_by_their_numbers() -> None:
    assert number("0.10") > number("0.9.9")
    assert number("1.0") == number("1")


@pytest.mark.parametrize("word", ["", "soon", "1.", "1.0rc1", "1.2.3.4.5", "-1", "\u0661.0", "9" * 5000])
def test_what_is_no_version_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="no version"):
        number(word)
