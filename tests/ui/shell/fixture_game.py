"""A game like SEALORDS with invented positions, so that the shell can be driven without rules or storage."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from qtwar.base.text import Span, Texts
from qtwar.engine.state import State
from qtwar.ui import model as m

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
        "detail.move": "CCBに2CPを支払い済み(7.3)。経由点1。ここには裏向きの駒が3個あるため移動が終わり(8.4)、ユニットがいれば偵察します(7.6.3)。",  # noqa: E501
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


class FixtureGame(m.GameModel):
    """Answers as a wired session would; `sent` keeps what was submitted."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = Texts(TEXTS, GameNames())
        self.sent: list[dict] = []
        self.identity = m.GameIdentity(
            title="sealords", scenario="game_warden", name="Game Warden — Ann vs Ben", path="/g/game.qtwar",
            seats=(m.Seat("FW", "Ann"), m.Seat("COM", "Ben")), covers=True,
        )  # fmt: skip
        state = State(("FW", "COM"), {"title": "sealords"})
        for ident, (_, nation, _, place) in UNITS.items():
            state.pieces[ident] = {
                "kind": ident,
                "at": place,
                "face": "front",
                "owner": "FW",
                "back": "fw",
                "attrs": {"n": nation},
            }
            state.places.setdefault(place, []).append(ident)
        for place in ("delta:1617", "delta:1617", "delta:1617", "delta:2415", "delta:2217"):
            n = len(state.places.get(place, []))
            ident = f"~{place}#{n}"
            state.pieces[ident] = {"kind": "?", "at": place, "face": "back", "owner": "COM", "back": "com", "attrs": {}}
            state.places.setdefault(place, []).append(ident)
        self.state = state
        self._offer: dict | None = move_offer()
        self._seat = "FW"
        self._position = 216
        self._live = 216
        self._strictness: m.Strictness = "enforce"
        self._dice: m.DiceSource = "program"
        self.react = False
        self.calls: list[tuple] = []
        self._faces: dict = {}
        self.marks: dict[int, str] = {140: "Tet begins"}

    @property
    def ja(self) -> bool:
        return self.language == "ja"

    @property
    def view(self) -> State:
        return self.state

    @property
    def seat(self) -> str:
        return self._seat

    @property
    def offer(self):
        return self._offer if self._position == self._live else None

    def set_offer(self, offer) -> None:
        self._offer = offer
        self.offer_changed.emit()

    def sides(self):
        names = ("自由陣営", "共産陣営") if self.ja else ("FREE WORLD", "COMMUNIST")
        shorts = ("自由", "共産") if self.ja else ("FW", "COM")
        return (
            m.SideInfo("FW", names[0], shorts[0], "#3F6B35", "#FFFFFF"),
            m.SideInfo("COM", names[1], shorts[1], "#B12A27", "#FFFFFF", "star"),
        )

    def crumbs(self):
        if self.ja:
            return (
                m.Crumb("第4ターン(全12)", "1967年3月", kind="turn"), m.Crumb("交互作戦フェイズ"), m.Crumb("自由陣営 第3作戦"),
                m.Crumb("2 部隊移動", rule="7.6.2", kind="step"),
            )  # fmt: skip
        return (
            m.Crumb("Turn 4 of 12", "Mar 1967", kind="turn"), m.Crumb("Operations V"), m.Crumb("FW operation 3"),
            m.Crumb("2 Movement", rule="7.6.2", kind="step"),
        )  # fmt: skip

    def resources(self):
        return (
            m.Resource("CP", "FW", 22, True), m.Resource("CP", "COM", 14, True), m.Resource("VP", "FW", 31), m.Resource("VP", "COM", 38),  # noqa: E501
        )  # fmt: skip

    def piece(self, ident: str):
        if ident.startswith("~"):
            place = self.state.pieces[ident]["at"]
            return m.PieceInfo(
                ident,
                self.texts.plain({"key": "hidden.piece"}, self.language),
                "COM",
                place,
                self.place_name(place),
                hidden=True,
            )
        if ident not in UNITS:
            return None
        name, _, strength, _ = UNITS[ident]
        place = self.state.pieces[ident]["at"]
        moving = ident in ("ccb-1", "pbr-1", "pbr-2", "seal-a")
        state = ("移動中" if self.ja else "moving") if moving else ""
        return m.PieceInfo(
            ident, name, "FW", place, self.place_name(place), strength=strength, state=state, can_act=moving
        )

    def place_name(self, place: str) -> str:
        boxes = {"fw_ready": ("ready", "待機"), "fw_refit": ("refit", "再編成"), "turn-5": ("turn 5", "第5ターン")}
        if place in boxes:
            return boxes[place][self.ja]
        cell = place.rpartition(":")[2]
        return (NAMES_JA if self.ja else NAMES).get(cell, cell)

    def order_of_battle(self):
        def node(i, en, ja, pieces=(), children=()):
            return m.OobNode(i, ja if self.ja else en, "FW", tuple(pieces), tuple(children))

        return (
            node("us", "United States", "アメリカ軍", (), (
                node("tf116", "TF 116 River Patrol", "第116任務部隊", ("ccb-1", "pbr-1", "pbr-2", "pbr-3", "pbr-4", "pbr-5", "ms-1")),  # noqa: E501
                node("sf", "Special Forces", "特殊部隊", ("seal-a",)),
                node("av", "Aviation", "航空", ("hal-1", "hal-2")),
                node("log", "Logistics", "兵站", ("lb-1", "lb-2")),
            )),
            node("arvn", "ARVN", "南ベトナム軍", ("div-7", "div-9", "div-21", "vnmc", "rag-1")),
        )  # fmt: skip

    def boxes(self):
        at = self.state.places
        ja = self.ja
        return (
            m.Box("fw_ready", "自由 待機" if ja else "FW ready", "FW", pieces=tuple(at.get("fw_ready", ()))),
            m.Box("fw_used", "自由 使用済み" if ja else "FW used", "FW"),
            m.Box("fw_refit", "自由 再編成" if ja else "FW refit", "FW", pieces=tuple(at.get("fw_refit", ()))),
            m.Box("fw_pool", "自由 プール" if ja else "FW pool", "FW", "pool", count=26,
                  note="増援フェイズに2CPで引けます" if ja else "Draw (2 CP) opens in the reinforcement phase"),
        )  # fmt: skip

    def turn_track(self):
        return tuple(
            m.TurnBox(n, str(n), "", ("rag-1",) if n == 5 else (), f"turn-{n}", n == 4, n * 54 if n < 4 else None)
            for n in range(1, 9)
        )

    def reinforcements(self):
        return (m.Box("", "第5ターン" if self.ja else "Turn 5", "FW", "reinforcements", ("rag-1",)),)

    def tables(self):
        columns = ("<1", "1", "2", "3", "4-5", "6-7", "8-9", "10-12", "13-15")
        rows = tuple(str(n) for n in range(1, 7))
        cells = tuple(tuple("ZARKB-"[(r + c) % 6] for c in range(len(columns))) for r in range(6))
        name = "戦闘結果表" if self.ja else "Combat Results Table"
        return (m.TableInfo("crt", name, "27.0", rows, columns, cells, codes=(("R", "Refit"), ("K", "Killed"))),)

    def firers(self):
        if not self.react:
            return ()
        return (
            m.Firer("div-9", "1912 9th Division", "fire 8, range 0", "92 %", "div-9", "fire"),
            m.Firer("vnmc", "2015 VNMC", "fire 5, range 0", "61 %", "vnmc", "fire"),
            m.Firer("div-21", "21st Division", why_not="out of range (11.1)"),
        )

    def legend(self):
        if self.ja:
            return (("go", "進めます"), ("stop", "移動終了:裏向きの駒"), ("waypoint", "経由点(クリックかスペース)"))
        return (
            ("go", "can go there"),
            ("stop", "ends here: face-down counters"),
            ("waypoint", "waypoint (click or Space)"),
        )

    def find(self, text: str, limit: int = 30):
        found = [
            m.Found("cell", f"delta:{c}", f"{n} {c}", words=NAMES_JA[c])
            for c, n in NAMES.items()
            if text.casefold() in f"{n} {c} {NAMES_JA[c]}".casefold()
        ]
        if text.startswith("8"):
            found.append(m.Found("rule", "8.4", "8.4 Movement ends"))
        return found

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        key = (piece, size, ratio)
        if key not in self._faces:
            nation = "COM" if piece.startswith("~") else UNITS[piece][1]
            text = "" if piece.startswith("~") else UNITS[piece][2]
            picture = QPixmap(round(size * ratio), round(size * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(QColor(COLOURS[nation]))
            painter.setPen(QColor("#2A2A2A"))
            painter.drawRoundedRect(QRectF(0.5, 0.5, size - 1, size - 1), size * 0.08, size * 0.08)
            font = QFont("Inter")
            font.setPixelSize(max(6, int(size * 0.3)))
            font.setBold(True)
            painter.setFont(font)
            painter.setPen(QColor("#FFFFFF"))
            painter.drawText(QRectF(0, size * 0.5, size, size * 0.45), int(Qt.AlignmentFlag.AlignCenter), text or "★")
            painter.drawRect(QRectF(size * 0.3, size * 0.18, size * 0.4, size * 0.26))
            painter.end()
            self._faces[key] = picture
        return self._faces[key]

    def side_face(self, side, size, ratio=1.0):
        return self.face("~x", size, ratio)

    def minimap(self, width, height, ratio=1.0):
        picture = QPixmap(width, height)
        picture.fill(QColor("#C9D7A8"))
        return picture

    # doing
    def submit(self, action):
        self.sent.append(dict(action))

    def free_move(self, pieces, place, broke=None):
        self.calls.append(("free", tuple(pieces), place))

    def query(self, name, args, then):
        return lambda: None

    def cell_info(self, place, then):
        cell = place.rpartition(":")[2]
        chips = {
            "2015": ("都市", "大河") if self.ja else ("City", "Major river"),
            "1617": ("町", "運河") if self.ja else ("Town", "Canal"),
        }
        summary = (
            "4ユニット · 射撃12 · 最良偵察6 · 輸送 1/2"
            if self.ja
            else "Force 4 units · fire 12 · best recon 6 (SEAL A) · carries 1 of 2"
        )
        lines = ({"key": "line.city"}, {"key": "line.river"}) if cell == "2015" else ()
        then(
            m.CellInfo(
                place,
                cell,
                self.place_name(place) if cell in NAMES else "",
                chips.get(cell, ()),
                lines,
                summary if cell in NAMES else "",
            )
        )

    def odds(self, args):
        self.calls.append(("odds", args))

    def give_dice(self, values):
        self.calls.append(("dice", tuple(values)))

    def log(self):
        lines = []

        def line(entry, kind, *spans, side="", hand=False):
            lines.append(
                m.LogLine(
                    entry, str(entry), tuple(s if isinstance(s, Span) else Span(s) for s in spans), kind, side, hand
                )
            )

        line(212, "head", "COM operation 2 · force of 2 from ", Span("2108", "cell:delta:2108"), side="COM")
        line(213, "event", "moves 2108 → 2208 → 2308, 2 CP ", Span("8.4", "rule:8.4"))
        line(214, "dice", "FW sensor at 2308 rolls 5: nothing shown ", Span("18.3", "rule:18.3"), hand=True)
        line(215, "head", "FW operation 3 · force of 4 from ", Span("Can Tho 2015", "cell:delta:2015"), side="FW")
        line(216, "event", "pays 2 CP for the CCB ", Span("7.3", "rule:7.3"))
        return lines

    def history(self):
        return tuple(
            m.HistoryEntry(
                n,
                f"Operation {n}",
                turn=n % 54 == 0,
                bookmark=self.marks.get(n, ""),
                floor="dice known to Ben" if n == 214 else "",
            )
            for n in range(1, 221)
        )

    @property
    def position(self):
        return self._position

    @property
    def length(self):
        return 220

    @property
    def live(self):
        return self._live

    @property
    def can_undo(self):
        return True

    @property
    def can_redo(self):
        return False

    def undo(self):
        self.calls.append(("undo",))

    def redo(self):
        self.calls.append(("redo",))

    def undo_to(self, entry):
        self.calls.append(("undo_to", entry))

    def look_at(self, entry):
        self._position = entry
        self.replaying.emit(-1 if entry == self._live else entry)
        self.changed.emit(m.EVERYTHING)
        self.offer_changed.emit()

    def branch(self, entry):
        self.calls.append(("branch", entry))

    def bookmark(self, entry, name):
        self.marks[entry] = name
        self.history_changed.emit()

    def note(self, entry, text):
        self.calls.append(("note", entry, text))

    @property
    def strictness(self):
        return self._strictness

    def set_strictness(self, value):
        self._strictness = value
        self.settings_changed.emit()

    @property
    def dice_source(self):
        return self._dice

    def set_dice_source(self, value):
        self._dice = value
        self.settings_changed.emit()

    def sit(self, side):
        self._seat = side
        self.settings_changed.emit()
        self.changed.emit(m.EVERYTHING)

    def request_hand_over(self):
        self.hand_over.emit(m.HandOver("COM", "Ben", 3))

    def close(self):
        self.calls.append(("close",))


def odds() -> m.Odds:
    return m.Odds(
        "Recon, if a unit is there 10.2   d6 + 6 against d6 + hidden",
        (
            m.OddsLine("CCB 3 + PBR 3 + PBR 3 + SEAL A 3", "11.2", "12"),
            m.OddsLine("Column 10–12", "27.0", ""),
            m.OddsLine("CCB in the square", "11.4", "1 right", "good"),
            m.OddsLine("Town, enemy defends", "27.0", "1 left", "bad"),
            m.OddsLine("Bunkers marker, if one is there", "19.3", "? 1 left", "unknown"),
        ),
        "Column 10–12",
        ((1, "Z", "bad"), (2, "R+A", ""), (3, "R", "good"), (4, "K", "good"), (5, "K+B", "good"), (6, "K+R", "good")),
        (("hit 5 in 6", "good"), ("own loss 1 in 6", "bad")),
        what_if=(("air", "2 Airstrikes ready: +12 → column 23–26", False),),
    )
