"""YAML text to plain JSON data, with the line of every part.

YAML 1.2's few scalars: true, false, null, numbers; everything else is text. So `no`, `on` and `12:30` are
words, and 0101 stays the cell 0101. Every YAML file that the program reads comes through here: the data is built from
the parser's events, and each limit is checked before anything is made of the event that breaks it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from qtwar.base.errors import DataFault, Message, Place

MOST_BYTES = 32_000_000
MOST_VALUES = 500_000
"""Values of a file, those counted that an alias repeats."""
MOST_CHARACTERS = 1_000_000
"""Length of a single text."""
MOST_KEY = 1_000
MOST_DIGITS = 18
"""Digits of a whole number: what a database column holds."""
DEEPEST = 60

try:
    _Loader: Any = yaml.CSafeLoader
except AttributeError:  # PyYAML without its C library
    _Loader = yaml.SafeLoader

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)$")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]+)?$")
_WORDS: dict[str, Any] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


def scalar(text: str) -> Any:
    """Return what an unquoted word of YAML stands for; a number that is too large is infinite."""
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if first in "-+.0123456789":
        if _INT.match(text):
            return int(text) if len(text.lstrip("-+")) <= MOST_DIGITS else math.inf
        if _FLOAT.match(text) and not (len(text) > 1 and text.lstrip("-+")[0] == "0" and text.isdigit()):
            return float(text)
    return text


_TAG = "tag:yaml.org,2002:"
_TAGS = frozenset(_TAG + name for name in ("int", "float", "bool", "null", "timestamp", "merge", "value", "seq", "map"))
_TEXT = ("!", _TAG + "str")


@dataclass(slots=True)
class _Part:
    """A value of the file, how many values it holds, and (line, part) of each member by key or index."""

    value: Any
    count: int = 1
    members: dict[str | int, tuple[int, _Part]] = field(default_factory=dict)


class ParsedFile:
    """One parsed file: its data, and the line in which each part of it stands."""

    def __init__(self, name: str, text: str | bytes) -> None:
        """Parse `text`; raises DataFault naming file and line."""
        self.name = name
        if len(text) > MOST_BYTES:
            raise DataFault("fault.file.too_large", file=name, mb=MOST_BYTES // 1_000_000)
        if isinstance(text, bytes):
            try:
                text = text.decode("utf-8-sig")
            except UnicodeDecodeError as fault:
                number = fault.object.count(b"\n", 0, fault.start) + 1
                raise DataFault("fault.file.not_utf8", at=Place(name, number)) from None
        self._anchors: dict[str, _Part] = {}
        self._left = MOST_VALUES
        try:
            self._root = self._document(yaml.parse(text, Loader=_Loader))
        except yaml.MarkedYAMLError as fault:
            mark = fault.problem_mark or fault.context_mark
            at = Place(name, mark.line + 1 if mark else 0)
            raise DataFault("fault.yaml.invalid", at=at, why=fault.problem or fault.context) from None
        except (yaml.YAMLError, ValueError) as fault:
            raise DataFault("fault.yaml.invalid", at=Place(name), why=str(fault).splitlines()[0]) from None
        self.data = self._root.value

    def line(self, path: tuple[str | int, ...]) -> int:
        """Return the line of a part, or of the nearest part around it that the file has; 1 for the file itself."""
        line, part = 1, self._root
        for step in path:
            found = part.members.get(step if isinstance(part.value, list) else str(step))
            if found is None:
                break
            line, part = found
        return line

    def fault(
        self, path: tuple[str | int, ...], key: str, /, *, where: str = "", hint: Message | None = None, **values: Any
    ) -> DataFault:
        """Return a fault that names this file and the line of a part."""
        return DataFault(key, at=self.place(path, where), hint=hint, **values)

    def place(self, path: tuple[str | int, ...], where: str = "") -> Place:
        """Return where a part stands."""
        return Place(self.name, self.line(path), where)

    def _document(self, events: Iterator[Any]) -> _Part:
        root = _Part(None)
        starts = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                starts += 1
                if starts > 1:
                    raise self._at(event, "fault.yaml.second_document")
                root = self._part(next(events), events, 1)
        return root

    def _part(self, event: Any, events: Iterator[Any], depth: int) -> _Part:
        """Return the value that begins with an event; `events` are those that follow."""
        if isinstance(event, yaml.AliasEvent):
            part = self._anchors.get(str(event.anchor))
            if part is None:
                raise self._at(event, "fault.yaml.alias", name=str(event.anchor))
            self._use(part.count, event)
            return part
        self._use(1, event)
        if isinstance(event, yaml.ScalarEvent):
            part = _Part(self._scalar(event))
        else:
            if depth > DEEPEST:
                raise self._at(event, "fault.yaml.too_deep")
            if event.tag is not None and event.tag not in _TAGS:
                raise self._tagged(event)
            part = (self._sequence if isinstance(event, yaml.SequenceStartEvent) else self._mapping)(events, depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = part
        return part

    def _sequence(self, events: Iterator[Any], depth: int) -> _Part:
        part = _Part([])
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            member = self._part(event, events, depth + 1)
            _put(part, len(part.value), event, member)
            part.value.append(member.value)
        return part

    def _mapping(self, events: Iterator[Any], depth: int) -> _Part:
        part = _Part({})
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self._at(event, "fault.yaml.key")
            key = event.value
            if len(key) > MOST_KEY:
                raise self._at(event, "fault.yaml.long_key", n=len(key), most=MOST_KEY)
            if key in part.value:
                raise self._at(event, "fault.yaml.key_twice", key=key)
            member = self._part(next(events), events, depth + 1)
            _put(part, key, event, member)
            part.value[key] = member.value
        return part

    def _scalar(self, event: Any) -> Any:
        text = event.value
        if len(text) > MOST_CHARACTERS:
            raise self._at(event, "fault.yaml.long_text", n=len(text), most=MOST_CHARACTERS)
        if event.style or event.tag in _TEXT:
            return text
        if event.tag is not None and event.tag not in _TAGS:
            raise self._tagged(event)
        value = scalar(text)
        if value in (math.inf, -math.inf):
            shown = text if len(text) < 40 else text[:37] + "…"
            raise self._at(event, "fault.yaml.number", number=shown)
        return value

    def _use(self, count: int, event: Any) -> None:
        self._left -= count
        if self._left < 0:
            raise self._at(event, "fault.yaml.too_much", most=MOST_VALUES)

    def _tagged(self, event: Any) -> DataFault:
        return self._at(event, "fault.yaml.tag", tag=str(event.tag))

    def _at(self, event: Any, key: str, /, **values: Any) -> DataFault:
        return DataFault(key, at=Place(self.name, event.start_mark.line + 1), **values)


def _put(part: _Part, key: str | int, event: Any, member: _Part) -> None:
    """Note a member of a part with the line in which it begins."""
    part.members[key] = event.start_mark.line + 1, member
    part.count += member.count
