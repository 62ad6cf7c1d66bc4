"""The program under attack: its window with somebody at it who installs, opens, plays and edits what was laid out for him."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QLabel

from qtwar.app.program import Program
from qtwar.app.stage import settle, staged
from qtwar.base import child
from qtwar.base.errors import QtwarError
from qtwar.bench.attacks import modules, others, shapes
from qtwar.bench.attacks.plan import Attack
from qtwar.services import games, render_process, render_worker, titles
from qtwar.session.begin import NewGame
from qtwar.session.play import Done, PlaySession, Refused, WantDice
from qtwar.storage.document import Document
from qtwar.ui import i18n

OTHER = "sealords"
"""A title that must be usable all the while."""
PATIENCE = 60.0
Json = dict[str, Any]
DIE = {"e": "rolled", "for": "note.free.roll", "by": "blue", "sides": None}
"""The event of a roll, without its dice."""


class Victim:
    """Somebody at the window, and the sentences that he was told there."""

    def __init__(self, program: Program, home: Path, attack: Attack, case: str) -> None:
        self.program, self.home, self.attack, self.case = program, home, attack, case
        self.window, self.library = program.window, program.library
        self.said: list[str] = []
        self.faults: list[str] = []
        self.window.tell = self._told  # type: ignore[method-assign]
        self.library.problem.connect(self._told)
        self.library.damaged.connect(lambda shown: self.said.append(shown.problem))

    def _told(self, text: str, *deeds: object) -> None:
        self.said.append(text)

    @property
    def page(self) -> Any:
        return self.window.stack.currentWidget()

    def after(self, do: Callable[[], object], until: Callable[[], object]) -> bool:
        """Do something and wait until something holds or was said, be it at once; returns whether it holds."""
        before = len(self.said)
        do()
        settle(lambda: bool(until()) or len(self.said) > before, PATIENCE)
        return bool(until())

    # -- what a person does

    def look(self) -> None:
        """Look at the start window until it shows what there is."""
        lib, page = self.library, self.window.library_page
        if not settle(lambda: OTHER in page.tiles and not lib.reading and not lib.reading_documents, PATIENCE):
            self.faults.append("the start window does not come to show what there is")
        self.said += [shown.problem for shown in lib.broken()]
        self.said += [card.line for card in lib.games() if card.line.startswith(f"{Path(card.path).name} ")]

    def start(self, title: str) -> bool:
        """Start a game; returns whether its page came."""
        scenario = next((card.scenarios[0].id for card in self.library.titles() if card.id == title), "")
        return self._came(lambda: self.program.start_game(NewGame(title, scenario, "both")))

    def open(self, path: Path) -> bool:
        """Open a document; returns whether its page came."""
        return self._came(lambda: self.program.open_path(path))

    def edit(self, title: str) -> bool:
        """Make a draft of a title; returns whether its page came."""
        return self._came(lambda: self.program.copy_title(title, ""))

    def _came(self, do: Callable[[], object]) -> bool:
        came = self.after(do, lambda: self.page is not self.window.library_page)
        if came:
            settle(lambda: getattr(self.page.model, "link", None) is None or self.page.model.link.jobs.pending == 0, PATIENCE)
        return came

    def roll(self) -> bool:
        """Roll two dice in the game that is open; returns whether they are in its history."""
        session: PlaySession = self.page.model.link.session
        before = len(session.history)
        self.page.model.link.submit(_rolling(session))
        settle(lambda: self.page.model.link.jobs.pending == 0, PATIENCE)
        return len(session.history) == before + 1

    def leave(self) -> None:
        """Close the tab."""
        self.window.close_tab(self.window.tabs.currentIndex())

    def ask(self, job: Callable[[PlaySession], object]) -> object:
        """Have the session of the open game do something on its own thread; returns what came of it, None for a sentence."""
        came: list[object] = []
        session: PlaySession = self.page.model.link.session
        self.page.model.link.aside(lambda: job(session), came.append)
        settle(lambda: self.page.model.link.jobs.pending == 0, PATIENCE)
        return came[0] if came else None

    def expect(self, holds: object, fault: str) -> None:
        """Note a fault where something does not hold."""
        if not holds:
            self.faults.append(fault)

    # -- the ways

    def module(self) -> None:
        """A module that lies in the user's folder: it is looked at, played and edited."""
        self.look()
        mine = [card for card in self.library.installed_titles() if card.own]
        if self.said or not mine:
            return
        if self.start(modules.TITLE):
            self.roll()
            self.leave()
        if not self.said and self.attack.way == "module" and self.edit(modules.TITLE):
            self.leave()

    def words(self) -> None:
        """A module whose words are markup: whatever shows them shows them letter by letter."""
        self.module()
        self.said.clear()
        for widget in QApplication.allWidgets():
            tip = widget.toolTip()
            self.expect("<a " not in tip and "<img" not in tip and "<b>" not in tip, f"a tooltip is markup: {tip[:200]}")
            if isinstance(widget, QLabel) and ("<a " in widget.text() or "<b>" in widget.text()):
                self.expect(widget.textFormat().name == "PlainText", f"a label is markup: {widget.text()[:200]}")
            self.expect("dev/zero" not in widget.styleSheet(), "a colour is a style sheet")

    def archive(self) -> None:
        """An archive that is opened, installed where it can be, and then treated as a module."""
        file = self.home / "stranger.qtmod"
        self.look()
        found = self.window.library_page.found
        self.after(lambda: self.library.open(str(file)), lambda: found.isVisible())
        if found.shown is None or not found.isVisible():
            return
        self.said += found.shown.problems
        found.go.click()
        if self.attack.number == 61:
            self.expect("2" in found.shown.rules, f"the page says of its rules: {found.shown.rules}")
        self.module()

    def pack(self) -> None:
        """A module that is made a draft of and packed."""
        self.look()
        if self.said or not self.edit(modules.TITLE):
            return
        with self._sentence():
            self.page.model.session.pack(self.home / "out.qtmod")
        self.expect(not (self.home / "out.qtmod").exists(), "it was packed")

    def document(self) -> None:
        """A document that lies among the games: looked at, opened, played; or made whole as far as it goes."""
        held = self.home / "games" / "Held elsewhere.qtwar"
        holder = Document.open(held) if held.exists() else None
        self.look()
        before = len(self.said)
        opened = self._document(self.home / "games" / "Attacked.qtwar")
        self.expect(len(self.said) > before or (opened and self.attack.harmless), "nothing was said when it was opened")
        if holder is not None:
            holder.close()

    def _document(self, path: Path) -> bool:
        """Open a document and play on; returns whether it could be opened."""
        opened = self.open(path)
        if opened:
            if hasattr(self.page, "prompt"):
                self.expect(self.roll() or self.said, "it does not go on")
            self.leave()
        elif self.window.library_page.damaged.isVisible():
            before = len(self.said)
            self.window.library_page.damaged.go.click()
            card = self.window.library_page.damaged
            settle(lambda: card.shown.path != str(path) or len(self.said) > before, PATIENCE)
            card.hide()
        return opened

    def reader(self) -> None:
        """A sound module whose reader does not come back."""
        self.look()

    def reply(self) -> None:
        """A game whose rules answer nonsense, or are asked for it: each time a sentence, and the game as it was."""
        self.look()
        if not self.start(modules.TITLE) or self.attack.number == 70:
            return
        session: PlaySession = self.page.model.link.session
        side = session.sides[0]
        if self.attack.number == 71:
            self.roll()  # something to be played again
        digest, length = session.state.digest(), len(session.history)
        for job in _asked(self.attack.number, side):
            before = len(self.said)
            came = self.ask(job)
            if isinstance(came, Refused):
                self.said.append(i18n.sentence(QtwarError(came.message["key"], **came.message["args"])))
            elif isinstance(came, WantDice):
                self.said.append("the dice are asked for again")
            elif isinstance(came, Done):
                self.expect(False, "it was done")
            told = len(self.said) > before or self.attack.number == 77
            self.expect(told, f"nothing was said: {came!r:.100}")
            self.expect((session.state.digest(), len(session.history)) == (digest, length), "the game is another")
        if self.attack.number != 73:
            self.expect(self.roll(), "the game does not go on")

    def machine(self) -> None:
        """What the machine does to a game that is open."""
        self.look()
        MACHINE[self.attack.number](self, self.home / "games" / "Attacked.qtwar")

    @contextmanager
    def _sentence(self) -> Iterator[None]:
        try:
            yield
        except QtwarError as fault:
            self.said.append(i18n.sentence(fault))


