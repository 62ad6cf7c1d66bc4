"""Files that are for their owner alone: whole or as they were, and nothing half is left beside them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from qtwar.base import files
from qtwar.base.errors import DataFault


def test_a_private_file_is_for_its_owner_whatever_it_was_before(tmp_path: Path) -> None:
    file = tmp_path / "home" / "words.json"
    files.write_private(file, b"first")
    file.chmod(0o644)
    files.write_private(file, b"second")
    assert file.read_bytes() == b"second"
    assert list(file.parent.iterdir()) == [file]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_where_it_can_not_be_written_it_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "words.json"
    file.write_bytes(b"first")

    def full(fresh: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DataFault) as fault:
        files.write_private(file, b"second")
    assert (fault.value.key, fault.value.values["file"]) == ("fault.file.not_written", "words.json")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("words.json", b"first")]


def test_a_file_in_the_way_of_its_folder_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")
    with pytest.raises(DataFault) as fault:
        files.write_private(tmp_path / "home" / "words.json", b"words")
    assert fault.value.key == "fault.file.not_written"
