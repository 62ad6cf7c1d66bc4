"""The bar at the foot: first, back, play, forward, live, the slider with its ticks, and the status of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QSlider, QStyle, QStyleOptionSlider

from qtwar.ui.facts import CellInfo
from qtwar.ui.game import GameHistory, GamePorts
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, IconButton, IconLabel, Panel, TextLabel, timer, upright
from qtwar.ui.widgets.elided import Elided

SPEEDS = (0.5, 1, 2, 4, 8)


class Track(QSlider):
    """A slider with ticks for turns (line colour) and bookmarks (ring colour); a click goes where it is, or to its tick."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.ticks: list[tuple[int, bool]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """Room for its handle."""
        return QSize(px(80), px(24))

    def sizeHint(self) -> QSize:
        """A line of the bar."""
        return QSize(px(240), px(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ticks above the groove, then the slider."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        t = current().tokens
        painter = QPainter(self)
        span = self.width() - px(16)
        for value, mark in self.ticks:
            x = px(8) + QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), value, span)
            painter.fillRect(x - px(1), px(2), px(2), px(6 if mark else 5), QColor(t.ring if mark else t.third))
        painter.end()
        super().paintEvent(event)

    def _value_at(self, x: int) -> int:
        """Return the entry below a point, that of a tick if there is one close by."""
        span = self.width() - px(16)
        value = QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), x - px(8), span)
        per_px = max(1, self.maximum() - self.minimum()) / max(1, span)
        near = min((tick for tick, _ in self.ticks), key=lambda tick: abs(tick - value), default=value)
        return near if abs(near - value) <= px(4) * per_px else value

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the entry that was clicked at once."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setSliderPosition(self._value_at(round(event.position().x())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the entry under the pointer while it is dragged."""
        if self.isSliderDown():
            self.setSliderPosition(self._value_at(round(event.position().x())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag; the board stays at the entry under the pointer."""
        self.setSliderDown(False)


class ReplayBar(Panel):
    """Walks in the journal without changing the game."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("statusbar", row=True, margins=(8, 2, 10, 2), spacing=4)
        self.model = model
        self.first, self.back, self.play, self.forward, self.last, self.mark = (
            IconButton(icon_name, key, size=26, then=then)
            for icon_name, key, then in (
                ("skip-backward", "action.replay_first", self.go_first),
                ("step-backward", "action.replay_back", lambda: self.step(-1)),
                ("play", "replay.play", self.toggle),
                ("step-forward", "action.replay_forward", lambda: self.step(1)),
                ("skip-forward", "action.replay_live", self.go_live),
                ("bookmark-plus-outline", "action.bookmark", self.bookmark),
            )
        )
        self.slider = Track()
        self.say(self.slider.setAccessibleName, "replay.slider")
        self.where = TextLabel("small")
        self.cell, self.seat = Elided("small"), Elided("small")
        for part in (self.cell, self.seat):
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.jobs = Panel(row=True)  # for the line of what runs in the background
        self.saved = TextLabel("small", "status.saved")
        self.lay(self.first, self.back, self.play, self.forward, self.last, self.slider, grow=self.slider)
        self.seat_line = upright()
        self.cell_line = upright()  # only beside a cell: two lines with nothing between them look like a mistake
        self.lay(self.where, self.mark, self.cell_line, self.cell, self.jobs, upright())
        self.lay(IconLabel("check-circle-outline", "good", 14), self.saved, self.seat_line, self.seat)
        self.since, self._pace = False, 0  # while it plays by itself after the cover; the person's own pace
        self._timer = timer(self, 1000, self._tick, once=False)
        self.slider.valueChanged.connect(self._slid)
        model.history.changed.connect(self.refresh)
        model.history.replaying.connect(lambda _: self.refresh())
        model.settings.changed.connect(self.refresh)
        model.focus.hovered.connect(self._hover)
        self.play.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.play.customContextMenuRequested.connect(lambda point: self.speeds().popup(self.play.mapToGlobal(point)))
        self.set_speed(1)
        self._say_cell("")
        self.refresh()

    def _start(self) -> int:
        return min(1, self.model.history.live)

    def go_first(self) -> None:
        """Look at the beginning."""
        self.model.history.look_at(self._start())

    def go_live(self) -> None:
        """Look at the game as it stands."""
        self.model.history.look_at(self.model.history.live)

    def set_speed(self, speed: float, *_: object) -> None:
        """Steps a second, 0.5 to 8."""
        self._timer.setInterval(round(1000 / speed))

    def speeds(self) -> QMenu:
        """Return the menu of speeds."""
        menu = QMenu(self)
        for speed in SPEEDS:
            action = menu.addAction(f"{speed:g} ×")
            action.setCheckable(True)
            action.setChecked(self._timer.interval() == round(1000 / speed))
            action.triggered.connect(partial(self.set_speed, speed))
        return menu

    def toggle(self) -> None:
        """Play from here to now, or stop."""
        if self._timer.isActive():
            self._timer.stop()
            self.since = False
            if self._pace:
                self._timer.setInterval(self._pace)
                self._pace = 0
        else:
            if self.model.history.position >= self.model.history.live:
                self.model.history.look_at(self._start())
            self._timer.start()
        self.play.set_icon("pause" if self._timer.isActive() else "play")

    def play_since(self, entry: int) -> None:
        """Show what has happened after an entry by itself: in ten seconds at most, a step in no less than an eighth."""
        if self._timer.isActive() or entry >= self.model.history.live:
            return
        self.since, self._pace = True, self._timer.interval()
        pace = max(125, min(1000, 10_000 // (self.model.history.live - entry)))

        def begin(_: int) -> None:
            self.model.history.replaying.disconnect(begin)
            self._timer.start(pace)
            self.play.set_icon("pause")

        self.model.history.replaying.connect(begin)  # what was before has to be drawn first
        self.model.history.look_at(max(self._start(), entry))

    def _tick(self) -> None:
        if self.model.history.position >= self.model.history.live:
            self.toggle()
        else:
            self.step(1)

    def step(self, by: int) -> None:
        """Look one entry back or on."""
        to = max(self._start(), min(self.model.history.live, self.model.history.position + by))
        if to != self.model.history.position:
            self.model.history.look_at(to)

    def _slid(self, value: int) -> None:
        if value != self.model.history.position:
            self.model.history.look_at(value)

    def bookmark(self) -> None:
        """Mark the entry looked at, or take its mark away."""
        entry = self.model.history.position
        marked = any(n == entry and name for n, name in self.model.history.milestones())
        name = "" if marked else tr("bookmark.name", n=entry)
        self.model.history.bookmark(entry, name)

    def _hover(self, place: str) -> None:
        if not place:
            self._say_cell("")
        else:
            self.model.actions.cell_info(place, self._show_cell)

    def _show_cell(self, info: CellInfo) -> None:
        words = [f"{info.number} {info.name}".strip(), ", ".join(info.chips)]
        self._say_cell("  ".join(w for w in words if w))

    def _say_cell(self, words: str) -> None:
        self.cell.setText(words)
        self.cell_line.setVisible(bool(words) and not self.cell.isHidden())

    def refresh(self) -> None:
        """Show where in the journal the screen is."""
        model = self.model
        self.slider.blockSignals(True)
        self.slider.setRange(self._start(), max(model.history.live, self._start()))
        if not self.slider.isSliderDown():  # else it is where the hand is, ahead of what is shown
            self.slider.setValue(model.history.position)
        self.slider.ticks = [(entry, bool(name)) for entry, name in model.history.milestones()]
        self.slider.blockSignals(False)
        self.slider.update()
        live = model.history.position >= model.history.live
        key = "replay.now" if live else "replay.past"
        self.where.setText(tr(key, n=model.history.position, all=model.history.live))
        for button in (self.forward, self.last):
            button.setEnabled(not live)
        for button in (self.back, self.first):
            button.setEnabled(model.history.position > self._start())
        seat = next((s for s in model.settings.identity.seats if s.side == model.position.seat), None)
        side = model.title.side(model.position.seat)
        who = seat.player if seat and seat.player else side.name if side else ""
        self.seat.setText(tr("status.seat", who=who) if who else "")

    def set_compact(self, compact: bool, tiny: bool = False) -> None:
        """Leave out what 1280 has no room for, or 1280 at 200 %."""
        self.cell.setVisible(not compact)
        self.cell_line.setVisible(bool(self.cell.text()) and not compact)
        self.saved.setVisible(not tiny)
        for part in (self.seat_line, self.seat):
            part.setVisible(not tiny)


class PastBar(Panel):
    """Blue line while one looks back: what it is, and two ways on."""

    def __init__(self, history: GameHistory, absent: Collection[str] = ()) -> None:
        super().__init__("past", row=True, margins=(12, 4, 12, 4), spacing=8)
        self.history = history
        self.since: Callable[[], bool] = lambda: False  # whether what is seen plays by itself after the cover
        self.text = TextLabel("strong")
        self.lay(self.text, None)
        for command, key, icon_name, then in (
            ("replay_live", "past.back", "skip-forward", lambda: history.look_at(history.live)),
            ("branch", "past.branch", "source-branch", lambda: history.branch(history.position)),
            ("edit_position", "action.edit_position", "pencil-ruler", history.edit_position),
        ):
            if command not in absent:
                self.lay(Button(key, kind="compact", icon_name=icon_name, then=then))
        history.replaying.connect(lambda _: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """Show itself only off the live end."""
        past = self.history.position < self.history.live
        self.setVisible(past)
        if past:
            key = "past.since" if self.since() else "past.looking"
            self.text.setText(tr(key, n=self.history.position))
