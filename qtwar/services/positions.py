"""Pictures of a position as one side may see it, drawn beside the program from that side's view and nothing else.

Whoever asks needs no Qt: the process that draws titles' maps (`services.render_worker`) does it.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any, Final

from qtwar.base.errors import DataFault
from qtwar.services.render_worker import picture_worker

Json = dict[str, Any]
SIZE: Final = (960, 640)
"""Most px of a picture."""
MOST: Final = 2_000_000
"""Most bytes of one."""


def position_picture(module: Path, view: Json, language: str) -> bytes:
    """Return a PNG of the board with what is on it, as a view has it; raises DataFault where there is none to be had."""
    request = {"do": "position", "module": str(module), "view": view, "language": language}
    found = picture_worker().hand(request)
    if not isinstance(found, dict):
        raise DataFault("fault.picture.deadly", file=module.name)
    return base64.b64decode(found["png"])


def stop() -> None:
    """Give up the picture that is being drawn."""
    picture_worker().close()


def answer_position(request: Json) -> Json:
    """Draw what `position_picture` asks for; in the process beside the program. Raises DataFault for a title without a board."""
    from PySide6.QtCore import QBuffer, QIODevice, QRectF
    from PySide6.QtGui import QPainter

    from qtwar.engine.views import View
    from qtwar.export import map_picture
    from qtwar.export.art import PrintArt
    from qtwar.export.situation import faces_on
    from qtwar.qtpaint import boardart
    from qtwar.qtpaint.painter import Painter
    from qtwar.services import ownart, titles
    from qtwar.services.cache import art_cache

    module, language = Path(request["module"]), request["language"]
    content = titles.load_at(module)[1]
    seen = View.from_json(request["view"])
    art = PrintArt(content, cache=art_cache(), pictures=ownart.store())
    shown = [(board, faces_on(lambda record: art.face(record, language), seen, board)) for board in content.boards]
    if not shown:
        raise DataFault("fault.picture.deadly", file=module.name)
    board, faces = max(shown, key=lambda one: sum(len(there) for there in one[1].values()))
    drawn = boardart.prepare(board, dict(content.style), language=language, palette="standard", cache=art_cache())
    wide, high = SIZE
    left, top, right, bottom = map_picture.window_of(board, drawn.display, faces, (wide / 4, high / 4))
    scale = min(wide / (right - left), high / (bottom - top))
    image = drawn.image(100 * scale, QRectF(left, top, right - left, bottom - top))
    with QPainter(image) as p:
        p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        p.scale(scale, scale)
        p.translate(-left, -top)
        Painter().paint(p, tuple(map_picture.piece_nodes(board, faces)), 100 * scale)
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(out, "PNG")  # type: ignore[call-overload]
    data = bytes(out.data().data())
    if not 0 < len(data) <= MOST:
        raise DataFault("fault.picture.deadly", file=module.name)
    return {"png": base64.b64encode(data).decode("ascii")}
