"""How soon a server answers what a hand on the board asks: reach, odds, sight, in a large scenario of every title."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure
from qtwar.bench.served import NO_CLOCK, facts, meta, p95, seat
from qtwar.services import titles
from qtwar.services.rules import open_rules
from qtwar.session.play import PlaySession
from qtwar.storage.hosted.store import HostedGame, HostedStore
from qtwar.wire import messages as wire
from qtwar.wire.limits import RATES

Json = dict[str, Any]
PLAYED, PIECES, PLACES = 60, 12, 12
"""Of the games that are asked: actions played before, pieces or groups asked about, places."""


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A game of the largest scenario of a title that was played on for a while, and the tokens of its seats."""

    title: str
    scenario: str
    tokens: list[str]

    @staticmethod
    def titles() -> list[str]:
        """Return the titles that there are."""
        return [item.id for item in titles.installed() if item.info is not None]

    @classmethod
    def played(cls, store: HostedStore, mark: str, title: str) -> AskedGame:
        """Put a game into the database and play it on."""
        folder, content = titles.load(title)
        scenario = max(content.scenarios, key=lambda one: len(one.model_dump_json())).id
        sides, ident = tuple(side.id for side in content.sides), f"{mark}asked{title}"
        store.add(HostedGame(ident, title, scenario, "", facts(scenario, 2), clock=NO_CLOCK), sides)
        with open_rules(folder, content) as rules:
            session = PlaySession(rules, store.journal(ident), sides, content.title.version)
            session.begin(meta(title, content.title.version, scenario), {"setup": "quick"})
            session.autoplay(PLAYED)
        return cls(title, scenario, [store.give("seat", ident, side) for side in sides])


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked at a seat: the query and its arguments."""

    what: str
    args: Json


def _asked(packet: Json) -> list[_Question]:
    """Return what a window would ask of a position: reach of what may move, odds of what may be aimed at, lines of sight."""
    found = list[_Question]()
    places = sorted(place for place in packet["view"]["places"] if ":" in place)
    some = places[:: max(1, len(places) // PLACES)][:PLACES]
    for ask in (packet["offer"] or {}).get("asks", ()):
        groups = [list(group) for group in (ask.get("groups") or {}).values()] or [[piece] for piece in ask.get("pieces") or ()]
        if ask["kind"] == "move":
            found += [_Question(ask.get("query", "reach"), {"pieces": group[:3]}) for group in groups[:PIECES]]
        if "odds" in ask:
            found += [_Question("odds", {**ask["odds"], **said}) for said in _aimed(ask, groups[:PIECES], some[:3])]
    found += [_Question("sight", {"from": here, "to": there}) for here in some[:4] for there in some if here != there]
    return found


def _aimed(ask: Json, groups: list[list[str]], places: list[str]) -> list[Json]:
    """Return answers under way that a window asks the odds of: a button at once, a place, pieces, or pieces over a place."""
    if ask["kind"] == "button":
        return [{}]
    if ask["kind"] == "cell":
        return [{"cell": place} for place in ask["cells"][:PLACES]]
    if ask["kind"] == "pieces":
        return [{"pieces": group[:1]} for group in groups]
    return [{"pieces": group[:1], "cell": place} for group in groups for place in (ask.get("cells") or places)[: len(places)]]


def questions(url: str, games: list[AskedGame]) -> Iterator[Figure]:
    """Ask every title what a window asks; the questions of a seat one after another, as a window does."""
    times: dict[str, list[tuple[float, str]]] = {}
    for game in games:
        for token in game.tokens:
            for kind, spent in asyncio.run(_ask(url, token, game.scenario)):
                times.setdefault(kind, []).append((spent, game.title))
    for kind, found in sorted(times.items()):
        median, worst = sorted(found)[len(found) // 2][0], max(found)
        note = f"median {median:.0f}, worst {worst[0]:.0f} ({worst[1]}), {len(found)} questions"
        yield Figure(f"a question for {kind}, p95", p95([spent for spent, _ in found]), "ms", 100, note=note)


async def _ask(url: str, token: str, scenario: str) -> list[tuple[str, float]]:
    """Join a seat and ask; returns the ms of each question that was answered."""
    found = []
    async with seat(url) as line:
        await line.send(wire.write(wire.Join(token)))
        joined = wire.read_news(await line.recv())
        if not isinstance(joined, wire.Joined):
            raise DataFault("fault.bench.game_failed", scenario=scenario, why=str(joined))
        questions = [_Question("standing", {}), *_asked(joined.packet)]  # the first one finds its worker
        for n, asked in enumerate(questions):
            await asyncio.sleep(1 / RATES["query"].a_second)
            began = time.perf_counter()
            await line.send(wire.write(wire.Query(str(n), asked.what, asked.args)))
            while not isinstance(news := wire.read_news(await line.recv()), wire.Answered | wire.Denied):
                continue
            if n and isinstance(news, wire.Answered) and news.answer:
                found.append((asked.what, (time.perf_counter() - began) * 1000))
    return found
