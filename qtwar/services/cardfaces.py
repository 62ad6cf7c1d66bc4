"""Faces of cards that the helper process paints before anybody turns them up: a landscape takes the window 20 ms and more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from qtwar.base import jsonio
from qtwar.base.errors import QtwarError
from qtwar.services import cache
from qtwar.services.render_worker import RenderResult, render_worker

if TYPE_CHECKING:
    from qtwar.model.content import TitleContent
    from qtwar.qtpaint.counters import CounterArt
    from qtwar.qtpaint.pictures import Pictures

Record = Mapping[str, Any]
WIDEST: Final = 300
"""Px of the widest cards that are painted before they are seen."""


def kept_at(content: TitleContent) -> Path:
    """Return where the faces of a title's counters are kept, as the present program paints them."""
    name = cache.name_of(cache.program("draw", "qtpaint"), jsonio.digest(content.counters))
    return cache.folder("faces") / f"{name}.pictures"


def alike(content: TitleContent, record: Record) -> Iterator[dict[str, Any]]:
    """Yield the cards of the order of battle with the same back as one that was turned up, as they would be shown."""
    back = content.kinds_by_id[record["kind"]].hidden
    for piece in content.pieces if back else ():
        if content.kinds_by_id[piece.kind].hidden == back:
            yield {**record, "id": piece.id, "kind": piece.kind}


def paint_ahead(art: CounterArt, content: TitleContent, record: Record, px: int, language: str, palette: str) -> None:
    """Have the cards painted that may be turned up as one was, each between what is more urgent; on a thread.

    Only those of a title that is installed: its module is what the helper reads.
    """
    from qtwar.services import titles

    try:
        folder, installed = titles.load(content.title.id)
    except QtwarError:
        return
    worker = render_worker()
    for card in alike(content, record) if installed == content else ():
        if art.is_kept(card, px, language):
            continue
        asked = {"do": "face", "module": str(folder), "record": card, "px": px, "language": language, "palette": palette}
        if worker.ask(asked) is not RenderResult.DONE:
            return


# --------------------------------------------------------------------------------------- in the helper process



@dataclass(frozen=True, slots=True)
class _Under:
    """What painted the last face."""

    content: TitleContent
    palette: str
    kept: Pictures
    art: CounterArt


_under: _Under | None = None


def answer_face(request: Mapping[str, Any]) -> None:
    """Paint a face and keep it."""
    global _under
    from qtwar.qtpaint import fonts
    from qtwar.qtpaint.counters import CounterArt
    from qtwar.qtpaint.pictures import Pictures
    from qtwar.services import ownart, titles
    from qtwar.storage.blobs import Blobs

    content, palette = titles.load(request["module"])[1], request["palette"]
    if _under is None or _under.content is not content or _under.palette != palette:
        fonts.register()
        kept = Pictures(Blobs(kept_at(content)))
        _under = _Under(content, palette, kept, CounterArt(content, palette, kept, ownart.store()))
    _under.art.keep(request["record"], request["px"], request["language"])
    _under.kept.written()  # whoever asked looks there
