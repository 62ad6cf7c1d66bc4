"""Which type of content stands at a path, and the one spelling (normal form) that a value has there.

The types are those of `model`; a value in normal form is what a whole `TitleContent` would give back for it, so that a
draft, its document and its YAML files hold the same.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from qtwar.base.errors import DataFault, Place
from qtwar.editing.tree import Path, Step
from qtwar.model.base import LocalText
from qtwar.model.content import TitleContent
from qtwar.model.problem import describe, misfit, near

FILLED = ("features", "links", "side_vars", "texts")
"""Mappings without empty entries: nothing listed is the same as not named."""

_adapters: dict[int, tuple[Any, TypeAdapter[Any]]] = {}


@cache
def fields(model: type[BaseModel]) -> dict[str, Any]:
    """Return the types of a model's fields by the names that the files use."""
    return {
        info.alias or name: Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
        for name, info in model.model_fields.items()
    }


def type_at(path: Sequence[Step]) -> Any:
    """Return the type of what stands at a path; raises DataFault where nothing can stand."""
    kind: Any = TitleContent
    for n, step in enumerate(path):
        kind = _inner(kind, step, tuple(path[: n + 1]))
    return kind


def model_at(path: Sequence[Step]) -> type[BaseModel] | None:
    """Return the model at a path, None where none stands."""
    return _model(type_at(path))


def normal(path: Sequence[Step], value: Any) -> Any:
    """Return a value in the normal form of its place; raises DataFault in one sentence."""
    return normal_of(type_at(path), value, tuple(path))


def normal_of(kind: Any, value: Any, path: Path) -> Any:
    """Return a value in the normal form of a type."""
    found = adapter(kind)
    try:
        return found.dump_python(found.validate_python(value), mode="json", by_alias=True)
    except ValidationError as fault:
        raise refusal(fault, kind, path) from None
    except (ValueError, TypeError, RecursionError):
        raise DataFault("fault.value.not_held", place=describe(path), value=_shown(value)) from None


def key_at(path: Sequence[Step]) -> str:
    """Return the last step of a path in normal form where it names an entry of a mapping; raises DataFault."""
    key = path[-1]
    kind = _plain(type_at(path[:-1]))
    if typing.get_origin(kind) is dict:
        return str(normal_of(typing.get_args(kind)[0], key, tuple(path)))
    return str(key)


def is_free(path: Sequence[Step]) -> bool:
    """Return whether keys may come and go at a path: mappings and texts, not the fields of a model."""
    kind = _plain(type_at(path))
    return kind is LocalText or kind is Any or typing.get_origin(kind) is dict or kind is dict


def refusal(fault: ValidationError, kind: Any, path: Path) -> DataFault:
    """Return a fault of pydantic as one sentence."""
    first = fault.errors()[0]
    loc = tuple(
        step for step in first["loc"] if isinstance(step, int) or not str(step)[:1].isupper() or "[" not in step
    )
    whole = (*path, *(step for step in loc if isinstance(step, (str, int))))
    model = _model(kind)
    return misfit(first, whole, fields(model) if model else (), Place(where=describe(whole[:-1])))


# ------------------------------------------------------------------------------------------------ plumbing


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else text[:57] + "…"


def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what checks and dumps values of a type, made once."""
    found = _adapters.get(id(kind))
    if found is None:
        found = _adapters[id(kind)] = (kind, TypeAdapter(kind))  # the type is kept, so that its id stays its own
    return found[1]


def _plain(kind: Any) -> Any:
    """Return a type without what is annotated, and without None."""
    while True:
        origin = typing.get_origin(kind)
        if origin is Annotated:
            kind = typing.get_args(kind)[0]
        elif origin in (typing.Union, types.UnionType):
            arms = [arm for arm in typing.get_args(kind) if arm is not type(None)]
            if len(arms) != 1:
                return kind
            kind = arms[0]
        else:
            return kind


def _model(kind: Any) -> type[BaseModel] | None:
    kind = _plain(kind)
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _inner(kind: Any, step: Step, path: Path) -> Any:
    kind = _plain(kind)
    if kind is Any:
        return Any
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        for arm in typing.get_args(kind):
            try:
                return _inner(arm, step, path)
            except DataFault:
                continue
    model, origin, args = _model(kind), typing.get_origin(kind), typing.get_args(kind)
    if model is not None and isinstance(step, str):
        known = fields(model)
        if step not in known:
            raise DataFault("fault.edit.nothing_at", place=describe(path), hint=near(step, known))
        return known[step]
    if origin is dict and isinstance(step, str):
        return args[1]
    if origin is tuple and isinstance(step, int) and not isinstance(step, bool):
        return args[0] if len(args) == 2 and args[1] is Ellipsis else args[min(step, len(args) - 1)]
    raise DataFault("fault.edit.no_part", place=describe(path[:-1]) or "The draft", part=str(step))
