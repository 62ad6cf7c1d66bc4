"""News of a new version: only what is signed is believed, and nothing is asked before a person says so."""

import base64
import json
from pathlib import Path

import pytest
from nacl.signing import SigningKey
from pytestqt.qtbot import QtBot

from qtwar.app.news import LAST, MONTH, Updates
from qtwar.base.errors import DataFault
from qtwar.services import updates
from qtwar.services.updates import UpdatePlace, VersionNews
from qtwar.ui.preferences import Memory, Preferences

SECRET = bytes(range(32))
KEY = base64.b64encode(bytes(SigningKey(SECRET).verify_key)).decode("ascii")
NEWS = VersionNews("9.1", "https://example.org/qtwar", {"en": "Two more titles.", "ja": "タイトル追加。"})
PLACE = UpdatePlace("https://example.org/latest.json", KEY)


def test_what_a_release_signs_is_read() -> None:
    assert updates.ask(PLACE, lambda address: updates.sign(NEWS, SECRET)) == NEWS
    assert NEWS.is_newer


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (updates.sign(NEWS, bytes(32)), "fault.updates.forged"),
        (updates.sign(NEWS, SECRET).replace(b"9.1", b"9.2"), "fault.updates.forged"),
        (b"<html>not there</html>", "fault.updates.unreadable"),
        (b'{"news": 3, "signature": ""}', "fault.updates.unreadable"),
        (json.dumps({"news": "{}", "signature": "AAAA"}).encode(), "fault.updates.unreadable"),
        (updates.sign(VersionNews("soon", "https://example.org", {}), SECRET), "fault.updates.unreadable"),
        (updates.sign(VersionNews("9.1", "file:///etc/passwd", {}), SECRET), "fault.updates.unreadable"),
        (b"[" * 100_000, "fault.updates.unreadable"),
    ],
)
def test_anything_else_is_a_sentence(data: bytes, fault: str) -> None:
    with pytest.raises(DataFault) as found:
        updates.read(data, KEY)
    assert found.value.key == fault


def test_a_place_that_does_not_answer_is_named() -> None:
    def silent(address: str) -> bytes:
        raise OSError("no route")

    with pytest.raises(DataFault) as found:
        updates.ask(PLACE, silent)
    assert found.value.key == "fault.updates.unreachable"
    assert "example.org" in found.value.text


def test_a_clone_names_no_place() -> None:
    assert updates.place() is None


def test_a_place_without_encryption_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(updates.places, "RESOURCES", tmp_path)
    (tmp_path / "updates.json").write_text(json.dumps({"address": "http://example.org/latest.json", "key": KEY}))
    assert updates.place() is None
    (tmp_path / "updates.json").write_text(json.dumps({"address": PLACE.address, "key": KEY}))
    assert updates.place() == PLACE


class Window:
    """What `Updates` needs of a window, and what it was told."""

    def __init__(self) -> None:
        self.prefs, self.jobs = Preferences(Memory()), self
        self.said: list[tuple[str, list[str]]] = []
        self.started: list[str] = []

    def tell(self, text: str, *deeds: tuple[str, object]) -> None:
        self.said.append((text, [key for key, _ in deeds]))

    def start(self, text: str, work: object, then: object, failed: object) -> None:
        self.started.append(text)


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setattr(updates, "place", lambda: PLACE)
    return Window()


def test_choosing_it_asks_first(window: Window) -> None:
    found = Updates(window, lambda problem: None)  # type: ignore[arg-type]
    found.offer()
    assert window.started == []
    assert "example.org" in window.said[0][0]
    assert window.said[0][1] == ["updates.now"]
    found.ask()
    assert len(window.started) == 1


def test_nobody_is_reminded_who_did_not_wish_it(window: Window) -> None:
    found = Updates(window, lambda problem: None)  # type: ignore[arg-type]
    found.remind(now=10 * MONTH)
    assert window.said == []
    window.prefs.set("updates", True)
    found.remind(now=10 * MONTH)
    assert len(window.said) == 1
    assert window.prefs.extra(LAST, 0) == 10 * MONTH
    found.remind(now=10 * MONTH + 1000)
    assert len(window.said) == 1
    assert window.started == []


def test_a_build_without_a_place_says_its_version(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "place", lambda: None)
    Updates(window, lambda problem: None).offer()  # type: ignore[arg-type]
    assert "0.1.0" in window.said[0][0]


def test_news_are_shown_with_their_page(window: Window) -> None:
    found = Updates(window, lambda problem: None)  # type: ignore[arg-type]
    found.show(NEWS)
    assert "9.1" in window.said[0][0]
    assert window.said[0][1] == ["updates.page"]
    found.show(VersionNews("0.0.1", NEWS.page, {}))
    assert window.said[1][1] == []
