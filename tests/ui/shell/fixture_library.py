"""A library with invented contents."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPixmap

from qtwar.session.begin import NewGame
from qtwar.ui import i18n
from qtwar.ui.library import model as lm


class FixtureLibrary(lm.LibraryModel):
    def __init__(self) -> None:
        super().__init__()
        self.started: list[NewGame] = []
        self.opened: list[str] = []
        self.away: list[str] = []
        self.prepared: list[tuple[str, str]] = []
        self.start_game.connect(self.started.append)

    def titles(self):
        ja = i18n.language() == "ja"
        scenarios = (
            lm.ScenarioInfo("game_warden", "ゲームウォーデン作戦" if ja else "Game Warden", "1966",
                            "浸透を防ぐ河川哨戒。" if ja else "River patrol against infiltration.", 6, True),
            lm.ScenarioInfo("tet", "テト攻勢" if ja else "Tet", "1968", "攻撃される都市。" if ja else "The cities under attack; the riverine force is new.", 12, True),  # noqa: E501
            lm.ScenarioInfo("zumwalt", "ズムウォルト" if ja else "Zumwalt", "1968–70", "SEALORDS本編。" if ja else "SEALORDS proper: barriers across the delta.", 24),  # noqa: E501
        )  # fmt: skip
        options = (
            lm.OptionInfo("nzoc", "海上支配地域" if ja else "Naval zones of control", "", "23.0"),
            lm.OptionInfo("first_fire", "先制射撃の読み方" if ja else "Reading of first fire", "", "11.2", "choice",
                          (("mover", "移動側" if ja else "the mover"), ("all", "全員" if ja else "both at once")), default="mover"),  # noqa: E501
            lm.OptionInfo("cp", "初期CP" if ja else "Command points at the start", "", "5.2", "int", low=0, high=100, default=25),
        )  # fmt: skip
        sides = (("FW", "自由陣営" if ja else "Free World"), ("COM", "共産陣営" if ja else "Communist"))
        players = "2人" if ja else "2 players"
        return (
            lm.TitleCard("sealords", "SEALORDS", "メコン・デルタ、1966〜70年" if ja else "The Mekong delta, 1966–70",
                         "海軍と陸軍の共同作戦。" if ja else "Joint Navy and Army operations; squares of 10 km; hidden counters, recon and air support.",  # noqa: E501
                         players, "2–5 h", 96, "English, 日本語", scenarios, options, sides),
            lm.TitleCard("fte", "Front Toward Enemy", "ベトナムの小隊戦" if ja else "Firefights in Vietnam", "", players, "1–3 h", 93, "English", scenarios[:1], (), sides),  # noqa: E501
            lm.TitleCard("rel", "Campaigns of Robert E. Lee", "東部戦線" if ja else "The east, 1861–65", "", players, "3–9 h", 88, "English", scenarios[:2], (), sides),  # noqa: E501
        )  # fmt: skip

    def prepare(self, title: str, scenario: str) -> None:
        self.prepared.append((title, scenario))

    def games(self):
        return tuple(game for game in self._all_games() if game.path not in self.away)

    def _all_games(self):
        ja = i18n.language() == "ja"
        return (
            lm.GameCard(
                "/g/1.qtwar",
                "Game Warden",
                "21:14",
                "Annの番" if ja else "Ann to move",
                "第4ターン · CCBがVi Thanhの前" if ja else "Turn 4 · CCB stands before Vi Thanh",
                "#3F6B35",
                "#FFFFFF",
            ),
            lm.GameCard(
                "/g/2.qtwar",
                "Tet",
                "20:02",
                "両軍" if ja else "you play both",
                "第2ターン" if ja else "Turn 2 · Saigon holds",
            ),
        )

    def broken(self):
        return (
            lm.BrokenModule(
                "My Ardennes", "table “CRT” has 4 empty cells (tables.yaml, line 88).", "tables.yaml, line 88"
            ),
        )

    def cover(self, title, width, height, ratio=1.0):
        picture = QPixmap(width, height)
        picture.fill(QColor({"sealords": "#5D8A72", "fte": "#7C7A45"}.get(title, "#8B7E9A")))
        return picture

    def thumbnail(self, path, width, height, ratio=1.0):
        picture = QPixmap(width, height)
        picture.fill(QColor("#C9D7A8"))
        return picture

    def open(self, path):
        self.opened.append(path)

    def installed_titles(self):
        mine = lm.InstalledTitle("My war", "2", "/home/me/modules/my_war.qtmod", own=True)
        shipped = lm.InstalledTitle("SEALORDS", "0.1.0", "/modules/sealords")
        return (shipped,) if mine.path in self.away else (shipped, mine)

    def folders(self):
        return (("games", "/home/me/games"), ("log", "/home/me/qtwar.log"))

    def forget(self, path):
        self.away.append(path)
        self.changed.emit()
        return f"/away{path}"

    def bring_back(self, path, away):
        self.away.remove(path)
        self.changed.emit()
