"""The few kinds of error that a person can meet; everything else is a bug.

An error is raised by the key of its sentence and by what fills its holes; the sentences stand in `resources/i18n`, in
every language under the same key, and say in plain words what is so, where, and how to mend it. Details for the log
file (a traceback of a module, say) travel beside it and are never shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

Fault = TypeVar("Fault", bound="QtwarError")
Message = Mapping[str, Any]


class Place(NamedTuple):
    """Where something is wrong: a file, its line from 1 (0: not known), and a place within the content."""

    file: str = ""
    line: int = 0
    where: str = ""


class QtwarError(Exception):
    """Something the user can read and act on.

    `key` names its sentence; `values` fill it (as `args` of a message do, docs/architecture.md 3). Where it is wrong
    (`at`) and how to mend it (`hint`, a message) are put into the sentence, in each language in its own way.
    """

    def __init__(
        self, key: str, /, *, at: Place | None = None, hint: Message | None = None, detail: str = "", **values: Any
    ) -> None:
        super().__init__(key)
        self.key = key
        self.values: dict[str, Any] = values
        self.at = at or Place()
        self.hint: Message = hint or {}
        self.detail = detail

    @property
    def message(self) -> dict[str, Any]:
        """Return what a screen, a file or another process makes the sentence of."""
        found: dict[str, Any] = {"key": self.key, "args": self.values}
        if any(self.at):
            found["at"] = list(self.at)
        if self.hint:
            found["hint"] = self.hint
        return found

    @property
    def text(self) -> str:
        """Return the sentence in English, for the log and the command line."""
        try:
            from qtwar.base.text import sentence
        except ImportError:
            return f"{self.key} {self.values}"
        return sentence(self.message, "en")

    def __str__(self) -> str:
        return self.text


def told(kind: type[Fault], message: Message, detail: str = "") -> Fault:
    """Return an error of a kind that says a message, such as one that came from another process."""
    at = message.get("at")
    made = kind(message["key"], at=Place(*at) if at else None, hint=message.get("hint"), detail=detail)
    made.values = dict(message.get("args") or {})
    return made


class DataFault(QtwarError):
    """Bad input: YAML, document, picture, argument; names file, line and cell where there is one."""


class ModuleFault(QtwarError):
    """A title's module can not be used as it stands; for its author."""


class RulesFault(QtwarError):
    """A title's rules crashed, lied, or took too long; the game is as it was before the call."""


class Refusal(QtwarError):
    """The rules do not allow what a player asked; cites its rule number."""

    def __init__(self, key: str, *, rule: str = "", args: dict[str, Any] | None = None) -> None:
        super().__init__(key)
        self.values = args or {}
        self.rule = rule

    def __str__(self) -> str:
        return self.key  # its sentence may be the title's own
