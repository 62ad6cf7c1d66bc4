"""Trips with waypoints: flights round Cambodia, collecting and landing on the way, lights after a waypoint (7.2, 8.6-8.10)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from modules.sealords.rules.ground import ground
from modules.sealords.tests.ops import Ops
from qtwar.kit.content import split


def reach(g: Ops, pieces: str, path: str = "", **stops: dict[str, str]) -> dict[str, Any]:
    """Ask what is lit for units in hand after the squares of a path, some landed or collected on it."""
    args: dict[str, Any] = {"pieces": pieces.split()}
    if path:
        args["path"] = path.split()
    for key, found in stops.items():
        args[key] = {f"delta:{at}": ids.split() for at, ids in found.items()}
    answer: dict[str, Any] = g.query(g.active[0], "reach", **args)
    return answer


def lit(answer: dict[str, Any], mark: str = "") -> set[str]:
    return {p.removeprefix("delta:") for p, at in answer["cells"].items() if not mark or at["mark"] == mark}


def crossed(g: Ops, path: list[str]) -> set[str]:
    """Return the countries that lie under a flight of straight legs."""
    map_ = ground(g.runner.title.content)
    line = map_.board.grid.line
    legs = pairwise(path)
    return {map_.country[map_.board.place(c)] for a, b in legs for c in line(split(a)[1], split(b)[1])}


HELI = "us-helicopter-battalion-1"


def test_8_6_a_flight_goes_round_cambodia(ops: Callable[..., Ops]) -> None:
    g = ops(us_helicopter_battalion_1="1305")
    way = reach(g, HELI)["cells"]["delta:2405"]["path"]
    assert crossed(g, ["delta:1305", "delta:2405"]) == {"south_vietnam", "cambodia"}, "the Parrot's Beak is between"
    assert crossed(g, way) == {"south_vietnam"}
    assert reach(g, HELI)["cells"]["delta:2106"]["path"] == ["delta:1305", "delta:2106"]
    g.go("FW", HELI, "1305 2405")
    assert g.at(HELI) == "2405"
    assert crossed(g, ["delta:1305", *(e["to"] for e in g.events if e["e"] == "piece.moved")]) == {"south_vietnam"}


def test_8_6_a_waypoint_in_cambodia_is_refused(ops: Callable[..., Ops]) -> None:
    g = ops(us_helicopter_battalion_1="1305")
    assert g.refused_go("FW", HELI, "1305 2105 2405") == "21.1"
    assert "2105" not in lit(reach(g, HELI))


def test_26_10_after_the_invasion_flights_are_straight(ops: Callable[..., Ops]) -> None:
    g = ops(us_helicopter_battalion_1="1305", us_pbr_1="2015")
    g.state.vars["cambodia_open"] = 1
    assert reach(g, HELI)["cells"]["delta:2405"]["path"] == ["delta:1305", "delta:2405"]


def test_21_3_a_regional_force_is_flown_round_even_then(ops: Callable[..., Ops]) -> None:
    g = ops(us_helicopter_battalion_1="1305", arvn_regional_force_battalion_1="1305")
    g.state.vars["cambodia_open"] = 1
    both = f"{HELI} arvn-regional-force-battalion-1"
    assert crossed(g, reach(g, both)["cells"]["delta:2405"]["path"]) == {"south_vietnam"}
    assert g.refused_go("FW", both, "1305 2105 2405") == "21.3"


def test_8_6_a_reaction_flies_round_cambodia_too(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_pbr_1="2504", us_pbr_2="2504", us_logistical_base_1="1305", us_helicopter_battalion_1="1305",
        com_local_force_battalion_1="2405", com_sapper_company_1="2405",
    )  # fmt: skip
    g.go("FW", "us-pbr-1 us-pbr-2", "2504 2405")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire")
    answer = reach(g, HELI)
    assert lit(answer) == {"2405"}
    assert crossed(g, answer["cells"]["delta:2405"]["path"]) == {"south_vietnam"}
    assert g.refused("FW", "react", pieces=[HELI], path=["delta:1305", "delta:2105", "delta:2405"]) == "21.1"


def test_21_1_1_note_helicopters_fetch_companies_from_cambodia_by_option(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {"us_helicopter_battalion_1": "1406", "us_special_forces_company_1": "1402"}
    closed = ops(**where)
    assert closed.refused_go("FW", HELI, "1406 1402 1406", join={"1402": "us-special-forces-company-1"}) == "21.1"
    assert "1402" not in lit(reach(closed, HELI))
    g = ops(options={"sf_helicopter_cambodia": True}, **where)
    assert "1402" in lit(reach(g, HELI), "pass"), "over the border only to collect"
    assert g.refused_go("FW", HELI, "1406 1402 1406") == "21.1"
    after = reach(g, f"{HELI} us-special-forces-company-1", "1406 1402", join={"1402": "us-special-forces-company-1"})
    assert "1506" in lit(after, "end")
    g.go("FW", HELI, "1406 1402 1506", join={"1402": "us-special-forces-company-1"})
    assert g.at("us-special-forces-company-1") == "1506"


def test_8_6_a_flight_turns_up_nothing_on_its_way(ops: Callable[..., Ops]) -> None:
    g = ops(us_helicopter_battalion_1="2015", com_ambush_1="2016", com_cadre_1="2116", com_ulc_1="1304")
    g.go("FW", HELI, "2015 2016 2116 2117")
    assert (g.at(HELI), g.active) == ("2117", ["COM"])
    assert not any(g.state.knows("FW", p) for p in ("com-ambush-1", "com-cadre-1"))


# -- 8.9 ----------------------------------------------------------------------------------------------


def test_8_9_helicopters_of_a_boat_force_collect_on_the_way(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_helicopter_battalion_1="2015", us_infantry_battalion_1="2016")
    force = f"us-pbr-1 {HELI}"
    assert reach(g, force)["join"] == {"delta:2016": ["us-infantry-battalion-1"]}
    after = reach(g, f"{force} us-infantry-battalion-1", "2015 2016", join={"2016": "us-infantry-battalion-1"})
    assert after["cells"]["delta:2116"]["path"] == ["delta:2016", "delta:2116"]
    assert after["cost"] == {"cp": 6}
    g.go("FW", force, "2015 2016 2116 2117", join={"2016": "us-infantry-battalion-1"})
    assert {g.at(p) for p in ("us-pbr-1", HELI, "us-infantry-battalion-1")} == {"2117"}
    assert g.num("FW", "cp") == 20 - 2 - 2 - 2


def test_8_9_helicopters_of_a_boat_force_collect_beside_the_way(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_helicopter_battalion_1="2015", us_infantry_battalion_1="0511")
    g.go("FW", f"us-pbr-1 {HELI}", "2015 2016 2116", join={"0511": "us-infantry-battalion-1"})
    assert {g.at(p) for p in ("us-pbr-1", HELI, "us-infantry-battalion-1")} == {"2116"}


def test_8_9_who_is_collected_stops_with_the_boats_and_fights(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_pbr_1="2015", us_helicopter_battalion_1="2015", us_infantry_battalion_1="0511",
        com_local_force_battalion_1="2016", com_sapper_company_1="2016",
    )  # fmt: skip
    g.go("FW", f"us-pbr-1 {HELI}", "2015 2016 2116", join={"0511": "us-infantry-battalion-1"})
    assert (g.shown, g.at("us-infantry-battalion-1")) == ("recon", "2016")


def test_8_9_one_transport_does_not_mix_boats_and_helicopters(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_atc_1="2015", us_infantry_battalion_1="2015", us_helicopter_detachment_1="2015", us_special_forces_company_1="2016",
    )  # fmt: skip
    force = "us-atc-1 us-infantry-battalion-1 us-helicopter-detachment-1"
    assert reach(g, force)["join"] == {}
    assert g.refused_go("FW", force, "2015 2016 2116", join={"2016": "us-special-forces-company-1"}) == "8.9"


def test_8_9_boats_alone_collect_nobody(ops: Callable[..., Ops]) -> None:
    g = ops(us_atc_1="2015", us_infantry_battalion_1="2016")
    assert reach(g, "us-atc-1")["join"] == {}
    assert g.refused_go("FW", "us-atc-1", "2015 2016 2116", join={"2016": "us-infantry-battalion-1"}) == "8.9"


def test_8_9_each_carrier_transports_once(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_helicopter_battalion_1="1914", us_infantry_battalion_1="1914", us_infantry_battalion_2="2015",
        us_special_forces_company_1="2015", us_mechanized_battalion_1="2015",
    )  # fmt: skip
    force = f"{HELI} us-infantry-battalion-1"
    landed = {"land": {"1617": "us-infantry-battalion-1"}}
    assert reach(g, HELI, "1914 1617", **landed)["join"] == {}, "the battalion has carried once"
    for more in ("us-infantry-battalion-2", "us-mechanized-battalion-1"):
        assert g.refused_go("FW", force, "1914 1617 2015 2016", join={"2015": more}, **landed) == "8.9"
    # Collected before anybody is landed, two share it.
    g.go("FW", force, "1914 2015 1617 2016", join={"2015": "us-infantry-battalion-2"}, **landed)
    assert (g.at("us-infantry-battalion-1"), g.at("us-infantry-battalion-2")) == ("1617", "2016")


def test_8_9_collecting_in_a_reaction_is_lit(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_pbr_1="2015", us_pbr_2="2015", us_logistical_base_1="1914", us_helicopter_battalion_1="1914",
        us_infantry_battalion_1="1617", com_local_force_battalion_1="2016", com_sapper_company_1="2016",
    )  # fmt: skip
    g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire")
    answer = reach(g, HELI)
    assert (lit(answer, "enemy"), lit(answer, "pass")) == ({"2016"}, {"1617"})
    join = {"1617": "us-infantry-battalion-1"}
    assert lit(reach(g, f"{HELI} us-infantry-battalion-1", "1914 1617", join=join)) == {"2016"}
    path = [f"delta:{p}" for p in ("1914", "1617", "2016")]
    g.act("FW", "react", pieces=[HELI], path=path, join={"delta:1617": ["us-infantry-battalion-1"]})
    assert g.at("us-infantry-battalion-1") == "2016"


def test_8_10_a_patrol_boat_reacts_under_helicopters(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_pbr_1="2015", us_pbr_2="2015", us_logistical_base_1="1914", us_helicopter_battalion_1="1914", us_pbr_3="1914",
        com_local_force_battalion_1="2016", com_sapper_company_1="2016",
    )  # fmt: skip
    g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire")
    assert g.refused("FW", "react", pieces=["us-pbr-3"], path=["delta:1914", "delta:2016"]) == "8.6"
    g.act("FW", "react", pieces=[HELI, "us-pbr-3"], path=["delta:1914", "delta:2016"])
    assert g.at("us-pbr-3") == "2016", "there is a water way too, but only helicopters react"


# -- lights after a waypoint --------------------------------------------------------------------------


def test_8_4_lights_begin_at_the_waypoint(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", com_local_force_battalion_1="2116")
    after = reach(g, "us-pbr-1", "2015 2016")
    assert after["cells"]["delta:2015"]["path"] == ["delta:2016", "delta:2015"]
    assert after["cells"]["delta:2116"]["mark"] == "enemy"
    assert lit(reach(g, "us-pbr-1", "2015 2016 2116")) == set(), "the face-down counter has stopped the boats"


def test_8_8_lights_after_a_landing_are_those_of_who_goes_on(ops: Callable[..., Ops]) -> None:
    g = ops(us_atc_1="2015", us_pbr_1="2015", us_infantry_battalion_1="2015")
    landed = {"land": {"2016": "us-infantry-battalion-1"}}
    assert "2117" in lit(reach(g, "us-atc-1 us-pbr-1", "2015 2016", **landed))
    stranded = {"land": {"2016": "us-atc-1"}}
    answer = reach(g, "us-pbr-1 us-infantry-battalion-1", "2015 2016", **stranded)
    assert (answer["cells"], answer["why"]["rule"]) == ({}, "8.8")
    force = "us-atc-1 us-pbr-1 us-infantry-battalion-1"
    assert g.refused_go("FW", force, "2015 2016 2116", **stranded) == "8.8"


def test_7_5_helicopters_fly_on_when_the_boats_are_left_behind(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_helicopter_battalion_1="2015", com_local_force_battalion_1="2116", com_ulc_1="1304")
    left = {"land": {"2016": "us-pbr-1"}}
    assert "0511" in lit(reach(g, HELI, "2015 2016", **left))
    g.go("FW", f"us-pbr-1 {HELI}", "2015 2016 2116 0511", **left)
    assert (g.at("us-pbr-1"), g.at(HELI)) == ("2016", "0511"), "enemies on the way do not stop a flight"


def test_7_4_what_can_not_be_paid_is_not_lit(ops: Callable[..., Ops]) -> None:
    g = ops(fw=3, us_pbr_1="2015", us_pbr_2="2015", us_helicopter_battalion_1="1914", us_infantry_battalion_1="1617")
    answer = reach(g, "us-pbr-1 us-pbr-2")
    assert (answer["cells"], answer["why"]["rule"], answer["cost"]) == ({}, "5.2", {"cp": 4})
    assert reach(g, HELI)["join"] == {}, "3 points move the helicopters, not a passenger with them"


@pytest.mark.parametrize("seed", range(4))
def test_8_0_every_lit_square_is_accepted_after_any_waypoints(ops: Callable[..., Ops], seed: int) -> None:
    import random

    chance = random.Random(seed)
    g = ops(
        fw=60, us_pbr_1="2015", us_pbr_2="2015", us_atc_1="2015", us_infantry_battalion_1="2015", us_ccb_1="2015",
        us_helicopter_battalion_1="2015", us_helicopter_detachment_1="2015", us_special_forces_company_1="2106",
        us_cidg_1="1617", us_pbr_3="2116", arvn_regional_force_battalion_1="1406", com_local_force_battalion_1="2117",
        com_ambush_1="1915", com_ulc_1="1304",
    )  # fmt: skip
    able = [p for p in sorted(g.state.pieces) if g.at(p) == "2015"]
    tried = 0
    for _ in range(30):
        pieces = chance.sample(able, chance.randint(1, 5))
        path, land, join = ["delta:2015"], {}, {}
        hand = list(pieces)
        for _ in range(chance.randint(0, 3)):
            ways = g.runner.query("FW", "reach", {"pieces": hand, "path": path, "land": land, "join": join})
            on = sorted(c for c, at in ways["cells"].items() if at["mark"] in ("end", "pass"))
            waiting = sorted(c for c in ways.get("join", ()) if c in on)
            if not on:
                break
            to = chance.choice(waiting if waiting and chance.random() < 0.5 else on)
            path += ways["cells"][to]["path"][1:]
            if to in waiting and to not in join:
                join[to] = [chance.choice(ways["join"][to])]
                hand += join[to]
            elif len(hand) > 1 and chance.random() < 0.4 and to not in land:
                stay = [p for p in chance.sample(hand, 1) if p != "us-ccb-1"]
                if stay:
                    land[to] = stay
                    hand = [p for p in hand if p not in stay]
        ways = g.runner.query("FW", "reach", {"pieces": hand, "path": path, "land": land, "join": join})
        ends = sorted(c for c, at in ways["cells"].items() if at["mark"] != "pass")
        if not ends:
            continue
        tried += 1
        to = chance.choice(ends)
        args = {"pieces": pieces, "path": path + ways["cells"][to]["path"][1:], "land": land, "join": join}
        events = g.runner.act({"side": "FW", "verb": "move_force", "args": args}, 3)
        from qtwar.engine import reduce

        assert g.state.sides["FW"]["cp"] == 60 - ways["cost"]["cp"]
        reduce.undo_all(g.state, events)
        g.runner.open(g.state)
    assert tried > 5
