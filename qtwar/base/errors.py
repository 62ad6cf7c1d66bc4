"""The few kinds of error that a person can meet; everything else is a bug.

A message is one plain sentence that says what is so, where, and how to mend it. Details for the log
file (a traceback of a module, say) travel beside it and are never shown.
"""

from __future__ import annotations


class QtwarError(Exception):
    """Something the user can read and act on.

    `text` is the sentence in English; `key` and `args` let a screen say it in another language.
    """

    def __init__(
        self, text: str, *, key: str = "", args: dict[str, object] | None = None, detail: str = ""
    ) -> None:
        super().__init__(text)
        self.text = text
        self.key = key
        self.message_args: dict[str, object] = args or {}
        self.detail = detail


class DataFault(QtwarError):
    """Bad input: YAML, document, picture, argument; names file, line and cell where there is one."""


class ModuleFault(QtwarError):
    """A title's module can not be used as it stands; for its author."""


class RulesFault(QtwarError):
    """A title's rules crashed, lied, or took too long; the game is as it was before the call."""


class Refusal(QtwarError):
    """The rules do not allow what a player asked; cites its rule number."""

    def __init__(self, key: str, *, rule: str = "", args: dict[str, object] | None = None) -> None:
        super().__init__(key, key=key, args=args)
        self.rule = rule
