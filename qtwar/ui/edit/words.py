"""Names that the program makes up, in both languages at once, so that nobody has to translate "Table 1"."""

from __future__ import annotations

from typing import Any

from qtwar.base.text import LANGUAGES, Texts

_texts = Texts()


def both(key: str, **args: Any) -> dict[str, str]:
    """Return a text of the program in each language."""
    return {lang: _texts.plain({"key": key, "args": args}, lang, cite=False) for lang in LANGUAGES}
