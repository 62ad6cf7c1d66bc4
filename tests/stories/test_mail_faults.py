"""What can go wrong with the files of a game by mail: the window says what the guide's table says, and the game is as before."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

from qtwar.services import games, mail
from qtwar.session.begin import NewGame
from qtwar.ui import i18n
from tests.mail.correspondents import Correspondent, at
from tests.stories.hands import Hands
from tests.stories.test_by_mail import PEOPLE, begun, home, open_file, other, play_turn  # noqa: F401 # fixtures

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide"
SEEN = ("own", "damaged", "old", "twice", "early", "other_copy", "foreign", "moved")
"""The rows of the table that are met here; for other rules the two would need other modules."""


def rows() -> list[str]:
    """Return what the guide's table says in the language of the window."""
    page = GUIDE / ("ja" if i18n.language() == "ja" else "") / "by-mail.md"
    cells = re.findall(r"^\| ([^|]+) \|", page.read_text(encoding="utf-8").rpartition("## ")[2], re.MULTILINE)
    return [cell for cell in cells[2:] if len(cell) > 10]


def said(hands: Hands, file: Path, name: str) -> str:
    """Open a file as a double click does, and return what the window says."""
    toast = hands.window.toast
    toast.hide()
    hands.program.library.open(str(file))
    hands.until(toast.isVisible, 60)
    hands.shot(f"mail-fault-{name}")
    return str(toast.text.text())


def told(words: str) -> str:
    """Return which row of the guide a sentence is, what mends it aside; empty where it is none."""
    return next((row for row in rows() if words.startswith(row.rstrip(".。"))), "")


def turn(one: Correspondent, path: Path) -> Path:
    """Have somebody act and write his file."""
    with at(one.home):
        one.act(200)
        mail.write_file(path, one.session.write())
    return path


def put_back(one: Correspondent, copy: Path) -> None:
    """Put an earlier copy of somebody's game back, as his document."""
    assert one.opened is not None
    path = one.opened.path
    one.close()
    path.with_name(path.name + "-wal").unlink(missing_ok=True)
    shutil.copy(copy, path)
    with at(one.home):
        one.opened = games.resume(path)


def strangers(folder: Path) -> Path:
    """Return a file of a game of two others."""
    host, guest = (Correspondent(folder / name, random.Random(3)) for name in ("host", "guest"))
    asked = NewGame("sealords", "learning", "mail", side="COM", rolls="turn")
    with at(host.home):
        mail.put(mail.invite(asked), folder / "1.qtwarmail", host.home)
    with at(guest.home):
        invited = mail.look(folder / "1.qtwarmail", guest.home)
        assert isinstance(invited, mail.MailInvitation)
        mail.put(mail.answer(invited, "Cy"), folder / "2.qtwarmail", guest.home)
    host.open(folder / "2.qtwarmail")
    try:
        return turn(host, folder / "3.qtwarmail")
    finally:
        host.close()


@PEOPLE
def test_each_fault_is_said_as_the_guide_has_it(hands: Hands, other: Correspondent, tmp_path: Path) -> None:  # noqa: F811
    post, found = tmp_path / "post", {}
    begun(hands, other, post)
    document = Path(hands.page.path)
    own = play_turn(hands, post / "3.qtwarmail")
    found["own"] = said(hands, own, "own")
    torn = post / "torn.qtwarmail"
    torn.write_bytes(own.read_bytes()[:-40])
    found["damaged"] = said(hands, torn, "damaged")

    other.open(own)
    assert other.opened is not None
    other.opened.document.checkpoint()
    kept = Path(shutil.copy(other.opened.path, tmp_path / "kept.qtwar"))
    fourth = turn(other, post / "4.qtwarmail")
    open_file(hands, fourth)
    found["old"] = said(hands, fourth, "old")
    newest = tmp_path / "newest.qtwar"
    other.opened.document.checkpoint()
    shutil.copy(other.opened.path, newest)
    put_back(other, kept)
    found["twice"] = said(hands, turn(other, post / "4 again.qtwarmail"), "twice")
    put_back(other, newest)

    hands.window.close_tab(hands.window.stack.indexOf(hands.page))
    before = Path(shutil.copy(document, tmp_path / "before.qtwar"))
    hands.program.library.open(str(document))
    hands.until(lambda: getattr(hands.page, "mail_bar", None) is not None, 120)
    hands.quiet()
    fifth = play_turn(hands, post / "5.qtwarmail")
    other.open(fifth)
    sixth = turn(other, post / "6.qtwarmail")
    hands.window.close_tab(hands.window.stack.indexOf(hands.page))
    newer = Path(shutil.copy(document, tmp_path / "newer.qtwar"))
    shutil.copy(before, document)
    found["early"] = said(hands, sixth, "early")
    found["other_copy"] = said(hands, fifth, "other_copy")
    found["foreign"] = said(hands, strangers(tmp_path / "strangers"), "foreign")

    for page in hands.window.pages()[1:]:
        hands.window.close_tab(hands.window.stack.indexOf(page))
    document.unlink()
    found["moved"] = said(hands, sixth, "moved")
    shutil.copy(newer, document)  # as the guide says: with the newest copy the game goes on
    open_file(hands, sixth)
    assert tuple(found) == SEEN
    assert not {name: words for name, words in found.items() if not told(words)}
    assert len({told(words) for words in found.values()}) == len(SEEN)
