"""The worked examples of the book, die for die; pictures beyond our maps stand on a board made for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from modules.front_toward_enemy.rules import sight, title
from modules.front_toward_enemy.tests.conftest import MODULE, Game
from qtwar.kit import testing
from qtwar.kit.content import Content
from qtwar.model.grid import make_grid
from qtwar.model.load import load

Make = Callable[..., Game]
GRID = {
    "kind": "hex", "columns": 63, "rows": 24, "orientation": "flat", "offset": "odd", "numbering": {"pattern": "CC.RR"},
    "cell_mm": 25,
}  # fmt: skip
TERRAIN = {
    "19.17": "jungle", "22.17": "jungle", "23.18": "rice_paddy", "23.19": "rice_paddy", "23.21": "rice_paddy",
    "20.19": "jungle", "21.19": "jungle",
}  # fmt: skip
HIGH = ("60.18", "59.19", "60.19", "59.20", "59.18", "58.18", "58.19")
SLOPES = ("19.19|20.19", "21.17|22.17")
TRAIL = ["19.17", "19.18", "19.19", "20.19"]


@cache
def pictures() -> Content:
    """The content with the hexes of the book's pictures: trail, slopes, jungle and paddies of 6.6, the two pictures of 7.3.2."""
    data: dict[str, Any] = load(MODULE).rules_json()
    grid = make_grid(GRID)
    level = {c: 1 if c in HIGH else 0 for c in grid.cells()}
    sides = list(SLOPES)
    for a in HIGH:
        sides += ["|".join(sorted((a, b))) for b in grid.neighbours(a) if not level[b]]
    board = next(b for b in data["boards"] if b["id"] == "tan_loi")
    board.update(
        grid=GRID, terrain={c: TERRAIN.get(c, "clear") for c in grid.cells()}, elevation=level, areas=[], features={}, labels=[],
        edges=[{"kind": "slope", "sides": sides}], paths=[{"kind": "trail", "cells": TRAIL}],
    )  # fmt: skip
    for scenario in data["scenarios"]:
        scenario["attrs"].pop("in_play", None)
    return Content(data)


def picture(**pieces: str) -> testing.Game:
    """Return a game on the pictures' board, the US to act with a hex."""
    placed = {"chit_us-8": "cup", "us_medic-3": "01.01", **{k.replace("__", "-"): v for k, v in pieces.items()}}
    return testing.Game(
        title(pictures()), "frago_1_cordon_tan_loi", phase="activate", args={"side": "US"}, values={"turn": 2}, pieces=placed
    )


def cost(game: testing.Game, piece: str, to: str, mode: str) -> float | None:
    cells = game.query("US", f"reach_{mode}", pieces=[piece])["cells"]
    return cells.get(f"tan_loi:{to}", {}).get("cost")


