"""Set-up zones: the conditions of a scenario in words, and the cells they mean, to be marked on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from qtwar.engine.state import State
from qtwar.export.source import SheetSource, full_place
from qtwar.export.voice import Voice
from qtwar.kit import where as asking
from qtwar.kit.content import Content as RulesContent
from qtwar.kit.table import Reader
from qtwar.model.base import LocalText
from qtwar.model.content import TitleContent
from qtwar.model.problem import Problem, problem
from qtwar.model.scenario import Company, Condition


class ZoneWords:
    """Says conditions as players do: `any town in South Vietnam`, `with a US base`."""

    def __init__(self, source: SheetSource, voice: Voice) -> None:
        self.source, self.voice = source, voice
        self._many = len(source.boards) > 1

    def place(self, place: str) -> str:
        """Return a place by its printed name and number, or a box by its name."""
        return self.voice.join(self._place(place, lang) for lang in self.voice.languages)

    def _place(self, place: str, lang: str) -> str:
        return self.source.names.name("c", place, lang)

    def number(self, place: str) -> str:
        """Return the number of a cell, empty for a box."""
        return place.partition(":")[2]

    def words(self, where: Condition | None) -> str:
        """Return a condition in the wanted languages."""
        if where is None:
            return self.voice.say("print.where.anywhere")
        return self.voice.join(self._condition(where, lang) for lang in self.voice.languages)

    def _say(self, lang: str, key: str, **args: str) -> str:
        return self.voice.in_language(lang, f"print.where.{key}", **args)

    def _list(self, items: Iterable[str], lang: str, link: str = "or") -> str:
        """Return a, b or c."""
        words = [item for item in items if item]
        if len(words) < 2:
            return "".join(words)
        comma = self.voice.in_language(lang, "list.comma")
        return comma.join(words[:-1]) + self._say(lang, link) + words[-1]

    def _condition(self, where: Condition, lang: str) -> str:
        parts = list(self._parts(where, lang))
        if not parts:
            return self._say(lang, "anywhere")
        return self._say(lang, "join").join(parts)

    def _parts(self, where: Condition, lang: str) -> Iterable[str]:
        content = self.source.content
        if where.cells:
            # a place is named on the map: the list need not repeat each name where there are many
            places = [full_place(content, self.source.scenario, c) for c in where.cells]
            yield self._list((self._place(p, lang) for p in places), lang)
        if where.box:
            yield self._list((self._place(b, lang) for b in where.box), lang)
        if where.terrain:
            yield self._list((_named(content.terrain, t, lang) for t in where.terrain), lang)
        if where.feature:
            yield self._list((_named(content.features, f, lang) for f in where.feature), lang)
        if where.attr:
            for layer, value in where.attr.items():
                values = value if isinstance(value, list) else [value]
                yield self._list((self._word(layer, v, lang) for v in values), lang)
        if where.area:
            areas = [a for board in content.boards for a in board.areas]
            yield self._list((_named(areas, a, lang) for a in where.area), lang)
        if where.within:
            near = full_place(content, self.source.scenario, where.within[1])
            yield self._say(lang, "within", n=str(where.within[0]), place=self._place(near, lang))
        if where.edge:
            yield self._list((self._say(lang, f"edge.{e}") for e in where.edge), lang)
        if where.having:
            yield self._say(lang, "with", what=self._company(where.having, lang))
        if where.without:
            yield self._say(lang, "without", what=self._company(where.without, lang))
        if where.all:
            words = [w for part in where.all if (w := self._condition(part, lang))]
            yield self._say(lang, "join").join(words)
        if where.any:
            yield self._list((self._condition(part, lang) for part in where.any), lang)
        if where.negated:
            yield self._say(lang, "not", what=self._condition(where.negated, lang))

    def _word(self, layer: str, value: object, lang: str) -> str:
        for key in (f"attr.{layer}.{value}", f"{layer}.{value}"):
            if self.voice.texts.has(key, lang):
                return self.voice.in_language(lang, key)
        return str(value).replace("_", " ")

    def _company(self, who: Company, lang: str) -> str:
        content = self.source.content
        parts: list[str] = []
        if who.side:
            parts.append(self._list((_named(content.sides, s, lang) for s in who.side), lang))
        if who.kind:
            parts.append(self._list((_named(content.kinds, k, lang) for k in who.kind), lang))
        if who.piece:
            parts.append(self._list((self.source.names.name("p", p, lang) for p in who.piece), lang))
        if who.trait:
            parts.append(self._list((self._word("trait", t, lang) for t in who.trait), lang))
        if who.klass and not (who.kind or who.piece):
            parts.append(self._list((self._say(lang, f"class.{k}") for k in who.klass), lang))
        if who.attr:
            parts += [f"{key} {value}" for key, value in who.attr.items()]
        return self._say(lang, "company").join(parts)


def _named(items: Iterable[object], ident: str, lang: str) -> str:
    for item in items:
        if getattr(item, "id", None) == ident:
            name = getattr(item, "name", None)
            if isinstance(name, LocalText) and name.get(lang):
                return name.get(lang)
    return ident.replace("_", " ")


class ZoneCells:
    """Which cells conditions mean before anything stands on the map; those that ask for pieces mean none."""

    def __init__(self, source: SheetSource) -> None:
        self._source = source
        self._reader: Reader | None = None

    def cells(self, where: Condition | None) -> list[str]:
        """Return the places of a zone that the map alone decides, empty where it is the whole map or asks for pieces."""
        if where is None:
            return []
        plain = where.model_dump(mode="json", by_alias=True, exclude_none=True)
        if not plain or any(part.having for part in where.parts()) or set(plain) == {"box"}:
            return []
        boards = {board.id for board in self._source.boards}
        reader = self._reading()
        try:
            found = [p for p in asking.places(reader, _without_company(plain)) if p.partition(":")[0] in boards]
        except (KeyError, ValueError):
            return []
        every = sum(len(board.make_grid().cells()) for board in self._source.boards)
        return [] if len(found) >= every else found

    def _reading(self) -> Reader:
        if self._reader is None:
            self._reader = _EmptyMap(RulesContent(self._source.content.rules_json()))
        return self._reader


def faults(content: TitleContent) -> Iterator[Problem]:
    """Yield the set-up lines whose counters have no room: no place of the map, or too few, fulfil what they ask for.

    Only where the map alone decides; conditions that ask for pieces or boxes are for the game.
    """
    reader: Reader | None = None
    for n, scenario in enumerate(content.scenarios):
        for m, line in enumerate(scenario.setup):
            plain = line.where.model_dump(mode="json", by_alias=True, exclude_none=True)
            # cells named one by one are on the board, or it is not stored
            by_hand = not plain or (set(plain) == {"cells"} and line.max_per_cell is None)
            if by_hand or any(part.having or part.box for part in line.where.parts()):
                continue
            reader = reader or _EmptyMap(RulesContent(content.rules_json()))
            wanted = sum(line.pieces.values())
            needed = 1 if line.max_per_cell is None else -(-wanted // max(1, line.max_per_cell))
            try:
                where = _without_company(plain)
                found = list(islice((cell for cell in _cells(reader) if asking.matches(reader, where, cell)), needed))
            except (KeyError, ValueError):
                continue
            if wanted and len(found) < needed:
                code = "zone_too_small" if found else "zone_nowhere"
                yield problem("warning", code, f"{scenario.id}/{line.id}", ("scenarios", n, "setup", m, "where"), n=wanted)


def _cells(reader: Reader) -> Iterator[str]:
    return (board.place(cell) for board in reader.content.boards.values() for cell in board.grid.cells())


class _EmptyMap(Reader):
    """The boards of a title with nothing on them."""

    def __init__(self, content: RulesContent) -> None:
        self.content = content
        self.state = State()
        self.side = ""
        self.records = {}

    def ids(self, place: str) -> list[str]:
        """Return no piece."""
        return []


def _without_company(plain: dict[str, object]) -> dict[str, object]:
    """The condition without what it asks of pieces: `without` excludes nothing on an empty map."""
    out: dict[str, object] = {}
    for key, value in plain.items():
        if key == "without":
            continue
        if key in ("all", "any") and isinstance(value, list):
            out[key] = [_without_company(part) for part in value]
        elif key == "not" and isinstance(value, dict):
            out[key] = _without_company(value)
        else:
            out[key] = value
    return out
