"""What is meant by words that are typed or pasted, and how a value is shown where it can be typed."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from qtwar.base.kana import fold
from qtwar.model.load.parse import ParsedFile


def value_of(cell: str) -> Any:
    """Return a number where words say one (full-width digits too), true and false, else the words."""
    plain = unicodedata.normalize("NFKC", cell).strip().replace("−", "-")
    if plain.casefold() in ("true", "yes", "はい"):
        return True
    if plain.casefold() in ("false", "no", "いいえ"):
        return False
    digits = plain.lstrip("+-")
    try:
        if digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0") and len(digits) < 16:
            return int(plain)
        if digits.count(".") == 1 and digits.replace(".", "").isdigit() and digits.isascii():
            return float(plain)
    except ValueError:
        pass
    return cell


def meant(text: str) -> Any:
    """Return what is meant by typed words: a number, yes or no, a list (`[1, 2]`), else the words."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [meant(part) for part in text[1:-1].split(",") if part.strip()]
    return value_of(text)


def shown(value: Any) -> str:
    """Return a value as it would be typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(shown(item) for item in value) + "]"
    return "" if value is None else str(value)


NUMBERED = re.compile(
    r"(?P<name>.*?\S)(?:\s*×\s*|\s+[xX*]?\s*)(?P<n>[0-9]+)"
    r"|(?P<m>[0-9]+)(?:\s*×\s*|\s*[xX*]\s+|\s+)(?P<of>.*\S)"
)
"""A number before or behind; one in front stands apart from the word, for an id may begin with digits."""


def counts_text(pieces: Mapping[str, int], names: Mapping[str, str] | None = None) -> str:
    """Return pieces with their numbers as they are typed, `Squad ×3, Gun`; by their ids where there are no `names`."""
    names = names or {}
    return ", ".join(names.get(ident, ident) + (f" ×{n}" if n != 1 else "") for ident, n in pieces.items())


def counts_of(text: str, names: Mapping[str, str] | None = None) -> dict[str, int]:
    """Return what is meant by `Squad ×3, Gun` or `3 squad`: ids, or the words themselves where nothing is called so."""
    names = names or {}
    idents = {ident: ident for ident in names} | {fold(word): ident for ident, word in names.items()}
    found: dict[str, int] = {}
    for part in (part.strip() for part in text.replace("、", ",").split(",")):
        word, n = part, 1
        numbered = NUMBERED.fullmatch(unicodedata.normalize("NFKC", part)) if fold(part) not in idents else None
        if numbered:
            word, n = numbered["name"] or numbered["of"], int(numbered["n"] or numbered["m"])
        if word:
            ident = idents.get(fold(word), word)
            found[ident] = found.get(ident, 0) + n
    return found


SIMPLE = ("cells", "box", "terrain", "feature", "area", "edge")


def condition_text(data: Mapping[str, Any]) -> str:
    """Return a condition as it is typed: `cells 0101 0102`, `within 3 0512`, `any area; area west`."""
    parts = []
    for key, value in data.items():
        if key in SIMPLE:
            parts.append(f"{key} {' '.join(str(v) for v in value)}")
        elif key == "within":
            parts.append(f"within {value[0]} {value[1]}")
        else:
            parts.append(f"{key} {json.dumps(value, ensure_ascii=False)}")
    return "; ".join(parts)


def condition_of(text: str) -> dict[str, Any]:
    """Return what is meant by a typed condition; raises ValueError or DataFault."""
    found: dict[str, Any] = {}
    for part in text.split(";"):
        key, _, rest = part.strip().partition(" ")
        if not key:
            continue
        if key in SIMPLE:
            found[key] = rest.split()
        elif key == "within":
            distance, cell = rest.split()
            found[key] = [int(distance), cell]
        elif key in ("attr", "with", "without", "all", "any", "not"):
            found[key] = ParsedFile(key, rest).data
        else:
            raise ValueError(key)
    return found
