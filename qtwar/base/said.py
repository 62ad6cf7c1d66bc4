"""The program's English sentences of refusal and of problems in another language.

Faults are made where they are found, in English, with the place and how to mend it. `resources/said/<language>.yaml`
has the same sentence for each, with `{}` for what is filled in; values of the holes are translated where they are
words or sentences of the list (`kinds`, `did you mean 'x'`), else kept. The catalogue's own faults (`fault.…` of
`resources/i18n`) are known too. What the list lacks stays English.
"""

from __future__ import annotations

import re
from functools import lru_cache

from qtwar.base.text import RESOURCES, program, read

_PLACED = re.compile(r"(.+) in (\S+) line (\d+)(?: \((.*)\))?", re.DOTALL)  # where in a file something is wrong
_NAMED = re.compile(r"\{[a-z_]+\}")
_PROSE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")
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
    for english, other in (*read(path).items(), *_catalogue(language)):
        if "{}" not in english:
            plain[_lower(english)] = other
            continue
        spelled = _INSIDE.join(re.escape(part) for part in _HOLE.split(english))
        if english[:1].isalpha():  # a sentence may stand inside another one
            spelled = f"[{english[0].upper()}{english[0].lower()}]{spelled[1:]}"
        holed.append((len(english) - 4 * english.count("{}"), re.compile(spelled, re.DOTALL), other))
    holed.sort(key=lambda one: -one[0])
    return plain, tuple((pattern, other) for _, pattern, other in holed)


def _catalogue(language: str) -> list[tuple[str, str]]:
    """Return the faults of the program's catalogue as the list writes sentences: holes without names."""
    found = []
    for key, english in program("en").items():
        other = program(language).get(key)
        if key.startswith("fault.") and other is not None:
            for number, name in enumerate(_NAMED.findall(english), 1):
                other = other.replace(name, f"{{{number}}}")
            found.append((_NAMED.sub("{}", english).rstrip("."), other.rstrip("。")))
    return found


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
    placed = _PLACED.fullmatch(text)
    if placed is not None:
        inner = _part(placed[1], language)
        where = f"、{placed[4]}" if placed[4] else ""
        return f"{inner}({placed[2]} {placed[3]}行目{where})" if inner is not None else None
    for pattern, other in patterns:
        match = pattern.fullmatch(text)
        if match is not None:
            for number, value in enumerate(match.groups(), 1):
                other = other.replace(f"{{{number}}}", _value(value, language))
            return other
    return None


def _value(value: str, language: str) -> str:
    """Return what fills a hole: a known word, the same sentence inside, or itself in the marks of the language."""
    plain, _ = _patterns(language)
    known = plain.get(value) or plain.get(_lower(value))
    if known is not None:
        return known
    if value.startswith(" "):
        return _part(value.rstrip("?."), language) or value
    if _PROSE.search(value):
        turned = said(value, language)
        if turned != value:
            return turned.removesuffix("。")
    return re.sub(r"'([^']*)'", r"「\1」", value) if "'" in value else value


def _lower(text: str) -> str:
    """Return a sentence as it stands inside another: its first letter small, names of more capitals kept."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
