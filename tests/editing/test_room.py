"""No room on the disk: what was there stays as it was, and one sentence says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.editing import items
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore
from tests.editing.fuzz import start


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let no file grow beyond a size in bytes."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def seen(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("write", "name"),
    [
        (lambda session, to: session.export_module(to), "module"),
        (lambda session, to: session.pack(to), "small.qtmod"),
        (lambda session, to: session.store.copy(to), "copy.qtwar"),
    ],
)
def test_what_is_written_over_stays_whole(
    write: Callable[[EditSession, Path], object], name: str, tmp_path: Path
) -> None:
    session = EditSession(DraftStore.create(tmp_path / "draft.qtwar", start()))
    folder = tmp_path / "out"
    folder.mkdir()
    write(session, folder / name)
    before = seen(folder)
    session.do(items.add(session.draft, "kinds", {"id": "k0", "name": {"en": "Kind", "ja": "駒"}}))
    session.do(items.duplicate(session.draft, "kinds", ["k0"], 200))
    with room(3000), pytest.raises(DataFault, match=r"can not be written|no room|disk"):
        write(session, folder / name)
    assert seen(folder) == before
    write(session, folder / name)
    assert seen(folder) != before
    session.close()


def test_an_edit_that_has_no_room_changes_nothing_and_can_be_done_later(tmp_path: Path) -> None:
    path = tmp_path / "draft.qtwar"
    session = EditSession(DraftStore.create(path, start()))
    digest = session.draft.digest()
    edit = items.duplicate(session.draft, "kinds", [session.draft.data["kinds"][0]["id"]], 400)
    with room(20_000), pytest.raises(DataFault, match=r"no room|disk"):
        session.do(edit)
    assert (session.draft.digest(), len(session.history)) == (digest, 0)
    assert session.do(edit) is not None
    last = session.draft.digest()
    session.close()
    again = EditSession(DraftStore.open(path))
    assert again.draft.digest() == last
    again.close()


def test_a_copy_where_no_folder_is_names_the_copy(tmp_path: Path) -> None:
    session = EditSession(DraftStore.create(tmp_path / "draft.qtwar", start()))
    with pytest.raises(
        DataFault, match=r"copy\.qtwar can not be written \(it is not there\); choose another"
    ):
        session.store.copy(tmp_path / "nowhere" / "copy.qtwar")
    with pytest.raises(DataFault, match=r"small\.qtmod can not be written .*; choose another"):
        session.pack(tmp_path / "nowhere" / "small.qtmod")
    session.close()
