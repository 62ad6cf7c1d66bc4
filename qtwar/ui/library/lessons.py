"""Get started: lessons beside the real thing, their steps ticked off by what the person does.

Nothing is simulated: a lesson opens what the program always opens, and a step is done when the person has done it. The
program has four of five minutes; a title has one of a quarter of an hour for each scenario that brings a `tutorial`
(docs/module-guide.md): its steps come up with the questions of the rules that they are about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from qtwar.session.begin import NewDraft, NewGame
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import TitleCard
from qtwar.ui.tabs import Tabs
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, IconLabel, Panel, TextLabel, clear, set_kind


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson; `opens` is the kind of tab it needs. Step n reads `lesson.<id>.n`, done by `deeds[n - 1]` or *Next*.

    One of a title has `game`, and its steps are the scenario's.
    """

    id: str
    icon: str
    opens: str
    deeds: tuple[str, ...] = ()
    game: NewGame | None = None


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step: what it says, the deed that ends it, and the question of the rules (prompt, ask) with which it comes up.

    Deeds: `act` (the question is answered), `entry`, `undo`, `rolled`, `trial`; of any other only *Next* knows.
    """

    words: str
    deed: str
    prompt: str = ""
    ask: str = ""

    def fits(self, offer: Mapping[str, Any] | None) -> bool:
        """Return whether the rules ask now what the step is about."""
        if offer is None or offer["prompt"]["key"] != self.prompt:
            return False
        return not self.ask or any(map(self.is_of, offer.get("asks") or ()))

    def is_of(self, ask: Mapping[str, Any]) -> bool:
        """Return whether an ask is the one that the step is about."""
        return bool(ask["label"]["key"] == self.ask)


READ = ("", "next")
"""Deeds of steps that are only read."""

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
    fits = [t for t in titles if (t.coverage is not None or not ruled) and t.scenarios and not t.solo]
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


def tutorials(titles: Sequence[TitleCard]) -> list[tuple[Lesson, str, str]]:
    """Return the lessons that titles bring, each with the names of its title and scenario."""
    found = []
    for title in titles:
        options = {option.id: option.default for option in title.options}
        for one in title.scenarios:
            if one.tutorial:
                game = NewGame(title.id, one.id, "both", one.has_quick, "enforce", "program", {**options, **one.options})
                lesson = Lesson(f"{title.id}/{one.id}", "school-outline", "game", game=game)
                found.append((lesson, title.name, one.name))
    return found


def lesson_of(ident: str) -> Lesson | None:
    """Return the lesson of an id, None where the program knows none; one of a title is named `title/scenario`."""
    title, _, scenario = ident.partition("/")
    return Lesson(ident, "school-outline", "game", game=NewGame(title, scenario, "both")) if scenario else BY_ID.get(ident)


def open_lesson(window: Tabs, lesson: Lesson) -> None:
    """Open what a lesson is about; its steps come with the tab."""
    window.lesson.begin(lesson)
    if lesson.opens == "draft":
        window.library.new_draft.emit(NewDraft(tr("lesson.draw.name")))
    elif lesson.opens == "print":
        window.printing(window.library_page)
    else:
        game = lesson.game or game_for(lesson, window.library.titles())
        if game is None:
            window.tell(tr("lesson.no_title"))
        else:
            window.library.start_game.emit(game)


class LessonCards(Panel):
    """The lessons as cards, in the library: those of titles first."""

    wanted = Signal(object)  # Lesson

    def __init__(self) -> None:
        super().__init__(spacing=12)
        self.buttons: dict[str, Button] = {}
        self.titles = Panel(spacing=12)
        self.lay(self.titles)
        for lesson in LESSONS:
            about = TextLabel("second-body", f"lesson.{lesson.id}.about", wrap=True)
            self.lay(self._card(lesson, TextLabel("heading", f"lesson.{lesson.id}"), about))

    def show_titles(self, titles: Sequence[TitleCard]) -> None:
        """Show the lessons that titles bring."""
        clear(self.titles.box)
        for lesson, title, scenario in tutorials(titles):
            head = TextLabel("heading", text=tr("lesson.tutorial", title=title))
            about = TextLabel("second-body", text=tr("lesson.tutorial.about", name=scenario), wrap=True)
            self.titles.lay(self._card(lesson, head, about))

    def _card(self, lesson: Lesson, head: TextLabel, about: TextLabel) -> Panel:
        card = Panel("card", row=True, margins=(18, 14, 14, 14), spacing=16)
        button = Button("lesson.start", icon_name="play", then=lambda: self.wanted.emit(lesson))
        button.setAccessibleName(f"{tr('lesson.start')}: {head.text()}")
        self.buttons[lesson.id] = button
        card.box.addWidget(IconLabel(lesson.icon, "accent", 32), 0, Qt.AlignmentFlag.AlignTop)
        words = Panel(spacing=3).lay(head, about)
        card.lay(words, button, grow=words)
        card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        return card


class LessonPanel(Panel):
    """Floats at the foot of a tab: the steps of the lesson, those done ticked; of a title's lesson the one in hand."""

    ended = Signal()
    changed = Signal()  # it came to its tab, went on, or was put away by the person

    def __init__(self, parent: QWidget) -> None:
        super().__init__("floating", margins=(16, 10, 10, 12), spacing=4, parent=parent)
        self.lesson: Lesson | None = None
        self.steps: Sequence[LessonStep] = ()
        self.done: set[int] = set()
        self.page: Any = None
        self._live: int = 0
        self._watched: list[tuple[int, frozenset[str]]] = []
        self.hide()

    def begin(self, lesson: Lesson) -> None:
        """Wait for the tab of a lesson."""
        self.lesson, self.steps, self.done, self.page, self._watched = lesson, (), set(), None, []
        self.hide()

    def arrived(self, page: QWidget | None) -> None:
        """Another tab is in front: it may be the lesson's, newly opened; the steps go and come with it."""
        if self.lesson is None or page is None:
            return
        if self.page is None and page.property("tab") == self.lesson.opens:
            self._take(page)
            self.changed.emit()
        self.setVisible(page is self.page)
        if page is self.page:
            self._show()

    def _take(self, page: QWidget) -> None:
        assert self.lesson is not None
        self.page = page
        self._listen(self.lesson)
        page.destroyed.connect(self._lost)

    def resume(self, page: Any, ident: object, done: Sequence[object]) -> None:
        """Go on where the lesson stood when the program ended; `page` is its tab, which came back."""
        lesson = lesson_of(ident) if isinstance(ident, str) else None
        if self.lesson is not None or lesson is None or page.property("tab") != lesson.opens:
            return
        if lesson.game is None or lesson.game.scenario in {one.id for one in page.model.title.content.scenarios}:
            self.begin(lesson)
            self._take(page)
            self.done = {step for step in range(len(self.steps)) if step in done}
            self._show()

    @property
    def progress(self) -> dict[str, Any]:
        """The lesson and its steps that are done, to be kept; empty where there is none."""
        return {"id": self.lesson.id, "done": sorted(self.done)} if self.lesson is not None and self.page is not None else {}

    def _lost(self) -> None:
        if self.page is not None:
            self._away()

    def _listen(self, lesson: Lesson) -> None:
        model = self.page.model
        self.steps = [LessonStep(f"lesson.{lesson.id}.{n}", deed) for n, deed in enumerate(lesson.deeds, 1)]
        if lesson.game is not None:
            said = model.title.content.scenario(lesson.game.scenario).attrs.get("tutorial") or ()
            self.steps = [LessonStep(s["say"], s.get("deed", "act"), s.get("prompt", ""), s.get("ask", "")) for s in said]
            model.actions.done.connect(self._acted)
            model.actions.offer_changed.connect(self._show)
        if hasattr(self.page, "placed"):
            self.page.placed.connect(self.place)
        if lesson.opens == "game":
            self._live = model.history.live
            model.history.changed.connect(self._history)
            model.actions.rolled.connect(lambda _: self._did("rolled"))
        elif lesson.opens == "draft":
            model.changed.connect(lambda *_: self._did("entry"))

    @property
    def now(self) -> int | None:
        """The step in hand: the first left that fits what is asked or follows one that is done; None where there is none."""
        offer = self.page.model.actions.offer if self.lesson is not None and self.lesson.game is not None else None
        for n, step in enumerate(self.steps):
            if n not in self.done and (step.fits(offer) if step.prompt else n == 0 or n - 1 in self.done):
                return n
        return None

    def _history(self) -> None:
        live, before = self.page.model.history.live if self.page is not None else 0, self._live
        self._live = live
        if live > before:
            self._did("entry")
        elif live < before:
            self._did("undo")

    def _acted(self, action: Mapping[str, Any]) -> None:
        """An action was carried out, and the rules ask the next thing already: it answered the step before, if not this one."""
        for step, verbs in self._watched:
            if step >= 0 and step not in self.done and self.steps[step].deed == "act" and action["verb"] in verbs:
                self._tick(step)
                return

    def _did(self, deed: str) -> None:
        now = self.now
        if now is not None and self.steps[now].deed == deed:
            self._tick(now)

    def _tick(self, step: int) -> None:
        self.done.add(step)
        self._show()
        self.changed.emit()

    def next(self) -> None:
        """Tick the step in hand."""
        now = self.now
        if now is not None:
            self._tick(now)

    def entrance(self) -> tuple[QWidget, ...]:
        """F6 comes to the button that goes on."""
        return (self.go,)

    def stop(self) -> None:
        """Put the lesson away."""
        self._away()
        self.changed.emit()

    def _away(self) -> None:
        self.lesson = self.page = None
        self.hide()

    def _show(self) -> None:
        lesson = self.lesson
        if lesson is None or self.page is None:
            return
        focus = QApplication.focusWidget()
        held = focus is not None and self.isAncestorOf(focus)
        clear(self.box)
        self.close_button = IconButton("close", "lesson.stop", size=24, then=self.stop)
        over, now = self._is_over, self.now
        if lesson.game is None:
            head = TextLabel("strong", f"lesson.{lesson.id}")
            rows = [self._step(tr(step.words), n, now) for n, step in enumerate(self.steps)]
        else:
            head = TextLabel("strong", text=tr("lesson.progress", n=len(self.done), all=len(self.steps)))
            rows = [self._step(self._saying(over, now), -1, -1)]
        self._watch(now)
        self.lay(Panel(row=True, spacing=8).lay((head, 1), self.close_button))
        self.lay(*rows)
        key, then = ("lesson.back", self._over) if over else ("lesson.next", self.next)
        self.go = Button(key, kind="compact", then=then)
        self.go.setEnabled(over or now is not None)
        self.go.setAutoDefault(True)  # Enter presses it where it has the keyboard
        foot = Panel(row=True, spacing=8).lay(None, self.go)
        self.lay(foot)
        foot.setVisible(True)  # at once: what is not seen yet takes no keyboard
        if held:
            (self._ground(now) or self.go).setFocus()
        self.show()
        self.raise_()
        QTimer.singleShot(0, self, self.place)  # what was just put in has its size then

    @property
    def _is_over(self) -> bool:
        """Whether nothing more comes: all is done, or the game of a title's lesson has ended before."""
        ended = self.lesson is not None and self.lesson.game is not None and self.page.model.position.outcome is not None
        return ended or len(self.done) == len(self.steps)

    def _ground(self, now: int | None) -> QWidget | None:
        """Return what takes the keyboard for what is done on the page, None for what is only read."""
        if self._is_over or (now is not None and self.steps[now].deed in READ):
            return None
        ground: QWidget | None = getattr(self.page, "board", None) or self.page.focusWidget()
        return ground

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs that answer the question of the step in hand."""
        now = self.now
        if now is None or not self.steps[now].prompt:
            return frozenset()
        asks = (self.page.model.actions.offer or {}).get("asks") or ()
        return frozenset(ask["verb"] for ask in asks if not self.steps[now].ask or self.steps[now].is_of(ask))

    def _watch(self, now: int | None) -> None:
        """Keep what the step in hand waits for, and the one before it."""
        watched = (-1 if now is None else now, self.verbs)
        if watched not in self._watched[-1:]:
            self._watched = [*self._watched[-1:], watched]

    def _saying(self, over: bool, now: int | None) -> str:
        """Return what a title's lesson says now."""
        if over:
            return tr("lesson.tutorial.over" if len(self.done) == len(self.steps) else "lesson.tutorial.ended")
        if now is None:
            return tr("lesson.tutorial.wait")
        title = self.page.model.title
        return str(title.texts.plain({"key": self.steps[now].words, "args": {}}, title.language))

    def _step(self, text: str, n: int, now: int | None) -> Panel:
        row = Panel(row=True, spacing=8)
        done = n in self.done
        name = "check-circle-outline" if done else "chevron-right" if n == now else "circle-outline"
        words = TextLabel("strong" if n == now else "second-body", text=text, wrap=True)
        words.setFixedWidth(px(300))
        set_kind(words, "done", "true" if done else "false")
        row.box.addWidget(IconLabel(name, "good" if done else "accent"), 0, Qt.AlignmentFlag.AlignTop)
        row.lay(words, grow=words)
        return row

    def _over(self) -> None:
        self.stop()
        self.ended.emit()

    def place(self) -> None:
        """Stand at the foot on the left, over shelf and small map; on the right where a secret choice or a dock lies there."""
        self.adjustSize()
        ground = self.parentWidget()
        high = int(ground.height())
        foot = high - px(200 if high > px(800) else 72)
        for name in ("shelf", "minimap"):
            part = getattr(self.page, name, None)
            if part is not None and part.isVisible():
                foot = min(foot, part.mapTo(ground, QPoint()).y() - px(8))
        self.move(px(56), max(0, foot - self.height()))
        over = [dock for dock in getattr(self.page, "docks", {}).values() if dock.afloat]
        over += [self.page.secret] if hasattr(self.page, "secret") else []
        there = [QRect(part.mapToGlobal(QPoint()), part.size()) for part in over if part.isVisible()]
        mine = QRect(self.mapToGlobal(QPoint()), self.size())
        if any(part.intersects(mine) for part in there):
            self.move(ground.width() - self.width() - px(8), self.y())

    def refresh(self) -> None:
        """Say the steps."""
        if self.isVisible():
            self._show()
