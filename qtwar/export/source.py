"""What is printed from: a title's content, a scenario, and, of a game, the position and the log as one side may know them.

`for_side` is the only door to a side's sheet: what comes through it holds nothing that the side may not know, so no
sheet needs to think of secrecy again. Knows neither files nor Qt; pictures, names and documents are given to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from qtwar.base.text import Texts
from qtwar.draw import displaylist as dl
from qtwar.engine import showing, views
from qtwar.engine.state import State
from qtwar.model.base import LocalText
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.pieces import PieceKind
from qtwar.model.scenario import Condition, Scenario

REFEREE = ""
Record = Mapping[str, Any]


class PrintNames(Protocol):
    """Says what a player calls a thing."""

    def name(self, what: str, ident: str, language: str) -> str:
        """Return the name of a piece (`p`), place (`c`), side (`s`), kind (`k`) or table (`t`)."""
        ...

    def cell_name(self, place: str, language: str) -> str:
        """Return the name printed on a cell, or nothing."""
        ...


class Art(Protocol):
    """Draws counters and boards."""

    def face(self, record: Record, language: str = "en") -> dl.DisplayList:
        """Return a counter's face; a record of kind `?` shows its back. Raises DataFault for a wrong template."""
        ...

    def back_of(self, kind: PieceKind, record: Record, language: str = "en") -> dl.DisplayList | None:
        """Return what is printed on a counter's other side, None where nothing is."""
        ...

    def board(self, board: BoardContent, language: str) -> dl.DisplayList:
        """Return the map of a board."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of the log: number, turn, who acted, what it was called, the events told, whether it was bookmarked."""

    number: int
    turn: int | None
    side: str
    label: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...] = ()
    bookmark: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A position worth a picture in the log: after which entry, under which name."""

    number: int
    name: str
    state: State


@dataclass(frozen=True, slots=True)
class Lot:
    """Some equal counters: a record to draw them by, their piece kind (`?` unknown), how many, their names."""

    record: Record
    count: int = 1
    names: tuple[str, ...] = ()
    """Ids of roster pieces that are named one by one."""
    remarks: tuple[tuple[str, Any], ...] = ()
    """What is to be said of them: (key of `print.…`, its figure or piece)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Counters that go to one place or into one zone."""

    side: str
    lots: tuple[Lot, ...]
    place: str = ""
    """`board:cell` or a box's id; empty: anywhere `where` holds."""
    where: Condition | None = None
    each: int | None = None
    max_per_cell: int | None = None
    random: bool = False
    draw: int | None = None
    rule: str = ""
    note: LocalText | None = None
    turn: int | None = None
    by_kind: tuple[tuple[str, Condition], ...] = ()
    formation: str = ""
    secret_count: bool = False
    """How many there are may not be known either; `lots` is empty then."""

    @property
    def count(self) -> int:
        """How many counters there are."""
        return sum(lot.count for lot in self.lots)


@dataclass(frozen=True, slots=True)
class Lineup:
    """Everything that is set up: the book's lines, the quick placements, pools, reinforcements by turn."""

    lines: tuple[Stand, ...] = ()
    quick: tuple[Stand, ...] = ()
    pools: tuple[Stand, ...] = ()
    reinforcements: tuple[Stand, ...] = ()

    @property
    def all(self) -> tuple[Stand, ...]:
        """Every stand."""
        return (*self.lines, *self.quick, *self.pools, *self.reinforcements)


