"""What every test stands on: a screen or none, own user folders, small hypothesis budgets.

The environment is set while this file is read, before anything imports Qt or asks where user data lives.
"""

import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# Each worker of xdist has a screen of its own (installer/checks.py starts them): focus is never fought over.
_displays = [name for name in os.environ.get("QTWAR_TEST_DISPLAYS", "").split(",") if name]
if _displays:
    _worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["DISPLAY"] = _displays[int(_worker) % len(_displays)]
    os.environ["QT_QPA_PLATFORM"] = "xcb"
elif sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_ACCESSIBILITY", "0")
os.environ["QT_SCALE_FACTOR"] = "1"  # pictures and mouse positions are counted in real pixels
os.environ["QTWAR_LANG"] = "en"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program: a second thread of each worker waits for a processor

_home = Path(tempfile.mkdtemp(prefix="qtwar-test-"))
os.environ["QTWAR_HOME"] = str(_home)
os.environ["QTWAR_SETTINGS"] = str(_home / "settings.json")
# The guest's native code takes seconds to compile and depends on nothing a test does: all runs share it.
os.environ["QTWAR_CACHE"] = str(ROOT / "build" / "test-cache")

# A deadline is a timed assertion, and so is the check for slow data: both fail on a busy machine only.
_slow_is_fine = [HealthCheck.too_slow]
settings.register_profile("here", deadline=None, max_examples=50, suppress_health_check=_slow_is_fine)
settings.register_profile("ci", parent=settings.get_profile("here"), max_examples=25, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "here"))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Once there is an application garbage is collected on its thread alone, as in the program: no thread destroys widgets."""
    if "PySide6.QtWidgets" in sys.modules:
        from PySide6.QtWidgets import QApplication

        from qtwar.ui.collector import Collector

        app = QApplication.instance()
        if app is not None:
            found = app.findChild(Collector) or Collector(app)
            found.look()


@pytest.fixture(autouse=True)
def _log_is_heard() -> Iterator[None]:
    """No test leaves the program's log silent for those that follow it in its process."""
    yield
    log = logging.getLogger("qtwar")
    assert log.isEnabledFor(logging.WARNING), "the log was silenced for the next test"
    assert log.propagate


def pytest_unconfigure() -> None:
    """Leaves no user folder of a test behind."""
    shutil.rmtree(_home, ignore_errors=True)


@pytest.fixture
def qtwar_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user folder that only this test sees: no settings, no saved games, no recent files."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("QTWAR_HOME", str(home))
    monkeypatch.setenv("QTWAR_SETTINGS", str(home / "settings.json"))
    return home


@pytest.fixture(scope="session")
def repository() -> Path:
    """The top folder of the checkout."""
    return ROOT
