"""What is meant by words that are typed or pasted, and how a value is shown where it can be typed."""

from __future__ import annotations

import unicodedata
from typing import Any


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
