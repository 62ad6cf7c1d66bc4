"""`qtwar export KIND SOURCE -o OUT`: sheets, counters, maps, tables, order of battle and log, without a window."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.cli.output import give

_LANGUAGES = "en, ja or both"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; their values are checked by `Choices`, which says what there is."""
    parser.add_argument(
        "kind",
        metavar="KIND",
        help="setup-sheet, situation, counter-sheet, map, tables, oob, log or test-page; several joined by commas",
    )
    parser.add_argument("source", metavar="SOURCE", help="TITLE/SCENARIO, or a .qtwar document")
    parser.add_argument("-o", "--out", type=Path, required=True, help="a .pdf, .png, .svg, .csv or .md file")
    parser.add_argument("--format", default="", help="pdf, png, svg, csv or md; without it the name's ending decides")
    parser.add_argument("--scenario", default="", help="a scenario of a document")
    parser.add_argument("--side", default="", help="for this side: what it may not know stays out")
    parser.add_argument("--lang", default="en", help=_LANGUAGES)
    parser.add_argument("--paper", default="a4", help="a4, a3, letter or tabloid")
    parser.add_argument("--landscape", action="store_true")
    parser.add_argument("--margin", type=float, default=12.0, help="mm")
    parser.add_argument("--grey", action="store_true", help="black and white")
    parser.add_argument("--pages", default="", help="only these, as 1-3,5")
    parser.add_argument("--dpi", type=float, default=150.0, help="of PNG pictures")
    sheet = parser.add_argument_group("set-up sheet")
    sheet.add_argument("--layout", default="full", help="full, compact or checklist")
    sheet.add_argument("--placement", default="auto", help="book, quick or auto")
    sheet.add_argument("--names", default="both", help="counters as picture, name or both")
    counters = parser.add_argument_group("counter sheet")
    counters.add_argument("--size", default="", help="of a counter, as 0.5in or 15mm; without it as the title says")
    counters.add_argument("--gap", type=float, default=0.0, help="mm between counters")
    counters.add_argument("--bleed", type=float, default=1.0, help="mm")
    counters.add_argument("--duplex", default="long", help="edge the sheet is turned over: long, short or none")
    counters.add_argument("--all", action="store_true", help="every counter of the title, not only the scenario's")
    counters.add_argument("--group", default="formation", help="formation or kind")
    counters.add_argument("--no-marks", action="store_true", help="without cut marks")
    counters.add_argument(
        "--offset", default="", metavar="X,Y", help="mm by which the printer shifts backs (test-page)"
    )
    maps = parser.add_argument_group("map")
    maps.add_argument("--board", default="")
    maps.add_argument("--scale", type=float, default=100.0, help="per cent of the printed size; 0: whole on one sheet")
    maps.add_argument("--one-sheet", action="store_true", help="one page as large as the map")
    maps.add_argument("--overlap", type=float, default=8.0, help="mm")
    maps.add_argument("--region", default="", metavar="CELL-CELL", help="only the part between two cells")
    maps.add_argument("--counters", action="store_true", help="with the counters on the map")
    maps.add_argument("--ink-saving", action="store_true")
    tables = parser.add_argument_group("tables")
    tables.add_argument("--table", action="append", default=[], help="only this table; may be given several times")


def run(args: argparse.Namespace) -> int:
    """Write the files and say which, with what a person should know of them."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from qtwar.export import files, writing
    from qtwar.export.choices import Choices
    from qtwar.export.paper import length_mm
    from qtwar.export.voice import check_language
    from qtwar.services import printing

    choices = Choices(
        what=tuple(word.strip() for word in args.kind.split(",") if word.strip()),
        side=args.side,
        language=check_language(args.lang),
        paper=args.paper.lower(),
        direction="landscape" if args.landscape else "portrait",
        margin=args.margin,
        tone="grey" if args.grey else "colour",
        pages=args.pages,
        layout=args.layout,
        placement=args.placement,
        counters=args.names,
        counter_mm=length_mm(args.size) if args.size else 0.0,
        gap=args.gap,
        bleed=args.bleed,
        duplex=args.duplex,
        scope="all" if args.all else "scenario",
        group=args.group,
        cut_marks=not args.no_marks,
        offset_x=_offset(args.offset)[0],
        offset_y=_offset(args.offset)[1],
        board=args.board,
        scale=args.scale,
        one_sheet=args.one_sheet,
        overlap=args.overlap,
        region=args.region,
        map_counters=args.counters,
        ink_saving=args.ink_saving,
        tables=tuple(args.table),
    ).check()
    writing.format_of(args.out, args.format)
    files.check_target(args.out)
    from PySide6.QtGui import QGuiApplication

    held = QGuiApplication.instance() or QGuiApplication(["qtwar"])  # fonts need it as long as we paint
    source = printing.open_source(args.source, args.scenario)
    choices = printing.with_side(source, choices)
    written = writing.write(source, choices, args.out, form=args.format, dpi=args.dpi)
    del held
    for problem in written.problems:
        sys.stderr.write(f"{problem}\n")
    data = {
        "files": [str(path) for path in written.paths],
        "pages": written.pages,
        "problems": list(written.problems),
    }
    give(args.json, data, [str(path) for path in written.paths])
    return 0


def _offset(words: str) -> tuple[float, float]:
    if not words:
        return 0.0, 0.0
    try:
        x, y = (float(part) for part in words.split(","))
    except ValueError:
        raise DataFault("fault.cli.offset", given=words) from None
    if max(abs(x), abs(y)) > 20:
        raise DataFault("fault.cli.offset_range")
    return x, y
