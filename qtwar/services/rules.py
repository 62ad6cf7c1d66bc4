"""Joins a title's module folder to a rules port: the sandbox, or this process for an author's own module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qtwar.model.content import TitleContent
from qtwar.session.ports import RulesPort

if TYPE_CHECKING:
    from qtwar.sandbox.client import SandboxRules

Json = dict[str, Any]


def connect(
    folder: Path | None,
    content: TitleContent,
    *,
    native: bool = False,
    progress: Callable[[str, float], None] | None = None,
) -> RulesPort:
    """Return a rules port that has loaded the title (None: the free table); the caller closes it.

    Raises ModuleFault or RulesFault.
    """
    if native and folder is not None:
        from qtwar.sandbox.inprocess import InProcessRules

        return InProcessRules(folder, content.rules_json())
    from qtwar.sandbox.client import SandboxRules

    return SandboxRules(folder, content.rules_json(), progress=progress)


def ahead(folder: Path | None, data: Future[Json], progress: Callable[[str, float], None] | None = None) -> SandboxRules:
    """Return a rules port that loads the title beside whoever still makes its `rules_json`; the caller closes it.

    The first call waits for it, and raises ModuleFault or RulesFault where the title could not be loaded.
    """
    from qtwar.sandbox.client import SandboxRules

    return SandboxRules(folder, data, progress=progress)


@contextmanager
def open_rules(folder: Path, content: TitleContent, *, native: bool = False) -> Iterator[RulesPort]:
    """Yield a rules port that has loaded the title, and close it afterwards."""
    rules = connect(folder, content, native=native)
    try:
        yield rules
    finally:
        rules.close()
