"""Texts of the program and of titles: message keys with arguments become sentences with links.

A message is `{"key": …, "args": {…}, "rule": "8.4"}`, that of a fault also `"at": [file, line, where]` and `"hint"`, a
message. Arguments are ids wrapped by kind (docs/architecture.md section 3), so that the same message reads well in
every language and can be clicked; what mends a fault may have a text of its own, under its key and `.fix`, so that the
place goes between the two. `{n|piece|pieces}` of a text chooses a form by a number: the first for 1. Files are
flat: one `key: text` per line, which is YAML, but is read here with the standard library alone.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from qtwar.base.places import RESOURCES

LANGUAGES = ("en", "ja")
DEFAULT = "en"

Message = Mapping[str, Any]

_HOLE = re.compile(r"\{([a-z_0-9]+)((?:\|[^{}|]*\|[^{}|]*)?)\}")
_LINE = re.compile(r'\s*(?:"([^"]+)"|([^\s:#"][^:]*?))\s*:\s+(.*?)\s*$')
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What names from outside may hold and no sentence shows: control characters, turns of the direction of writing, half letters."""
WRAPS = ("p", "c", "s", "k", "t")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a sentence; `link` is `piece:…`, `cell:…`, `rule:…`, `table:id/row/col` or empty."""

    text: str
    link: str = ""


class Names(Protocol):
    """Says what a player calls a thing; answers the id itself where it has no name."""

    def name(self, what: str, ident: str, language: str) -> str:
        """Return the name of a piece (`p`), place (`c`), side (`s`), kind (`k`) or table (`t`)."""
        ...


class NoNames:
    """Names for where there is no title: ids stand for themselves."""

    def name(self, what: str, ident: str, language: str) -> str:
        """Return the id; a cell without its board."""
        return ident.rpartition(":")[2] if what == "c" else ident


def read(path: Path) -> dict[str, str]:
    """Return the texts of a flat `key: text` file of the program; raises ValueError naming file and line."""
    texts: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"{path.name}, line {number}: a text is written as 'key: text'.")
        key, text = match[1] or match[2], match[3]
        if key in texts:
            raise ValueError(f"{path.name}, line {number}: the key {key} is there twice; keep one.")
        if text.startswith('"'):
            try:
                text = json.loads(text)
            except ValueError:
                raise ValueError(f"{path.name}, line {number}: the quotes of {key} do not close.") from None
        elif text.startswith("'") and text.endswith("'") and len(text) > 1:
            text = text[1:-1].replace("''", "'")
        texts[key] = text
    return texts


_program: dict[str, dict[str, str]] = {}
MAC_KEYS = (("Ctrl+", "⌘"), ("Shift+", "⇧"), ("Alt+", "⌥"))
"""How a Mac writes the keys that our texts name: its Command key is what is Ctrl elsewhere."""


def keys_of(text: str, platform: str) -> str:
    """Return a text with the keys that it names written as on this kind of machine."""
    if platform == "darwin":
        for word, sign in MAC_KEYS:
            text = text.replace(word, sign)
    return text


def program(language: str) -> dict[str, str]:
    """Return the program's own texts in a language (`<lang>.yaml` and `<part>.<lang>.yaml`), read once."""
    texts = _program.get(language)
    if texts is None:
        texts = {}
        for path in sorted((RESOURCES / "i18n").glob(f"*{language}.yaml")):
            texts.update({key: keys_of(text, sys.platform) for key, text in read(path).items()})
        _program[language] = texts
    return texts


