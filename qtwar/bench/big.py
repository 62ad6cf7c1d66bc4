"""A synthetic board of hexes with thousands of counters, and a game on it that answers at once."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from qtwar.base.text import Message
from qtwar.engine.state import State
from qtwar.model.base import Text
from qtwar.model.board import Board, GridSpec, Numbering
from qtwar.model.content import Content
from qtwar.ui.model import BoardInfo, ChangeSet, GameModel, PieceInfo, SideInfo

FACES = 64
PER_STACK = 2.3


def big_board(columns: int = 200, rows: int = 200) -> Board:
    """Return a board of flat-topped hexes with four kinds of terrain."""
    board = Board(
        id="big",
        name=Text(en="Big"),
        grid=GridSpec(
            kind="hex",
            columns=columns,
            rows=rows,
            orientation="flat",
            offset="odd",
            numbering=Numbering(pattern="CCCRRR"),
        ),
    )
    words = ("clear", "wood", "rough", "water")
    terrain = {cell: words[(n * 7919 // 13) % 4] for n, cell in enumerate(board.make_grid().cells())}
    return board.model_copy(update={"terrain": terrain})


def big_state(board: Board, counters: int = 20_000, seed: int = 1) -> State:
    """Return a position with that many counters, 2.3 a stack, spread over the board."""
    chance = random.Random(seed)
    cells = list(board.make_grid().cells())
    places = chance.sample(cells, min(len(cells), max(1, round(counters / PER_STACK))))
    state = State(("RED", "BLUE"), {"title": "big"})
    for n in range(counters):
        place = f"{board.id}:{places[n % len(places)]}"
        ident = f"p{n}"
        owner = "RED" if n % 2 else "BLUE"
        state.pieces[ident] = {
            "kind": f"k{n % FACES}",
            "at": place,
            "face": "front",
            "owner": owner,
            "back": owner,
            "attrs": {},
        }
        state.places.setdefault(place, []).append(ident)
    return state


class BigGame(GameModel):
    """Everybody may move up to four hexes; a move is carried out at once. `sent` keeps the actions."""

    def __init__(self, board: Board, state: State, store: Callable[[Mapping[str, Any]], None] | None = None) -> None:
        super().__init__()
        self.content = Content.model_construct(boards=(board,))
        self.board, self.state, self.store = board, state, store
        self.grid = board.make_grid()
        self.sent: list[dict[str, Any]] = []
        self._faces: dict[tuple[str, str, int, float], QPixmap] = {}
        self._offer = {
            "side": "BLUE",
            "prompt": {"key": "board.name", "args": {}},
            "asks": [
                {
                    "id": "move", "verb": "move", "kind": "move", "label": {"key": "board.name"}, "group": "cell",
                    "pieces": [p for p, r in state.pieces.items() if r["owner"] == "BLUE"],
                }
            ],
        }  # fmt: skip

    @property
    def view(self) -> State:
        """The position."""
        return self.state

    @property
    def seat(self) -> str:
        """Blue sits here."""
        return "BLUE"

    @property
    def offer(self) -> dict[str, Any] | None:
        """A move of any blue counter."""
        return self._offer

    def sides(self) -> Sequence[SideInfo]:
        """Red and blue."""
        return (SideInfo("RED", "Red", "R", "#B12A27", "#FFFFFF"), SideInfo("BLUE", "Blue", "B", "#1F5C99", "#FFFFFF"))

    def boards(self) -> Sequence[BoardInfo]:
        """The one board."""
        return (BoardInfo(self.board.id, "Big"),)

    def piece(self, ident: str) -> PieceInfo | None:
        """A counter by number."""
        record = self.state.pieces.get(ident)
        return (
            PieceInfo(ident, ident, record["owner"], record["at"], record["at"], can_act=record["owner"] == "BLUE")
            if record
            else None
        )

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """One of 64 shared faces for each side."""
        record = self.state.pieces[piece]
        key = (record["kind"], record["owner"], size, ratio)
        found = self._faces.get(key)
        if found is None:
            found = QPixmap(round(size * ratio), round(size * ratio))
            found.fill(Qt.GlobalColor.transparent)
            painter = QPainter(found)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            number = int(record["kind"][1:])
            side = found.width()
            painter.setBrush(QColor.fromHsv((200 if record["owner"] == "BLUE" else 0) + number % 16, 140, 150 + number))
            painter.drawRoundedRect(QRectF(1, 1, side - 3, side - 3), side * 0.08, side * 0.08)
            font = QFont()
            font.setPixelSize(max(6, side // 3))
            painter.setFont(font)
            painter.drawText(QRectF(0, 0, side, side), int(Qt.AlignmentFlag.AlignCenter), f"{number % 9}-{number % 5}")
            painter.end()
            found.setDevicePixelRatio(ratio)
            self._faces[key] = found
        return found

    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Reach: four hexes round the last place of the way, with the shortest way there."""
        if name != "reach":
            then({"key": "refuse.cell", "args": {"cell": {"c": args.get("cell")}}, "rule": "1"})
            return lambda: None
        way = list(args.get("path") or [self.state.pieces[args["pieces"][0]]["at"]])
        start = way[-1].partition(":")[2]
        before, far, open_ = {start: [start]}, {start: 0}, deque([start])
        while open_:
            at = open_.popleft()
            if far[at] < 4:
                for near in self.grid.neighbours(at):
                    if near not in before:
                        before[near], far[near] = [*before[at], near], far[at] + 1
                        open_.append(near)
        prefix = f"{self.board.id}:"
        cells = {}
        for cell, steps in before.items():
            if cell != start:
                path = [*way[:-1], *(prefix + step for step in steps)]
                cells[prefix + cell] = {"cost": far[cell], "mark": "stop" if far[cell] == 4 else "end", "path": path}
        then({"cells": cells})
        return lambda: None

    def submit(self, action: Mapping[str, Any]) -> None:
        """Carry the move out, store it, and tell."""
        self.sent.append(dict(action))
        if action["verb"] != "move":
            return
        self._move(action["args"]["pieces"], action["args"]["path"][-1])

    def free_move(self, pieces: Sequence[str], place: str, broke: Message | None = None) -> None:
        """The same, past the rules."""
        args = {"op": "move", "pieces": list(pieces), "to": place} | ({"broke": broke} if broke is not None else {})
        self.sent.append({"side": "BLUE", "verb": "free", "args": args})
        self._move(pieces, place)

    def _move(self, pieces: Sequence[str], to: str) -> None:
        touched = {to}
        for piece in pieces:
            was = self.state.pieces[piece]["at"]
            touched.add(was)
            self.state.places[was].remove(piece)
            if not self.state.places[was]:
                del self.state.places[was]
            self.state.places.setdefault(to, []).append(piece)
            self.state.pieces[piece]["at"] = to
        if self.store is not None:
            self.store(self.sent[-1])
        self.changed.emit(ChangeSet(places=frozenset(touched), pieces=frozenset(pieces)))
