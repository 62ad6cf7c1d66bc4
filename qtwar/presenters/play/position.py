"""What lies where, in words and pictures for docks and board; from the view of the seat at the screen only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtGui import QPixmap

from qtwar.base.kana import fold, searched
from qtwar.base.text import LANGUAGES
from qtwar.engine.state import State
from qtwar.engine.views import is_alias
from qtwar.kit.free import BROKE
from qtwar.model.content import Box as ContentBox
from qtwar.model.content import Scenario
from qtwar.presenters.play import properties
from qtwar.presenters.play.answers import end_message
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.title import PlayedTitle
from qtwar.ui.facts import BoxTray, Crumb, Found, OobNode, PieceInfo, Property, Resource, TurnBox
from qtwar.ui.game import NEW

KNOWN_ROLES = ("box", "pool", "reinforcements", "hand", "deck", "cup", "discard")
BLANK = " –—-·/"
"""What is written where a figure is not printed: of figures that are all of it nothing is said."""
Faces = Callable[[dict[str, Any], str, int, float], QPixmap]
"""Draws a counter: record of the piece, language, size in logical px, ratio of the screen."""


class SeenPosition:
    """Fulfils `GamePosition` from what the screen holds."""

    def __init__(self, screen: Screen, title: PlayedTitle, faces: Faces) -> None:
        self.changed = screen.changed
        self.title = title
        self._screen, self.faces = screen, faces
        self._asked: tuple[Any, set[str]] = (None, set())  # an offer, and the pieces that it names
        self._strengths: dict[tuple[str, tuple[tuple[str, Any], ...]], str] = {}  # by language and the numbers in it

    @property
    def view(self) -> State:
        """The position in the view of the seat, at the entry looked at."""
        return self._screen.view

    @property
    def seat(self) -> str:
        """The side whose eyes the screen has."""
        return self._screen.seat

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How the game ended, at the entry looked at."""
        return end_message(self._screen.now.result) if self._screen.now.result is not None else None

    # -- pieces ------------------------------------------------------------------------------------
    def piece(self, ident: str) -> PieceInfo | None:
        """Return a piece or alias in words; None where the view has no such piece and it is not in the roster."""
        if ident.startswith(NEW):
            return PieceInfo(ident, self.title.name("k", ident[1:]), "", "", "")
        record = self.view.pieces.get(ident)
        if record is None:
            return None
        place = record["at"]
        place_name = self.title.place_name(place)
        if is_alias(ident):
            name = self.title.texts.plain(
                {"key": "{p}", "args": {"p": {"hidden": record["owner"]}}}, self.title.language
            )
            return PieceInfo(ident, name, record["owner"], place, place_name, hidden=True)
        kind = self.title.content.kinds_by_id.get(record["kind"])
        name = self.title.name("p", ident)
        return PieceInfo(
            id=ident,
            name=name,
            side=record["owner"],
            place=place,
            place_name=place_name,
            kind_name=kind.name.get(self.title.language) if kind else "",
            strength=self.strength(ident, record),
            marks=self._marks(record["attrs"]),
            can_act=ident in self._candidates(),
        )

    def _candidates(self) -> set[str]:
        """Return the pieces that the offer in force names."""
        offer = self._screen.offer
        if offer is not self._asked[0]:
            self._asked = offer, {p for ask in (offer or {}).get("asks", ()) for p in ask.get("pieces") or ()}
        return self._asked[1]

    def pieces_at(self, place: str) -> Sequence[str]:
        """Return ids and aliases in a place, bottom first."""
        return self.view.places.get(place, [])

    def _marks(self, attrs: Mapping[str, Any]) -> str:
        rule, level = attrs.get(BROKE), attrs.get("level")
        words = []
        if rule:
            words.append(
                self.title.text("piece.broke_any") if rule == "?" else self.title.text("piece.broke", rule=str(rule))
            )
        if isinstance(level, int) and level > 0:
            words.append(self.title.text("piece.floor", n=level))
        return self.title.text("list.comma").join(words) if words else ""

    def strength(self, ident: str, record: Mapping[str, Any]) -> str:
        """Return the printed figures, as the title's text `piece.strength` arranges the attributes."""
        if not self.title.has("piece.strength"):
            return ""
        kind = self.title.content.kinds_by_id.get(record["kind"])
        roster = self.title.content.pieces_by_id.get(ident)
        attrs = {**(kind.attrs if kind else {}), **(roster.attrs if roster else {}), **record["attrs"]}
        numbers = tuple((k, v) for k, v in attrs.items() if isinstance(v, (int, float, str)))
        key = self.title.language, numbers
        words = self._strengths.get(key)
        if words is None:
            words = self.title.texts.plain({"key": "piece.strength", "args": dict(numbers)}, self.title.language)
            words = self._strengths[key] = "" if "{" in words or not words.strip(BLANK) else words
        return words

    def properties(self, ident: str) -> Sequence[Property]:
        """Return all attributes of a piece in words."""
        return properties.of_piece(self.title, self.view, ident)

    def order_of_battle(self) -> list[OobNode]:
        """Return the tree of formations with the pieces this side may know, then for each side its units without one.

        Empty branches are left out.
        """
        view = self.view
        by_formation: dict[str, list[str]] = {}
        for piece in self.title.content.pieces:
            if piece.id in view.pieces and piece.formation:
                by_formation.setdefault(piece.formation, []).append(piece.id)
        children: dict[str | None, list[Any]] = {}
        for formation in self.title.content.formations:
            children.setdefault(formation.parent, []).append(formation)

        def node(formation: Any) -> OobNode | None:
            below = tuple(n for f in children.get(formation.id, ()) if (n := node(f)) is not None)
            own = tuple(by_formation.get(formation.id, ()))
            if not below and not own:
                return None
            return OobNode(formation.id, formation.name.get(self.title.language), formation.side or "", own, below)

        tops = [n for f in children.get(None, ()) if (n := node(f)) is not None]
        placed = {ident for pieces in by_formation.values() for ident in pieces}
        loose: dict[str, list[str]] = {}
        for ident, record in view.pieces.items():
            kind = self.title.content.kinds_by_id.get(record["kind"])
            if kind is not None and kind.klass == "unit" and ident not in placed and not is_alias(ident):
                loose.setdefault(str(record["owner"]), []).append(ident)
        for side in self.title.content.sides:
            if loose.get(side.id):
                tops.append(
                    OobNode(f"side:{side.id}", side.name.get(self.title.language), side.id, tuple(loose[side.id]), ())
                )
        return tops

    # -- places ------------------------------------------------------------------------------------
    def boxes(self) -> list[BoxTray]:
        """Return the off-map boxes in the title's order."""
        return self._boxes()

    def reinforcements(self) -> list[BoxTray]:
        """Return pools and what is to come: in boxes of its own, or on the turns of the track.

        Who lies on this turn, or waits since an earlier one, is not in yet.
        """
        ahead = []
        for turn in self.turn_track():
            units = tuple(p for p in turn.pieces if self._is_unit(p))
            if units:
                name = self.title.text("shelf.turn", n=turn.label)
                ahead.append(BoxTray(turn.place, name, role="reinforcements", pieces=units, count=len(units)))
        return [*self._boxes(("pool", "reinforcements")), *ahead]

    def _is_unit(self, piece: str) -> bool:
        """Whether a counter of the view is one that comes into play, not a marker that keeps a count."""
        kind = self.title.content.kinds_by_id.get(str(self.view.pieces[piece].get("kind", "")))
        return kind is None or kind.klass == "unit"

    def _boxes(self, roles: tuple[str, ...] | None = None) -> list[BoxTray]:
        view = self.view
        out = []
        for box in self.title.content.boxes.values():
            role = box.role or "box"
            if role in ("turn", "unseen") or (roles is not None and role not in roles):
                continue
            ids = view.places.get(box.id, [])
            if box.on_board is not None and role not in ("deck", "cup", "hand", "discard", "exit"):
                continue  # it is drawn on its board
            if role == "setup" and not ids:
                continue  # once everything stands on the map the tray is of no more use
            known = tuple(p for p in ids if not is_alias(p))
            shown: Any = role if role in KNOWN_ROLES else "box"
            out.append(
                BoxTray(
                    id=box.id,
                    name=box.name.get(self.title.language),
                    side=box.side or "",
                    role=shown,
                    pieces=known if len(known) == len(ids) else tuple(ids),
                    count=len(ids),
                    draw_to=self._draw_to(box) if role in ("deck", "cup") else "",
                    discard=str(box.attrs.get("discard") or ""),
                    counted=self._counted(box, len(ids)),
                    hidden=view.sees_place(self.seat, box.id) == "none",
                )
            )
        return out

    def _counted(self, box: ContentBox, n: int) -> str:
        """Return how many of what a pile holds: cards in a deck, counters in a cup, or what the box says it holds."""
        holds = box.attrs.get("holds")
        if isinstance(holds, Mapping):
            return self.title.text("shelf.held", n=n, what=str(holds.get(self.title.language) or holds.get("en") or ""))
        return self.title.text("shelf.cards" if box.role == "deck" else "shelf.counters", n=n)

    def _draw_to(self, pile: ContentBox) -> str:
        """Return where what is drawn goes: as the box says, into a hand, onto the discards, or beside the map."""
        boxes = self.title.content.boxes
        named = str(pile.attrs.get("draw_to") or "")
        hands = [b.id for b in boxes.values() if b.role == "hand" and b.side in (pile.side, None)]
        hands += [b.id for b in boxes.values() if b.role == "hand"]
        discard = str(pile.attrs.get("discard") or "")
        plain = [b.id for b in boxes.values() if b.role in ("", "box", "drawn")]
        return next((b for b in (named, *hands[:1], discard, *plain) if b in boxes), "")

    def chips(self, place: str) -> list[str]:
        """Return the terrain and features of a cell in words; where cards make the ground, the names of those that lie there."""
        board_id, colon, cell = place.partition(":")
        if not colon:
            return []
        board = self.title.content.board(board_id)
        if board.grid.kind == "cards":
            kinds = [
                self.title.content.kinds_by_id.get(self.view.pieces[p]["kind"]) for p in self.view.places.get(place, ())
            ]
            cards = [kind.name.get(self.title.language) for kind in kinds if kind is not None and kind.klass == "card"]
            if cards:
                return cards[::-1]
        terrain = {t.id: t.name.get(self.title.language) for t in self.title.content.terrain}
        features = {f.id: f.name.get(self.title.language) for f in self.title.content.features}
        out = [terrain[board.terrain[cell]]] if board.terrain.get(cell) in terrain else []
        out += [features[f] for f, cells in board.features.items() if cell in cells and f in features]
        return out

    # -- turn and numbers --------------------------------------------------------------------------
    @property
    def played(self) -> Scenario | None:
        """The scenario whose turns are counted: in a campaign that which the variable `mission` names."""
        now = self.view.vars.get("mission")
        return next((s for s in self.title.content.scenarios if s.id == now), self.title.scenario)

    def turn_track(self) -> list[TurnBox]:
        """Return the boxes of the turn track of the scenario being played, each with the entry that began its turn."""
        view, scenario = self.view, self.played
        if scenario is None:
            return []
        entries: dict[int, int] = {}
        for i, head in enumerate(self._screen.line, 1):
            if head.turn is not None:
                entries.setdefault(head.turn, i)
        now = view.vars.get("turn")
        out = []
        for n in range(1, (scenario.turns or 0) + 1):
            place = f"turn-{n}"
            dates = scenario.turn_dates(n, self.title.language)
            out.append(
                TurnBox(
                    number=n,
                    label=f"{n} · {dates}" if dates else str(n),
                    pieces=tuple(view.places.get(place, ())),
                    place=place,
                    is_now=n == now,
                    entry=entries.get(n),
                )
            )
        return out

    def crumbs(self) -> list[Crumb]:
        """Return turn › phase › step: the step of the offer, else the innermost one of the position."""
        view, scenario = self.view, self.played
        step = str((self._screen.offer or {}).get("step") or self._screen.step)
        out = []
        turn = view.vars.get("turn")
        if turn and scenario is not None:
            out.append(
                Crumb(
                    self.title.text("crumb.turn", n=turn, of=scenario.turns or "–"),
                    scenario.turn_dates(turn, self.title.language) or scenario.period.get(self.title.language),
                )
            )
        phase = view.vars.get("phase")
        if phase and self.title.has(f"phase.{phase}"):
            out.append(Crumb(self.title.text(f"phase.{phase}")))
        if step and self.title.has(f"step.{step}"):
            out.append(Crumb(self.title.text(f"step.{step}")))
        return out

    def resources(self) -> list[Resource]:
        """Return the numbers that the title's texts name (`number.cp` …), grouped by number."""
        view = self.view
        out = []
        values = {side.id: view.values(side.id, side.sight) for side in self.title.content.sides}
        keys = sorted({k for own in values.values() for k in own if self.title.has(f"number.{k}")})
        for key in keys:
            for side in self.title.content.sides:
                value = values[side.id].get(key)
                if isinstance(value, (int, str)) and not isinstance(value, bool):
                    hint = f"number.{key}.help"
                    out.append(
                        Resource(
                            self.title.text(f"number.{key}"),
                            side.id,
                            value,
                            accent=key == keys[0],
                            hint=self.title.text(hint) if self.title.has(hint) else "",
                        )
                    )
        return out

    def find(self, text: str, limit: int = 30) -> list[Found]:
        """Return rules, cells, pieces and tables that fit what was typed: by number, name in either language, or reading."""
        wanted = fold(text.strip())
        if not wanted:
            return []
        out = self.title.find_rules(wanted)[: limit // 3]
        for board in self.title.content.boards:
            for cell in board.terrain:
                place = f"{board.id}:{cell}"
                if cell.casefold().startswith(wanted) or fold(
                    self.title.names.number(place, self.title.language)
                ).startswith(wanted):
                    out.append(Found("cell", place, self.title.name("c", place)))
                    if len(out) >= 2 * limit // 3:
                        break
            for label in board.labels:
                if isinstance(label.at, str) and any(wanted in searched(label.text.get(lang)) for lang in LANGUAGES):
                    out.append(Found("cell", f"{board.id}:{label.at}", label.text.get(self.title.language), label.at))
        for ident in self.view.pieces:
            info = self.piece(ident)
            if info is not None and not info.hidden and wanted in searched(f"{info.name} {ident}"):
                out.append(Found("piece", ident, info.name, info.place_name))
        for table in self.title.content.tables:
            if wanted in searched(" ".join((table.id, *(table.name.get(lang) for lang in LANGUAGES)))):
                out.append(Found("table", table.id, table.name.get(self.title.language), table.rule))
        return out[:limit]

    # -- pictures ----------------------------------------------------------------------------------
    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The counter's picture as this side sees it."""
        record = self.view.pieces.get(piece)
        if piece.startswith(NEW):
            record = self._fresh(piece[1:])
        elif record is None:
            roster = self.title.content.pieces_by_id.get(piece)
            record = self._fresh(roster.kind if roster else piece.partition(NEW)[0])
        return self.faces({**record, "id": piece, "unseen": piece in self.view.known}, self.title.language, size, ratio)

    def _fresh(self, kind_id: str) -> dict[str, Any]:
        """Return the record of a piece of a kind that is not in play."""
        kind = self.title.content.kinds_by_id.get(kind_id)
        owner = (kind.side if kind else "") or ""
        return {"kind": kind.id if kind else "?", "face": "front", "owner": owner, "back": owner, "attrs": {}}

    def reverse(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap | None:
        """The picture of the face that a known piece does not show now."""
        record = self.view.pieces.get(piece)
        if record is None or record["kind"] not in self.title.content.kinds_by_id:
            return None
        other = "front" if record["face"] == "back" else "back"
        return self.faces({**record, "id": piece, "face": other}, self.title.language, size, ratio)
