"""The log of a game on paper: turns as headings, each entry with what was told of it, pictures of bookmarked moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from qtwar.draw import displaylist as dl
from qtwar.export import look, tone, typeset
from qtwar.export.choices import Choices
from qtwar.export.counters import Counters
from qtwar.export.flow import Block, ColumnFlow, heading
from qtwar.export.page import Bookmark
from qtwar.export.sheet_parts import Made, audience_of, masthead, side_color, turn_name
from qtwar.export.situation import position_picture
from qtwar.export.source import SheetSource, Told
from qtwar.export.voice import Voice

NUMBER = 9.0


class Logbook:
    """Makes the pages of a game's log as one side may read it."""

    def __init__(self, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None = None) -> None:
        self.source, self.choices, self.voice, self.toner = source, choices, voice, toner
        self.counters = Counters(source, voice, toner)
        self.colors = {side.id: side_color(side) for side in source.content.sides}
        if toner is not None:
            self.colors = {side: toner.color(color) for side, color in self.colors.items()}

    def lines(self, told: Told) -> list[str]:
        """Return the lines of an entry: what happened, dice, in the wanted languages."""
        out: list[str] = []
        for event in told.events:
            out += self._words(event)
        return [words[:1].upper() + words[1:] for words in out or self.voice.message(told.label)]

    def _words(self, event: Mapping[str, Any]) -> list[str]:
        if event["e"] == "rolled":
            faces = " + ".join(str(face) for _, face in event["dice"])
            by = {"s": event["by"]} if event.get("by") else ""
            what = {"key": event["for"], "args": {}}
            return self.voice.message({"key": "log.rolled", "args": {"what": what, "dice": faces, "side": by}})
        return self.voice.message({"key": event["key"], "args": event.get("args") or {}, "rule": event.get("rule")})

    def make(self) -> Made:
        """Return the pages."""
        source, voice = self.source, self.voice
        paper = self.choices.sheet()
        flow = ColumnFlow(paper)
        sheet = voice.say("print.sheet.log")
        flow.add(masthead(source, voice, sheet, flow.width, lambda side: self.colors.get(side, look.BAR))[:1])
        problems: list[str] = []
        if source.position is None:
            problems.append(voice.in_language(voice.main, "print.problem.no_log"))
        turn: int | None = None
        moments = {moment.number: moment for moment in source.moments}
        for told in source.log:
            if told.turn is not None and told.turn != turn:
                turn = told.turn
                words = turn_name(source, voice, turn)
                flow.add(
                    [heading(words, again=f"{words} ({voice.say('print.continued')})"), *self._entry(told, flow.width)]
                )
            else:
                flow.add(self._entry(told, flow.width))
            moment = moments.get(told.number)
            if moment is not None and self.choices.moments:
                caption = voice.say("print.moment", n=moment.number, name=moment.name)
                pictures = position_picture(
                    source, self.counters, moment.state, voice, flow.width, paper.height * 0.36, caption, self.toner
                )
                flow.add(replace(b, mark=caption, depth=2) for b in pictures)
        audience = audience_of(source, voice)
        name = source.name or voice.text(source.scenario.name)
        title = voice.text(source.content.title.name)
        head = f"{title} · {name}"
        pages = flow.pages("log", (head, f"{sheet} · {audience}"), f"{head} · {sheet} · {audience}", sheet)
        return Made(pages, [Bookmark(sheet, 0, 0.0, 0), *flow.marks], problems + list(self.counters.problems))

    def _entry(self, told: Told, width: float) -> Iterator[Block]:
        lines = self.lines(told)
        color = self.colors.get(told.side, look.GREY)
        indent = NUMBER + 2.5
        rows: list[tuple[str, str]] = []
        for n, words in enumerate(lines):
            grade = "body" if not n else "small"
            rows += [
                (part, grade) for part in typeset.lines(words, look.font(grade), width - indent - (2.0 if n else 0.0))
            ]
        if told.by_hand:
            rows.append((self.voice.say("print.log.hand"), "small"))
        if told.bookmark:
            rows.append((told.bookmark, "small_strong"))
        yield from self._rows(rows, str(told.number), color, indent)

    def _rows(self, rows: Sequence[tuple[str, str]], number: str, color: dl.Color, indent: float) -> Iterator[Block]:
        for n, (words, grade) in enumerate(rows):
            height = look.leading(grade, words)

            def draw(
                x: float, y: float, w: float, n: int = n, words: str = words, grade: str = grade, height: float = height
            ) -> list[dl.Node]:
                base = y + look.font(grade).size * 1.06
                ink = look.INK if grade != "small" else look.SECOND
                shift = 2.0 if grade == "small" else 0.0
                nodes: list[dl.Node] = [
                    look.box(x + NUMBER, y - (0.0 if n else -0.3), 0.9, height - (0.3 if not n else 0.0), color),
                    look.text(words, x + indent + shift, base, grade, color=ink),
                ]
                if n == 0:
                    nodes.append(look.text(number, x + NUMBER - 1.6, base, "small", color=look.SECOND, align="r"))
                return nodes

            last = n == len(rows) - 1
            yield Block(height, draw, before=1.1 if not n else 0.0, keep=not last and len(rows) < 12)
