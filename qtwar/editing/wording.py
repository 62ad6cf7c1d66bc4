"""Conditions of set-up zones and of victory: their parts, and the sentence that says them in a language.

A condition is JSON as `model.scenario.Condition` has it. Simple ones, which a form can show row by row, are parts
that all hold or of which one is enough; what else there may be (`not`, `with`, conditions inside conditions) is `rest`.

A victory condition is `{side, hold: n, of: [cell, …], when}`, `{side, points: n, when}` (victory points), `{side, lead: n,
when}` (so many more than the other side), or `{side, text}` in an author's own words; `when` is `end` or `once`. It has
its `text` in both languages, which sheets print; `victory` of a scenario holds them as `conditions`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qtwar.base.kana import fold
from qtwar.base.text import LANGUAGES, Texts, program
from qtwar.editing.tree import Json
from qtwar.model.content import TitleContent

SIMPLE = ("within", "terrain", "feature", "area", "edge", "cells", "box")
EDGES = ("north", "east", "south", "west")
KINDS = ("hold", "points", "lead", "words")
FEW = 6
"""So many cells are named one by one."""

Part = tuple[str, Any]
_texts = Texts()


def parts_of(where: Mapping[str, Any]) -> tuple[str, list[Part], Json]:
    """Return (`all` or `any`, the simple parts, what is left of the condition)."""
    if set(where) == {"any"} and all(_is_simple(part) for part in where["any"]):
        return "any", [(key, value) for part in where["any"] for key, value in part.items()], {}
    parts = [(key, value) for key, value in where.items() if key in SIMPLE]
    rest = {key: value for key, value in where.items() if key not in SIMPLE}
    if "all" in rest and all(_is_simple(part) for part in rest["all"]):
        parts += [(key, value) for part in rest.pop("all") for key, value in part.items()]
    return "all", parts, rest


def condition_of(mode: str, parts: Sequence[Part], rest: Mapping[str, Any] | None = None) -> Json:
    """Return the condition of these parts."""
    if mode == "any" and len(parts) > 1 and not rest:
        return {"any": [{key: value} for key, value in parts]}
    found: Json = {}
    twice: list[Json] = []
    for key, value in parts:
        if key in found:
            twice.append({key: value})
        else:
            found[key] = value
    found |= rest or {}
    if twice:
        found["all"] = [*found.get("all", ()), *twice]
    return found


def _is_simple(part: Mapping[str, Any]) -> bool:
    return len(part) == 1 and next(iter(part)) in SIMPLE


# -------------------------------------------------------------------------------------------- conditions


def condition_words(where: Mapping[str, Any], content: TitleContent, language: str) -> str:
    """Return where a condition holds: `within 3 hexes of 0512 and in Woods or Town`."""
    found = [_part(key, value, content, language) for key, value in where.items()]
    return _joined([words for words in found if words], "cond.and", language) or program(language)["cond.anywhere"]


def _part(key: str, value: Any, content: TitleContent, language: str) -> str:
    if key in ("all", "any"):
        inner = [condition_words(part, content, language) for part in value]
        return _joined(inner, "cond.and" if key == "all" else "cond.or", language)
    if key == "not":
        return _say("cond.not", language, what=condition_words(value, content, language))
    if key == "within":
        board = content.boards[0] if content.boards else None
        kind = board.grid.kind if board is not None and board.grid.kind in ("hex", "square") else "cell"
        cell = place_name(str(value[1]), content, language)
        return _say(f"cond.within.{kind}", language, n=int(value[0]), cell=cell)
    if key == "cells":
        cells = [str(cell) for cell in _listed(value)]
        if len(cells) > FEW:
            return _say("cond.cells_many", language, n=len(cells), cell=place_name(cells[0], content, language))
        return _say("cond.cells", language, names=_either([place_name(c, content, language) for c in cells], language))
    if key == "edge":
        return _say("cond.edge", language, names=_either([_say(f"cond.edge.{e}", language) for e in value], language))
    if key == "attr":
        each = [f"{name} = {_either([str(v) for v in _listed(word)], language)}" for name, word in value.items()]
        return _say("cond.attr", language, names=", ".join(each))
    if key in ("with", "without"):
        return _say(f"cond.{key}", language, names=_company(value, content, language))
    return _say(f"cond.{key}", language, names=_either(_names(_things(key, content), _listed(value), language), language))


def _things(kind: str, content: TitleContent) -> Sequence[Any]:
    """Return the things of a title that a condition of a kind chooses from."""
    if kind in ("terrain", "feature"):
        return content.terrain if kind == "terrain" else content.features
    return [thing for board in content.boards for thing in (board.areas if kind == "area" else board.boxes)]


def _company(value: Mapping[str, Any], content: TitleContent, language: str) -> str:
    lists: dict[str, Iterable[Any]] = {"kind": content.kinds, "side": content.sides}
    found: list[str] = []
    for key, words in value.items():
        found += _names(lists.get(key, ()), [str(word) for word in _listed(words)], language)
    return _either(found, language)


def place_name(place: str, content: TitleContent, language: str) -> str:
    """Return a cell by the name that the map gives it, if any, `Norden (0909)`; a box by its own."""
    if (box := content.boxes.get(place)) is not None:
        return box.name.get(language) or place
    board, _, cell = place.rpartition(":")
    for one in content.boards:
        if board in ("", one.id):
            label = next((label for label in one.labels if label.at == cell and label.text.get(language)), None)
            said = one.cell_words(cell, language)
            if label is not None:
                return _say("cond.place", language, name=label.text.get(language), cell=said)
            if said != cell:
                return said
    return cell or place


def _names(kinds: Iterable[Any], idents: Iterable[str], language: str) -> list[str]:
    by_id = {kind.id: kind.name.get(language) or kind.id for kind in kinds}
    return [by_id.get(ident, ident) for ident in idents]


def _either(names: Sequence[str], language: str) -> str:
    return _joined(names, "cond.list_or", language)


def _joined(words: Sequence[str], key: str, language: str) -> str:
    """Join words; of more than two, all but the last by commas."""
    if len(words) < 2:
        return "".join(words)
    comma = program(language)["list.comma"]
    return comma.join(words[:-1]) + program(language)[key] + words[-1]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _say(key: str, language: str, **args: Any) -> str:
    return _texts.plain({"key": key, "args": args}, language)


def vocabulary(content: TitleContent, language: str) -> dict[str, dict[str, str]]:
    """Return the words of a language that a condition is typed in, as `typed.condition_text` takes them.

    A name that two things of a kind have, or that holds a sign which parts the words, is left out: the id stands there.
    """
    words = {"": {key: _say(f"edit.where.{key}", language) for key in SIMPLE}}
    words["edge"] = {edge: _say(f"cond.edge.{edge}", language) for edge in EDGES}
    for kind in ("terrain", "feature", "area", "box"):
        things = _things(kind, content)
        said = dict(zip((thing.id for thing in things), _names(things, (thing.id for thing in things), language), strict=True))
        often = Counter(fold(name) for name in said.values())
        words[kind] = {i: name for i, name in said.items() if often[fold(name)] == 1 and not set(",、;；|[{") & set(name)}
    return words


# ----------------------------------------------------------------------------------------------- victory


def kind_of(condition: Mapping[str, Any]) -> str:
    """Return which kind a victory condition is: `hold`, `points`, `lead` or `words`."""
    return next((kind for kind in KINDS if kind in condition), "words")


def victory_words(condition: Mapping[str, Any], content: TitleContent, language: str) -> str:
    """Return a victory condition as a sentence (`Victory for Blue at the end: holding 2 of 0909, 1204 and 1609`)."""
    kind = kind_of(condition)
    if kind == "words":
        text = condition.get("text") or {}
        return str(text.get(language) or "")
    side = _names(content.sides, [str(condition.get("side") or "")], language)[0]
    when = _say(f"victory.{condition.get('when') or 'end'}", language)
    n = int(condition[kind])
    if kind != "hold":
        return _say(f"victory.{kind}", language, side=side, when=when, n=n)
    places = [place_name(str(cell), content, language) for cell in condition.get("of") or ()]
    key = "victory.hold_all" if n >= len(places) else "victory.hold"
    return _say(key, language, side=side, when=when, n=n, names=places)


def victory_condition(condition: Mapping[str, Any], content: TitleContent) -> Json:
    """Return a victory condition with the words that it has in each language; an author's own words stay."""
    if kind_of(condition) == "words":
        return dict(condition)
    return {**condition, "text": {language: victory_words(condition, content, language) for language in LANGUAGES}}
