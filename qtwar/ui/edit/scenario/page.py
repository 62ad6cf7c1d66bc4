"""The scenarios page: the title, its options and its scenarios at the left, what is in hand beside them, the turn track."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from qtwar.editing.names import ident_of
from qtwar.ui.edit import removal
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.entries import EntryList, ListItem
from qtwar.ui.edit.following import DraftPanel
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.scenario.options import OptionRows
from qtwar.ui.edit.scenario.rows import ScenarioRows
from qtwar.ui.edit.scenario.title import title_rows
from qtwar.ui.edit.scenario.track import TurnTrackEditor
from qtwar.ui.edit.words import another, called, named, variant_names
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Button, Panel, beside, scrolling

TITLE, OPTIONS = "/title", "/options"
"""The list's entries for the title itself and its options; no id has a stroke."""


class ScenariosPage(DraftPanel):
    """Left the scenarios, in the middle one of them, right its turn track and the order of battle to drag from."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model)
        self.whole = ""
        """Which part of the whole title is in hand: TITLE, OPTIONS, or nothing."""
        self._unfolded: tuple[str, Counter[str]] = ("", Counter())
        """Of which scenario more lines are shown than at first, and how many more."""
        bar = Bar(
            ("edit.scenario.new", "plus", self.add),
            ("edit.scenario.variant", "content-copy", self.variant),
            ("edit.delete_kind", "delete-outline", self.delete),
        )
        place = partial(model.focus.tool.emit, "place")
        bar.lay(None, Button("edit.scenario.set_up", icon_name="map-outline", then=place))
        self.list = EntryList("edit.page.scenarios", self._chosen)
        self.form, self.rest, self.track = Form(), Form(), TurnTrackEditor(model)
        self.form.after, self.rest.after = self.list, self.track.turns
        self.options = OptionRows(self.form, model, self.refresh)
        self.area = scrolling(self.form, "edit.page.scenarios")
        right = Panel("panel").lay((self.track, 1), (scrolling(self.rest, "edit.page.scenarios"), 2))
        self.lay(bar, (beside((self.list, 240), (self.area, 640), (right, 640)), 1))
        model.scenario_changed.connect(self.refresh)
        self.follow("scenarios", "sides", "options", "title", "boards", "style")

    # -- showing -----------------------------------------------------------------------------------
    def refresh(self) -> None:
        """List the scenarios and show the one in hand."""
        model, one = self.model, self.model.shown_scenario
        entries = [
            ListItem(TITLE, tr("edit.title.page"), icon=icon("book-open-variant"), high=34),
            ListItem(OPTIONS, tr("edit.option.page"), icon=icon("tune-variant"), high=34),
            *(ListItem(*scenario) for scenario in named(model.content.scenarios)),
        ]
        about = self.whole or model.scenario
        self.list.show_entries(entries, about)
        if self._unfolded[0] != model.scenario:
            self._unfolded = model.scenario, Counter()
        more = self._unfolded[1]
        rows = ScenarioRows(model, one, self.area, self.refresh, more) if one is not None else None
        with self.form.build(about):
            if self.whole == TITLE:
                title_rows(self.form, model)
            elif self.whole == OPTIONS:
                self.options.add()
            elif rows is None:
                self.form.say_line(tr("edit.no_scenario"))
            else:
                rows.main(self.form)
        with self.rest.build(model.scenario):
            if rows is not None:
                rows.rest(self.rest)

    def _chosen(self, ident: str) -> None:
        """The title and its sides are in hand, or a scenario."""
        before, self.whole = (self.whole, self.model.scenario), ident if ident in (TITLE, OPTIONS) else ""
        if not self.whole:
            self.model.show_scenario(ident)  # which refreshes
        if before[0] != self.whole and before[1] == self.model.scenario:
            self.refresh()

    # -- doing -------------------------------------------------------------------------------------
    def _added(self, ident: str) -> None:
        """Show a scenario just made, with the keyboard in its name."""
        before, self.whole = self.whole, ""
        if before and ident == self.model.scenario:
            self.refresh()
        self.model.show_scenario(ident)
        self.form.type_over(f"edit.name.{language()}")

    def add(self) -> None:
        """A new scenario on the same map with the same order of battle."""
        content = self.model.content
        item = another("edit.scenario.name", content.scenarios, "scenario") | {"turns": 7, "vars": {"turn": 1}}
        if content.sides:
            item["first_side"] = content.sides[0].id
        self.model.add("scenarios", item, self._added)

    def variant(self) -> None:
        """A scenario that begins as the one in hand does, told from it in each language."""
        one = self.model.shown_scenario
        if one is not None:
            scenarios = self.model.content.scenarios
            names = variant_names(one.name, [s.name for s in scenarios])
            attrs = {**one.attrs, "variant_of": one.id}
            item = {**one.as_json(), "id": ident_of(one.id, [s.id for s in scenarios]), "name": names, "attrs": attrs}
            self.model.add("scenarios", item, self._added)

    def delete(self) -> None:
        """Delete the scenario in hand."""
        one = self.model.shown_scenario
        if one is not None:
            removal.ask(self.model, "scenarios", [one.id], called(one))

    def show_item(self, part: str, ident: str) -> None:
        """Show what a problem or the palette leads to."""
        self.whole = {"options": OPTIONS, "title": TITLE, "sides": TITLE}.get(part, "")
        if part == "options":
            self.options.chosen = ident
        elif part == "scenarios" and ident:
            self.model.show_scenario(ident)
        self.refresh()

    def regions(self) -> list[Any]:
        """The stations of F6."""
        return [self.list, self.form, self.track, self.rest]
