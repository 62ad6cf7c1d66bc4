"""A synthetic board of hexes with thousands of counters, and a game on it that answers at once."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from qtwar.base.text import Message
from qtwar.editing import templates
from qtwar.editing.draft import empty_content
from qtwar.engine.state import State
from qtwar.model.base import LocalText
from qtwar.model.board import BoardContent, GridSpec, Numbering
from qtwar.model.content import TitleContent
from qtwar.model.title import Side
from qtwar.presenters.play.actions import PlayActions
from qtwar.presenters.play.game import end_with
from qtwar.presenters.play.history import PlayHistory
from qtwar.presenters.play.link import GameLink
from qtwar.presenters.play.news import News
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.position import SeenPosition
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.settings import PlaySettings
from qtwar.presenters.play.title import PlayedTitle
from qtwar.ui.facts import GameIdentity, ViewChanges
from qtwar.ui.game import GamePorts

FACES = 64
PER_STACK = 2.3


def big_board(columns: int = 200, rows: int = 200) -> BoardContent:
    """Return a board of flat-topped hexes with four kinds of terrain."""
    board = BoardContent(
        id="big",
        name=LocalText(en="Big"),
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


def big_state(board: BoardContent, counters: int = 20_000) -> State:
    """Return a position with that many counters, 2.3 a stack, spread over the board."""
    chance = random.Random(1)
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


class BenchFaces:
    """Draws one of 64 shared faces for each side; fulfils `presenters.play.position.Faces`."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str, int, float], QPixmap] = {}

    def __call__(self, record: dict[str, Any], language: str, size: int, ratio: float) -> QPixmap:
        key = (record["kind"], record["owner"], size, ratio)
        found = self._drawn.get(key)
        if found is None:
            found = QPixmap(round(size * ratio), round(size * ratio))
            found.fill(Qt.GlobalColor.transparent)
            with QPainter(found) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                number = int(record["kind"][1:])
                side = found.width()
                painter.setBrush(QColor.fromHsv((200 if record["owner"] == "BLUE" else 0) + number % 16, 140, 150 + number))
                painter.drawRoundedRect(QRectF(1, 1, side - 3, side - 3), side * 0.08, side * 0.08)
                font = QFont()
                font.setPixelSize(max(6, side // 3))
                painter.setFont(font)
                painter.drawText(QRectF(0, 0, side, side), int(Qt.AlignmentFlag.AlignCenter), f"{number % 9}-{number % 5}")
            found.setDevicePixelRatio(ratio)
            self._drawn[key] = found
        return found


class BigActions(PlayActions):
    """Everybody may move up to four hexes; a move is carried out at once. `sent` keeps the actions."""

    def __init__(
        self,
        board: BoardContent,
        link: GameLink,
        screen: Screen,
        title: PlayedTitle,
        position: SeenPosition,
        players: Players,
        store: Callable[[Mapping[str, Any]], None] | None,
    ) -> None:
        super().__init__(link, screen, title, position, players)
        self.board, self.screen, self.store = board, screen, store
        self.grid = board.make_grid()
        self.sent: list[dict[str, Any]] = []

    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Reach: four hexes round the last place of the way, with the shortest way there."""
        if name == "why":
            then({"key": "refuse.cell", "args": {"cell": {"c": args.get("cell")}}, "rule": "1"})
        elif name == "reach":
            then({"cells": self._reach(args)})
        return lambda: None

    def _reach(self, args: Mapping[str, Any]) -> dict[str, Any]:
        way = list(args.get("path") or [self.screen.now.pieces[args["pieces"][0]]["at"]])
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
        return cells

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
            was = self.screen.now.pieces[piece]["at"]
            touched.add(was)
            self.screen.now.places[was].remove(piece)
            if not self.screen.now.places[was]:
                del self.screen.now.places[was]
            self.screen.now.places.setdefault(to, []).append(piece)
            self.screen.now.pieces[piece]["at"] = to
        if self.store is not None:
            self.store(self.sent[-1])
        self.screen.changed.emit(ViewChanges(places=frozenset(touched), pieces=frozenset(pieces)))


class BigGame(GamePorts):
    """The big board with its counters, seen by Blue; what a session would answer is answered at once."""

    def __init__(self, board: BoardContent, state: State, store: Callable[[Mapping[str, Any]], None] | None = None) -> None:
        sides = [
            Side.model_validate(
                {"id": ident, "name": {"en": name}, "short": {"en": name[0]}, "attrs": {"colour": colour}}
            )
            for ident, name, colour in (("RED", "Red", "#B12A27"), ("BLUE", "Blue", "#1F5C99"))
        ]
        self.state = state
        offer = {
            "side": "BLUE",
            "prompt": {"key": "board.name", "args": {}},
            "asks": [
                {
                    "id": "move", "verb": "move", "kind": "move", "label": {"key": "board.name"}, "group": "cell",
                    "pieces": [p for p, r in state.pieces.items() if r["owner"] == "BLUE"],
                }
            ],
        }  # fmt: skip
        title = PlayedTitle(TitleContent.model_construct(boards=(board,), sides=sides), "", "en")
        link, identity = GameLink(), GameIdentity()
        self.screen = screen = Screen("BLUE", News(whole=state, offers={"BLUE": offer}), covers=False)
        position, players = SeenPosition(screen, title, BenchFaces()), Players(title, identity)
        actions = BigActions(board, link, screen, title, position, players, store)
        self.sent = actions.sent
        super().__init__(
            title,
            position,
            actions,
            PlayHistory(link, screen, title, players, None),
            PlaySettings(link, screen, identity, players, lambda screen, link: self),
        )
        end_with(self, title, screen, link)


def big_title(counters: int) -> TitleContent:
    """Return a draft of 200 × 200 cells whose only scenario has that many counters, 2.3 a stack, of 64 kinds."""
    data = templates.new_grid("Big", columns=200, rows=200).model_dump(mode="json", by_alias=True)
    board = data["boards"][0]
    words = [kind["id"] for kind in data["terrain"]][:4]
    cells = list(board["terrain"])
    board["terrain"] = {cell: words[(n * 7919 // 13) % 4] for n, cell in enumerate(cells)}
    return with_counters(data, counters)


def with_counters(data: dict[str, Any], counters: int) -> TitleContent:
    """Return a draft's content whose only scenario has that many counters, of 64 kinds, on its first board."""
    board, sides = data["boards"][0], [side["id"] for side in data["sides"]]
    kinds = [
        {
            "id": f"k{n}", "name": {"en": f"Unit {n}", "ja": f"部隊{n}"}, "side": sides[n % 2], "template": "unit",
            "attrs": {"symbol": "infantry", "attack": n // 2 % 9 + 1, "move": n // 8 + 1}, "traits": ["foot"],
        }
        for n in range(FACES)
    ]  # fmt: skip
    places = random.Random(1).sample(list(board["terrain"]), max(1, round(counters / PER_STACK)))
    quick: dict[str, Counter[str]] = {}
    for n in range(counters):
        quick.setdefault(places[n % len(places)], Counter())[f"k{n % FACES}"] += 1
    lines = [{"at": f"{board['id']}:{cell}", "pieces": dict(pieces)} for cell, pieces in quick.items()]
    return empty_content({**data, "kinds": kinds, "scenarios": [{**data["scenarios"][0], "quick": lines}]})
