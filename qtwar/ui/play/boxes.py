"""The shelf's trays: off-map boxes, the turn track and what is to come; pieces are dragged in and out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Self

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from qtwar.ui.facts import BoxTray, TurnBox
from qtwar.ui.game import GamePorts, action_of, open_asks
from qtwar.ui.i18n import tr
from qtwar.ui.mime import unpack
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, clear, pop_below, scrolling, set_kind
from qtwar.ui.widgets.faces import Face, is_card
from qtwar.ui.widgets.seen import SeenPanel
from qtwar.ui.widgets.taborder import chain

FACE = 42
SHOWN = 6
PILES = ("deck", "cup")
PLACING = ("place", "pieces+cell")


def piles(model: GamePorts, pieces: Sequence[str]) -> list[tuple[str, ...]]:
    """Return pieces grouped by what they look like, so that eight equal bases take one face; a known card is like no other."""
    groups: dict[tuple[str, str], list[str]] = {}
    for piece in pieces:
        info = model.position.piece(piece)
        alike = info is not None and not is_card(model, piece)
        groups.setdefault((info.name, info.strength) if alike and info else (piece, ""), []).append(piece)
    return [tuple(group) for group in groups.values()]


class Tray(Panel):
    """A card with a name, a count and counters; takes a drop where the offer allows it."""

    def __init__(self, model: GamePorts, place: str, name: str, count: str = "", empty: str = "") -> None:
        super().__init__("card", margins=(10, 6, 10, 6), spacing=4)
        self.model, self.place = model, place
        self.setAcceptDrops(bool(place))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if place else Qt.FocusPolicy.NoFocus)
        self.setProperty("place", place)
        self.head = Panel(row=True, spacing=8)
        self.head.lay(TextLabel("caps", text=name), None, TextLabel("second", text=count))
        self.row = Panel(row=True, spacing=5)
        self.lay(self.head, self.row, grow=self.row)
        self.empty = empty or tr("shelf.nothing")
        self.setAccessibleName(f"{name} {count}")

    def fill(self, pieces: Sequence[str], limit: int = SHOWN) -> Self:
        """Show the counters, equal ones in piles."""
        groups = piles(self.model, pieces)
        for group in groups[:limit]:
            face = Face(self.model, group, FACE)
            face.clicked.connect(lambda _, g=group: self._clicked(g))
            self.row.lay(face)
        if len(groups) > limit:
            self.row.lay(TextLabel("second", text=f"+{sum(len(g) for g in groups[limit:])}"))
        if not groups:
            words = TextLabel("second", text=self.empty, wrap=True)
            words.setMinimumWidth(px(120))
            self.row.lay(words)
        self.row.lay(None)
        return self

    def _clicked(self, group: Sequence[str]) -> None:
        """Click-click: the top one that lies there still, and is not chosen, comes into the hand; all of the pile with Shift."""
        whole = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        taken = {*self.model.focus.pieces, *self.model.answer.pieces}
        lying = [piece for piece in group if piece not in taken] or list(group)
        self.model.focus.taken.emit(tuple(group) if whole else (lying[-1],))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Click-click: what is in hand goes here."""
        if self.place and event.button() == Qt.MouseButton.LeftButton:
            self.model.focus.put.emit(self.place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter or Space: what is in hand goes here; M takes the counter that has the keyboard, else the first."""
        faces = self.row.findChildren(Face) if event.key() == Qt.Key.Key_M else []
        if faces:
            self._clicked(next((face for face in faces if face.hasFocus()), faces[0]).pieces)
        elif self.place and self.hasFocus() and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.model.focus.put.emit(self.place)
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag that carries pieces."""
        if unpack(event.mimeData()):
            set_kind(self, "lit", "true")
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Not here after all."""
        set_kind(self, "lit", "false")

    def dropEvent(self, event: QDropEvent) -> None:
        """Answer the ask that may put these pieces here, else try a free move."""
        set_kind(self, "lit", "false")
        pieces = unpack(event.mimeData())
        if pieces:
            event.acceptProposedAction()
            drop_on(self.model, pieces, self.place)


def drop_on(model: GamePorts, pieces: Sequence[str], place: str) -> None:
    """Put pieces in a place by the first ask that fits; without one it is a free move, or a refusal under enforce."""
    for ask in open_asks(model.actions.offer, PLACING):
        if not set(pieces) <= set(ask.get("pieces") or ()):
            continue
        targets = ask.get("targets") or {}
        cells = ask.get("cells") or ()
        if place in cells or all(place in targets.get(p, ()) for p in pieces):
            model.actions.submit(action_of(ask, model.actions.acting, {"pieces": list(pieces), "cell": place}))
            return
    if model.settings.strictness == "enforce":
        model.actions.refused.emit({"key": "shelf.not_now", "args": {"where": {"c": place}}})
    else:
        model.actions.free_move(pieces, place)


class Trays(SeenPanel):
    """A row of trays that scrolls sideways; a tray stays as long as nothing of what it is made of changes."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel")
        self.model = model
        self.holder = Panel("panel", row=True, margins=(8, 6, 8, 6), spacing=8)
        self.area = scrolling(self.holder, sideways=True, down=False)
        self.lay(self.area)
        self._shown: list[tuple[object, QWidget]] | None = None
        self._reach: Collection[str] = ()
        model.position.changed.connect(lambda change: self._sit() if change.everything else self.soon())
        model.history.replaying.connect(self.soon)
        model.actions.offer_changed.connect(self.soon)
        model.answer.changed.connect(self._light)
        model.answer.started.connect(self._light)
        self._stale = True  # those of a tab that nobody turns to are never made

    def parts(self) -> list[tuple[object, Callable[[], QWidget]]]:
        """Return for each tray what it is made of, and what makes it; for subclasses."""
        raise NotImplementedError

    def places(self) -> frozenset[str]:
        """Return the places of the trays that take pieces; for subclasses."""
        return frozenset()

    def _sit(self) -> None:
        """All is new when another side looks: what the last one saw may not stand a moment longer."""
        if self.seen:
            self.refresh()
            return
        self._let_go()
        self.soon()

    def _let_go(self) -> None:
        """Take all trays away, out of their row first."""
        clear(self.holder.box)
        self._shown = None

    def refresh(self) -> None:
        """Make the trays of which something is new; the others stay."""
        parts = self.parts()
        if self._shown is not None and [key for key, _ in parts] == [key for key, _ in self._shown]:
            return
        left = self._shown or []
        scrolled, focused = self.area.horizontalScrollBar().value(), self._focused()
        while self.holder.box.count():
            self.holder.box.takeAt(0)
        self._shown = []
        for key, make in parts:
            n = next((n for n, (old, _) in enumerate(left) if old == key), -1)
            tray = left.pop(n)[1] if n >= 0 else make()
            self.holder.lay(tray)
            self._shown.append((key, tray))
        self.holder.lay(None)
        for _, tray in left:
            tray.hide()
            tray.deleteLater()
        # new trays take the place of the old ones at once: what is looked at and typed at stays where it is
        for _, tray in self._shown:
            tray.show()
        self.holder.box.activate()
        QApplication.sendEvent(self.area, QEvent(QEvent.Type.LayoutRequest))
        for tray in (t for t in self.findChildren(Tray) if not t.isHidden()):
            if focused is not None and tray.place == focused[0]:
                again = [w for w in tray.findChildren(QWidget) if w.focusPolicy() != Qt.FocusPolicy.NoFocus]
                if focused[1] < len(again):
                    again[focused[1]].setFocus()
        self.area.horizontalScrollBar().setValue(scrolled)
        chain(self.area, self.holder)
        self._light()

    def _light(self) -> None:
        """Light the trays that the answer under way or what is in hand may choose, as the board lights its cells."""
        lit = {*self.model.answer.lit(), *self._reach} if self.model.settings.strictness != "off" else ()
        for tray in self.findChildren(Tray):
            set_kind(tray, "lit", "true" if tray.place and tray.place in lit else "false")

    def light(self, reach: Collection[str]) -> bool:
        """Light the trays into which what is in hand may go; returns whether there are any."""
        self._reach = reach
        if not self.places().isdisjoint(reach):
            self.catch_up()  # nobody may have looked at them since the boxes came
        self._light()
        return bool(self._reached())

    def come_to_light(self) -> None:
        """Scroll to the first lit tray where none is in view."""
        lit = self._reached()
        if lit and all(tray.visibleRegion().isEmpty() for tray in lit):
            self.area.ensureWidgetVisible(lit[0], px(8), 0)

    def _reached(self) -> list[Tray]:
        return [tray for tray in self.findChildren(Tray) if not tray.isHidden() and tray.place in self._reach]

    def _focused(self) -> tuple[str, int] | None:
        """Return the tray of the widget with the focus and its number among those that take it."""
        focused = self.window().focusWidget()
        for tray in (t for t in self.findChildren(Tray) if not t.isHidden()):
            able = [w for w in tray.findChildren(QWidget) if w.focusPolicy() != Qt.FocusPolicy.NoFocus]
            if focused in able:
                return tray.place, able.index(focused)
        return None

    def retranslate(self) -> None:
        """Names in the new language."""
        if self._shown is not None:
            self._let_go()
            self.refresh()


