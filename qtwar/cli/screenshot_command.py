"""`qtwar screenshot TITLE/SCENARIO -o OUT.png`: what a person would see."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.cli.output import give, size_of, take_language, take_size


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    named = "a title (its id, folder or .qtmod), with a scenario for the play window"
    parser.add_argument("source", metavar="TITLE[/SCENARIO]", help=named)
    parser.add_argument("-o", "--out", type=Path, required=True)
    take_size(parser)
    parser.add_argument("--zoom", type=float, default=0.0, help="board zoom, 1 = 100 %%; 0 keeps the first look")
    parser.add_argument("--window", default="play", choices=["start", "play", "edit", "print", "map", "gallery"])
    parser.add_argument("--board", default="", help="of --window map: this one; without it the scenario's first")
    take_language(parser)
    parser.add_argument("--theme", default="light", choices=["light", "dark", "contrast", "colour_blind"])
    parser.add_argument("--scale", type=int, default=100)
    parser.add_argument("--actions", type=int, default=0, help="random actions to play first")
    parser.add_argument("--rules", default="enforce", choices=["off", "warn", "enforce"])


def run(args: argparse.Namespace) -> int:
    """Write the picture."""
    size = size_of(args.size)
    if args.out.suffix.lower() != ".png":
        raise DataFault("fault.cli.no_png", file=args.out.name)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from qtwar.app import screenshots

    # the path of a module has slashes of its own
    title, _, scenario = (args.source, "", "") if Path(args.source).exists() else args.source.rpartition("/")
    title, scenario = (title, scenario) if title else (scenario, "")
    image = screenshots.take(
        title,
        scenario,
        window=args.window,
        board=args.board,
        size=size,
        zoom=args.zoom,
        language=args.lang,
        theme=args.theme,
        scale=args.scale,
        actions=args.actions,
        rules=args.rules,
    )
    args.out.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(args.out)):
        raise DataFault("fault.cli.no_screenshot", file=str(args.out))
    give(args.json, {"file": str(args.out), "width": image.width(), "height": image.height()}, [str(args.out)])
    return 0
