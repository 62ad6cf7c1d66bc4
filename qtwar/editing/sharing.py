"""Sharing a title: module folders and `.qtmod` archives out of a content, and what an archive holds before it is used."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.model.art import FOLDER, file_of, is_tile, pictures_of, scans_of
from qtwar.model.content import TitleContent
from qtwar.model.dump import dump, texts
from qtwar.model.load import DOCUMENTS, PARTS, ModuleFiles, needs, read, source
from qtwar.model.problem import Problem
from qtwar.model.validate import validate_module

STAMP = (1980, 1, 1, 0, 0, 0)
"""All files of an archive carry this date, so that equal modules make equal archives."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a module holds: for the page that asks whether to install it."""

    id: str
    name: dict[str, str]
    version: str
    about: dict[str, str]
    counts: dict[str, int]
    """Boards, cells, kinds, pieces, tables, scenarios, options."""
    rules: tuple[str, ...]
    """Its Python files, which run in the sandbox only; empty: it plays on the free table."""
    other: tuple[str, ...]
    """Its files that are neither content nor rules nor tests."""
    bytes: int
    problems: tuple[Problem, ...]


def contents(path: Path) -> Shown:
    """Return what a module folder or `.qtmod` holds, without installing or running any of it; raises DataFault."""
    files = ModuleFiles(path)
    content = read(path).content
    names = files.listing("")
    rules = tuple(name for name in names if name.startswith("rules/") and name.endswith(".py"))
    known = {"module.yaml", "RULES_MAP.yaml", *PARTS, *DOCUMENTS}
    named, maps = {file_of(name) for name in pictures_of(content).values()}, scans_of(content)
    known |= named | {name for name in names if _is_scan(name, maps)}
    other = tuple(
        name for name in names if name not in known and not name.startswith(("content/", "i18n/", "rules/", "tests/"))
    )
    counts = {
        "boards": len(content.boards), "cells": sum(len(board.terrain) for board in content.boards),
        "kinds": len(content.kinds), "pieces": len(content.pieces), "tables": len(content.tables),
        "scenarios": len(content.scenarios), "options": len(content.options),
    }  # fmt: skip
    size = sum(len(files.read(name)) for name in names) if path.is_dir() else path.stat().st_size
    title = content.title
    return Shown(
        title.id, _words(title.name), title.version, _words(title.about), counts, rules, other, size,
        tuple(validate_module(path)),
    )  # fmt: skip


PACKED = (".jpg", ".png")
"""Endings of what is packed already."""
ArtFiles = Callable[[str], Mapping[str, bytes]]
"""Returns the files in a module of a picture of the author's or of a scanned map, by its hash; none where it is not there."""


def write_module(content: TitleContent, folder: Path, origin: Path | None = None, picture: ArtFiles = lambda _: {}) -> None:
    """Write a content as a module folder; rules and tests come from `origin`, pictures that are not there by `picture`.

    Raises DataFault.
    """
    if (folder / "module.yaml").is_file() is False and folder.is_dir() and any(folder.iterdir()):
        raise DataFault("fault.file.folder_taken", folder=folder.name)
    needed = needs_of(origin)
    if origin is not None and origin.resolve() == folder.resolve():
        origin = None
    try:
        pictures = _pictures(content, picture)
        dump(_shareable(content), folder, needed, {**_carried(origin, content), **pictures})
        if (folder / FOLDER).is_dir():
            for path in (folder / FOLDER).glob("*.png"):
                if f"{FOLDER}/{path.name}" not in pictures:
                    path.unlink()
    except OSError as fault:
        raise DataFault("fault.file.not_written", file=folder.name, why=why(fault)) from None


def pack(content: TitleContent, file: Path, origin: Path | None = None, picture: ArtFiles = lambda _: {}) -> None:
    """Write a content as one `.qtmod` archive, equal for equal content; raises DataFault."""
    files = {name: text.encode("utf-8") for name, text in texts(_shareable(content), needs_of(origin)).items()}
    _write(file, {**_carried(origin, content), **_pictures(content, picture), **files})


def pack_folder(folder: Path, file: Path) -> tuple[str, ...]:
    """Write a module folder as it stands as one `.qtmod`; returns the names of its files. Raises DataFault."""
    files = ModuleFiles(folder)
    read(folder)
    found = {name: files.read(name) for name in files.listing("") if not name.endswith((".pyc", ".qtmod"))}
    _write(file, found)
    return tuple(sorted(found))


def _write(file: Path, files: dict[str, bytes]) -> None:
    if sum(len(data) for name, data in files.items() if name.startswith(f"{FOLDER}/")) > source.MOST_ART:
        raise DataFault("fault.module.art_large", file=file.name, mb=source.MOST_ART // 1_000_000)
    draft = file.with_name(f".{file.name}.new")
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(files, key=lambda name: (name != "module.yaml", name)):
                info = zipfile.ZipInfo(name, STAMP)
                info.compress_type = zipfile.ZIP_STORED if name.endswith(PACKED) else zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                archive.writestr(info, files[name])
        draft.replace(file)
    except OSError as fault:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise DataFault("fault.file.not_written", file=file.name, why=why(fault)) from None


def needs_of(origin: Path | None) -> str:
    """Return the oldest program that the rules which go with a content work with; empty where nobody said."""
    return "" if origin is None else needs(ModuleFiles(origin))


OWN = ("trace", "view")
"""Attributes of a board that stay in the draft."""


def _shareable(content: TitleContent) -> TitleContent:
    """Return the content without what is for the author's own eyes: a picture to trace, how layers are shown."""
    if not any(key in board.attrs for board in content.boards for key in OWN):
        return content
    boards = tuple(
        board.model_copy(update={"attrs": {key: jsonio.copy(v) for key, v in board.attrs.items() if key not in OWN}})
        for board in content.boards
    )
    fields = {name: getattr(content, name) for name in TitleContent.model_fields}
    return TitleContent.model_construct(**{**fields, "boards": boards})


def _pictures(content: TitleContent, picture: ArtFiles) -> dict[str, bytes]:
    """Return the files of the pictures that a content names, each once."""
    names = sorted({*pictures_of(content).values(), *scans_of(content)})
    return {file: data for name in names for file, data in picture(name).items()}


def _carried(origin: Path | None, content: TitleContent) -> dict[str, bytes]:
    """Return what a module has beside its content; of its pictures those that the content still names."""
    if origin is None:
        return {}
    files = ModuleFiles(origin)
    named, maps = {file_of(name) for name in pictures_of(content).values()}, scans_of(content)
    return {name: files.read(name) for name in files.listing("") if name in named or _is_carried(name) or _is_scan(name, maps)}


def _is_scan(name: str, maps: set[str]) -> bool:
    return is_tile(name) is not None and name.split("/")[1] in maps


def _is_carried(name: str) -> bool:
    """Return whether a file is neither content nor one of its pictures, nor made by running it."""
    return name != "module.yaml" and not name.startswith(("content/", "i18n/", f"{FOLDER}/")) and not name.endswith(".pyc")


def _words(text: object) -> dict[str, str]:
    return {code: getattr(text, code) for code in ("en", "ja")}
