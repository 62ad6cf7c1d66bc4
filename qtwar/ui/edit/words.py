"""What things of a draft are called in the language in force, and names in both languages at once.

Nobody has to translate "Table 1", or a place that is called alike in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import count
from typing import Any

from qtwar.base.kana import fold
from qtwar.base.text import LANGUAGES, Texts
from qtwar.draw.layers import label_styles
from qtwar.editing.names import ident_of
from qtwar.model.base import LocalText
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.ui.i18n import has, language, tr

_texts = Texts()


def both(key: str, **args: Any) -> dict[str, str]:
    """Return a text of the program in each language."""
    return {lang: _texts.plain({"key": key, "args": args}, lang, cite=False) for lang in LANGUAGES}


def another(key: str, there: Collection[Any], fallback: str) -> dict[str, Any]:
    """Return one more thing like those that are there: named by a text with its number (`Table 4`), and its id."""
    name = both(key, n=len(there) + 1)
    return {"id": ident_of(name["en"], [thing.id for thing in there], fallback), "name": name}


def variant_names(name: LocalText, taken: Collection[LocalText]) -> dict[str, str]:
    """Return what a variant of a thing is called in each language; further ones are numbered."""

    def called_so(n: int) -> dict[str, str]:
        key = "edit.scenario.variant_name" if n == 1 else "edit.scenario.variant_number"
        return {lang: both(key, name=name.get(lang), n=n)[lang] for lang in LANGUAGES}

    def is_free(names: Mapping[str, str]) -> bool:
        return not any(names[lang] == other.get(lang) for other in taken for lang in LANGUAGES)

    return next(names for n in count(1) if is_free(names := called_so(n)))


def typed(words: str, now: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return a name as it becomes when words are typed; a language that had none of its own takes them too."""
    now = now or {}
    before = now.get(language(), "")
    own = {lang: now.get(lang) for lang in LANGUAGES if lang != language() and now.get(lang) != before}
    return {lang: own.get(lang) or words for lang in LANGUAGES}


def called(thing: Any) -> str:
    """Return the name of a thing of the content, its id where it has none."""
    return str((thing.name.get(language()) if thing.name is not None else "") or thing.id)


def named(things: Iterable[Any]) -> list[tuple[Any, str]]:
    """Return (id, name) of things, to choose from."""
    return [(thing.id, called(thing)) for thing in things]


def label_styles_named(content: TitleContent, board: BoardContent) -> list[tuple[str, str]]:
    """Return (style, name) of labels: those that the board's map style draws, then others that labels have."""
    drawn = label_styles(content.style, board)
    had = {label.style for one in content.boards for label in one.labels}
    return [(style, _label_style(content, style)) for style in [*drawn, *sorted(had - set(drawn))] or [""]]


def _label_style(content: TitleContent, style: str) -> str:
    """Return what a style is called: as the feature or terrain whose names it is for, else by its own word."""
    things = dict([*named(content.terrain), *named(content.features)])
    key = f"edit.label.style.{style or 'plain'}"
    return things.get(style) or (tr(key) if has(key, language()) else style.replace("_", " "))


def counter_names(content: TitleContent, side: str | None = None) -> dict[str, str]:
    """Return the names that counters are typed by, by id: those that one kind alone has, or one counter of the roster.

    A counter of the roster without a name has the number it has among its kind's: `Squad #2`. Where a `side` is meant,
    a name that the other side has too is that side's.
    """
    names = {kind.id: called(kind) for kind in content.kinds}
    sides = {kind.id: kind.side for kind in content.kinds}
    for piece in content.pieces:
        if piece.kind in content.kinds_by_id:
            names[piece.id] = numbered_name(content, piece.id)
            sides[piece.id] = sides[piece.kind]
    theirs = {ident for ident in names if side is not None and sides[ident] not in (side, None)}
    every = Counter(fold(name) for name in names.values())
    ours = Counter(fold(name) for ident, name in names.items() if ident not in theirs)
    return {
        ident: name
        for ident, name in names.items()
        if (every if ident in theirs else ours)[fold(name)] == 1 and not set(",、") & set(name)
    }


def counter_name(content: TitleContent, ident: str) -> str:
    """Return what a counter of the roster, or a kind, is called; a counter without a name is called as its kind."""
    piece = content.pieces_by_id.get(ident)
    if piece is not None and piece.name is not None and (own := piece.name.get(language())):
        return own
    kind = content.kinds_by_id.get(piece.kind if piece is not None else ident)
    return called(kind) if kind is not None else ident


def numbered_name(content: TitleContent, ident: str) -> str:
    """Return what a counter of the roster, or a kind, is called where it has to be told from its like: `Squad #2`."""
    piece, name = content.pieces_by_id.get(ident), counter_name(content, ident)
    if piece is None or (piece.name is not None and piece.name.get(language())):
        return name
    return f"{name} #{content.numbers[ident]}"
