"""Is every word of a position file one that its title knows? Told with line and near match before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from qtwar.base.text import DEFAULT, program
from qtwar.engine.events import FIELDS
from qtwar.engine.state import INSIDE
from qtwar.model.board import BoardContent, EdgeLine
from qtwar.model.content import TitleContent
from qtwar.model.problem import Path, meant, told

Json = dict[str, Any]
Line = Callable[[Path], int]
FORMAT = 1
TOP = (
    "format", "title", "scenario", "name", "rule", "about", "options", "setup", "seed", "strictness", "start", "terrain",
    "edges", "pieces", "decks", "sides", "vars", "secret", "phase", "args", "play", "expect",
)  # fmt: skip
STEPS = ("do", "query", "undo", "redo")
STEP = (*STEPS, "dice", "picks", "expect", "about")
ACTION = ("side", "verb", "args")
PIECE = ("at", "kind", "owner", "face", "known", "attrs")
STARTS = ("empty", "scenario")
STRICTNESS = ("enforce", "warn", "off")
EXPECTS = (
    "refused", "events", "not_events", "notes", "not_notes", "rolls", "at", "pieces", "known", "sides", "vars", "secret",
    "active", "offers", "result", "needs_dice", "value",
)  # fmt: skip
OR_NOTHING = ("refused", "result", "needs_dice", "value")
OFFERS = ("verbs", "not_verbs", "asks")
REFUSED = ("key", "rule", "args")
NOTE = ("key", "rule", "args", "level", "sides")
RESULT = ("winner", "level", "key", "args")
GROUND = ("terrain", "features", "elevation")
KIT_VERBS = ("free", "strictness", "permit")
NOBODY = "*"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a title's rules that content does not name.

    `verbs`: verb → kinds of asks it answers; `phases`: phase → its arguments (name → what it is, `?` behind it where
    it may be left out); `marks`: attribute that play gives pieces → the words it may hold, empty for any value;
    `asks`: what an ask may hold; `arguments`: the names under which the rules pass and read anything, so those of a
    message or a question too; the rest are names that the rules read or set. Of an empty set nothing is checked.
    """

    verbs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    phases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    queries: frozenset[str] = frozenset()
    attrs: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    asks: frozenset[str] = frozenset()
    arguments: frozenset[str] = frozenset()


