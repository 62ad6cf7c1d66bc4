"""What a draft has beside its map, by hand: title, sides and their colours, options, counters of another title."""

from __future__ import annotations

import random
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog

from qtwar.handplay.draft import DraftHand
from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL
from qtwar.ui.edit.entries import KIND
from qtwar.ui.edit.scenario.page import OPTIONS, TITLE

K = Qt.Key


class TitleHand(DraftHand):
    """Works on the title itself and on its options."""

    def _whole(self, entry: str) -> Any:
        """Click the entry of the title, or of its options, in the list of scenarios; returns the form."""
        self._turn("scenarios")
        page: Any = self.page.pages["scenarios"]
        row = next(n for n in range(page.list.count()) if page.list.item(n).data(KIND) == entry)
        self.person.click(page.list.viewport(), page.list.visualItemRect(page.list.item(row)).center())
        self._rest()
        if page.whole != entry:
            raise HandFault("nothing_happens", f"the entry {entry} does not come forward")
        return page.form

    def _title_page(self, chance: random.Random) -> None:
        """Another name, subtitle and version, and what it is about."""
        lang, number = self.plan.language, chance.randrange(100, 1000)
        form = self._whole(TITLE)
        for field in ("name", "subtitle"):
            self._write(form.fields[f"edit.{'title.' if field == 'subtitle' else ''}{field}.{lang}"], f"{field} {number}")
        self._write(form.fields["edit.title.version"], f"{number}.1")
        about = form.fields[f"edit.scenario.about.{lang}"]
        self.person.click(about)
        self.person.key(K.Key_A, CTRL)
        self.person.type(f"about {number}")
        self.person.click(form.fields["edit.title.version"])  # several lines are stored when one leaves them
        self._rest()
        title = self.model.content.title
        said = (title.name.get(lang), title.subtitle.get(lang), title.version, title.about.get(lang))
        wanted = (f"name {number}", f"subtitle {number}", f"{number}.1", f"about {number}")
        self._expect(f"the title {wanted}, not {said}", said == wanted)

    def _side(self, chance: random.Random) -> None:
        """A side more, with a box of its own, that is called as one types."""
        form, count = self._whole(TITLE), len(self.model.content.sides)
        self._click_in(form, "edit.side.new")
        self._expect("a side more", len(self.model.content.sides) == count + 1)
        ident, name = self.model.content.sides[-1].id, f"allies {chance.randrange(100, 1000)}"
        self._write(form.fields[f"side.{ident}.name.{self.plan.language}"], name)
        now = self.model.content.sides[-1].name.get(self.plan.language)
        self._expect(f"a side called {name}, not {now}", now == name)

    def _colour(self, chance: random.Random) -> None:
        """Another colour for a side: it is that of its counters too."""
        form = self._whole(TITLE)
        side = chance.choice(self.model.content.sides).id
        colour = QColor.fromHsv(chance.randrange(360), 160, 150).name()
        self.person.click(form.fields[f"side.{side}.colour"])
        self._answer(QColorDialog, "a colour", lambda field: field.text().startswith("#"), colour)
        shown = self.model.side(side).colour
        self._expect(f"{side} in {colour}, not {shown}", shown.casefold() == colour)
        base = str(self.model.content.counters["palettes"]["standard"][side]["base"])
        self._expect(f"counters of {side} in {colour}, not {base}", base.casefold() == colour)

    def _option_new(self, chance: random.Random) -> None:
        """An option of some kind, with a name, a rule and what it is by default."""
        form, count = self._whole(OPTIONS), len(self.model.content.options)
        self._click_in(form, "edit.option.new")
        self._expect("an option more", len(self.model.content.options) == count + 1)
        ident, number = self.model.content.options[-1].id, chance.randrange(100, 1000)
        key, name, rule = f"option.{ident}", f"fog {number}", f"{number % 30}.1"
        self._write(form.fields[f"{key}.name.{self.plan.language}"], name)
        self._write(form.fields[f"{key}.rule"], rule)
        kind = chance.choice(("bool", "choice", "int"))
        if kind != "bool":
            self._pick(form.fields[f"{key}.type"], kind)
        if kind == "bool":
            self.person.click(form.fields[f"{key}.default"], QPoint(8, form.fields[f"{key}.default"].height() // 2))
            wanted: Any = True
        elif kind == "choice":
            self._click_in(form, "edit.option.choice_new")
            wanted = self._now(ident).choices[-1].id
            self._pick(form.fields[f"{key}.default"], wanted)
        else:
            self.person.click(form.fields[f"{key}.default"].more)
            wanted = 1
        self._rest()
        option = self._now(ident)
        said = (option.type, option.name.get(self.plan.language), option.rule, option.default)
        self._expect(f"an option {(kind, name, rule, wanted)}, not {said}", said == (kind, name, rule, wanted))

    def _now(self, ident: str) -> Any:
        return next(option for option in self.model.content.options if option.id == ident)

    def _from_title(self, chance: random.Random) -> None:
        """Some counters of another title, ticked in its list."""
        self._press("oob", "edit.borrow.open")
        panel: Any = self.page.pages["oob"].borrow_panel
        self._pick(panel.title, chance.choice(panel.title.values))
        if not self.person.wait(lambda: panel.lent is not None and panel.list.count(), 60):
            raise HandFault("nothing_happens", f"no counters of {panel.title.value} are listed")
        before = {kind.id for kind in self.model.content.kinds}
        rows = chance.sample(range(min(panel.list.count(), 12)), 2)
        wanted = [panel.list.item(row).text() for row in rows]
        for row in rows:
            panel.list.scrollToItem(panel.list.item(row))
            rect = panel.list.visualItemRect(panel.list.item(row))
            self.person.click(panel.list.viewport(), rect.center())
        self._expect(f"{wanted} ticked, not {len(panel.ticked)}", len(panel.ticked) == len(rows))
        lent = [next(kind for kind in panel.lent.content.kinds if kind.id == ident) for ident in panel.ticked]
        self.person.click(panel.take)
        self._rest()
        self._expect("the list is gone", not panel.isVisible())
        now = {kind.id: kind for kind in self.model.content.kinds}
        names = [kind.name.en for ident, kind in now.items() if ident not in before]
        there = [kind.name.en for kind in now.values()]
        self._expect(f"{[kind.name.en for kind in lent]} taken over, not {names}", all(kind.name.en in there for kind in lent))
        sides = {side.id for side in self.model.content.sides}
        self._expect("their sides too", all(kind.side is None or kind.side in sides for kind in now.values()))
