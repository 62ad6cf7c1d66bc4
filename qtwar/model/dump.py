"""`TitleContent` to a module's YAML files: in reading order, stable to the byte, lines that a diff shows well.

Loading the files again gives equal content; writing that again gives the same bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from qtwar.model.base import Model
from qtwar.model.content import TitleContent
from qtwar.model.load import DOCUMENTS, PARTS
from qtwar.model.load.board import Rows, collapse
from qtwar.model.load.parse import scalar
from qtwar.model.title import Option

WIDTH = 118

_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=<~.+0-9][^\[\]{},#:?\x00-\x1f\x7f]*$")
_LEGACY = re.compile(
    r"(?:y|n|yes|no|on|off|true|false|null)$|[-+]?[0-9._:]+$|0[xob][0-9a-f_]+$|[-+]?\.[0-9]",
    re.IGNORECASE,
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")


def dump(content: TitleContent, folder: Path, needs: str = "", more: Mapping[str, bytes] | None = None) -> None:
    """Write the files, and `more`, into a folder, which is made if need be; boards and scenarios that are gone are removed.

    Where there is no room, OSError comes before a file that was there is touched.
    """
    files = {**(more or {}), **{name: text.encode("utf-8") for name, text in texts(content, needs).items()}}
    fresh: list[tuple[Path, Path]] = []
    try:
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != data:
                fresh.append((path, path.with_name(f".{path.name}.new")))
                fresh[-1][1].write_bytes(data)
    except OSError:
        for _, draft in fresh:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        raise
    for path, draft in fresh:
        draft.replace(path)
    for sub in ("boards", "scenarios"):
        for path in (folder / "content" / sub).glob("*.yaml"):
            if f"content/{sub}/{path.name}" not in files:
                path.unlink()
    for name in (*PARTS, *DOCUMENTS):
        if name not in files:
            (folder / name).unlink(missing_ok=True)


def texts(content: TitleContent, needs: str = "") -> dict[str, str]:
    """Return the files' texts by name inside the module; `needs`: the oldest version of the program that it works with."""
    files = {"module.yaml": write({**_lean(content.title), **({"needs": needs} if needs else {})})}
    for name, keys in PARTS.items():
        lists = {key: [_lean(item) for item in getattr(content, key)] for key in keys}
        if any(lists.values()):
            files[name] = write({key: items for key, items in lists.items() if items})
    for name, key in DOCUMENTS.items():
        if getattr(content, key):
            files[name] = write(getattr(content, key))
    for board in content.boards:
        data = collapse(board)
        models: dict[str, Sequence[Model]] = {
            "edges": board.edges, "paths": board.paths, "labels": board.labels, "areas": board.areas,
            "boxes": board.boxes,
        }  # fmt: skip
        for key, items in models.items():
            if key in data:
                data[key] = [_lean(item) for item in items]
        files[f"content/boards/{board.id}.yaml"] = write(data)
    for scenario in content.scenarios:
        files[f"content/scenarios/{scenario.id}.yaml"] = write(_lean(scenario))
    for language, sentences in content.texts.items():
        lines = (f"{_quoted(key)}: {_quoted(text)}\n" for key, text in sentences.items())
        files[f"i18n/{language}.yaml"] = "".join(lines)
    return files


def _lean(model: Model) -> dict[str, Any]:
    """Return a model's data without what the loader would fill in again."""
    data = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if isinstance(model, Option) and model.type == "int":  # its 0 is equal to False, and would be left out
        data["default"] = model.default
    if "format" in type(model).model_fields:  # the format number always stands in the file
        data = {"id": data["id"], "format": getattr(model, "format"), **data}  # noqa: B009
    return data


# ------------------------------------------------------------------------------------------------- YAML


def write(data: Any) -> str:
    """Return plain JSON data as YAML text."""
    lines: list[str] = []
    if not isinstance(data, Mapping) or not data:
        return _flow(data) + "\n"
    _mapping(data, 0, lines)
    return "\n".join(lines) + "\n"


def _mapping(data: Mapping[str, Any], indent: int, lines: list[str], lead: str | None = None) -> None:
    for key, value in data.items():
        head = (" " * indent if lead is None else lead) + _quoted(str(key), key=True) + ":"
        lead = None
        if isinstance(value, Mapping) and value and not _is_line(value, len(head)):
            lines.append(head)
            _mapping(value, indent + 2, lines)
        elif isinstance(value, (list, tuple)) and value and _is_block(value, len(head)):
            lines.append(head)
            _sequence(value, indent + 2, lines)
        else:
            _wrapped(head + " ", value, indent + 2, lines)


def _sequence(items: Sequence[Any], indent: int, lines: list[str]) -> None:
    lead = " " * indent + "- "
    for item in items:
        if isinstance(item, Mapping) and item and not _is_line(item, len(lead)):
            _mapping(item, indent + 2, lines, lead)
        elif isinstance(items, Rows) and isinstance(item, str):
            lines.append(lead + "'" + item.replace("'", "''") + "'")
        else:
            _wrapped(lead, item, indent + 2, lines)


def _is_line(value: Mapping[str, Any], used: int) -> bool:
    """Return whether a mapping is small enough to be written in braces on one line."""
    text = _flow(value)
    return used + 1 + len(text) <= WIDTH


def _is_block(value: Sequence[Any], used: int) -> bool:
    """Return whether a list is better one item a line: records, rows, anything but a run of words."""
    if isinstance(value, Rows):
        return True
    if any(isinstance(item, Mapping) for item in value):
        return not (len(value) == 1 and used + 1 + len(_flow(value)) <= WIDTH)
    if all(isinstance(item, str) and len(item) > 12 for item in value):
        return len(value) > 1
    return any(isinstance(item, (list, tuple)) for item in value) and used + 1 + len(_flow(value)) > WIDTH


def _wrapped(head: str, value: Any, indent: int, lines: list[str]) -> None:
    """Write a value behind `head`, a long run of words over several lines."""
    text = _flow(value)
    if len(head) + len(text) <= WIDTH or not isinstance(value, (list, tuple)):
        lines.append(head + text)
        return
    line = head + "["
    pad = " " * (indent + 2)
    for n, item in enumerate(value):
        word = _flow(item) + ("," if n < len(value) - 1 else "]")
        if len(line) + 1 + len(word) > WIDTH and line.strip() not in ("", "["):
            lines.append(line.rstrip())
            line = pad + word
        else:
            line += word if line.endswith("[") else " " + word
    lines.append(line)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(str(k), key=True)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if isinstance(value, str):
        return _quoted(value)
    number = json.dumps(value, allow_nan=False)
    # 2e-06 is a word to YAML 1.1, 2.0e-06 is a number to all
    return number.replace("e", ".0e") if isinstance(value, float) and "e" in number and "." not in number else number


def _quoted(text: str, *, key: bool = False) -> str:
    """Return text bare where every YAML reader takes it for text, else in quotes."""
    if _CONTROL.search(text):
        return _escaped(text)
    if _PLAIN.match(text) and not _LEGACY.match(text) and text == text.strip() and scalar(text) == text:
        return text
    word = key and re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.\-/]*", text) and re.search("[A-Za-z_]", text)
    if word and not _LEGACY.match(text) and scalar(text) == text:
        return text
    return "'" + text.replace("'", "''") + "'"


def _escaped(text: str) -> str:
    inner = json.dumps(text, ensure_ascii=False)[1:-1]
    return '"' + _CONTROL.sub(lambda m: f"\\u{ord(m[0]):04x}", inner) + '"'
