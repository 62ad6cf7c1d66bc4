"""The test page for duplex printing: two scales on the front, a cross on the back; where it falls is the printer's offset."""

from __future__ import annotations

from qtwar.draw import displaylist as dl
from qtwar.export import look
from qtwar.export.charts import top_block
from qtwar.export.choices import Choices
from qtwar.export.counter_sheet import back_place
from qtwar.export.flow import ColumnFlow, paragraph
from qtwar.export.page import Bookmark, Page
from qtwar.export.sheet_parts import Made
from qtwar.export.voice import Voice

REACH = 8
"""The scales go so many mm to each side."""


def test_page(choices: Choices, voice: Voice) -> Made:
    """Return front and back; the chosen offset is already put right on the back."""
    paper = choices.sheet()
    duplex = choices.duplex if choices.duplex != "none" else "long"
    title = voice.say("print.test.title")
    flow = ColumnFlow(paper)
    flow.add([top_block("QtWar", title)])
    flow.add(paragraph([voice.in_language(lang, "print.test.how") for lang in voice.languages], flow.width))
    page = flow.pages("test-page", (title, ""), title, title)[0]
    cx, cy = paper.width / 2, paper.height * 0.42
    front: list[dl.Node] = [*page.nodes, *_scale(cx, cy, voice)]
    y = paper.height * 0.78
    x0 = cx - 50
    front += [
        look.line(x0, y, x0 + 100, y, 0.3, look.INK),
        look.line(x0, y - 2, x0, y + 2, 0.3, look.INK),
        look.line(x0 + 100, y - 2, x0 + 100, y + 2, 0.3, look.INK),
        look.text(voice.say("print.test.ruler"), cx, y + 6, "small", align="c", fit=paper.room[0]),
    ]
    bx, by, _ = back_place(paper, cx, cy, 0.0, 0.0, duplex)
    bx, by = bx - choices.offset_x, by - choices.offset_y
    pen = dl.Stroke("#000000", 0.2, "flat")
    cross = dl.path_of([[(bx - 30, by), (bx + 30, by)], [(bx, by - 30), (bx, by + 30)]], closed=False)
    back = (
        dl.Shape(cross, stroke=pen),
        dl.Shape(dl.ellipse(bx, by, 2, 2), None, pen),
        look.text(
            f"{title} · {voice.say('print.back')}", paper.margin, paper.height - paper.margin, "foot", color=look.SECOND
        ),
    )
    return Made(
        [
            Page(paper.width, paper.height, tuple(front), "test-page", voice.say("print.front")),
            Page(paper.width, paper.height, back, "test-page", voice.say("print.back"), True),
        ],
        [Bookmark(title, 0, 0.0, 0)],
        [],
    )


def _scale(cx: float, cy: float, voice: Voice) -> list[dl.Node]:
    """Two scales in half millimetres; their signs say how far the back lies to the right of, and below, its place."""
    runs: list[list[tuple[float, float]]] = []
    nodes: list[dl.Node] = []
    side = REACH + 3.0  # each scale stands beside the middle, where the cross reaches it
    for half in range(-2 * REACH, 2 * REACH + 1):
        at = half / 2
        long = 4.0 if half % 4 == 0 else 2.8 if half % 2 == 0 else 1.6
        runs.append([(cx + at, cy + side), (cx + at, cy + side + long)])
        runs.append([(cx + side, cy + at), (cx + side + long, cy + at)])
        if half % 4 == 0:
            # seen through the sheet left and right change places: the scale counts as the back lies when it is turned up
            nodes.append(look.text(f"{-at or 0.0:g}", cx + at, cy + side + 6.4, "mark", align="c", scale=0.85))
            nodes.append(look.text(f"{at:g}", cx + side + 4.8, cy + at + 0.6, "mark", scale=0.85))
    runs += [[(cx - REACH, cy + side), (cx + REACH, cy + side)], [(cx + side, cy - REACH), (cx + side, cy + REACH)]]
    nodes.append(dl.Shape(dl.path_of(runs, closed=False), stroke=dl.Stroke("#000000", 0.12, "flat")))
    nodes.append(look.text(voice.say("print.test.right"), cx, cy + side + 10.4, "small", align="c"))
    nodes.append(look.text(voice.say("print.test.down"), cx + side + 9.0, cy + 0.8, "small"))
    return nodes
