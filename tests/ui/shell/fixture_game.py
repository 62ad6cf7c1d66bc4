"""A game like SEALORDS with invented positions, so that the shell can be driven without rules or storage."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap

from qtwar.base.text import Span, Texts
from qtwar.engine.state import State
from qtwar.presenters.play.game import end_with
from qtwar.session.dicetally import DiceTally
from qtwar.ui import facts
from qtwar.ui.game import GamePorts
from tests.ui.shell.fixture_words import COLOURS, NAMES, NAMES_JA, TEXTS, UNITS, GameNames, move_offer


class FixtureTitle:
    """Two sides, one table; what it says depends on the language of the game."""

    content = None
    ground = ""

    def __init__(self, g: FixtureGame) -> None:
        self.g = g
        self.language = "en"
        self.texts = Texts(TEXTS, GameNames())

    def side(self, ident):
        return next((side for side in self.sides() if side.id == ident), None)

    def boards(self):
        return ()

    def out_of_play(self, board):
        return ()

    def rule_text(self, rule):
        return None

    def sides(self):
        names = ("自由陣営", "共産陣営") if self.g.ja else ("FREE WORLD", "COMMUNIST")
        shorts = ("自由", "共産") if self.g.ja else ("FW", "COM")
        return (
            facts.SideInfo("FW", names[0], shorts[0], "#3F6B35", "#FFFFFF"),
            facts.SideInfo("COM", names[1], shorts[1], "#B12A27", "#FFFFFF", "star"),
        )

    def place_name(self, place: str) -> str:
        boxes = {"fw_ready": ("ready", "待機"), "fw_refit": ("refit", "再編成"), "turn-5": ("turn 5", "第5ターン")}
        if place in boxes:
            return boxes[place][self.g.ja]
        cell = place.rpartition(":")[2]
        return (NAMES_JA if self.g.ja else NAMES).get(cell, cell)

    def tables(self):
        columns = ("<1", "1", "2", "3", "4-5", "6-7", "8-9", "10-12", "13-15")
        rows = tuple(str(n) for n in range(1, 7))
        cells = tuple(tuple("ZARKB-"[(r + c) % 6] for c in range(len(columns))) for r in range(6))
        name = "戦闘結果表" if self.g.ja else "Combat Results Table"
        return (facts.TableInfo("crt", name, "27.0", rows, columns, cells, codes=(("R", "Refit"), ("K", "Killed"))),)


class FixturePosition(QObject):
    """Where the units are."""

    changed = Signal(object)
    outcome = None

    def __init__(self, g: FixtureGame) -> None:
        super().__init__()
        self.g = g

    def pieces_at(self, place):
        return self.view.places.get(place, [])

    def properties(self, ident):
        return ()

    def reverse(self, piece, size, ratio=1.0):
        return None

    @property
    def view(self) -> State:
        return self.g.state

    @property
    def seat(self) -> str:
        return self.g.seat

    def crumbs(self):
        if self.g.ja:
            return (
                facts.Crumb("第4ターン(全12)", "1967年3月"), facts.Crumb("交互作戦フェイズ"),
                facts.Crumb("自由陣営 第3作戦"),
                facts.Crumb("2 部隊移動", rule="7.6.2"),
            )  # fmt: skip
        return (
            facts.Crumb("Turn 4 of 12", "Mar 1967"), facts.Crumb("Operations V"), facts.Crumb("FW operation 3"),
            facts.Crumb("2 Movement", rule="7.6.2"),
        )  # fmt: skip

    def resources(self):
        return (
            facts.Resource("CP", "FW", 22, True), facts.Resource("CP", "COM", 14, True), facts.Resource("VP", "FW", 31), facts.Resource("VP", "COM", 38),  # noqa: E501
        )  # fmt: skip

    def piece(self, ident: str):
        if ident.startswith("~"):
            place = self.g.state.pieces[ident]["at"]
            return facts.PieceInfo(
                ident,
                self.g.title.texts.plain({"key": "hidden.piece"}, self.g.title.language),
                "COM",
                place,
                self.g.title.place_name(place),
                hidden=True,
            )
        if ident not in UNITS:
            return None
        name, _, strength, _ = UNITS[ident]
        place = self.g.state.pieces[ident]["at"]
        moving = ident in ("ccb-1", "pbr-1", "pbr-2", "seal-a")
        return facts.PieceInfo(
            ident, name, "FW", place, self.g.title.place_name(place), strength=strength, can_act=moving
        )

    def order_of_battle(self):
        def node(i, en, ja, pieces=(), children=()):
            return facts.OobNode(i, ja if self.g.ja else en, "FW", tuple(pieces), tuple(children))

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
        at = self.g.state.places
        ja = self.g.ja
        return (
            facts.BoxTray("fw_ready", "自由 待機" if ja else "FW ready", "FW", pieces=tuple(at.get("fw_ready", ()))),
            facts.BoxTray("fw_used", "自由 使用済み" if ja else "FW used", "FW"),
            facts.BoxTray("fw_refit", "自由 再編成" if ja else "FW refit", "FW", pieces=tuple(at.get("fw_refit", ()))),
            facts.BoxTray("fw_pool", "自由 プール" if ja else "FW pool", "FW", "pool", count=26),
        )  # fmt: skip

    def turn_track(self):
        return tuple(
            facts.TurnBox(n, str(n), ("rag-1",) if n == 5 else (), f"turn-{n}", n == 4, n * 54 if n < 4 else None)
            for n in range(1, 9)
        )

    def reinforcements(self):
        return (facts.BoxTray("", "第5ターン" if self.g.ja else "Turn 5", "FW", "reinforcements", ("rag-1",)),)

    def find(self, text: str, limit: int = 30):
        found = [
            facts.Found("cell", f"delta:{c}", f"{n} {c}", words=NAMES_JA[c])
            for c, n in NAMES.items()
            if text.casefold() in f"{n} {c} {NAMES_JA[c]}".casefold()
        ]
        if text.startswith("8"):
            found.append(facts.Found("rule", "8.4", "8.4 Movement ends"))
        return found

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        key = (piece, size, ratio)
        if key not in self.g.pictures:
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
            self.g.pictures[key] = picture
        return self.g.pictures[key]


class FixtureActions(QObject):
    """Answers as wired ones would."""

    offer_changed = Signal()
    refused = Signal(object)
    warned = Signal(object)
    busy = Signal(bool)
    done = Signal(object)
    rolled = Signal(object)
    dice_wanted = Signal(object)
    table_used = Signal(object)
    odds_changed = Signal(object)
    peeked = Signal(object)
    ended = Signal(object)
    problem = Signal(object)

    def __init__(self, g: FixtureGame) -> None:
        super().__init__()
        self.g = g

    @property
    def acting(self):
        return (self.offer or {}).get("side", "")

    @property
    def offer(self):
        return self.g.now if self.g.entry == self.g.live else None

    def firers(self):
        if not self.g.react:
            return ()
        return (
            facts.Firer("div-9", "1912 9th Division", "fire 8, range 0", "92 %", "fire", args={"choice": "div-9"}),
            facts.Firer("vnmc", "2015 VNMC", "fire 5, range 0", "61 %", "fire", args={"choice": "vnmc"}),
            facts.Firer("div-21", "21st Division", why_not="out of range (11.1)"),
        )

    def submit(self, action):
        self.g.sent.append(dict(action))

    def free_move(self, pieces, place, broke=None):
        self.g.calls.append(("free", tuple(pieces), place))

    def query(self, name, args, then):
        return lambda: None

    def cell_info(self, place, then):
        cell = place.rpartition(":")[2]
        chips = {
            "2015": ("都市", "大河") if self.g.ja else ("City", "Major river"),
            "1617": ("町", "運河") if self.g.ja else ("Town", "Canal"),
        }
        lines = ({"key": "line.city"}, {"key": "line.river"}) if cell == "2015" else ()
        then(
            facts.CellInfo(
                place,
                cell,
                self.g.title.place_name(place) if cell in NAMES else "",
                chips.get(cell, ()),
                lines,
            )
        )

    def odds(self, args):
        self.g.calls.append(("odds", args))

    def give_dice(self, values):
        self.g.calls.append(("dice", tuple(values)))


class FixtureHistory(QObject):
    """220 entries, of which 216 are in force."""

    changed = Signal()
    log_changed = Signal()
    replaying = Signal(int)
    wrote = Signal(str)
    wrote_for = Signal(str, str)
    can_ask_undo = False

    def __init__(self, g: FixtureGame) -> None:
        super().__init__()
        self.g = g

    def edit_position(self):
        self.g.calls.append(("edit_position",))

    def save_copy(self, path):
        self.g.calls.append(("save_copy", path))

    def save_copy_for(self, path, side):
        self.g.calls.append(("save_copy_for", path, side))

    def milestones(self):
        return [(entry.index, entry.bookmark) for entry in self.entries() if entry.turn or entry.bookmark]

    def log(self):
        lines = []

        def line(entry, kind, *spans, side="", hand=False):
            lines.append(
                facts.LogLine(
                    entry, str(entry), tuple(s if isinstance(s, Span) else Span(s) for s in spans), kind, side, hand
                )
            )

        line(212, "head", "COM operation 2 · force of 2 from ", Span("2108", "cell:delta:2108"), side="COM")
        line(213, "event", "moves 2108 → 2208 → 2308, 2 CP ", Span("8.4", "rule:8.4"))
        line(214, "dice", "FW sensor at 2308 rolls 5: nothing shown ", Span("18.3", "rule:18.3"), hand=True)
        line(215, "head", "FW operation 3 · force of 4 from ", Span("Can Tho 2015", "cell:delta:2015"), side="FW")
        line(216, "event", "pays 2 CP for the CCB ", Span("7.3", "rule:7.3"))
        return lines

    def dice(self, then):
        then([DiceTally("COM", (3, 5, 4, 9, 2, 7)), DiceTally("FW", (1, 0, 2, 0, 0, 1))])

    def entries(self):
        return tuple(
            facts.HistoryEntry(
                n,
                f"Operation {n}",
                turn=n % 54 == 0,
                bookmark=self.g.marks.get(n, ""),
                floor="dice known to Ben" if n == 214 else "",
            )
            for n in range(1, 221)
        )

    @property
    def position(self):
        return self.g.entry

    @property
    def live(self):
        return self.g.live

    @property
    def can_undo(self):
        return True

    @property
    def can_redo(self):
        return False

    def undo(self):
        self.g.calls.append(("undo",))

    def redo(self):
        self.g.calls.append(("redo",))

    def undo_to(self, entry):
        self.g.calls.append(("undo_to", entry))

    def look_at(self, entry):
        self.g.entry = entry
        self.replaying.emit(-1 if entry == self.g.live else entry)
        self.g.position.changed.emit(facts.EVERYTHING)
        self.g.actions.offer_changed.emit()

    def branch(self, entry):
        self.g.calls.append(("branch", entry))

    def bookmark(self, entry, name):
        self.g.marks[entry] = name
        self.changed.emit()

    def note(self, entry, text):
        self.g.calls.append(("note", entry, text))


class FixtureSettings(QObject):
    """Two people at one table."""

    changed = Signal()
    hand_over = Signal(object)

    def __init__(self, g: FixtureGame) -> None:
        super().__init__()
        self.g = g

    @property
    def identity(self):
        return self.g.identity

    @property
    def strictness(self):
        return self.g.strictness

    def set_strictness(self, value):
        self.g.strictness = value
        self.changed.emit()

    @property
    def dice_source(self):
        return self.g.dice

    def set_dice_source(self, value):
        self.g.dice = value
        self.changed.emit()

    def sit(self, side):
        self.g.seat = side
        self.changed.emit()
        self.g.position.changed.emit(facts.EVERYTHING)

    def request_hand_over(self):
        self.hand_over.emit(facts.HandOver("COM", "Ben", 3))


class FixtureGame(GamePorts):
    """A game that answers as one on a session would; `sent` keeps what was submitted, `calls` the rest."""

    def __init__(self) -> None:
        self.sent: list[dict] = []
        self.identity = facts.GameIdentity(
            title="sealords", scenario="game_warden", name="Game Warden — Ann vs Ben", path="/g/game.qtwar",
            seats=(facts.Seat("FW", "Ann"), facts.Seat("COM", "Ben")), covers=True,
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
        self.now: dict | None = move_offer()
        self.seat = "FW"
        self.entry = 216
        self.live = 216
        self.strictness: facts.Strictness = "enforce"
        self.dice: facts.DiceSource = "program"
        self.react = False
        self.calls: list[tuple] = []
        self.pictures: dict = {}
        self.marks: dict[int, str] = {140: "Tet begins"}
        super().__init__(
            FixtureTitle(self), FixturePosition(self), FixtureActions(self), FixtureHistory(self), FixtureSettings(self),
            close=lambda: self.calls.append(("close",)),
        )  # fmt: skip
        end_with(self, self.position)

    @property
    def ja(self) -> bool:
        return self.title.language == "ja"

    def set_offer(self, offer) -> None:
        self.now = offer
        self.actions.offer_changed.emit()
