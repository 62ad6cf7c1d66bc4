"""Canonical JSON: one spelling for equal data, so that hashes and byte comparisons mean something."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
_SCALARS = frozenset((str, int, float, bool, type(None)))


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def dumps(value: object) -> str:
    """Return the canonical text of plain JSON data: sorted keys, no spaces, UTF-8; refuses NaN.

    Raises TypeError or ValueError for what JSON cannot hold.
    """
    return _encode(value)


def loads(text: str | bytes) -> Any:
    """Return the data of a JSON text; raises ValueError where it is not JSON."""
    return json.loads(text)


def strict(text: str) -> Any:
    """Return the data of a JSON text that anybody may have written; raises ValueError or RecursionError.

    Refused is what JSON does not have (NaN, endless numbers) and what could not be stored or shown (half characters).
    """
    data = _STRICT.decode(text)
    if "\\u" in text:
        json.dumps(data, ensure_ascii=False).encode("utf-8")  # a half character can not be encoded
    return data


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:40]} is not a number")
    return number


_STRICT = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite)


def digest(value: object) -> str:
    """Return the SHA-256 of the canonical text, as 64 hex digits."""
    return hashlib.sha256(dumps(value).encode("utf-8", "surrogatepass")).hexdigest()


def copy(value: Any) -> Any:
    """Return a deep copy of plain JSON data (dicts, lists, scalars)."""
    # most of what is copied are words and numbers: these are not asked for by a call each
    if isinstance(value, dict):
        return {k: v if type(v) in _SCALARS else copy(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [v if type(v) in _SCALARS else copy(v) for v in value]
    return value


def words(value: Any) -> Iterator[str]:
    """Yield every word in plain JSON data, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from words(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from words(inner)
