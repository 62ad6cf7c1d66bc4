"""A game by mail on one side: it acts when it has the file, plays what the other side did by the rules, and writes files."""

from __future__ import annotations

import base64
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.mail import keys, letter
from qtwar.mail.exchange import Exchange, Files
from qtwar.mail.letter import Letter
from qtwar.session.chance import entropy
from qtwar.session.claims import what_others_learned
from qtwar.session.play import FREE, Done, Outcome, PlaySession, Refused
from qtwar.session.ports import JournalPort, RulesPort

Json = dict[str, Any]
AGREED = FREE - {"free"}
"""What the sides have agreed on before the game: it is not changed by one of them."""
WAITS = "mail.refuse.waits"
"""Key of the refusal of an order that is kept until the file goes out."""
NO_DRAW = -1
"""A scripted draw that there can not be."""
Ledger = Callable[[str, int], int]
"""Takes note that an entry of a game was played whose end nobody knew, and returns how often by now."""


class MailSession(PlaySession):
    """A play session that holds its own sides only, while the file is here."""

    def __init__(
        self,
        rules: RulesPort,
        journal: JournalPort,
        sides: tuple[str, ...],
        rules_version: str,
        module: str,
        ledger: Ledger = lambda game, no: 1,
    ) -> None:
        """`module`: hash of the rules and content that are here now; those agreed on may have been updated since."""
        super().__init__(rules, journal, sides, rules_version)
        self._module, self._ledger = module, ledger
        self._replaying: tuple[str, ...] = ()  # sides of those whose file is opened just now
        self._rolls: str | None = None  # key of the chance upon what is played again
        self._read()

    def _read(self) -> None:
        self.exchange = Exchange.from_json(self.game.get("mail"))
        self.files = Files.from_json(self.game.get("mail_files"))

    def _keep(self, exchange: Exchange, files: Files | None = None) -> None:
        self.set_game({"mail": exchange.to_json(), **({"mail_files": files.to_json()} if files is not None else {})})
        self.exchange, self.files = exchange, files or self.files

    # whose turn it is -----------------------------------------------------------

    @property
    def acts(self) -> bool:
        """Whether this side may act: it has the file, and no order of it waits for dice."""
        return self.exchange.my_turn and self.exchange.wants is None and not self.over

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because a side resigned or both agreed on a draw."""
        return self.state.result is not None or self.exchange.end is not None

    @property
    def can_end(self) -> bool:
        """Whether this side may resign now, or take the draw that it was offered: while the next file is its own."""
        return self.exchange.my_turn and not self.over

    @property
    def can_send(self) -> bool:
        """Whether there is something to send: an order that waits for dice, the other side's turn, or the end."""
        exchange, active = self.exchange, set(self.state.active)
        if not exchange.my_turn or exchange.end is not None:
            return False
        if self.state.result is not None:
            return exchange.owes or self.history.last_no > exchange.rows
        return exchange.wants is not None or bool(active & set(exchange.theirs)) or not active & set(exchange.mine)

    def offer(self, side: str) -> Json | None:
        """Return what a side of this program may do now, or None."""
        return super().offer(side) if self.acts and side in self.exchange.mine else None

    # acting ---------------------------------------------------------------------

    def submit(
        self,
        seats: str | Collection[str],
        action: Json,
        *,
        dice: list[int] | None = None,
        picks: list[int | str] | None = None,
    ) -> Outcome:
        """Carry out an action of this side; one that wants dice from both sides waits for the file to go out."""
        if not self.acts:
            return Refused({"key": WAITS if self.exchange.wants else "mail.refuse.not_here", "args": {}})
        held = {seats} if isinstance(seats, str) else set(seats)
        if isinstance(action, dict) and action.get("verb") in AGREED:
            return Refused({"key": "mail.refuse.agreed", "args": {}})
        with self._both():
            outcome = super().submit(held & set(self.exchange.mine), action)
        if isinstance(outcome, Done) and outcome.entry.head.floor:  # what could not be written was not tried
            tried = self._ledger(self.exchange.game, outcome.entry.head.no)
            if tried > self.exchange.tries:
                self._keep(replace(self.exchange, tries=tried))
        if isinstance(outcome, Refused) and outcome.message["key"] == WAITS:
            self._keep(replace(self.exchange, wants=action))
        return outcome

    def _act(self, action: Json, dice: list[int] | None, picks: list[int | str] | None) -> tuple[Json, int]:
        """Ask the rules without chance first: what passes has used none. Else it is made of both sides' numbers."""
        reply = self.rules.act(action, 0, [], [NO_DRAW])
        if not _wants_chance(reply):
            return reply, 0
        if self._rolls is None and self.exchange.rolls == "each":
            return {"refused": {"key": WAITS, "args": {}}}, 0
        exchange = self.exchange
        chance = entropy(self._rolls or exchange.seed(exchange.no), exchange.rolled)
        reply = self.rules.act(action, chance, None, None)
        if "events" in reply:
            self._keep(replace(exchange, rolled=exchange.rolled + 1, held=len(self.history) + 1))
        return reply, chance

    def take_back_order(self) -> None:
        """Take back the order that waits for dice: nothing of it is known to anybody."""
        self._keep(replace(self.exchange, wants=None))

    def floor(self) -> int:
        """Return the least length that may be taken back to: nothing that was sent, rolled or shown.

        That it is the other side's turn it learns only from the file: until that goes out, the last move is taken back too.
        """
        line, sent = self.history.line, max(min(1, len(self.history)), self.exchange.base, self.exchange.held)
        for length in range(super().floor(), sent, -1):
            head = line[length - 1]
            if head.floor and what_others_learned(self.journal.entry(head.no).events, self.state) != "turn":
                return length
        return sent

    def undo_to(
        self, length: int, *, seats: str | Collection[str] = (), by: str = "", leave: str = ""
    ) -> Done | Refused:
        """Take back what this side did since the file came; there is nobody here to be asked for more."""
        if not self._replaying and not self.acts:
            return Refused({"key": WAITS if self.exchange.wants else "mail.refuse.not_here", "args": {}})
        if 1 <= length < self.floor():
            return Refused({"key": "refuse.floor", "args": {}})
        return super().undo_to(length)

    def redo_to(self, length: int) -> Done | Refused:
        """Do again what this side took back since the file came."""
        if not self._replaying and not self.acts:
            return Refused({"key": "mail.refuse.not_here", "args": {}})
        ahead = self.history.redoable[-max(0, length - len(self.history)) :] if length > len(self.history) else []
        if any(head.no <= self.exchange.rows for head in ahead):
            return Refused({"key": "refuse.nothing_to_redo", "args": {}})
        return super().redo_to(length)

    def set_game(self, facts: Json) -> None:
        """Change facts of the game; dice are made of both sides' numbers, whatever a screen asks."""
        super().set_game({key: value for key, value in facts.items() if key not in ("dice", "undo")})

    # files ----------------------------------------------------------------------

    def write(self, said: str = "", end: str = "") -> bytes:
        """Return the file that ends this side's turn: from now on nothing of it is taken back.

        `end`: offer a draw with it; or take the one that was offered (`draw`), or `resign`, in the middle of a turn too.
        """
        exchange, no, ends = self.exchange, self.exchange.no + 1, end in ("draw", "resign")
        if not (self.can_end if ends else self.can_send) or (end == "offer" and self.over):
            raise DataFault("fault.mail.nothing_to_send")
        if end == "draw" and not exchange.offered:
            raise DataFault("fault.mail.no_offer")
        wants = None if ends else exchange.wants
        rows = self.journal.entries(exchange.rows + 1, self.history.last_no)
        did = [{"to": row.head.to} if row.head.kind in ("undo", "redo") else {"do": row.action} for row in rows]
        body = {
            "link": exchange.my_link(no), "did": did, "wants": wants, "mark": self.mark(), "module": self._module,
            "tries": exchange.tries, "said": said[:2000],
            **({"end": end} if end else {}),
        }  # fmt: skip
        data = letter.write(exchange.own, exchange.game, no, self.files.hashes[-1], body, exchange.their_box)
        files = Files((*self.files.hashes, letter.read(data).hash), base64.b64encode(data).decode())
        sent = replace(
            exchange, no=no, rows=self.history.last_no, base=len(self.history), held=0, rolled=0, owes=False, wants=wants,
            offers=end == "offer", offered=False, end=_ended(end, exchange.mine[0]),
        )  # fmt: skip
        self._keep(sent, files)
        return data

    def sent(self) -> bytes:
        """Return the last file that this side sent, once more."""
        return base64.b64decode(self.files.sent)

    def take(self, found: Letter) -> None:
        """Play what the other side's next file holds; raises DataFault, and the game is as before then."""
        self.check(found)
        body = letter.body(found, self.exchange.own)
        try:
            with self._both():
                self._take(found, body)
        finally:
            self._replaying, self._rolls = (), None

    def check(self, found: Letter) -> None:
        """Raise DataFault where a file is not the next one of this game."""
        exchange, hashes = self.exchange, self.files.hashes
        if found.game != exchange.game:
            raise DataFault("fault.mail.foreign")
        mine = found.by_host == exchange.host
        if found.key != (exchange.own.sign_public if mine else exchange.their_key):
            raise DataFault("fault.mail.forged")
        if found.no <= len(hashes):
            same = hashes[found.no - 1] == found.hash
            if not same:
                raise DataFault("fault.mail.twice", no=found.no)
            if mine:
                raise DataFault("fault.mail.own")
            raise DataFault("fault.mail.old", no=found.no)
        if mine:
            raise DataFault("fault.mail.other_copy")
        if found.no > len(hashes) + 1:
            # a file between is this side's own: another copy of the document has sent it
            raise DataFault("fault.mail.early", no=found.no, last=len(hashes))
        if found.before != hashes[-1]:
            raise DataFault("fault.mail.chain", no=found.no)

    def _take(self, found: Letter, body: Json) -> None:
        exchange, end = self.exchange, body.get("end", "")
        if exchange.end is not None:
            raise DataFault("fault.mail.ended")
        if end == "draw" and not exchange.offers:
            raise DataFault("fault.mail.no_offer")
        if body["module"] != self._module:
            raise DataFault("fault.mail.other_rules")
        if keys.before(body["link"]) != exchange.their_link:
            raise DataFault("fault.mail.link")
        wanted, seen = exchange.wants, len(self.history)
        self._keep(replace(exchange, their_link=body["link"], wants=None))
        if wanted is not None:
            self._rolled(exchange.mine, wanted, self.exchange.seed(exchange.no))
        self._keep(replace(self.exchange, base=len(self.history), held=0, rolled=0, rows=self.history.last_no))
        turn = self.exchange.seed(exchange.no) if exchange.rolls == "turn" else None
        for deed in body["did"]:
            if "do" in deed:
                self._again(exchange.theirs, deed["do"], turn)
            else:
                self._walked(deed["to"])
        if self.mark() != body["mark"]:
            raise DataFault("fault.mail.differs")
        self._keep(replace(self.exchange, no=found.no, held=0, rolled=0))
        if body["wants"] is not None:
            if exchange.rolls != "each":
                raise DataFault("fault.mail.illegal", why={"key": "mail.refuse.not_here", "args": {}})
            self._rolled(exchange.theirs, body["wants"], self.exchange.seed(found.no))
        self._keep(
            replace(
                self.exchange, rows=self.history.last_no, base=len(self.history), held=0, rolled=0, seen=seen, tries=0,
                their_tries=body["tries"], said=body["said"], owes=body["wants"] is not None, offers=False,
                offered=end == "offer", end=_ended(end, exchange.theirs[0]) if self.state.result is None else None,
            ),
            Files((*self.files.hashes, found.hash), self.files.sent),
        )  # fmt: skip

    def _again(self, sides: tuple[str, ...], action: Json, rolls: str | None) -> None:
        """Carry out what was done there; raises DataFault where the rules do not allow it."""
        outcome = self._rolled(sides, action, rolls)
        if not isinstance(outcome, Done):
            raise DataFault("fault.mail.illegal", why=outcome.message if isinstance(outcome, Refused) else "")

    def _rolled(self, sides: tuple[str, ...], action: Json, rolls: str | None) -> Outcome:
        """Carry out an action upon the chance of a key; one that the dice turn out to refuse comes to nothing on both sides."""
        self._replaying, self._rolls = sides, rolls
        if action.get("verb") in AGREED:
            raise DataFault("fault.mail.illegal", why={"key": "mail.refuse.agreed", "args": {}})
        return PlaySession.submit(self, sides, action)

    def _walked(self, length: int) -> None:
        outcome = self.undo_to(length) if length < len(self.history) else self.redo_to(length)
        if isinstance(outcome, Refused):
            raise DataFault("fault.mail.illegal", why=outcome.message)

    def mark(self) -> str:
        """Return the hash of the position, whatever the version of its title."""
        return jsonio.digest({**self.state.to_json(), "meta": {}})

    @contextmanager
    def _both(self) -> Iterator[None]:
        """Write rows and what the exchange keeps together; after a fault the session is as the journal is."""
        try:
            with self.journal.whole():
                yield
        except BaseException:
            self._rolls, self._replaying = None, ()
            self.game = self.journal.game()
            self._read()
            self.resume()
            raise


def _ended(end: str, side: str) -> Json | None:
    """Return how a file of a side ends the game, None where it goes on."""
    return {"how": "draw" if end == "draw" else "resigned", "by": side} if end in ("draw", "resign") else None


def _wants_chance(reply: Json) -> bool:
    """Return whether the rules could not answer without dice or a draw."""
    refused = reply.get("refused")
    drew = isinstance(refused, dict) and refused["key"] == "refuse.pick" and refused["args"].get("pick") == str(NO_DRAW)
    return "need_dice" in reply or drew
