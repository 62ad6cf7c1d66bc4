"""The small language of counter templates: `{field|filter}` in texts and conditions in `when`.

Paths, comparisons, `and`, `or`, `not`, `in`, brackets, numbers, quoted words, lists and a handful of filters; no calls,
nothing of Python is reached. A field that the piece does not have is an error that names the place of the text.

    "{fire}"   "{name|short}"   "{code|upper}"   when: "back and fire > 3"   when: "'hq' in traits"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from qtwar.base.errors import DataFault

Fields = Mapping[str, Any]

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<word>[A-Za-z_][\w.]*)|'(?P<single>[^']*)'|\"(?P<double>[^\"]*)\""
    r"|(?P<op>==|!=|<=|>=|<|>|\(|\)|\[|\]|,|\|))"
)
_KEYWORDS: Final = {"and", "or", "not", "in", "true", "false", "null"}


def _blank(value: Any) -> str:
    return "" if value is None else str(value)


FILTERS: Final[dict[str, Callable[[Any], Any]]] = {
    "upper": lambda v: _blank(v).upper(),
    "lower": lambda v: _blank(v).lower(),
    "title": lambda v: _blank(v).title(),
    "first": lambda v: _blank(v)[:1],
    "rest": lambda v: _blank(v)[1:],
    "length": lambda v: 0 if v is None else len(v),
    "blank": _blank,
    "dash": lambda v: "–" if v in (None, "") else v,
    "signed": lambda v: f"{v:+d}".replace("-", "−") if isinstance(v, int) else _blank(v),
    "half": lambda v: -(-v // 2) if isinstance(v, int) else v,
    "words": lambda v: _blank(v).replace("_", " "),
    "has": bool,
}


class FieldMissing(Exception):
    """A template asks for a field that the piece does not have."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.known = known


def look_up(path: str, fields: Fields) -> Any:
    """Return the value at a dotted path; raise FieldMissing."""
    value: Any = fields
    walked: list[str] = []
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            known = sorted(map(str, value)) if isinstance(value, Mapping) else []
            raise FieldMissing(".".join([*walked, part]), known)
        value = value[part]
        walked.append(part)
    return value


@dataclass(frozen=True, slots=True)
class _Parser:
    text: str
    tokens: list[tuple[str, str]]

    def _peek(self, at: list[int]) -> tuple[str, str]:
        return self.tokens[at[0]] if at[0] < len(self.tokens) else ("end", "")

    def _take(self, at: list[int], kind: str, value: str) -> bool:
        if self._peek(at) == (kind, value):
            at[0] += 1
            return True
        return False

    def either(self, at: list[int]) -> Any:
        node = self.both(at)
        while self._take(at, "word", "or"):
            node = ("or", node, self.both(at))
        return node

    def both(self, at: list[int]) -> Any:
        node = self.negation(at)
        while self._take(at, "word", "and"):
            node = ("and", node, self.negation(at))
        return node

    def negation(self, at: list[int]) -> Any:
        if self._take(at, "word", "not"):
            return ("not", self.negation(at))
        return self.comparison(at)

    def comparison(self, at: list[int]) -> Any:
        left = self.filtered(at)
        kind, value = self._peek(at)
        if kind == "op" and value in ("==", "!=", "<", "<=", ">", ">="):
            at[0] += 1
            return (value, left, self.filtered(at))
        if (kind, value) == ("word", "in"):
            at[0] += 1
            return ("in", left, self.filtered(at))
        if (kind, value) == ("word", "not") and self.tokens[at[0] + 1 : at[0] + 2] == [("word", "in")]:
            at[0] += 2
            return ("not", ("in", left, self.filtered(at)))
        return left

    def filtered(self, at: list[int]) -> Any:
        node = self.atom(at)
        while self._take(at, "op", "|"):
            kind, name = self._peek(at)
            if kind != "word" or name not in FILTERS:
                raise DataFault("fault.draw.no_filter", text=self.text, name=name, known=list(FILTERS))
            at[0] += 1
            node = ("filter", name, node)
        return node

    def atom(self, at: list[int]) -> Any:
        kind, value = self._peek(at)
        at[0] += 1
        if kind == "number":
            return ("value", float(value) if "." in value else int(value))
        if kind == "text":
            return ("value", value)
        if kind == "word" and value in ("true", "false", "null"):
            return ("value", {"true": True, "false": False, "null": None}[value])
        if kind == "word" and value not in _KEYWORDS:
            return ("field", value)
        if (kind, value) == ("op", "("):
            node = self.either(at)
            if self._take(at, "op", ")"):
                return node
        if (kind, value) == ("op", "["):
            items: list[Any] = []
            while not self._take(at, "op", "]"):
                if items and not self._take(at, "op", ","):
                    break
                items.append(self.filtered(at))
            else:
                return ("list", tuple(items))
        raise DataFault("fault.draw.condition", text=self.text, near=value or "")


@lru_cache(maxsize=4096)
def parse(text: str) -> Any:
    """Return the syntax tree of an expression; raise DataFault in plain words."""
    tokens: list[tuple[str, str]] = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise DataFault("fault.draw.sign", text=text, sign=text[at:].strip()[:1])
        at = match.end()
        kind = match.lastgroup or ""
        if kind in ("single", "double"):
            tokens.append(("text", match.group(kind)))
        else:
            tokens.append((kind, match.group(kind)))
    parser = _Parser(text, tokens)
    cursor = [0]
    tree = parser.either(cursor)
    if cursor[0] != len(tokens):
        raise DataFault("fault.draw.condition", text=text, near=tokens[cursor[0]][1])
    return tree


def _evaluate(tree: Any, fields: Fields) -> Any:
    kind = tree[0]
    if kind == "value":
        return tree[1]
    if kind == "field":
        return look_up(tree[1], fields)
    if kind == "list":
        return [_evaluate(item, fields) for item in tree[1]]
    if kind == "filter":
        return FILTERS[tree[1]](_evaluate(tree[2], fields))
    if kind == "not":
        return not _evaluate(tree[1], fields)
    left = _evaluate(tree[1], fields)
    if kind == "and":
        return left and _evaluate(tree[2], fields)
    if kind == "or":
        return left or _evaluate(tree[2], fields)
    right = _evaluate(tree[2], fields)
    if kind == "==":
        return left == right
    if kind == "!=":
        return left != right
    if kind == "in":
        return right is not None and left in right
    if left is None or right is None:
        return False
    if isinstance(left, str) != isinstance(right, str):
        raise DataFault("fault.draw.compare", left=repr(left), sign=kind, right=repr(right))
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[kind]


def evaluate(text: str, fields: Fields) -> Any:
    """Return the value of an expression over the fields; raise FieldMissing or DataFault."""
    return _evaluate(parse(text), fields)


def holds(condition: str | bool, fields: Fields) -> bool:
    """Say whether a `when` condition holds."""
    return condition if isinstance(condition, bool) else bool(evaluate(condition, fields))


_HOLE: Final = re.compile(r"\{([^{}]*)\}")


def fill_in(text: str, fields: Fields) -> str:
    """Return text with each `{expression}` replaced by its value; null is nothing."""
    return _HOLE.sub(lambda hole: _blank(evaluate(hole.group(1), fields)), text)
