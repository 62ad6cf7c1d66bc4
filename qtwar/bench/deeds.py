"""Actions and edits by the ten thousand, sound ones and others: every one is done or refused, and taken back whole.

A case of `play` is a stretch of a game of some installed title: turns of random offered actions, and between them actions
bent out of what was offered and done. A case of `edit` calls the gestures of the editor with what stands in the draft, and
with what does not.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from qtwar import editing
from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.bench.bending import ODD, bent, spots
from qtwar.editing import clips, rows, templates
from qtwar.editing.batch import Edit
from qtwar.editing.cutting import NewCounter
from qtwar.editing.draft import Draft
from qtwar.engine.reduce import undo_all
from qtwar.engine.state import State
from qtwar.model.content import TitleContent
from qtwar.services import titles
from qtwar.services.rules import connect
from qtwar.session.chance import key_from_seed
from qtwar.session.edit import EditSession
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, PlaySession
from qtwar.session.ports import Entry, EntryHead, RulesPort

Json = dict[str, Any]
STRETCHES, LEGAL, BENT, EDITS = 6, 12, 60, 80
"""Of a case of play: stretches, offered actions and bent ones in each; gestures of a case of edits."""


class Deeds:
    """Rules and drafts to try things on; `count` says how many of each sort of thing were tried."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.ids = [item.id for item in titles.installed() if item.info is not None]
        self._rules: dict[str, tuple[TitleContent, RulesPort]] = {}
        self._gestures = list(_gestures())
        self._drafts: list[Callable[[], TitleContent]] = [
            *([lambda: templates.new_grid("Fuzz", columns=6, rows=5)] * 4), lambda: titles.load("sealords")[1],
        ]  # fmt: skip

    # ---------------------------------------------------------------------------------------------- play

    def play(self, chance: random.Random) -> None:
        """Play a stretch of a game; raises AssertionError where something is not as it was after a refusal."""
        content, rules = self._title(chance.choice(self.ids))
        sides, scenario = tuple(side.id for side in content.sides), chance.choice(content.scenarios).id
        journal = MemoryJournal({"key": key_from_seed(chance.getrandbits(32)), "undo": "free", "scenario": scenario})
        session = PlaySession(rules, journal, sides)
        meta = {"title": content.title.id, "version": content.title.version, "scenario": scenario, "options": {}}
        session.begin(meta, {})
        start = session.state.digest()
        for _ in range(STRETCHES):
            session.refresh_offers()
            offered = [offer for side in sides if (offer := session.offer(side))]
            known = [entry.action for entry in journal.entries(max(2, len(journal.heads()) - 20), 10**9) if entry.action]
            self._bent(session, [*known, *_asked(offered)], chance)
            entries, end = session.autoplay(LEGAL)
            self.count["actions, offered"] += len(entries)
            assert end != "stuck", "a dead end"
            if end is not None:
                break
        found = next(session.state.check(), None)
        assert found is None, f"broken: {found}"
        state = State.from_json(jsonio.copy(session.state.to_json()))
        for head in reversed(session.history.line[1:]):
            undo_all(state, journal.entry(head.no).events)
        assert state.digest() == start, "undoing every entry does not give the position after set-up"

    def _bent(self, session: PlaySession, models: list[Json], chance: random.Random) -> None:
        digest, length = session.state.digest(), session.history.last_no
        for _ in range(BENT):
            action = bent(jsonio.copy(chance.choice(models)), chance) if models else chance.choice(ODD)
            dice: Any = chance.choice([None, None, None, [6], [0], ["x"], [10**9], 5])
            outcome = session.submit(session.sides, action, dice=dice)
            if isinstance(outcome, Done):  # by chance it was one that holds
                self.count["actions, bent, done"] += 1
                digest, length = session.state.digest(), session.history.last_no
            else:
                self.count["actions, bent, refused"] += 1
        assert (session.state.digest(), session.history.last_no) == (digest, length), "a refusal changed the game"

    def _title(self, ident: str) -> tuple[TitleContent, RulesPort]:
        if ident not in self._rules:
            folder, content = titles.load(ident)
            self._rules[ident] = content, connect(folder, content, native=True)
        return self._rules[ident]

    # ---------------------------------------------------------------------------------------------- edit

    def edit(self, chance: random.Random) -> None:
        """Edit a draft; raises AssertionError where undo does not give back what was there."""
        bugs: list[str] = []
        store = MemoryDraft(chance.choice(self._drafts)())
        session = EditSession(store)
        start = session.draft.digest()
        for _ in range(EDITS):
            if chance.random() < 0.1:
                session.go_to(chance.randint(0, len(session.history) + len(session.history.redoable)))
                self.count["edits, undone or done again"] += 1
                continue
            try:
                change = session.do(chance.choice(self._gestures)(session.draft, chance))
            except DataFault:
                self.count["edits, refused"] += 1
            except Exception as bug:
                bugs.append("".join(traceback.format_exception(bug)))
            else:
                self.count["edits, done" if change is not None else "edits, without change"] += 1
        TitleContent.model_validate(session.draft.content().model_dump(mode="json", by_alias=True))
        session.problems()
        end = session.draft.digest()
        length = len(session.history)
        session.go_to(0)
        assert session.draft.digest() == start, "undoing every edit does not give the draft before"
        session.go_to(length)
        assert session.draft.digest() == end, "doing them again does not give the draft after"
        assert not bugs, "\n".join(bugs)


