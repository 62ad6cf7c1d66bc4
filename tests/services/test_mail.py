"""Games by mail between two profiles: whole ones, put back from a copy, moved, closed to the other side."""

from __future__ import annotations

import random
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.editing import templates
from qtwar.export.choices import Choices
from qtwar.mail import letter
from qtwar.mail.session import MailSession
from qtwar.model.content import TitleContent
from qtwar.services import games, mail, mailbox, options, origins, printing, titles
from qtwar.session.begin import NewGame
from qtwar.storage import library
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
        mail.put(mail.invite(asked), tmp_path / "1.qtwarmail", host.home)
    with at(guest.home):
        invited = mail.look(tmp_path / "1.qtwarmail", guest.home)
        assert isinstance(invited, mail.MailInvitation)
        assert invited.hides
        mail.put(mail.answer(invited, "Bob"), tmp_path / "2.qtwarmail", guest.home)
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


def test_a_newer_program_names_the_same_content_alike() -> None:
    """What its models hold more has a default, and each side may have another program."""

    class Newer(TitleContent):
        curtain: str = ""

    content = templates.new_grid("Small", columns=3, rows=3)
    newer, other = Newer.model_validate(content.as_json()), Newer.model_validate({**content.as_json(), "curtain": "red"})
    assert origins.module_hash(None, newer) == origins.module_hash(None, content)
    assert origins.module_hash(None, other) != origins.module_hash(None, content)


def test_one_person_titles_and_unknown_sides_are_said() -> None:
    with pytest.raises(DataFault) as fault:
        mail.invite(NewGame("fields_of_fire", "nrm_1", "mail", side="us"))
    assert key(fault) == "fault.mail.solo"
    with pytest.raises(DataFault) as fault:
        mail.invite(NewGame("sealords", "learning", "mail", side="nobody"))
    assert key(fault) == "fault.print.no_side"