def _placeable(model: GamePorts) -> frozenset[str]:
    """Return the pieces that may be placed now: trays show all of them, however many."""
    return frozenset(p for ask in open_asks(model.actions.offer, PLACING) for p in ask["pieces"])


class Boxes(Trays):
    """Ready, used, refit boxes and pools."""

    def places(self) -> frozenset[str]:
        """All boxes."""
        return frozenset(box.id for box in self.model.position.boxes())

    def parts(self) -> list[tuple[object, Callable[[], QWidget]]]:
        """A tray a box; first those from which pieces may be placed now, with all that they hold; used up piles last."""
        placeable, strictness = _placeable(self.model), self.model.settings.strictness
        boxes = sorted(
            self.model.position.boxes(),
            key=lambda box: (placeable.isdisjoint(box.pieces), box.role in PILES and not box.count and not box.discard),
        )
        return [
            ((box, placeable.isdisjoint(box.pieces), strictness), partial(self._tray, box, placeable)) for box in boxes
        ]

    def _tray(self, box: BoxTray, placeable: frozenset[str]) -> Tray:
        if box.role in PILES and self.model.settings.strictness == "off":
            return PileTray(self.model, box)
        if box.hidden:
            return Tray(self.model, box.id, box.name, "?", tr("shelf.unseen")).fill(())
        if box.role == "pool":
            return Tray(self.model, box.id, box.name, tr("shelf.blind", n=box.count)).fill(())
        tray = Tray(self.model, box.id, box.name, str(len(box.pieces) or box.count))
        return tray.fill(box.pieces, SHOWN if placeable.isdisjoint(box.pieces) else len(box.pieces))


