"""Copies are kept of documents as they were when they were opened, and can be had again."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.cli.main import main
from qtwar.services import backups, drafts
from qtwar.storage import guard
from qtwar.storage.document import Document
from qtwar.storage.drafts import DraftStore
from tests.model.contents import small
from tests.storage.test_documents import of_format
from tests.storage.test_journal import entry


@pytest.fixture
def draft(qtwar_home: Path) -> Path:
    path = qtwar_home / "drafts" / "mine.qtwar"
    DraftStore.create(path, small(), {"origin": ""}).close()
    return path


def opened(path: Path) -> None:
    drafts.resume(path)[0].close()


def test_a_document_is_copied_before_it_is_brought_up_to_date(draft: Path) -> None:
    of_format(draft, 3)
    opened(draft)
    (kept,) = backups.listed()
    assert kept.name == "mine"
    assert guard.inspect(kept.path) == 3
    assert guard.inspect(draft) == guard.FORMAT


def test_the_last_few_states_are_kept_each_once(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(draft)
    opened(draft)
    assert len(backups.listed()) == 1, "nothing was changed in between"
    for no in range(1, 9):
        with Document.open(draft) as made:
            made.journal().append(entry(no))
        backups.keep(draft)
    kept = backups.listed()
    assert len(kept) == backups.EACH
    with Document.open(kept[0].path, readonly=True) as latest:
        assert len(latest.journal().heads()) == 8
    monkeypatch.setattr(backups, "MOST_BYTES", 0)
    with Document.open(draft) as made:
        made.journal().append(entry(9))
    backups.keep(draft)
    assert backups.listed() == []


def test_a_copy_is_had_again_under_a_name_of_its_own(draft: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backups.keep(draft)
    assert main(["restore"]) == 0
    assert "mine" in capsys.readouterr().out
    assert main(["restore", "1"]) == 0
    made = draft.with_name("mine (2).qtwar")
    with Document.open(made) as again:
        assert again.content() == small()
    with pytest.raises(DataFault):
        backups.restore(draft)
    assert main(["restore", "7"]) == 2


def test_what_can_not_be_copied_keeps_nobody_from_opening_it(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backups.folder().write_text("no folder")
    opened(draft)
    draft.write_bytes(b"no document at all, but long enough to be looked at by its head" * 4)
    assert backups.keep(draft) is None
