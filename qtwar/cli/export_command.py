"""`qtwar export KIND SOURCE -o OUT`: sheets, counters, maps, tables, order of battle and log, without a window."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.cli.output import give, painting


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments, called as in `Choices`, which says what there is and what holds where nothing is said."""
    parser.argument_default = argparse.SUPPRESS
    parser.add_argument(
        "what",
        metavar="KIND",
        help="setup-sheet, situation, counter-sheet, map, tables, oob, log or test-page; several joined by commas",
    )
    parser.add_argument("source", metavar="SOURCE", help="TITLE/SCENARIO, or a .qtwar document")
    parser.add_argument("-o", "--out", type=Path, required=True, help="a .pdf, .png, .svg, .csv or .md file")
    parser.add_argument("--format", default="", help="pdf, png, svg, csv or md; without it the name's ending decides")
    parser.add_argument("--scenario", default="", help="a scenario of a document")
    parser.add_argument("--side", help="for this side: what it may not know stays out")
    parser.add_argument("--lang", dest="language", metavar="LANG", help="en, ja or both")
    parser.add_argument("--paper", help="a4, a3, letter or tabloid")
    parser.add_argument("--landscape", dest="direction", action="store_const", const="landscape")
    parser.add_argument("--margin", type=float, help="mm")
    parser.add_argument("--grey", dest="tone", action="store_const", const="grey", help="black and white")
    parser.add_argument("--pages", help="only these, as 1-3,5")
    parser.add_argument("--dpi", type=float, default=150.0, help="of PNG pictures")
    sheet = parser.add_argument_group("set-up sheet")
    sheet.add_argument("--layout", help="full, compact or checklist")
    sheet.add_argument("--placement", help="book, quick or auto")
    sheet.add_argument("--names", dest="counters", metavar="NAMES", help="counters as picture, name or both")
    counters = parser.add_argument_group("counter sheet")
    counters.add_argument("--size", default="", help="of a counter, as 0.5in or 15mm; without it as the title says")
    counters.add_argument("--gap", type=float, help="mm between counters")
    counters.add_argument("--bleed", type=float, help="mm")
    counters.add_argument("--duplex", help="edge the sheet is turned over: long, short or none")
    text = "every counter of the title, not only the scenario's"
    counters.add_argument("--all", dest="scope", action="store_const", const="all", help=text)
    counters.add_argument("--group", help="formation or kind")
    counters.add_argument("--no-marks", dest="cut_marks", action="store_false", help="without cut marks")
    text = "mm by which the printer shifts backs (test-page)"
    counters.add_argument("--offset", default="0,0", metavar="X,Y", help=text)
    maps = parser.add_argument_group("map")
    maps.add_argument("--board")
    maps.add_argument("--scale", type=float, help="per cent of the printed size; 0: whole on one sheet")
    maps.add_argument("--one-sheet", action="store_true", help="one page as large as the map")
    maps.add_argument("--overlap", type=float, help="mm")
    maps.add_argument("--region", metavar="CELL-CELL", help="only the part between two cells")
    maps.add_argument("--counters", dest="map_counters", action="store_true", help="with the counters on the map")
    maps.add_argument("--ink-saving", action="store_true")
    tables = parser.add_argument_group("tables")
    text = "only this table; may be given several times"
    tables.add_argument("--table", dest="tables", metavar="TABLE", action="append", help=text)


def run(args: argparse.Namespace) -> int:
    """Write the files and say which, with what a person should know of them."""
    from qtwar.export import files, writing
    from qtwar.export.choices import Choices
    from qtwar.export.paper import length_mm
    from qtwar.export.voice import check_language
    from qtwar.services import printing

    said = vars(args)
    chosen = {field.name: said[field.name] for field in fields(Choices) if field.name in said}
    chosen["what"] = tuple(word.strip() for word in args.what.split(",") if word.strip())
    chosen["tables"] = tuple(chosen.get("tables", ()))
    chosen["offset_x"], chosen["offset_y"] = _offset(args.offset)
    if args.size:
        chosen["counter_mm"] = length_mm(args.size)
    if "paper" in chosen:
        chosen["paper"] = chosen["paper"].lower()
    if "language" in chosen:
        check_language(chosen["language"])
    choices = Choices(**chosen).check()
    writing.format_of(args.out, args.format)
    files.check_target(args.out)
    with painting():
        source = printing.open_source(args.source, args.scenario)
        choices = printing.with_side(source, choices)
        written = writing.write(source, choices, args.out, form=args.format, dpi=args.dpi)
    sys.stderr.writelines(f"{problem}\n" for problem in written.problems)
    paths = [str(path) for path in written.paths]
    give(args.json, {"files": paths, "pages": written.pages, "problems": list(written.problems)}, paths)
    return 0


def _offset(words: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in words.split(","))
    except ValueError:
        raise DataFault("fault.cli.offset", given=words) from None
    if max(abs(x), abs(y)) > 20:
        raise DataFault("fault.cli.offset_range")
    return x, y
