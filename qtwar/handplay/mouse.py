"""How each kind of ask is answered by the mouse."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtWidgets import QAbstractButton

from qtwar.handplay.faults import HandFault
from qtwar.handplay.game import GameScreen
from qtwar.handplay.person import RIGHT
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.ui.board.input import EDGE
from qtwar.ui.game import told_apart
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.stepper import Stepper

Ask = Mapping[str, Any]
Meant = dict[str, Any]
"""The arguments that the answer should arrive with: those that the robot has decided."""
STEPS = 12
"""A number further away is typed."""
BOLD = 0.5
"""How often a force goes where the light says that an enemy stands: else games at random see little of combat."""


class Unanswerable(Exception):
    """The ask turned out to have no answer, as a person finds who takes a counter that can go nowhere."""


class MouseHand:
    """Answers asks by mouse; each method returns what it meant."""

    def __init__(self, table: GameScreen, rng: random.Random) -> None:
        self.table, self.rng = table, rng
        self.person = table.person

    def answer(self, ask: Ask) -> Meant:
        """Give an answer to an ask; raises HandFault where that can not be done, Unanswerable where there is none."""
        body = asks.body_of(ask)
        kind = ask["kind"]
        if kind == "secret":
            return self._secret(ask, body)
        ways: dict[str, Callable[[Ask], Meant]] = {
            "choose": self._choose,
            "number": self._number,
            "pieces": self._pieces,
            "order": self._pieces,
            "cell": self._place,
            "edge": self._place,
            "pieces+cell": self._carry_there,
            "place": self._carry_there,
            "move": self._move,
            "allocate": self._allocate,
        }
        return ways.get(kind, self._press)(ask)

    def _query(self, what: str, args: dict[str, Any]) -> Any:
        """Ask the rules something, as the window does; waits for what they say."""
        said: list[Any] = []
        self.table.model.actions.query(what, args, said.append)
        self.person.wait(lambda: said)
        return said[0] if said else None

    def _sampled(self, ask: Ask) -> Meant:
        """Return an answer at random."""
        args = asks.sample_answer({**ask, "fixed": {}}, Chance(self.rng.getrandbits(62)), self._query)
        if args is None:
            raise Unanswerable
        return args

    # -- words and numbers -------------------------------------------------------------------------
    def _press(self, ask: Ask) -> Meant:
        self.table.press_ask(ask)
        return {}

    def _choose(self, ask: Ask) -> Meant:
        open_ = [choice for choice in ask["choices"] if not choice.get("why_not")]
        if not open_:
            raise Unanswerable
        choice = self.rng.choice(open_)
        text, cost = self._words_of(ask, choice), choice.get("cost")
        page, person = self.table.page, self.person
        button = person.button(page.prompt, f"{text} ({tr('prompt.cost', n=cost)})" if cost else text)
        if button is not None:
            person.click(button)
            return {"choice": choice["value"]}
        rows = page.orders.list
        if page.orders.ask is None or page.orders.ask["id"] != ask["id"] or not rows.isVisible():
            self.table.press_ask(ask)
            person.wait(rows.isVisible, 5)
        at = [n for n in range(rows.count()) if rows.item(n).text().split("\n")[0].split("  ·  ")[0] == text]
        if len(at) != 1:
            raise HandFault("rows_alike" if at else "no_control", f"{len(at)} lines say {text!r}")
        self._pick_row(rows, at[0])
        return {"choice": choice["value"]}

    def _pick_row(self, rows: Any, n: int) -> None:
        def line() -> QRect:
            rect: QRect = rows.visualItemRect(rows.item(n))
            return rect

        self.person.roll(rows, line)
        self.person.click(rows.viewport(), QPoint(min(line().width() // 2, 60), line().center().y()))

    def carry_out(self, ask: Ask) -> None:
        """Press the button that carries out what is chosen."""
        self.person.click(self.table.doer(ask))

    def _words_of(self, ask: Ask, choice: Mapping[str, Any]) -> str:
        """Return the words of an answer among its question's: equal ones are numbered."""
        labels = [self.table.words(one["label"], "") if one.get("label") else str(one["value"]) for one in ask["choices"]]
        return told_apart(labels)[list(ask["choices"]).index(choice)]

    def _fire(self, firer: Any) -> Meant:
        """Click who reacts in the Reaction pane, then the button that lets him fire."""
        page, person = self.table.page, self.person
        if not page.reaction.isVisible():
            self.table.raise_pane("reaction")
        at = [n for n, one in enumerate(page.reaction.firers) if one == firer]
        if not at:
            raise HandFault("no_control", f"the Reaction pane does not show {firer.text!r}")
        person.click(page.reaction.cards[at[0]])
        if not person.wait(page.prompt.shot.button.isVisible, 5):
            raise HandFault("nothing_happens", f"nothing lets {firer.text!r} fire")
        person.click(page.prompt.shot.button)
        return dict(firer.args)

    def _number(self, ask: Ask) -> Meant:
        meant = self._sampled(ask)
        stepper = self.table.page.prompt.stepper
        if stepper is None:
            raise HandFault("no_control", f"no field takes the number of {self.table.label(ask)!r}")
        self.set_number(stepper, meant["number"])
        self.carry_out(ask)
        return meant

    def set_number(self, stepper: Stepper, value: int) -> None:
        """Bring a field of numbers to a value."""
        away = (value - stepper.value) // max(1, stepper.step)
        if abs(away) > STEPS:
            self.person.double(stepper.field, stepper.field.rect().center())
            self.person.type(str(value))
        else:
            for _ in range(abs(away)):
                self.person.click(stepper.more if away > 0 else stepper.less)
        if stepper.value != value:
            raise HandFault("cannot_be_given", f"the field says {stepper.value}, not {value}")

    # -- counters and places -----------------------------------------------------------------------
    def _pieces(self, ask: Ask) -> Meant:
        firers = [f for f in self.table.model.actions.firers() if f.ask == ask["id"] and not f.why_not]
        if firers and self.rng.random() < 0.7:
            return self._fire(self.rng.choice(firers))
        meant = self._sampled(ask)
        self.table.turn_to(ask)
        self.tick(ask, meant["pieces"])
        self.carry_out(ask)
        return meant

    def tick(self, ask: Ask, pieces: list[str]) -> None:
        """Choose counters on the board or in the Orders pane."""
        answer, table = self.table.model.answer, self.table
        for piece in pieces:
            if piece in answer.pieces:
                continue
            self.table.show_board_of(table.where(piece)) if ":" in table.where(piece) else None
            point = table.counter(piece)
            wanted = point is not None and self.rng.random() < 0.7
            if wanted and (point := self._reach_for(piece)) is not None:  # its stack may have fanned out meanwhile
                self.person.click(table.board, point)
            elif ask["kind"] in ("pieces", "order"):
                row = table.orders_row(ask, piece)
                self.person.click([b for b in row.findChildren(QAbstractButton) if b.isVisible()][-1])
            elif point is not None:
                self.person.click(table.board, point)
            else:
                self._tick_in_stack(piece)
            if piece not in answer.pieces:
                raise HandFault("cannot_be_given", f"{table.name(piece)} can not be chosen")

    def _tick_in_stack(self, piece: str) -> None:
        table = self.table
        place = table.where(piece)
        if not table.on_board(place):
            self.person.click(table.face(piece))
            return
        table.open_picker(place)
        table.pick_in_strip([piece], "picker.take")

    def _place(self, ask: Ask) -> Meant:
        meant = self._sampled(ask)
        place = str(meant.get("cell") or meant.get("edge"))
        self.table.turn_to(ask)
        self._choose_place(place)
        self.carry_out(ask)
        return meant

    def _choose_place(self, place: str) -> None:
        """Click a place that is lit."""
        self.table.click_place(place)
        if self.table.model.answer.cell != place:
            name = self.table.model.title.place_name(place)
            raise HandFault("cannot_be_given", f"a click on {name} does not choose it")

    # -- what is carried ---------------------------------------------------------------------------
    def _some(self, ask: Ask) -> list[str]:
        """Choose counters that lie together: what a person takes in one go."""
        model, most = self.table.model, int(ask.get("max", len(ask["pieces"])))
        groups = ask.get("groups") or {"": ask["pieces"]}
        targets = ask.get("targets")
        along = set(ask.get("along") or ())
        members = [p for p in groups[self.rng.choice(sorted(groups))] if p in model.position.view.pieces]
        able = [p for p in members if p not in along and (not targets or targets.get(p))]
        if not able:
            raise Unanswerable
        first = self.rng.choice(able)
        together = [p for p in members if p != first and self.table.where(p) == self.table.where(first)]
        self.rng.shuffle(together)
        low = max(1, int(ask.get("min", 1)))
        if low > 1 + len(together):
            raise Unanswerable
        n = 1 if ask["kind"] == "place" else self.rng.choice((low, low, min(most, low + 1, 1 + len(together))))
        chosen = [first, *together[: n - 1]]
        if ask.get("budget") is not None and not asks.picking.affordable(ask, chosen):
            chosen = [first]
        if ask["kind"] == "pieces+cell" and not asks.picking.places(asks.body_of(ask), chosen):
            chosen = [first]  # nothing is lit for them together: no person holds them so
        return chosen

    def _take(self, ask: Ask, pieces: list[str]) -> list[str]:
        """Take counters into the hand: off the shelf, or out of a stack by its strip, or with the button held.

        Returns who is in hand: of equal counters that lie in one pile of the shelf it is the top one.
        """
        table, person, board = self.table, self.person, self.table.board
        place = table.where(pieces[0])
        table.show_board_of(place)
        if not table.on_board(place):
            pieces = self._off_shelf(pieces)
        else:
            point = self._reach_for(pieces[0]) if len(pieces) == 1 else None
            if point is not None:
                person.press(board, point)
                person.lead(board, point + QPoint(8, 0))
                person.lead(board, point + QPoint(14, 6))
            else:
                table.open_picker(place)
                table.pick_in_strip(pieces, "picker.take")
        person.wait(lambda: not board.carry.holding or board.carry.free or board.carry.reach is not None)
        if not board.carry.holding:
            self._let_go()
            raise HandFault("cannot_be_given", f"{table.name(pieces[0])} does not come into the hand")
        missing = [piece for piece in pieces if piece not in board.carry.in_hand()]
        if missing:
            self._let_go()
            raise HandFault("cannot_be_given", f"{table.name(missing[0])} does not come into the hand with the others")
        return pieces

    def _reach_for(self, piece: str) -> QPoint | None:
        """Return where a counter can be pressed now that the pointer is there; None where others cover it.

        What has fanned out below the pointer meanwhile is looked at again.
        """
        board = self.table.board
        for _ in range(3):
            point = self.table.counter(piece)
            if point is None:
                break
            self.person.lead(board, point)
            seen = board.piece_at(QPointF(point))
            if seen is not None and seen[0] == piece:
                return point
        return None

    def _off_shelf(self, pieces: list[str]) -> list[str]:
        """Take counters off the shelf one by one; returns who has come: of equal ones in a pile it is the top one."""
        taken: list[str] = []
        for piece in pieces:
            face = self.table.face(piece)
            taken.append(next(p for p in reversed(face.pieces) if p not in taken))
            self.person.click(face)
        return taken

    def _let_go(self) -> None:
        """Drop nothing: the button comes up where it is, the right button takes back step by step what is still held."""
        board, person = self.table.board, self.person
        if self._held():
            person.release(board, QPoint(board.at.toPoint()))
        while board.carry.holding:
            before = len(board.carry.path), len(board.carry.in_hand())  # who was collected beside the way goes first
            person.click(board, person.open_point(board), button=RIGHT)
            if board.carry.holding and (len(board.carry.path), len(board.carry.in_hand())) == before:
                raise HandFault("nothing_happens", "the right button takes nothing back")

    def _held(self) -> bool:
        return bool(self.table.board.tool.dragging)

    def _drop(self, place: str) -> None:
        """Let go over a place; where it must first be brought into view, click it then with what is in hand."""
        table, person, board = self.table, self.person, self.table.board
        table.rest()  # in a small window the board finds its new height once something is in hand
        if not table.on_board(place):
            tray = table.tray(place)
            if not self._held():
                person.click(tray, QPoint(4, 4))
                return
            at = board.mapFromGlobal(tray.mapToGlobal(QPoint(4, 4)))
            person.lead(board, at)
            person.release(board, at)
        elif self._held() and place == board.carry.start:  # let go there, it would lie down again
            self._let_go()
            raise Unanswerable
        elif self._held() and self._seen(place):
            point = self._aimed(place)
            person.lead(board, point)
            person.release(board, point)
        else:
            held = self._held()
            point = self._aimed(place)
            if held:
                person.release(board, point)
                if not board.carry.holding:  # it lay in view: let go there, it is done
                    return
                point = self._aimed(place)  # pushing the board has made a click of the drag
            person.double(board, point)

    def _seen(self, place: str) -> bool:
        """Return whether a place of the board can be clicked without moving it; nearer to the border a drag scrolls it."""
        board = self.table.board
        point = board.spot(place).toPoint()
        return bool(board.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE).contains(point)) and self.table.free(point)

    def _aimed(self, place: str) -> QPoint:
        board = self.table.board
        point = self.table.spot(place)
        if board.tool.target_at(QPointF(point)) != place:
            raise HandFault("cannot_be_given", f"{self.table.model.title.place_name(place)} can not be pointed at")
        return point

    def _in_reach(self, places: list[str]) -> list[str]:
        """Return those of some lit places that can be seen without moving the board, else all of them."""
        seen = [place for place in places if self.table.on_board(place) and self._seen(place)]
        return seen or places

    def _carry_there(self, ask: Ask) -> Meant:
        table = self.table
        if self._several(ask):
            table.turn_to(ask)
        pieces = self._some(ask)
        if len(pieces) > 1 and self._plain(pieces) and self.rng.random() < 0.5:
            return self._tick_and_click(ask, pieces)
        pieces = self._take(ask, pieces)
        lit = sorted(table.board.carry.legal())
        if not lit:
            self._let_go()
            raise HandFault("cannot_be_given", f"nothing is lit for {table.name(pieces[0])}")
        if not any(table.on_board(p) for p in lit):
            self._turn_with_hand(lit)
        here = [p for p in lit if table.on_board(p)] or [p for p in lit if ":" not in p]
        if not here:
            self._let_go()
            raise Unanswerable
        place = self.rng.choice(self._in_reach(here))
        self._drop(place)
        return {"pieces": pieces, "cell": place}

    def _turn_with_hand(self, places: list[str]) -> None:
        """Turn to the board of some places with what is in hand: a hand that rests on a tab turns to its board."""
        table, person, board = self.table, self.person, self.table.board
        n = next((n for n in map(table.tab_of, places) if n is not None), None)
        if n is None:
            return
        tabs = table.page.holder.tabs
        if not self._held():
            person.turn_tab(tabs, n)
            return
        person.lead(board, board.mapFromGlobal(tabs.mapToGlobal(tabs.tabRect(n).center())))
        if not person.wait(lambda: tabs.currentIndex() == n, 5):
            raise HandFault("nothing_happens", "a hand that rests on the tab of a board does not turn to it")

    def _plain(self, pieces: list[str]) -> bool:
        """Return whether all of some counters can be clicked on the board."""
        table = self.table
        return table.on_board(table.where(pieces[0])) and all(table.counter(piece) is not None for piece in pieces)

    def _tick_and_click(self, ask: Ask, pieces: list[str]) -> Meant:
        """Choose counters by clicks, then click where they go, then the button that carries it out."""
        table = self.table
        table.turn_to(ask)
        self.tick(ask, pieces)
        places = list(asks.picking.places(asks.body_of(ask), pieces))
        if not places:
            raise Unanswerable
        place = self.rng.choice(self._in_reach(places))
        self._choose_place(place)
        self.carry_out(ask)
        return {"pieces": pieces, "cell": place}

    def _several(self, ask: Ask) -> bool:
        """Return whether the window has a switch for the ask."""
        verbs = self.table.page.prompt.verbs
        return bool(verbs.isVisible() and ask["id"] in verbs.buttons)

    def _move(self, ask: Ask) -> Meant:
        table = self.table
        if self._several(ask):
            table.turn_to(ask)
        pieces = self._some(ask)
        pieces = self._take(ask, pieces)
        carry = table.board.carry
        if (carry.ask or {}).get("id") != ask["id"]:
            said = table.label(carry.ask) if carry.ask else "a free move"
            self._let_go()
            raise HandFault("other_action", f"the hand would {said!r}, not {table.label(ask)!r}")
        lit = carry.legal()
        ends = sorted(p for p in lit if carry.may_end(p) and p not in (carry.start, carry.here))
        if not ends:
            self._let_go()
            raise Unanswerable
        foes = [p for p in ends if lit[p].get("mark") == "enemy"] if self.rng.random() < BOLD else []
        end = self.rng.choice(self._in_reach(foes or ends))
        self._drop(end)
        return {"pieces": pieces, "end": end}

    # -- shares and secrets ------------------------------------------------------------------------
    def _allocate(self, ask: Ask) -> Meant:
        meant, table = self._sampled(ask), self.table
        table.turn_to(ask)
        for piece, amount in meant["amounts"].items():
            self._share(ask, piece, amount)
            if table.model.answer.amounts.get(piece, 0) != amount:
                raise HandFault("cannot_be_given", f"{table.name(piece)} does not take {amount}")
        self.carry_out(ask)
        return meant

    def _share(self, ask: Ask, piece: str, amount: int) -> None:
        """Give a piece its share: a click on its counter for each, or by the field in its line."""
        point = self.table.counter(piece)
        if point is not None and self.rng.random() < 0.5:
            for _ in range(amount):
                self.person.click(self.table.board, point)
        else:
            self.set_number(self.table.orders_row(ask, piece).findChildren(Stepper)[0], amount)

    def _secret(self, ask: Ask, body: Ask) -> Meant:
        meant, page, person = self._sampled(ask), self.table.page, self.person
        self.table.press_ask(ask)
        panel = page.secret
        if not person.wait(panel.isVisible, 5):
            raise HandFault("nothing_happens", "the panel of secret choices does not open")
        if body["kind"] == "number":
            self.set_number(panel.body.findChildren(Stepper)[0], meant["number"])
        for n in self._ticks(body, meant):
            tick = [b for b in person.shown(panel.body.findChildren(QAbstractButton)) if b.isCheckable()][n]
            person.click(tick, QPoint(8, tick.height() // 2))
        person.click(panel.done)
        return meant

    def _ticks(self, body: Ask, meant: Meant) -> list[int]:
        """Return which lines of the panel of secret choices are to be ticked; those that are locked have their tick."""
        if body["kind"] == "choose":
            return [n for n, choice in enumerate(body["choices"]) if choice["value"] == meant["choice"]]
        ticked = self.table.model.answer.pieces
        return [n for n, piece in enumerate(body.get("pieces") or ()) if piece in meant["pieces"] and piece not in ticked]