class PileTray(Tray):
    """A deck or a cup on the free table: its top to be dragged off, how many there are, and what is done with it."""

    def __init__(self, model: GamePorts, box: BoxTray) -> None:
        super().__init__(model, box.id, box.name, box.counted)
        self.pile = box
        if box.pieces:
            self.top = Face(model, box.pieces[-1:], FACE)
            self.top.clicked.connect(lambda _: self._clicked(self.top.pieces))
            self.row.lay(self.top)
        self.draw = Button("shelf.draw", kind="compact", icon_name="cards-outline", then=self._draw)
        self.draw.setEnabled(bool(box.draw_to) and bool(box.count or box.discard))
        self.more = IconButton("dots-horizontal", "prompt.more", size=26, then=self._menu)
        self.row.lay(self.draw, self.more, None)

    def _draw(self) -> None:
        self.model.free("draw", **{"from": self.pile.id, "to": self.pile.draw_to, "n": 1})

    def _menu(self) -> None:
        box, do, menu = self.pile, self.model.free, QMenu(self)
        if box.count:
            if box.role == "deck":
                for n in (1, 3, 5):
                    if n <= box.count:
                        words = tr("shelf.peek_n", n=n) if n > 1 else tr("shelf.peek")
                        menu.addAction(words, partial(do, "peek", place=box.id, n=n))
                menu.addAction(tr("shelf.peek_all"), partial(do, "peek", place=box.id, n=min(box.count, 200)))
                if box.discard:
                    menu.addAction(tr("shelf.discard"), partial(do, "draw", **{"from": box.id, "to": box.discard}))
                menu.addSeparator()
            menu.addAction(tr("shelf.shuffle"), partial(do, "shuffle", place=box.id))
        if box.discard:
            words = tr("shelf.gather" if box.role == "deck" else "shelf.gather_cup")
            menu.addAction(words, partial(do, "gather", place=box.id))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        pop_below(menu, self.more)


class Coming(Trays):
    """Reinforcements by turn or pool."""

    def parts(self) -> list[tuple[object, Callable[[], QWidget]]]:
        """A tray a turn, or the sentence that nothing comes."""
        boxes = self.model.position.reinforcements()
        if not boxes:
            return [("none", lambda: TextLabel("empty", "shelf.none_coming"))]
        return [(box, partial(self._tray, box)) for box in boxes]

    def _tray(self, box: BoxTray) -> Tray:
        return Tray(self.model, "", box.name, str(box.count or len(box.pieces))).fill(box.pieces)


class TurnTray(Tray):
    """A box of the turn track; a click on a past turn looks there."""

    def __init__(self, model: GamePorts, turn: TurnBox, *, whole: bool = False) -> None:
        super().__init__(model, turn.place, turn.label, "")
        self.turn = turn
        self.head.setMinimumWidth(px(88))  # not of the tray: it must grow with its counters
        if turn.is_now:
            set_kind(self, "chosen", "true")
            self.head.lay(TextLabel("chip", "turn.now"))
        if turn.entry is not None and not turn.is_now:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setToolTip(tr("turn.jump"))
        if turn.pieces:
            self.fill(turn.pieces, len(turn.pieces) if whole else 4)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the position as it was on the turn that was clicked."""
        if self.turn.entry is not None and not self.turn.is_now:
            self.model.history.look_at(self.turn.entry)


class TurnTrack(Trays):
    """Turns with what lies on them."""

    def places(self) -> frozenset[str]:
        """The boxes of the track."""
        return frozenset(turn.place for turn in self.model.position.turn_track())

    def parts(self) -> list[tuple[object, Callable[[], QWidget]]]:
        """A tray a turn, with all that it holds where units may be placed from there."""
        able = _placeable(self.model)
        turns = [(turn, not able.isdisjoint(turn.pieces)) for turn in self.model.position.turn_track()]
        return [((turn, whole), partial(TurnTray, self.model, turn, whole=whole)) for turn, whole in turns]
