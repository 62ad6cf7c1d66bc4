"""Classes of Qt are defined on the window's thread: on another one, while the window lives, the program ends now and then."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from qtwar.services import games
from qtwar.session.begin import NewGame

WATCHED = """
import builtins, json, sys, threading
from pathlib import Path

from PySide6.QtCore import QObject

build, main, strayed, begun = builtins.__build_class__, threading.main_thread(), [], set(sys.modules)


def watched(function, name, *bases, **words):
    made = build(function, name, *bases, **words)
    if isinstance(made, type) and issubclass(made, QObject) and threading.current_thread() is not main:
        strayed.append(f"{made.__module__}.{name}")
    return made


builtins.__build_class__ = watched

from qtwar.app.stage import settle, staged
from qtwar.session.begin import NewDraft, NewGame

home, path, what = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
with staged(home) as program:
    window = program.window
    fresh = "qtwar.presenters.maps" not in sys.modules
    if what == "open":
        program.open_path(path)
    elif what == "start":
        program.start_game(NewGame("sealords", "learning", "both", strictness="off"))
    elif what == "draft":
        program.begin_draft(NewDraft("New"))
    else:
        program.library.preload()
    there = settle(lambda: "qtwar.presenters.play.opening" in sys.modules if what == "preload" else window.stack.count() > 1, 120)
    print(json.dumps([fresh, there, strayed]))
"""


def watched(home: Path, path: Path, what: str) -> list[object]:
    """Start the program afresh and do one thing at once; returns what it found on other threads."""
    words = [sys.executable, "-c", WATCHED, str(home), str(path), what]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout.splitlines()[-1]))


def test_no_class_of_qt_is_defined_on_a_thread(qtwar_home: Path) -> None:
    opened = games.create(NewGame("sealords", "learning", "both", strictness="off"), qtwar_home)
    opened.session.rules.close()
    opened.document.close()
    for what in ("open", "start", "draft", "preload"):
        assert watched(qtwar_home, opened.path, what) == [True, True, []], what
