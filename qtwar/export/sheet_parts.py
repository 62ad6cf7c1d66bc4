"""What sheets have in common: the top of the first page, facts of a side, rules, victory, options, the turn track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.text import sentence
from qtwar.draw import displaylist as dl
from qtwar.export import grids, look, tone, typeset
from qtwar.export.flow import Block, heading, paragraph
from qtwar.export.page import Bookmark, Page
from qtwar.export.source import REFEREE, SheetSource
from qtwar.export.voice import Voice
from qtwar.model.board import BoardContent
from qtwar.model.tables import LookupTable
from qtwar.model.title import Option, Side

TURN, TURN_GAP = 13.0, 1.5
"""Height of the box of a turn, and the room between two, in mm."""


@dataclass(slots=True)
class Made:
    """Pages with what goes into the outline and the list of problems."""

    pages: list[Page]
    marks: list[Bookmark]
    problems: list[str]


def side_color(side: Side) -> dl.Color:
    """Return the colour in which a side is printed."""
    return str(side.attrs.get("colour") or side.attrs.get("color") or look.BAR)[:7]


def map_of(
    source: SheetSource, board: BoardContent, voice: Voice, toner: tone.Toner | None, problems: list[str]
) -> dl.DisplayList | None:
    """Return a board's map in the tone of the sheet; None, and a problem more, where its style can not be drawn."""
    try:
        display = source.art.board(board, voice.main)
    except DataFault as fault:
        words = sentence(fault.message, voice.main)
        if words not in problems:
            problems.append(words)
        return None
    return toner.display(display) if toner is not None else display


def audience_of(source: SheetSource, voice: Voice) -> str:
    """Return for whom a sheet is, in words."""
    if source.side == REFEREE:
        return voice.say("print.referee")
    side = source.content.side(source.side)
    return voice.join(voice.in_language(lang, "print.for_side", side=side.name.get(lang)) for lang in voice.languages)


def formation_name(source: SheetSource, voice: Voice, ident: str) -> str:
    """Return the name of a formation with those above it."""
    by_id = {f.id: f for f in source.content.formations}
    names: list[str] = []
    found = by_id.get(ident)
    while found is not None and len(names) < 4:
        names.insert(0, voice.text(found.name))
        found = by_id.get(found.parent or "")
    return " – ".join(names)


def side_facts(source: SheetSource, voice: Voice, side: str) -> list[str]:
    """Return what is to be known of a side at the start: its numbers, when it sets up, whether it plays first."""
    scenario = source.scenario
    values: Mapping[str, Any] = scenario.side_vars.get(side, {})
    sight = source.content.side(side).sight
    if source.position is not None:
        values = source.position.values(side, sight)
    elif source.side and source.side != side:
        values = {key: value for key, value in values.items() if key not in sight}
    out = []
    for key, value in values.items():
        if isinstance(value, (int, str)) and not isinstance(value, bool) and voice.has(f"number.{key}"):
            out.append(f"{voice.say(f'number.{key}')} {value}")
    if source.position is None:
        order = list(scenario.setup_order)
        if side in order and len(order) > 1 and order.index(side) < 4:
            order_key = f"print.order.{order.index(side) + 1}"
            out.append(voice.join(
                voice.in_language(lang, "print.sets_up", n=voice.in_language(lang, order_key)) for lang in voice.languages
            ))  # fmt: skip
        if scenario.first_side == side:
            out.append(voice.say("print.first"))
    return out


