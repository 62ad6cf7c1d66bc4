"""Units, places, texts and what may be done in the invented game of the shell."""

from __future__ import annotations

from qtwar.ui import facts

COLOURS = {"US": "#77894A", "ARVN": "#7DB6E3", "COM": "#C62F2B"}
NAMES = {
    "2015": "Can Tho",
    "1617": "Vi Thanh",
    "1914": "Binh Thuy",
    "2611": "My Tho",
    "1912": "Sa Dec",
    "2112": "Vinh Long",
}
NAMES_JA = {
    "2015": "カントー",
    "1617": "ヴィタン",
    "1914": "ビントゥイ",
    "2611": "ミトー",
    "1912": "サデック",
    "2112": "ヴィンロン",
}
# id: name, nation, strength, place
UNITS = {
    "ccb-1": ("CCB", "US", "3-3", "delta:2015"),
    "pbr-1": ("PBR", "US", "3-4", "delta:2015"),
    "pbr-2": ("PBR", "US", "3-4", "delta:2015"),
    "seal-a": ("SEAL Alpha", "US", "3-6", "delta:2015"),
    "pbr-3": ("PBR", "US", "3-4", "delta:1914"),
    "pbr-4": ("PBR", "US", "3-4", "delta:2611"),
    "pbr-5": ("PBR", "US", "3-4", "delta:2611"),
    "ms-1": ("Mine sweeper", "US", "1-2", "delta:1914"),
    "hal-1": ("HAL-3 Det 1", "US", "6", "fw_ready"),
    "hal-2": ("HAL-3 Det 3", "US", "6", "fw_ready"),
    "lb-1": ("Logistical base", "US", "1-1", "fw_refit"),
    "lb-2": ("Logistical base", "US", "1-1", "fw_refit"),
    "div-7": ("7th Division", "ARVN", "8-1", "delta:2611"),
    "div-9": ("9th Division", "ARVN", "8-1", "delta:1912"),
    "div-21": ("21st Division", "ARVN", "8-1", "delta:1923"),
    "vnmc": ("VNMC battalion", "ARVN", "5-3", "delta:2015"),
    "rag-1": ("River Assault Group", "ARVN", "4-2", "turn-5"),
}


class GameNames:
    """Names of the fixture's things."""

    def name(self, what: str, ident: str, language: str) -> str:
        if what == "c":
            cell = ident.rpartition(":")[2]
            name = (NAMES_JA if language == "ja" else NAMES).get(cell)
            return f"{name} {cell}" if name else cell
        if what == "p":
            return UNITS[ident][0] if ident in UNITS else ident
        if what == "s":
            sides = {"FW": ("Free World", "自由陣営"), "COM": ("Communist", "共産陣営")}
            return sides[ident][language == "ja"]
        return ident

TEXTS = {
    "en": {
        "prompt.move": "Move {force}. Drop on a lit square, or click squares on the way.",
        "detail.move": "2 CP paid for the CCB (7.3). 1 waypoint. 3 face-down counters here: movement ends (8.4), recon if one is a unit (7.6.3).",  # noqa: E501
        "prompt.losses": "Choose 2 losses for {side}.",
        "prompt.react": "Defensive fire: choose who fires at the force in {where}.",
        "b.back": "Waypoint back",
        "b.land": "Land units…",
        "b.cancel": "Cancel",
        "b.end": "End movement here",
        "b.none": "No reaction",
        "b.stop": "No more this move",
        "refuse.cp": "Needs 3 CP; you have 2.",
        "q.bid": "How many CP do you spend?",
        "l.bid": "Spend",
        "l.roll": "Roll for recon",
        "l.event": "Random event",
        "line.city": "City: fire at the defender 2 left; attacker +1 recon (27.0).",
        "line.river": "Major river: attacker +1 recon (27.0).",
    },
    "ja": {
        "prompt.move": "{force}を動かします。光るスクエアにドロップするか、途中をクリックします。",
        "detail.move": "CCBに2CPを支払い済み(7.3)。経由点1。ここには裏向きのカウンターが3個あるため移動が終わり(8.4)、ユニットがいれば偵察します(7.6.3)。",  # noqa: E501
        "prompt.losses": "{side}の損失を2ユニット選びます。",
        "prompt.react": "防御射撃:{where}に入った部隊を撃つユニットを選びます。",
        "b.back": "経由点を戻す",
        "b.land": "ユニットを降ろす…",
        "b.cancel": "取り消す",
        "b.end": "ここで移動を終える",
        "b.none": "撃たない",
        "b.stop": "この移動では以後撃たない",
        "refuse.cp": "3CP必要ですが、残りは2CPです。",
        "q.bid": "CPをいくつ使いますか。",
        "l.bid": "使う",
        "l.roll": "偵察のダイスを振る",
        "l.event": "ランダムイベント",
        "line.city": "都市:防御側への射撃は左2列、攻撃側の偵察+1(27.0)。",
        "line.river": "大河:攻撃側の偵察+1(27.0)。",
    },
}


def move_offer() -> dict:
    force = ["ccb-1", "pbr-1", "pbr-2", "seal-a"]
    return {
        "side": "FW",
        "prompt": {"key": "prompt.move", "args": {"force": [{"p": p} for p in force]}},
        "detail": {"key": "detail.move", "args": {}, "rule": ""},
        "asks": [
            {
                "id": "force",
                "verb": "move_force",
                "kind": "move",
                "label": {"key": "b.end"},
                "rule": "7.2",
                "pieces": force,
            },
            {"id": "back", "verb": "back", "kind": "button", "label": {"key": "b.back"}, "icon": "arrow-left"},
            {"id": "land", "verb": "land", "kind": "button", "label": {"key": "b.land"}, "icon": "download"},
            {"id": "cancel", "verb": "cancel", "kind": "button", "label": {"key": "b.cancel"}, "icon": "close"},
            {
                "id": "end",
                "verb": "end",
                "kind": "button",
                "label": {"key": "b.end"},
                "primary": True,
                "icon": "check",
                "rule": "7.6",
            },
        ],
    }


def odds() -> facts.Odds:
    return facts.Odds(
        "Recon, if a unit is there 10.2   d6 + 6 against d6 + hidden",
        (
            facts.OddsLine("CCB 3 + PBR 3 + PBR 3 + SEAL A 3", "11.2", "12"),
            facts.OddsLine("Column 10–12", "27.0", ""),
            facts.OddsLine("CCB in the square", "11.4", "1 right", "good"),
            facts.OddsLine("Town, enemy defends", "27.0", "1 left", "bad"),
            facts.OddsLine("Bunkers marker, if one is there", "19.3", "? 1 left", "unknown"),
        ),
        "Column 10–12",
        ((1, "Z", "bad"), (2, "R+A", ""), (3, "R", "good"), (4, "K", "good"), (5, "K+B", "good"), (6, "K+R", "good")),
        (("hit 5 in 6", "good"), ("own loss 1 in 6", "bad")),
    )
