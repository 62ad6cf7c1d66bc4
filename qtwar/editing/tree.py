"""Plain JSON data as a persistent tree: a change copies the containers on its way and shares all the rest.

So an older state stays what it was, going back is keeping a reference, and what changed is found by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.model.problem import describe, near

Json = dict[str, Any]
Step = str | int
Path = tuple[Step, ...]


def mapping(value: Any) -> Json:
    """Return what stands in a part of free shape if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def find(data: Any, path: Sequence[Step]) -> Any:
    """Return what stands at a path; raises DataFault saying which step leads nowhere."""
    for n, step in enumerate(path):
        data = child(data, step, path[: n + 1])
    return data


def child(data: Any, step: Step, path: Sequence[Step]) -> Any:
    """Return one step down from a container; raises DataFault."""
    if isinstance(data, list) and isinstance(step, int) and not isinstance(step, bool):
        if 0 <= step < len(data):
            return data[step]
        raise DataFault("fault.edit.short_list", place=describe(path), n=len(data))
    if isinstance(data, dict) and isinstance(step, str):
        if step in data:
            return data[step]
        raise DataFault("fault.edit.nothing_at", place=describe(path), hint=near(step, data))
    raise DataFault("fault.edit.no_parts", place=describe(path), parent=describe(path[:-1]) or "the draft")


def edit(data: Any, path: Sequence[Step], change: Callable[[Any], Any], at: int = 0) -> Any:
    """Return the data with what stands at a path put through `change`; nothing old is touched."""
    if at == len(path):
        return change(data)
    step = path[at]
    inner = edit(child(data, step, path[: at + 1]), path, change, at + 1)
    copy: Any = list(data) if isinstance(data, list) else dict(data)
    copy[step] = inner
    return copy


def with_key(data: Json, key: str, value: Any, before: str | None = None) -> Json:
    """Return a mapping with a key set; a new key stands before the key `before`, else at the end."""
    if key in data or before is None or before not in data:
        return {**data, key: value}
    found: Json = {}
    for name, item in data.items():
        if name == before:
            found[key] = value
        found[name] = item
    return found


def without_key(data: Json, key: str) -> Json:
    """Return a mapping without a key."""
    return {name: item for name, item in data.items() if name != key}


def follower(data: Json, key: str) -> str | None:
    """Return the key behind a key, None for the last."""
    names = iter(data)
    for name in names:
        if name == key:
            return next(names, None)
    return None


def same(a: Any, b: Any) -> bool:
    """Return whether two values are the same JSON: 1, 1.0 and true are three things."""
    return a is b or (a == b and jsonio.dumps(a) == jsonio.dumps(b))
