"""The drawn theatre: rivers on their sides, names apart from each other, every face and display in both languages."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from qtwar.draw import counter as faces
from qtwar.draw import displaylist as dl
from qtwar.draw.board import draw_board
from qtwar.draw.gallery import template_faces
from qtwar.draw.ground import Ground
from qtwar.draw.metrics import widths
from qtwar.draw.placing import CAP
from qtwar.draw.routes import stretches
from qtwar.draw.sidelines import side_courses
from qtwar.model.content import TitleContent

LANGUAGES = ("en", "ja")


@pytest.fixture(scope="module", params=LANGUAGES)
def shown(request: pytest.FixtureRequest, content: TitleContent) -> tuple[str, dl.DisplayList]:
    return request.param, draw_board(content.board("virginia"), content.style, request.param)


def group(display: dl.DisplayList, name: str) -> dl.Group:
    return next(n for n in dl.walk(display.nodes) if isinstance(n, dl.Group) and n.name == name)


def test_rivers_are_drawn_on_the_sides_that_rules_read(content: TitleContent) -> None:
    board = content.board("virginia")
    ground = Ground(board, "en", board.id)
    lines = np.vstack([c.line for c in side_courses(ground, ("great_river", "minor_river"), ("sea",))])
    for edge in board.edges:
        if edge.kind not in ("great_river", "minor_river"):
            continue
        for side in edge.sides:
            a, b = ground.grid.edge_points(side)
            middle = (np.array(a) + b) / 2
            assert float(np.hypot(*(lines - middle).T).min()) < 20, (edge.name, side)


def test_every_stretch_of_road_and_railroad_is_drawn(content: TitleContent) -> None:
    board = content.board("virginia")
    ground = Ground(board, "en", board.id)
    for kind in ("road", "railroad"):
        made = stretches(ground, kind, ("road", "railroad"), ("town", "major_city"))
        drawn = [frozenset(pair) for s in made for pair in pairwise(s.cells)]
        assert len(drawn) == len(set(drawn))  # shared stretches are drawn once
        assert set(drawn) == {frozenset(p) for path in board.paths if path.kind == kind for p in pairwise(path.cells)}


def test_every_place_is_named_and_no_name_covers_another(shown: tuple[str, dl.DisplayList], content: TitleContent) -> None:
    language, display = shown
    board = content.board("virginia")
    names = [n for n in dl.walk([group(display, "point_names")]) if isinstance(n, dl.Text)]
    wanted = sorted(label.text.get(language).lower() for label in board.labels)
    assert sorted(n.text.lower() for n in names) == wanted
    boxes = []
    for n in names:
        f = n.font
        wide = sum(widths(n.text, f.family, f.size, f.weight, f.italic)) + f.tracking * f.size * len(n.text)
        boxes.append((n.text, n.at[0], n.at[1] - f.size * CAP / 2, n.at[0] + wide, n.at[1] + f.size * CAP / 2))
    left, top, right, bottom = Ground(board, language, "x").bounds
    for one, two in combinations(boxes, 2):
        apart = one[3] <= two[1] or two[3] <= one[1] or one[4] <= two[2] or two[4] <= one[2]
        assert apart, (one[0], two[0])
    assert all(b[1] > left and b[3] < right and b[2] > top and b[4] < bottom for b in boxes)


def test_great_rivers_and_main_lines_are_named_along_their_course(shown: tuple[str, dl.DisplayList]) -> None:
    language, display = shown
    words = {"en": ("potomacriver", "jamesriver", "rappahannockriver", "shenandoahriver", "b&or.r.", "virginiacentralr.r."),
             "ja": ("ポトマック川", "ジェームズ川", "ラパハノック川", "シェナンドー川", "バージニアセントラル鉄道")}  # fmt: skip
    runs = {"".join(g[0] for g in n.glyphs).lower() for n in dl.walk(display.nodes) if isinstance(n, dl.GlyphRun)}
    assert set(words[language]) <= runs


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_display_names_its_boxes(content: TitleContent, language: str) -> None:
    for ident in ("csa_aod", "union_aod", "records"):
        board = content.board(ident)
        printed = {n.text.lower() for n in dl.walk(draw_board(board, content.style, language).nodes) if isinstance(n, dl.Text)}
        for label in board.labels:
            assert label.text.get(language).lower() in printed, label.text
        for box in board.boxes:
            short = box.attrs.get("short")
            mark = box.attrs.get("mark", box.attrs.get("value"))
            name = short[language] if short else box.name.get(language)
            assert name.lower() in printed or str(mark) in printed, box.id


@pytest.mark.parametrize("palette", ["standard", "colour_blind", "high_contrast"])
def test_every_face_of_every_counter_is_drawn(content: TitleContent, palette: str) -> None:
    sheet = faces.sheet_from(content.counters)
    marks = {"division": "XX", "brigade": "X", "regiment": "III"}
    shown = [
        (k.id, k.template, {"size_mark": marks.get(k.size or "", ""), **k.attrs, "name": "", "kind_name": k.name.get("en")})
        for k in content.kinds
    ]
    drawn = template_faces(sheet, shown, palette)
    assert len(drawn) > len(content.kinds) * 1.4
    looks = {}
    for name, display in drawn:
        if name.startswith(("csa_infantry_", "union_infantry_")):
            looks[name] = dl.to_json(display)
    assert len(set(looks.values())) > len(looks) * 0.7  # strength, morale and face can be told apart
    for side in ("csa", "union"):
        assert faces.draw_hidden(sheet, side, palette).nodes