class Checker:
    """Goes through one file; `faults` holds a sentence for each word that nobody knows."""

    def __init__(self, content: TitleContent, words: Vocabulary, line: Line, name: str) -> None:
        self.content, self.words, self._line, self._name = content, words, line, name
        self.faults: list[str] = []
        self.sides = [side.id for side in content.sides]
        self.boards = {board.id: board for board in content.boards}
        self.texts = {key for texts in content.texts.values() for key in texts} | set(program(DEFAULT))
        self.attrs = words.attrs | set(words.marks) | {key for kind in content.kinds for key in kind.attrs}
        self.attrs |= {key for piece in content.pieces for key in piece.attrs}
        self.pieces = set(content.pieces_by_id)
        numbers = [own for scenario in content.scenarios for own in scenario.side_vars.values()]
        self.whole_values = {key for own in numbers for key, value in own.items() if type(value) is int}
        self.whole_variables = {"turn"}
        self.whole_variables |= {k for scenario in content.scenarios for k, v in scenario.vars.items() if type(v) is int}

    def check(self, spec: Any) -> None:
        """Go through the whole file."""
        if not isinstance(spec, dict):
            self.say((), "a position file is a mapping with title, scenario, pieces and play")
            return
        if spec.get("format") != FORMAT:
            text = f"format is {spec.get('format')!r}; this program reads position files of format {FORMAT}"
            self.say(("format",), text)
        self.keys((), spec, TOP, "a position file")
        self.pieces |= set(self.mapping(("pieces",), spec))
        self._scenario(spec)
        self._ground(spec)
        for piece in self.mapping(("pieces",), spec):
            self._piece(("pieces", piece), piece, spec["pieces"][piece])
        for place in self.mapping(("decks",), spec):
            decks = [box.id for box in self.content.boxes.values() if box.role == "deck"]
            self.name(("decks", place), place, decks, "deck")
            self.filled(("decks", place), spec["decks"][place])
            for n, piece in enumerate(self.sequence(("decks", place), spec["decks"])):
                self.piece(("decks", place, n), piece)
        self._numbers(("sides",), spec, self.known_values())
        self.names(("vars",), self.mapping(("vars",), spec), self.known_variables(), "variable")
        self.wholes(("vars",), self.mapping(("vars",), spec), self.whole_variables)
        secret = self.mapping(("secret",), spec)
        self.names(("secret",), secret, [*self.sides, NOBODY], "side")
        for side in secret:
            self.names(("secret", side), self.mapping(("secret", side), secret, side), self.words.secrets, "secret")
            self.filled(("secret", side), secret[side])
        self._phase(spec)
        for n, step in enumerate(self.sequence(("play",), spec)):
            self._step(("play", n), step)
        self._expect(("expect",), spec.get("expect"))

    # -- saying ------------------------------------------------------------------------------------
    def say(self, path: Path, text: str, hint: str = "") -> None:
        """Note a fault at a part of the file."""
        self.faults.append(f"{self._name} line {self._line(path)}: {told(text, hint)}")

    def keys(self, path: Path, found: Mapping[str, Any], known: Iterable[str], what: str) -> None:
        """Note each key that a part of the file does not take."""
        for key in found:
            if key not in known:
                hint = meant(key, known) or f"it takes {', '.join(known)}"
                self.say((*path, key), f"{key!r} is no part of {what}", hint)

    def names(self, path: Path, found: Iterable[Any], known: Collection[str], what: str) -> None:
        """Note each name that the title does not have."""
        places = found if isinstance(found, dict) else None
        for n, name in enumerate(found):
            self.name((*path, name if places is not None else n), name, known, what)

    def name(self, path: Path, name: Any, known: Collection[str], what: str) -> None:
        """Note a name that the title does not have."""
        if not isinstance(name, str) or name not in known:
            self.say(path, f"there is no {what} {name!r}", meant(name, known))

    def needed(self, path: Path, within: Mapping[str, Any], known: Collection[str], what: str) -> None:
        """Note a name that must be there and is not, or that the title does not have."""
        if path[-1] in within:
            self.name(path, within[str(path[-1])], known, what)
        else:
            self.say(path[:-1], f"it names no {what}", f"write {path[-1]}: …")

    def arguments(self, path: Path, within: Mapping[str, Any]) -> None:
        """Note each argument of a message or question whose name the rules know nowhere."""
        found = self.mapping(path, within)
        if self.words.arguments:
            self.names(path, found, self.words.arguments, "argument")

    def number(self, path: Path, value: Any) -> None:
        """Note what is no whole number."""
        if type(value) is not int:
            self.say(path, f"{path[-1]} is {value!r}; write a whole number")

    def mapping(self, path: Path, within: Mapping[str, Any], key: str = "") -> Json:
        """Return a part that must be a mapping; an empty one where it is not there or is none."""
        found = within.get(key or str(path[-1]))
        if found is not None and not isinstance(found, dict):
            self.say(path, f"{key or path[-1]} is {found!r}; write it as a mapping")
        return found if isinstance(found, dict) else {}

    def sequence(self, path: Path, within: Mapping[str, Any]) -> list[Any]:
        """Return a part that must be a list; an empty one where it is not there or is none."""
        found = within.get(str(path[-1]))
        if found is not None and not isinstance(found, list):
            self.say(path, f"{path[-1]} is {found!r}; write it as a list")
        return found if isinstance(found, list) else []

    def filled(self, path: Path, value: Any) -> None:
        """Note a part that is named and left empty."""
        if value is None:
            self.say(path, f"{path[-1]} is left empty", "write what it holds, or leave it out")

    def wholes(self, path: Path, found: Json, whole: Collection[str]) -> None:
        """Note each word that stands where the title counts; null in an expectation says that there is nothing."""
        for key, value in found.items():
            if key in whole and not (value is None and "expect" in path):
                self.number((*path, key), value)

    # -- parts -------------------------------------------------------------------------------------
    def known_values(self) -> set[str]:
        """Return the names of a side's numbers and words."""
        scenarios = self.content.scenarios
        return set(self.words.values) | {k for s in scenarios for own in s.side_vars.values() for k in own}

    def known_variables(self) -> set[str]:
        """Return the names of global variables."""
        return set(self.words.variables) | {k for s in self.content.scenarios for k in s.vars}

    def _scenario(self, spec: Json) -> None:
        self.name(("scenario",), spec.get("scenario"), {s.id for s in self.content.scenarios}, "scenario")
        options = {option.id: option for option in self.content.options}
        chosen = self.mapping(("options",), spec)
        self.names(("options",), chosen, set(options), "option")
        for ident, value in chosen.items():
            option = options.get(ident)
            if option is not None and not option.allows(value):
                known = [choice.id for choice in option.choices] or [option.type]
                self.say(("options", ident), f"{ident} can not be {value!r}", meant(value, known))
        self.keys(("setup",), self.mapping(("setup",), spec), ("setup",), "the choices of a new game")
        for key in ("start", "strictness"):
            if key in spec:
                self.name((key,), spec[key], STARTS if key == "start" else STRICTNESS, key)

    def _ground(self, spec: Json) -> None:
        kinds = {kind.id for kind in self.content.terrain}
        features = {kind.id for kind in self.content.features}
        for place, wanted in self.mapping(("terrain",), spec).items():
            self.cell(("terrain", place), place)
            data = {"terrain": wanted} if isinstance(wanted, str) else wanted
            if not isinstance(data, dict):
                self.say(("terrain", place), f"{wanted!r} is no terrain; write its id or {{terrain, features, elevation}}")
                continue
            self.keys(("terrain", place), data, GROUND, "the ground of a cell")
            if "terrain" in data:
                self.name(("terrain", place), data["terrain"], kinds, "terrain")
            self.names(("terrain", place, "features"), self.sequence(("terrain", place, "features"), data), features, "feature")
            if "elevation" in data:
                self.number(("terrain", place, "elevation"), data["elevation"])
        for place, kind in self.mapping(("edges",), spec).items():
            board, _, side = place.partition(":")
            if board not in self.boards or not self.boards[board].make_grid().has_edge(side):
                self.say(("edges", place), f"{place!r} is no side of a cell; write board:cell|cell or board:cell/N")
            if kind is not None:
                self.name(("edges", place), kind, {kind.id for kind in self.content.edge_kinds}, "kind of cell side")

    def cell(self, path: Path, place: Any) -> None:
        """Note what is no cell of a board."""
        board, _, cell = str(place).partition(":")
        if board not in self.boards:
            self.say(path, f"{place!r} is no cell; write it as board:cell", meant(board, self.boards))
        elif not self.boards[board].make_grid().contains(cell):
            self.say(path, f"{board} has no cell {cell!r}")

    def place(self, path: Path, place: Any) -> None:
        """Note what is no place: neither a cell, nor a side of one, nor a box, nor the inside of a piece."""
        if isinstance(place, str) and place.startswith(INSIDE):
            self.piece(path, place[len(INSIDE) :])
        elif isinstance(place, str) and ":" in place:
            board, _, cell = place.partition(":")
            if board not in self.boards or not self.boards[board].make_grid().has_edge(cell):
                self.cell(path, place)
        elif not isinstance(place, str) or place not in self.content.boxes:
            text = f"{place!r} is no place; write a cell as board:cell, the id of a box, or @ and the id of a piece"
            self.say(path, text, meant(place, self.content.boxes))

    def piece(self, path: Path, piece: Any) -> None:
        """Note a piece that is neither in the order of battle nor among the file's own; an alias says a position."""
        if not (isinstance(piece, str) and piece.startswith("~")):
            self.name(path, piece, self.pieces, "piece")

    def _piece(self, path: Path, piece: str, entry: Any) -> None:
        data = {"at": entry} if isinstance(entry, str) else entry
        if not isinstance(data, dict):
            self.say(path, f"{piece} is {entry!r}; write its place, or {{{', '.join(PIECE)}}}")
            return
        self.keys(path, data, PIECE, "a piece")
        self.place((*path, "at"), data.get("at"))
        roster = self.content.pieces_by_id.get(piece)
        if "kind" in data:
            self.name((*path, "kind"), data["kind"], self.content.kinds_by_id, "kind of piece")
        elif roster is None:
            hint = meant(piece, self.content.pieces_by_id) or "give its kind"
            self.say(path, f"{piece} is not in the order of battle and has no kind", hint)
        kind = self.content.kinds_by_id.get(str(data.get("kind") or (roster.kind if roster else "")))
        self.facts(path, data, kind.template if kind else "")

    def facts(self, path: Path, data: Json, template: str = "") -> None:
        """Note what can not be said of a piece: owner, face, who knows it, attributes."""
        if data.get("owner"):
            self.name((*path, "owner"), data["owner"], self.sides, "side")
        if "face" in data:
            self.name((*path, "face"), data["face"], self.faces(template), "face")
        self.names((*path, "known"), self.sequence((*path, "known"), data), self.sides, "side")
        attrs = self.mapping((*path, "attrs"), data)
        self.names((*path, "attrs"), attrs, self.attrs, "attribute")
        for attr, value in attrs.items():
            known = self.words.marks.get(attr)
            for word in value if known and isinstance(value, list) else ():
                self.name((*path, "attrs", attr), word, known or (), "mark")

    def faces(self, template: str) -> set[str]:
        """Return the faces that a template draws, those of all templates where none is named."""
        templates = self.content.counters.get("templates") or {}
        chosen = [templates[template]] if template in templates else list(templates.values())
        return {"front", "back"} | {face for own in chosen if isinstance(own, dict) for face in own}

    def _numbers(self, path: Path, within: Mapping[str, Any], known: Collection[str]) -> None:
        sides = self.mapping(path, within)
        self.names(path, sides, self.sides, "side")
        for side in sides:
            own = self.mapping((*path, side), sides, side)
            self.names((*path, side), own, known, "value of a side")
            self.filled((*path, side), sides[side])
            self.wholes((*path, side), own, self.whole_values)

    def _phase(self, spec: Json) -> None:
        phase = spec.get("phase")
        if phase is None:
            return
        self.name(("phase",), phase, self.words.phases, "phase")
        if str(phase) not in self.words.phases:
            return
        wanted = self.words.phases.get(str(phase), {})
        args = self.mapping(("args",), spec)
        self.keys(("args",), args, wanted, f"the phase {phase}")
        for name, what in wanted.items():
            if name not in args:
                if not what.endswith("?"):
                    self.say(("phase",), f"the phase {phase} needs args: {{{name}: …}}, a {what}")
                continue
            self.argument(("args", name), args[name], what.removesuffix("?"))

    def argument(self, path: Path, value: Any, what: str) -> None:
        """Note an argument of a phase that is not what it should be: side, place, piece, pieces, flag, number."""
        if what == "side":
            self.name(path, value, self.sides, "side")
        elif what == "place":
            self.place(path, value)
        elif what == "piece":
            self.piece(path, value)
        elif what == "pieces":
            for piece in value if isinstance(value, list) else [value]:
                self.piece(path, piece)
        elif not isinstance(value, {"flag": bool, "number": int}.get(what, object)):
            self.say(path, f"{path[-1]} can not be {value!r}; it is a {what}")

    # -- steps -------------------------------------------------------------------------------------
    def _step(self, path: Path, step: Any) -> None:
        if not isinstance(step, dict):
            self.say(path, f"a step is a mapping with one of {', '.join(STEPS)}, or with expect alone")
            return
        self.keys(path, step, STEP, "a step")
        ways = [key for key in STEPS if key in step]
        if len(ways) > 1 or not (ways or "expect" in step):
            self.say(path, f"a step has exactly one of {', '.join(STEPS)}, or expect alone")
        if "do" in step:
            action = self.mapping((*path, "do"), step)
            self.keys((*path, "do"), action, ACTION, "an action")
            self.needed((*path, "do", "side"), action, self.sides, "side")
            self.needed((*path, "do", "verb"), action, {*self.words.verbs, *KIT_VERBS}, "verb")
            args = self.mapping((*path, "do", "args"), action)
            for n, piece in enumerate(self.sequence((*path, "do", "args", "pieces"), args)):
                if not isinstance(piece, str):  # (play makes pieces too)
                    self.say((*path, "do", "args", "pieces", n), f"{piece!r} is no piece")
        if "query" in step:
            asked = self.mapping((*path, "query"), step)
            self.keys((*path, "query"), asked, ("side", "what", "args"), "a query")
            self.needed((*path, "query", "side"), asked, self.sides, "side")
            self.needed((*path, "query", "what"), asked, self.words.queries, "query")
            self.arguments((*path, "query", "args"), asked)
        for key in ("undo", "redo"):
            if key in step:
                self.number((*path, key), step[key])
        if not all(type(n) is int for n in self.sequence((*path, "dice"), step)):
            self.say((*path, "dice"), "dice are numbers in order")
        for n, pick in enumerate(self.sequence((*path, "picks"), step)):
            if type(pick) is not int:
                self.piece((*path, "picks", n), pick)
        self._expect((*path, "expect"), step.get("expect"))

    def _expect(self, path: Path, expect: Any) -> None:
        if expect is None:
            return
        if not isinstance(expect, dict):
            self.say(path, "what is expected is a mapping")
            return
        self.keys(path, expect, EXPECTS, "what can be expected")
        for key in expect:
            if expect[key] is None and key in EXPECTS and key not in OR_NOTHING:
                self.say((*path, key), f"{key} holds nothing; leave it out, or write what is expected")
        for key in ("events", "not_events"):
            for n, event in enumerate(self.sequence((*path, key), expect)):
                self._event((*path, key, n), event)
        for key in ("notes", "not_notes"):
            for n, note in enumerate(self.sequence((*path, key), expect)):
                self._note((*path, key, n), {"key": note} if isinstance(note, str) else note)
        for key in ("at", "pieces", "known"):
            self._pieces((*path, key), key, self.mapping((*path, key), expect))
        self._numbers((*path, "sides"), expect, self.known_values())
        self.names((*path, "vars"), self.mapping((*path, "vars"), expect), self.known_variables(), "variable")
        secret = self.mapping((*path, "secret"), expect)
        self.names((*path, "secret"), secret, [*self.sides, NOBODY], "side")
        for side in secret:
            own = self.mapping((*path, "secret", side), secret, side)
            self.names((*path, "secret", side), own, self.words.secrets, "secret")
        self.names((*path, "active"), self.sequence((*path, "active"), expect), self.sides, "side")
        offers = self.mapping((*path, "offers"), expect)
        self.names((*path, "offers"), offers, self.sides, "side")
        for side, wanted in offers.items():
            if isinstance(wanted, dict):
                self.keys((*path, "offers", side), wanted, OFFERS, "an offer")
                for part in OFFERS:
                    found = self.mapping if part == "asks" else self.sequence
                    named = found((*path, "offers", side, part), wanted)
                    self.names((*path, "offers", side, part), named, self.words.verbs, "verb")
                for verb, ask in self.mapping((*path, "offers", side, "asks"), wanted).items():
                    if self.words.asks and isinstance(ask, dict):
                        self.keys((*path, "offers", side, "asks", verb), ask, self.words.asks, "an ask")
            elif wanted is not None:
                self.say((*path, "offers", side), f"{wanted!r} is no offer; write null, or {{{', '.join(OFFERS)}}}")
        refused = expect.get("refused")
        if isinstance(refused, dict):
            self.keys((*path, "refused"), refused, REFUSED, "a refusal")
            self._key((*path, "refused"), refused)
        elif "refused" in expect and not isinstance(refused, bool | str):
            self.say((*path, "refused"), f"refused is {refused!r}; write true, a rule number in quotes, or {{key, rule, args}}")
        if isinstance(expect.get("result"), dict):
            self.keys((*path, "result"), expect["result"], RESULT, "a result")

    def _event(self, path: Path, event: Any) -> None:
        if not isinstance(event, dict) or "e" not in event:
            self.say(path, f"{event!r} is no event; write it as {{e: …, …}}")
            return
        self.name((*path, "e"), event["e"], FIELDS, "event")
        if isinstance(event["e"], str) and event["e"] in FIELDS:
            self.keys(path, event, ("e", *FIELDS[event["e"]]), f"the event {event['e']}")
        if not isinstance(event.get("piece", ""), str):
            self.say((*path, "piece"), f"{event['piece']!r} is no piece")

    def _note(self, path: Path, note: Any) -> None:
        if not isinstance(note, dict):
            self.say(path, f"{note!r} is no note; write its message key, or {{key, args, rule}}")
            return
        self.keys(path, note, NOTE, "a note")
        self._key(path, note)

    def _key(self, path: Path, message: Json) -> None:
        if "key" in message:
            self.name((*path, "key"), message["key"], self.texts, "message")
        if "args" in message:
            self.arguments((*path, "args"), message)

    def _pieces(self, path: Path, key: str, wanted: Json) -> None:
        for piece, value in wanted.items():  # play makes pieces too: whether there is such a one is seen then
            if value is None:
                continue
            if key == "at":
                self.place((*path, piece), value)
            elif key == "known":
                self.names((*path, piece), self.sequence((*path, piece), wanted), self.sides, "side")
            elif isinstance(value, dict):
                self.keys((*path, piece), value, PIECE, "a piece")
                if "kind" in value:
                    self.name((*path, piece, "kind"), value["kind"], self.content.kinds_by_id, "kind of piece")
                self.facts((*path, piece), value)
            else:
                self.say((*path, piece), f"{piece} is {value!r}; write null, or {{{', '.join(PIECE)}}}")


