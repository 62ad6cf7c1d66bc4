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
WRITTEN = ("attr", "with", "without", "all", "any", "not")
"""What a condition holds beside the simple ones; it is typed as files have it."""
Vocabulary = Mapping[str, Mapping[str, str]]
"""Words for the parts of a condition: those of each kind by id (`terrain`: `woods`), and under `""` those of the kinds."""


def condition_text(data: Mapping[str, Any], words: Vocabulary | None = None) -> str:
    """Return a condition as it is typed, in `words`: `Area: West; Within: 3 0512`; of several that will do, `… | …`."""
    words = words or {}
    kinds = words.get("", {})
    if set(data) == {"any"} and len(data["any"]) > 1 and all(set(part) <= {*SIMPLE, "within"} for part in data["any"]):
        return " | ".join(condition_text(part, words) for part in data["any"])
    parts = []
    for key, value in data.items():
        called = words.get(key, {})
        if key in SIMPLE:
            said = (", " if called else " ").join(called.get(str(v), str(v)) for v in value)
        elif key == "within":
            said = f"{value[0]} {value[1]}"
        else:
            said = json.dumps(value, ensure_ascii=False)
        parts.append(f"{kinds[key]}: {said}" if key in kinds else f"{key} {said}")
    return "; ".join(parts)


def condition_of(text: str, words: Vocabulary | None = None) -> dict[str, Any]:
    """Return what is meant by a typed condition, in `words` or by ids; raises ValueError or DataFault."""
    words = words or {}
    if "|" in text and not set(text) & set("[{"):
        return {"any": [condition_of(part, words) for part in text.split("|") if part.strip()]}
    kinds = {key: key for key in (*SIMPLE, "within", *WRITTEN)} | {fold(word): key for key, word in words.get("", {}).items()}
    found: dict[str, Any] = {}
    for part in re.split("[;；]", text):
        if not part.strip():
            continue
        key, rest = _kind_of(part.strip(), kinds)
        if key in SIMPLE:
            found[key] = _idents_of(rest, words.get(key, {}))
        elif key == "within":
            distance, cell = rest.split()
            found[key] = [int(distance), cell]
        else:
            found[key] = ParsedFile(key, rest).data
    return found


def _kind_of(part: str, kinds: Mapping[str, str]) -> tuple[str, str]:
    """Return which kind a part of a condition is, and what stands behind the kind's word."""
    for at in [m.start() for m in re.finditer(r"[:：\s]", part)][::-1]:
        if (key := kinds.get(fold(part[:at]))) is not None:
            return key, part[at + 1 :].strip(" :：　")
    raise ValueError(part)


def _idents_of(text: str, called: Mapping[str, str]) -> list[str]:
    """Return the ids of what is named, parted by commas, or by spaces where a name has none."""
    idents = {ident: ident for ident in called} | {fold(name): ident for ident, name in called.items()}
    found: list[str] = []
    for name in (name.strip() for name in re.split("[,、]", text)):
        known = idents.get(name) or idents.get(fold(name))
        found += [known] if known else [idents.get(word) or idents.get(fold(word), word) for word in name.split()]
    return found
