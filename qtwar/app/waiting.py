"""Games that are opened while the rules engine is still being made ready, once on a machine: they are looked at meanwhile."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qtwar.base.errors import QtwarError
from qtwar.sandbox import guest
from qtwar.ui import i18n
from qtwar.ui.jobs import Job, Then
from qtwar.ui.looks import look_of
from qtwar.ui.window import MainWindow

if TYPE_CHECKING:  # it brings the database
    from qtwar.services.laidout import LaidOut

log = logging.getLogger("qtwar")


class WaitingGames:
    """Runs the jobs that open games; one that hands over a position has it shown until its game is there."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    @staticmethod
    def progress(job: Job) -> guest.Progress:
        """Return what a job tells of the steps in which the engine is made ready."""
        return lambda step, _: job.progress(guest.STEPS.index(step) + 1, len(guest.STEPS))

    @staticmethod
    def hand_over(job: Job, laid: Callable[[], LaidOut]) -> None:
        """On a job's thread: have the position shown if the game has to wait for the rules engine, and if it can be."""
        if guest.is_ready():
            return
        try:
            found = laid()
        except QtwarError as fault:  # a courtesy: what is wrong, if anything is, the game itself says
            log.info("not looked at meanwhile: %s %s", fault.text, fault.detail)
            return
        job.hand(found)

    def start(
        self, text: str, work: Callable[[Job], Any], then: Then, failed: Then, undone: Then, *, behind: bool = False
    ) -> Job:
        """Run a job that opens a game; `then(game)` opens its tab, which takes the place of the one it was waited for in.

        `behind`: nobody asked for it just now, so that it is waited for behind what one looks at.
        """
        window = self.window
        pages: list[Any] = []

        def show(laid: Any) -> None:
            from qtwar.presenters.play.opening import look_at_game
            from qtwar.ui.play.waiting import WaitingPage

            page, before = WaitingPage(look_at_game(laid, i18n.language()), window.board_factory()), window.stack.currentWidget()
            pages.append(page)
            window.add_tab(page, "waiting", page.tab_text())
            if behind:
                window.show_page(before)
            else:
                page.focus_board()
            page.given_up.connect(give_up)

        def give_up() -> None:
            pages.clear()
            job.cancel()

        def put_away() -> None:
            while pages:
                page = pages.pop()
                page.given_up.disconnect(give_up)
                window.close_tab(window.stack.indexOf(page))

        def opened(game: Any) -> None:
            if not pages:
                then(game)
                return
            there, front = window.pages(), window.stack.currentWidget()
            pages[0].path = ""  # the document has the tab that is made now
            try:
                then(game)
                made = next((page for page in window.pages() if page not in there), None)
                if made is not None and front is pages[0]:
                    made.layouts.looks = look_of(pages[0].board)
                    window.show_page(made)
                elif made is not None:
                    window.show_page(front)
                    if not behind:
                        window.mark(made)
            finally:
                put_away()

        def not_opened(problem: Any) -> None:
            put_away()
            failed(problem)

        job = window.jobs.start(text, work, opened, not_opened, undone, meanwhile=show)
        job.when_cancelled(put_away)
        return job
