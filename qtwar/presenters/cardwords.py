"""What the cards of the start window say: titles, modules that were opened, documents; in the language of the screen."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from qtwar.services import provenance, titlecards, titles
from qtwar.storage.library import DocumentCard
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import GameCard, ModuleShown, OptionInfo, ScenarioInfo, TitleCard


def document_card(card: DocumentCard) -> GameCard:
    """Return what a document's file tells, or what is wrong with it."""
    when = moment(card.modified) if card.modified else ""
    wrong = i18n.sentence(card.problem) if card.problem else ""
    sign = "pencil-ruler" if card.kind == "draft" else "flag-variant"
    chip = tr("library.draft") if card.kind == "draft" else ""
    return GameCard(str(card.path), card.path.stem, when, chip, wrong, icon=sign, changed=0.0 if wrong else card.modified)


def moment(seconds: float) -> str:
    """Return a moment as the lists of files have it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def source_of(module: Path) -> str:
    """Return where a module comes from, in one phrase."""
    found = provenance.source_of(module)
    if found.kind in ("shipped", "folder"):
        return tr(f"source.{found.kind}", folder=str(module))
    said = tr(f"source.{found.kind}", name=found.file, when=moment(found.when), hash=found.hash[:12])
    return tr("source.changed", source=said) if found.changed else said


def module_shown(file: Path, shown: Any, there: bool) -> ModuleShown:
    """Return what an archive holds that was opened; `there`: a module of that id is installed already."""
    lang = i18n.language()
    counts = ", ".join(tr(f"found.count.{key}", n=n) for key, n in shown.counts.items() if n)
    rules = tr("found.rules", n=len(shown.rules)) if shown.rules else tr("found.no_rules")
    other = tr("found.other", names=", ".join(shown.other[:6])) if shown.other else ""
    return ModuleShown(
        path=str(file),
        name=shown.name.get(lang) or shown.name.get("en") or shown.id,
        version=shown.version,
        about=shown.about.get(lang) or shown.about.get("en") or "",
        counts=counts,
        rules=rules,
        other=other,
        problems=tuple(problem.sentence(lang) for problem in shown.problems if problem.severity == "error"),
        there=there,
    )


def title_card(card: titlecards.ModuleCard, lang: str) -> TitleCard:
    """Return the card of an installed title."""
    data = card.data
    players, minutes = data["players"], data["minutes"]
    fewest, most = (players, players) if isinstance(players, int) else players
    low, high = minutes if isinstance(minutes, (list, tuple)) else (minutes, minutes)
    number = fewest if fewest == most else f"{fewest}–{most}"
    return TitleCard(
        id=card.id,
        name=data["name"][lang],
        subtitle=data["subtitle"][lang],
        about=data["about"][lang],
        players=tr("library.player" if most == 1 else "library.players", n=number),
        hours="" if low is None or high is None else time_of(low, high),
        coverage=data["coverage"],
        languages=", ".join({"en": "English", "ja": "日本語"}[code] for code in data["languages"]),
        scenarios=tuple(_scenario(row, lang) for row in data["scenarios"]),
        options=tuple(_option(row, lang) for row in data["options"]),
        sides=tuple((s["id"], s["name"][lang]) for s in data["sides"]),
        solo=most == 1,
        hides=bool(data.get("hides")),
        source="" if card.path.parent == titles.folders()[0] else source_of(card.path),
    )


def _scenario(row: titlecards.Json, lang: str) -> ScenarioInfo:
    said = {what: row[what][lang] for what in ("name", "period", "about")}
    # a card kept by an earlier version has no options, and knows of no lesson
    options, tutorial = row.get("options") or {}, bool(row.get("tutorial"))
    return ScenarioInfo(
        row["id"], **said, turns=row["turns"], has_quick=row["quick"], options=options, tutorial=tutorial
    )


def _option(row: titlecards.Json, lang: str) -> OptionInfo:
    return OptionInfo(
        id=row["id"],
        name=row["name"][lang],
        help=row["help"][lang],
        rule=row["rule"],
        kind=row["type"],
        choices=tuple((choice["id"], choice["name"][lang]) for choice in row["choices"]),
        low=0 if row["low"] is None else row["low"],
        high=99 if row["high"] is None else row["high"],
        default=row["default"],
        scenarios=tuple(row["scenarios"]),
    )


def time_of(low: int, high: int) -> str:
    """Say how long games take, shortest and longest in minutes: what is under an hour in minutes, as one does."""
    last = tr("library.minutes", n=high) if high < 60 else tr("library.hours", n=f"{high / 60:g}")
    if low == high:
        return last
    first = f"{low / 60:g}" if low >= 60 else str(low) if high < 60 else tr("library.minutes", n=low)
    return tr("library.span", low=first, high=last)
