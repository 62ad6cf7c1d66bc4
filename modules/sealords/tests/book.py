"""Figures of the rulebook, written down a second time by hand, for the content to be held against cell by cell."""

from __future__ import annotations

CRT_COLUMNS = "<1 1 2 3 4-5 6-7 8-9 10-12 13-15 16-18 19-22 23-26 27+"
CRT = {
    1: "Z Z Z Z Z Z Z Z Z Z Z Z R+Z",
    2: "A A A A A A A R+A R+A R+A R+A R+B+A K+B+A",
    3: "- - - - R R R R R K K+B K+B K+R",
    4: "- - - R R R K K K+B K+B K+B K+R K+R",
    5: "- R R R R K K K+B K+R K+R K+R K+R 2K",
    6: "R R K K K+B K+B K+B K+R K+R K+R 2K 2K 2K+B",
}

# terrain: recon of the attacker, recon of the defender, shift of fire at the defender
TERRAIN = {
    "major_river": (1, 0, 0), "minor_river": (0, 0, 0), "canal": (0, 0, 0), "swamp_mangrove": (0, 1, -1),
    "coastal": (1, 0, 0), "high_seas": (0, 0, 0), "city": (1, 0, -2), "town": (0, 0, -1),
    "saigon_vungtau": (0, 0, 0), "base_unit": (0, 1, -1),
}  # fmt: skip
TERRAIN_AS_OTHER = ("saigon_loc", "communist_base_square")
SHIFT_CONDITION = {"swamp_mangrove": "com_defends", "base_unit": "owner_defends"}

EVENTS = {
    1: ("emergency_reinforcements", "bombing_in_cambodia"),
    2: ("intelligence_breakthrough", "dau_tranh"),
    3: ("oer_time", "dispute_in_politburo"),
    4: ("media_circus", "in_country_fighting"),
    5: ("weather", "rocket_attack"),
    6: ("none", "none"),
}

VP_COMMUNIST = {
    "airstrike_refit": 1, "us_ally_refit": 2, "us_ally_eliminated": 4, "arvn_division_refit": 3, "arvn_refit": 1,
    "arvn_division_eliminated": 6, "arvn_eliminated": 2, "city": 2, "town": 1, "town_cambodia": 0, "saigon_loc": 1,
    "saigon_loc_town": 2, "civilians": 2, "cambodia_invasion": 25, "surveillance_refit": 1,
}  # fmt: skip
VP_FREE_WORLD = {"cadre_hq_base": (2, 4), "infiltration": (2, 3), "deception": (0, 0), "other": (1, 2)}
VP_OBJECTIVES = {
    "com_base": 3, "arms_cache": 1, "supply_cache": 1, "ambush": 0, "bunkers": 0, "civilians": 0, "minefield": 0,
}  # fmt: skip
INFILTRATION = {
    "303": (3, 4), "482": (3, 4), "487": (3, 4), "372": (2, 3), "483": (2, 3), "490": (2, 3), "400": (1, 2),
    "470": (1, 2), "other": (0, 0),
}  # fmt: skip
DOUBLING = {"cadre": 2, "counterinsurgency": 2, "media_circus": 2}

CP_COMMUNIST = {
    "draw_1966": 2, "draw_1968": 3, "refit": 1, "operation_hq": 2, "operation_unit": 2, "redeployment": 2, "supply": 1,
}  # fmt: skip
CP_FREE_WORLD = {  # US, Allies, ARVN
    "draw": (2, 2, 2), "sensor": (1, 1, 1), "refit": (1, 1, 2), "operation_hq": (2, 2, 3), "operation_unit": (2, 2, 3),
    "redeployment": (2, 2, 3), "strike": (1, 1, 1), "supply": (1, 1, 2), "intercept": (1, 1, 1),
}  # fmt: skip

TRANSPORT_FW = {
    "company": 1, "infantry_battalion": 2, "marine_battalion": 2, "ranger_battalion": 2, "regional_force_battalion": 2,
    "engineer_battalion": 3, "mechanized_battalion": 4, "hq": 3, "pbr": 3,
}  # fmt: skip
TRANSPORT_COM = {
    "hq": 1, "cadre": 1, "sapper_company": 1, "deception_l": 1, "main_force_battalion": 2, "local_force_battalion": 2,
    "engineer_battalion": 2,
}  # fmt: skip

