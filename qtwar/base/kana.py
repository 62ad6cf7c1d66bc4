"""Finding Japanese by what is typed: hiragana or katakana, wide or narrow letters, or the romaji of words in kana."""

from __future__ import annotations

import re
import unicodedata

_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ", "d": "だぢづでど", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
}  # fmt: skip
_ROMAJI = {kana: row + vowel for row, kanas in _ROWS.items() for kana, vowel in zip(kanas, "aiueo", strict=True)}
_ROMAJI |= {
    "し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "じ": "ji", "ぢ": "ji", "づ": "zu", "や": "ya", "ゆ": "yu", "よ": "yo",
    "わ": "wa", "を": "o", "ん": "n", "ゔ": "vu",
}  # fmt: skip
_SMALL = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo", "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o"}
_KANA = re.compile("[ぁ-ゖー]+")
_TO_HIRAGANA = {n: n - 0x60 for n in range(ord("ァ"), ord("ヶ") + 1)}


def fold(text: str) -> str:
    """Return a text as it is compared: case, width of letters and the kind of kana make no difference."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_TO_HIRAGANA)


def romaji(text: str) -> str:
    """Return the words in kana of a folded text in Hepburn letters, long vowels doubled: すたっく → sutakku."""
    return " ".join(_spell(run) for run in _KANA.findall(text))


def _spell(run: str) -> str:
    out, double = "", False
    for kana in run:
        if kana == "っ":
            double = True
        elif kana == "ー":
            out += out[-1:]
        elif kana in _SMALL and out:
            # き + ゃ = kya, し + ゃ = sha, ふ + ぁ = fa
            glide = _SMALL[kana]
            stem = out[:-1]
            out = stem + (glide[-1] if stem.endswith(("sh", "ch", "j")) or len(glide) == 1 else glide)
        else:
            letters = _ROMAJI.get(kana, "")
            out += letters[:1] * double + letters
            double = False
    return out


def searched(text: str) -> str:
    """Return all that a text is found by: itself folded, then the romaji of its kana."""
    folded = fold(text)
    return f"{folded} {romaji(folded)}".rstrip()


__all__ = ["fold", "romaji", "searched"]
