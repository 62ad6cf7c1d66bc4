"""The program's English sentences of refusal and of problems in another language.

Faults are made where they are found, in English, with the place and how to mend it. `resources/said/<language>.yaml`
has the same sentence for each, with `{}` for what is filled in; values of the holes are translated where they are
words of the list (`kinds`, `did you mean 'x'`), else kept. What the list lacks stays English.
"""

from __future__ import annotations

import re
from functools import lru_cache

from qtwar.base.text import RESOURCES, read

_HOLE = re.compile(r"\{\}")
_INSIDE = "((?:(?!; ).)*?)"


@lru_cache(maxsize=4)
def _patterns(language: str) -> tuple[dict[str, str], tuple[tuple[re.Pattern[str], str], ...]]:
    """Return the words without holes, and the sentences with holes, the most particular first."""
    path = RESOURCES / "said" / f"{language}.yaml"
    if not path.is_file():
        return {}, ()
    plain: dict[str, str] = {}
    holed: list[tuple[int, re.Pattern[str], str]] = []
    for english, other in read(path).items():
        if "{}" not in english:
            plain[_lower(english)] = other
            continue
        spelled = _INSIDE.join(re.escape(part) for part in _HOLE.split(_lower(english)))
        holed.append((len(english) - 4 * english.count("{}"), re.compile(spelled, re.DOTALL), other))
    holed.sort(key=lambda one: -one[0])
    return plain, tuple((pattern, other) for _, pattern, other in holed)


def said(sentence: str, language: str) -> str:
    """Return a sentence in a language; in English, or where nothing is known of it, as it is."""
    plain, patterns = _patterns(language)
    if not plain and not patterns:
        return sentence
    bare = re.sub(r"[.?]+$", "", sentence.strip())
    found = _part(bare, language)
    if found is not None:
        return found + "。"
    parts = bare.split("; ")
    turned = [_part(part, language) for part in parts]
    if all(part is None for part in turned):
        return sentence
    return "。".join(new if new is not None else old for new, old in zip(turned, parts, strict=True)) + "。"


def _part(text: str, language: str) -> str | None:
    plain, patterns = _patterns(language)
    lower = _lower(text)
    if lower in plain:
        return plain[lower]
    for pattern, other in patterns:
        match = pattern.fullmatch(lower)
        if match is not None:
            for number, value in enumerate(match.groups(), 1):
                other = other.replace(f"{{{number}}}", _value(value, language))
            return other
    return None


def _value(value: str, language: str) -> str:
    """Return what fills a hole: a known word, the same sentence inside, or itself in the marks of the language."""
    plain, _ = _patterns(language)
    known = plain.get(value)
    if known is not None:
        return known
    if value.startswith(" "):
        return _part(value, language) or value
    return re.sub(r"'([^']*)'", r"「\1」", value) if "'" in value else value


def _lower(text: str) -> str:
    """Return a sentence as it stands inside another: its first letter small, names of more capitals kept."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
