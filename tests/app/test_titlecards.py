"""Cards of titles and kept content: made once, good until a file changes, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from qtwar.model.content import TitleContent
from qtwar.model.load import load as load_module
from qtwar.presenters import maps
from qtwar.presenters.library import Library, _read_card
from qtwar.presenters.preload import NEEDED
from qtwar.qtpaint import keptart
from qtwar.sandbox import package
from qtwar.services import cache, render_worker, titlecards, titles
from qtwar.services.render_worker import RenderResult, RenderWorker
from qtwar.services.spare import spare
from qtwar.ui import i18n


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No cards and no content kept from other tests, neither on disk nor in memory."""
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path / "cache"))
    forget()
    yield
    forget()


def forget() -> None:
    """Be as after a new start of the program."""
    titlecards._known.clear()
    titles._read.cache_clear()


@pytest.fixture
def module(repository: Path, qtwar_home: Path) -> Path:
    """A copy of a title in the user's folder."""
    made = shutil.copytree(repository / "modules" / "front_toward_enemy", qtwar_home / "modules" / "my_copy")
    text = (made / "module.yaml").read_text(encoding="utf-8")
    (made / "module.yaml").write_text(text.replace("id: front_toward_enemy", "id: my_copy", 1), encoding="utf-8")
    return Path(made)


def test_a_card_is_made_once_and_found_at_the_next_start(module: Path) -> None:
    assert titlecards.card(module) is None
    made = titlecards.make(module)
    forget()
    found = titlecards.card(module)
    assert found is not None
    assert found.id == "my_copy"
    assert found.data["name"] == made.data["name"]
    assert {row["id"] for row in found.data["scenarios"]} == {s.id for s in load_module(module).scenarios}


def test_an_edit_is_noticed(module: Path) -> None:
    titlecards.make(module)
    first = titles.load(str(module))[1]
    sides = module / "content" / "sides.yaml"
    sides.write_text(sides.read_text(encoding="utf-8").replace("en: ", "en: The ", 1), encoding="utf-8")
    assert titlecards.card(module) is None
    again = titlecards.make(module)
    assert again.data["sides"][0]["name"]["en"].startswith("The ")
    assert titles.load(str(module))[1] != first


def test_kept_content_is_the_content_of_the_files(repository: Path) -> None:
    for path in sorted((repository / "modules").iterdir()):
        if not (path / "module.yaml").exists():
            continue
        read = titles.load(str(path))[1]
        assert titles.cache_file(path, "content").is_file()
        forget()
        again = titles.load(str(path))[1]
        assert again is not read
        assert again == read == load_module(path)
        assert again.digest() == read.digest()


@pytest.mark.parametrize("what", ["card", "content"])
def test_a_torn_file_is_made_anew(module: Path, what: str) -> None:
    titlecards.make(module)
    file = titles.cache_file(module, what)
    file.write_bytes(file.read_bytes()[:-20])
    forget()
    if what == "card":
        assert titlecards.card(module) is None
    assert titlecards.make(module).data["name"]["en"]
    forget()
    assert titlecards.card(module) is not None
    assert titles.load(str(module))[1] == load_module(module)


