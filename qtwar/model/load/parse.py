"""YAML text to plain JSON data, with the line of every part.

YAML 1.2's few scalars: true, false, null, numbers; everything else is text. So `no`, `on` and `12:30` are
words, and 0101 stays the cell 0101.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from qtwar.base.errors import DataFault

MOST_BYTES = 32_000_000
MOST_NODES = 2_000_000
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
    """Return what an unquoted word of YAML stands for."""
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if first in "-+.0123456789":
        if _INT.match(text):
            return int(text)
        if _FLOAT.match(text) and not (len(text) > 1 and text.lstrip("-+")[0] == "0" and text.isdigit()):
            return float(text)
    return text


_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("str", "int", "float", "bool", "null", "timestamp", "merge", "value", "seq", "map")
)


class Source:
    """One parsed file: its data, and the line in which each part of it stands."""

    def __init__(self, name: str, text: str | bytes) -> None:
        """Parse `text`; raises DataFault naming file and line."""
        self.name = name
        if len(text) > MOST_BYTES:
            raise DataFault(f"{name} is larger than {MOST_BYTES // 1_000_000} MB; split it.")
        if isinstance(text, bytes):
            try:
                text = text.decode("utf-8-sig")
            except UnicodeDecodeError as fault:
                number = fault.object.count(b"\n", 0, fault.start) + 1
                raise DataFault(f"{name} line {number} is not UTF-8 text; save the file as UTF-8.") from None
        self._count = 0
        _refuse_depth(name, text)
        try:
            self.root = yaml.compose(text, Loader=_Loader)
        except yaml.MarkedYAMLError as fault:
            mark = fault.problem_mark or fault.context_mark
            line = f" line {mark.line + 1}" if mark else ""
            raise DataFault(f"{name}{line} is not valid YAML: {fault.problem or fault.context}.") from None
        except (yaml.YAMLError, ValueError) as fault:
            raise DataFault(f"{name} is not valid YAML: {str(fault).splitlines()[0]}.") from None
        self.data = None if self.root is None else self._build(self.root, 0)

    def line(self, path: tuple[str | int, ...]) -> int:
        """Return the line of a part, or of the nearest part around it that the file has; 1 for the file itself."""
        node = self.root
        line = 1
        for step in path:
            found = _child(node, step)
            if found is None:
                break
            node, line = found
        return line

    def fault(self, path: tuple[str | int, ...], text: str) -> DataFault:
        """Return a fault that names this file and the line of a part."""
        return DataFault(f"{text[0].upper()}{text[1:]} in {self.name} line {self.line(path)}.")

    def _build(self, node: Any, depth: int) -> Any:
        self._count += 1
        if self._count > MOST_NODES or depth > DEEPEST:
            raise DataFault(f"{self.name} line {node.start_mark.line + 1}: the data is too large or too deep.")
        if isinstance(node, yaml.ScalarNode):
            if node.style or node.tag == "!":
                return node.value
            if node.tag not in _TAGS:
                raise self._tagged(node)
            return scalar(node.value)
        if node.tag not in _TAGS:
            raise self._tagged(node)
        if isinstance(node, yaml.SequenceNode):
            return [self._build(child, depth + 1) for child in node.value]
        result: dict[str, Any] = {}
        for key, child in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise DataFault(f"{self.name} line {key.start_mark.line + 1}: a key must be a word.")
            if key.value in result:
                line = key.start_mark.line + 1
                raise DataFault(f"{self.name} line {line}: the key {key.value!r} is there twice; keep one.")
            result[key.value] = self._build(child, depth + 1)
        return result

    def _tagged(self, node: Any) -> DataFault:
        return DataFault(f"{self.name} line {node.start_mark.line + 1}: the tag {node.tag} has no meaning here.")


def _child(node: Any, step: str | int) -> tuple[Any, int] | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return node.value[step], node.value[step].start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, child in node.value:
            if key.value == str(step):
                return child, key.start_mark.line + 1
    return None


def _refuse_depth(name: str, text: str) -> None:
    """Refuse brackets nested so deep that the composer, which recurses, would overflow the stack."""
    depth = 0
    for match in re.finditer(r"[\[\]{}]|^( {200,}|(?:- ?){60,})", text, re.MULTILINE):
        char = match[0]
        if char in "[{":
            depth += 1
        elif char in "]}":
            depth = max(0, depth - 1)
        if depth > 500 or len(char) > 1:
            line = text.count("\n", 0, match.start()) + 1
            raise DataFault(f"{name} line {line}: the data is nested too deep.")
