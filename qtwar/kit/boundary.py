"""The door of a title: JSON in, JSON out. The same functions answer in plain CPython and inside the sandbox.

One game at a time: `load_title`, then `setup` or `open_state`, then `offers`, `act`, `query`, `batch`, `selfplay`.
"""

from __future__ import annotations

from typing import Any

from qtwar.base.errors import DataFault, Refusal
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.kit import asks
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance, NeedDice
from qtwar.kit.runner import Runner


class Boundary:
    """A loaded title with the game it holds."""

    def __init__(self, package: str, content: dict[str, Any]) -> None:
        # (importlib is not among what the guest holds)
        module = __import__(package, fromlist=["title"])
        self.runner = Runner(module.title(Content(content)))

    def setup(self, meta: dict[str, Any], choices: dict[str, Any], entropy: int) -> dict[str, Any]:
        """Set up a game; returns {events}."""
        return {"events": self.runner.setup(meta, choices, entropy)}

    def open_state(self, state: dict[str, Any]) -> dict[str, Any]:
        """Take over a position."""
        self.runner.open(State.from_json(state))
        return {}

    def apply(self, events: list[dict[str, Any]]) -> dict[str, Any]:
        """Apply events of the host (undo, redo)."""
        self.runner.apply(events)
        return {}

    def offers(self) -> dict[str, Any]:
        """Return the offer of each active side."""
        return {side: self.runner.offer(side) for side in self.runner.state.active}

    def act(
        self,
        action: dict[str, Any],
        entropy: int,
        dice: list[int] | None = None,
        picks: list[int | str] | None = None,
    ) -> dict[str, Any]:
        """Carry out an action: {events, offers}, {refused: {key, args, rule}} or {need_dice: {…}}."""
        try:
            events = self.runner.act(action, entropy, dice, picks)
        except Refusal as no:
            return _refused(no)
        except NeedDice as need:
            return {
                "need_dice": {"dice": need.dice, "for": need.purpose, "by": need.by, "given": need.given},
            }
        return {"events": events, "offers": self.offers()}

    def describe(self) -> dict[str, Any]:
        """Return the words of the title: {verbs, queries, phases, marks, tells}."""
        return self.runner.title.describe()

    def query(self, side: str, what: str, args: dict[str, Any]) -> Any:
        """Answer a question of a side from its own view: what the title says, or {refused: {key, args, rule}}."""
        try:
            return self.runner.query(side, what, args)
        except Refusal as no:
            return _refused(no)

    def view(self, side: str) -> dict[str, Any]:
        """Return the position as a side may know it."""
        return views.view(self.runner.state, side).to_json()

    def replay(self, actions: list[list[Any]]) -> dict[str, Any]:
        """Re-run [action, entropy, dice, picks] entries; returns {entries: [[event…]…], digest}; stops at a refusal."""
        out: list[Any] = []
        for action, entropy, dice, picks in actions:
            done = self.act(action, entropy, dice, picks)
            out.append(done.get("events", done))
            if "events" not in done:
                break
        return {"entries": out, "digest": self.runner.state.digest()}

    def selfplay(self, entropies: list[int]) -> dict[str, Any]:
        """Play one random offered action per given entropy; returns {entries: [{action, events, entropy}], end}.

        `end` is null, `over`, or `stuck` with the offers where no action could be found.
        """
        entries: list[dict[str, Any]] = []
        for entropy in entropies:
            if self.runner.state.result is not None:
                return {"entries": entries, "end": "over"}
            entry = self._random(entropy)
            if entry is None:
                return {"entries": entries, "end": "stuck", "offers": self.offers()}
            entries.append(entry)
        return {"entries": entries, "end": "over" if self.runner.state.result is not None else None}

    def _random(self, entropy: int) -> dict[str, Any] | None:
        chance = Chance(entropy ^ 0x5EED5EED5EED5EED)
        sides = list(self.runner.state.active)
        refused: list[Any] = []
        for _ in range(40):
            if not sides:
                return None
            side = sides[chance.below(len(sides))]
            offer = self.runner.offer(side)
            if offer is None:
                return None

            def ask(what: str, args: dict[str, Any], side: str = side) -> Any:
                return self.runner.query(side, what, args)

            choice = asks.sample(offer, chance, ask, self.runner.title.sense)
            if choice is None:
                sides.remove(side)
                continue
            action = {"side": side, **choice}
            try:
                events = self.runner.act(action, entropy)
            except Refusal as no:
                refused.append([action, no.key])
                continue
            label = next((a["label"] for a in offer["asks"] if a["verb"] == choice["verb"]), None)
            return {"action": action, "events": events, "entropy": entropy, "refused": refused, "label": label}
        return None


def _refused(no: Refusal) -> dict[str, Any]:
    return {"refused": {"key": no.key, "args": no.values, "rule": no.rule}}


_held: Boundary | None = None


def load_title(package: str, content: dict[str, Any]) -> dict[str, Any]:
    """Load a title's rules package with its content; returns its words."""
    global _held
    _held = Boundary(package, content)
    return _held.describe()


def call(fn: str, args: list[Any]) -> Any:
    """Call one of the boundary's functions by name on the title that is loaded; bad input is told as {fault: message}."""
    if fn == "load_title":
        return load_title(*args)
    if _held is None:
        raise RuntimeError("no title is loaded")
    if fn not in ("setup", "open_state", "apply", "offers", "act", "query", "describe", "view", "replay", "selfplay"):
        raise ValueError(f"there is no call {fn!r}")
    try:
        return getattr(_held, fn)(*args)
    except DataFault as fault:
        return {"fault": fault.message}
