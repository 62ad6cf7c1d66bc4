"""The wheel is the whole program: installed where there is no clone, it plays, draws and finds its guide."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from installer import wheel
from qtwar.base import child, places


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from what git knows."""
    folder = tmp_path_factory.mktemp("wheel")
    return wheel.make(wheel.WHEEL, wheel.sources(folder / "sources"), folder / "made")


def test_a_wheel_holds_all_but_the_tests_of_the_titles(built: Path) -> None:
    names = zipfile.ZipFile(built).namelist()
    for part in ("modules/sealords/rules/__init__.py", "resources/guest/guest.json", "guide/ja/playing.md"):
        assert f"qtwar/data/{part}" in names
    assert "qtwar/data/guide/pictures/edit-map.png" in names
    assert "qtwar/data/guide/pictures/ja/edit-map.png" in names
    assert not [name for name in names if "/tests/" in name and "skeleton" not in name]
    assert "qtwar/data/resources/skeleton/tests/positions/1_1_one_cell.yaml" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"qtwar"}


def test_an_installed_program_needs_no_clone(built: Path, tmp_path: Path) -> None:
    """A fresh environment, whose libraries are those of this one; the rules run in the guest, a board is drawn."""
    place = tmp_path / "environment"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    site = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(built)], check=True)
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    empty = tmp_path / "anywhere"
    empty.mkdir()
    kept = Path(os.environ["QTWAR_CACHE"]) if "QTWAR_CACHE" in os.environ else None
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "QTWAR_HOME": str(tmp_path / "home")}
    env |= {"QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"} | ({"QTWAR_CACHE": str(kept)} if kept else {})

    def said(*words: str) -> str:
        done = subprocess.run(words, cwd=empty, env=env, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    found = said(str(python), "-m", "qtwar", "--version")
    assert found == said(str(place / "bin" / "qtwar"), "--version")
    where = said(str(python), "-c", "from qtwar.base import places; print(places.MODULES)").strip()
    assert Path(where) == site / "qtwar" / "data" / "modules"
    assert "0 faults" in said(
        str(python), "-m", "qtwar", "selfplay", "sealords", "learning", "--games", "1", "--seed", "1", "--max-actions", "40"
    )
    said(str(python), "-m", "qtwar", "screenshot", "sealords/learning", "-o", "board.png", "--size", "640x400")
    assert (empty / "board.png").stat().st_size > 10_000
    assert not (site / "qtwar" / "data" / "modules" / "sealords" / "tests").exists()


def test_a_clone_has_its_data_beside_the_package() -> None:
    assert not places.installed()
    assert (places.MODULES / "sealords").is_dir()
    assert (places.GUIDE / "playing.md").is_file()


def test_a_frozen_program_starts_its_parts_by_its_own_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/qtwar/qtwar")
    assert child.isolated("rules", [Path("/libraries")], "serve", "guest") == [
        "/opt/qtwar/qtwar", "--part", "rules", "serve", "guest",
    ]  # fmt: skip
    assert child.program() == ["/opt/qtwar/qtwar"]


def test_on_windows_the_parts_are_started_by_the_file_that_has_pipes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "qtwar.exe"))
    (tmp_path / "qtwar-console.exe").touch()
    assert child.command("drawing") == [str(tmp_path / "qtwar-console.exe"), "--part", "drawing"]


def test_only_parts_that_are_known_are_started() -> None:
    assert not child.run(["open", "a.qtwar"])
    assert not child.run(["--part", "os"])
    assert not child.run(["--part"])
