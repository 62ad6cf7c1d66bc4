"""What a player calls the things of a title, in the language of the screen."""

from __future__ import annotations

from qtwar.engine.state import INSIDE
from qtwar.model.content import TitleContent

UNNAMED = frozenset({"region", "country", "sea", "badge", "com_base"})
"""Styles of labels that name more than a cell, or only number it."""


class TitleNames:
    """Fulfils `base.text.Names` from a title's content; knows no position, so it can tell no secret."""

    def __init__(self, content: TitleContent) -> None:
        self._content = content
        self._kinds = content.kinds_by_id
        self._pieces = content.pieces_by_id
        self._boxes = content.boxes
        self._sides = {side.id: side for side in content.sides}
        self._tables = {table.id: table for table in content.tables}
        self._boards = {board.id: board for board in content.boards}
        self._cells: dict[str, dict[str, str]] = {}
        for board in content.boards:
            for label in board.labels:
                at = getattr(label, "at", None)
                if isinstance(at, str) and label.attrs.get("names", label.style not in UNNAMED):
                    place = f"{board.id}:{at}"
                    self._cells.setdefault(place, {lang: label.text.get(lang) for lang in ("en", "ja")})

    def cell_name(self, place: str, language: str) -> str:
        """Return the name printed on a cell, or nothing."""
        return self._cells.get(place, {}).get(language, "")

    def number(self, place: str, language: str) -> str:
        """Return a cell's number as a person says it, a side by its two cells; nothing for a box."""
        board, _, cell = place.partition(":")
        on = self._boards.get(board)
        return on.cell_words(cell, language) if on is not None else cell

    def name(self, what: str, ident: str, language: str) -> str:
        """Return the name of a piece (`p`), place (`c`), side (`s`), kind (`k`) or table (`t`)."""
        if what == "p":
            piece = self._pieces.get(ident)
            if piece is None:
                # pieces made in play are called after their kind: smoke+2
                made = self._kinds.get(ident.partition("+")[0])
                return made.name.get(language) if made is not None else ident
            own = piece.name.get(language) if piece.name else ""
            kind = self._kinds[piece.kind].name.get(language)
            return own if kind in own else f"{kind} {own}".rstrip()  # "1st Plt HQ" says its kind
        if what == "k":
            kind_of = self._kinds.get(ident)
            return kind_of.name.get(language) if kind_of else ident
        if what == "s":
            side = self._sides.get(ident)
            return side.name.get(language) if side else ident
        if what == "t":
            table = self._tables.get(ident.partition("/")[0])
            return table.name.get(language) if table else ident
        _, colon, cell = ident.partition(":")
        if ident.startswith(INSIDE):
            return self.name("p", ident[1:], language)
        if not colon:
            box = self._boxes.get(ident)
            return box.name.get(language) if box else ident
        said = self.number(ident, language)
        name = "" if "|" in cell else self.cell_name(ident, language)
        return f"{name} {said}" if name else said
