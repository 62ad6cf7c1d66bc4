"""The author's own pictures in an open draft: sheets looked at and cut, pictures of faces; all on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from qtwar.base.errors import QtwarError
from qtwar.editing import cutting, pictures
from qtwar.editing.batch import Edit
from qtwar.editing.cutting import CutPicture, EmptyPlace, Looked, NewCounter
from qtwar.editing.draft import Draft
from qtwar.model.art import TiledPicture
from qtwar.model.content import TitleContent
from qtwar.qtpaint.ownart import PictureStore
from qtwar.session.edit import EditSession


class ArtDesk(Protocol):
    """Takes the author's own pictures in, which are decoded in another process; raises DataFault. Not for the window's thread."""

    def store(self) -> PictureStore:
        """Return the pixels of the pictures that were taken in."""
        ...

    def has(self, picture: str) -> bool:
        """Return whether a picture was taken in, whole or as tiles."""
        ...

    def look(self, path: Path) -> Looked:
        """Return how a sheet of counters looks, to be cut."""
        ...

    def cut(self, path: Path, quads: Iterable[cutting.Quad]) -> Sequence[CutPicture]:
        """Return the pictures within four corners each."""
        ...

    def whole(self, path: Path) -> CutPicture:
        """Return a picture as it is."""
        ...

    def pages(self, path: Path) -> int:
        """Return how many pages a file has."""
        ...

    def take_map(self, path: Path) -> TiledPicture:
        """Return a picture taken in as tiles of a map."""
        ...

    def map_tiles(self, picture: str) -> Iterable[tuple[int, int, int, bytes]]:
        """Return level, column, row and bytes of the tiles of a map that was taken in."""
        ...

    def files(self, content: TitleContent, source: Path) -> Mapping[str, bytes]:
        """Return the pictures that a module or document holds, by their hashes."""
        ...


class OwnArt:
    """Takes pictures into a draft: `ask` works on its thread, `read` on one for what takes long."""

    def __init__(
        self,
        session: EditSession,
        desk: ArtDesk,
        ask: Callable[..., object],
        read: Callable[..., object],
        refuse: Callable[[QtwarError], object],
    ) -> None:
        self._session, self._desk = session, desk
        self._ask, self._read, self._refuse = ask, read, refuse
        self._store: Any = session.store
        self._forgotten: list[Path] = []

    def count(self, path: str, then: Callable[[int], object]) -> None:
        """Have the pages of a file counted, soon."""
        self._read(lambda: self._desk.pages(Path(path)), then, self._refuse)

    def look(self, path: str, then: Callable[[Looked], object]) -> None:
        """Have a sheet of counters decoded and give it to `then`, soon."""
        self._read(lambda: self._desk.look(Path(path)), then, self._refuse)

    def cut(
        self,
        sheets: Sequence[tuple[str, Sequence[cutting.Quad]]],
        name: Callable[[int], str],
        side: str | None,
        roster: bool,
        done: Callable[[list[NewCounter]], object],
        failed: Callable[[], object],
    ) -> None:
        """Have counters cut out of a front and perhaps a back, and make them; places without anything on them make none."""

        def cut() -> list[Sequence[CutPicture]]:
            return [self._desk.cut(Path(path), quads) for path, quads in sheets]

        def keep(found: list[Sequence[CutPicture]]) -> None:
            backs: Sequence[CutPicture | None] = found[1] if len(found) > 1 else [None] * len(found[0])
            there = [
                (n, front, None if isinstance(back, EmptyPlace) else back)
                for n, (front, back) in enumerate(zip(found[0], backs, strict=True))
                if not isinstance(front, EmptyPlace)
            ]  # with the number that stands on the sheet, by which it is named
            if not there:
                done([])
                return
            made = [NewCounter(name(n), f.name, b.name if b is not None else "", f.body) for n, f, b in there]
            files = {one.name: one.data for _, *pair in there for one in pair if one is not None}

            def work() -> Any:
                self._store.put_pictures(files)
                return self._session.do(cutting.add_counters(self._session.draft, made, side, roster=roster))

            self._ask(work, lambda ok: done(made) if ok else failed())

        def refused(problem: QtwarError) -> None:
            self._refuse(problem)
            failed()

        self._read(cut, keep, refused)

    def show(self, kind: str, path: str, *, back: bool) -> None:
        """Put a picture on the front or the back of a kind."""

        def keep(picture: CutPicture) -> None:
            def work() -> Any:
                self._store.put_pictures({picture.name: picture.data})
                draft = self._session.draft
                return self._session.do(cutting.show_picture(draft, kind, picture.name, back=back, body=picture.body))

            self._ask(work)

        self._read(lambda: self._desk.whole(Path(path)), keep, self._refuse)

    def take_map(self, board: str, path: str) -> None:
        """Take a picture in whole as a board's map, and lay it below the board to be fitted to the grid."""
        self._take(path, lambda draft, one: pictures.import_picture(draft, board, one.picture, one.width, one.height))

    def take_box(self, board: str, box: str, path: str) -> None:
        """Show a picture in a box that is printed on a board."""
        self._take(path, lambda draft, one: pictures.show_in_box(draft, board, box, one))

    def take_cover(self, path: str) -> None:
        """Make a picture the cover of the title."""
        self._take(path, pictures.show_on_cover)

    def _take(self, path: str, gesture: Callable[[Draft, TiledPicture], Edit]) -> None:
        """Take a picture in whole, as tiles, and do with it what is wanted."""

        def keep(found: TiledPicture) -> None:
            def work() -> Any:
                self._store.put_tiles(found.picture, self._desk.map_tiles(found.picture))
                return self._session.do(gesture(self._session.draft, found))

            self._ask(work)

        self._read(lambda: self._desk.take_map(Path(path)), keep, self._refuse)

    def forget_later(self, path: Path) -> None:
        """Delete a file, written for a picture that was copied, when the draft is closed."""
        self._forgotten.append(path)

    def close(self) -> None:
        """Delete what was written for pictures that were copied."""
        for path in self._forgotten:
            with suppress(OSError):
                path.unlink(missing_ok=True)