LEVELS = {"0-25": "draw", "26-50": "marginal", "51-75": "tactical", "76-100": "decisive"}
SENSOR = {1: "reveal", 2: "reveal", 3: "reveal", 4: "nothing", 5: "nothing", 6: "removed"}
TURN_MARKS = {1: "start", 6: "game_warden", 8: "tet", 12: "zumwalt"}
SHIFTS = {"bunkers": -1, "leader": 1, "hero": 1}
RECON = {"ambush": 1, "hero": 1, "tet_turn_1": 1}
LIMITS = {"cp_max": 100, "vp_max": 100, "sudden_death": 75, "stack": 8, "nzoc_range": 3}
EVENT_NUMBERS = {"vp_lead": 25, "media_circus_factor": 2, "rocket_vp": 2, "fighting_draw_max": 2}
GUERRILLA_TOTAL = 21

SCENARIOS = {  # turns, first side, FW cp, income, vp, COM cp, income, vp, price of a Communist reinforcement
    "game_warden": (6, "COM", 25, 10, 0, 25, 10, 0, 2),
    "tet": (8, "COM", 0, 15, 0, 90, 5, 0, 3),
    "zumwalt": (12, "FW", 75, 20, 0, 40, 10, 25, 3),
}

# Set-up lists: side and rule -> what goes to the map, off map, to the Refit Box; then the pools.
US_BASES = {
    "game_warden": "Binh Thuy, Can Tho, Sa Dec, My Tho, Nha Be, Vung Tau",
    "tet": "Binh Thuy, Can Tho, Vinh Long, My Tho, Dong Tam, Nha Be, Vung Tau",
    "zumwalt": "Binh Thuy, Can Tho, Vinh Long, My Tho, Dong Tam, Nha Be, Vung Tau",
}
ARVN_BASES = "Saigon, Nha Be, Vung Tau, Tan An, Vinh Long, My Tho, Can Tho, Long Xuyen, Rach Gia"
DIVISIONS = {
    "game_warden": "My Tho, Sa Dec, Bac Lieu",
    "tet": "My Tho, Sa Dec, Bac Lieu",
    "zumwalt": "Dong Tam, Sa Dec, Bac Lieu",
}
ARVN_PER_SQUARE = {"game_warden": 2, "tet": 3, "zumwalt": 3}

US_MAP = {
    "game_warden": "6 logistical_base, 4 ccb, 8 pbr, 1 lsc, 1 pacv, 1 wpb, 1 de, 1 ms, 2 special_forces_company, "
    "2 engineer_battalion, 2 counterinsurgency_team, 4 helicopter_detachment, 3 special_forces_camp",
    "tet": "7 logistical_base, 1 mrb, 6 ccb, 8 pbr, 3 pcf, 2 mon, 2 aspb, 2 atc, 2 lsc, 2 wpb, 1 de, 2 ms, 1 hq, "
    "3 infantry_battalion, 3 special_forces_company, 3 engineer_battalion, 3 counterinsurgency_team, "
    "4 helicopter_detachment, 1 helicopter_battalion, 3 special_forces_camp",
    "zumwalt": "7 logistical_base, 2 mrb, 8 ccb, 6 pbr, 4 pcf, 4 mon, 4 aspb, 4 atc, 1 pacv, 2 lsc, 2 wpb, 2 de, 2 ms, "
    "2 hq, 5 infantry_battalion, 1 mechanized_battalion, 4 special_forces_company, 3 engineer_battalion, "
    "3 counterinsurgency_team, 4 helicopter_detachment, 1 helicopter_battalion, 3 special_forces_camp, 6 sensor",
}
READY = {
    "game_warden": "2 airstrike, 1 surveillance_aircraft", "tet": "3 airstrike, 1 surveillance_aircraft",
    "zumwalt": "4 airstrike, 2 surveillance_aircraft, 1 naval_gunfire",
}  # fmt: skip
REFIT_US, REFIT_ARVN = "2 logistical_base, 3 special_forces_camp", "3 militia_garrison"
ARVN_MAP = {
    "game_warden": "9 logistical_base, 6 rag, 2 cg, 1 marine_battalion, 1 ranger_battalion, 1 commando_company, "
    "1 regional_force_battalion, 3 infantry_division, 6 militia_garrison",
    "tet": "10 logistical_base, 14 rag, 2 cg, 2 marine_battalion, 2 ranger_battalion, 1 commando_company, "
    "1 regional_force_battalion, 3 infantry_division, 6 militia_garrison",
    "zumwalt": "10 logistical_base, 14 rag, 2 cg, 2 marine_battalion, 2 ranger_battalion, 1 regional_force_battalion, "
    "1 commando_company, 3 infantry_division, 6 militia_garrison",
}
COM_MAP = {
    "game_warden": "12 logistical_base, 2 hq, 2 cadre, 6 main_force_battalion, 6 local_force_battalion, "
    "3 sapper_company, 3 deception_l, 1 engineer_battalion",
    "tet": "12 logistical_base, 3 hq, 3 cadre, 9 main_force_battalion, 9 local_force_battalion, 6 sapper_company, "
    "3 deception_l, 3 dj, 1 engineer_battalion",
    "zumwalt": "12 logistical_base, 3 hq, 9 main_force_battalion, 3 local_force_battalion, 6 sapper_company, "
    "3 deception_l, 1 engineer_battalion",
}
COM_IN_CAMBODIA = {
    "game_warden": "1 hq, 3 main_force_battalion, 1 engineer_battalion", "tet": "1 engineer_battalion",
    "zumwalt": "2 hq, 6 main_force_battalion, 2 sapper_company, 1 engineer_battalion",
}  # fmt: skip
GUERRILLA_DRAWN = {"game_warden": 12, "tet": 18, "zumwalt": 9}
CRAFT_DRAWN = {"game_warden": 10, "tet": 15, "zumwalt": 10}

