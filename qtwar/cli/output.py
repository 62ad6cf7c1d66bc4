"""What the commands share: how they speak, arguments that several take, fonts without a window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.base.text import LANGUAGES
from qtwar.services import options, titles

if TYPE_CHECKING:  # brings pydantic, which not every command needs
    from qtwar.model.content import TitleContent


def give(as_json: bool, data: dict[str, Any], lines: list[str]) -> None:
    """Write the object if JSON is wanted, else the lines."""
    sys.stdout.writelines(f"{line}\n" for line in ([jsonio.dumps(data)] if as_json else lines))


def take_language(parser: argparse.ArgumentParser) -> None:
    """Declare `--lang`, the language of what is shown."""
    parser.add_argument("--lang", default=LANGUAGES[0], choices=LANGUAGES)


def take_native(parser: argparse.ArgumentParser) -> None:
    """Declare `--native`, which leaves the sandbox out."""
    text = "run the rules in this process, for debugging your own module"
    parser.add_argument("--native", action="store_true", help=text)


def take_size(parser: argparse.ArgumentParser) -> None:
    """Declare `--size`, that of the window or picture."""
    parser.add_argument("--size", default="1600x1000", metavar="WxH")


def size_of(words: str) -> tuple[int, int]:
    """Return the width and height that `1600x1000` names; raises DataFault."""
    try:
        width, height = (int(part) for part in words.lower().split("x"))
    except ValueError:
        raise DataFault("fault.cli.size", given=words) from None
    if not (200 <= width <= 8000 and 200 <= height <= 8000):
        raise DataFault("fault.cli.size_range")
    return width, height


def take_games(parser: argparse.ArgumentParser, most: int) -> None:
    """Declare which games are to be played: of one scenario or of all, how many, how long at most."""
    parser.add_argument("title")
    parser.add_argument("scenario", nargs="?", help="all scenarios without it")
    parser.add_argument("--games", type=int, default=1, help="games of each scenario")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-actions", type=int, default=most, help="of each game")


def games_of(args: argparse.Namespace, content: TitleContent) -> list[tuple[str, int]]:
    """Return scenario and seed of each game that is to be played; raises DataFault."""
    known = [titles.scenario_of(content, args.scenario)] if args.scenario else [s.id for s in content.scenarios]
    return [(scenario, args.seed + n) for scenario in known for n in range(args.games)]


def take_options(parser: argparse.ArgumentParser) -> None:
    """Declare `--option` and `--turned`, the rules options that games are played with."""
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rules option; may be given again")
    parser.add_argument("--turned", action="store_true", help="set every other option otherwise than the scenario does")


def options_of(args: argparse.Namespace, content: TitleContent, scenario: str, seed: int) -> dict[str, options.Setting]:
    """Return the options of a game; raises DataFault."""
    own = options.turned(content, scenario, seed) if args.turned else options.in_force(content, scenario)
    return {**own, **options.written(content, args.option)}


@contextmanager
def painting() -> Iterator[None]:
    """Have Qt paint without a window: its fonts need an application as long as somebody paints."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    held = QGuiApplication.instance() or QGuiApplication(["qtwar"])
    yield
    del held
