"""Set-up sheets: every unit with its place, for each scenario in each language; what hides stays hidden."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from qtwar.draw import displaylist as dl
from qtwar.engine.state import State
from qtwar.export import page as pages
from qtwar.export.choices import Choices
from qtwar.export.pdf.writer import pdf_bytes
from qtwar.export.press import make_book
from qtwar.export.setup_sheet import SetupSheet
from qtwar.services import printing
from tests.export.field import field, field_json
from tests.export.words import words_on

SCENARIOS = ("learning", "game_warden", "tet", "zumwalt")


def text_of(book: pages.Book) -> str:
    """What a reader of the PDF file finds in it, blanks and line ends aside."""
    made = PdfReader(io.BytesIO(pdf_bytes(book)))
    return "".join("".join(page.extract_text().split()) for page in made.pages)


def squeeze(words: str) -> str:
    return "".join(words.split())


@pytest.mark.parametrize("language", ["en", "ja", "both"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_sheet_names_every_unit_and_every_place(sealords, scenario, language):
    source = sealords(scenario)
    found = text_of(make_book(source, Choices(language=language, show_map=False)))
    languages = ("en", "ja") if language == "both" else (language,)
    for stand in source.lineup.all:
        for lang in languages:
            if stand.place:
                assert squeeze(source.names.name("c", stand.place, lang)) in found
            for lot in stand.lots:
                assert squeeze(source.names.name("k", str(lot.record["kind"]), lang)) in found
    for lang in languages:
        assert squeeze(source.scenario.name.get(lang)) in found
        for note in source.scenario.special:
            assert squeeze(note.text.get(lang)) in found


def test_units_stand_in_the_row_of_their_place(small):
    book = make_book(small, Choices(show_map=False))
    rows = [node for page in book.pages for node in page.nodes if isinstance(node, pages.dl.Text)]
    place = next(node for node in rows if node.text == "Millbrook 0202")
    names = next(node for node in rows if node.text == "Rifles A Company, Guns")
    assert -6 < names.at[1] - place.at[1] < 25
    assert names.at[0] > place.at[0]


def test_a_side_reads_nothing_of_what_hides_from_it(sealords):
    for scenario in SCENARIOS:
        source = sealords(scenario)
        content = source.content
        hidden = [k for k in content.kinds if k.hidden and k.side == "COM"]
        found = text_of(make_book(source, Choices(side="FW", show_map=False, show_special=False)))
        for kind in hidden:
            assert squeeze(kind.name.en) not in found, (scenario, kind.id)
        own = text_of(make_book(source, Choices(side="COM", show_map=False)))
        shown = {str(lot.record["kind"]) for stand in source.lineup.all for lot in stand.lots}
        assert all(squeeze(k.name.en) in own for k in hidden if k.id in shown)


def _twin(change) -> object:
    data = field_json()
    change(data["scenarios"][0])
    return printing.scenario_source(field(scenarios=data["scenarios"]), "one")


def _swap_hidden(scenario) -> None:
    scenario["setup"][2]["pieces"] = {"raiders": 3}
    scenario["pools"]["BLUE"]["pieces"] = {"raiders": 1}


@pytest.mark.parametrize("layout", ["full", "compact", "checklist"])
def test_two_set_ups_that_differ_in_what_hides_print_alike(small, layout):
    other = _twin(_swap_hidden)
    parts = ("setup-sheet", "counter-sheet", "map")
    for side, same in (("RED", True), ("BLUE", False), ("", False)):
        choices = Choices(what=parts, side=side, layout=layout, map_counters=True, one_sheet=True)
        mine, theirs = (pdf_bytes(make_book(s, choices)) for s in (small, other))
        assert (mine == theirs) is same, side


def position(small, *, blue: tuple[str, str], cup: str) -> State:
    """Rifles in the town, two face-down counters of Blue in 0604, one in the cup, one in Blue's hand."""
    state = State(("RED", "BLUE"), {"scenario": "one"})
    state.vars = {"turn": 2}
    state.active = ["BLUE"]

    def put(piece: str, kind: str, place: str, owner: str, **more) -> None:
        record = {"kind": kind, "at": place, "face": "front", "owner": owner, "back": owner, "attrs": {}}
        state.pieces[piece] = {**record, **more}
        state.places.setdefault(place, []).append(piece)

    put("rifles-1", "rifles", "field:0202", "RED", attrs={"lost": 1})
    put("guns-1", "guns", "@rifles-1", "RED")
    for n, kind in enumerate(blue):
        put(f"{kind}-{n + 1}", kind, "field:0604", "BLUE")
        state.known[f"{kind}-{n + 1}"] = ["BLUE"]
    put("scouts-2" if cup == "scouts" else "raiders-9", cup, "blue_cup", "BLUE")
    put("mine-1", "mine" if cup == "scouts" else "raiders", "blue_hand", "BLUE")
    state.sight = {"blue_cup": ["count", "BLUE"], "blue_hand": ["owner", "BLUE"]}
    return state


