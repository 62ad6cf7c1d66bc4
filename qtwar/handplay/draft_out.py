"""What comes out of a draft by hand: printed sheets, and a game to try it out."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from qtwar.handplay.draft import DraftHand
from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL

K = Qt.Key
SHEETS = ("setup-sheet", "map", "tables", "oob", "counter-sheet")
PDF_PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


class OutHand(DraftHand):
    """Leaves the draft's tab and comes back to it."""

    def _front(self) -> Any:
        """Return the page of the tab in front."""
        return self.window.stack.currentWidget()

    def _back(self) -> None:
        """See that the draft is in front again; from a game to try it out, which comes first, by its tab."""
        self.person.wait(lambda: self._front() is self.page, 2)
        if self._front() is not self.page and self._front().property("tab") == "test":
            self.person.turn_tab(self.window.tabs, self.window.stack.indexOf(self.page))
        if not self.person.wait(lambda: self._front() is self.page, 10):
            raise HandFault("nothing_happens", "the draft does not come to the front again")
        self._rest()

    def _print(self, chance: random.Random) -> None:
        """A sheet of some kind as a PDF, called and put where a person says."""
        self.person.key(K.Key_P, CTRL)
        if not self.person.wait(lambda: self._front().property("tab") == "print", 20):
            raise HandFault("nothing_happens", "no tab to print in comes forward")
        tab, sheet = self._front(), chance.choice(SHEETS)
        for part, row in tab.panel.rows.items():  # the wished one first: the last tick stays
            if part == sheet and not row.check.isChecked():
                self.person.click(row.check)
        for part, row in tab.panel.rows.items():
            if part != sheet and row.check.isChecked():
                self.person.click(row.check)
        self._expect(f"{sheet} to print, not {tab.choices.what}", tab.choices.what == (sheet,))
        folder, name = Path(self._home.name), f"robot {chance.randrange(100, 1000)}"
        self.person.click(tab.choose)
        self._file(folder)
        self.person.click(tab.file)
        self.person.key(K.Key_A, CTRL)
        self.person.type(name)
        ready = self.person.wait(lambda: tab._job is None and not tab._soon.isActive() and tab.book is not None, 60)
        pages = len(tab.book.pages) if ready else 0
        wrote = folder / name
        if pages:
            self.person.wait(tab.go.isEnabled, 10)
            self.person.click(tab.go)
            self.person.wait(lambda: tab._writing is None, 60)
            found = [path for path in folder.iterdir() if path.stem == wrote.stem]
            self._expect(f"a file called {name}", len(found) == 1 and found[0].suffix == ".pdf")
            body = found[0].read_bytes()
            self._expect(f"{pages} pages of {sheet}", body.startswith(b"%PDF") and len(PDF_PAGE.findall(body)) == pages)
            found[0].unlink()
        elif tab.go.isEnabled() or not tab.problem.text():
            raise HandFault("nothing_happens", f"{sheet} has no pages, and nothing says why")
        self.person.key(K.Key_W, CTRL)
        self._back()

    def _try_out(self, chance: random.Random) -> None:
        """F5 plays the shown scenario as it is set up; F5 comes back."""
        laid = Counter((str(p["kind"]), str(p["at"])) for p in self.view.source.view.pieces.values())
        self.person.key(K.Key_F5)
        if not self.person.wait(lambda: self._front().property("tab") == "test", 60):
            raise HandFault("nothing_happens", "F5 begins no game")
        test = self._front()
        self.person.wait(lambda: test.board.isVisible(), 10)
        stand = Counter((str(p["kind"]), str(p["at"])) for p in test.model.position.view.pieces.values())
        missing = laid - stand
        self._expect(f"all counters where they were placed, but {dict(missing)}", not missing)
        self.person.key(K.Key_F5)
        self._back()
