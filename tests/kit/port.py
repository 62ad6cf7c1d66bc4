"""A rules port in this process, on a kit boundary: what the sandbox answers, without its walls."""

from __future__ import annotations

from typing import Any

from qtwar.base import jsonio
from qtwar.kit.boundary import Boundary


class Port:
    """Fulfils RulesPort; every call crosses a JSON text, as it does in the sandbox."""

    def __init__(self, package: str, content: dict[str, Any]) -> None:
        self.held = Boundary(package, content)
        self.lies: Any = None

    def __getattr__(self, fn: str) -> Any:
        def call(*args: Any) -> Any:
            got = jsonio.loads(jsonio.dumps(getattr(self.held, fn)(*jsonio.loads(jsonio.dumps(list(args))))))
            return self.lies(fn, got) if self.lies is not None else got

        return call

    def close(self) -> None:
        """Nothing to let go."""
