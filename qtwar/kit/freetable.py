"""The title of a module that has no rules: the scenario is laid out, then everybody may move everything.

What can be done is `kit.free`; the only things offered are the next turn and the end of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from qtwar.kit import offers
from qtwar.kit.content import Content, split
from qtwar.kit.piles import is_pile
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title

PIECE_ATTRS = ("face", "hidden", "inside", "owner", "back")


def title(content: Content) -> Title:
    """Return the rules of a title that has none."""
    return Title(
        content,
        steps=[FreeTable()],
        setup=lay_out,
        queries={"cell": cell},
        position=stand_at,
        phases={"turn": {"side": "side?"}},
    )


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Begin with a side (`args`: side) in front; the free table has no phase but `turn`."""
    t.call("free_table", side=args.get("side"))


class FreeTable(Step):
    """Every side may act until the game is called over."""

    name = "free_table"

    def run(self, t: Table, f: Frame) -> None:
        """Wait for anybody, the side in front first if one was named."""
        t.wait(*self._in_order(t, f))

    @staticmethod
    def _in_order(t: Table, f: Frame) -> list[str]:
        return sorted(t.state.sides, key=lambda side: side != f.l.get("side"))

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        """Offer the next turn, or the end."""
        turn, turns = int(s.var("turn", 1)), s.scenario.get("turns")
        asks = []
        if turns and turn < int(turns):
            asks.append(offers.button("next_turn", offers.msg("button.next_turn", n=turn + 1)))
        else:
            asks.append(offers.button("finish", "button.finish"))
        return offers.offer(offers.msg("prompt.free_table"), *asks, detail=offers.msg("detail.free_table"))

    def do_next_turn(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Count the turn; what comes in it waits in its box."""
        turn = int(t.var("turn", 1)) + 1
        t.set_var("turn", turn)
        t.note("note.turn", level=0, n=turn)
        for line in t.scenario.get("reinforcements") or ():
            if line["turn"] == turn:
                t.note("note.reinforcements", side={"s": line.get("side") or side}, rule=line.get("rule") or "")
        t.wait(*self._in_order(t, f))

    def do_finish(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Call the game over; who won is for the players to say."""
        _tell_victory(t)
        t.end(None, key="result.free")


# laying a scenario out -----------------------------------------------------------


class Roster:
    """The pieces not yet on the table; where a scenario wants more than there are, further ones are made."""

    def __init__(self, t: Table) -> None:
        self._t = t
        self._left: dict[str, list[str]] = {}
        for piece, entry in t.content.pieces.items():
            self._left.setdefault(entry["kind"], []).append(piece)
        self._made = 0

    def take(self, wanted: str, count: int) -> Iterator[tuple[str, str]]:
        """Yield (id, kind) of so many pieces of a kind, or of the one piece named."""
        entry = self._t.content.pieces.get(wanted)
        if entry is not None and wanted not in self._t.content.kinds:
            left = self._left[entry["kind"]]
            if wanted in left:
                left.remove(wanted)
                yield wanted, entry["kind"]
            return
        left = self._left.setdefault(wanted, [])
        for _ in range(count):
            if left:
                yield left.pop(0), wanted
            else:
                self._made += 1
                yield f"{wanted}+{self._made}", wanted

    def free(self, wanted: str) -> bool:
        """Return whether a single piece named is still there."""
        entry = self._t.content.pieces.get(wanted)
        return entry is None or wanted in self._left[entry["kind"]]


def lay_out(t: Table, choices: dict[str, Any]) -> None:
    """Lay a scenario out and begin the free table."""
    t.set_var("strictness", "off")
    t.set_var("free_table", True)
    if t.var("turn") is None and t.scenario.get("turns"):
        t.set_var("turn", 1)
    lay(t, choices)
    t.note("note.laid_out", level=0)
    for note in t.scenario.get("special") or ():
        t.note("note.said", rule=str(note.get("rule") or ""), text=note["text"])
    _tell_victory(t)
    t.call("free_table")


def lay(t: Table, choices: dict[str, Any], scenario: dict[str, Any] | None = None) -> None:
    """Lay a scenario out: quick placements, fixed lines of the set-up, pools, reinforcements, what is dealt; the rest waits.

    `scenario` is another than the game's own, where a game goes on from one to the next.
    """
    roster = Roster(t)
    scenario = t.scenario if scenario is None else scenario
    quick = scenario.get("quick") or ()
    if quick and choices.get("setup") != "free":
        for line in quick:
            put(t, roster, line["at"], line["pieces"], line.get("attrs") or {}, "")
    for line in _still_to_set_up(t, scenario.get("setup") or ()):
        _set_up(t, roster, line)
    for pool in (scenario.get("pools") or {}).values():
        put(t, roster, pool["place"], pool["pieces"], {}, "")
    for line in scenario.get("reinforcements") or ():
        place = line.get("at") or _tray(t, line.get("side") or "")
        if place:
            put(t, roster, place, line["pieces"], line.get("attrs") or {}, line.get("side") or "")
    for place in t.content.boxes:
        if is_pile(t.content, place):
            t.shuffle(place)
    for line in (scenario.get("attrs") or {}).get("deal") or ():
        _deal(t, line)


def _still_to_set_up(t: Table, lines: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the lines of the set-up with what of their pieces is not on the table yet: some may be placed, others not."""
    laid = Counter(str(piece["kind"]) for piece in t.state.pieces.values())
    if not laid:
        yield from lines
        return
    lines = [
        line for line in lines if not line.get("random")
    ]  # what is dealt by chance a quick set-up has dealt its own way
    for wanted in (wanted for line in lines for wanted in line["pieces"] if wanted in t.state.pieces):
        laid[str(t.state.pieces[wanted]["kind"])] -= 1
    for line in lines:
        rest: dict[str, int] = {}
        for wanted, count in line["pieces"].items():
            there = min(int(count), max(0, laid[wanted]))
            laid[wanted] -= there
            if wanted not in t.state.pieces and int(count) > there:
                rest[wanted] = int(count) - there
        if rest:
            yield {**line, "pieces": rest}


def _tell_victory(t: Table) -> None:
    """Write the victory conditions that have words into the log: who has won is for the players to say."""
    for one in (t.scenario.get("victory") or {}).get("conditions") or ():
        if isinstance(one, dict) and one.get("text"):
            t.note("note.said", text=one["text"])


def _deal(t: Table, line: dict[str, Any]) -> None:
    """Lay the top piece of a pile into each cell named, cards below what lies there.

    `face: down` hides it from all; a card of the trait `base` gets further ones on top, until one is without.
    """
    deck = _place(t, str(line["deck"]))
    for cell_name in line["cells"]:
        cell, cards = _place(t, str(cell_name)), 0
        while pile := t.ids(deck):
            piece = pile[-1]
            kind = t.content.kinds[t.state.pieces[piece]["kind"]]
            if line.get("face") == "down":
                t.know(piece, [])
            t.move(piece, cell, index=cards if kind.klass == "card" else None)
            cards += 1
            if not line.get("base") or line["base"] not in kind.traits:
                break


def _tray(t: Table, side: str) -> str:
    """Return where pieces of a side wait: its set-up tray, else any box of its own, else any box."""
    own = [b for b in t.content.boxes.values() if (b.get("side") or "") in (side, "")]
    for fits in (
        lambda b: b.get("role") == "setup" and b.get("side") == side,
        lambda b: b.get("role") == "setup",
        lambda b: bool(side) and b.get("side") == side,
        lambda b: b.get("role") in ("box", "", "reinforcements"),
    ):
        found = next((str(b["id"]) for b in own if fits(b)), "")
        if found:
            return found
    return next(iter(t.content.boxes), "")


def _set_up(t: Table, roster: Roster, line: dict[str, Any]) -> None:
    """Lay a line of the set-up where it says exactly where; else it waits in the tray of its side."""
    if (line.get("attrs") or {}).get("when"):
        return
    spots = line.get("where") or {}
    attrs, side = line.get("attrs") or {}, line.get("side") or ""
    cells = [_place(t, c) for c in spots.get("cells") or ()] if set(spots) <= {"cells"} else []
    wanted = [kind for kind, n in line["pieces"].items() for _ in range(int(n))]
    each = int(line.get("each") or 0)
    if spots.get("box") and set(spots) <= {"box"}:
        box = spots["box"]
        put(t, roster, box if isinstance(box, str) else box[0], line["pieces"], attrs, side)
    elif cells and (len(cells) == 1 or each * len(cells) >= len(wanted) > 0):
        for n, kind in enumerate(wanted):
            put(t, roster, cells[min(n // max(1, each), len(cells) - 1)] if each else cells[0], {kind: 1}, attrs, side)
    else:
        tray = _tray(t, side)
        if tray:
            put(t, roster, tray, line["pieces"], attrs, side)


def _place(t: Table, cell: str) -> str:
    """Return the place of a cell written with or without its board."""
    if split(cell)[0] or cell in t.content.boxes:
        return cell
    return next((b.place(cell) for b in t.content.boards.values() if b.grid.contains(cell)), cell)


def put(t: Table, roster: Roster, at: str, pieces: dict[str, int], attrs: dict[str, Any], side: str) -> None:
    """Lay counters of the roster on a place and give them the attributes that the set-up line names."""
    at = _place(t, at)
    for wanted, count in pieces.items():
        for piece, kind in list(roster.take(wanted, int(count))):
            klass = t.content.kinds[kind]
            owner = klass.side or str(attrs.get("owner") or side)
            more = {k: v for k, v in attrs.items() if k not in PIECE_ATTRS}
            face, back = str(attrs.get("face") or "front"), attrs.get("back")
            t.add(piece, at, kind=kind, owner=owner, face=face, attrs=more, back=str(back) if back else None)
            carrier = attrs.get("inside")
            if carrier and carrier in t.state.pieces:
                t.move(piece, f"@{carrier}")
            if attrs.get("hidden") and owner:
                t.know(piece, [owner])


# questions -----------------------------------------------------------------------


def cell(s: Seen, args: dict[str, Any]) -> list[offers.Message]:
    """Say what lies in a place, by side."""
    counts: dict[str, int] = {}
    for piece in s.ids(args["cell"]):
        owner = s.owner(piece)
        if owner:
            counts[owner] = counts.get(owner, 0) + 1
    return [offers.msg("cell.pieces", side={"s": side}, n=n) for side, n in sorted(counts.items())]
