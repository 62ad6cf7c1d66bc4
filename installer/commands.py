"""The commands, once everything is in place: start the program, check and test it; building has files of its own."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence

from installer import environment, screen
from installer.say import ROOT, Stop, tell

WORKERS = 2
FOREIGN_SETTINGS = (
    "WAYLAND_DISPLAY",
    "QT_QPA_PLATFORM",
    "QT_QPA_PLATFORMTHEME",
    "QT_STYLE_OVERRIDE",
    "QT_SCALE_FACTOR",
    "PYTHONPATH",
    "CI",  # pytest prints what was compared whole then, and the name of the test is lost above it
    "BUILD_NUMBER",
)


def main(command: str, arguments: Sequence[str]) -> int:
    """Runs a command; returns the exit status."""
    try:
        if command in ("build", "check", "release"):
            from importlib import import_module

            return int(import_module(f"installer.{command}").main(arguments))
        environment.ensure(command)
        return run(arguments) if command == "run" else test(arguments)
    except Stop as stop:
        tell(str(stop))
        return 1
    except KeyboardInterrupt:
        tell("stopped. Start the same command again to go on from here.")
        return 130


def program(*arguments: str) -> list[str]:
    """The command that starts QtWar with these arguments, whatever the current folder holds."""
    return [str(environment.python()), "-P", "-m", "qtwar", *arguments]


def run(arguments: Sequence[str]) -> int:
    """Gives way to the program. Without arguments and without a screen a short game is played instead."""
    if not arguments and not screen.exists():
        return play_without_a_screen()
    command = program(*arguments)
    if os.name == "nt":
        return subprocess.call(command)
    sys.stdout.flush()
    return os.execv(command[0], command)


def play_without_a_screen() -> int:
    """A short game of SEALORDS played by the program, its set-up sheet, and a picture of its board."""
    folder = ROOT / "build" / "first-game"
    folder.mkdir(parents=True, exist_ok=True)
    sheet, picture = folder / "set-up sheet.pdf", folder / "sealords.png"
    tell("there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY leads to one), so no window can open.")
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **utf8(os.environ)}
    for words, command in (
        (
            "instead: a short SEALORDS game, played by the program through the sandbox",
            program("selfplay", "sealords", "learning", "--games", "1", "--seed", "1", "--save", str(folder)),
        ),
        ("its set-up sheet", program("export", "setup-sheet", "sealords/learning", "-o", str(sheet))),
        (
            "and the picture that the window would show",
            program("screenshot", "sealords/learning", "-o", str(picture), "--size", "1600x1000"),
        ),
    ):
        tell(words)
        if status := subprocess.call(command, env=surroundings):
            return status
    tell(f"the game, the sheet and the picture are in {folder}")
    return 0


def utf8(surroundings: Mapping[str, str]) -> dict[str, str]:
    """What to set so that Qt and Python write UTF-8 where the locale does not say so."""
    if sys.platform == "win32":
        return {"PYTHONUTF8": "1"}
    locale = surroundings.get("LC_ALL") or surroundings.get("LC_CTYPE") or surroundings.get("LANG") or ""
    return {} if locale.upper().replace("-", "").endswith("UTF8") else {"LC_ALL": "C.UTF-8"}


def checks() -> dict[str, list[str]]:
    """What is checked before the tests, by name."""
    python = str(environment.python())
    linter = "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo'])"
    return {
        "ruff": [python, "-m", "ruff", "check", "--quiet", "."],
        "mypy": [python, "-m", "mypy", "--no-error-summary"],
        "import-linter": [python, "-P", "-c", linter],
    }


def test(arguments: Sequence[str]) -> int:
    """Every check, then pytest, whose summary comes last; a fault stops nothing, but the status is then 1."""
    surroundings = {**os.environ, **utf8(os.environ)}
    if "CI" in surroundings:
        surroundings.setdefault("HYPOTHESIS_PROFILE", "ci")
    # Settings of the person or the machine that would change what the tests see.
    for name in FOREIGN_SETTINGS:
        surroundings.pop(name, None)
    failed: list[str] = []
    for name, command in checks().items():
        begin = time.monotonic()
        if subprocess.call(command, cwd=ROOT, env=surroundings, stdout=sys.stderr):
            failed.append(name)
        result = "found faults" if name in failed else "fine"
        tell(f"{name}: {result} ({time.monotonic() - begin:.0f} s)")
    if failed:
        tell(f"{' and '.join(failed)} found faults (above): the exit status will be 1; now the tests")
    with screen.screens(WORKERS) as names, tempfile.TemporaryDirectory() as runtime:
        if names:
            surroundings |= {"DISPLAY": names[0], "QTWAR_TEST_DISPLAYS": ",".join(names)}
        elif sys.platform == "linux":
            tell("no Xvfb here: the tests run without a screen")
            surroundings.pop("DISPLAY", None)
        surroundings.setdefault("XDG_RUNTIME_DIR", runtime)
        command = [str(environment.python()), "-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal", "-q"]
        sys.stderr.flush()
        status = subprocess.call([*command, *arguments], cwd=ROOT, env=surroundings)
    return status or (1 if failed else 0)