class Texts:
    """Resolves messages: the title's texts first, then the program's, then English, then the key."""

    def __init__(self, title: Mapping[str, Mapping[str, str]] | None = None, names: Names | None = None) -> None:
        """`title` maps language to its texts."""
        self._title = title or {}
        self._names: Names = names or NoNames()

    def has(self, key: str, language: str) -> bool:
        """Return whether a key has a text in exactly this language."""
        return key in self._title.get(language, {}) or key in program(language)

    def keys(self, prefix: str) -> list[str]:
        """Return the title's keys that begin with a prefix, in the order they were written."""
        return [key for key in self._title.get(DEFAULT, {}) if key.startswith(prefix)]

    def template(self, key: str, language: str) -> str:
        """Return the raw text of a key, or the key where nobody wrote one."""
        for lang in (language, DEFAULT):
            for texts in (self._title.get(lang, {}), program(lang)):
                text = texts.get(key)
                if text is not None:
                    return text
        return key

    def spans(self, message: Message | str, language: str, *, cite: bool = True) -> tuple[Span, ...]:
        """Return the sentence in stretches, with where something is and how to mend it if the message says so.

        With `cite`, its rule number follows in brackets as a link.
        """
        if isinstance(message, str):
            return (Span(message),)
        spans = list(self._fill(self.template(str(message["key"]), language), message.get("args") or {}, language))
        hint = message["hint"] if "hint" in message else self._mend(message)
        if message.get("at") or hint:
            spans = list(self._placed(spans, message.get("at") or (), hint, language))
        rule = message.get("rule")
        if cite and rule and not any(span.link == f"rule:{rule}" for span in spans):
            _cite(spans, str(rule))
        return tuple(spans)

    def plain(self, message: Message | str, language: str, *, cite: bool = True) -> str:
        """Return the sentence without links."""
        return "".join(span.text for span in self.spans(message, language, cite=cite))

    def _mend(self, message: Message) -> Message | None:
        """Return how to mend what a message says, which the key `….fix` has where it is always the same."""
        key = f"{message['key']}.fix"
        return {"key": key, "args": message.get("args") or {}} if self.has(key, DEFAULT) else None

    def _placed(self, spans: list[Span], at: Sequence[Any], hint: Message | None, language: str) -> Iterable[Span]:
        """Yield a sentence with where it is so (file, line, where) at its end and what mends it behind it."""
        yield from _unstopped(spans)
        known = {name: value for name, value in zip(("file", "line", "where"), at, strict=False) if value}
        if known:
            yield from self._fill(self.template("sentence.in." + "_".join(known), language), known, language)
        stop = self.template("sentence.stop", language)
        if hint:
            mend = list(self.spans(hint, language, cite=False))
            yield Span(self.template("sentence.then", language))
            yield from _unstopped(mend)
            stop = "" if mend[-1].text.endswith("?") else stop
        yield Span(stop)

    def _fill(self, template: str, args: Mapping[str, Any], language: str) -> Iterable[Span]:
        at = 0
        for hole in _HOLE.finditer(template):
            if hole.start() > at:
                yield Span(template[at : hole.start()])
            at = hole.end()
            name, forms = hole[1], hole[2]
            if name not in args:
                yield Span(hole[0])
            elif forms:
                one, many = forms[1:].split("|")
                value = args[name]
                yield Span(one if (len(value) if isinstance(value, (list, tuple)) else value) == 1 else many)
            else:
                yield from self._value(args[name], language)
        if at < len(template):
            yield Span(template[at:])

    def _value(self, value: Any, language: str) -> Iterable[Span]:
        if isinstance(value, Mapping):
            if "key" in value:
                yield from self.spans(value, language, cite=False)
                return
            if "hidden" in value:
                side = value["hidden"]
                key = "hidden.piece_of" if side else "hidden.piece"
                yield from self._fill(self.template(key, language), {"side": {"s": side}}, language)
                return
            if "r" in value:
                yield Span(str(value["r"]), f"rule:{value['r']}")
                return
            for what in WRAPS:
                if what in value:
                    yield self._named(what, value[what], language)
                    return
            if language in value or DEFAULT in value:
                yield Span(str(value.get(language) or value[DEFAULT]))
                return
            yield Span(str(dict(value)))
        elif isinstance(value, (list, tuple)):
            yield from self._list(value, language)
        elif isinstance(value, bool):
            yield Span(self.template("word.yes" if value else "word.no", language))
        elif isinstance(value, float):
            yield Span(f"{value:g}")
        else:
            yield Span(str(value))

    def _named(self, what: str, ident: Any, language: str) -> Span:
        if what == "t":
            parts = [str(part) for part in ident] if isinstance(ident, (list, tuple)) else [str(ident)]
            return Span(self._names.name("t", parts[0], language), "table:" + "/".join(parts))
        if what == "p" and str(ident).startswith("~"):
            return Span(self.template("hidden.piece", language), f"piece:{ident}")
        kinds = {"p": "piece", "c": "cell", "s": "side", "k": "kind"}
        return Span(self._names.name(what, str(ident), language), f"{kinds[what]}:{ident}")

    def _list(self, values: Sequence[Any], language: str) -> Iterable[Span]:
        """Yield the members joined as the language does; equal names are counted (2 × PBR, PBR×2)."""
        groups: list[list[Span]] = []
        firsts: list[Any] = []
        counts: list[int] = []
        index: dict[str, int] = {}
        for value in values:
            spans = list(self._value(value, language))
            text = "".join(span.text for span in spans)
            countable = isinstance(value, Mapping) and ("p" in value or "k" in value or "hidden" in value)
            if countable and text in index:
                counts[index[text]] += 1
                continue
            if countable:
                index[text] = len(groups)
            groups.append(spans)
            firsts.append(value)
            counts.append(1)
        comma, last = self.template("list.comma", language), self.template("list.and", language)
        for n, (spans, first, count) in enumerate(zip(groups, firsts, counts, strict=True)):
            if n:
                yield Span(last if n == len(groups) - 1 else comma)
            if count > 1 and isinstance(first, Mapping) and (hidden := _unknown(first)) is not None:
                key = "hidden.pieces_of" if hidden else "hidden.pieces"
                yield from self._fill(self.template(key, language), {"n": count, "side": {"s": hidden}}, language)
                continue
            if count > 1:
                yield from self._fill(self.template("list.times", language), {"n": count}, language)
            yield from spans
            if count > 1:
                yield from self._fill(self.template("list.times_after", language), {"n": count}, language)


