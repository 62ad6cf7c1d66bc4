"""Whose rules a document plays by: the id of an installed title and the hash of its rules, never a path.

A document comes from anybody; what it names is looked up among the installed titles and nowhere else.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qtwar.base.errors import DataFault
from qtwar.sandbox import package
from qtwar.services import titles

if TYPE_CHECKING:  # brings pydantic, which the start window does without
    from qtwar.model.content import TitleContent

Json = dict[str, Any]


def rules_hash(folder: Path) -> str:
    """Return the hash of the source of a title's rules; raises ModuleFault where they can not be read."""
    whole = hashlib.sha256()
    for source in package.rules(folder):
        whole.update(f"{source.path}\0{source.text}\0".encode())
    return whole.hexdigest()


def module_hash(folder: Path | None, content: TitleContent) -> str:
    """Return the hash of rules and content: what both sides of a game by mail must have alike. No folder: the free table.

    Defaults are left out: a newer program on one side, whose models hold more, names the same content alike.
    """
    rules = rules_hash(folder) if folder is not None else ""
    said = content.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    words = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(f"{rules}\0{words}".encode("utf-8", "surrogatepass")).hexdigest()


def naming(folder: Path | None) -> Json:
    """Return what a document says of the module whose rules it plays by; None: the free table."""
    if folder is None:
        return {"title": "", "hash": ""}
    return {"title": titles.info_of(folder).id, "hash": rules_hash(folder)}


def other(facts: Json, folder: Path | None) -> bool:
    """Return whether a module's rules are others than those that a document names by their hash."""
    rules = facts.get("rules")
    named = str(rules.get("hash") or "") if isinstance(rules, dict) else ""
    return folder is not None and bool(named) and named != rules_hash(folder)


def found(facts: Json, title: str, file: Path) -> Path | None:
    """Return the module that a document plays by, None for the free table; raises DataFault where it is not installed.

    Facts of older documents name a path: it counts where it is that of an installed title.
    """
    rules = facts.get("rules")
    if isinstance(rules, dict):
        ident = str(rules.get("title") or "")
    elif "module" in facts:
        path = Path(str(facts["module"] or ""))
        if not facts["module"]:
            return None
        if path in titles.paths():
            return path
        raise DataFault("fault.module.gone", file=file.name, module=path.name)
    else:
        ident = title
    return titles.by_id(ident) if ident else None