def test_what_can_not_be_kept_is_read_each_time(module: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder would be", encoding="utf-8")
    assert titlecards.make(module).problem is None
    assert titlecards.card(module) is not None  # for this start
    forget()
    assert titlecards.card(module) is None


def test_a_folder_does_not_grow_without_end(tmp_path: Path) -> None:
    for n in range(cache.MOST + 5):
        cache.write(tmp_path / "some" / f"{n}.json", "key", b"data")
        os.utime(tmp_path / "some" / f"{n}.json", ns=(n, n))
    there = {p.name for p in (tmp_path / "some").iterdir()}
    assert len(there) == cache.MOST
    assert "0.json" not in there
    assert cache.read(tmp_path / "some" / f"{cache.MOST + 4}.json", "key") == b"data"
    assert cache.read(tmp_path / "some" / f"{cache.MOST + 4}.json", "other") is None


def test_a_broken_module_is_a_line_with_its_problem_also_at_the_next_start(
    qapp: Any, qtbot: Any, module: Path, qtwar_home: Path
) -> None:
    sides = module / "content" / "sides.yaml"
    whole = sides.read_text(encoding="utf-8")
    sides.write_text("sides: [{id: US, nmae: {en: Us}}]\n", encoding="utf-8")
    for _ in range(2):
        library = Library(qtwar_home)
        library.titles()
        qtbot.waitUntil(lambda library=library: not library.reading, timeout=120_000)
        assert "my_copy" not in {card.id for card in library.titles()}
        (broken,) = library.broken()
        assert broken.name == "my_copy"
        assert "sides.yaml" in broken.problem
        forget()
    sides.write_text(whole, encoding="utf-8")
    library.titles()
    qtbot.waitUntil(lambda: not library.reading, timeout=120_000)
    assert "my_copy" in {card.id for card in library.titles()}
    assert not library.broken()


def test_the_start_window_does_not_wait_for_titles_without_a_card(qapp: Any, qtbot: Any, qtwar_home: Path) -> None:
    library = Library(qtwar_home)
    assert library.titles() == []
    assert library.reading
    with qtbot.waitSignal(library.changed, timeout=120_000):
        pass
    assert library.titles()
    qtbot.waitUntil(lambda: not library.reading, timeout=120_000)
    names = {card.id: card.name for card in library.titles()}
    assert {"sealords", "band_of_heroes", "fields_of_fire"} <= set(names)
    i18n.set_language("ja")
    try:
        assert {card.id: card.name for card in library.titles()} != names
    finally:
        i18n.set_language("en")


def test_the_start_window_imports_neither_the_database_nor_what_draws(repository: Path) -> None:
    code = (
        "import sys, qtwar.presenters.library\n"
        "from qtwar.app.program import HEAVY\n"
        "print([name for name in (*HEAVY, 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_start_window_imports_nothing_of_a_game_that_is_played(repository: Path) -> None:
    code = (
        "import sys, qtwar.app.program, qtwar.presenters.library\n"
        "parts = ('ui.play', 'ui.docks', 'ui.board', 'ui.game', 'ui.answer', 'kit', 'engine.state')\n"
        "played = tuple(f'qtwar.{part}' for part in parts)\n"
        "print([name for name in sys.modules if name.startswith(played)])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_covers_are_painted_beside_the_window_and_kept(qapp: Any, qtbot: Any, qtwar_home: Path) -> None:
    library = Library(qtwar_home)
    library.titles()
    qtbot.waitUntil(lambda: not library.reading, timeout=120_000)
    library.titles()
    assert library.cover("sealords", 90, 60) is None
    assert library.paints
    with qtbot.waitSignal(library.pictured, timeout=120_000):
        pass
    picture = library.cover("sealords", 90, 60)
    assert picture is not None
    assert (picture.width(), picture.height()) == (90, 60)
    second = Library(qtwar_home)
    second.titles()
    assert second.cover("sealords", 90, 60) is not None
    assert not second.paints


def test_of_a_tile_that_grows_one_cover_is_painted_and_none_while_a_game_opens(
    qapp: Any, qtbot: Any, qtwar_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(qtwar_home)
    library.titles()
    qtbot.waitUntil(lambda: not library.reading, timeout=120_000)
    library.titles()
    painted: list[Any] = []
    monkeypatch.setattr("qtwar.presenters.library.Painting", lambda path, key, kept, then: partial(painted.append, key))
    for width in (90, 89, 88):
        library.cover("sealords", width, 60)
    library.looked_at = lambda: False
    library._paint_covers()
    assert not painted
    assert not library.paints, "it is asked for again once the start window is painted"
    for width in (90, 89, 88):
        library.cover("sealords", width, 60)
    library.looked_at = lambda: True
    library._paint_covers()
    library._behind.waitForDone()
    assert [key[1] for key in painted] == [(88, 60)]
    library._hang(painted[0], QImage(88, 60, QImage.Format.Format_RGB32))
    picture = library.cover("sealords", 70, 60)
    assert picture is not None, "until there is one of the very size"
    assert picture.width() == 88


def test_no_card_is_read_while_a_game_opens(qapp: Any, qtwar_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    monkeypatch.setattr("qtwar.presenters.library._read_card", lambda path, then: read.append(path))
    monkeypatch.setattr("qtwar.presenters.library._read_document", lambda path, then: read.append(path))
    game = titles.games_folder(qtwar_home) / "some.qtwar"
    game.parent.mkdir(parents=True, exist_ok=True)
    game.write_bytes(b"none")
    library = Library(qtwar_home)
    again: list[object] = []
    library.changed.connect(lambda: again.append(library.titles()))
    library.give_way()
    for _ in range(2):  # each card that arrives asks for the others
        library.titles()
        library.games()
    library._behind.waitForDone()
    assert not read
    assert library.reading, "they come"
    library.go_on()
    library.games()
    library._behind.waitForDone()
    assert set(read) == {*titles.paths(), game}
    assert len(again) == 1
    library.go_on()
    assert len(again) == 1, "nothing was put off"


def test_a_card_that_was_read_meanwhile_is_not_read_again(
    qapp: Any, qtwar_home: Path, module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, asked, then = titlecards.make(module), list[Any](), list[Path]()
    monkeypatch.setattr(RenderWorker, "ask", lambda worker, request: asked.append(request))
    _read_card(module, then.append)
    assert (titlecards.card(module), asked, then) == (made, [], [module])


def test_the_first_game_is_prepared_behind_the_start_window(
    qapp: Any, qtbot: Any, qtwar_home: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(repository / "build" / "test-cache"))  # compiled there for all tests
    library = Library(qtwar_home)
    made: list[bool] = []
    library.changed.connect(lambda: made.append(all(name in sys.modules for name in NEEDED)))
    library.preload()
    qtbot.waitUntil(lambda: any(made), timeout=60_000)
    assert library.ready()[0]


def test_rules_are_loaded_and_the_map_is_drawn_while_a_game_is_asked_about(
    qapp: Any, qtwar_home: Path, module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    titlecards.make(module)
    drawn: list[tuple[TitleContent, str]] = []
    monkeypatch.setattr(maps, "draw_first", lambda content, scenario: drawn.append((content, scenario)))
    library = Library(qtwar_home)
    assert "my_copy" in [card.id for card in library.titles()]
    for title in ("my_copy", "nowhere", "my_copy"):
        library.prepare(title, "small")
    assert library._preloading.waitForDone(20_000)
    assert [(content.title.id, scenario) for content, scenario in drawn] == [("my_copy", "small")] * 2
    rules = spare.take(*titles.load("my_copy"))
    assert rules is not None
    rules._begun.result(60)
    assert rules.well
    rules.close()
    library.prepare("my_copy", "small")
    library.leave()
    assert spare.take(*titles.load("my_copy")) is None, "none stays behind the program"


def test_what_is_made_beside_the_program_is_found_by_it(module: Path, repository: Path, tmp_path: Path) -> None:
    beside = RenderWorker()
    try:
        assert beside.ask({"do": "card", "module": str(module)}) is RenderResult.DONE
        card = titlecards.card(module)
        assert card is not None
        assert card.id == "my_copy"
        content = titles.load(str(module))[1]
        board = content.boards[0]
        asked = {"board": board.model_dump(mode="json", by_alias=True), "style": dict(content.style)}
        assert beside.ask({"do": "map", **asked, "language": "ja", "palette": "standard"}) is RenderResult.DONE
        assert keptart.file_of(board, dict(content.style), "ja", "standard", cache.art_cache()).exists()
        nowhere = {"source": str(tmp_path / "nowhere"), "key": ["", [9, 9], "en", ""], "kept": ""}
        assert beside.ask({"do": "cover", **nowhere}) is RenderResult.DIED, "it is not painted in the window either"
        after = beside.ask({"do": "card", "module": str(repository / "modules" / "band_of_heroes")})
        assert after is RenderResult.DONE  # it goes on
    finally:
        beside.close()
    assert beside.ask({"do": "card", "module": str(module)}) is RenderResult.LEFT


def test_a_process_that_ended_is_started_again(module: Path) -> None:
    beside = RenderWorker()
    try:
        assert beside.ask({"do": "card", "module": str(module)}) is RenderResult.DONE
        assert beside._process is not None
        beside._process.kill()
        beside._process.wait()
        assert beside.ask({"do": "card", "module": str(module)}) is RenderResult.DONE
    finally:
        beside.close()


def test_what_ended_the_process_that_read_it_is_a_broken_title_and_never_read_in_the_window(
    qapp: Any, qtbot: Any, module: Path, qtwar_home: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = titlecards.make
    code = f"""if True:
        import os, signal, sys
        from qtwar.services import render_process as worker
        card = worker.WORK["card"]
        deadly = {str(module)!r}
        worker.WORK["card"] = lambda asked: os.kill(os.getpid(), 9) if asked["module"] == deadly else card(asked)
        out, sys.stdout = sys.stdout, sys.stderr
        worker.serve(sys.stdin, out)
        """

    def start() -> subprocess.Popen[str]:
        pipe, here = subprocess.PIPE, {**os.environ, "PYTHONPATH": str(repository)}
        return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, env=here, encoding="utf-8")

    def not_here(path: Path) -> titlecards.ModuleCard:
        assert path != module
        return make(path)

    monkeypatch.setattr(render_worker, "_start", start)
    monkeypatch.setitem(render_worker._workers, "render", RenderWorker())
    monkeypatch.setattr(titlecards, "make", not_here)
    library = Library(qtwar_home)
    library.titles()
    qtbot.waitUntil(lambda: not library.reading, timeout=120_000)
    assert "sealords" in {card.id for card in library.titles()}
    (broken,) = library.broken()
    assert broken.name == "my_copy"
    assert "my_copy" in broken.problem
    library.titles()
    render_worker.render_worker().close()
    assert not library.reading  # not tried again while its files are the same


@pytest.mark.parametrize("file", ["module.yaml", "content/sides.yaml", "i18n/en.yaml", "RULES_MAP.yaml"])
def test_a_module_nested_without_end_is_a_line_with_its_problem(module: Path, file: str) -> None:
    (module / file).write_text("? " * 100_000, encoding="utf-8")
    problem = titlecards.make(module).problem
    assert problem is not None
    assert file in problem.text


def test_pipes_and_devices_are_not_read(module: Path, qtwar_home: Path) -> None:
    (module / "content" / "sides.yaml").unlink()
    os.mkfifo(module / "content" / "sides.yaml")
    assert titlecards.make(module).problem is not None
    os.mkfifo(qtwar_home / "modules" / "pipe.qtmod")
    (qtwar_home / "modules" / "zero.qtmod").symlink_to("/dev/zero")
    for name in ("pipe.qtmod", "zero.qtmod"):
        problem = titlecards.make(qtwar_home / "modules" / name).problem
        assert problem is not None
        assert problem.text == f"{name} is no ordinary file; put a copy of the file itself in its place."
    rules = module / "rules"
    shutil.rmtree(rules)
    rules.mkdir()
    os.mkfifo(rules / "__init__.py")
    assert [source.path for source in package.rules(module)] == ["rules/__init__.py"]
