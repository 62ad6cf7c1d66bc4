"""Twin games: two that differ in what the Free World may not know are played side by side and looked at through its eyes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from modules.sealords.rules import title
from modules.sealords.rules.logistics import ALWAYS
from qtwar.base import jsonio
from qtwar.base.errors import Refusal
from qtwar.engine import reduce, views
from qtwar.engine.state import State
from qtwar.kit import asks
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner

FW, COM = "FW", "COM"
Swap = tuple[str, str]
QUIET = {
    "move_force", "go_on", "stop_here", "intercept", "let_pass", "react", "commit", "air_done", "scout", "first_fire",
    "break_off", "stay", "pass",
}  # fmt: skip


class Mirror:
    """A game and its twin: two Communist counters that lie face down have changed places.

    Where the first uses the one the second uses the other, so the same squares act and the same dice fall. What the
    Free World is shown, told and asked must be the same in both, until the rules turn one of the two up.
    """

    def __init__(self, content: Content, state: State, swap: Swap) -> None:
        self.swap = swap
        self.shown = False  # one of the two has been turned up, if only for a moment
        self.games = (Runner(title(content)), Runner(title(content)))
        self.games[0].open(State.from_json(jsonio.copy(state.to_json())))
        self.games[1].open(exchanged(state, swap))

    def told_by_the_rules(self, choice: dict[str, Any]) -> bool:
        """Return whether the rules may have made a difference of the two public by what was just done.

        Strikes, supply, points and stacking depend on what lies there, and the price of an operation on who goes. A
        strike on several counters is announced before anything is shown: it tells nothing yet.
        """
        named = jsonio.dumps(choice["args"])
        verb = choice["verb"]
        quiet = verb in QUIET or (verb == "strike" and self._announced(choice["args"]["cell"]))
        quiet = quiet or (verb in ("show", "lose") and self._unseen_loss(choice))
        quiet = quiet and not any(f'"{p}"' in named for p in self.swap)
        stays = all(g.state.vars.get("phase") == "operations" for g in self.games)
        crowd = any(f["step"] == "stacking" for g in self.games for f in g.state.flow)
        return not (quiet and stays) or crowd

    def _announced(self, place: str) -> bool:
        state = self.games[0].state
        kinds = [self.games[0].title.content.kinds[state.pieces[p]["kind"]].klass for p in self.swap]
        return kinds[0] == kinds[1] and sum(1 for p in state.at(place) if state.known.get(p) == [COM]) > 1

    def _unseen_loss(self, choice: dict[str, Any]) -> bool:
        """Return whether a strike alone goes on without telling a thing: no marker shown, no points for what it hits."""
        game = self.games[0]
        kinds = [game.title.content.kinds[game.state.pieces[p]["kind"]].klass for p in self.swap]
        striking = any(f["step"] == "strike" for g in self.games for f in g.state.flow)
        scores = (game.state.meta.get("options") or {}).get("strike_vp")
        nothing_shown = choice["verb"] == "lose" or not choice["args"]["pieces"]
        return kinds[0] == kinds[1] and nothing_shown and striking and not scores

    def act(self, side: str, entropy: int) -> tuple[dict[str, Any], list[list[Any]]] | None:
        """Play one random action in both; return it and what the Free World was told in each, None if one can not."""
        first = self.games[0]
        chance = Chance(entropy ^ 0x5EED)
        offer = first.offer(side)
        assert offer is not None
        for _ in range(20):
            choice = asks.sample(offer, chance, lambda what, args: first.query(side, what, args))
            if choice is None:
                return None
            try:
                before = first.state.copy()
                events = first.act({"side": side, **choice}, entropy)
            except Refusal:
                continue
            heard = [told(before, events)]
            self._watch(events)
            before = self.games[1].state.copy()
            try:
                events = self.games[1].act(
                    {"side": side, "verb": choice["verb"], "args": renamed(choice["args"], self.swap)}, entropy
                )
            except Refusal:
                return None  # the rules bind the other counter differently; only its owner sees that
            heard.append(told(before, events))
            self._watch(events)
            return choice, heard
        return None

    def _watch(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if event["e"] == "known.set" and event["piece"] in self.swap:
                self.shown = self.shown or event["to"] is None or FW in event["to"]


def renamed(value: Any, swap: Swap) -> Any:
    """Return what one game says as its twin has to say it."""
    a, b = swap
    if isinstance(value, dict):
        return {k: renamed(v, swap) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, swap) for v in value]
    return b if value == a else a if value == b else value


def exchanged(state: State, swap: Swap) -> State:
    """Return a position in which two counters have changed places."""
    other = State.from_json(jsonio.copy(state.to_json()))
    a, b = swap
    at_a, at_b = other.pieces[a]["at"], other.pieces[b]["at"]
    n, m = other.places[at_a].index(a), other.places[at_b].index(b)
    other.places[at_a][n], other.places[at_b][m] = b, a
    other.pieces[a]["at"], other.pieces[b]["at"] = at_b, at_a
    # What the Communists have noted of the one, paid for its supply say, they have noted of the other.
    other.flow = [{**frame, "s": renamed(frame["s"], swap)} for frame in other.flow]
    assert next(other.check(), None) is None
    return other


def public(content: Content, kind: str) -> tuple[Any, ...]:
    """Return what the rules let the Free World find out of a kind without its being turned up.

    Whether it stacks, needs supply, scores, costs more to move; what a strike on its square shows. Two kinds with the
    same answers must be told apart by nothing at all.
    """
    k = content.kinds[kind]
    shown = {"base", "hq", "cadre", "infiltration_supply", "infiltration_troop"} & k.traits
    told = k.id if k.id in ("com_bunkers", "com_civilians", "com_supply_cache") else ""
    return k.klass, k.attrs.get("move"), k.attrs.get("cost"), bool(ALWAYS & k.traits), tuple(sorted(shown)), told


def swaps(content: Content, state: State, chance: random.Random, *, alike: bool) -> Iterator[Swap]:
    """Yield pairs of face-down counters of different kinds in different places, in random order.

    `alike`: kinds whose difference the rules make public in no way (`public`).
    """
    # Not those in the pool: the dice draw by its order, so the twins would draw different ones.
    hidden = sorted(p for p, who in state.known.items() if who == [COM] and state.pieces[p]["at"] != "com_pool")
    pairs = [
        (a, b)
        for n, a in enumerate(hidden)
        for b in hidden[n + 1 :]
        if (one := state.pieces[a]["kind"]) != (other := state.pieces[b]["kind"])
        and state.pieces[a]["at"] != state.pieces[b]["at"]
        and (not alike or public(content, one) == public(content, other))
    ]
    chance.shuffle(pairs)
    yield from pairs


def told(before: State, events: list[dict[str, Any]]) -> list[Any]:
    """Return what the Free World and a spectator read in the log of an action, as the session tells them."""
    out: list[Any] = []
    state = before
    for event in events:
        reduce.apply_all(state, [event])
        if event["e"] in ("note", "rolled"):
            out += [views.event_view(state, event, state, side) for side in (FW, "")]
    return out


def look(game: Runner) -> dict[str, Any]:
    """Return all that the Free World is given of a position: view, who is to act, offer, answers to what it may ask."""
    state = game.state
    shown: dict[str, Any] = {"view": views.view(state, FW).to_json(), "active": list(state.active)}
    offer = shown["offer"] = game.offer(FW)
    answers = shown["answers"] = []
    places = sorted(p for p in state.places if ":" in p)
    for ask in (offer or {}).get("asks", ()):
        if ask["kind"] == "move":
            groups = ask.get("groups") or {"": ask["pieces"]}
            for name in sorted(groups)[:3]:
                found = game.query(FW, ask["query"], {"pieces": groups[name][:3]})
                answers.append(found)
                ways = [at["path"] for at in found["cells"].values() if at["mark"] == "end"]
                if ways:
                    answers.append(game.query(FW, ask["query"], {"pieces": groups[name][:3], "path": ways[-1]}))
                for place in places[::6]:
                    answers += [
                        game.query(FW, what, {"pieces": groups[name][:1], "cell": place}) for what in ("why", "odds")
                    ]
    answers += [game.query(FW, "cell", {"cell": place}) for place in places]
    return shown