def test_an_invitation_is_known_and_its_answer_is_the_same_again(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, guest, folder = two
    with pytest.raises(DataFault) as fault:
        mail.look(folder / "1.qtwarmail", folder / "elsewhere" / "..") and mail.look(folder / "2.qtwarmail", folder / "else")
    assert key(fault) == "fault.mail.foreign"
    invited = mail.look(folder / "1.qtwarmail", guest.home)
    assert isinstance(invited, mail.MailInvitation)
    assert mail.answer(invited, "Bob").data == (folder / "2.qtwarmail").read_bytes()
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


def moved_on(host: Correspondent, guest: Correspondent, folder: Path) -> Path:
    """Play a turn each, the last file on its way to the host, who has closed his document; returns the document."""
    host.act(1000)
    mail.write_file(folder / "3.qtwarmail", host.session.write())
    assert host.opened is not None
    path = host.opened.path
    games.write_card(host.opened)
    host.close()
    guest.open(folder / "3.qtwarmail")
    guest.act(1000)
    mail.write_file(folder / "4.qtwarmail", guest.session.write())
    return path


def test_a_document_that_was_renamed_is_found(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, guest, folder = two
    path = moved_on(host, guest, folder)
    path.rename(path.with_name("other.qtwar"))
    found = mail.look(folder / "4.qtwarmail", host.home)
    assert isinstance(found, mail.Arrived)
    assert found.document.name == "other.qtwar"
    found.document.unlink()
    with pytest.raises(DataFault) as fault:
        mail.look(folder / "4.qtwarmail", host.home)
    assert key(fault) == "fault.mail.moved"


def test_a_game_that_was_moved_elsewhere_goes_on_once_its_document_was_opened(
    two: tuple[Correspondent, Correspondent, Path],
) -> None:
    """In another folder, and in another profile, as after a move to another computer; a stranger's document changes nothing."""
    host, guest, folder = two
    path = moved_on(host, guest, folder)
    moved = folder / "elsewhere" / "mine.qtwar"
    moved.parent.mkdir()
    path.rename(moved)
    for home, before in ((host.home, "fault.mail.moved"), (folder / "another", "fault.mail.foreign")):
        with pytest.raises(DataFault) as fault:
            mail.look(folder / "4.qtwarmail", home)
        assert key(fault) == before
        with at(home):
            host.opened = games.resume(moved)
            host.close()
        found = mail.look(folder / "4.qtwarmail", home)
        assert isinstance(found, mail.Arrived)
        assert found.document == moved
    kept = mailbox.record(found.letter.game, host.home)
    assert guest.opened is not None
    with at(host.home):  # the other side's document, in one's own profile
        mailbox.opened(guest.session.exchange, guest.opened.path, host.home)
    assert mailbox.record(found.letter.game, host.home) == kept


def test_a_card_of_another_form_in_the_games_folder_is_passed_over(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, _, _ = two
    assert host.opened is not None
    path, game = host.opened.path, host.session.exchange.game
    games.write_card(host.opened)
    host.close()
    odd = path.with_name("a.qtwar")
    odd.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(odd)) as connection:
        connection.execute("""UPDATE card SET card = '{"mail": "x"}'""")
        connection.commit()
    moved = path.rename(path.with_name("z.qtwar"))
    assert [mailbox.holds(one, game) for one in (odd, moved, path)] == [False, True, False]


def test_an_invitation_that_could_not_be_written_leaves_nothing(tmp_path: Path) -> None:
    made = mail.invite(NewGame("sealords", "learning", "mail", side="COM"))
    assert (made.kind, made.scenario.get("en")) == ("invitation", "Rung Sat Patrol (learning)")
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFault):
        mail.put(made, tmp_path / "file" / "1.qtwarmail", tmp_path)
    assert not list((tmp_path / "mail").glob("*.json"))
    mail.put(made, tmp_path / "1.qtwarmail", tmp_path)
    assert len(list((tmp_path / "mail").glob("*.json"))) == 1


def test_an_invitation_says_which_options_are_not_as_the_scenario_has_them(tmp_path: Path) -> None:
    content = titles.load("campaigns_of_robert_e_lee")[1]
    scenario = content.scenarios[0].id
    usual = options.in_force(content, scenario)
    turned = next(option for option in content.options if option.type == "bool")
    asked = {**usual, turned.id: not usual[turned.id]}
    side = content.sides[0].id
    made = mail.invite(NewGame(content.title.id, scenario, "mail", side=side, quick=True, options=tuple(asked.items())))
    mail.put(made, tmp_path / "1.qtwarmail", tmp_path)
    invited = mail.look(tmp_path / "1.qtwarmail", tmp_path / "guest")
    assert isinstance(invited, mail.MailInvitation)
    assert invited.options == {turned.id: asked[turned.id]}
    assert invited.quick
    assert made.waiting is not None
    waiting = made.waiting
    for given, fault_key in (({"no such": True}, "unknown"), ({turned.id: 7}, "setting"), ({turned.id: []}, "setting")):
        body = {**letter.body(letter.read(made.data)), "facts": {**waiting.facts, "options": given}}
        data = letter.write(waiting.exchange.own, waiting.exchange.game, letter.INVITATION, "", body)
        mail.write_file(tmp_path / "strange.qtwarmail", data)
        with pytest.raises(DataFault) as fault:
            mail.look(tmp_path / "strange.qtwarmail", tmp_path / "guest")
        assert key(fault) == f"fault.option.{fault_key}"


def test_more_than_two_sides_do_not_play_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, content = titles.load("sealords")
    third = content.model_copy(update={"sides": (*content.sides, content.sides[0].model_copy(update={"id": "third"}))})
    monkeypatch.setattr(titles, "load", lambda name: (folder, third))
    with pytest.raises(DataFault) as fault:
        mail.invite(NewGame("sealords", "learning", "mail", side="COM"))
    assert key(fault) == "fault.mail.sides_many"


@pytest.mark.parametrize(
    ("name", "stem"),
    [("FRAGO 0: Point element - 招待", "FRAGO 0 Point element - 招待"), ("../x", ".. x"), ("CON", "_CON"), ("?", "")],
)
def test_a_name_becomes_one_that_every_system_takes(name: str, stem: str) -> None:
    assert files.stem(name) == stem


def test_a_broken_title_is_not_called_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mail.put(mail.invite(NewGame("sealords", "learning", "mail", side="COM")), tmp_path / "1.qtwarmail", tmp_path)

    def broken(path: Path) -> object:
        raise DataFault("fault.file.unreadable", file="map.yaml", why="")

    monkeypatch.setattr(titles, "load_at", broken)
    with pytest.raises(DataFault) as fault:
        mail.look(tmp_path / "1.qtwarmail", tmp_path / "guest")
    assert key(fault) == "fault.file.unreadable"


def test_what_is_printed_of_a_game_by_mail_is_for_ones_own_side(two: tuple[Correspondent, Correspondent, Path]) -> None:
    host, _, _ = two
    assert host.opened is not None
    source = printing.game_source(host.opened.content, host.session.journal, "by mail")
    for side in ("", "all", "referee", "FW"):
        with pytest.raises(DataFault) as fault:
            printing.with_side(source, Choices(what=("log",), side=side))
        assert key(fault) == "fault.mail.closed"
    assert printing.with_side(source, Choices(what=("log",), side="COM")).side == "COM"


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
    host.session.write(end="resign")  # it is over: nothing is to be kept any more
    games.copy_for(opened, folder / "shown.qtwar", "FW")
    games.write_card(opened)
    assert library.card(opened.path).card["over"]


def test_the_ledger_counts_by_game_and_entry(tmp_path: Path) -> None:
    note = mailbox.ledger(tmp_path)
    assert [note("a" * 32, 5), note("a" * 32, 5), note("a" * 32, 6), note("b" * 32, 5)] == [1, 2, 1, 1]
    (tmp_path / "mail" / f"{'a' * 32}.tries").write_text("[1")
    assert note("a" * 32, 5) == 1
