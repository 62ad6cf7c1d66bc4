"""Set-up: the lists of the scenario by their lines, random draws, free placement, quick set-up (3.0, 24.0 to 26.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from qtwar.kit import offers, where
from qtwar.kit.content import Kind
from qtwar.kit.facts import box, is_cell
from qtwar.kit.offers import Choice, msg
from qtwar.kit.placing import Placing, SetUp
from qtwar.kit.steps import Asking, Item
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import victory
from .facts import COM, FW, boxed, counters, enemy, fits, units
from .ground import barred

Line = dict[str, Any]


def lines(r: Reader) -> dict[str, Line]:
    """Return the set-up lines in force by id: those of the options chosen, and of the invasion if it was (26.10)."""
    if "lines" not in r.memo:
        found: dict[str, Line] = {}
        for line in r.scenario.get("setup") or ():
            when = (line.get("attrs") or {}).get("when") or {}
            if all(_is_on(r, key) == value for key, value in when.items()):
                found[line["id"]] = line
        r.memo["lines"] = found
    return r.memo["lines"]  # type: ignore[no-any-return]


def _is_on(r: Reader, key: str) -> Any:
    return bool(r.var("cambodia_open")) if key == "invasion" else r.option(key)


def begin(t: Table, choices: dict[str, Any]) -> None:
    """Bring all pieces of the scenario into play: boxes, pools, and the trays from which they are placed.

    Called by `Title.setup` before the first step; the step `setup` then asks the sides. Which counters are drawn at
    random is decided here and known to their owner alone (24.8).
    """
    left = {kind: list(t.content.pieces_of(kind)) for kind in t.content.kinds}
    pools = t.scenario.get("pools") or {}
    t.set_var("setup_mode", "quick" if choices.get("setup") == "quick" else "free")
    for line in lines(t).values():
        attrs = line.get("attrs") or {}
        if (attrs.get("when") or {}).get("invasion"):
            continue
        if line.get("random"):
            _draw_line(t, line, left, pools)
            continue
        for kind, count in line["pieces"].items():
            for piece in _take(left, kind, count):
                _bring(t, piece, _first_place(line), line["id"])
    for side, pool in pools.items():
        for kind, count in _pool_list(t, side, pool).items():
            for piece in _take(left, kind, count):
                _bring(t, piece, box(side, "pool"), "")


def _take(left: dict[str, list[str]], kind: str, count: int) -> list[str]:
    taken, left[kind] = left[kind][:count], left[kind][count:]
    return taken


def _first_place(line: Line) -> str:
    condition = line.get("where") or {}
    if set(condition) == {"box"}:
        return str(condition["box"][0] if isinstance(condition["box"], list) else condition["box"])
    if (line.get("attrs") or {}).get("fixed"):
        return f"delta:{condition['cells'][0]}"
    return box(line["side"], "setup")


def _bring(t: Table, piece: str, at: str, line: str) -> None:
    owner = t.content.kinds[t.content.pieces[piece]["kind"]].side
    tray = at == box(owner, "setup")
    t.add(piece, at, known=[COM] if owner == COM else None, attrs={"line": line} if tray else None)


def _draw_line(t: Table, line: Line, left: dict[str, list[str]], pools: dict[str, Any]) -> None:
    """Draw the stated number at random from the kinds of a line; the rest goes into the pool (24.8, 24.9)."""
    attrs = line.get("attrs") or {}
    among = [p for kind, count in line["pieces"].items() for p in _take(left, kind, count)]
    cells = list((line.get("where") or {}).get("cells") or ()) if attrs.get("fixed") else []
    for _ in range(int(attrs.get("draw") or len(among))):
        piece = t.pick(among)
        among.remove(piece)
        _bring(t, piece, f"delta:{cells.pop(0)}" if cells else box(line["side"], "setup"), line["id"])
    if line["side"] in pools:
        for piece in among:
            _bring(t, piece, box(line["side"], "pool"), "")


def _pool_list(t: Table, side: str, pool: dict[str, Any]) -> dict[str, int]:
    counts = dict(pool["pieces"])
    for kind, option in (("us_ace", "aces"), ("com_hero", "heroes")):  # 16.4
        if kind in counts:
            counts[kind] = min(counts[kind], int(t.option(option)))
    if t.option("variant_counters_251") and side == FW:
        for kind, count in ((t.scenario.get("attrs") or {}).get("variant_pool") or {}).items():
            counts[kind] = counts.get(kind, 0) + count
    return counts


# legality ---------------------------------------------------------------------


def line_of(r: Reader, piece: str) -> Line | None:
    """Return the set-up line a piece belongs to, while set-up lasts."""
    name = r.attr(piece, "line")
    return lines(r).get(str(name)) if name else None


def condition(r: Reader, piece: str, line: Line) -> dict[str, Any]:
    """Return where a piece of a line may go; junks and trawlers have squares of their own (24.8)."""
    by_kind = (line.get("attrs") or {}).get("by_kind") or {}
    kind = r.kind(piece)
    found: dict[str, Any] = by_kind.get(kind.id if kind else "") or line.get("where") or {}
    return found


def fault(r: Reader, piece: str, line: Line, place: str) -> str:
    """Return the rule that forbids a piece of a line in a place, or an empty text."""
    kind = r.kind(piece)
    rule = str(line.get("rule") or "3.0")
    wanted = condition(r, piece, line)
    if kind is None or not where.matches(r, wanted, place):
        return rule
    if not is_cell(place):
        return "" if "box" in wanted or _has_box(wanted) else rule  # a box holds bases too, but is no square with one
    return crowded(r, piece, kind, line, place)


def crowded(r: Reader, piece: str, kind: Kind, line: Line, place: str) -> str:
    """Return the rule by which a square that the line names is closed: limits of the line, terrain, stack, enemies."""
    rule = str(line.get("rule") or "3.0")
    others = [p for p in counters(r, place, kind.side) if p != piece]
    same = sum(1 for p in others if r.attr(p, "line") == line["id"])
    most = line.get("each") or line.get("max_per_cell")
    if most is not None and same >= most:
        return rule
    if kind.klass == "marker":
        twin = any(k is not None and k.id == kind.id for k in map(r.kind, others))
        return ("19.2" if kind.side == COM else "18.2") if twin else ""
    if kind.side == COM and units(r, place, enemy(COM)):
        return rule
    barrier = barred(r, kind, place)
    if barrier:
        return barrier
    if piece in r.ids(place):
        return ""
    return "" if fits(r, place, kind.side, kind) else "9.1"  # static units may share a square at set-up (9.4)


class Zones:
    """The squares that are open to pieces, remembered for one offer: pieces of one kind and line share them."""

    def __init__(self, r: Reader) -> None:
        self.r = r
        self._open: dict[tuple[str, str], list[str]] = {}

    def of(self, piece: str) -> list[str]:
        """Return the places where a piece of a tray may be put now, sorted."""
        line, kind = line_of(self.r, piece), self.r.kind(piece)
        if line is None or kind is None:
            return []
        key = (line["id"], kind.id)
        if key not in self._open:
            r = self.r
            wanted = condition(r, piece, line)
            here = [p for p in where.places(r, wanted) if is_cell(p)]
            boxes = [b for b in r.content.boxes if where.matches(r, wanted, b)] if _has_box(wanted) else []
            self._open[key] = [p for p in here if not crowded(r, piece, kind, line, p)] + boxes
        return self._open[key]


def _has_box(wanted: dict[str, Any]) -> bool:
    return any("box" in part for part in wanted.get("any") or ())


def waiting(r: Reader, side: str) -> list[str]:
    """Return the pieces of a side that are still to be placed."""
    return boxed(r, side, "setup")


def placed(r: Reader, side: str) -> list[str]:
    """Return the pieces that a side has placed in its set-up and may still pick up."""
    tray = box(side, "setup")
    return [p for q in r.places() if q != tray for p in counters(r, q, side) if r.is_known(p) and r.attr(p, "line")]


# placing for a side -----------------------------------------------------------


def place_quick(t: Table, side: str) -> None:
    """Place what is in the tray as the quick set-up says; what it does not name stays in the tray."""
    for entry in t.scenario.get("quick") or ():
        for kind, count in entry["pieces"].items():
            if kind not in t.content.kinds:
                _stand(t, side, kind, entry["at"])
                continue
            if t.content.kinds[kind].side != side:
                continue
            already = sum(1 for p in t.ids(entry["at"]) if t.record(p)["kind"] == kind)
            for _ in range(count - already):
                piece = _for(t, side, kind, entry["at"])
                if piece:
                    t.move(piece, entry["at"])
    if side == COM:
        _quick_draws(t)


def _stand(t: Table, side: str, piece: str, place: str) -> None:
    """Put a single counter where an author put it, whatever the lines of the set-up say."""
    if t.content.kinds[t.content.pieces[piece]["kind"]].side != side:
        return
    if t.exists(piece):
        t.move(piece, place)
    else:
        _bring(t, piece, place, "")


def _for(t: Table, side: str, kind: str, place: str) -> str:
    """Return a piece of a kind from the tray whose line allows the place, or an empty text."""
    for piece in waiting(t, side):
        line = line_of(t, piece)
        if t.record(piece)["kind"] == kind and line is not None and not fault(t, piece, line, place):
            return piece
    return ""


def _quick_draws(t: Table) -> None:
    """Place the counters drawn at random on the squares listed for them, kind by kind in turn."""
    lists = (t.scenario.get("attrs") or {}).get("quick_random") or {}
    squares_left: list[str] = list(lists.get("guerrilla") or ())
    for piece in waiting(t, COM):
        if t.has(piece, "guerrilla"):
            line = line_of(t, piece)
            spot = next((p for p in squares_left if line is not None and not fault(t, piece, line, p)), "")
            if spot:
                squares_left.remove(spot)
                t.move(piece, spot)
    turn: Counter[str] = Counter()
    for piece in waiting(t, COM):
        kind = t.record(piece)["kind"]
        spots = (lists.get("by_kind") or {}).get(kind)
        line = line_of(t, piece)
        if spots and line is not None:
            spot = spots[turn[kind] % len(spots)]
            if not fault(t, piece, line, spot):
                turn[kind] += 1
                t.move(piece, spot)


def place_rest(t: Table, side: str) -> None:
    """Place what is left in the tray: first by the quick set-up, then at random where the stacks are lowest."""
    place_quick(t, side)
    for piece in _by_need(t, waiting(t, side)):
        open_ = [p for p in Zones(t).of(piece) if is_cell(p)]
        if open_:
            low = min(len(counters(t, p, side)) for p in open_)
            t.move(piece, t.pick([p for p in open_ if len(counters(t, p, side)) == low]))


def _by_need(r: Reader, pieces: list[str]) -> list[str]:
    """Return bases first, then camps and mobile bases, on which others depend, then the rest in their order."""
    rank = {"base": 0, "camp": 1, "mrb": 1}

    def need(piece: str) -> int:
        kind = r.kind(piece)
        return min((rank.get(trait, 2) for trait in kind.traits), default=2) if kind is not None else 2

    return sorted(pieces, key=need)


# steps ------------------------------------------------------------------------


def first_of_all(t: Table) -> list[Item]:
    """Return the choice of 26.10, where the scenario has it."""
    return [("invasion", {})] if _invasion_line(t) is not None and t.option("cambodia_invasion") else []


def _invasion_line(r: Reader) -> Line | None:
    for line in r.scenario.get("setup") or ():
        if ((line.get("attrs") or {}).get("when") or {}).get("invasion"):
            return dict(line)
    return None


class Invasion(Asking):
    """The Free World says whether it will invade Cambodia (26.10)."""

    name = "invasion"
    ends = ("invade",)

    def asked(self, t: Table, f: Frame) -> str:
        return FW

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        vp = int(s.chart("vp_communist").at("cambodia_invasion"))
        choices: list[Choice] = [
            {"value": "no", "label": msg("choice.no_invasion")},
            {"value": "yes", "label": msg("choice.invasion", vp=vp)},
        ]
        return offers.offer(
            msg("prompt.invasion"), offers.choose("invade", "ask.invasion", choices, rule="26.10"),
            detail=msg("detail.invasion", rule="26.10", vp=vp),
        )  # fmt: skip

    def do_invade(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Open Cambodia: 25 VP to the Communists, the armored cavalry out of the pool into the set-up."""
        line = _invasion_line(t)
        if args["choice"] != "yes" or line is None:
            t.note("note.no_invasion", rule="26.10")
            return
        t.set_var("cambodia_open", True)
        t.note("note.invasion", rule="26.10", level=0)
        victory.award(t, COM, int(t.chart("vp_communist").at("cambodia_invasion")), "vp.invasion", "26.10")
        for kind, count in line["pieces"].items():
            found = [p for p in t.ids(box(FW, "pool")) if t.record(p)["kind"] == kind]
            for piece in found[:count]:
                t.move(piece, box(FW, "setup"))
                t.set_attr(piece, "line", line["id"])


