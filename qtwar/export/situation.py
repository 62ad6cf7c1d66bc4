"""The present situation of a game as a sheet: enough to build it up again on a real table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from qtwar.draw import displaylist as dl
from qtwar.engine.state import State
from qtwar.engine.views import HIDDEN, is_alias
from qtwar.export import look, map_picture, tone
from qtwar.export.choices import Choices
from qtwar.export.counters import Counters, total
from qtwar.export.flow import Block, ColumnFlow, heading
from qtwar.export.page import Bookmark
from qtwar.export.setup_sheet import MAP_SHARE, SetupSheet
from qtwar.export.sheet_parts import Made, audience_of, map_of, masthead, turn_dates
from qtwar.export.source import Lineup, Lot, SheetSource, Stand
from qtwar.export.voice import Voice
from qtwar.model.board import BoardContent

_SHOWN_ATTRS = (("facing", "facing"), ("level", "level"), ("lost", "steps_lost"))


def stands_of(source: SheetSource, state: State) -> list[Stand]:
    """Return what lies where, cell by cell in the order of the boards, then the boxes; what a piece carries with it."""
    order: list[str] = []
    for board in source.content.boards:
        order += [f"{board.id}:{cell}" for cell in board.make_grid().cells() if f"{board.id}:{cell}" in state.places]
    order += [box for box in source.content.boxes if box in state.places]
    order += sorted(p for p in state.places if p not in set(order) and not p.startswith("@"))
    out: list[Stand] = []
    for place in order:
        lots: dict[str, dict[str, Lot]] = {}
        for piece, carrier in _with_carried(state, place):
            record = state.pieces[piece]
            lot = _lot(source, state, piece, record, carrier)
            key = json.dumps([{**lot.record, "id": lot.names[0] if lot.names else ""}, lot.remarks], sort_keys=True)
            held = lots.setdefault(str(record["owner"] or ""), {})
            held[key] = replace(lot, count=held[key].count + 1) if key in held else lot
        out += [Stand(side, tuple(found.values()), place) for side, found in lots.items()]
    return out


def _with_carried(state: State, place: str, carrier: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    for piece in state.at(place):
        yield piece, carrier
        if depth < 8:
            yield from _with_carried(state, f"@{piece}", piece, depth + 1)


def _lot(source: SheetSource, state: State, piece: str, record: Mapping[str, Any], carrier: str) -> Lot:
    roster = source.content.pieces_by_id.get(piece)
    named = roster is not None and bool(roster.name or roster.attrs)
    known = state.known.get(piece)
    covered = known is not None and any(s.id not in known for s in source.content.sides)
    remarks: list[tuple[str, Any]] = []
    if covered and not is_alias(piece) and record["kind"] != HIDDEN:
        remarks.append(("face_down", 1))
    for attr, key in _SHOWN_ATTRS:
        value = record["attrs"].get(attr)
        if value:
            remarks.append((key, value))
    if carrier:
        remarks.append(("inside", carrier))
    shown = {k: record.get(k) for k in ("kind", "face", "owner", "back", "attrs")}
    shown["id"] = piece if named else ""
    return Lot(shown, 1, (piece,) if named else (), tuple(remarks))


class SituationSheet(SetupSheet):
    """A set-up sheet of a position instead of a scenario."""

    quick_words = "print.placed"

    def __init__(self, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None = None) -> None:
        assert source.position is not None
        self.state = source.position
        placed = replace(source, lineup=Lineup(quick=tuple(stands_of(source, source.position))))
        super().__init__(placed, replace(choices, placement="quick"), voice, toner)

    def make(self) -> Made:
        """Return the pages."""
        source, voice, choices = self.source, self.voice, self.choices
        paper = choices.sheet()
        self.width = ColumnFlow(paper).column_width
        sheet = voice.say("print.sheet.situation")
        head = [*masthead(source, voice, sheet, self.width, self.color)[:1], self._state_line(self.width)]
        maps = list(self._maps(paper.height * MAP_SHARE)) if choices.show_map else []
        rest = [*(self._side(side) for side in self._sides()), self._neutral()]
        if not source.lineup.quick:
            rest.append(iter([heading(voice.say("print.nothing_there"), mark=False)]))
        flow = self._fitted(paper, 1, head, maps, rest)
        audience = audience_of(source, voice)
        name = source.name or voice.text(source.scenario.name)
        title = voice.text(source.content.title.name)
        pages = flow.pages(
            "situation",
            (f"{title} · {name}", f"{sheet} · {audience}"),
            f"{title} · {name} · {sheet} · {audience}",
            sheet,
        )
        return Made(pages, [Bookmark(sheet, 0, 0.0, 0), *flow.marks], list(self.counters.problems))

    def _state_line(self, width: float) -> Block:
        """Turn, phase, who acts: in one tinted line."""
        voice, state = self.voice, self.state
        parts = []
        turn = state.vars.get("turn")
        if turn:
            turns = self.source.scenario.turns
            parts.append(voice.say("print.turn_of", n=turn, of=turns) if turns else voice.say("print.turn", n=turn))
            parts += turn_dates(self.source, voice, turn)
        phase = state.vars.get("phase")
        if phase and voice.has(f"phase.{phase}"):
            parts.append(voice.say(f"phase.{phase}"))
        acting = [s for s in self.source.content.sides if s.id in state.active]
        if acting:
            names = ", ".join(voice.text(s.name) for s in acting)
            parts.append(voice.say("print.now_playing", sides=names))
        parts.append(voice.say("print.in_all", n=total(self.source.lineup.quick)))
        words = "   ·   ".join(parts)

        def draw(x: float, y: float, w: float) -> list[dl.Node]:
            return [
                look.box(x, y, w, 7.0, look.TINT, radius=1.2),
                look.text(words, x + 3, y + 4.6, "strong", fit=w - 6),
            ]

        return Block(8.4, draw, before=1.0)


def faces_on(
    face: Callable[[Mapping[str, Any]], dl.DisplayList], state: State, board: BoardContent
) -> dict[str, list[dl.DisplayList]]:
    """Return faces, bottom first, of what lies on a board, by cell and by box printed on it."""
    boxes = {box.id for box in board.boxes if box.on_board is not None}
    prefix = f"{board.id}:"
    return {
        place.removeprefix(prefix): [face({**state.pieces[i], "id": i}) for i in ids]
        for place, ids in state.places.items()
        if place.startswith(prefix) or place in boxes
    }


def position_picture(
    source: SheetSource, counters: Counters, state: State, voice: Voice, width: float, most: float, caption: str,
    toner: tone.Toner | None = None,
) -> list[Block]:  # fmt: skip
    """Return a map with the counters of a position for each board that has any."""
    out = []
    for board in source.boards:
        faces = faces_on(counters.face, state, board)
        if not faces:
            continue
        display = map_of(source, board, voice, toner, counters.problems)
        if display is None:
            continue
        out.append(
            map_picture.picture(
                board,
                display,
                width,
                most,
                counters=map_picture.piece_nodes(board, faces),
                window=map_picture.window_of(board, display, faces, (width, most)),
                caption=caption,
            )
        )
    return out