def game(small, **what):
    from dataclasses import replace

    return replace(small, position=position(small, **what), name="The game")


def test_two_games_that_differ_in_what_hides_print_alike(small):
    one = game(small, blue=("scouts", "raiders"), cup="scouts")
    two = game(small, blue=("raiders", "raiders"), cup="raiders")
    choices = Choices(what=("situation", "map", "oob", "log"), map_counters=True, one_sheet=True)
    for side, same in (("RED", True), ("BLUE", False), ("", False)):
        from dataclasses import replace

        chosen = replace(choices, side=side)
        assert (pdf_bytes(make_book(one, chosen)) == pdf_bytes(make_book(two, chosen))) is same, side


def test_the_situation_lets_players_rebuild_it(small):
    source = game(small, blue=("scouts", "raiders"), cup="scouts")
    referee = text_of(make_book(source, Choices(what=("situation",))))
    for words in ("Millbrook 0202", "Rifles A Company", "steps lost: 1", "inside Rifles", "0604", "Scouts", "face down",
                  "Turn 2 of 4", "To act: Blue", "Blue cup"):  # fmt: skip
        assert squeeze(words) in referee, words
    red = text_of(make_book(source, Choices(what=("situation",), side="RED")))
    assert squeeze("2 face-down counters (Blue)") in red
    assert "Scouts" not in red
    assert squeeze("Blue hand") not in red
    japanese = text_of(make_book(source, Choices(what=("situation",), language="ja")))
    assert squeeze("第2ターン") in japanese


def test_zones_are_said_in_words_and_marked_on_the_map(small):
    book = make_book(small, Choices())
    said = "\n".join(words_on(page) for page in book.pages)
    assert "Wood" in said
    assert "at most 1 a cell" in said
    picture = next(n for n in book.pages[0].nodes if isinstance(n, pages.dl.Group) and n.name == "map picture")
    signs = [
        n.text for n in pages.texts(picture.children) if isinstance(n, pages.dl.Text) and n.text in ("1", "A", "Z1")
    ]
    assert sorted(signs) == ["1", "A", "Z1"]


def test_a_deck_is_a_pile_and_not_fifty_cards(small):
    data = field_json()
    card = {"size": [252, 352], "front": [{"box": {"fill": "#f2e8cb"}}], "back": [{"box": {"fill": "#56633a"}}]}
    data["counters"]["templates"]["card"] = card
    data["kinds"].append(
        {"id": "order", "name": {"en": "Order", "ja": "命令"}, "class": "card", "template": "card", "attrs": {}}
    )
    data["scenarios"][0]["setup"].append(
        {"id": "deck", "side": "RED", "pieces": {"order": 48}, "where": {"box": ["red_reserve"]}, "rule": "3.1"}
    )
    source = printing.scenario_source(field(**data), "one")
    book = make_book(source, Choices(show_map=False))
    assert "48 × Order" in "\n".join(words_on(page) for page in book.pages)
    assert "×48" in "\n".join(words_on(page) for page in book.pages)
    wide = [
        n.transform[0] * 252 for p in book.pages for n in p.nodes if isinstance(n, dl.Group) and n.name == "counter"
    ]
    assert min(wide) == pytest.approx(1.6 * 11.0)  # mm: a card beside counters, not one of them blown up


def test_the_checklist_counts_every_counter_by_formation(small):
    book = make_book(small, Choices(layout="checklist"))
    said = "\n".join(words_on(page) for page in book.pages)
    for words in ("First Brigade", "3 ×", "Rifles", "Turn 2: Red reserve", "Blue cup"):
        assert words in said, words


def test_an_empty_scenario_is_printed_and_said_to_be_empty():
    data = field_json()
    data["scenarios"] = [{"id": "one", "name": {"en": "Nothing", "ja": "無"}}]
    book = make_book(printing.scenario_source(field(**data), "one"), Choices())
    assert book.pages
    assert [p.words for p in book.problems] == ["Nothing sets nothing up, so its sheet holds no counters."]


def test_missing_letters_are_named_with_their_font():
    data = field_json()
    data["scenarios"][0]["about"] = {"en": "Helicopters \U0001f681 land.", "ja": "着陸"}
    book = make_book(printing.scenario_source(field(**data), "one"), Choices())
    assert any("U+1F681" in p.words and "Inter" in p.words and p.page == 0 for p in book.problems)