def test_6_6_movement_example_of_the_book() -> None:
    g = picture(us_ft__1="19.17", us_ft__2="21.17")
    assert [cost(g, "us_ft-1", to, "move") for to in ("19.18", "19.19")] == [1, 2]
    g.act("US", "hex", cell="19.17").act("US", "move", pieces=["us_ft-1"], path=["19.18", "19.19", "20.19"])
    last = g.note("note.enters")
    assert (last["cost"], g.note("note.points_left")["left"]) == (3, 0), "the trail 1, the slope 2: all five are spent"
    g = picture(us_ft__2="21.17").act("US", "hex", cell="21.17")
    g.act("US", "fast", pieces=["us_ft-2"], path=["22.17", "23.18", "23.19", "23.20", "22.20"])
    spent = [e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.enters"]
    assert [n["cost"] for n in spent] == [4, 1.5, 1.5, 1, 1]
    left = [e["args"]["left"] for e in g.events if e["e"] == "note" and e["key"] == "note.points_left"]
    assert left == [5, 3.5, 2, 1, 0], "8 of 9 in 23.20"
    g = picture(us_ft__2="21.17").act("US", "hex", cell="21.17")
    assert g.refused("US", "fast", pieces=["us_ft-2"], path=["22.17", "23.18", "23.19", "23.20", "23.21"]) == "6.4"


def test_7_3_2_all_nine_lines_of_the_book() -> None:
    g = picture()
    table = g.table()

    def clear(a: str, b: str) -> bool:
        return sight.line(table, f"tan_loi:{a}", f"tan_loi:{b}").blocked is None

    assert clear("20.20", "20.19"), "adjacent"
    assert clear("20.20", "19.19"), "along a side of which one hex blocks"
    assert not clear("20.20", "22.18"), "through 21.19"
    assert clear("62.19", "60.18"), "the slope is a side of the high hex"
    assert not clear("62.19", "59.19")
    assert clear("60.20", "59.20")
    assert clear("60.20", "60.19")
    assert not clear("60.20", "59.19"), "over a corner"
    assert not clear("60.20", "60.18")


def test_7_4_fire_example_of_the_book(game: Make) -> None:
    """The fire team needs 3 and misses with 5; the mortar, spotted for, needs 3 and hits with 3; 1 is a KIA for 3 points."""
    g = game(us_ldr_1="02.03", us_ft_1="02.03", us_mortar_1="08.03", nva_ft_1="02.02")
    # the mortar has no line: jungle and grass lie between; the leader beside the target spots for it
    g = game(us_ldr_1="03.03", us_ft_1="03.03", us_mortar_1="05.03", nva_ft_1="02.02")
    g.act("US", "lead", pieces=["us_ldr-1"])
    g.act("US", "fire", dice=[5], pieces=["us_ft-1"], cell="02.02")
    assert g.note("note.shot_detail")["value"] == 4
    assert g.note("note.shot_detail")["drm"] == "+1", "needs 3: jungle +2, adjacent -1"
    assert "note.miss" in g.notes()
    g.act("US", "fire", dice=[3, 1], pieces=["us_mortar-1"], cell="02.02")
    assert [m["key"] for m in g.note("note.shot_detail")["modifiers"]] == ["drm.indirect"], "needs 3: indirect +1"
    assert g.face("nva_ft-1") == "back"
    assert g.state.at("@nva_ft-1") == []
    assert [g.state.pieces[p]["kind"] for p in g.state.at("tan_loi:02.02")] == ["nva_ft", "kia"]
    assert g.vp() == (3, 0)
    g.act("US", "end")
    assert g.attr("us_ft-1", "done")
    assert g.attr("us_mortar-1", "done")


def test_8_0_assault_example_of_the_book(game: Make) -> None:
    """Checks 1 and 3; US 5 misses, NVA 2 hits, 5 breaks; US 10, NVA 6 miss; US 2 hits, 8 suppresses; NVA 2, 9, check 3."""
    g = game(us_ldr_1="03.04", us_ft_1="03.03", us_ft_2="02.03", nva_ft_1="02.02/concealed")
    g.act("US", "lead", pieces=["us_ldr-1"])
    g.act("US", "assault", pieces=["us_ft-2", "us_ft-1"], cell="02.02")
    while g.step == "opportunity":
        g.act("NVA_VC", "let_pass", dice=[1, 3])
    assert (g.step, g.active) == ("assault", ["US"])
    seen = g.ask("US", "strike")["pieces"]
    assert seen[0].startswith("~"), "concealed in round 1"
    g.act("US", "strike", pieces=[seen[0], "us_ft-2", "us_ft-1"])
    g.act("NVA_VC", "strike", pieces=["us_ft-1", "nva_ft-1"], dice=[5, 2, 5])
    assert "note.miss" in g.notes()
    assert g.attr("us_ft-1", "state") == "broken"
    while g.step in ("retreat", "opportunity"):
        side = g.active[0]
        if g.step == "retreat":
            g.act(side, "retreat", cell=g.ask(side, "retreat")["cells"][0])
        else:
            g.act(side, "let_pass")
    assert not g.concealed("nva_ft-1"), "step 7"
    g.act("US", "strike", pieces=["nva_ft-1", "us_ft-2"])
    g.act("NVA_VC", "strike", pieces=["us_ft-2", "nva_ft-1"], dice=[10, 6])
    assert g.notes().count("note.miss") == 2
    g.act("US", "strike", pieces=["nva_ft-1", "us_ft-2"])
    g.act("NVA_VC", "strike", pieces=["us_ft-2", "nva_ft-1"], dice=[2, 8, 2, 9, 3])
    assert g.attr("nva_ft-1", "state") == "suppressed"
    assert g.attr("us_ft-2", "state") is None
    assert g.at("us_ft-2") == "02.03"
    assert g.attr("us_ft-2", "done")
    assert g.step == "activate"
