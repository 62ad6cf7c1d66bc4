"""What a module holds, before it is installed: counts, its rules and where they run, what is wrong with it."""

from __future__ import annotations

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import ModuleShown
from qtwar.ui.library.notice import NoticeCard
from qtwar.ui.widgets.basics import Panel, TextLabel


class FoundModule(NoticeCard):
    """Offers to install the module."""

    def fill(self, shown: ModuleShown) -> None:
        """Say what was found."""
        name = TextLabel("heading", text=tr("found.title", name=shown.name))
        self.lay(Panel(row=True, spacing=10).lay(name, TextLabel("chip-plain", text=shown.version), None))
        self.tell("second-body", shown.about)
        self.tell("", shown.counts, shown.rules)
        self.tell("second", shown.other)
        self.tell("warn", *shown.problems[:4])
        key = "found.replace" if shown.there else "found.install"
        self.offer(key, "tray-arrow-down", lambda: (self.hide(), self.model.install(shown.path)))
