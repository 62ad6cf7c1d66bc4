"""The page of a game as somebody sees it: its board, its bars and panes, and what is written on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget

from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL, RIGHT, Person
from qtwar.kit.asks import open_asks
from qtwar.ui.i18n import language, tr
from qtwar.ui.play.boxes import Tray
from qtwar.ui.widgets.faces import Face


class GameScreen:
    """Where things are on the page of one game. Nothing is read that the person at the screen does not see."""

    def __init__(self, person: Person, page: Any) -> None:
        self.person, self.page, self.model = person, page, page.model

    # -- words -------------------------------------------------------------------------------------
    def words(self, message: Any, fallback: str) -> str:
        """Return what a label says on the screen."""
        return self.model.title.texts.plain(message, language(), cite=False) if message else tr(fallback)

    def label(self, ask: Mapping[str, Any]) -> str:
        """Return what an ask is called on the screen."""
        words = self.words(ask.get("label"), f"ask.{ask['kind']}")
        return tr("prompt.chance", what=words, n=ask["chance"]) if "chance" in ask else words

    # -- asks --------------------------------------------------------------------------------------
    @property
    def offer(self) -> Mapping[str, Any]:
        """What the window was given to ask."""
        return self.model.actions.offer or {"asks": []}

    def open_asks(self) -> list[dict[str, Any]]:
        """Return the asks that can be answered now."""
        return open_asks(self.offer["asks"])

    def rest(self) -> None:
        """Wait until nothing is under way."""
        person = self.person
        if not person.wait(lambda: self.model.link.pending == 0 and not self.board.state.flights.under_way):
            raise HandFault("stuck", "the window does not come to rest")
        person.turn()

    # -- controls ----------------------------------------------------------------------------------
    def press_ask(self, ask: Mapping[str, Any]) -> None:
        """Press what carries the words of an ask in the prompt bar, in the row below it, or in one of their menus."""
        text = self.label(ask)
        found: list[tuple[QAbstractButton, QMenu | None]] = []

        def shown() -> bool:  # a row of choices comes a turn of the window later than its question
            found[:] = self._saying(text)
            return bool(found)

        if not self.person.wait(shown, 5):
            raise HandFault("no_control", f"nothing says {text!r}")
        button, menu = found[0]
        self.person.click(button)
        if menu is not None:
            self.person.choose(menu, text)

    def _saying(self, text: str) -> list[tuple[QAbstractButton, QMenu | None]]:
        """Return the buttons that say so, then those whose menus do."""
        prompt, verbs = self.page.prompt, self.page.prompt.verbs
        said = [button for bar in (prompt, verbs) if (button := self.person.button(bar, text)) is not None]
        openers = self.person.shown((*prompt.findChildren(QAbstractButton), *verbs.findChildren(QAbstractButton)))
        menus = [(more, menu) for more in openers if (menu := more.findChild(QMenu)) is not None]
        return [(button, None) for button in said] + [
            (more, menu) for more, menu in menus if any(action.text() == text for action in menu.actions())
        ]

    def doer(self, ask: Mapping[str, Any]) -> QAbstractButton:
        """Return the button that carries out what is chosen for an ask."""
        words = self.words(ask.get("button") or ask.get("label"), f"ask.{ask['kind']}")
        bar = self.page.prompt
        shown: list[QAbstractButton] = []

        def able() -> bool:  # all are grey while the last order is under way
            shown[:] = [b for b in self.person.shown(bar.findChildren(QAbstractButton)) if b.isEnabled()]
            return bool(shown)

        self.person.wait(able, 5)
        found = [b for b in shown if b.text().startswith(words) and not b.isCheckable()]
        if not found:
            said = [b.text() for b in shown]
            raise HandFault("cannot_be_given", f"no button carries out {words!r}; the bar has {said}")
        return found[-1]

    def turn_to(self, ask: Mapping[str, Any]) -> None:
        """Make the hand answer this ask, by its switch where it has one."""
        if self.answering != ask["id"]:
            self.press_ask(ask)
        if self.answering != ask["id"]:
            raise HandFault("no_control", f"there is no way to turn to {self.label(ask)!r}")

    @property
    def answering(self) -> str:
        """The ask that the window shows as the one being answered."""
        return str((self.model.answer.ask or {}).get("id", ""))

    # -- the board ---------------------------------------------------------------------------------
    @property
    def board(self) -> Any:
        """The board."""
        return self.page.board

    def show_board_of(self, place: str) -> None:
        """Turn to the board that a place lies on."""
        n = self.tab_of(place)
        if n is not None:
            self.person.turn_tab(self.page.holder.tabs, n)
            self.rest()

    def tab_of(self, place: str) -> int | None:
        """Return which tab shows the board of a place, or on which its box is printed; None where it is shown or lies on none."""
        boards = {board.id: board for board in self.model.title.content.boards}
        shown = [b.id for b in self.model.title.boards()]
        printed = (b for b in shown for box in boards[b].boxes if box.id == place and box.on_board is not None)
        ident = next(printed, place.split(":")[0])
        if self.board.layout_.has(place) or ident not in shown:
            return None
        tabs = self.page.holder.tabs
        for n in range(tabs.count()):
            if tabs.tabData(n) == ident:
                return n
        raise HandFault("no_control", f"no tab shows the board of {place}")

    def on_board(self, place: str) -> bool:
        """Return whether a place is part of the board that is shown."""
        return bool(self.board.layout_.has(place))

    def where(self, piece: str) -> str:
        """Return the place of a piece."""
        return str(self.model.position.view.spot(piece))

    def free(self, point: QPoint) -> bool:
        """Return whether a click at a point of the board reaches it, not a pane over it or an arrow at its rim."""
        return self.person.on_top(self.board, point) and not self.board.rim.at(QPointF(point))

    def spot(self, place: str) -> QPoint:
        """Return where a place of the board can be clicked."""
        return self.person.in_view(
            self.board, lambda: self.board.spot(place), self.free, self.model.title.place_name(place)
        )

    def open_ground(self, place: str) -> QPoint:
        """Return a point of a place that no counter covers, where there is one, else its middle."""
        self.spot(place)
        middle, board = self.board.spot(place), self.board
        reach = 100 * board.camera.scale
        for dx, dy in ((0, 0), (-0.42, 0.3), (0.42, 0.3), (-0.42, -0.3), (0.42, -0.3), (0, 0.42), (0, -0.42)):
            at = middle + QPointF(dx * reach, dy * reach)
            point: QPoint = at.toPoint()
            free = board.piece_at(at) is None and not board.tool.chip_at(at)
            if free and board.tool.target_at(at) == place and self.free(point):
                return point
        for piece in reversed(board.stacks.resting(place)):
            covered = self.counter(piece)
            if covered is not None:
                return covered
        return self.spot(place)

    def counter(self, piece: str) -> QPoint | None:
        """Return where a counter of the board can be clicked; None where others cover it."""
        place, board = self.where(piece), self.board
        if not board.layout_.has(place):
            return None
        self.spot(place)
        ids = board.stacks.resting(place)
        if piece not in ids:
            return None
        if board.fan.place == place:
            fanned: QPoint = dict(board.fan.rects())[piece].center().toPoint()
            return fanned if self.free(fanned) else None
        rect = board.camera.rect_to_screen(board.layout_.counter_rect(place, ids.index(piece), len(ids)))
        for dx, dy in ((0.5, 0.4), (0.1, 0.1), (0.9, 0.1), (0.5, 0.04), (0.04, 0.5), (0.96, 0.5), (0.5, 0.96)):
            at = QPointF(rect.left() + dx * rect.width(), rect.top() + dy * rect.height())
            point: QPoint = at.toPoint()
            shown = board.piece_at(at) == (piece, place) and not board.tool.chip_at(at)
            if shown and self.free(point):
                return point
        return None

    def open_picker(self, place: str) -> None:
        """Open the strip of a stack by its count; of one that lies in a row, and has no count, by the menu."""
        board = self.board
        n = len(board.stacks.resting(place))

        def chip() -> QPointF:
            return QPointF(board.camera.rect_to_screen(board.layout_.chip_rect(place, n)).center())

        point = self.person.in_view(board, chip, self.free, self.model.title.place_name(place))
        self.leave_fan()
        if board.tool.chip_at(QPointF(point)):
            self.person.click(board, point)
        else:
            covered = self.counter(board.stacks.resting(place)[0])
            if covered is None:
                raise HandFault("no_control", f"the stack in {self.model.title.place_name(place)} has no count to click")
            self.person.click(board, covered, button=RIGHT)
            self.person.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu), 5)
            menu = QApplication.activePopupWidget()
            if not isinstance(menu, QMenu):
                raise HandFault("nothing_happens", "the right button opens no menu")
            said = tr("board.menu.choose")
            self.person.choose(menu, next((a.text() for a in menu.actions() if a.text().startswith(said)), said))
        if not self.person.wait(board.picker.isVisible, 5):
            raise HandFault("nothing_happens", "the count of a stack opens nothing")

    def leave_fan(self) -> None:
        """Draw the pointer off a stack that has fanned out, so that it closes."""
        board = self.board
        if board.fan.place:
            rect, away = board.rect(), board.fan.outer().center().toPoint()
            corners = (rect.topLeft(), rect.topRight(), rect.bottomLeft(), rect.bottomRight())
            far = max(corners, key=lambda corner: (corner - away).manhattanLength())
            self.person.lead(board, far + (away - far) / 50)

    def pick_in_strip(self, pieces: Sequence[str], then: str) -> None:
        """Tick counters in the strip that is open, and press the button that says `then` (a key)."""
        picker = self.board.picker
        none = self.person.button(picker, tr("picker.none"))
        if none is not None:
            self.person.click(none)
        for piece in pieces:
            card = picker.buttons.get(piece)
            if card is None or not card.isEnabled():
                picker.close_strip()
                raise HandFault("cannot_be_given", f"{self.name(piece)} can not be ticked in its stack")
            self.person.click(card)
        take = self.person.button(picker, tr(then))
        if take is None:
            raise HandFault("no_control", f"the strip has no {tr(then)!r}")
        self.person.click(take)

    def name(self, piece: str) -> str:
        """Return what a piece is called."""
        info = self.model.position.piece(piece)
        return info.name if info is not None else piece

    # -- shelf and panes ---------------------------------------------------------------------------
    def shelf_tab(self, n: int) -> None:
        """Click a tab of the shelf, or rest on it with what is in hand."""
        shelf, board = self.page.shelf, self.board
        if not (shelf.open and shelf.tabs.currentIndex() == n):
            if board.tool.dragging:
                self.person.lead(board, board.mapFromGlobal(shelf.tabs.mapToGlobal(shelf.tabs.tabRect(n).center())))
            else:
                self.person.turn_tab(shelf.tabs, n)
                if not shelf.open:  # the tab was in front of a folded shelf, and the arrows had nowhere to go
                    self.person.key(Qt.Key.Key_Space)
            self.person.wait(shelf.stack.widget(n).isVisible, 5)
            self.person.turn()

    def face(self, piece: str) -> Face:
        """Return the counter of the shelf that stands for a piece."""
        for n, page in enumerate((self.page.shelf.boxes, self.page.shelf.turns, self.page.shelf.coming)):
            self.shelf_tab(n)
            faces: list[Face] = page.findChildren(Face)
            for face in faces:
                if piece in face.pieces and face.isVisible():
                    return face
        raise HandFault(
            "no_control",
            f"{self.name(piece)} in {self.model.title.place_name(self.where(piece))} is nowhere to be seen",
        )

    def tray(self, place: str) -> Tray:
        """Return the tray of a box on the shelf."""
        self.shelf_tab(0)
        trays: list[Tray] = self.page.shelf.boxes.findChildren(Tray)
        for tray in trays:
            if tray.place == place and tray.isVisible():
                return tray
        raise HandFault("no_control", f"{self.model.title.place_name(place)} is neither on the board nor on the shelf")

    def orders_row(self, ask: Mapping[str, Any], piece: str) -> QWidget:
        """Return the line of a piece in the Orders pane."""
        page, person = self.page, self.person
        shares = page.orders.shares
        for _ in range(3):  # another pane may come forward a moment later
            if page.orders.visibleRegion().isEmpty():  # behind another tab it still counts as visible
                self.raise_pane("orders")
            person.wait(lambda: shares.box.count() > len(ask["pieces"]), 5)
            person.turn()
        row = list(ask["pieces"]).index(piece)
        line: QWidget | None = shares.box.itemAt(row).widget() if row < shares.box.count() else None
        if line is None or page.orders.visibleRegion().isEmpty():
            raise HandFault("no_control", f"the Orders pane has no line for {self.name(piece)}")
        person.turn()  # the lines made last find their place
        person.turn()
        return line

    def raise_pane(self, ident: str) -> None:
        """Bring a pane forward by its tab, or by its button of the rail where it has been closed."""
        dock = self.page.docks[ident]

        def forward() -> bool:
            return not dock.panel.visibleRegion().isEmpty()

        for bar in self.person.window.findChildren(type(self.page.shelf.tabs)):
            for n in range(bar.count()):
                if bar.isVisible() and bar.tabText(n) == dock.windowTitle():
                    for _ in range(2):  # another pane that comes forward by itself may do so a moment after the click
                        self.person.turn_tab(bar, n)
                        if self.person.wait(forward, 3):
                            return
        button = self.page.rail.buttons.get(f"dock_{ident}")
        if button is not None and not button.isChecked():
            self.person.click(button)
        if not self.person.wait(forward, 3):
            raise HandFault("no_control", f"the pane {dock.windowTitle()!r} does not come forward")

    def click_place(self, place: str) -> None:
        """Click a place of the board or a tray of the shelf."""
        self.show_board_of(place)
        if self.on_board(place):
            self.person.click(self.board, self.open_ground(place))
        else:
            self.person.click(self.tray(place), QPoint(4, 4))

    @property
    def dice_wanted(self) -> bool:
        """Whether the dice tray waits for dice rolled by hand."""
        tray = self.page.shelf.dice
        return bool(tray.hand.isVisible() and tray.field.isEnabled() and self.model.link.pending == 0)

    def give_dice(self, values: Sequence[int]) -> None:
        """Type what real dice show."""
        field = self.page.shelf.dice.field
        self.person.walk_to(field)
        self.person.key(Qt.Key.Key_A, CTRL)
        self.person.type(" ".join(map(str, values)))
        self.person.key(Qt.Key.Key_Return)

    def uncover(self) -> None:
        """Hold the button of the cover until the screen is this player's own."""
        cover = self.page.cover
        self.person.hold(cover.button)
        open_ = self.person.wait(lambda: not cover.isVisible(), 10)
        self.person.let_go(cover.button)
        if not open_:
            raise HandFault("nothing_happens", "the cover does not open")
