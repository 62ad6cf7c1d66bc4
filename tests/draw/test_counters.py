"""Counters from templates: every kind draws, reads well, and a face-down one tells nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.draw import counter as faces
from qtwar.draw import displaylist as dl
from qtwar.draw.gallery import gallery, template_faces
from qtwar.draw.palette import contrast
from qtwar.model.content import TitleContent

TINY = {
    "palettes": {"standard": {"us": {"base": "#94a268", "ink": "#10140a"}, "com": {"base": "#982920", "ink": "#fff4e0"}}},
    "defaults": {"nation": "us", "fire": 0},
    "styles": {"figure": {"size": 33, "weight": 800}},
    "backs": {"com": [{"box": {"fill": "$com.base"}}, {"rays": {"fill": "#ffffff10"}}]},
    "templates": {
        "unit": {
            "front": [
                {"box": {"fill": "$nation.base", "shadow": False, "bevel": False, "gradient": False}},
                {"text": {"at": [22, 81], "value": "{fire}", "style": "figure"}},
                {"disc": {"at": [50, 81], "fill": "$white", "when": "fire > 3"}},
            ]
        }
    },
}


def fields(content: TitleContent, kind: Any) -> dict[str, Any]:
    """What a piece of a kind without a roster entry may print."""
    return {"size_mark": "", "name": "", "side": kind.side, "kind": kind.id, **kind.attrs}


def texts(display: dl.DisplayList) -> Iterator[dl.Text]:
    """All words of a face."""
    return (node for node in dl.walk(display.nodes) if isinstance(node, dl.Text))


def test_a_small_face_is_exactly_this() -> None:
    display = faces.draw_face(faces.sheet_from(TINY), "unit", "front", {"fire": 6})
    body, edge, figure, disc = json.loads(dl.to_json(display))["nodes"]
    assert body["fill"] == "#94a268"
    assert edge["stroke"] == {"color": "#4d5436", "width": 0.9, "min_px": 0.6}
    assert figure == {
        "kind": "text",
        "text": "6",
        "at": [22, 81],
        "font": {"family": "Barlow Condensed", "size": 33, "weight": 800},
        "color": "#10140a",
    }
    assert disc["fill"] == "#ffffff"
    assert len(faces.draw_face(faces.sheet_from(TINY), "unit", "front", {"fire": 3}).nodes) == 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"text": {"at": [1, 1], "value": "{fier}"}}, r"asks for “fier”.*did you mean 'fire'"),
        ({"txt": {}}, r"There is no layer “txt” in counters.yaml.*did you mean 'text'"),
        ({"box": {"fill": "$nation.bsae"}}, "has no colour \\$nation.bsae"),
        ({"box": {}}, "The setting `fill` is missing"),
        ({"text": {"at": [1, 1], "value": "x", "style": "figrue"}}, "no text style"),
        ({"symbol": {"name": "pbrr"}}, "no symbol “pbrr”.*did you mean 'pbr'"),
        ({"path": {"d": "M 0 0 L 5"}}, "M L H V C Q Z"),
        ({"use": "unit.front"}, "circle"),
    ],
)
def test_an_author_is_told_where_a_template_is_wrong(change: dict[str, Any], words: str) -> None:
    sheet = faces.sheet_from({**TINY, "templates": {"unit": {"front": [change]}}})
    with pytest.raises(DataFault, match=words) as caught:
        faces.draw_face(sheet, "unit", "front", {"fire": 1})
    assert "in counters.yaml (templates.unit.front" in caught.value.text


def test_a_line_number_is_named_where_it_is_known() -> None:
    bad = {**TINY, "templates": {"unit": {"front": [{"text": {"at": [1, 1], "value": "{x}"}}]}}}
    sheet = faces.sheet_from(bad, lines={"templates.unit.front[0]": 12})
    with pytest.raises(DataFault, match=r"counters.yaml line 12 \(templates"):
        faces.draw_face(sheet, "unit", "front", {})


def holds_point(path: dl.Path, x: float, y: float) -> bool:
    """Say whether a point lies in the box around a path."""
    left, top, right, bottom = path.bounds()
    return left <= x <= right and top <= y <= bottom


@pytest.mark.parametrize("palette", ["standard", "colour_blind", "high_contrast"])
def test_every_kind_of_the_title_draws_and_its_words_can_be_read(
    sealords: TitleContent, sheet: faces.CounterTemplates, palette: str
) -> None:
    assert palette in sheet.palettes
    for kind in sealords.kinds:
        display = faces.draw_face(sheet, kind.template, "front", fields(sealords, kind), palette)
        ground: list[tuple[dl.Path, str]] = []
        for node in display.nodes:
            if isinstance(node, dl.Shape) and isinstance(node.fill, dl.Gradient):
                ground.append((node.path, node.fill.stops[1][1]))
            elif isinstance(node, dl.Shape) and isinstance(node.fill, str) and len(node.fill) == 7:
                ground.append((node.path, node.fill))
            elif isinstance(node, dl.Text):
                under = [fill for path, fill in ground if holds_point(path, *node.at)][-1]
                assert contrast(node.color, under) >= 4.5, (kind.id, node.text, under)


def test_every_fighting_unit_shows_its_values(sealords: TitleContent, sheet: faces.CounterTemplates) -> None:
    for kind in sealords.kinds:
        if kind.template != "unit":
            continue
        words = [text.text for text in texts(faces.draw_face(sheet, "unit", "front", fields(sealords, kind)))]
        assert str(kind.attrs["fire"]) in words, kind.id
        assert str(kind.attrs["recon"]) in words, kind.id
        assert kind.attrs["move"] == "S" or kind.attrs["move"] in words, kind.id


def test_sides_differ_in_lightness_not_only_in_hue(sheet: faces.CounterTemplates) -> None:
    standard = sheet.palettes["standard"]
    scarlet = standard.color("$com.base")
    for friend in ("us", "arvn", "ally"):
        assert contrast(standard.color(f"${friend}.base"), scarlet) > 2.5


def test_a_hidden_face_holds_no_word_and_knows_no_piece(sheet: faces.CounterTemplates) -> None:
    for simple in (False, True):
        hidden = faces.draw_hidden(sheet, "com", simple=simple)
        assert not list(texts(hidden))
        assert dl.to_json(hidden) == dl.to_json(faces.draw_hidden(sheet, "com", simple=simple))
    with pytest.raises(DataFault, match=r"no back “con” in counters.yaml; did you mean 'com'"):
        faces.draw_hidden(sheet, "con")


def test_a_back_that_asks_for_a_field_is_refused_for_every_piece() -> None:
    sheet = faces.sheet_from({**TINY, "backs": {"com": [{"text": {"at": [5, 5], "value": "{fire}"}}]}})
    with pytest.raises(DataFault):
        faces.draw_hidden(sheet, "com")


def test_the_gallery_shows_every_kind_and_symbol(sealords: TitleContent, sheet: faces.CounterTemplates) -> None:
    kinds = [(kind.id, kind.template, fields(sealords, kind)) for kind in sealords.kinds]
    display = gallery("SEALORDS", template_faces(sheet, kinds), sheet)
    named = {node.name for node in display.nodes if isinstance(node, dl.Group)}
    assert {kind.id for kind in sealords.kinds} <= named
    assert set(sheet.symbols.names()) <= named
    assert set(sheet.backs) <= named


def test_a_template_may_be_larger_than_a_counter() -> None:
    card = [{"box": {"fill": "#ffffff"}}, {"band": {"edge": "bottom", "size": 20, "fill": "#202020"}}]
    sheet = faces.sheet_from(
        {
            "templates": {"card": {"size": [180, 126], "front": card}, "unit": {"front": card}},
            "backs": {"red": {"size": [180, 126], "layers": card}, "plain": card},
        }
    )
    assert faces.size_of(sheet, "card") == (180, 126)
    assert faces.size_of(sheet, "unit") == (100, 100)
    assert faces.face_names(sheet, "card") == ["front"]
    assert faces.draw_face(sheet, "card", "front", {}).bounds == (-8, -8, 188, 134)
    assert faces.draw_hidden(sheet, "red").bounds == (-8, -8, 188, 134)
    assert faces.draw_hidden(sheet, "plain").bounds == (-8, -8, 108, 108)
    wrong = faces.sheet_from({"templates": {"card": {"size": [0, 2], "front": card}}})
    with pytest.raises(DataFault, match="width, height"):
        faces.draw_face(wrong, "card", "front", {})


def test_a_plate_is_as_wide_as_its_words() -> None:
    def plate(words: str, align: str = "c", fit: float = 0) -> tuple[float, float]:
        spec = {"at": [50, 50], "value": words, "style": "figure", "align": align, "fit": fit}
        layer = {"text": {**spec, "plate": {"fill": "#ffffff", "pad": 4}}}
        sheet = faces.sheet_from({**TINY, "templates": {"unit": {"front": [layer]}}})
        shape, text = faces.draw_face(sheet, "unit", "front", {}).nodes
        assert isinstance(shape, dl.Shape)
        assert isinstance(text, dl.Text)
        xs = [float(x) for run in shape.path.runs() for x in run[:, 0]]
        return min(xs), max(xs)

    short, long = plate("FARM"), plate("HEDGEROW FIELD")
    assert long[1] - long[0] > 2 * (short[1] - short[0])
    assert (short[0] + short[1]) / 2 == pytest.approx(50)
    assert plate("FARM", "l")[0] == pytest.approx(46)
    assert plate("FARM", "r")[1] == pytest.approx(54)
    assert plate("HEDGEROW FIELD", fit=60) == pytest.approx((16, 84))


def test_a_long_text_is_broken_into_lines_and_made_smaller_until_it_fits() -> None:
    words = {
        "en": "Any one unit with this leader may fire once more this turn.",
        "ja": "この指揮官のいるユニット1個は、このターンにもう1回射撃できる。",
    }

    def rows(language: str, height: float) -> list[dl.Text]:
        layer = {"text": {"at": [50, 60], "value": words, "style": "figure", "size": 9, "wrap": 80, "height": height}}
        sheet = faces.sheet_from({**TINY, "templates": {"unit": {"front": [layer]}}})
        return list(texts(faces.draw_face(sheet, "unit", "front", {"language": language})))

    for language in ("en", "ja"):
        tall, short = rows(language, 90), rows(language, 18)
        assert "".join(t.text.replace(" ", "") for t in tall) == words[language].replace(" ", "")
        assert len({t.at[1] for t in tall}) == len(tall) > 1
        assert sum(t.at[1] for t in tall) / len(tall) == pytest.approx(60)
        assert short[0].font.size < tall[0].font.size
        assert len(short) * short[0].font.size * 1.16 <= 18


def test_a_strip_colours_its_cells_by_their_values() -> None:
    looks = {"H": {"fill": "#aa0000", "color": "#ffffff"}}
    strip = {"at": [10, 20], "cell": [9, 12], "values": ["{a}", "{b}", "–"], "style": "figure", "looks": looks}
    strip |= {"fill": "#eeeeee", "color": "#111111"}
    sheet = faces.sheet_from({**TINY, "templates": {"unit": {"front": [{"strip": strip}]}}})
    made = faces.draw_face(sheet, "unit", "front", {"a": "H", "b": "P"}).nodes
    assert [n.fill for n in made if isinstance(n, dl.Shape)] == ["#aa0000", "#eeeeee", "#eeeeee"]
    assert [(n.text, n.at, n.color) for n in made if isinstance(n, dl.Text)] == [
        ("H", (14.5, 26.0), "#ffffff"), ("P", (23.5, 26.0), "#111111"), ("–", (32.5, 26.0), "#111111"),
    ]  # fmt: skip


def test_pips_may_be_a_symbol() -> None:
    pips = {"count": "fire", "at": [10, 10], "step": [12, 0], "r": 5, "symbol": "star", "fill": "#aa0000"}
    sheet = faces.sheet_from({**TINY, "templates": {"unit": {"front": [{"pips": pips}]}}})
    made = faces.draw_face(sheet, "unit", "front", {"fire": 3}).nodes
    assert [n.fill for n in made if isinstance(n, dl.Shape)] == ["#aa0000"] * 3
