"""*Check for updates*: asks the person, then the place that is set in the build, and says what came."""

from __future__ import annotations

import time
from collections.abc import Callable

import qtwar
from qtwar.services import updates
from qtwar.services.updates import VersionNews
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.toast import for_page
from qtwar.ui.window import MainWindow

MONTH = 30 * 24 * 3600
LAST = "updates_asked"
"""Beside the settings: when a person was last asked."""


class Updates:
    """Joins the window to `services.updates`; nothing is sent before the button *Ask now* is pressed."""

    def __init__(self, window: MainWindow, failed: Callable[[Exception], object]) -> None:
        self.window, self.failed = window, failed
        window.updates = self.offer

    def remind(self, now: int | None = None) -> None:
        """Offer it once a month to whoever wished to be reminded."""
        moment = int(time.time()) if now is None else now
        due = moment - self.window.prefs.extra(LAST, 0) >= MONTH
        if due and self.window.prefs.get("updates") and updates.place() is not None:
            self.offer(moment)

    def offer(self, now: int | None = None) -> None:
        """Ask whether to ask."""
        found = updates.place()
        if found is None:
            self.window.tell(tr("updates.no_place", version=qtwar.__version__))
            return
        self.window.prefs.keep(LAST, int(time.time()) if now is None else now)
        self.window.tell(tr("updates.ask", host=found.host), ("updates.now", self.ask))

    def ask(self) -> None:
        """Fetch the news in the background, and show them."""
        found = updates.place()
        if found is not None:
            self.window.jobs.start(tr("updates.asking"), lambda job: updates.ask(found), self.show, self.failed)

    def show(self, news: VersionNews) -> None:
        """Say whether there is a newer version, and offer its page."""
        if not news.is_newer:
            self.window.tell(tr("updates.none", version=qtwar.__version__))
            return
        about = news.about.get(i18n.language()) or news.about.get("en", "")
        said = tr("updates.newer", version=news.version, own=qtwar.__version__, about=about[:200])
        self.window.tell(said, *for_page("updates.page", news.page))