def changed_ground(content: TitleContent, spec: Json) -> TitleContent:
    """Return the content with the terrain and cell sides that a (checked) position file changes."""
    if not (spec.get("terrain") or spec.get("edges")):
        return content
    boards = {board.id: board for board in content.boards}
    for place, wanted in (spec.get("terrain") or {}).items():
        ident, _, cell = place.partition(":")
        data = {"terrain": wanted} if isinstance(wanted, str) else wanted
        boards[ident] = _with_cell(boards[ident], cell, data)
    for place, kind in (spec.get("edges") or {}).items():
        ident, _, side = place.partition(":")
        boards[ident] = _with_side(boards[ident], side, kind)
    return content.model_copy(update={"boards": tuple(boards[board.id] for board in content.boards)})


def _with_cell(board: BoardContent, cell: str, data: Json) -> BoardContent:
    update: Json = {}
    if "terrain" in data:
        update["terrain"] = {**board.terrain, cell: data["terrain"]}
    if "elevation" in data:
        update["elevation"] = {**board.elevation, cell: int(data["elevation"])}
    if "features" in data:
        wanted = data["features"] or ()
        there = {key: tuple(c for c in cells if c != cell) for key, cells in board.features.items()}
        update["features"] = {**there, **{key: (*there.get(key, ()), cell) for key in wanted}}
    return board.model_copy(update=update)


def _with_side(board: BoardContent, side: str, kind: str | None) -> BoardContent:
    ends = frozenset(side.split("|"))
    lines = [
        line.model_copy(update={"sides": tuple(s for s in line.sides if frozenset(s.split("|")) != ends)})
        for line in board.edges
    ]
    if kind is not None:
        lines.append(EdgeLine(kind=kind, sides=(side,)))
    return board.model_copy(update={"edges": tuple(line for line in lines if line.sides)})
