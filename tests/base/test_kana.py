"""What Japanese is found by."""

import pytest

from qtwar.base.kana import fold, romaji, searched


@pytest.mark.parametrize(
    ("text", "letters"),
    [("スタック", "sutakku"), ("カード", "kaado"), ("ジープ", "jiipu"), ("シャベル", "shaberu"), ("ファイア", "faia"),
     ("キャンプ", "kyanpu"), ("ティーガー", "tiigaa"), ("表、フリップ", "furippu"), ("Can Tho", "")],
)  # fmt: skip
def test_words_in_kana_have_romaji(text, letters):
    assert romaji(fold(text)) == letters


def test_width_case_and_kana_make_no_difference():
    assert fold("Ｃａｎ　Ｔｈｏ") == "can tho"
    assert fold("スタック") == fold("すたっく") == fold("ｽﾀｯｸ")
    assert "kantoo" in searched("カントー 2015").split()