def _unstopped(spans: list[Span]) -> list[Span]:
    """Return a sentence without its full stop."""
    if spans and not spans[-1].link and spans[-1].text[-1:] in (".", "。"):
        return [*spans[:-1], Span(spans[-1].text[:-1])]
    return spans


def _unknown(value: Mapping[str, Any]) -> str | None:
    """Return whose face-down counter is meant, or an empty word; None for what is known."""
    if "hidden" in value:
        return str(value["hidden"])
    return "" if str(value.get("p", "")).startswith("~") else None


_fault_texts = Texts()


def sentence(message: Message, language: str) -> str:
    """Return a fault or a finding of the program as one whole sentence, with its full stop."""
    text = _UNSEEN.sub("\ufffd", _fault_texts.plain(message, language, cite=False))
    return text if text[-1:] in (".", "?", "!", "。", "?") else text + _fault_texts.template("sentence.stop", language)


def _cite(spans: list[Span], rule: str) -> None:
    """Put ` (8.4)` before the full stop of the sentence, once; a chapter without a number is not cited."""
    if not any(sign.isdigit() for sign in rule):
        return
    stop = ""
    if spans and not spans[-1].link and spans[-1].text[-1:] in (".", "。"):
        stop = spans[-1].text[-1]
        spans[-1] = Span(
            spans[-1].text[:-1].removesuffix(f"({rule})").rstrip()
        )  # an author may have written it himself
    spans.append(Span("(" if stop == "。" else " ("))
    for n, part in enumerate(part.strip() for part in rule.split(",")):
        if n:
            spans.append(Span(", "))
        spans.append(Span(part, f"rule:{part}"))
    spans.append(Span(")" + stop))
