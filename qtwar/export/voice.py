"""The language of a sheet: English, Japanese, or both side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.text import LANGUAGES, Texts
from qtwar.model.base import LocalText

BOTH = "both"
_PLAIN = Texts()


def check_language(language: str) -> str:
    """Return the language if sheets can be made in it; raises DataFault naming those there are."""
    if language not in (*LANGUAGES, BOTH):
        raise DataFault("fault.print.language", language=language, known=[*LANGUAGES, BOTH])
    return language


@dataclass(frozen=True, slots=True)
class Voice:
    """Says texts in one language or in both; `texts` are the title's with the program's behind them."""

    language: str
    texts: Texts = _PLAIN

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in use, the first one first."""
        return LANGUAGES if self.language == BOTH else (self.language,)

    @property
    def main(self) -> str:
        """The language of drawings and of the file."""
        return self.languages[0]

    def join(self, words: Iterable[str]) -> str:
        """Return the same thing said in each language, once where it is said alike."""
        return " · ".join(dict.fromkeys(w for w in words if w))

    def say(self, key: str, /, **args: Any) -> str:
        """Return a short text of the catalogue, in both languages on one line if both are wanted."""
        return self.join(self.in_language(lang, key, **args) for lang in self.languages)

    def in_language(self, lang: str, key: str, /, **args: Any) -> str:
        """Return a text of the catalogue in one language."""
        return self.texts.plain({"key": key, "args": args}, lang, cite=False)

    def has(self, key: str) -> bool:
        """Return whether the catalogue has a text in the main language."""
        return self.texts.has(key, self.main)

    def text(self, text: LocalText | None) -> str:
        """Return a name in the wanted languages on one line."""
        return self.join(text.get(lang) for lang in self.languages) if text is not None else ""

    def each(self, text: LocalText | None) -> list[str]:
        """Return a sentence once for each language."""
        return list(dict.fromkeys(w for lang in self.languages if text is not None and (w := text.get(lang))))

    def message(self, message: Any, *, cite: bool = True) -> list[str]:
        """Return a message of the log once for each language."""
        return list(dict.fromkeys(self.texts.plain(message, lang, cite=cite) for lang in self.languages))