@dataclass(frozen=True, eq=False)
class SheetSource:
    """One scenario of a title, or one game, as `side` sees it (`REFEREE`: everything)."""

    content: TitleContent
    scenario: Scenario
    art: Art
    names: PrintNames
    texts: Texts
    lineup: Lineup
    options: Mapping[str, Any] = field(default_factory=dict)
    position: State | None = None
    log: tuple[Told, ...] = ()
    moments: tuple[Moment, ...] = ()
    side: str = REFEREE
    name: str = ""
    """Of a game: what its tab is called."""
    players: Mapping[str, str] = field(default_factory=dict)
    open_to: tuple[str, ...] = ()
    """Of a game by mail that goes on: the sides for which it may be printed; none: for all."""
    history: Mapping[str, Sequence[Told]] = field(default_factory=dict)
    """Side → its log; `*` what a referee may read. `log` is taken from it."""

    def for_side(self, side: str) -> SheetSource:
        """Return the source as a side may know it."""
        if side == REFEREE:
            return replace(self, side=side, log=tuple(self.history.get("*", self.log)), history={})
        played = self.position is not None  # such a game is printed of what a copy of it for the side would hold
        content = self.content.without_setups(of_games=True) if played else self.content
        return replace(
            self,
            side=side,
            content=content,
            scenario=content.scenario(self.scenario.id) if played else self.scenario,
            lineup=_seen_lineup(self.content, self.lineup, side),
            position=_seen(self.position, side) if self.position is not None else None,
            moments=tuple(replace(m, state=_seen(m.state, side)) for m in self.moments),
            log=tuple(self.history.get(side, ())),
            history={},
        )

    @property
    def boards(self) -> tuple[BoardContent, ...]:
        """The boards in play."""
        wanted = self.scenario.boards
        return tuple(b for b in self.content.boards if not wanted or b.id in wanted)

    def side_order(self) -> list[str]:
        """Return the sides in the order in which they set up."""
        order = [s for s in self.scenario.setup_order if any(side.id == s for side in self.content.sides)]
        return order + [side.id for side in self.content.sides if side.id not in order]


def lineup_of(content: TitleContent, scenario: Scenario, options: Mapping[str, Any]) -> Lineup:
    """Return what a scenario sets up with these options, whole."""
    lines: list[Stand] = []
    for line in scenario.setup:
        if not _applies(line.attrs, options):
            continue
        draw = line.attrs.get("draw")
        common = Stand(
            side=line.side,
            lots=_lots(content, line.pieces),
            each=line.each,
            max_per_cell=line.max_per_cell,
            random=line.random,
            draw=draw if isinstance(draw, int) else None,
            rule=line.rule,
            note=line.note,
            by_kind=tuple((k, Condition.model_validate(c)) for k, c in (line.attrs.get("by_kind") or {}).items()),
            formation=_formation(content, line.pieces),
        )
        places = _exact(content, scenario, line.where)
        if len(places) == 1:
            lines.append(replace(common, place=places[0]))
        else:
            lines.append(replace(common, where=line.where))
    quick = [Stand(side=_side_of(content, q.pieces), lots=_lots(content, q.pieces), place=q.at) for q in scenario.quick]
    pools = [
        Stand(side=_pool_side(content, side, pool.place, pool.pieces), lots=_lots(content, pool.pieces),
              place=pool.place, rule=pool.rule)
        for side, pool in scenario.pools.items()
    ]  # fmt: skip
    coming = [
        Stand(
            side=r.side or _side_of(content, r.pieces),
            lots=_lots(content, r.pieces),
            place=r.at or "",
            where=r.where,
            rule=r.rule,
            note=r.note,
            turn=r.turn,
        )
        for r in sorted(scenario.reinforcements, key=lambda r: r.turn)
        if _applies(r.attrs, options)
    ]
    return Lineup(tuple(lines), tuple(quick), tuple(pools), tuple(coming))


