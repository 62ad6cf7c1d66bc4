"""A side that plays by itself: units in a queue, each does what the first fitting row of its priority list says.

The player watches: each step is one line of the log, with the row that fitted and why, and he may go on step by step, to
the end of a place, to his next choice, or to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qtwar.kit import offers
from qtwar.kit.chart import Chart
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

Condition = Callable[[Reader, str], bool]
"""Whether a row fits a unit."""
STEP, CHOICE, RUN, PLACE = "step", "choice", "run", "at "


@dataclass(frozen=True, slots=True)
class Fit:
    """The row of a priority list that fits a unit: its condition, what its cell says, and where that stands."""

    condition: str
    cell: Any
    table: tuple[str, Any, Any]
    """Id, row and column of the table, for the link in the log."""


class Priorities:
    """A priority list: a table of the title whose row heads name conditions, read from the top; columns are tactics, say."""

    def __init__(self, chart: Chart, conditions: Mapping[str, Condition]) -> None:
        unknown = [str(head) for head in chart.row_heads if head not in conditions]
        if unknown:
            raise ValueError(f"table {chart.id}: there is no condition {unknown[0]!r}; there is {', '.join(conditions)}")
        self.chart = chart
        self.conditions = conditions

    def first(self, r: Reader, unit: str, column: object = None) -> Fit | None:
        """Return the first row that fits a unit and says something in a column (the first unless named), or None."""
        at = 0 if column is None else self.chart.column(column)
        for row, head in enumerate(self.chart.row_heads):
            cell = self.chart.cell(row, at)
            if cell not in (None, "", "-") and self.conditions[head](r, unit):
                return Fit(str(head), cell, (self.chart.id, head, self.chart.column_heads[at]))
        return None


def best(t: Table, among: Sequence[str], *keys: Callable[[str], Any]) -> str:
    """Return the one of several for which the first key is greatest, ties by the next key, at last by a random draw.

    "Out of sight, then the best ground, then at random" is `best(t, cards, unseen, cover)`; an empty word for none.
    """
    left = list(among)
    for key in keys:
        top = max((key(one) for one in left), default=None)
        left = [one for one in left if key(one) == top]
    return t.pick(sorted(left)) if len(left) > 1 else "".join(left)


class Automaton(Step):
    """The activity of a side without a player; locals `side`, `watcher` (who goes on; another side unless given).

    A title's subclass says who acts in which order, by which list, and has a method `act_<verb>(t, f, unit)` for each
    verb; it may call steps in which a player decides. Verbs have names (`verb.<verb>`) and conditions reasons
    (`why.<condition>`) among the title's texts. Locals: `queue` (who is still to act), `pace`.
    """

    rule = ""
    """Rule number, cited by each line of the log."""

    # what a title says ------------------------------------------------------------------

    def order(self, t: Table, f: Frame) -> list[str]:
        """Return who acts, in order; what is at random is drawn here."""
        raise NotImplementedError

    def stands(self, t: Table, f: Frame, unit: str) -> bool:
        """Return whether a unit in the queue still acts when its turn comes."""
        return t.exists(unit)

    def row(self, t: Table, f: Frame, unit: str) -> Fit | None:
        """Return the row of its priority list that fits a unit (`Priorities.first`)."""
        raise NotImplementedError

    def verb(self, t: Table, f: Frame, unit: str, fit: Fit) -> str:
        """Return the verb that a cell means: its text, unless it must be drawn or rolled for."""
        return str(fit.cell)

    # the step ---------------------------------------------------------------------------

    def run(self, t: Table, f: Frame) -> None:
        """Let the next unit act, or wait for the watcher to go on."""
        if "queue" not in f.l:
            others = [side for side in t.content.sides if side != f.l["side"]]
            f.l.setdefault("watcher", (others or [f.l["side"]])[0])
            f.l.update(queue=self.order(t, f), pace=f.l.get("pace", ""))
        elif f.l["pace"] == CHOICE and t.answers != self.name:
            f.l["pace"] = ""  # the player has just made a choice
        queue: list[str] = f.l["queue"]
        while queue and not self.stands(t, f, queue[0]):
            queue.pop(0)
        if queue and f.l["pace"].startswith(PLACE) and f.l["pace"] != PLACE + t.spot(queue[0]):
            f.l["pace"] = ""
        if not queue:
            t.done()
        elif not f.l["pace"]:
            t.wait(f.l["watcher"])
        else:
            if f.l["pace"] == STEP:
                f.l["pace"] = ""
            self._act(t, f, queue.pop(0))

    def _act(self, t: Table, f: Frame, unit: str) -> None:
        fit = self.row(t, f, unit)
        who: dict[str, Any] = {"piece": {"p": unit}, "at": {"c": t.spot(unit)}}
        if fit is None:
            t.note("note.automaton_idle", rule=self.rule, piece=who["piece"], at=who["at"])
            return
        verb = self.verb(t, f, unit, fit)
        t.note(
            "note.automaton", rule=self.rule, piece=who["piece"], at=who["at"], why=msg(f"why.{fit.condition}"),
            what=msg(f"verb.{verb}"), table={"t": list(fit.table)},
        )  # fmt: skip
        getattr(self, f"act_{verb}")(t, f, unit)

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        """Offer to go on: one unit, to the next choice, or to the end."""
        queue = f.l["queue"]
        return offers.offer(
            msg("prompt.automaton", side={"s": f.l["side"]}, piece={"p": queue[0]}, n=len(queue)),
            offers.button("step", "button.automaton_step", rule=self.rule, primary=True, light=True),
            *self._here(s, queue),
            offers.button("to_choice", "button.automaton_choice", rule=self.rule, light=True),
            offers.button("to_end", "button.automaton_end", rule=self.rule, light=True),
        )

    def _here(self, s: Seen, queue: list[str]) -> list[offers.Ask]:
        """Offer to let all of one place act who come one after another, where they are several."""
        here = s.spot(queue[0])
        if len(queue) < 2 or not s.exists(queue[1]) or s.spot(queue[1]) != here:
            return []
        return [offers.button("to_place", msg("button.automaton_place", cell={"c": here}), rule=self.rule, light=True)]

    def do_step(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let one unit act."""
        f.l["pace"] = STEP

    def do_to_place(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let those act who are in the place of the next one."""
        f.l["pace"] = PLACE + t.spot(f.l["queue"][0])

    def do_to_choice(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let them act until the player has made a choice."""
        f.l["pace"] = CHOICE

    def do_to_end(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let them all act; the player is asked for his own choices only."""
        f.l["pace"] = RUN