def masthead(source: SheetSource, voice: Voice, sheet: str, width: float, color: Any) -> list[Block]:
    """Return the top of the first page: title, scenario, period, length, sides."""
    scenario, title = source.scenario, source.content.title
    facts = []
    if scenario.turns:
        facts.append(voice.say("print.turns", n=scenario.turns))
    period = voice.text(scenario.period)
    if period:
        facts.append(period)
    minutes = scenario.minutes
    if minutes:
        facts.append(
            voice.say("print.hours", n=f"{minutes / 60:g}")
            if minutes % 60 == 0
            else voice.say("print.minutes", n=minutes)
        )
    if scenario.players:
        facts.append(voice.say("print.players", n=scenario.players))
    if scenario.complexity:
        facts.append(voice.say("print.complexity", n=scenario.complexity))
    sides = [(voice.text(s.name), color(s.id)) for s in source.content.sides]
    name = voice.text(scenario.name)
    audience = audience_of(source, voice)

    said = "  ·  ".join(facts)
    small = look.font("small")
    after = sum(3.4 + typeset.widest([words], small) + 6 for words, _ in sides)
    # facts stand beside the sides where there is room, else below them
    rows = [said] if after + typeset.widest([said], look.font("body")) <= width else typeset.lines(said, small, width)
    beside = len(rows) == 1 and after + typeset.widest(rows, look.font("body")) <= width

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        right = x + w
        nodes: list[dl.Node] = [
            look.box(x, y, w, 1.2, look.BAR),
            look.text(voice.text(title.name), x, y + 6.2, "strong", color=look.SECOND),
            look.text(f"{sheet} · {audience}", right, y + 6.2, "strong", color=look.SECOND, align="r", fit=w * 0.72),
        ]
        font, _ = typeset.fitted(name, look.font("title"), w)
        nodes.append(dl.Text(name, (x, y + 14.2), font, look.INK, align="l", valign="b"))
        at = x
        for words, tint in sides:
            nodes.append(look.box(at, y + 17.4, 2.4, 2.4, tint, radius=0.5))
            nodes.append(look.text(words, at + 3.4, y + 19.5, "small"))
            at += 3.4 + typeset.widest([words], small) + 6
        if beside:
            nodes.append(look.text(said, right, y + 19.5, "body", color=look.SECOND, align="r"))
        else:
            for n, line in enumerate(rows):
                nodes.append(look.text(line, x, y + 23.3 + n * 3.5, "small", color=look.SECOND))
        return nodes

    blocks = [Block(21.6 if beside else 21.6 + 3.5 * len(rows), draw, wide=True)]
    for line in voice.each(scenario.about):
        blocks += [replace(b, wide=True) for b in paragraph([line], width, "small", color=look.SECOND, before=0.4)]
    return blocks


def special_blocks(source: SheetSource, voice: Voice, width: float) -> Iterator[Block]:
    """Yield special rules."""
    scenario = source.scenario
    if scenario.special:
        yield heading(
            voice.say("print.special"), again=f"{voice.say('print.special')} ({voice.say('print.continued')})"
        )
        for note in scenario.special:
            yield from paragraph(voice.each(note.text), width, indent=14.0, lead=note.rule)


def victory_blocks(source: SheetSource, voice: Voice, width: float, *, tables: bool = True) -> Iterator[Block]:
    """Yield victory conditions; where they are in a table, nothing without `tables`."""
    if not tables and any(_victory_table(source, value) for value in source.scenario.victory.values()):
        return
    victory = list(_victory(source, voice, width))
    if victory:
        yield heading(voice.say("print.victory"))
        yield from victory


def _victory(source: SheetSource, voice: Voice, width: float) -> Iterator[Block]:
    for value in source.scenario.victory.values():
        table = _victory_table(source, value)
        if table is not None:
            yield from grids.table_blocks(table, voice, width, small=True)
            continue
        for words in _sentences(value, voice):
            yield from paragraph(words, width, indent=4.0, lead="•")


def _victory_table(source: SheetSource, value: Any) -> LookupTable | None:
    return next((t for t in source.content.tables if t.id == value), None) if isinstance(value, str) else None


def _sentences(value: Any, voice: Voice) -> Iterator[list[str]]:
    """Yield every {en, ja} text inside a free value, each as its sentences in the wanted languages."""
    if isinstance(value, Mapping):
        if "en" in value or "ja" in value:
            said = [str(value.get(lang) or value.get("en") or "") for lang in voice.languages]
            rule = value.get("rule")
            yield [f"{s} ({rule})" if rule else s for s in dict.fromkeys(said) if s]
            return
        for inner in value.values():
            yield from _sentences(inner, voice)
    elif isinstance(value, list):
        for inner in value:
            yield from _sentences(inner, voice)


