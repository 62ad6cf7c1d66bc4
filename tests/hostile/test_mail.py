"""Files of games by mail from anybody: read in the helper process first, and refused in a sentence whatever they hold."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.mail import letter
from qtwar.mail.keys import Keys
from qtwar.services import mail, mailbox, render_process
from qtwar.services.render_worker import RenderResult

OWN = Keys.fresh()
FACTS = {
    "title": "sealords", "version": "1", "module": "0" * 64, "scenario": "learning", "options": {}, "strictness": "enforce",
    "quick": True, "rolls": "turn", "names": {},
}  # fmt: skip
INVITATION = {"facts": FACTS, "host": ["FW"], "guest": ["COM"], "box": OWN.box_public, "link": OWN.link(0)}


def invitation(**changes: object) -> bytes:
    return letter.write(OWN, "0" * 32, 1, "", {**INVITATION, **changes})


def refused(path: Path, home: Path) -> str:
    with pytest.raises(DataFault) as fault:
        mail.look(path, home)
    return fault.value.key


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "fault.mail.none"),
        (b"\x00" * 4_100_000, "fault.file.too_large"),
        (letter.MAGIC * 1000, "fault.mail.damaged"),
        (b"SQLite format 3\x00", "fault.mail.none"),
        (invitation(facts={**FACTS, "title": "no such title"}), "fault.mail.no_title"),
        (invitation(facts={**FACTS, "title": "../../etc"}), "fault.mail.no_title"),
        (invitation(facts={**FACTS, "scenario": "no such"}), "fault.title.no_scenario"),
        (invitation(), "fault.mail.other_version"),
        (invitation(host=["FW", "COM"], guest=[]), "fault.mail.sides"),
        (invitation(host=["x"], guest=["y"]), "fault.mail.sides"),
        (invitation(host=["FW"] * 16), "fault.mail.sides"),
        (invitation(facts={**FACTS, "names": {"FW": "x" * 201}}), "fault.mail.damaged"),
        (invitation(box="0" * 63), "fault.mail.damaged"),
        (invitation(box="0" * 64), "fault.mail.damaged"),  # a point of low order: nothing can be sealed with it
        (letter.write(OWN, "0" * 32, 2, "0" * 64, {}, OWN.box_public), "fault.mail.foreign"),
    ],
)
def test_a_file_of_any_kind_ends_in_a_sentence(data: bytes, key: str, tmp_path: Path) -> None:
    path = tmp_path / "strange.qtwarmail"
    path.write_bytes(data)
    assert refused(path, tmp_path) == key


def test_what_is_no_ordinary_file_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.qtwarmail"
    os.mkfifo(pipe)
    assert refused(pipe, tmp_path) == "fault.file.not_ordinary"
    assert refused(tmp_path / "none.qtwarmail", tmp_path) == "fault.file.unreadable"
    assert refused(tmp_path, tmp_path) == "fault.file.unreadable"


def test_a_file_that_ends_the_helper_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead:
        def ask(self, request: object) -> RenderResult:
            return RenderResult.DIED

    monkeypatch.setattr(mailbox, "render_worker", Dead)
    path = tmp_path / "deadly.qtwarmail"
    path.write_bytes(invitation())
    assert refused(path, tmp_path) == "fault.mail.deadly"


def test_the_helper_reads_what_opening_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    real = letter.body
    monkeypatch.setattr(letter, "body", lambda found, own=None: read.append(found.no) or real(found, own))
    path = tmp_path / "sound.qtwarmail"
    path.write_bytes(invitation())
    render_process.WORK["mail"]({"path": str(path), "home": str(tmp_path)})
    assert read == [1]


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"own": {}}', '{"own": {"sign": 1}}', "[" * 100_000])
def test_what_the_profile_keeps_may_be_damaged_too(kept: str, tmp_path: Path) -> None:
    (tmp_path / "mail").mkdir()
    (tmp_path / "mail" / f"{'0' * 32}.json").write_text(kept)
    path = tmp_path / "sound.qtwarmail"
    path.write_bytes(invitation())
    assert refused(path, tmp_path) == "fault.mail.document"
