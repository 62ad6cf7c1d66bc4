"""Findings about a title's content: what is wrong, where, and how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from qtwar.base.said import said
from qtwar.base.text import DEFAULT, Texts, program

Path = tuple[str | int, ...]
"""Way into the content, such as ("boards", 0, "features", "swamp", 3)."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `file` and `line` are empty for content that comes from a document; `where` is always there.

    `code` says which finding it is, whatever the language: mends and translations go by it and by `args`. `text` and
    `fix` are its English; `problem.<code>` and `problem.<code>.fix` of the program's texts have it in each language.
    """

    severity: Literal["error", "warning"]
    text: str
    where: str = ""
    fix: str = ""
    file: str = ""
    line: int = 0
    path: Path = ()
    code: str = ""
    args: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def sentence_in(self, language: str) -> str:
        """Return the finding in a language, with its place among the content and how to mend it."""
        if language == DEFAULT:
            return self.sentence()
        if f"problem.{self.code}" in program(DEFAULT):
            words, fix = _words(self.code, self.args, language)
        else:
            words, fix = said(self.text, language).removesuffix("。"), said(self.fix, language) if self.fix else ""
        line = f" {self.line}行目" if self.line else ""
        place = "、".join(part for part in (f"{self.file}{line}" if self.file else "", self.where) if part)
        return words + (f"({place})" if place else "") + "。" + fix

    def sentence(self) -> str:
        """Return the finding as one English sentence with its place and how to mend it."""
        place = f" in {self.file}" + (f" line {self.line}" if self.line else "") if self.file else ""
        if self.where:
            place += f" ({self.where})"
        return told(self.text + place, self.fix)


def problem(
    severity: Literal["error", "warning"], code: str, where: str = "", path: Path = (), *, file: str = "", **args: Any
) -> Problem:
    """Return a finding by its code, its English filled in; `args` as in a message, `hint` a further message (`hint`)."""
    text, fix = _words(code, args, DEFAULT)
    return Problem(severity, text, where, fix, file, path=path, code=code, args=args)


_texts = Texts()


def _words(code: str, args: Mapping[str, Any], language: str) -> tuple[str, str]:
    """Return (what is wrong, how to mend it) in a language."""
    text = _texts.plain({"key": f"problem.{code}", "args": args}, language)
    fix = f"problem.{code}.fix"
    if args.get("hint"):
        return text, _texts.plain(args["hint"], language)
    return text, _texts.plain({"key": fix, "args": args}, language) if fix in program(DEFAULT) else ""


def hint(word: object, known: Iterable[object]) -> dict[str, Any]:
    """Return the message `did you mean 'x'?`, or what there is if that is little, or nothing."""
    names = sorted({str(name) for name in known})
    close = difflib.get_close_matches(str(word), names, n=1, cutoff=0.6)
    if close:
        return {"key": "problem.hint.meant", "args": {"meant": close[0]}}
    if names and len(names) <= 8:
        return {"key": "problem.hint.known", "args": {"names": ", ".join(names)}}
    return {}


def near(word: object, known: Iterable[object]) -> str:
    """Return `did you mean 'x'?`, what there is if that is little, or nothing, in English."""
    found = hint(word, known)
    return _texts.plain(found, DEFAULT) if found else ""


def told(text: str, hint: str = "") -> str:
    """Return a sentence of what is so and, if there is one, the hint how to mend it."""
    sentence = f"{text}; {hint}" if hint else text
    return sentence if sentence.endswith("?") else sentence + "."


def describe(path: Sequence[str | int]) -> str:
    """Return a way into the content for people: `boards/delta`, list places counted from 1."""
    return "/".join(f"#{step + 1}" if isinstance(step, int) else str(step) for step in path)
