"""Attacks that are no files: readers held up (63 to 65), rules that answer and are asked nonsense (66 to 77, 109), the machine
(102 to 108), and the names of those of servers, which tests alone hold (117 to 121)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from qtwar.bench.attacks import documents, modules
from qtwar.bench.attacks.plan import Attack, Make, numbered
from qtwar.bench.attacks.shapes import BROKEN_SETUPS, LYING

DEEP = """

from qtwar.kit import boundary


def act(self, *args):
    deep = []
    for _ in range(100_000):
        deep = [deep]
    return {"events": deep, "offers": {}}


boundary.Boundary.act = act
"""


def _rules(more: str, folder: Path) -> None:
    path = folder / "rules" / "__init__.py"
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")


def _nothing(folder: Path) -> None:
    """Leave it as it is."""


def _game(home: Path) -> None:
    documents.sound(home / "games" / "Attacked.qtwar")


LIES: dict[str, Make] = dict.fromkeys(
    (
        "answers to an action that are no answers",
        "events of no vocabulary, of wrong types, that do not fit",
        "offers of 48 wrong shapes",
        "answers to questions",
    ),
    partial(_rules, LYING),
)
TOLD: dict[str, Make] = dict.fromkeys(("replays and self-play", "the words of a title"), partial(_rules, LYING))
SET_UPS: dict[str, Make] = {
    f"{answer}": partial(_rules, LYING.replace("NEXT = {}", f"NEXT = {{'setup': {answer!r}}}")) for answer in BROKEN_SETUPS
}
MACHINE = (
    "a full disk in play, in an edit, in an export",
    "the folder or the file gone, or another in its place",
    "the clock set back",
    "the worker killed in the middle of a call",
    "a second program",
    "the program killed in its window",
    "a backup that can not be made",
)
UNHARMED = {
    "the clock set back": "play goes on",
    "the program killed in its window": "opened with all that was shown as done",
    "a backup that can not be made": "opened; the log says that no copy is kept",
}
SERVERS = (
    "a server that answers no HTTP, or sends one on to a file",
    "an answer that drips without end",
    "a message of millions of values",
    "a server that does not stop talking",
    "a module of a server that ends the process that reads it",
)
HELD_UP = ("one that takes for ever", "one that takes all memory", "one that ends the process")
ASKED = ("actions that are none", "dice that are none", "picks that are none", "questions that are none")
ATTACKS: list[Attack] = [
    *numbered(63, "reader", dict.fromkeys(HELD_UP, _nothing)),
    *numbered(66, "reply", {**LIES, "set-ups": SET_UPS, **TOLD, "a reply deeper than any stack": partial(_rules, DEEP)}),
    *numbered(74, "reply", dict.fromkeys(ASKED, partial(_rules, LYING))),
    *numbered(109, "reply", {"a die of a thousand million faces": partial(_rules, LYING)}),
    *numbered(102, "machine", dict.fromkeys(MACHINE, _game), UNHARMED),
    *numbered(117, "elsewhere", {name: {} for name in SERVERS}),
]  # fmt: skip
START = Attack(-1, "the start window, with nothing of a stranger's", "look", {"": _nothing}, "nothing has to be said")
PLAIN = Attack(0, "a sound module, looked at, played and edited", "module", {"": _nothing}, "nothing has to be said")
ALL: tuple[Attack, ...] = tuple(sorted((*modules.ATTACKS, *ATTACKS, *documents.ATTACKS), key=lambda attack: attack.number))
"""Every attack of docs/attacks.md."""