class MemoryDraft:
    """A draft without a file; fulfils `session.edit.DraftPort`."""

    def __init__(self, content: TitleContent) -> None:
        self._content, self._facts, self._entries = content, Json(), list[Entry]()

    def content(self) -> TitleContent:
        """Return the content at the beginning."""
        return self._content

    def facts(self) -> Json:
        """Return what was set."""
        return dict(self._facts)

    def set_facts(self, changes: Json) -> None:
        """Change some."""
        self._facts.update(changes)

    def heads(self) -> list[EntryHead]:
        """Return the heads of the history."""
        return [entry.head for entry in self._entries]

    def entries(self, first: int, last: int) -> Iterable[Entry]:
        """Return rows of it."""
        return self._entries[first - 1 : last]

    def commit(self, old: Json, new: Json, entry: Entry) -> None:
        """Keep a row."""
        self._entries.append(entry)

    def tiles(self, picture: str) -> list[tuple[int, int, int, bytes]]:
        """Return none: it has no pictures."""
        return []

    def close(self) -> None:
        """Let nothing go."""


def _asked(offers: list[Json]) -> list[Json]:
    """Return actions as the buttons of offers name them."""
    return [
        {"side": ask.get("side", offer.get("side", "")), "verb": ask["verb"], "args": {}}
        for offer in offers for ask in offer.get("asks", ()) if isinstance(ask, Mapping) and "verb" in ask
    ]  # fmt: skip


# -------------------------------------------------------------------------------------------------- gestures

Gesture = Callable[[Draft, random.Random], Edit]


def _gestures() -> Iterable[Gesture]:
    """Yield all functions of the editor that make an edit, each to be called with what its parameters ask for."""
    for found in pkgutil.iter_modules(editing.__path__):
        module = importlib.import_module(f"{editing.__name__}.{found.name}")
        for name, function in vars(module).items():
            if not inspect.isfunction(function) or function.__module__ != module.__name__ or name.startswith("_"):
                continue
            parameters = list(inspect.signature(function).parameters.values())
            if not parameters or parameters[0].annotation != "Draft" or function.__annotations__.get("return") != "Edit":
                continue
            if all(str(one.annotation).removesuffix(" | None") in (*MADE, *WORDY) for one in parameters[1:]):
                yield _caller(function, parameters[1:])


def _caller(function: Callable[..., Edit], parameters: list[inspect.Parameter]) -> Gesture:
    def call(draft: Draft, chance: random.Random) -> Edit:
        made = Materials(draft, chance, to=function.__name__)
        given: list[Any] = []
        named: Json = {}
        for one in parameters:
            if one.kind is one.VAR_KEYWORD or (one.default is not one.empty and chance.random() < 0.5):
                if one.kind is one.POSITIONAL_OR_KEYWORD:
                    break
                continue
            value = made.of(one.name, str(one.annotation))
            if one.kind is one.KEYWORD_ONLY:
                named[one.name] = value
            else:
                given.append(value)
        return function(draft, *given, **named)

    return call


