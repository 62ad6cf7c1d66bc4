"""A piece's attributes in words: what it is now, what is printed on it, its traits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from qtwar.engine.state import State
from qtwar.engine.views import is_alias
from qtwar.presenters.play.title import PlayedTitle
from qtwar.ui.facts import Property

DRAWN = frozenset(
    (
        *("symbol", "back_symbol", "tone", "seed", "scene", "hair", "beard", "hat", "plate", "box", "label", "abbr"),
        *("word", "mark", "face", "short", "superscript_G", "melee_superscript", "at_text", "slot1", "slot2"),
    )
)
"""Attributes that only say how a face is drawn."""


def of_piece(title: PlayedTitle, view: State, ident: str) -> list[Property]:
    """Return all that a view tells of a piece; of one that is not known, only where it lies and whose it is."""
    record = view.pieces.get(ident)
    if record is None:
        return []
    rows = [
        Property("state", title.text(f"properties.{key}"), value) for key, value in _state(title, view, ident, record)
    ]
    if is_alias(ident):
        return rows
    kind, roster = title.content.kinds_by_id.get(record["kind"]), title.content.pieces_by_id.get(ident)
    rows += [Property("state", attribute(title, key), words(title, value)) for key, value in record["attrs"].items()]
    printed = {**(kind.attrs if kind else {}), **(roster.attrs if roster else {})}
    lines = sorted((key in DRAWN, attribute(title, key), words(title, value)) for key, value in printed.items())
    rows += [Property("drawn" if drawn else "printed", name, value) for drawn, name, value in lines]
    rows += [Property("traits", _word(title, "trait", trait), "") for trait in (kind.traits if kind else ())]
    return rows


def _state(title: PlayedTitle, view: State, ident: str, record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    content, language = title.content, title.language
    yield "place", title.place_name(record["at"])
    if record["owner"]:
        yield "owner", title.name("s", record["owner"])
    if is_alias(ident):
        return
    yield "face", title.text(f"properties.{'back' if record['face'] == 'back' else 'front'}")
    roster = content.pieces_by_id.get(ident)
    if roster is not None and roster.formation:
        formation = next((f for f in content.formations if f.id == roster.formation), None)
        if formation is not None:
            yield "formation", formation.name.get(language)
    if ident in view.known:
        yield "known", ", ".join(title.name("s", side) for side in view.known[ident])


def attribute(title: PlayedTitle, key: str) -> str:
    """Return the name of an attribute: the title's text `attr.<key>`, else the program's, else the key in words."""
    return _word(title, "attr", key)


def _word(title: PlayedTitle, family: str, key: str) -> str:
    return title.text(f"{family}.{key}") if title.has(f"{family}.{key}") else key.replace("_", " ")


def words(title: PlayedTitle, value: Any) -> str:
    """Return a value as a player reads it."""
    if isinstance(value, Mapping):
        if "en" in value and set(value) <= {"en", "ja"}:
            return str(value.get(title.language) or value["en"])
        return ", ".join(f"{attribute(title, str(k))} {words(title, v)}" for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(words(title, v) for v in value)
    if isinstance(value, bool):
        return title.text("word.yes" if value else "word.no")
    if isinstance(value, (int, float)):
        return str(value).replace("-", "−")
    text = str(value)
    kind, nation = title.content.kinds_by_id.get(text), title.nations.get(text)
    if kind is not None:
        return kind.name.get(title.language)
    return nation.name.get(title.language) if nation is not None else text.replace("_", " ") or "–"
