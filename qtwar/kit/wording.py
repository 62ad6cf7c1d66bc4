"""What tests of a title's sentences are written with: keys that its rules use, and whether both languages have them alike.

`module` is the folder of the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from qtwar.base import text

FULL_WIDTH = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
HOLE = re.compile(r"\{([a-z_0-9]+)")


def texts(module: Path, language: str) -> dict[str, str]:
    """Return the sentences of a title by key."""
    return text.read(module / "i18n" / f"{language}.yaml")


def sources(module: Path) -> list[str]:
    """Return the text of each file of a title's rules."""
    return [path.read_text(encoding="utf-8") for path in sorted((module / "rules").glob("*.py"))]


def used(module: Path, heads: str) -> set[str]:
    """Return the keys that stand in the rules: words in quotes that begin with one of `heads` (`ask|note|…`) and a dot."""
    key = re.compile(rf'"((?:{heads})\.[a-z0-9_.]*[a-z0-9_])"')
    return {found for source in sources(module) for found in key.findall(source)}


def missing(module: Path, keys: Iterable[str]) -> list[str]:
    """Return `language: key` of each key that neither the title nor the program has."""
    wanted = sorted(set(keys))
    known = {language: {*text.program(language), *texts(module, language)} for language in text.LANGUAGES}
    return [f"{language}: {key}" for language in text.LANGUAGES for key in wanted if key not in known[language]]


def differences(module: Path) -> list[str]:
    """Return in words where the languages do not have the same keys in order, the same holes, or half-width letters."""
    en, ja = texts(module, "en"), texts(module, "ja")
    found = [f"{key} is in one language only" for key in sorted(en.keys() ^ ja.keys())]
    found += [f"{key} is out of order" for key, right in zip(en, sorted(en), strict=True) if key != right][:1]
    for key in en.keys() & ja.keys():
        if set(HOLE.findall(en[key])) != set(HOLE.findall(ja[key])) and "|" not in en[key]:
            found.append(f"{key} has other holes in Japanese")
    return [*found, *(f"{key} has letters of full width" for key, said in ja.items() if FULL_WIDTH.search(said))]
