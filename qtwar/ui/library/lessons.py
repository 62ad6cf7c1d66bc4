"""Get started: four lessons of five minutes, each a game, draft or print tab with four steps to tick off beside it.

Nothing is simulated: a lesson opens what the program always opens, and a step is done when the person has done it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from qtwar.session.begin import NewDraft, NewGame
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import TitleCard
from qtwar.ui.tabs import Tabs
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, IconLabel, Panel, TextLabel, clear, set_kind


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson; `opens` is the kind of tab it needs. Step n reads `lesson.<id>.n`, done by `deeds[n - 1]` or *Next*."""

    id: str
    icon: str
    opens: str
    deeds: tuple[str, ...]


LESSONS = (
    Lesson("move", "cursor-move", "game", ("", "entry", "entry", "undo")),
    Lesson("free", "hand-back-right-outline", "game", ("entry", "entry", "rolled", "undo")),
    Lesson("draw", "brush", "draft", ("entry", "entry", "entry", "trial")),
    Lesson("print", "printer-outline", "print", ("", "", "", "")),
)
BY_ID = {lesson.id: lesson for lesson in LESSONS}


def game_for(lesson: Lesson, titles: Sequence[TitleCard]) -> NewGame | None:
    """Return the game of a lesson: the shortest with rules and a quick set-up, or one on the free table."""
    ruled = lesson.id == "move"
    fits = [t for t in titles if (t.coverage is not None) == ruled and t.scenarios and not t.solo]
    if not fits:
        return None
    if ruled:
        quick = [(s.turns, t.id, s.id) for t in fits for s in t.scenarios if s.has_quick]
        chosen = [title for title in fits if quick and title.id == min(quick)[1]]
        title, scenario = (chosen[0], min(quick)[2]) if chosen else (fits[0], fits[0].scenarios[0].id)
    else:
        title, scenario = fits[0], fits[0].scenarios[0].id
    options = {option.id: option.default for option in title.options}
    quick_one = any(s.id == scenario and s.has_quick for s in title.scenarios)
    return NewGame(title.id, scenario, "both", quick_one, "enforce" if ruled else "off", "program", options)


def open_lesson(window: Tabs, ident: str) -> None:
    """Open what a lesson is about; its steps come with the tab."""
    lesson = BY_ID[ident]
    window.lesson.begin(lesson)
    if lesson.opens == "draft":
        window.library.new_draft.emit(NewDraft(tr("lesson.draw.name")))
    elif lesson.opens == "print":
        window.printing(window.library_page)
    else:
        game = game_for(lesson, window.library.titles())
        if game is None:
            window.tell(tr("lesson.no_title"))
        else:
            window.library.start_game.emit(game)


class LessonCards(Panel):
    """The lessons as cards, in the library."""

    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__(spacing=12)
        self.buttons: dict[str, Button] = {}
        for lesson in LESSONS:
            card = Panel("card", row=True, margins=(18, 14, 14, 14), spacing=16)
            about = TextLabel("second-body", f"lesson.{lesson.id}.about", wrap=True)
            words = Panel(spacing=3).lay(TextLabel("heading", f"lesson.{lesson.id}"), about)
            button = Button("lesson.start", icon_name="play", then=lambda i=lesson.id: self.wanted.emit(i))
            button.say(button.setAccessibleName, f"lesson.{lesson.id}")
            self.buttons[lesson.id] = button
            card.box.addWidget(IconLabel(lesson.icon, "accent", 32), 0, Qt.AlignmentFlag.AlignTop)
            card.lay(words, button, grow=words)
            card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
            self.lay(card)


class LessonPanel(Panel):
    """Floats at the foot of a tab: the steps of the lesson, those done ticked."""

    ended = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__("floating", margins=(16, 10, 10, 12), spacing=4, parent=parent)
        self.lesson: Lesson | None = None
        self.done = 0
        self.page: Any = None
        self._live: int = 0
        self.hide()

    def begin(self, lesson: Lesson) -> None:
        """Wait for the tab of a lesson."""
        self.lesson, self.done, self.page = lesson, 0, None
        self.hide()

    def arrived(self, page: QWidget | None) -> None:
        """Another tab is in front: it may be the lesson's, newly opened; the steps go and come with it."""
        if self.lesson is None or page is None:
            return
        if self.page is None and page.property("tab") == self.lesson.opens:
            self.page = page
            self._listen()
            page.destroyed.connect(self._lost)
        self.setVisible(page is self.page)
        if page is self.page:
            self._show()

    def _lost(self) -> None:
        if self.page is not None:
            self.stop()

    def _listen(self) -> None:
        model = self.page.model
        if self.lesson is not None and self.lesson.opens == "game":
            self._live = model.history.live
            model.history.changed.connect(self._history)
            model.actions.rolled.connect(lambda _: self._did("rolled"))
        elif self.lesson is not None and self.lesson.opens == "draft":
            model.changed.connect(lambda *_: self._did("entry"))

    def _history(self) -> None:
        live, before = self.page.model.history.live if self.page is not None else 0, self._live
        self._live = live
        if live > before:
            self._did("entry")
        elif live < before:
            self._did("undo")

    def _did(self, deed: str) -> None:
        if self.lesson is not None and self.done < len(self.lesson.deeds) and self.lesson.deeds[self.done] == deed:
            self.next()

    def next(self) -> None:
        """Tick the step in hand."""
        self.done += 1
        self._show()

    def stop(self) -> None:
        """Put the lesson away."""
        self.lesson = self.page = None
        self.hide()

    def _show(self) -> None:
        lesson = self.lesson
        if lesson is None:
            return
        clear(self.box)
        self.close_button = IconButton("close", "lesson.stop", size=24, then=self.stop)
        self.lay(Panel(row=True, spacing=8).lay((TextLabel("strong", f"lesson.{lesson.id}"), 1), self.close_button))
        self.lay(*(self._step(lesson, n) for n in range(len(lesson.deeds))))
        key, then = ("lesson.back", self._over) if self.done >= len(lesson.deeds) else ("lesson.next", self.next)
        self.go = Button(key, kind="compact", then=then)
        self.lay(Panel(row=True, spacing=8).lay(None, self.go))
        self.show()
        self.raise_()
        QTimer.singleShot(0, self, self.place)  # what was just put in has its size then

    def _step(self, lesson: Lesson, n: int) -> Panel:
        row = Panel(row=True, spacing=8)
        done = n < self.done
        name = "check-circle-outline" if done else "chevron-right" if n == self.done else "circle-outline"
        words = TextLabel("strong" if n == self.done else "second-body", f"lesson.{lesson.id}.{n + 1}", wrap=True)
        words.setFixedWidth(px(300))
        set_kind(words, "done", "true" if done else "false")
        row.box.addWidget(IconLabel(name, "good" if done else "accent"), 0, Qt.AlignmentFlag.AlignTop)
        row.lay(words, grow=words)
        return row

    def _over(self) -> None:
        self.stop()
        self.ended.emit()

    def place(self) -> None:
        """Stand at the foot on the left, beside rail and docks, out of the way of what has to be pressed."""
        self.adjustSize()
        parent = self.parentWidget()
        self.move(px(56), parent.height() - self.height() - px(200 if parent.height() > px(800) else 72))

    def refresh(self) -> None:
        """Say the steps."""
        if self.isVisible():
            self._show()
