"""The real program killed in the middle of what a person does in its window, again and again, and what is left looked at.

`qtwar bench kills --minutes N` starts the window on a document, has it do one thing over and over (drag counters, roll
dice, replay, export, edit, bring an older document up to date), and kills it without warning at a random moment. Whatever
the window had shown as done must be in the document afterwards, the document must be whole and open again, and an exported
file must be there whole or not at all. The next window is started while the one before is at work.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qtwar.base import child
from qtwar.base.errors import DataFault, QtwarError
from qtwar.services import backups, documents, drafts, games, titles, vetting
from qtwar.session.begin import NewDraft, NewGame
from qtwar.storage import guard
from qtwar.storage.document import Document

TITLE = "sealords"
KINDS = ("write", "drag", "replay", "export", "edit", "migrate")
LATEST = 1.5
"""Seconds after the document is in front in which the window is killed."""
PATIENCE = 120.0
LAST_WORDS = 2000
"""Characters that are told of what a window said that ended by itself."""


@dataclass(slots=True)
class Killed:
    """How often the program was killed in what, how many entries it had shown in all, and what was wrong afterwards."""

    kills: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def table(self) -> list[str]:
        """Return a line for each kind, and one for all."""
        faulty = Counter(fault.split()[0] for fault in self.faults)
        rows = [(kind, n, self.shown[kind], faulty[kind]) for kind, n in self.kills.items()]
        rows.append(("all", self.kills.total(), self.shown.total(), len(self.faults)))
        rate = self.kills.total() / max(self.seconds / 60, 0.01)
        lines = [f"{kind:<10} {n:>6} kills {shown:>8} entries shown {wrong:>4} faults" for kind, n, shown, wrong in rows]
        return [*lines, f"{self.seconds / 60:.1f} minutes, {rate:.1f} kills a minute"]


class Kills:
    """The documents that each run begins with, made once."""

    def __init__(self, folder: Path, seed: int = 0) -> None:
        self.folder, self.home = folder, folder / "home"
        self.chance = random.Random(seed)
        os.environ["QTWAR_HOME"] = str(self.home)
        scenario = titles.load(TITLE)[1].scenarios[0].id
        opened = games.create(NewGame(TITLE, scenario, "both", strictness="off"), self.home)
        opened.close()
        session, draft = drafts.begin(NewDraft("Draft"), self.home)
        session.close()
        self.game, self.draft, self.old = opened.path, draft, opened.path.with_name("Old.qtwar")
        shutil.copyfile(self.game, self.old)
        with Document.open(self.old) as document, document.writing() as connection:  # of the format before
            connection.execute("DROP TABLE seal")
            connection.execute("PRAGMA user_version = 3")
        self.sound = {path: path.read_bytes() for path in (self.game, self.draft, self.old)}
        self.out = folder / "sheet.csv"
        self._started = 0
        self._next = self._start()

    def close(self) -> None:
        """End the window that waits for its work."""
        _end(self._next[0])

    def once(self, kind: str, found: Killed) -> None:
        """Start the window, kill it while it is at something, and look at what is left."""
        path = {"edit": self.draft, "migrate": self.old}.get(kind, self.game)
        self._lay_out(path)
        shown, ended = self._kill(kind, path)
        found.kills[kind] += 1
        found.shown[kind] += shown
        try:
            if ended:
                raise DataFault("fault.bench.no_window", status=ended)
            self._look(kind, path, shown)
        except (QtwarError, AssertionError) as fault:
            found.faults.append(f"{kind} {found.kills[kind]}: {fault}")

    def _lay_out(self, path: Path) -> None:
        for part in path.parent.glob(f"{path.name}-*"):  # what a killed program had not yet folded in
            part.unlink()
        path.write_bytes(self.sound[path])
        self.out.unlink(missing_ok=True)
        vetting.vouch(path)

    def _kill(self, kind: str, path: Path) -> tuple[int, str]:
        """Return how many entries the window had shown, and how it ended where it was not ready before it was killed."""
        (process, heard), self._next = self._next, self._start()
        ended = ""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdout.readline()  # the window is there
            with suppress(OSError):  # it did not come up: nothing is ready, then
                process.stdin.write(f"{kind}\n{path}\n{self.out}\n")
                process.stdin.flush()
            if kind != "migrate" and not process.stdout.readline().startswith("ready"):
                with suppress(subprocess.TimeoutExpired):
                    process.wait(PATIENCE)
                ended = f"{process.returncode}, {heard.read_text(errors='replace')[-LAST_WORDS:].strip() or '-'}"
            time.sleep(self.chance.random() * LATEST)
        finally:
            process.kill()
            rest = process.stdout.read().split()
            _end(process)
        return max((int(word) for word in rest if word.isdecimal()), default=0), ended

    def _start(self) -> tuple[subprocess.Popen[str], Path]:
        """Start a window that waits for what it is to do; returns it and the file that keeps what it complains of."""
        pipe, env = subprocess.PIPE, {**os.environ, "QTWAR_HOME": str(self.home), "PYTHONFAULTHANDLER": "1"}
        self._started += 1
        heard = self.folder / f"heard-{self._started % 2}.txt"  # two windows are there at a time
        with heard.open("wb") as errors:
            process = subprocess.Popen(child.command("killed"), stdin=pipe, stdout=pipe, stderr=errors, env=env, text=True)
        return process, heard

    def _look(self, kind: str, path: Path, shown: int) -> None:
        if kind == "migrate":
            form = guard.inspect(path)
            assert form in (3, guard.FORMAT), f"format {form}"
            assert form == 3 or any(kept.name == path.stem for kept in backups.listed()), "no backup from before"
        line = "edit" if kind == "edit" else "play"
        with Document.open(path) as document:  # as the window would
            entries = len(document.journal(line).heads())
            document.content()
        assert entries >= shown, f"{entries} entries, {shown} were shown"
        faults = documents.examine(path)
        assert not faults, "; ".join(fault.text for fault in faults)
        if kind == "export" and self.out.exists():
            data = self.out.read_bytes()
            assert data.endswith(b"\n"), "half a sheet"


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    with suppress(OSError):
        process.communicate()


def run(
    seconds: float, kinds: tuple[str, ...], folder: Path, seed: int = 0, most: int | None = None,
    so_far: Callable[[Killed], object] = lambda found: None,
) -> Killed:  # fmt: skip
    """Kill the program in each of some things in turn until the time is over, or `most` rounds were done."""
    kills, found, begun = Kills(folder, seed), Killed(), time.monotonic()
    rounds = 0
    try:
        while found.seconds < seconds and (most is None or rounds < most):
            for kind in kinds or KINDS:
                kills.once(kind, found)
                found.seconds = time.monotonic() - begun
            rounds += 1
            so_far(found)
    finally:
        kills.close()
    return found


# -- the program that is killed ------------------------------------------------------------------------


class Busy:
    """The window with somebody at it who does one thing over and over."""

    def __init__(self) -> None:
        from qtwar.app.program import Program, application
        from qtwar.handplay.person import Person
        from qtwar.ui.preferences import Memory, Preferences
        from qtwar.ui.window import apply_preferences

        application()
        prefs = Preferences(Memory({"welcomed": True, "language": "en", "motion": False}))
        apply_preferences(prefs)
        self.program = Program(prefs, titles.user_home())
        self.window = self.program.window
        self.window.resize(1200, 800)
        self.window.show()
        self.person = Person(self.window)
        self.number = 0

    def go(self, kind: str, path: Path, out: Path) -> None:
        """Open the document and begin."""
        self.out = out
        self.program.open_path(path)
        if not self.person.wait(lambda: getattr(self.page, "path", "") == str(path), PATIENCE):
            return
        if hasattr(self.model, "link"):
            self.person.wait(lambda: self.model.link.jobs.pending == 0, PATIENCE)
        say("ready")
        do: Callable[[], object] = getattr(self, f"_{kind}")
        while True:
            do()

    @property
    def page(self) -> Any:
        return self.window.stack.currentWidget()

    @property
    def model(self) -> Any:
        return self.page.model

    def _rest(self) -> None:
        """Wait until what was done is shown, and say how far the history goes."""
        self.person.wait(lambda: self.model.link.jobs.pending == 0, PATIENCE)
        say(len(self.model.history.entries()))

    def _write(self) -> None:
        action = {"side": self.model.position.seat, "verb": "free", "args": {"op": "roll", "n": 2, "d": 6}}
        self.model.link.submit(action)
        self._rest()

    _migrate = _write

    def _drag(self) -> None:
        from qtwar.handplay.game import GameScreen

        screen = GameScreen(self.person, self.page)
        pieces = [p for p, r in self.model.position.view.pieces.items() if not p.startswith("~") and screen.on_board(r["at"])]
        for piece in pieces[self.number % 5 :: 5]:
            at = screen.counter(piece)
            if at is None:
                continue
            board = screen.board
            self.person.press(board, at)
            for step in range(1, 9):
                self.person.lead(board, at + (board.rect().center() - at) * step / 10)
            self.person.release(board, at + (board.rect().center() - at) * 8 / 10)
            self._rest()
        self.number += 1

    def _replay(self) -> None:
        self._write()
        history = self.model.history
        history.look_at(1 + self.number % max(1, history.live))
        self.person.turn()
        history.look_at(history.live)
        if self.number % 3 == 2 and history.can_undo:
            history.undo()
            self.person.wait(lambda: self.model.link.jobs.pending == 0, PATIENCE)
            history.redo()
        self._rest()
        self.number += 1

    def _export(self) -> None:
        from qtwar.export.choices import Choices
        from qtwar.presenters.printpages import print_model

        self._write()
        made = print_model(self.page, "", "", self.window.prefs)
        assert made is not None
        done: list[object] = []
        choices = Choices(what=("oob", "setup", "log"))
        scenario = self.model.settings.identity.scenario
        self.window.jobs.start(
            "", lambda job: made.write(scenario, choices, self.out, None, lambda step, of: None), done.append, done.append
        )
        self.person.wait(lambda: done, PATIENCE)

    def _edit(self) -> None:
        from qtwar.editing import sides

        self.number += 1
        side = self.model.content.sides[0].id
        self.model.do(sides.set_colour, side, f"#{self.number % 4096 + 4096:06x}", "#ffffff")
        self.person.wait(lambda: len(self.model.history) >= self.number, 5)
        say(len(self.model.history))


def say(words: object) -> None:
    """Tell the one who kills."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> None:
    """Show the window, and do what is asked on the standard input until the end."""
    busy = Busy()
    say("window")
    kind, path, out = (sys.stdin.readline().strip() for _ in range(3))
    if kind:  # else nobody is there any more
        busy.go(kind, Path(path), Path(out))
