"""Games by mail between two profiles: whole ones, put back from a copy, moved, closed to the other side."""

from __future__ import annotations

import random
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.mail.session import MailSession
from qtwar.services import games, mail, mailbox
from qtwar.session.begin import NewGame
from tests.mail import correspondents
from tests.mail.correspondents import Correspondent, at


def key(fault: pytest.ExceptionInfo[DataFault]) -> str:
    return fault.value.key


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Correspondent, Correspondent, Path]]:
    """Return host and guest of a game whose answer has come back, and the folder their files lie in."""
    chance = random.Random(1)
    host, guest = Correspondent(tmp_path / "host", chance), Correspondent(tmp_path / "guest", chance)
    asked = NewGame("sealords", "learning", "mail", players=(("COM", "Ann"),), side="COM", rolls="turn")
    with at(host.home):
        mail.write_file(tmp_path / "1.qtwarmail", mail.invite(asked, host.home)[1])
    with at(guest.home):
        invited = mail.look(tmp_path / "1.qtwarmail", guest.home)
        assert isinstance(invited, mail.MailInvitation)
        assert invited.hides
        mail.write_file(tmp_path / "2.qtwarmail", mail.answer(invited, "Bob", guest.home)[1])
    host.open(tmp_path / "2.qtwarmail")
    yield host, guest, tmp_path
    host.close()
    guest.close()


@pytest.mark.parametrize(
    ("title", "scenario", "rolls", "most"),
    [
        ("sealords", "learning", "turn", 10_000),
        ("front_toward_enemy", "frago_0_point_element", "each", 25),
        ("band_of_heroes", "t1_contact", "turn", 30),
        ("campaigns_of_robert_e_lee", "first_manassas_1861", "each", 12),
    ],
)
def test_two_profiles_play_by_files_and_have_the_same_game(
    title: str, scenario: str, rolls: str, most: int, tmp_path: Path
) -> None:
    found = correspondents.play(title, scenario, rolls, 1, tmp_path, most)
    assert found["alike"]
    assert found["over"] or found["actions"] >= most
    assert found["tries"] <= 1


def test_one_person_titles_and_unknown_sides_are_said(tmp_path: Path) -> None:
    with pytest.raises(DataFault) as fault:
        mail.invite(NewGame("fields_of_fire", "nrm_1", "mail", side="us"), tmp_path)
    assert key(fault) == "fault.mail.solo"
    with pytest.raises(DataFault) as fault:
        mail.invite(NewGame("sealords", "learning", "mail", side="nobody"), tmp_path)
    assert key(fault) == "fault.print.no_side"


def test_an_invitation_is_known_and_its_answer_is_the_same_again(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, guest, folder = two
    with pytest.raises(DataFault) as fault:
        mail.look(folder / "1.qtwarmail", folder / "elsewhere" / "..") and mail.look(folder / "2.qtwarmail", folder / "else")
    assert key(fault) == "fault.mail.foreign"
    invited = mail.look(folder / "1.qtwarmail", guest.home)
    assert isinstance(invited, mail.MailInvitation)
    assert mail.answer(invited, "Bob", guest.home)[1] == (folder / "2.qtwarmail").read_bytes()
    with pytest.raises(DataFault) as fault:
        host.open(folder / "2.qtwarmail")
    assert key(fault) == "fault.mail.old"


def test_what_the_profile_keeps_is_for_its_owner(two: tuple[Correspondent, Correspondent, Path]) -> None:
    kept = list((two[0].home / "mail").iterdir())
    assert kept
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in kept)


def test_a_game_that_was_put_back_and_played_again_is_told(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, guest, folder = two
    assert host.opened is not None
    copy = folder / "copy.qtwar"
    host.opened.document.copy(copy)
    path = host.opened.path
    for _ in range(2):
        with at(host.home):
            host.act(1000)
            if host.session.exchange.tries >= 2:
                break
            host.close()
            path.with_name(path.name + "-wal").unlink(missing_ok=True)
            path.write_bytes(copy.read_bytes())
            host.opened = games.resume(path)
    tries = host.session.exchange.tries
    mail.write_file(folder / "3.qtwarmail", host.session.write())
    guest.open(folder / "3.qtwarmail")
    assert guest.session.exchange.their_tries == tries
    assert tries >= 2


def test_a_game_is_taken_up_where_it_was(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, _, _ = two
    assert host.opened is not None
    host.act(2)
    was, entries, path = host.session.exchange, host.session.history.last_no, host.opened.path
    host.close()
    host.opened = games.resume(path)
    assert isinstance(host.session, MailSession)
    assert (host.session.exchange, host.session.history.last_no) == (was, entries)


def test_a_document_that_was_renamed_is_found(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, guest, folder = two
    host.act(1000)
    mail.write_file(folder / "3.qtwarmail", host.session.write())
    assert host.opened is not None
    path = host.opened.path
    games.write_card(host.opened)
    host.close()
    path.rename(path.with_name("other.qtwar"))
    guest.open(folder / "3.qtwarmail")
    guest.act(1000)
    mail.write_file(folder / "4.qtwarmail", guest.session.write())
    found = mail.look(folder / "4.qtwarmail", host.home)
    assert isinstance(found, mail.Arrived)
    assert found.document.name == "other.qtwar"
    found.document.unlink()
    with pytest.raises(DataFault) as fault:
        mail.look(folder / "4.qtwarmail", host.home)
    assert key(fault) == "fault.mail.moved"


def test_nothing_is_made_for_the_other_side_while_it_goes_on(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, _, folder = two
    opened = host.opened
    assert opened is not None
    for make in (
        lambda: games.branch(opened, 1),
        lambda: games.copy_for(opened, folder / "shown.qtwar", "FW"),
        lambda: games.write_copy_for(opened.path, folder / "shown.qtwar", "FW"),
    ):
        with pytest.raises(DataFault) as fault:
            make()
        assert key(fault) == "fault.mail.closed"
    games.copy_for(opened, folder / "own.qtwar", "COM")


def test_the_ledger_counts_by_game_and_entry(tmp_path: Path) -> None:
    note = mailbox.ledger(tmp_path)
    assert [note("a" * 32, 5), note("a" * 32, 5), note("a" * 32, 6), note("b" * 32, 5)] == [1, 2, 1, 1]
    (tmp_path / "mail" / f"{'a' * 32}.tries").write_text("[1")
    assert note("a" * 32, 5) == 1
