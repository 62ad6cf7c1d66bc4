"""What a new game asks when it is played at a table on a server: which side is mine, my name, where the server is."""

from __future__ import annotations

from collections.abc import Sequence

from qtwar.session.begin import HERE, NewGame, NewTable
from qtwar.ui.i18n import tr
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.basics import ChoiceBox, NamedField, Panel, TextLabel
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper

PORT = 8470
"""Where a server in the program listens, unless another port is typed."""


class HostForm(Panel):
    """Part of the panel of a new game."""

    def __init__(self, sides: Sequence[tuple[str, str]], prefs: Preferences, *, solo: bool = False) -> None:
        super().__init__(spacing=8)
        self.prefs, self.solo = prefs, solo
        self.side = ChoiceBox([*sides, ("", tr("hosting.side.choice"))], name_key="hosting.side")
        self.side.choose(sides[0][0] if sides else "")
        self.undo = Segments(("ask", "free", "never"), "hosting.undo", "ask")
        budgets = [(kind, tr(f"hosting.clock.{kind or 'none'}")) for kind in ("", "move", "game")]
        self.clock = ChoiceBox(budgets, name_key="hosting.clock", then=self._budget)
        self.hours = Stepper(1, 10_000, value=72, name=tr("hosting.hours"))
        self.hours_row = Panel(row=True, spacing=8).lay(self.hours, TextLabel("", "hosting.hours"), None)
        self.player = NamedField("hosting.player", str(prefs.extra("player", "")))
        self.player.setMaxLength(60)
        places = [(place, tr(f"hosting.where.{place}")) for place in ("room", "alone", "server")]
        self.where = ChoiceBox(places, name_key="hosting.where", then=self._turn)
        self.port = Stepper(1024, 65535, value=int(prefs.extra("port", PORT)), name=tr("hosting.port"))
        self.port_row = Panel(row=True, spacing=8).lay(TextLabel("", "hosting.port"), self.port, None)
        self.about = TextLabel("second", wrap=True)
        self.address = NamedField("hosting.address", str(prefs.extra("server", "")))
        self.key = NamedField("hosting.key", str(prefs.extra("server_key", "")), secret=True)
        side_head, between = TextLabel("caps", "hosting.side"), Panel(spacing=8)
        between.lay(TextLabel("caps", "hosting.undo"), self.undo, TextLabel("caps", "hosting.clock"), self.clock, self.hours_row)
        self.lay(side_head, self.side, TextLabel("caps", "hosting.player"), self.player)
        self.lay(TextLabel("caps", "hosting.where"), self.where, self.about, self.port_row, self.address, self.key, between)
        for part in (side_head, self.side, between):
            part.setVisible(not solo)  # one who plays alone has nobody to agree with
        self._budget(self.clock.value)
        self._turn(self.where.value)

    def _turn(self, where: str) -> None:
        self.about.say(self.about.setText, f"hosting.about.{where}")
        self.port_row.setVisible(where != "server")
        self.address.setVisible(where == "server")
        self.key.setVisible(where == "server")

    def _budget(self, kind: str) -> None:
        self.hours_row.setVisible(bool(kind))

    def table(self, game: NewGame) -> NewTable:
        """Return what is asked for now; what was typed is kept for the next time."""
        where = str(self.where.value)
        player, address, key = (field.text().strip() for field in (self.player, self.address, self.key))
        for name, value in (("player", player), ("server", address), ("server_key", key), ("port", self.port.value)):
            self.prefs.keep(name, value)
        server = address if where == "server" else HERE
        return NewTable(
            game,
            str(self.side.value),
            player,
            server,
            key,
            self.port.value,
            where == "room",
            undo=self.undo.value or "ask",
            clock=str(self.clock.value or ""),
            hours=self.hours.value,
        )