def test_options_and_turns_are_on_the_sheet(small):
    said = "\n".join(words_on(page) for page in make_book(small, Choices()).pages)
    for words in ("Fog", "Turn track", "No retreat from the town.", "Red wins by holding the town.", "Reinforcements"):
        assert words in said, words
    without = Choices(show_special=False, show_reinforcements=False)
    said = "\n".join(words_on(page) for page in make_book(small, without).pages)
    assert "Turn track" not in said
    assert "No retreat" not in said


def test_pages_are_chosen_by_number(sealords):
    every = make_book(sealords(), Choices(show_map=False))
    two = make_book(sealords(), Choices(show_map=False, pages="2, 4-"))
    assert len(two.pages) == len(every.pages) - 2
    assert words_on(two.pages[0]) == words_on(every.pages[1])
    assert all(0 <= mark.page < len(two.pages) for mark in two.bookmarks)


def test_a_map_that_can_not_be_drawn_costs_the_map_alone(qapp):
    data = field_json()
    data["style"] = {"boards": {"field": [{"painter": "nobody"}]}}
    book = make_book(printing.scenario_source(field(**data), "one"), Choices(what=("setup-sheet", "tables")))
    assert "Rifles" in "\n".join(words_on(page) for page in book.pages)
    assert len([p for p in book.problems if "There is no painter 'nobody'" in p.words]) == 2


def test_lines_that_say_the_same_are_one_row(small):
    data = field_json()
    lines = data["scenarios"][0]["setup"]
    lines.insert(2, {**lines[1], "id": "r3", "pieces": {"guns": 1}, "rule": "10.7"})
    book = make_book(printing.scenario_source(field(**data), "one"), Choices(show_map=False))
    said = "\n".join(words_on(page) for page in book.pages)
    assert said.count("at most 1 a cell") == 1
    assert "10.2, 10.7" in said
    assert "2 × Rifles, Guns" in said


@pytest.mark.parametrize(("language", "dates"), [("en", "30 Jun-4 Jul"), ("ja", "6月30日–7月4日")])
def test_turns_bear_the_dates_of_the_scenario(qapp, language, dates):
    source = printing.open_source("campaigns_of_robert_e_lee/gettysburg_1863")
    choices = Choices(what=("setup-sheet",), language=language, show_map=False)
    said = "\n".join(words_on(page) for page in make_book(source, choices).pages)
    assert said.count(dates) == 2  # where something arrives, and on the turn track
    record = Choices(what=("map",), language=language, board="records", scale=0)
    assert dates in "\n".join(words_on(page) for page in make_book(source, record).pages)


@pytest.mark.parametrize("language", ["en", "both"])
def test_the_turn_track_has_no_page_to_itself(qapp, language):
    data = field_json()
    scenario = data["scenarios"][0]
    scenario["setup"], scenario["reinforcements"], scenario["turns"] = [], [], 5
    cells = [f"{column:02}{row:02}" for row in range(1, 5) for column in range(1, 7)]
    counts = set()
    for n in range(1, len(cells) + 1, 2):
        scenario["quick"] = [{"at": f"field:{cell}", "pieces": {"rifles": 1}} for cell in cells[:n]]
        book = make_book(printing.scenario_source(field(**data), "one"), Choices(language=language, show_special=False))
        counts.add(len(book.pages))
        assert len(book.pages) == 1 or "Scouts" in words_on(book.pages[-1]), f"{n} counters"
    assert counts == {1, 2}, "the map gives way, and no more"


@pytest.mark.parametrize(("language", "head"), [("en", "Turn track · Victory"), ("ja", "ターン記録 · 勝利条件")])
def test_turn_track_and_victory_conditions_share_the_room_where_that_saves_a_sheet(qapp, monkeypatch, language, head):
    data = field_json()
    scenario = data["scenarios"][0]
    scenario["turns"] = 8

    def made(notes):
        scenario["special"] = [{"text": {"en": f"Note {n}.", "ja": f"注{n}。"}} for n in range(notes)]
        return make_book(printing.scenario_source(field(**data), "one"), Choices(language=language, show_map=False))

    saved = []
    for notes in range(2, 40):
        book = made(notes)
        with monkeypatch.context() as patched:
            patched.setattr(SetupSheet, "_ends", lambda sheet, ends=SetupSheet._ends: [next(ends(sheet))])
            apart = made(notes)
        if head in [mark.words for mark in book.bookmarks]:
            saved.append(len(apart.pages) - len(book.pages))
            said = "\n".join(words_on(page) for page in book.pages)
            for words in (*head.split(" · "), "Red wins by" if language == "en" else "赤軍の勝利です。"):
                assert words in said, words
        else:
            assert len(book.pages) == len(apart.pages), "apart where nothing is saved"
    assert set(saved) == {1}
