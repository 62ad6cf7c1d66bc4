"""What a person chose on the print page or on the command line; plain data that a document remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, Final

from qtwar.base.errors import DataFault
from qtwar.export.paper import MARGINS, Paper, paper
from qtwar.model.problem import near

PARTS: Final = ("setup-sheet", "situation", "counter-sheet", "map", "tables", "oob", "log", "test-page")
LAYOUTS: Final = ("full", "compact", "checklist")
FORMATS: Final = ("pdf", "png", "svg", "csv", "md")
ALIASES: Final = {"setup": "setup-sheet", "counters": "counter-sheet", "charts": "tables", "maps": "map"}


def part_named(word: str) -> str:
    """Return the kind of sheet of a word; raises DataFault naming the kinds there are."""
    found = ALIASES.get(word, word)
    if found not in PARTS:
        close = get_close_matches(word, (*PARTS, *ALIASES), 1)
        raise DataFault("fault.print.kind", hint=near(word, close or PARTS), kind=word)
    return found


@dataclass(frozen=True, slots=True)
class Choices:
    """Every choice with the value that it has when nobody chose."""

    what: tuple[str, ...] = ("setup-sheet",)
    side: str = ""
    """Whose sheet; empty: the referee's, with everything."""
    language: str = "en"
    paper: str = "a4"
    direction: str = "portrait"
    margin: float = MARGINS["normal"]
    tone: str = "colour"
    pages: str = ""
    """Of all pages only these, as `1-3, 5`; empty: all."""
    # set-up sheet and situation
    layout: str = "full"
    placement: str = "auto"
    """`book` lines, `quick` placements, `auto` both where there are both."""
    counters: str = "both"
    """`picture`, `both` (with names) or `name`."""
    show_map: bool = True
    show_reinforcements: bool = True
    show_special: bool = True
    # counter sheet
    counter_mm: float = 0.0
    """Side of a counter; 0: as the title says."""
    gap: float = 0.0
    bleed: float = 1.0
    duplex: str = "long"
    """Edge over which the printer turns the sheet: `long`, `short`, or `none` for fronts alone."""
    scope: str = "scenario"
    """Counters of the `scenario`, or `all`."""
    group: str = "formation"
    cut_marks: bool = True
    offset_x: float = 0.0
    offset_y: float = 0.0
    """How far the printer shifts backs to the right and down, in mm: they are shifted back by it."""
    # map
    board: str = ""
    scale: float = 100.0
    """Per cent of the printed size of a cell; 0: the whole map on one sheet."""
    overlap: float = 8.0
    region: str = ""
    """`0510-1420`: only the cells between these two; empty: all."""
    map_counters: bool = False
    ink_saving: bool = False
    one_sheet: bool = False
    """One page as large as the map, for a plotter."""
    # tables
    tables: tuple[str, ...] = ()
    moments: bool = True

    def sheet(self) -> Paper:
        """Return the paper; raises DataFault."""
        return paper(self.paper, self.direction, self.margin)

    def check(self) -> Choices:
        """Return these choices if all are possible; raises DataFault."""
        self.sheet()
        for name, value, known in (
            ("layout", self.layout, LAYOUTS),
            ("placement", self.placement, ("auto", "book", "quick")),
            ("counters", self.counters, ("picture", "both", "name")),
            ("duplex", self.duplex, ("long", "short", "none")),
            ("scope", self.scope, ("scenario", "all")),
            ("group", self.group, ("formation", "kind")),
            ("tone", self.tone, ("colour", "grey")),
        ):
            if value not in known:
                raise DataFault("fault.print.choice", setting=name, value=str(value), known=list(known))
        for part in self.what:
            part_named(part)
        if not (self.counter_mm == 0 or 5 <= self.counter_mm <= 120):
            raise DataFault("fault.print.counter_mm", mm=self.counter_mm)
        if not (self.scale == 0 or 10 <= self.scale <= 400):
            raise DataFault("fault.print.scale", scale=self.scale)
        if not 0 <= self.bleed <= 5 or not 0 <= self.gap <= 20:
            raise DataFault("fault.print.bleed")
        return self

    def as_json(self) -> dict[str, Any]:
        """Return the choices that differ from what nobody chose."""
        plain = asdict(Choices())
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
            if value != plain[key]
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choices:
        """Return remembered choices; what this program does not know or can not use is left out."""
        out = cls()
        for spec in fields(cls):
            value = data.get(spec.name)
            default = getattr(out, spec.name)
            if value is None:
                continue
            if isinstance(default, tuple) and isinstance(value, list):
                value = tuple(str(v) for v in value)
            elif isinstance(default, float) and isinstance(value, (int, float)) and not isinstance(value, bool):
                value = float(value)
            elif type(value) is not type(default):
                continue
            changed: dict[str, Any] = {spec.name: value}
            trial = replace(out, **changed)
            try:
                out = trial.check()
            except DataFault:
                continue
        return out


def pages_named(words: str, count: int) -> list[int]:
    """Return the pages (from 0) that `1-3, 5` names; raises DataFault."""
    if not words.strip():
        return list(range(count))
    out: list[int] = []
    for part in words.replace("–", "-").split(","):
        first, dash, last = (p.strip() for p in part.partition("-"))
        try:
            low = int(first) if first else 1
            high = (int(last) if last else count) if dash else low
        except ValueError:
            raise DataFault("fault.print.pages", given=part.strip()) from None
        if not 1 <= low <= high <= count:
            raise DataFault("fault.print.no_page", count=count, given=part.strip())
        out += range(low - 1, high)
    return sorted(set(out))


def joined(words: Iterable[str]) -> str:
    """Return words as `a, b`."""
    return ", ".join(words)


def replace_parts(choices: Choices, what: tuple[str, ...]) -> Choices:
    """Return the choices for other sheets, all of their pages."""
    return replace(choices, what=what, pages="")
