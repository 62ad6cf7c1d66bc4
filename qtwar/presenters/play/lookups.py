"""What docks ask of a position: pieces in words, formations, boxes, turn track, charts; from a side's view only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from qtwar.base.kana import fold, searched
from qtwar.base.text import LANGUAGES, Texts
from qtwar.engine.state import State
from qtwar.engine.views import is_alias
from qtwar.kit.free import BROKE
from qtwar.model.content import Box as ContentBox
from qtwar.model.content import Content, Table
from qtwar.services.names import TitleNames
from qtwar.ui.model import NEW, Box, Crumb, Found, OobNode, PieceInfo, Resource, SideInfo, TableInfo, TurnBox

RULE = "rule."
"""What the keys of a title's rules begin with: `rule.8.4`."""
KNOWN_ROLES = ("box", "pool", "reinforcements", "hand", "deck", "cup", "discard")


class Lookups:
    """Answers from content and the present view; of its own it holds the language and what was once said in it."""

    def __init__(self, content: Content, texts: Texts, names: TitleNames, language: str) -> None:
        self.content = content
        self.names = names
        self.texts = texts
        self.language = language
        self.nations = {nation.id: nation for side in content.sides for nation in side.nations}
        self._has_strength = texts.has("piece.strength", language)
        self._strengths: dict[tuple[tuple[str, Any], ...], str] = {}  # by the numbers it is made of
        self.palette: Mapping[str, Any] = (content.counters or {}).get("palette") or {}

    def text(self, key: str, **args: Any) -> str:
        """Return a text of the title or the program."""
        return self.texts.plain({"key": key, "args": args}, self.language)

    def sides(self) -> list[SideInfo]:
        """Return the sides with their print colours."""
        out = []
        for side in self.content.sides:
            attrs = side.attrs
            out.append(
                SideInfo(
                    id=side.id,
                    name=side.name.get(self.language),
                    short=side.short.get(self.language) or side.id,
                    colour=str(attrs.get("colour", "#5a6470")),
                    ink=str(attrs.get("ink", "#ffffff")),
                    icon=str(attrs.get("icon", "flag-variant")),
                )
            )
        return out

    def piece(self, view: State, ident: str, can_act: bool = False) -> PieceInfo | None:
        """Return a piece or alias in words; None where the view has no such piece and it is not in the roster."""
        if ident.startswith(NEW):
            return PieceInfo(ident, self.names.name("k", ident[1:], self.language), "", "", "")
        record = view.pieces.get(ident)
        if record is None:
            return None
        place = record["at"]
        off = ":" not in place
        place_name = self.place_name(place)
        if is_alias(ident):
            name = self.texts.plain({"key": "{p}", "args": {"p": {"hidden": record["owner"]}}}, self.language)
            return PieceInfo(ident, name, record["owner"], place, place_name, off_map=off, hidden=True)
        kind = self.content.kinds_by_id.get(record["kind"])
        name = self.names.name("p", ident, self.language)
        return PieceInfo(
            id=ident,
            name=name,
            side=record["owner"],
            place=place,
            place_name=place_name,
            kind_name=kind.name.get(self.language) if kind else "",
            strength=self.strength(ident, record),
            marks=self._marks(record["attrs"]),
            can_act=can_act,
            off_map=off,
        )

    def _marks(self, attrs: Mapping[str, Any]) -> str:
        rule, level = attrs.get(BROKE), attrs.get("level")
        words = []
        if rule:
            words.append(self.text("piece.broke_any") if rule == "?" else self.text("piece.broke", rule=str(rule)))
        if isinstance(level, int) and level > 0:
            words.append(self.text("piece.floor", n=level))
        return self.text("list.comma").join(words)

    def place_name(self, place: str) -> str:
        """Return the name printed in a square, or its number; the name of a box."""
        named = self.names.cell_name(place, self.language)
        return named or self.names.name("c", place, self.language)

    def strength(self, ident: str, record: Mapping[str, Any]) -> str:
        """Return the printed figures, as the title's text `piece.strength` arranges the attributes."""
        if not self._has_strength:
            return ""
        kind = self.content.kinds_by_id.get(record["kind"])
        roster = self.content.pieces_by_id.get(ident)
        attrs = {**(kind.attrs if kind else {}), **(roster.attrs if roster else {}), **record["attrs"]}
        numbers = tuple((k, v) for k, v in attrs.items() if isinstance(v, (int, float, str)))
        words = self._strengths.get(numbers)
        if words is None:
            words = self.texts.plain({"key": "piece.strength", "args": dict(numbers)}, self.language)
            words = self._strengths[numbers] = "" if "{" in words else words
        return words

    def order_of_battle(self, view: State) -> list[OobNode]:
        """Return the tree of formations with the pieces this side may know, then for each side its units without one.

        Empty branches are left out.
        """
        by_formation: dict[str, list[str]] = {}
        for piece in self.content.pieces:
            if piece.id in view.pieces and piece.formation:
                by_formation.setdefault(piece.formation, []).append(piece.id)
        children: dict[str | None, list[Any]] = {}
        for formation in self.content.formations:
            children.setdefault(formation.parent, []).append(formation)

        def node(formation: Any) -> OobNode | None:
            below = tuple(n for f in children.get(formation.id, ()) if (n := node(f)) is not None)
            own = tuple(by_formation.get(formation.id, ()))
            if not below and not own:
                return None
            return OobNode(formation.id, formation.name.get(self.language), formation.side or "", own, below)

        tops = [n for f in children.get(None, ()) if (n := node(f)) is not None]
        placed = {ident for pieces in by_formation.values() for ident in pieces}
        loose: dict[str, list[str]] = {}
        for ident, record in view.pieces.items():
            kind = self.content.kinds_by_id.get(record["kind"])
            if kind is not None and kind.klass == "unit" and ident not in placed and not is_alias(ident):
                loose.setdefault(str(record["owner"]), []).append(ident)
        for side in self.content.sides:
            if loose.get(side.id):
                tops.append(OobNode(f"side:{side.id}", side.name.get(self.language), side.id, tuple(loose[side.id]), ()))
        return tops

    def boxes(self, view: State, seat: str, roles: tuple[str, ...] | None = None) -> list[Box]:
        """Return the off-map boxes in the title's order, as a seat sees them."""
        out = []
        for box in self.content.boxes.values():
            role = box.role or "box"
            if role in ("turn", "unseen") or (roles is not None and role not in roles):
                continue
            ids = view.places.get(box.id, [])
            if box.on_board is not None and role not in ("deck", "cup", "hand", "discard"):
                continue  # it is drawn on its board
            if role == "setup" and not ids:
                continue  # once everything stands on the map the tray is of no more use
            known = tuple(p for p in ids if not is_alias(p))
            shown: Any = role if role in KNOWN_ROLES else "box"
            out.append(
                Box(
                    id=box.id,
                    name=box.name.get(self.language),
                    side=box.side or "",
                    role=shown,
                    pieces=known if len(known) == len(ids) else tuple(ids),
                    count=len(ids),
                    draw_to=self._draw_to(view, box) if role in ("deck", "cup") else "",
                    discard=str(box.attrs.get("discard") or ""),
                    counted=self._counted(box, len(ids)),
                    hidden=view.sees_place(seat, box.id) == "none",
                )
            )
        return out

    def _counted(self, box: ContentBox, n: int) -> str:
        """Return how many of what a pile holds: cards in a deck, counters in a cup, or what the box says it holds."""
        holds = box.attrs.get("holds")
        if isinstance(holds, Mapping):
            return self.text("shelf.held", n=n, what=str(holds.get(self.language) or holds.get("en") or ""))
        return self.text("shelf.cards" if box.role == "deck" else "shelf.counters", n=n)

    def _draw_to(self, view: State, pile: ContentBox) -> str:
        """Return where what is drawn goes: as the box says, into a hand, onto the discards, or beside the map."""
        boxes = self.content.boxes
        named = str(pile.attrs.get("draw_to") or "")
        hands = [b.id for b in boxes.values() if b.role == "hand" and b.side in (pile.side, None)]
        hands += [b.id for b in boxes.values() if b.role == "hand"]
        discard = str(pile.attrs.get("discard") or "")
        plain = [b.id for b in boxes.values() if b.role in ("", "box", "drawn")]
        return next((b for b in (named, *hands[:1], discard, *plain) if b in boxes), "")

    def turn_track(self, view: State, entries: Mapping[int, int]) -> list[TurnBox]:
        """Return the boxes of the turn track of this scenario."""
        scenario = self.content.scenario(view.meta["scenario"])
        now = view.vars.get("turn")
        out = []
        for n in range(1, (scenario.turns or 0) + 1):
            place = f"turn-{n}"
            dates = scenario.turn_dates(n, self.language)
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

    def crumbs(self, view: State, step: str) -> list[Crumb]:
        """Return turn › phase › step."""
        scenario = self.content.scenario(view.meta["scenario"])
        out = []
        turn = view.vars.get("turn")
        if turn:
            out.append(
                Crumb(
                    self.text("crumb.turn", n=turn, of=scenario.turns or "–"),
                    scenario.turn_dates(turn, self.language) or scenario.period.get(self.language),
                    kind="turn",
                )
            )
        phase = view.vars.get("phase")
        if phase and self.texts.has(f"phase.{phase}", self.language):
            out.append(Crumb(self.text(f"phase.{phase}"), kind="phase"))
        if step and self.texts.has(f"step.{step}", self.language):
            out.append(Crumb(self.text(f"step.{step}"), kind="step"))
        return out

    def resources(self, view: State) -> list[Resource]:
        """Return the numbers that the title's texts name (`number.cp` …), grouped by number."""
        out = []
        values = {side.id: view.values(side.id, side.sight) for side in self.content.sides}
        keys = sorted({k for own in values.values() for k in own if self.texts.has(f"number.{k}", self.language)})
        for key in keys:
            for side in self.content.sides:
                value = values[side.id].get(key)
                if isinstance(value, (int, str)) and not isinstance(value, bool):
                    hint = f"number.{key}.help"
                    out.append(
                        Resource(
                            self.text(f"number.{key}"),
                            side.id,
                            value,
                            accent=key == keys[0],
                            hint=self.text(hint) if self.texts.has(hint, self.language) else "",
                        )
                    )
        return out

    def find(self, view: State, text: str, limit: int = 30) -> list[Found]:
        """Return rules, cells, pieces and tables that fit what was typed: by number, name in either language, or reading."""
        wanted = fold(text.strip())
        if not wanted:
            return []
        out = self._find_rules(wanted)[: limit // 3]
        for board in self.content.boards:
            for cell in board.terrain:
                place = f"{board.id}:{cell}"
                if cell.casefold().startswith(wanted) or fold(self.names.number(place, self.language)).startswith(wanted):
                    out.append(Found("cell", place, self.names.name("c", place, self.language)))
                    if len(out) >= 2 * limit // 3:
                        break
            for label in board.labels:
                if isinstance(label.at, str) and any(wanted in searched(label.text.get(lang)) for lang in LANGUAGES):
                    out.append(Found("cell", f"{board.id}:{label.at}", label.text.get(self.language), label.at))
        for ident in view.pieces:
            info = self.piece(view, ident)
            if info is not None and not info.hidden and wanted in searched(f"{info.name} {ident}"):
                out.append(Found("piece", ident, info.name, info.place_name))
        for table in self.content.tables:
            if wanted in searched(" ".join((table.id, *(table.name.get(lang) for lang in LANGUAGES)))):
                out.append(Found("table", table.id, table.name.get(self.language), table.rule))
        return out[:limit]

    def _find_rules(self, wanted: str) -> list[Found]:
        """Return the rules whose number begins with what is typed, or whose title has it."""
        out = []
        for key in self.texts.keys(RULE):
            number = key.removeprefix(RULE)
            titles = [self.texts.template(key, lang) for lang in LANGUAGES]
            if number.startswith(wanted) or wanted in searched(" ".join(titles)):
                text = f"{number} {self.texts.template(key, self.language)}"
                out.append(Found("rule", number, text, words=" ".join(titles)))
        return sorted(out, key=lambda found: (found.id != wanted, [int(n) for n in re.findall(r"\d+", found.id)], found.id))

    def rule_key(self, rule: str) -> str:
        """Return the text key of a rule's title, or of the section it stands in (7.6.3a → 7.6.3 → 7.6 → 7.0); or nothing."""
        number = rule
        while number:
            if self.texts.has(RULE + number, self.language):
                return RULE + number
            shorter = number.rstrip("abcdefghijklmnopqrstuvwxyz")
            number = shorter if shorter != number else number.rpartition(".")[0]
        whole = f"{RULE}{rule.partition('.')[0]}.0"
        return whole if self.texts.has(whole, self.language) else ""

    def chips(self, view: State, place: str) -> list[str]:
        """Return the terrain and features of a cell in words; where cards make the ground, the names of those that lie there."""
        board_id, colon, cell = place.partition(":")
        if not colon:
            return []
        board = self.content.board(board_id)
        if board.grid.kind == "cards":
            kinds = [self.content.kinds_by_id.get(view.pieces[p]["kind"]) for p in view.places.get(place, ())]
            cards = [kind.name.get(self.language) for kind in kinds if kind is not None and kind.klass == "card"]
            if cards:
                return cards[::-1]
        terrain = {t.id: t.name.get(self.language) for t in self.content.terrain}
        features = {f.id: f.name.get(self.language) for f in self.content.features}
        out = [terrain[board.terrain[cell]]] if board.terrain.get(cell) in terrain else []
        out += [features[f] for f, cells in board.features.items() if cell in cells and f in features]
        return out

    def tables(self) -> list[TableInfo]:
        """Return all charts as printed, then the sequence of play."""
        return [*(self._table(t) for t in self.content.tables), *self._sequence()]

    def _sequence(self) -> list[TableInfo]:
        """Return what `attrs: {sequence: […]}` of a title says of its turn as a chart: number, what is done, rule."""
        lines: list[tuple[str, str, str]] = []

        def walk(steps: Any, number: str, depth: int) -> None:
            for n, step in enumerate(steps if isinstance(steps, list) else (), 1):
                sign = f"{number}{chr(96 + n) if depth == 1 else n}"
                name = step.get("name") or {}
                lines.append((sign, str(step.get("rule") or ""), str(name.get(self.language) or name.get("en") or "")))
                walk(step.get("steps"), sign, depth + 1)

        walk(self.content.title.attrs.get("sequence"), "", 0)
        if not lines:
            return []
        columns = (self.text("print.rule"), self.text("print.step"))
        rows, cells = tuple(line[0] for line in lines), tuple(line[1:] for line in lines)
        return [TableInfo("sequence", self.text("print.sequence"), "", rows, columns, cells)]

    def _table(self, table: Table) -> TableInfo:
        def head(axis: Any, value: Any) -> str:
            if hasattr(value, "min"):
                low, high = value.min, value.max
                return f"≤{high}" if low is None else (f"{low}+" if high is None else f"{low}–{high}")
            text = axis.names.get(str(value))
            return text.get(self.language) if text else str(value)

        def cell(value: Any) -> str:
            if value is None:
                return ""
            if isinstance(value, Mapping):
                if self.language in value or "en" in value:
                    return str(value.get(self.language) or value.get("en"))
                return ", ".join(f"{k} {cell(v)}" for k, v in value.items())
            if isinstance(value, (list, tuple)):
                return ", ".join(cell(v) for v in value)
            if isinstance(value, bool):
                return self.text("word.yes" if value else "word.no")
            return str(value).replace("-", "–") if isinstance(value, (int, float)) else str(value)

        return TableInfo(
            id=table.id,
            name=table.name.get(self.language),
            rule=table.rule,
            rows=tuple(head(table.rows, h) for h in table.rows.heads),
            columns=tuple(head(table.columns, h) for h in table.columns.heads),
            cells=tuple(tuple(cell(c) for c in row) for row in table.cells),
            corner=table.rows.name.get(self.language) if table.rows.name else "",
            codes=tuple((code, text.get(self.language)) for code, text in table.codes.items()),
            notes=tuple((note.text.get(self.language), note.rule) for note in table.notes),
        )