def _rolling(session: PlaySession) -> Json:
    return {"side": session.sides[0], "verb": "free", "args": {"op": "roll", "n": 2, "d": 6}}


def _roll(session: PlaySession) -> Any:
    return session.submit(session.sides, _rolling(session))


def _asked(number: int, side: str) -> list[Callable[[PlaySession], object]]:
    """Return what is asked of a session, one after the other, for a number of the list."""

    def lie(fn: str, answer: Any, then: Callable[[PlaySession], object]) -> Callable[[PlaySession], object]:
        def job(session: PlaySession) -> object:
            session.query(side, "lie next", {fn: answer})
            return then(session)

        return job

    def action(given: Any, **more: Any) -> Callable[[PlaySession], object]:
        return lambda session: session.submit(session.sides, given, **more)

    def question(what: Any, args: Any) -> Callable[[PlaySession], object]:
        return lambda session: session.query(side, what, args)

    dice: Json = {"side": side, "verb": "free", "args": {"op": "roll", "n": 2, "d": 6}}
    draw: Json = {"side": side, "verb": "free", "args": {"op": "draw", "place": "x", "n": 1}}
    acts = shapes.BROKEN_ACTS
    asked: dict[int, list[Callable[[PlaySession], object]]] = {
        66: [lie("act", answer, _roll) for answer in acts[:21]],
        67: [lie("act", answer, _roll) for answer in acts[21:]],
        68: [lie("offers", answer, lambda session: session.refresh_offers()) for answer in shapes.BROKEN_OFFERS],
        69: [lie("query", answer, question(what, {})) for what, answer in shapes.BROKEN_QUERIES],
        71: [
            *(lie("replay", answer, lambda session: session.verify()) for answer in shapes.BROKEN_REPLAYS),
            *(lie("selfplay", answer, lambda session: session.autoplay(1)) for answer in shapes.BROKEN_SELFPLAYS),
        ],
        72: [lie("describe", answer, lambda session: session.rules.describe()) for answer in shapes.BROKEN_WORDS],
        73: [_roll],
        74: [action(odd) for odd in shapes.ODD] + [action({"side": side, "verb": odd}) for odd in shapes.ODD],
        75: [action(dice, dice=odd) for odd in shapes.BROKEN_DICE],
        76: [action(draw, picks=odd) for odd in shapes.BROKEN_PICKS],
        109: [lie("act", {"events": [{**DIE, "dice": [[10**9, 1]]}], "offers": {}}, _roll)],
        77: [question(what, args) for odd in shapes.ODD for what, args in (("cell", odd), (odd, {}), ("cell", {"cell": odd}))],
    }  # fmt: skip
    return asked[number]