PARTS = ("sides", "terrain", "features", "edge_kinds", "path_kinds", "boards", "kinds", "formations", "pieces", "tables",
         "options", "scenarios")  # fmt: skip
OF = {"kind": ("kinds", "edge_kinds", "path_kinds"), "feature": ("features",), "board": ("boards",), "side": ("sides",)}
"""Parameters that are called otherwise than the part that their ids are of."""
WORDS = ("", "x", "é", "blue", "A1", "nw", "se", "rows", "columns", "terrain", "hidden", "opacity", "rotate", "mirror", "../x",
         "x" * 300, "#123456", "red;", "0101", "~x", "a:b", "\ud800", "\x00")  # fmt: skip
NUMBERS = (0, 1, 2, 3, 5, 40, -1, 1000, 10**9, 2**63)


class Materials:
    """What a gesture is called with: mostly what stands in the draft, else something of the same type."""

    def __init__(self, draft: Draft, chance: random.Random, *, to: str = "") -> None:
        self.draft, self.chance, self.to = draft, chance, to
        self.length = 1
        """Of the list that the path leads to."""

    def of(self, name: str, kind: str) -> Any:
        """Return a value for a parameter of a name and a type."""
        if kind.endswith("| None") and self.chance.random() < 0.2:
            return None
        kind = kind.removesuffix(" | None")
        return self.words(name) if kind in WORDY else MADE[kind](self, name)

    def word(self, name: str) -> str:
        """Return an id that a parameter may mean, or another word."""
        if name == "part":
            return self.chance.choice(PARTS)
        if name == "at" or (name == "cell" and self.chance.random() < 0.9):
            return self.cell()
        parts = OF.get(name) or [part for part in PARTS if part.rstrip("s") == name.rstrip("s")] or PARTS
        known = [item["id"] for item in self.draft.data[self.chance.choice(parts)]]
        return self.chance.choice(known) if known and self.chance.random() < 0.85 else self.chance.choice(WORDS)

    def words(self, name: str) -> list[str]:
        """Return cells, sides of cells, or ids."""
        number = self.chance.choice([1, 1, 2, 5])
        if name in ("cells", "along"):
            return [self.cell() for _ in range(number)]
        if name == "sides":
            return [f"{self.cell()}-{self.cell()}" for _ in range(number)]
        if name == "parts":
            return self.chance.sample(clips.PARTS, min(number, len(clips.PARTS)))
        return [self.word(name) for _ in range(number)]

    def cell(self) -> str:
        """Return a cell of a board, seldom another word."""
        boards = self.draft.data["boards"]
        if not boards or self.chance.random() < 0.05:
            return self.chance.choice(WORDS)
        grid = self.draft.grid(self.chance.choice(boards)["id"])
        cells = list(grid.cells())
        return self.chance.choice(cells) if cells else ""

    def number(self) -> int:
        """Return a number, mostly a small one."""
        return self.chance.choice(NUMBERS[:6] if self.chance.random() < 0.85 else NUMBERS)

    def json(self, name: str) -> Any:
        """Return a part of the draft, sound or bent, or something else altogether."""
        if name in ("layer", "layers", "base"):
            return bent({"painter": "fill", "color": "#123456", "where": {"terrain": [self.word("terrain")]}}, self.chance)
        if name in ("name", "text", "waiting"):
            return {"en": self.chance.choice(WORDS), "ja": self.chance.choice(WORDS)}
        if name == "clip" and self.draft.data["boards"]:
            board = self.chance.choice(self.draft.data["boards"])["id"]
            cells = list(self.draft.grid(board).cells())[:5]
            sound = clips.copy_region(self.draft, board, cells)
            made = bent(jsonio.copy(sound), self.chance)
            return made if clips.is_clip(made) else sound  # as the clipboard is asked
        if self.chance.random() < 0.2:
            return jsonio.copy(self.chance.choice(ODD))
        held = [holder[key] for holder, key in spots(self.draft.data)]
        found = jsonio.copy(self.chance.choice(held))
        return bent(found, self.chance) if self.chance.random() < 0.4 else found

    def mapping(self, name: str) -> Json:
        """Return what `json` does, where it is a mapping."""
        found = self.json(name)
        return found if isinstance(found, dict) else {"x": found}

    def path(self) -> Sequence[Any]:
        """Return a path that leads somewhere in the draft; to a list with something in it where one is asked for."""
        here: Any = self.draft.data
        steps: list[Any] = []
        lists: list[tuple[list[Any], int]] = [(["sides"], len(here["sides"]))]
        while isinstance(here, (dict, list)) and here and (not steps or self.chance.random() < 0.85):
            step = self.chance.choice(sorted(here)) if isinstance(here, dict) else self.chance.randrange(len(here))
            steps.append(step)
            here = here[step]
            if isinstance(here, list) and here:
                lists.append((list(steps), len(here)))
        found, self.length = lists[-1]
        if self.to in ("insert", "remove", "move"):
            return found
        return [*found, self.chance.randrange(self.length)] if self.to == "draw_like" else steps

    def preview(self) -> Any:
        """Return what rows of a pasted table would bring."""
        table = [["id", "name", self.chance.choice(["kind", "class", "x"])]]
        table += [[self.word("kinds"), self.chance.choice(WORDS), self.word("kinds")] for _ in range(3)]
        return rows.preview(self.draft, self.chance.choice([*rows.PARTS, "x"]), table)


