"""What comes out of a draft by hand: printed sheets, and a game to try it out."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from qtwar.editing.sharing import OWN
from qtwar.handplay.draft import DraftHand
from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL, SHIFT
from qtwar.services import titles

K = Qt.Key
SHEETS = ("setup-sheet", "map", "tables", "oob", "counter-sheet")
PICTURES = ("map", "counter-sheet")
HEADS = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<svg"}
"""How files of each kind begin."""
PARTS = (
    "title", "sides", "terrain", "boards", "style", "kinds", "counters", "formations", "pieces", "tables", "options",
    "scenarios",
)  # fmt: skip
"""What a module and its draft have in common."""
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
        self._write_sheet(chance.choice(SHEETS), "pdf", f"robot {chance.randrange(100, 1000)}")

    def _pictures(self, chance: random.Random) -> None:
        """Map or counters as pictures, a file a page."""
        self._write_sheet(chance.choice(PICTURES), chance.choice(("png", "svg")), f"robot {chance.randrange(100, 1000)}")

    def _export(self, chance: random.Random) -> None:
        """The module as one file, which holds the map, the counters and all else that the draft has."""
        told: list[str] = []
        hears = self.model.wrote.connect(lambda _, path: told.append(path))
        wanted = Path(self._home.name) / f"robot{chance.randrange(100, 1000)}.qtmod"
        self.person.key(K.Key_E, CTRL | SHIFT)
        self._file(wanted)
        written = self.person.wait(lambda: told, 60)
        self.model.wrote.disconnect(hears)
        if not written:
            raise HandFault("nothing_happens", "no module is written")
        _, content = titles.load_at(wanted)
        found, meant = (one.model_dump(mode="json", by_alias=True) for one in (content, self.model.content))
        for board in meant["boards"]:  # how the author looks at it stays with him
            board["attrs"] = {key: value for key, value in board["attrs"].items() if key not in OWN}
        other = [part for part in PARTS if found[part] != meant[part]]
        other += [key for one, two in zip(found["boards"], meant["boards"], strict=False) for key in two if one[key] != two[key]]
        self._expect(f"a module as the draft is, but for {', '.join(other)}", not other)
        wanted.unlink()

    def _write_sheet(self, sheet: str, form: str, name: str) -> None:
        """Print a sheet into files of some kind, and look what is in them."""
        self.person.key(K.Key_P, CTRL)
        if not self.person.wait(lambda: self._front().property("tab") == "print", 20):
            raise HandFault("nothing_happens", "no tab to print in comes forward")
        tab = self._front()
        self.person.click(tab.form.buttons[form])
        for part, row in tab.panel.rows.items():  # the wished one first: the last tick stays
            if part == sheet and not row.check.isChecked():
                self.person.click(row.check)
        for part, row in tab.panel.rows.items():
            if part != sheet and row.check.isChecked():
                self.person.click(row.check)
        self._expect(f"{sheet} to print, not {tab.choices.what}", tab.choices.what == (sheet,))
        folder = Path(self._home.name)
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
            found = sorted(path for path in folder.iterdir() if path.stem.startswith(wrote.stem))
            files = 1 if form == "pdf" else pages
            right = len(found) == files and all(path.suffix == f".{form}" for path in found)
            self._expect(f"{files} files called {name}, not {[path.name for path in found]}", right)
            for path in found:
                body = path.read_bytes()
                self._expect(f"{form} in {path.name}", HEADS[form] in body[:200])
                if form == "pdf":
                    self._expect(f"{pages} pages of {sheet}", len(PDF_PAGE.findall(body)) == pages)
                path.unlink()
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