def _applies(attrs: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    when = attrs.get("when")
    return not isinstance(when, Mapping) or all(options.get(key) == value for key, value in when.items())


def _exact(content: TitleContent, scenario: Scenario, where: Condition) -> list[str]:
    """The places that a condition names one by one, where it does nothing else."""
    named = where.model_dump(exclude_none=True, by_alias=True)
    if set(named) == {"box"}:
        return list(where.box or ())
    if set(named) == {"cells"}:
        return [full_place(content, scenario, cell) for cell in where.cells or ()]
    return []


def full_place(content: TitleContent, scenario: Scenario, cell: str) -> str:
    """Return `board:cell` of a cell that may be named without its board."""
    if ":" in cell or not content.boards:
        return cell
    boards = [b for b in content.boards if not scenario.boards or b.id in scenario.boards] or list(content.boards)
    for board in boards:
        if cell in board.terrain or cell in (board.grid.cells or {}):
            return f"{board.id}:{cell}"
    return f"{boards[0].id}:{cell}"


def _lots(content: TitleContent, counts: Mapping[str, int]) -> tuple[Lot, ...]:
    """Counters of kinds and single pieces, equal ones together, in the order of the file."""
    out: list[Lot] = []
    for ident, count in counts.items():
        if count <= 0:
            continue
        piece = content.pieces_by_id.get(ident)
        kind_id = piece.kind if piece is not None else ident
        kind = content.kinds_by_id.get(kind_id)
        if kind is None:
            continue
        own = piece is not None
        record = {
            "id": ident if own else "",
            "kind": kind_id,
            "face": "front",
            "owner": kind.side or "",
            "attrs": {},
        }
        out.append(Lot(record, count, (ident,) if own else ()))
    return tuple(out)


def _side_of(content: TitleContent, counts: Mapping[str, int]) -> str:
    for ident in counts:
        piece = content.pieces_by_id.get(ident)
        kind = content.kinds_by_id.get(piece.kind if piece is not None else ident)
        if kind is not None and kind.side:
            return kind.side
    return ""


def _pool_side(content: TitleContent, key: str, place: str, counts: Mapping[str, int]) -> str:
    if any(side.id == key for side in content.sides):
        return key
    box = content.boxes.get(place)
    return (box.side if box is not None else "") or _side_of(content, counts)


def _formation(content: TitleContent, counts: Mapping[str, int]) -> str:
    found = {content.pieces_by_id[i].formation for i in counts if i in content.pieces_by_id}
    return found.pop() or "" if len(found) == 1 else ""


# -- what a side may know of a set-up ------------------------------------------------------------------------------


def conceals(kind: PieceKind | None) -> bool:
    """Return whether counters of a kind stand face down before the other side."""
    return kind is not None and bool(kind.hidden)


def unknown(back: str, owner: str) -> dict[str, Any]:
    """Return the record of a counter of which only its back is known."""
    return {"id": "", "kind": views.HIDDEN, "face": "back", "owner": owner, "back": back, "attrs": {}}


def _seen(state: State, side: str) -> views.View:
    """Return what a side sees of what it may know of a position: nothing else is there to be printed."""
    return views.view(showing.shown(state, side), side)


def _seen_lineup(content: TitleContent, whole: Lineup, side: str) -> Lineup:
    def seen(stands: Iterable[Stand]) -> tuple[Stand, ...]:
        made = [_seen_stand(content, stand, side) for stand in stands]
        return tuple(stand for stand in made if stand is not None)

    return Lineup(seen(whole.lines), _gathered(seen(whole.quick), side), seen(whole.pools), seen(whole.reinforcements))


def _seen_stand(content: TitleContent, stand: Stand, side: str) -> Stand | None:
    if stand.side in (side, ""):
        return stand
    box = content.boxes.get(stand.place)
    sight = box.sight if box is not None else "all"
    if sight in ("owner", "none") and box is not None and box.side != side:
        return replace(stand, lots=(), secret_count=True, by_kind=(), note=None, draw=None, formation="")
    known: list[Lot] = []
    hidden: dict[tuple[str, str], int] = {}
    for lot in stand.lots:
        kind = content.kinds_by_id.get(str(lot.record["kind"]))
        if sight == "all" and not conceals(kind):
            known.append(lot)
            continue
        owner = (kind.side if kind else "") or stand.side
        back = ((kind.hidden if kind else "") or owner) if conceals(kind) else owner
        hidden[(back, owner)] = hidden.get((back, owner), 0) + lot.count
    lots = (*known, *(Lot(unknown(back, owner), n) for (back, owner), n in sorted(hidden.items())))
    if not hidden:
        return replace(stand, lots=lots)
    return replace(stand, lots=lots, by_kind=(), formation="" if not known else stand.formation)


def _gathered(stands: tuple[Stand, ...], side: str) -> tuple[Stand, ...]:
    """Join what lies face down in one place, in the order of places: how it was listed must not tell what it is."""
    own = [s for s in stands if s.side in (side, "")]
    others: dict[tuple[str, str], list[Stand]] = {}
    for stand in stands:
        if stand.side not in (side, ""):
            others.setdefault((stand.side, stand.place), []).append(stand)
    out = list(own)
    for key in sorted(others):
        group = others[key]
        known = [lot for s in group for lot in s.lots if lot.record["kind"] != views.HIDDEN]
        backs: dict[str, Lot] = {}
        for lot in (lot for s in group for lot in s.lots if lot.record["kind"] == views.HIDDEN):
            back = str(lot.record["back"])
            held = backs.get(back)
            backs[back] = Lot(lot.record, lot.count + (held.count if held else 0))
        lots = (*known, *(backs[b] for b in sorted(backs)))
        out.append(Stand(key[0], lots, key[1], secret_count=any(s.secret_count for s in group)))
    return tuple(out)
