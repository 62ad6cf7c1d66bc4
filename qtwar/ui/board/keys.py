"""The keyboard on the board of a game: everything that the pointer does, from the cell cursor (ux 2.4)."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from qtwar.engine.views import is_alias
from qtwar.ui.answer import AT_A_PLACE, NAMED
from qtwar.ui.board.access import to_part
from qtwar.ui.board.input import ARROWS, ENTER, KeyStroke
from qtwar.ui.board.tools import freemenu, menu
from qtwar.ui.board.tools.play import PlayTool

K = Qt.Key
FREE = {K.Key_F: "flip", K.Key_R: "rotate", K.Key_Delete: "remove"}
"""Keys of the free table, and what they do with the counters that are selected."""
OWN = frozenset(
    (*ARROWS, K.Key_Space, K.Key_M, K.Key_L, K.Key_J, K.Key_K, K.Key_H, K.Key_V, K.Key_P, K.Key_I, K.Key_O, K.Key_W, K.Key_Home)
)
"""Keys that are the board's before they are shortcuts of the window, whatever lies there."""
ZOOMS = {K.Key_Plus: 1.25, K.Key_Equal: 1.25, K.Key_Minus: 1 / 1.25}


class BoardTool(PlayTool):
    """Pointer and keyboard of a game on the board."""

    def open_menu(self, place: str, at: QPoint) -> None:
        """Open the menu of a place at a point of the screen."""
        menu.popup(self, place, at)

    def menu_of(self, place: str) -> None:
        """Open the menu of a place beside it."""
        menu.popup(self, place)

    # -- which keys --------------------------------------------------------------------------------
    def enter_is_mine(self) -> bool:
        """Return whether Enter does something on the board whatever the prompt bar offers: drop, or choose the lit cell."""
        canvas, state, answer = self.canvas, self.state, self.state.model.answer
        if not canvas.ready or self.carry.phase == "carried":
            return canvas.ready
        lit = canvas.cell in state.light_places and answer.kind in AT_A_PLACE
        return canvas.cursor_shown and lit and answer.cell != canvas.cell

    def _enter_has_work(self) -> bool:
        """Enter is the board's, or the prompt bar shows it nowhere and there is something to select or take."""
        canvas, state, answer = self.canvas, self.state, self.state.model.answer
        if self.enter_is_mine():
            return True
        if not canvas.cursor_shown or state.enter_taken() or answer.kind == "allocate":
            return False
        free = state.model.settings.strictness == "off"
        if answer.kind in NAMED and not free:
            return bool(self._unnamed())
        return any(free or p in state.able_pieces for p in canvas.stacks.resting(canvas.cell))

    def _meant(self, key: int) -> list[str]:
        """Return what a key of the free table is for: what is selected, else the top counter at the cursor, but to remove it."""
        canvas, free = self.canvas, self.state.model.settings.strictness == "off"
        if self.state.selection or not (free and canvas.cursor_shown) or key == K.Key_Delete:
            return list(self.state.selection)
        return canvas.stacks.resting(canvas.cell)[-1:]

    def _unnamed(self) -> list[str]:
        """Return the counters at the cursor that can be chosen and are not yet, the top one first."""
        answer = self.state.model.answer
        asked = (answer.ask or {}).get("pieces") or ()
        return [p for p in self.canvas.stacks.resting(self.canvas.cell)[::-1] if p in asked and p not in answer.pieces]

    @property
    def _looks(self) -> bool:
        """Whether somebody measures or looks; the line of a firer who is aimed is let go with him."""
        return bool(self.sight.start) and not self.sight.aimed

    def claims(self, stroke: KeyStroke) -> bool:
        """Return whether the board wants a key before the window's shortcuts have it."""
        state, key = self.state, stroke.key
        if stroke.ctrl or stroke.alt:
            return False
        if key in ENTER:
            return self._enter_has_work()
        if key in (K.Key_Escape, K.Key_Backspace):
            rubber = state.rubber is not None
            return self.carry.holding or bool(self.fan.place or self._looks or rubber or state.selection)
        if key in (K.Key_X, K.Key_C):
            return state.model.settings.strictness == "off" and bool(state.selection if key == K.Key_X else self._pointed)
        if key in FREE:
            return state.model.settings.strictness != "enforce" and bool(self._meant(key))
        return key in OWN

    def key(self, stroke: KeyStroke) -> bool:
        """Do what a key says; False where the board has no use for it."""
        if stroke.ctrl:
            return self._ctrl(stroke)
        key, canvas, state = stroke.key, self.canvas, self.state
        if key in ARROWS and not stroke.alt:
            return self._step(stroke)
        if key == K.Key_Tab:
            return self._tab()
        if key == K.Key_Home:
            if state.selection:
                self.go_to(str(state.model.position.view.pieces[state.selection[0]]["at"]))
        elif key in ENTER:
            return self.enter()
        elif key == K.Key_Escape:
            return self._escape()
        elif key == K.Key_Backspace:
            return self.carry.back()
        elif key == K.Key_M:
            self._pick(whole=stroke.shift)
        elif key == K.Key_L:
            self.land()
        elif key == K.Key_J:
            able = self.carry.joinable()
            here = canvas.stacks.resting(self.carry.target or canvas.cell)
            piece = next((p for p in here if p in able), None)
            if piece is not None:
                self.carry.collect(piece)
        elif key == K.Key_K:
            again = self.sight.start and not (stroke.shift and self.sight.wide is None)
            self.sight.begin("" if again else self.sight.start or self._pointed, wide=stroke.shift)
        elif key == K.Key_H and not stroke.again:
            canvas.set_hidden(True)
        elif key == K.Key_V and not stroke.again:
            self.fan.open("")
            self.magnifier.open(state.model, self._pointed)
        elif key == K.Key_P and not stroke.mods:
            state.model.focus.pinned.emit(canvas.pointed)
        elif key in (K.Key_I, K.Key_O, K.Key_W) and not stroke.mods:
            self._ask_about(key)
        elif key == K.Key_C and self.claims(stroke):
            freemenu.find_marker(self, self._pointed, canvas.spot(self._pointed).toPoint())
        elif key == K.Key_X and self.claims(stroke):
            known = state.model.position.view.known
            hidden = any(p in known or is_alias(p) for p in state.selection)  # from others, or from oneself
            self.free("reveal" if hidden else "hide", state.selection)
        elif key in FREE and state.model.settings.strictness != "enforce":
            self.free(FREE[key], self._meant(key))
        else:
            return False
        return True

    def _ctrl(self, stroke: KeyStroke) -> bool:
        """Zoom; select all of a stack; the keys that need no Ctrl are the window's with it."""
        canvas, key = self.canvas, stroke.key
        if key == K.Key_A:
            self.state.select(self.stack(canvas.pointed))
        elif key in ZOOMS:
            canvas.set_zoom(canvas.camera.zoom * ZOOMS[key])
        elif key == K.Key_0:
            canvas.fit()
        elif key == K.Key_1:
            canvas.set_zoom(1.0)
        else:
            return False
        return True

    def key_up(self, stroke: KeyStroke) -> bool:
        """H: counters come back; V: the magnifier closes."""
        if stroke.key == K.Key_H:
            self.canvas.set_hidden(False)
        elif stroke.key == K.Key_V:
            self.magnifier.open(self.state.model, "")
        else:
            return False
        return True

    def space(self) -> None:
        """Set a waypoint where the hand is; with nothing in hand, open the stack picker."""
        if self.carry.phase == "carried":
            self.carry.waypoint(self.carry.target or self.canvas.cell)
        else:
            self.open_picker(self._pointed)

    # -- what they do ------------------------------------------------------------------------------
    @property
    def _pointed(self) -> str:
        """The place of the cell cursor where it is shown, else the one under the pointer."""
        return self.canvas.pointed or self.canvas.cell

    def _step(self, stroke: KeyStroke) -> bool:
        """An arrow goes to the next cell or lit side; to the next lit side wherever it is, where one is to be chosen.

        With Shift it goes to cells alone.
        """
        canvas, lights = self.canvas, self.state.lights
        lit = lights.sides if lights is not None else ()
        canvas.begin_cursor()
        if lit and self.state.model.answer.kind == "edge" and not stroke.shift:
            self.go_to(canvas.layout_.nearest(canvas.cell, *ARROWS[stroke.key], lit))
        else:
            canvas.step_cursor(*ARROWS[stroke.key], other=stroke.shift)
            self._at_cursor()
        return True

    def go_to(self, place: str) -> None:
        """Lead the cell cursor to a place of this board, and what is in hand with it."""
        if self.canvas.layout_.has(place):
            self.canvas.set_cursor_place(place, show=True)
            self._at_cursor()

    def _at_cursor(self) -> None:
        """What is in hand, and a line of sight, come along with the cell cursor."""
        place = self.canvas.cell
        if self.carry.holding:
            self.hand_over(place)
            self.carry.point_at(place)
        self.sight.to(place)
        self.canvas.update()

    def _tab(self) -> bool:
        """Tab selects the next counter of the cursor cell; outside a cell with counters it leaves the board."""
        canvas, state = self.canvas, self.state
        if not canvas.cursor_shown or self.carry.holding:
            return False
        pieces = canvas.stacks.resting(canvas.cell)[::-1]
        if not pieces:
            return False
        now = state.selection
        at = pieces.index(now[0]) + 1 if len(now) == 1 and now[0] in pieces else 0
        state.select(pieces[at : at + 1])
        if at >= len(pieces):
            return False
        to_part(canvas, pieces[at])
        return True

    def enter(self) -> bool:
        """Drop, choose, select or take at the cursor; False where there is nothing to do."""
        canvas, state, carry = self.canvas, self.state, self.carry
        if carry.phase == "carried":
            carry.drop(carry.target or (canvas.cell if canvas.cursor_shown else carry.here))
            return True
        if not self._enter_has_work():
            return False
        if canvas.cell in state.light_places and state.model.answer.kind in AT_A_PLACE:
            self.choose_cell(canvas.cell)
            return True
        if state.model.answer.kind in NAMED and state.model.settings.strictness != "off":
            state.model.answer.toggle(self._unnamed()[0])
            return True
        here = canvas.stacks.resting(canvas.cell)
        if state.selection and all(p in here for p in state.selection):
            self._pick(whole=False)
        else:
            able = [p for p in here if p in state.able_pieces] or here
            state.select(self._asked_first(able)[-1:])
        return True

    def _asked_first(self, pieces: list[str]) -> list[str]:
        """Return those of some counters whom the question in hand asks for, else all: N came here for them."""
        asked = (self.state.model.answer.ask or {}).get("pieces") or ()
        return [p for p in pieces if p in asked] or pieces

    def _ask_about(self, key: Qt.Key) -> None:
        """Properties, order of battle or history of the counter that is selected, else of the top one pointed at."""
        model, here = self.state.model, self._pointed
        piece = next(iter([*self.state.selection[-1:], *(self.canvas.stacks.resting(here)[-1:] if here else [])]), "")
        if not piece:
            return
        if key == K.Key_I:
            model.focus.inspect.emit(piece)
        elif key == K.Key_O:
            model.focus.find.emit(piece)
        elif entry := menu.came_here(model, piece):
            model.focus.entry.emit(entry)
        else:
            model.actions.refused.emit({"key": "refuse.when_unknown", "args": {"piece": {"p": piece}}})

    def _pick(self, *, whole: bool) -> None:
        """Take what is selected, else the top of whom the question in hand asks for where one points, or all of the stack."""
        canvas, selection = self.canvas, self.state.selection
        if self.carry.holding:
            return
        place = self._pointed
        if selection and not whole:
            pieces = list(selection)
            place = str(self.state.model.position.view.pieces[pieces[0]]["at"])
        else:
            stack = self.stack(place)
            pieces = stack if whole else self._asked_first(stack)[-1:]
        if canvas.layout_.has(place):
            canvas.cell = place
            self.hand_over(place)
        self.pick_up(pieces, whole=place if whole and pieces else "")

    def _escape(self) -> bool:
        """Let go of one thing: the hand, the rectangle, the fan, the line of sight, the selection."""
        state = self.state
        if self.carry.holding or state.rubber is not None:
            lay = self.carry.start if self.carry.holding and self.canvas.cursor_shown else ""
            self.cancel()
            self.go_to(lay)  # who leads it by keys goes on from where it lies
        elif self.fan.place:
            self.fan.open("")
        elif self._looks:
            self.sight.begin("")
        elif state.selection:
            state.select(())
            if state.model.answer.started_any:
                state.model.answer.cancel()
        else:
            return False
        self.canvas.update()
        return True