class PlacePieces(Placing):
    """One side places its pieces (3.0)."""

    rule = "3.0"
    ready_button = "button.quick_setup"

    def tray(self, side: str) -> str:
        """Return the side's tray."""
        return box(side, "setup")

    def waiting(self, r: Reader, side: str) -> list[str]:
        """Return what is still to be placed."""
        return waiting(r, side)

    def placed(self, r: Reader, side: str) -> list[str]:
        """Return what is placed and may be picked up."""
        return placed(r, side)

    def places(self, r: Reader, pieces: Iterable[str]) -> dict[str, list[str]]:
        """Return where pieces may stand."""
        zones = Zones(r)
        return {piece: zones.of(piece) for piece in pieces}

    def fault(self, r: Reader, piece: str, place: str) -> str:
        """Return the rule against a piece of a line in a place."""
        line = line_of(r, piece)
        return fault(r, piece, line, place) if line is not None else "3.0"

    def ready(self, t: Table, side: str) -> None:
        """Place what is left as the quick set-up has it."""
        place_quick(t, side)

    def rest(self, t: Table, side: str) -> None:
        """Place what is left, first by the quick set-up."""
        place_rest(t, side)

    def by_itself(self, t: Table, side: str) -> bool:
        """In the quick set-up nobody is asked."""
        return bool(t.var("setup_mode") == "quick")

    def end(self, t: Table, side: str) -> None:
        """What has no legal place starts in the Refit Box (9.2, 26.4)."""
        surplus(t, side)


def surplus(t: Table, side: str) -> None:
    """Send the pieces without a legal place to the Refit Box, without points (9.2, 26.4, 26.5)."""
    for piece in waiting(t, side):
        t.note("note.surplus", rule="9.2", piece={"p": piece})
        t.move(piece, box(side, "refit"))


STEPS = (SetUp("3.0", first_of_all), Invasion(), PlacePieces())
