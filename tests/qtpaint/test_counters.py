"""Counter pictures on the screen."""

import pytest
from PySide6.QtGui import QImage

from qtwar.draw import displaylist as dl
from qtwar.model.content import TitleContent
from qtwar.qtpaint.counters import CounterArt

pytestmark = pytest.mark.usefixtures("qapp")


def hidden(number: int) -> dict[str, object]:
    """A face-down piece as the other side sees it."""
    return {"id": f"~delta:1617#{number}", "kind": "?", "owner": "COM", "back": "com", "face": "back", "attrs": {}}


def bits(image: QImage) -> bytes:
    """The picture, byte for byte."""
    return bytes(image.constBits())


def test_face_down_pieces_of_a_side_are_alike_to_the_pixel(sealords: TitleContent) -> None:
    for size in (12, 16, 48, 144):
        assert bits(CounterArt(sealords).image(hidden(0), size)) == bits(CounterArt(sealords).image(hidden(7), size))


def test_each_kind_has_a_picture_of_its_own(sealords: TitleContent) -> None:
    art = CounterArt(sealords)
    seen: dict[bytes, str] = {}
    for kind in sealords.kinds:
        record = {"id": "", "kind": kind.id, "owner": kind.side, "face": "front", "attrs": {}}
        picture = bits(art.image(record, 96))
        assert picture not in seen, f"{kind.id} looks like {seen.get(picture)}"
        seen[picture] = kind.id


def test_pictures_are_shared_and_follow_the_palette(sealords: TitleContent) -> None:
    art = CounterArt(sealords)
    record = {"id": "", "kind": "com_sij", "owner": "COM", "face": "front", "attrs": {}}
    first = art.pixmap(record, 48)
    assert art.pixmap(dict(record), 48) is first
    assert art.pixmap(record, 48, 2.0).width() == 96
    red = first.toImage().pixelColor(24, 6).red()
    other = CounterArt(sealords, palette="colour_blind")
    assert other.pixmap(record, 48).toImage().pixelColor(24, 6).red() < red


def test_a_template_may_show_that_others_do_not_know_the_piece(sealords: TitleContent) -> None:
    front = [{"box": {"fill": "#ffffff"}}, {"text": {"at": [50, 50], "value": "secret", "color": "#000000", "when": "unseen"}}]
    template = next(k.template for k in sealords.kinds if k.id == "us_pbr")
    marked = CounterArt(sealords.model_copy(update={"counters": {"templates": {template: {"front": front}}}}))
    record = {"id": "", "kind": "us_pbr", "owner": "FW", "face": "front", "attrs": {}}
    assert "secret" not in str(dl.to_json(marked.face(record)))
    assert "secret" in str(dl.to_json(marked.face({**record, "unseen": True})))


def test_a_small_counter_shows_one_large_figure(sealords: TitleContent) -> None:
    art = CounterArt(sealords)
    record = {"id": "", "kind": "us_pbr", "owner": "FW", "face": "front", "attrs": {}}
    assert len(art.face(record, simple=True).nodes) < len(art.face(record).nodes) / 3


def test_a_title_without_templates_can_still_be_played(sealords: TitleContent) -> None:
    bare = CounterArt(sealords.model_copy(update={"counters": {}}))
    boats, airstrike = (
        bits(bare.image({"id": "", "kind": kind, "owner": "FW", "face": "front", "attrs": {}}, 48))
        for kind in ("us_pbr", "us_airstrike")
    )
    assert boats != airstrike
    assert bits(bare.image(hidden(0), 48)) == bits(bare.image(hidden(3), 48))
    assert bits(bare.image(hidden(0), 48)) != boats


def test_a_face_speaks_the_language(sealords: TitleContent) -> None:
    words = {"en": "Pinned", "ja": "釘付け"}
    note, plain = {"at": [50, 20], "value": "{note}", "color": "#000000"}, {"at": [50, 80], "value": words, "color": "#000000"}
    front = [{"box": {"fill": "#ffffff"}}, {"text": note}, {"text": plain}]
    kind = sealords.kinds[0].model_copy(update={"template": "note", "attrs": {"note": {"en": "Fire", "ja": "火力"}}})
    counters = {"templates": {"note": {"front": front}}, "backs": {"note": front[2:]}}
    made = {name: getattr(sealords, name) for name in type(sealords).model_fields}
    art = CounterArt(TitleContent.model_construct(**{**made, "counters": counters, "kinds": (kind,), "pieces": ()}))
    record = {"id": "", "kind": kind.id, "owner": kind.side, "face": "front", "attrs": {}}

    def said(record: dict[str, object], language: str) -> list[str]:
        return [node.text for node in dl.walk(art.face(record, language).nodes) if isinstance(node, dl.Text)]

    assert said(record, "en") == ["Fire", "Pinned"]
    assert said(record, "ja") == ["火力", "釘付け"]
    assert said({**record, "attrs": {"note": {"en": "Two", "ja": "二"}}}, "ja") == ["二", "釘付け"]
    assert said({**hidden(0), "back": "note"}, "ja") == ["釘付け"]
    assert bits(art.pixmap(record, 48).toImage()) != bits(art.pixmap(record, 48, language="ja").toImage())


def test_a_small_picture_of_a_card_is_made_of_the_large_one(sealords: TitleContent) -> None:
    front = [{"box": {"fill": "#3a6b3a", "gradient": False}}, {"disc": {"at": [100, 70], "r": 40, "fill": "#ffffff"}}]
    made = {name: getattr(sealords, name) for name in type(sealords).model_fields}
    card = sealords.kinds[0].model_copy(update={"template": "card", "klass": "card"})
    counters = {"templates": {"card": {"size": [200, 140], "front": front}}}
    art = CounterArt(TitleContent.model_construct(**{**made, "counters": counters, "kinds": (card,), "pieces": ()}))
    record = {"id": "", "kind": card.id, "owner": card.side, "face": "front", "attrs": {}}
    exact = art.image(record, 60)
    art.pixmap(record, 300)
    small = art.pixmap(record, 60, 1.0)
    assert (small.width(), small.height()) == (exact.width(), exact.height())
    shown, wanted = small.toImage(), exact
    for x, y in ((30, 20), (10, 12), (46, 30)):
        one, other = shown.pixelColor(x, y), wanted.pixelColor(x, y)
        assert max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue())) < 40
    assert art.pixmap(record, 60, 2.0).width() == 120