def option_blocks(source: SheetSource, voice: Voice, width: float) -> Iterator[Block]:
    """Yield the options of a scenario with their values, two to a line."""
    shown = []
    for option in source.content.options:
        if option.scenarios and source.scenario.id not in option.scenarios:
            continue
        value = source.options.get(option.id, option.default)
        words = ""
        if option.type == "choice":
            choice = next((c for c in option.choices if c.id == value), None)
            words = voice.text(choice.name) if choice else str(value)
        elif option.type == "int":
            words = str(value)
        shown.append((option, bool(value) if option.type == "bool" else True, words))
    if not shown:
        return
    title = voice.say("print.options")
    yield heading(title, again=f"{title} ({voice.say('print.continued')})")
    small = look.font("small")
    marks = max(
        (typeset.widest([f"  {option.rule}"], look.font("mark")) for option, _, _ in shown if option.rule), default=0
    )
    longest = max(typeset.widest([_option_words(voice, option, words)], small) for option, _, words in shown)
    # two to a line, one where their names are long
    columns = 2 if longest + marks + 5.5 <= (width - 6) / 2 * 1.1 else 1
    half = (width - 6) / 2 if columns == 2 else width
    for n in range(0, len(shown), columns):
        pair = shown[n : n + columns]

        def draw(x: float, y: float, w: float, pair: list[Any] = pair) -> list[dl.Node]:
            nodes: list[dl.Node] = []
            for k, (option, on, words) in enumerate(pair):
                at = x + k * (half + 6)
                nodes.append(look.box(at, y + 0.9, 2.6, 2.6, None, edge=look.BAR, width=0.22))
                if on:
                    tick = dl.polyline([(at + 0.5, y + 2.2), (at + 1.15, y + 2.9), (at + 2.3, y + 1.3)])
                    nodes.append(dl.Shape(tick, stroke=dl.Stroke(look.INK, 0.45)))
                room = half - 4
                rule = f"  {option.rule}" if option.rule else ""
                name = _option_words(voice, option, words)
                wide = typeset.widest([rule], look.font("mark")) + 1
                nodes.append(look.text(name, at + 4, y + 3.3, "small", fit=room - wide))
                if rule:
                    nodes.append(look.text(rule, at + half, y + 3.3, "mark", color=look.GREY, align="r"))
            return nodes

        yield Block(4.6, draw)


def _option_words(voice: Voice, option: Option, words: str) -> str:
    return voice.text(option.name) + (f": {words}" if words else "")


def turn_name(source: SheetSource, voice: Voice, turn: int) -> str:
    """Return `Turn 4`, with its dates where the scenario has them."""
    return voice.join([voice.say("print.turn", n=turn), *turn_dates(source, voice, turn)])


def turn_dates(source: SheetSource, voice: Voice, turn: int) -> list[str]:
    """Return the dates of a turn once for each language, nothing where the scenario has none."""
    return [words for lang in voice.languages if (words := source.scenario.turn_dates(turn, lang))]


def turn_side(source: SheetSource, voice: Voice) -> float:
    """Return how wide the box of a turn is."""
    dates = [words for turn in range(1, (source.scenario.turns or 0) + 1) for words in turn_dates(source, voice, turn)]
    return max(TURN, min(30.0, typeset.widest(dates or [""], look.font("small")) + 3.0))


def turn_track(source: SheetSource, voice: Voice, arrivals: Mapping[int, int], width: float) -> Iterator[Block]:
    """Yield the boxes of the turns with their dates, to be ticked or to hold a marker; a figure says how many counters arrive."""
    turns = source.scenario.turns or 0
    dates = {turn: turn_dates(source, voice, turn) for turn in range(1, turns + 1)}
    high, gap, side = TURN, TURN_GAP, turn_side(source, voice)
    per_line = max(1, int((width + gap + 1e-6) // (side + gap)))
    for start in range(1, turns + 1, per_line):
        part = range(start, min(turns, start + per_line - 1) + 1)

        def draw(x: float, y: float, w: float, part: range = part) -> list[dl.Node]:
            nodes: list[dl.Node] = []
            for n, turn in enumerate(part):
                at = x + n * (side + gap)
                nodes.append(look.box(at, y + 0.8, side, high, look.PAPER, edge=look.BAR, width=0.3, radius=1.0))
                nodes.append(look.text(str(turn), at + 1.4, y + 4.4, "strong"))
                for line, words in enumerate(dates[turn]):
                    nodes.append(
                        look.text(words, at + 1.4, y + 8.1 + 3.2 * line, "small", color=look.SECOND, fit=side - 2.4)
                    )
                if arrivals.get(turn):
                    # beside the number where dates stand below it
                    base = y + 4.4 if dates[turn] else y + high - 0.6
                    said = f"+{arrivals[turn]}"
                    nodes.append(look.text(said, at + side - 1.4, base, "small", color=look.ACCENT, align="r"))
            return nodes

        yield Block(high + 2.0, draw)
