"""Names in both languages at once, so that nobody has to translate "Table 1", or a place that is called alike in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.base.text import LANGUAGES, Texts
from qtwar.ui.i18n import language

_texts = Texts()


def both(key: str, **args: Any) -> dict[str, str]:
    """Return a text of the program in each language."""
    return {lang: _texts.plain({"key": key, "args": args}, lang, cite=False) for lang in LANGUAGES}


def typed(words: str, now: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return a name as it becomes when words are typed; a language that had none of its own takes them too."""
    now = now or {}
    before = now.get(language(), "")
    own = {lang: now.get(lang) for lang in LANGUAGES if lang != language() and now.get(lang) != before}
    return {lang: own.get(lang) or words for lang in LANGUAGES}