POOL_US = {
    "game_warden": "3 pcf, 1 wpb, 1 de, 1 ms, 1 hq, 3 infantry_battalion, 2 special_forces_company, 3 cidg, "
    "1 engineer_battalion, 1 counterinsurgency_team, 1 helicopter_battalion, 4 airstrike, 1 surveillance_aircraft, "
    "1 b52_arc_light, 1 naval_gunfire",
    "tet": "2 ccb, 1 pcf, 2 mon, 2 aspb, 6 atc, 1 pacv, 1 de, 1 mrb, 1 hq, 2 infantry_battalion, "
    "1 mechanized_battalion, "
    "2 special_forces_company, 3 cidg, 1 helicopter_battalion, 1 air_cavalry_battalion, 6 airstrike, "
    "2 surveillance_aircraft, 1 b52_arc_light, 2 naval_gunfire",
    "zumwalt": "1 hq, 4 infantry_battalion, 1 armored_cavalry_battalion, 1 engineer_battalion, "
    "2 special_forces_company, "
    "3 cidg, 1 helicopter_battalion, 1 air_cavalry_battalion, 6 airstrike, 1 b52_arc_light, 1 naval_gunfire",
}
POOL_ARVN = {
    "game_warden": "1 hq, 1 marine_battalion, 2 ranger_battalion, 1 commando_company, 2 regional_force_battalion",
    "tet": "2 hq, 1 marine_battalion, 2 ranger_battalion, 1 commando_company, 2 regional_force_battalion",
    "zumwalt": "2 hq, 1 marine_battalion, 3 ranger_battalion, 1 commando_company, 2 regional_force_battalion",
}
POOL_ALLY = {
    "game_warden": "1 australian_battalion", "tet": "1 australian_battalion",
    "zumwalt": "1 australian_battalion, 1 thai_battalion",
}  # fmt: skip
POOL_COM = {  # guerrilla markers and craft that were not drawn come on top
    "game_warden": "1 hq, 1 cadre, 3 main_force_battalion, 3 local_force_battalion, 3 sapper_company, 3 deception_l",
    "tet": "", "zumwalt": "3 cadre, 6 local_force_battalion, 2 sapper_company, 3 dj",
}  # fmt: skip


def counts(text: str, nation: str) -> dict[str, int]:
    """Return `2 pbr, 1 ms` as {us_pbr: 2, us_ms: 1}."""
    found = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        number, kind = part.split()
        found[f"{nation}_{kind}"] = int(number)
    return found