# ------------------------------------------------------------------------------------------------ the machine


@contextmanager
def _no_room(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _full(person: Victim, path: Path) -> None:
    from qtwar.editing import sides
    from qtwar.export.choices import Choices
    from qtwar.presenters.printpages import print_model

    person.open(path)
    with _no_room(4096):
        for _ in range(60):
            if not person.roll():
                break
        else:
            person.faults.append("no file is full")
        made = print_model(person.page, "", "", person.window.prefs)
        assert made is not None
        scenario = person.page.model.settings.identity.scenario
        with person._sentence():
            made.write(scenario, Choices(what=("oob",)), person.home / "sheet.pdf", None, lambda step, of: None)
    person.expect(person.roll(), "play does not go on")
    person.leave()
    if person.edit(OTHER):
        before = len(person.said)
        model = person.page.model
        with _no_room(4096):
            for number in range(60):
                model.do(sides.set_colour, model.content.sides[0].id, f"#{number + 4096:06x}", "#ffffff")
                settle(lambda: False, 0.05)
                if len(person.said) > before:
                    break
        person.expect(len(person.said) > before, "an edit without room says nothing")


def _gone(person: Victim, path: Path) -> None:
    person.open(path)
    away = person.home / "away"
    path.parent.rename(away)
    person.expect(not person.roll() and person.said, "it went on without its file")
    away.rename(path.parent)
    person.expect(person.roll(), "play does not go on")


def _clock(person: Victim, path: Path) -> None:
    person.open(path)
    real = time.time_ns
    time.time_ns = lambda: 10**18
    try:
        person.expect(person.roll(), "play does not go on")
        person.leave()
        person.expect(person.open(path) and person.roll(), "it does not open")
    finally:
        time.time_ns = real


def _worker(person: Victim, path: Path) -> None:
    person.open(path)
    link = person.page.model.link
    job = partial(_endless, link.session, link.session.rules._rules._process.pid)
    person.after(lambda: link.aside(job, lambda came: None), lambda: person.said)
    settle(lambda: person.page.model.link.jobs.pending == 0, PATIENCE)
    person.expect(person.roll(), "play does not go on")


def _endless(session: PlaySession, pid: int) -> None:
    for number in range(100_000):
        if number == 3:
            os.kill(pid, signal.SIGKILL)
        session.query(session.sides[0], "cell", {"cell": next(iter(session.state.places))})


def _second(person: Victim, path: Path) -> None:
    with Document.open(path):
        person.expect(not person.open(path), "it was opened twice")
    person.said[:] = person.said[-1:]
    person.expect(person.open(path) and person.roll(), "it does not open afterwards")


def _killed(person: Victim, path: Path) -> None:
    subprocess.run(child.command("attacked", "die", str(path)), check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    person.expect(person.open(path), "it does not open")
    person.expect(len(person.page.model.link.session.history) >= 12, "entries are gone")
    person.expect(person.roll(), "play does not go on")


def _no_backup(person: Victim, path: Path) -> None:
    (person.home / "backups").write_text("no folder")
    person.expect(person.open(path) and person.roll(), "it does not open")


MACHINE: dict[int, Callable[[Victim, Path], None]] = {
    102: _full, 103: _gone, 104: _clock, 105: _worker, 106: _second, 107: _killed, 108: _no_backup,
}  # fmt: skip


def _die(path: Path) -> None:
    """Play on and be killed."""
    opened = games.resume(path)
    while len(opened.session.history) < 13:
        _roll(opened.session)
    os.kill(os.getpid(), signal.SIGKILL)


# ------------------------------------------------------------------------------------------------- the reader

READERS: dict[str, str] = {
    "one that takes for ever": "endless",
    "one that takes all memory": "large",
    "one that ends the process": "dead",
    "a document that ends the process that reads it": "dead document",
}


def _read_badly(how: str) -> None:
    """Be the helper process, which something makes do what its worst reader could."""

    def bad(asked: Json) -> None:
        if asked["do"] == "card" and modules.TITLE not in str(asked["module"]):
            sound(asked)
        elif how == "endless":
            while True:
                pass
        elif how == "large":
            kept = []
            while True:
                kept.append(bytes(range(256)) * (1 << 16))
        else:
            os.abort()

    sound = render_process.WORK["card"]
    for do in ("document", "document_card") if how == "dead document" else ("card",):
        render_process.WORK[do] = bad
    render_process.main([])


def _patch_reader(how: str) -> None:
    def start() -> subprocess.Popen[str]:
        pipe, env = subprocess.PIPE, {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        words = child.command("attacked", "read", how)
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=env, encoding="utf-8")

    render_worker._start = start


def main(arguments: list[str]) -> None:
    """Meet an attack (`meet NUMBER CASE`) and say how it ended; or be one of the processes that it needs."""
    what, *rest = arguments
    if what == "read":
        _read_badly(rest[0])
    elif what == "die":
        _die(Path(rest[0]))
    else:
        number, case = int(rest[0]), rest[1]
        attack = next(one for one in (others.START, others.PLAIN, *others.ALL) if one.number == number)
        if attack.name in READERS:
            _patch_reader(READERS[attack.name])
        with staged(titles.user_home()) as program:
            person = Victim(program, titles.user_home(), attack, case)
            try:
                getattr(person, attack.way)()
            except Exception as fault:
                person.faults.append(f"{type(fault).__name__}: {fault}")
            there = OTHER in {card.id for card in program.library.titles()}
            person.expect(there, "the other titles are gone")
        program.library.leave()
        sys.stdout.write(json.dumps({"said": person.said, "faults": person.faults}) + "\n")
        sys.stdout.flush()
