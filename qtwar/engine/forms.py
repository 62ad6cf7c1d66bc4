"""Forms of JSON data that comes from elsewhere: small tests of one value, put together to those of whole objects.

A form says of any value at all whether it may stand there; it raises nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Form = Callable[[Any], bool]
"""Says whether a value may stand where the form is asked for, whatever it is."""

DEEPEST = 64
"""Most lists and objects inside each other in one value."""
MOST_NUMBER = 2**31 - 1
"""Numbers that a person reads or chooses: what a field of the screen holds."""
MOST_WHOLE = 2**64 - 1
"""Whole numbers of any kind: the chance of an entry is one of 64 bits."""
MAX_TEXT = 2000
_WRAPS = ("p", "c", "s", "k")


def text(value: Any) -> bool:
    """Return whether a value is text."""
    return isinstance(value, str)


def name(value: Any) -> bool:
    """Return whether a value is text that is not empty."""
    return isinstance(value, str) and value != ""


def flag(value: Any) -> bool:
    """Return whether a value is true or false."""
    return isinstance(value, bool)


def whole(low: int = -MOST_NUMBER, high: int = MOST_NUMBER) -> Form:
    """Return the form of a whole number from `low` to `high`."""
    return lambda value: type(value) is int and low <= value <= high


index = whole(0)
number = whole()


def measure(value: Any) -> bool:
    """Return whether a value is a finite number, whole or not, of a size that can be drawn."""
    return type(value) in (int, float) and -MOST_NUMBER <= value <= MOST_NUMBER


def anything(value: Any) -> bool:
    """Take any value."""
    return True


def plain(value: Any, depth: int = DEEPEST) -> bool:
    """Return whether a value is JSON and can be stored and shown: numbers of a size, whole characters, not too deep."""
    if isinstance(value, dict):
        for k in value:
            if not isinstance(k, str) or not (k.isascii() or plain(k)):
                return False
        inner: Iterable[Any] = value.values()
    elif isinstance(value, list):
        inner = value
    elif isinstance(value, str):
        return value.isascii() or not any("\ud800" <= c <= "\udfff" for c in value)
    elif value is None or value is True or value is False:
        return True
    elif isinstance(value, int):
        return -MOST_WHOLE <= value <= MOST_WHOLE
    else:
        return isinstance(value, float) and math.isfinite(value)
    if depth == 0:
        return False
    for one in inner:  # most are words and numbers of the usual size: these are not asked for by a call each
        if not (one.isascii() if type(one) is str else type(one) is int and -MOST_NUMBER <= one <= MOST_NUMBER) and not plain(
            one, depth - 1
        ):
            return False
    return True


def listed(form: Form, most: int | None = None) -> Form:
    """Return the form of a list whose members have a form."""
    return lambda value: isinstance(value, list) and (most is None or len(value) <= most) and all(map(form, value))


def mapped(form: Form) -> Form:
    """Return the form of an object whose values have a form, under any names."""
    return lambda value: isinstance(value, dict) and all(map(text, value)) and all(map(form, value.values()))


texts = listed(text)


def unique(value: Any) -> bool:
    """Return whether a value is a list of texts of which none stands there twice."""
    return texts(value) and len(set(value)) == len(value)


def maybe(form: Form) -> Form:
    """Return a form that takes null too."""
    return lambda value: value is None or form(value)


def either(*forms: Form) -> Form:
    """Return the form of what has one of several."""
    return lambda value: any(form(value) for form in forms)


def exactly(**fields: Form) -> Form:
    """Return the form of an object of exactly these fields."""

    def form(value: Any) -> bool:
        if not isinstance(value, dict) or value.keys() != fields.keys():
            return False
        for key, one in fields.items():  # noqa: SIM110  (a generator takes as long again, and every event comes by here)
            if not one(value[key]):
                return False
        return True

    return form


def strictly(needed: Mapping[str, Form], known: Mapping[str, Form] | None = None) -> Form:
    """Return the form of an object that has the fields `needed`, perhaps those `known`, and no others."""
    fields, form = {*needed, *(known or {})}, having(needed, known)
    return lambda value: form(value) and value.keys() <= fields


def having(needed: Mapping[str, Form], known: Mapping[str, Form] | None = None) -> Form:
    """Return the form of an object that has the fields `needed`; those `known` have their form where they are there."""
    optional = known or {}

    def form(value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        for key, one in needed.items():
            if key not in value or not one(value[key]):
                return False
        return all(one(value[key]) for key, one in optional.items() if key in value)

    return form


def args(value: Any) -> bool:
    """Return whether these are arguments of a message: ids wrapped by kind, numbers, words, messages, lists of these."""
    return isinstance(value, dict) and len(str(value)) <= MAX_TEXT * 8 and all(map(_argument, value.values()))


def _argument(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_argument, value))
    if isinstance(value, dict):
        if "key" in value and not name(value["key"]):
            return False
        if "args" in value and "key" in value and not isinstance(value["args"], dict):
            return False
        return all(text(v) if k in _WRAPS and len(value) == 1 else _argument(v) for k, v in value.items())
    return True


message = having({"key": name}, {"args": args, "rule": text})
"""A sentence by its key, with what fills it and the number of its rule."""
