"""What makes a message of text and text of a message: a frozen type, the form of its fields, a limit of bytes.

A message is a JSON object; its field `t` says which one it is, the others are the fields of its type. Fields that the
type does not know are refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, ClassVar, Protocol, TypeVar

from qtwar.engine.forms import Form, plain
from qtwar.wire.limits import MOST_VALUES


class _Fielded(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


M = TypeVar("M", bound=_Fielded)


class Malformed(ValueError):
    """What arrived is no message; says why in a few English words, for the log."""


def from_json(kinds: Mapping[str, tuple[type[M], Mapping[str, Form]]], text: str | bytes, most: int) -> M:
    """Return the message that a text is, one of `kinds` by its `t`; raises Malformed."""
    data = _object(text, most)
    kind = data.pop("t", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise Malformed("no message of that name")
    return filled(*kinds[kind], data)


def filled(made: type[M], forms: Mapping[str, Form], data: dict[str, Any]) -> M:
    """Return a frozen type of an object's fields, each of its form; raises Malformed."""
    if not data.keys() <= forms.keys():
        raise Malformed("a field that is not known")
    needed = {f.name for f in fields(made) if f.default is MISSING and f.default_factory is MISSING}
    if not needed <= data.keys():
        raise Malformed("a field is missing")
    wrong = next((name for name, value in data.items() if not forms[name](value)), None)
    if wrong is not None:
        raise Malformed(f"{wrong} is not of its form")
    return made(**data)


def body(made: type[M], forms: Mapping[str, Form], text: str | bytes, most: int) -> M:
    """Return the frozen type that the body of an HTTP message is; raises Malformed."""
    return filled(made, forms, _object(text, most))


def to_json(kind: str, message: _Fielded) -> str:
    """Return a message as text."""
    data = {f.name: getattr(message, f.name) for f in fields(message)}
    return json.dumps({"t": kind, **data}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _object(text: str | bytes, most: int) -> dict[str, Any]:
    if len(text) > most:
        raise Malformed("too long")
    if len(text) > MOST_VALUES:
        raw = text.encode("utf-8", "replace") if isinstance(text, str) else text
        if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_VALUES:
            raise Malformed("too many values")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("no JSON") from None
    if not isinstance(data, dict) or not plain(data):
        raise Malformed("no plain object")
    return data
