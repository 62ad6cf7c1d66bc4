"""A rules port in this process, on a kit boundary: what the sandbox answers, without its walls."""

from __future__ import annotations

from typing import Any

from qtwar.base import jsonio
from qtwar.kit.boundary import Boundary
from qtwar.sandbox.answers import Calls


class Port(Calls):
    """Fulfils RulesPort; every call crosses a JSON text, as it does in the sandbox. `lies` may turn what is answered."""

    def __init__(self, package: str, content: dict[str, Any]) -> None:
        self.held = Boundary(package, content)
        self.lies: Any = None

    def call(self, fn: str, *args: Any) -> Any:
        """Call a function of the boundary."""
        got = jsonio.loads(jsonio.dumps(getattr(self.held, fn)(*jsonio.loads(jsonio.dumps(list(args))))))
        return self.lies(fn, got) if self.lies is not None else got

    def view(self, side: str) -> Any:
        """Return the position as the rules see it for a side."""
        return self.call("view", side)

    def close(self) -> None:
        """Nothing to let go."""
