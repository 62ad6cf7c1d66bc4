"""Findings about a title's content: what is wrong, where, and how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from qtwar.base.errors import DataFault, Message, Place, QtwarError
from qtwar.base.text import DEFAULT, Texts, program, sentence

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Path = tuple[str | int, ...]
"""Way into the content, such as ("boards", 0, "features", "swamp", 3)."""
_texts = Texts()


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: the key of its sentence and what fills it, where it is, and a message how to mend it.

    `file` and `line` are empty for content that comes from a document; `where` is always there.
    """

    severity: Literal["error", "warning"]
    key: str
    where: str = ""
    file: str = ""
    line: int = 0
    path: Path = ()
    args: Mapping[str, Any] = field(default_factory=dict, hash=False)
    hint: Message = field(default_factory=dict, hash=False)

    @property
    def code(self) -> str:
        """Return which finding it is: what mends it goes by that."""
        return self.key.removeprefix("problem.")

    @property
    def text(self) -> str:
        """Return what is wrong in English, without its place."""
        return _texts.plain({"key": self.key, "args": self.args, "hint": None}, DEFAULT).removesuffix(".")

    @property
    def fix(self) -> str:
        """Return how to mend it in English, or nothing."""
        return _texts.plain(self.hint, DEFAULT) if self.hint else ""

    def sentence(self, language: str = DEFAULT) -> str:
        """Return the finding as one sentence, with its place and how to mend it."""
        place = [self.file, self.line, self.where]
        return sentence({"key": self.key, "args": self.args, "at": place, "hint": self.hint}, language)


def problem(
    severity: Literal["error", "warning"],
    code: str,
    where: str = "",
    path: Path = (),
    *,
    file: str = "",
    line: int = 0,
    hint: Message | None = None,
    **args: Any,
) -> Problem:
    """Return a finding by its code: the texts `problem.<code>` and, where there is no other hint, `problem.<code>.fix`."""
    key = f"problem.{code}"
    return Problem(severity, key, where, file, line, path, args, hint or mend(key, args))


def of_fault(fault: QtwarError, where: str = "", path: Path = ()) -> Problem:
    """Return a fault as a finding."""
    at = fault.at
    hint = fault.hint or mend(fault.key, fault.values)
    return Problem("error", fault.key, at.where or where, at.file, at.line, path, fault.values, hint)


def mend(key: str, args: Mapping[str, Any]) -> Message:
    """Return the message how to mend what a key says, if that is always the same (`<key>.fix`)."""
    return {"key": f"{key}.fix", "args": args} if f"{key}.fix" in program(DEFAULT) else {}


def near(word: object, known: Iterable[object]) -> Message:
    """Return the message `did you mean 'x'?`, or what there is if that is little, or nothing."""
    names = sorted({str(name) for name in known})
    close = difflib.get_close_matches(str(word), names, n=1, cutoff=0.6)
    if close:
        return {"key": "problem.hint.meant", "args": {"meant": close[0]}}
    if names and len(names) <= 8:
        return {"key": "problem.hint.known", "args": {"names": ", ".join(names)}}
    return {}


def meant(word: object, known: Iterable[object]) -> str:
    """Return `near` in English, for the reports of `qtwar try`."""
    found = near(word, known)
    return _texts.plain(found, DEFAULT) if found else ""


def told(text: str, hint: str = "") -> str:
    """Return an English sentence of what is so and, if there is one, the hint how to mend it."""
    sentence = f"{text}; {hint}" if hint else text
    return sentence if sentence.endswith("?") else sentence + "."


def misfit(error: ErrorDetails, path: Path, fields: Iterable[str], at: Place | None = None) -> DataFault:
    """Return what pydantic says of a value as a fault; `path` leads to it, `fields` are the keys there may be."""
    kind, last = error["type"], str(path[-1]) if path else "it"
    shown = repr(error["input"])
    shown = shown if len(shown) < 60 else shown[:57] + "…"
    if kind == "missing":
        return DataFault("fault.value.missing", at=at, name=last)
    if kind == "extra_forbidden":
        return DataFault("fault.value.unknown_key", at=at, hint=near(last, fields), name=last)
    if kind == "string_pattern_mismatch":
        return DataFault("fault.value.no_id", at=at, value=shown)
    if kind in ("literal_error", "enum"):
        hint = {"key": "fault.value.expected", "args": {"expected": str(error.get("ctx", {}).get("expected", ""))}}
    elif f"fault.value.type.{kind}" in program(DEFAULT):
        hint = {"key": f"fault.value.type.{kind}", "args": error.get("ctx", {})}
    else:
        hint = {"key": "fault.value.reason", "args": {"why": str(error["msg"])}}
    return DataFault("fault.value.not", at=at, hint=hint, name=last, value=shown)


def describe(path: Sequence[str | int]) -> str:
    """Return a way into the content for people: `boards/delta`, list places counted from 1."""
    return "/".join(f"#{step + 1}" if isinstance(step, int) else str(step) for step in path)