WORDY = ("Iterable[str]", "Sequence[str]")
MADE: Mapping[str, Callable[[Materials, str], Any]] = {
    "str": lambda m, name: m.word(name), "AxisName": lambda m, name: m.chance.choice(["rows", "columns"]),
    "int": lambda m, name: m.number(), "float": lambda m, name: m.number() / 3, "bool": lambda m, name: m.chance.random() < 0.5,
    "float | bool": lambda m, name: m.chance.choice([True, 0.5, -1.0]),
    "int | str": lambda m, name: m.number(),
    "Json": lambda m, name: m.mapping(name), "Any": lambda m, name: m.json(name),
    "Sequence[Json]": lambda m, name: [m.json(name)],
    "Sequence[Step]": lambda m, name: m.path(), "Iterable[int]": lambda m, name: [m.number()],
    "Point": lambda m, name: (1.5, float(m.number())),
    "Draft": lambda m, name: m.draft, "str | Point": lambda m, name: m.chance.choice([m.cell(), (3.0, 4.0)]),
    "Sequence[float]": lambda m, name: [float(m.number()) for _ in range(4)],
    "Mapping[str, str | None]": lambda m, name: {m.cell(): m.word("terrain") for _ in range(3)},
    "Mapping[str, int | None]": lambda m, name: {m.cell(): m.number() for _ in range(3)},
    "Mapping[str, int]": lambda m, name: {m.word("kinds"): m.number()},
    "Mapping[int, Sequence[str]]": lambda m, name: {m.chance.randint(0, 3): [m.word("pieces")]},
    "Lines": lambda m, name: {m.chance.randint(0, 3): {m.word("pieces"): m.chance.randint(0, 3)}},
    "Sequence[tuple[str, str]]": lambda m, name: [(m.chance.choice(["pieces", "formations", "x"]), m.word("pieces"))],
    "Sequence[tuple[str, float, float]]": lambda m, name: [(m.cell(), float(m.number()), 7.0 * n) for n in range(3)],
    "Iterable[tuple[Sequence[Step], Any]]": lambda m, name: [(m.path(), m.json(name))],
    "Iterable[tuple[Sequence[Step], Json]]": lambda m, name: [(m.path(), m.json(name))],
    "Iterable[tuple[Sequence[Step], Json, bool]]": lambda m, name: [(m.path(), m.json(name), True)],
    "Sequence[NewCounter]": lambda m, name: [NewCounter(m.word("kinds"), "0" * 64, m.word("x")) for _ in range(2)],
    "Sequence[Sequence[str]]": lambda m, name: [[m.chance.choice(WORDS) for _ in range(3)] for _ in range(2)],
    "Preview": lambda m, name: m.preview(), "Calibration": lambda m, name: None,
}  # fmt: skip
"""What a parameter of a type is given; a gesture that asks for another type is not tried."""
