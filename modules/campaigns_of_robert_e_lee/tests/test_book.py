"""The worked examples of the rulebook on the table, die for die (10.7, 10.12, 10.67, 14.32b1)."""

from __future__ import annotations

from typing import Any

from modules.campaigns_of_robert_e_lee.tests.conftest import Game, attack, force

LEE_AT, HANCOCK_AT, MEADE_AT, REYNOLDS_AT, ANDERSON_AT = "0210", "0310", "0311", "0211", "0106"
LEE, ANDERSON = "csa-lee-1", "csa-r-h-anderson-1"
MEADE, HANCOCK, REYNOLDS = "union-meade-1", "union-hancock-1", "union-reynolds-1"


def example(**more: Any) -> Game:
    """The position of 10.7: Lee, attacked by three corps out of three hexes, Anderson 5 hexes away; all in clear terrain."""
    lee = ["cavalry_2_1"] * 4 + ["infantry_4_2"] * 9 + ["infantry_1_2"]
    anderson = ["cavalry_2_1"] * 2 + ["infantry_2_1"] * 7
    meade = ["cavalry_1_2"] * 4 + ["infantry_6_2"] * 3 + ["infantry_4_2"] * 2
    hancock = ["cavalry_2_2"] + ["infantry_6_2"] * 4
    reynolds = ["cavalry_2_2"] + ["infantry_6_2"] * 6 + ["infantry_4_2"]
    return Game(
        force(LEE, LEE_AT, "army1", lee, ml=4, ap=5, ammo=5, artillery=4),
        force(ANDERSON, ANDERSON_AT, "l1", anderson, ml=4, ap=2, ammo=3, artillery=1),
        force(MEADE, MEADE_AT, "l1", meade, ml=2, ap=4, ammo=4, artillery=4),
        force(HANCOCK, HANCOCK_AT, "l2", hancock, ml=2, ap=3, ammo=4, artillery=4),
        force(REYNOLDS, REYNOLDS_AT, "l3", reynolds, ml=2, ap=4, ammo=4, artillery=3),
        *(attack("union", at, LEE_AT) for at in (HANCOCK_AT, MEADE_AT, REYNOLDS_AT)),
        **more,
    ).run(("combats", {"side": "union"}))


def reinforced(**more: Any) -> Game:
    """Anderson has come to Lee's help by Lee's own rating, and Lee stands."""
    g = example(**more)
    assert g.ask("csa", "react")["pieces"] == [ANDERSON]
    g.act("csa", "react", pieces=[ANDERSON]).act("csa", "borrow", pieces=[LEE])
    g.act("csa", "roll_reaction", dice=[5])
    assert LEE_AT in [at.partition(":")[2] for at in g.ask("csa", "react_join")["cells"]]
    return g.act("csa", "react_join", cell=LEE_AT)


def fire(g: Game, dice: tuple[int, int]) -> list[dict[str, Any]]:
    """Pay all on both sides and roll; returns the two lines of the log."""
    g.act("union", "pay_all").act("csa", "pay_all", dice=[*dice])
    return [g.note("note.fire", 0), g.note("note.fire", 1)]


def test_10_7_anderson_reacts_with_lees_rating() -> None:
    g = reinforced()
    assert g.track("csa-army1", "ap") + g.track("csa-l1", "ap") == 5 + 2 - 2  # the rating and the order to combine
    assert g.at(ANDERSON) == "csa-army1"  # one force with the army's


def test_10_7_reaction_fails_above_the_rating() -> None:
    g = example().act("csa", "react", pieces=[ANDERSON])
    g.act("csa", "roll_reaction", dice=[4])  # his own rating is 3
    assert g.at(ANDERSON) == ANDERSON_AT
    assert "note.reaction_failed" in g.notes()


def test_10_7_worked_example_on_the_table() -> None:
    g = reinforced().act("csa", "stand")
    told = []
    for at, dice in ((HANCOCK_AT, (2, 2)), (MEADE_AT, (2, 2))):
        g.act("union", "attack_from", cell=at)
        told += fire(g, dice)
    told += fire(g, (4, 2))  # the last stack follows by itself
    assert [(line["column"], line["drm"]) for line in told] == [
        ("21-28", "+9"), ("67-85", "+13"), ("38-47", "+9"), ("58-66", "+13"), ("48-57", "+7"), ("48-57", "+13"),
    ]  # fmt: skip
    assert [line["n"] for line in told] == [26, 63, 30, 63, 42, 63]


def test_10_7_ammunition_of_the_example() -> None:
    g = reinforced().act("csa", "stand").act("union", "attack_from", cell=HANCOCK_AT)
    before = {box: g.track(box, "ammo") for box in ("csa-army1", "csa-l1", "union-l1", "union-l2", "union-l3")}
    fire(g, (2, 2))
    spent = {box: n - g.track(box, "ammo") for box, n in before.items()}
    assert spent == {"csa-army1": 2, "csa-l1": 1, "union-l1": 0, "union-l2": 2, "union-l3": 0}
    g.act("union", "attack_from", cell=MEADE_AT)
    fire(g, (2, 2))
    assert before["csa-army1"] - g.track("csa-army1", "ammo") == 3  # the general point lasts, artillery is paid again (10.12a)


def test_10_12a_one_payment_for_all_replies_by_the_option() -> None:
    g = reinforced(options={"ammo_per_combined_attack": True}).act("csa", "stand").act("union", "attack_from", cell=HANCOCK_AT)
    fire(g, (2, 2))
    left = g.track("csa-army1", "ammo")
    g.act("union", "attack_from", cell=MEADE_AT)
    fire(g, (2, 2))
    assert g.track("csa-army1", "ammo") == left
    assert g.note("note.fire", 1)["drm"] == "+13"
