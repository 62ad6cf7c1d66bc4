"""The rules port on top of `call(fn, args)`: the same for the sandbox and for this process."""

from __future__ import annotations

from typing import Any

from qtwar.sandbox.replies import checked

Json = dict[str, Any]


class Calls:
    """Fulfils the calls of `session.ports.RulesPort`; a subclass says how a function of the boundary is called.

    Each reply has its form (`replies`), or the call raises RulesFault.
    """

    def call(self, fn: str, *args: Any) -> Any:
        """Call a function of `kit.boundary` on the loaded title."""
        raise NotImplementedError

    def setup(self, meta: Json, choices: Json, entropy: int) -> Json:
        """Set up a game: {events}."""
        return checked("setup", self.call("setup", meta, choices, entropy))  # type: ignore[no-any-return]

    def open_state(self, state: Json) -> None:
        """Take over a position."""
        self.call("open_state", state)

    def apply(self, events: list[Json]) -> None:
        """Apply events of the host."""
        self.call("apply", events)

    def offers(self) -> dict[str, Json]:
        """Return the offer of each side that may act."""
        return checked("offers", self.call("offers"))  # type: ignore[no-any-return]

    def act(
        self, action: Json, entropy: int, dice: list[int] | None = None, picks: list[int | str] | None = None
    ) -> Json:
        """Carry out an action."""
        return checked("act", self.call("act", action, entropy, dice, picks))  # type: ignore[no-any-return]

    def describe(self) -> Json:
        """Return the words of the title."""
        return checked("describe", self.call("describe"))  # type: ignore[no-any-return]

    def query(self, side: str, what: str, args: Json) -> Any:
        """Answer a question from a side's view."""
        return checked("query", self.call("query", side, what, args), what)

    def replay(self, actions: list[list[Any]]) -> Json:
        """Re-run entries in one call."""
        return checked("replay", self.call("replay", actions))  # type: ignore[no-any-return]

    def selfplay(self, entropies: list[int]) -> Json:
        """Play random offered actions in one call."""
        return checked("selfplay", self.call("selfplay", entropies))  # type: ignore[no-any-return]
