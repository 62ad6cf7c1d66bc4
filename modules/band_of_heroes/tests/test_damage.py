"""Damage by rule number: checks, shaken and wounded units, casualties, heroes (5.1, 11.2, 13.82, 13.93)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modules.band_of_heroes.rules import fire, harm
from modules.band_of_heroes.rules.fire import Circumstances
from modules.band_of_heroes.tests.conftest import Game

Make = Callable[..., Game]
NOW = Circumstances()


def reaches(game: Game, piece: str, target: str, when: Circumstances = NOW) -> bool:
    return fire.reaches(game.table(), piece, game.place(target), when)


def attack(g: Game, dice: list[int], *, pieces: list[str], cell: str) -> Game:
    return g.act("us", "fire", dice, pieces=pieces, cell=cell)


@pytest.mark.parametrize(
    ("unit", "check", "result"),
    [
        ("fj_squad_rifle_1=F4", 6, "no_effect"),
        ("fj_squad_rifle_1=F4", 7, "shaken"),
        ("fj_squad_rifle_1=F4", 12, "casualty"),
        ("fj_squad_rifle_1=F4/shaken", 7, "casualty"),
        ("fj_squad_rifle_1=F4/shaken", 12, "eliminated"),
        ("weiss=F4", 7, "shaken"),
        ("weiss=F4", 12, "wounded"),
        ("weiss=F4/shaken", 7, "wounded"),
        ("hero-amsel=F4", 7, "wounded"),
        ("hero-amsel=F4", 18, "eliminated"),
    ],
)
def test_tab_dft_bands_and_columns(game: Make, unit: str, check: int, result: str) -> None:
    name, at = unit.split("=")
    g = game(**{name: at})
    piece = next(iter(p for p in g.state.pieces))
    assert harm.verdict(g.table(), piece, check) == result


def test_5_1a_a_shaken_unit_neither_fires_nor_spots(game: Make) -> None:
    g = game(us_para_squad_1="A6/shaken", m1919a6_1="@us-para-squad-1", fj_squad_rifle_1="C6")
    assert not reaches(g, "us-para-squad-1", "C6")
    assert not reaches(g, "m1919a6-1", "C6")
    assert g.ask("us", "fire") is None
    assert g.ask("us", "spot") is None


def test_5_1b_heroes_are_never_shaken(game: Make) -> None:
    g = game(**{"hero-cobb": "F4"})
    t = g.table()
    assert {harm.verdict(t, "hero-cobb", n) for n in range(1, 30)} == {"no_effect", "wounded", "eliminated"}


def test_5_1c_casualties_reduce_squads_and_eliminate_the_rest(game: Make) -> None:
    g = game(us_para_squad_1="C6", us_para_half_1="C6", us_50cal_1="A6")
    t = g.table()
    for unit in ("us-para-squad-1", "us-para-half-1", "us-50cal-1"):
        harm.casualty(t, unit)
    assert g.state.pieces["us-para-squad-1"]["kind"] == "us_para_half"
    assert g.face("us-para-squad-1") == "back"
    assert g.at("us-para-half-1") == g.at("us-50cal-1") == "us_lost"
    assert g.state.sides["us"]["steps_lost"] == 1 + 1 + 2


def test_13_82_and_13_93_a_die_tells_which_half_squad_is_left(game: Make) -> None:
    for die, kind in ((2, "wehrmacht_half_even"), (5, "wehrmacht_half_odd")):
        g = game(wehrmacht_squad_1="F4")
        harm.casualty(g.table([die]), "wehrmacht-squad-1")
        assert g.state.pieces["wehrmacht-squad-1"]["kind"] == kind
    for die, kind in ((4, "us_glider_half_even"), (1, "us_glider_half_odd")):
        g = game(us_glider_squad_1="F4")
        harm.casualty(g.table([die]), "us-glider-squad-1")
        assert g.state.pieces["us-glider-squad-1"]["kind"] == kind


def test_5_1d_a_wound_costs_morale_and_leadership_and_a_second_kills(game: Make) -> None:
    from modules.band_of_heroes.rules.facts import leadership, morale

    g = game(whitcomb="F4")
    t = g.table()
    harm.wound(t, "whitcomb")
    assert g.face("whitcomb") == "back"
    assert morale(t, "whitcomb") == 6 - 1
    assert leadership(t, "whitcomb") == 2 - 1
    harm.wound(t, "whitcomb")
    assert g.at("whitcomb") == "us_lost"


@pytest.mark.parametrize(("option", "lm"), [(False, 0), (True, -1)])
def test_5_1d_leadership_below_zero_is_an_option(game: Make, option: bool, lm: int) -> None:
    from modules.band_of_heroes.rules.facts import leadership

    g = game(options={"wounded_leader_below_zero": option}, medrow="F4/shaken/wounded")
    assert leadership(g.table(), "medrow") == lm


def test_5_1e_a_natural_one_may_make_a_hero(game: Make) -> None:
    place = {"us_para_squad_1": "A6", "fj_squad_rifle_1": "C6", "card-steady": "skill_deck"}
    g = attack(game(**place), [6, 1, 1, 2], pieces=["us-para-squad-1"], cell="C6")
    hero = g.note("note.hero")["piece"]["p"]
    assert g.at(hero) == "C6"
    assert g.state.at(f"@{hero}") == ["card-steady"]
    g = attack(game(**place), [6, 1, 1, 3], pieces=["us-para-squad-1"], cell="C6")
    assert "note.no_hero" in g.notes()


def test_5_1e_only_squads_and_half_squads_make_heroes(game: Make) -> None:
    g = game(us_para_squad_1="A6", weiss="C6")
    attack(g, [6, 1, 1], pieces=["us-para-squad-1"], cell="C6")
    assert not {"note.hero", "note.no_hero"} & set(g.notes())


def test_11_2a_a_new_hero_bears_his_parents_markers(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6/fired", medic_german_1="H7")
    attack(g, [6, 1, 1, 2], pieces=["us-para-squad-1"], cell="C6")
    assert g.marks(g.note("note.hero")["piece"]["p"]) == ["fired"]


def test_11_2a_a_hero_without_room_goes_next_door(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A6", fj_squad_rifle_1="C6", weiss="C6", medic_german_1="C6")
    attack(g, [6, 6, 3, 1, 2, 3], pieces=["us-para-squad-1", "us-para-squad-2"], cell="C6")
    hero = g.note("note.hero")["piece"]["p"]
    assert g.active == ["german"]
    g.act("german", "aside", [3], pieces=[hero], cell="B6")
    assert g.at(hero) == "B6"
