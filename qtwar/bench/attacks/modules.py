"""Modules that mean harm: their files (1 to 47), their archives (48 to 62), their words (99 to 101)."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from qtwar.bench.attacks.plan import Attack, Make, numbered
from qtwar.editing import sharing, templates

TITLE = "attacked"


def sound(folder: Path) -> Path:
    """Write a module in which nothing is wrong, with rules of its own."""
    sharing.write_module(templates.new_grid(TITLE.title(), columns=6, rows=5), folder)
    put("rules/__init__.py", "from qtwar.kit.freetable import title as title\n")(folder)
    put("RULES_MAP.yaml", "rules: {}\n")(folder)
    return folder


def put(name: str, text: str | Callable[[], str]) -> Make:
    """Return what writes a file of a module."""

    def do(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else text(), encoding="utf-8")

    return do


def board(old: str, new: str) -> Make:
    """Return what changes a word of a board."""

    def do(folder: Path) -> None:
        path = min((folder / "content" / "boards").glob("*.yaml"))
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return do


def instead(name: str, make: Callable[[Path], object]) -> Make:
    """Return what puts something else in a file's place."""

    def do(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        make(path)

    return do


LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
)
TABLES, WORDS, MAP = "content/tables.yaml", "i18n/en.yaml", "RULES_MAP.yaml"
FILES: dict[str, Make] = {
    "keys in keys, 100,000 deep (2 kB that ended the program at every start)": put(TABLES, lambda: "? " * 100_000),
    "lists in lists": put(TABLES, lambda: "[" * 100_000),
    "mappings in mappings": put(TABLES, lambda: "{a: " * 100_000),
    "dashes in a row": put(TABLES, lambda: "- " * 100_000),
    "a billion laughs": put(TABLES, LAUGHS),
    "a long text by alias, 4,000 times": put(TABLES, lambda: f"a: &a {'x' * 900_000}\ntables: [{'*a, ' * 4_000}]"),
    "an anchor that holds itself": put(TABLES, "tables: &a [*a]"),
    "two million empty lists": put(TABLES, lambda: f"tables: [{'[],' * 2_100_000}]"),
    "a number of 5,000 digits": put(TABLES, lambda: f"tables: {'9' * 5_000}"),
    "a number out of all bounds": put(TABLES, "tables: 1e999999"),
    "a text of 2 MB": put(TABLES, lambda: f"tables: {'x' * 2_000_000}"),
    "a key of 1 MB": put(TABLES, lambda: f"{'x' * 1_000_000}: 1"),
    "an object of Python": put(TABLES, "tables: !!python/object/apply:os.system ['true']"),
    "a binary": put(TABLES, "tables: !!binary aGVsbG8="),
    "half a character": put(WORDS, 'a: "\\ud800"'),
    "a zero byte": put(TABLES, "tables: [\0]"),
    "module.yaml itself of keys in keys": put("module.yaml", lambda: "? " * 100_000),
    "a title whose id is a path": put("module.yaml", "id: ../../etc\nname: {en: x, ja: x}\nversion: '1'"),
    "a grid without end": board("columns:", "columns: 1000000000 # "),
    "a grid below nothing": board("columns:", "columns: -5 # "),
    "a grid of a word": board("columns:", "columns: many # "),
    "a map of rules that is a number": put(MAP, "5"),
    "… a list": put(MAP, "[1, 2]"),
    "… lists in its rows": put(MAP, "rules: [[1]]"),
    "… keys in keys": put(MAP, lambda: "? " * 100_000),
    "… functions that are numbers": put(MAP, "rules: {'1': {function: 5, test: [[1]]}}"),
    "… functions that are mappings": put(MAP, "rules: {'1': {function: {a: 1}, test: true}}"),
    "… strange keys": put(MAP, "rules: {'1': {true: 1, 5: 2}}"),
    "… functions that are paths": put(MAP, "rules: {'1': {function: '../../../etc/passwd::x'}}"),
    "a Python expression 5,000 deep": put("rules/deep.py", lambda: "x = " + "(" * 5_000 + ")" * 5_000),
    "a sum of 60,000 terms": put("rules/deep.py", lambda: "x = " + "1+" * 60_000 + "1"),
    "blocks 120 deep": put("rules/deep.py", lambda: "".join(" " * n + "if x:\n" for n in range(120)) + " " * 120 + "pass\n"),
    "no Python at all": put("rules/deep.py", "def ("),
    "Python with a zero byte": put("rules/deep.py", "x = '\0'"),
    "rules of 9 MB": put("rules/big.py", lambda: "# " + "x" * 9_000_000),
    "a pipe for module.yaml": instead("module.yaml", lambda path: os.mkfifo(path)),
    "a pipe for a text": instead(WORDS, lambda path: os.mkfifo(path)),
    "an endless device for rules": instead("rules/z.py", lambda path: path.symlink_to("/dev/zero")),
    "an endless device for a text": instead(WORDS, lambda path: path.symlink_to("/dev/zero")),
    "a folder for a text": instead(WORDS, lambda path: path.mkdir()),
    "a link to itself": instead(WORDS, lambda path: path.symlink_to(path)),
    "a link to a private file": instead(TABLES, lambda path: path.symlink_to("/etc/passwd")),
    "a folder that is a link": instead("rules/out", lambda path: path.symlink_to("/etc")),
}  # fmt: skip
"""What is done to a sound module; each ends in a sentence."""


def _private(name: str, *, folder: bool = False) -> Make:
    """Return what links something of the person's own into a module that he packs."""

    def do(module: Path) -> None:
        private = module.parent / "private"
        private.mkdir()
        (private / "diary.txt").write_text("mine", encoding="utf-8")
        (module / name).symlink_to(private if folder else private / "diary.txt")

    return do


PACKED: dict[str, Make] = {
    "a private file packed by a link": _private("notes.txt"),
    "private rules packed by a link": _private("rules/notes.py"),
    "a private folder packed by a link": _private("tests", folder=True),
}


def _hidden(folder: Path) -> None:
    for hidden in (".secret", "__pycache__"):
        put(f"rules/{hidden}/__init__.py", "raise RuntimeError('these rules were run')\n")(folder)
    os.mkfifo(folder / "rules" / "z.py")


COVERS = (
    "{counters: 5}", "{counters: [{}]}", "{at: x}", "{at: [1e308, 1]}", "{at: ['5', '6']}", "{at: [true, 1]}", "{at: [.nan, 1]}",
    "{cards: [1]}", "{picture: 5}", "5",
)  # fmt: skip
STYLES = (
    "boards: 5", "boards: {map: 5}", "boards: {map: [5]}", "boards: {map: [{painter: 5}]}", "coarse: [1]", "coarse: {clear: [1]}",
    "boards: {map: [{painter: land, inside: [{inside: {a: 1}}]}]}", "boards: {map: [{painter: regions, items: [3]}]}",
    "boards: {map: [{painter: fill, opacity: x}]}", "boards: {map: [{painter: fill, from_zoom: [1]}]}",
    "layers: [{painter: fill, to_zoom: null}]", "layers: [{painter: fill, outside: true, margin: 5}]",
    "layers: [{painter: fill, outside: true, margin: [1, 2]}]",
    "layers: [{painter: fill, outside: true, margin: [.inf, 1, 1, 1]}]",
    "layers: [{painter: fill, opacity: .nan}]", "palettes: {x: 3}", "layers: x", *(f"cover: {cover}" for cover in COVERS),
)  # fmt: skip
COUNTERS = (
    "templates: 5", "templates: {a: 5}", "templates: {a: {size: [1]}}", "templates: {a: {like: [1]}}", "backs: 5",
    "backs: {a: [5]}", "backs: {a: {size: 5}}", "styles: [1]", "palettes: {standard: 4}", "defaults: 4", "pictures: 4",
    "scenes: [3]", "templates: {a: {size: ['5', '6']}}", "templates: {a: {size: [true, 1]}}",
)  # fmt: skip
"""Lines of `style.yaml` and `counters.yaml` in which something stands where something of another shape belongs."""


def _faces(templates: str) -> Make:
    """Return what gives a module a kind of counters that its cover shows, drawn by these templates."""

    def do(folder: Path) -> None:
        put("content/kinds.yaml", "kinds:\n  - {id: u, name: {en: U, ja: U}, class: unit, template: a}\n")(folder)
        put("content/counters.yaml", f"palettes: {{standard: {{}}}}\ntemplates: {templates}\n")(folder)
        put("content/style.yaml", "cover: {counters: [u]}\n")(folder)

    return do


FACES: dict[str, Make] = {
    "counters that are like each other": _faces("{a: {like: b}, b: {like: a}}"),
    "a counter of odd settings": _faces("{a: {front: [{text: {at: 5, value: [1]}}]}}"),
    "a thousand million signs on a counter": _faces(
        "{a: {front: [{pips: {at: [5, 5], count: 1000000000, fill: '#000000'}}, {rays: {count: 1000000000, fill: '#000000'}}]}}"
    ),
    "painters of odd settings": put("content/style.yaml", "boards: {map: [{painter: grid, width: [x]}]}\n"),
}


def _odd(*lines: tuple[str, str]) -> dict[str, Make]:
    return {line: put(f"content/{name}.yaml", f"{line}\n") for name, line in lines}



# -------------------------------------------------------------------------------------------------- archives

YAML = f"id: {TITLE}\nname: {{en: s, ja: s}}\nversion: '1'\n".encode()
PYTHON = b"import os\n"
INNER: dict[str, tuple[tuple[str, bytes | int], ...]] = {
    "names above the archive": (("module.yaml", YAML), ("../x", b"")),
    "names from the top": (("module.yaml", YAML), ("/etc/x", b"")),
    "names of a drive": (("module.yaml", YAML), ("C:\\x", b"")),
    "names above it by the other stroke": (("module.yaml", YAML), ("..\\x", b"")),
    "no module in it": (("readme.txt", b"x"),),
    "two modules in it": (("a/module.yaml", YAML), ("b/module.yaml", YAML), ("b/rules/__init__.py", PYTHON)),
    "a file twice": (("module.yaml", YAML), ("module.yaml", YAML)),
    "a thousand million bytes packed small": (("module.yaml", YAML), ("x", 1_000_000_000)),
}
"""Names and bytes of archives; a number is so many zeros."""


def zipped(file: Path, *names: tuple[str, bytes | int]) -> Path:
    """Write an archive of these names."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in names:
            with archive.open(name, "w") as inner:
                if isinstance(data, bytes):
                    inner.write(data)
                else:
                    for _ in range(data // 1_000_000):
                        inner.write(bytes(1_000_000))
    return file


TEARS: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "bits flipped": lambda data: data[:60] + bytes(b ^ 255 for b in data[60:90]) + data[90:],
    "garbage": lambda data: b"PK\3\4" + b"\0" * 900,
    "empty": lambda data: b"",
    "encrypted": lambda data: data.replace(b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"),
}
"""What is done to the bytes of a sound archive."""


def files_of(module: Path) -> list[tuple[str, bytes]]:
    """Return the files of a module as they go into an archive."""
    return [(f.relative_to(module).as_posix(), f.read_bytes()) for f in sorted(module.rglob("*")) if f.is_file()]


def doubled(file: Path, module: Path) -> Path:
    """Pack a module that has another `module.yaml` deeper down, met first, which hid its rules from who looked."""
    odd: tuple[tuple[str, bytes], ...] = (("tests/old/module.yaml", YAML), ("xmodule.yaml", YAML))
    return zipped(file, *odd, *files_of(module), ("rules/more.py", PYTHON))


def _inner(names: tuple[tuple[str, bytes | int], ...], file: Path) -> None:
    zipped(file, *names)


def _torn(tear: Callable[[bytes], bytes], file: Path) -> None:
    sharing.pack_folder(sound(file.parent / "sound"), file)
    file.write_bytes(tear(file.read_bytes()))
    shutil.rmtree(file.parent / "sound")


def _doubled(file: Path) -> None:
    doubled(file, sound(file.parent / "sound"))
    shutil.rmtree(file.parent / "sound")


def _controls(file: Path) -> None:
    zipped(file, ("module.yaml", YAML), ("content/\x1b[2J\u202etables.yaml", b"tables: ["))


ARCHIVES: dict[str, Make] = {
    **{name: partial(_inner, names) for name, names in INNER.items()},
    **{name: partial(_torn, tear) for name, tear in TEARS.items()},
    "rules that are shown as none and run": _doubled,
    "control characters in names": _controls,
}

# ----------------------------------------------------------------------------------------------------- words

LINK, PICTURE = '<a href="file:///etc/passwd">x</a>', '<img src="file:///dev/zero">'
_NAME = re.compile(r"(en|ja): ('[^']*'|[^,}\n]+)")


def _named(words: str) -> Make:
    def do(folder: Path) -> None:
        for path in (folder / "module.yaml", *sorted((folder / "content").rglob("*.yaml"))):
            path.write_text(_NAME.sub(lambda found: f"{found[1]}: '{words}'", path.read_text("utf-8")), encoding="utf-8")

    return do


def _coloured(folder: Path) -> None:
    path = folder / "content" / "sides.yaml"
    text = path.read_text("utf-8")
    assert "colour: " in text
    path.write_text(re.sub(r"colour: '[^']*'", 'colour: "red; } * { image: url(/dev/zero)"', text), encoding="utf-8")


NAMES: dict[str, Make] = {
    "links and pictures in names (`file:///…`)": _named(f"{LINK} {PICTURE}"),
    "HTML in names": _named("<h1><b>bold</b> &lt;i&gt;"),
    "colours that are style sheets": _coloured,
}
ATTACKS: list[Attack] = [
    *numbered(1, "module", FILES, {"… functions that are paths": "nothing is read where they lead"}),
    *numbered(44, "pack", PACKED),
    *numbered(47, "module", {"rules in a hidden folder": _hidden}, {"rules in a hidden folder": "they are not run"}),
    *numbered(48, "archive", ARCHIVES, {"rules that are shown as none and run": "what is shown is what is run"}),
    *numbered(
        110,
        "module",
        {
            "a cover of odd shapes": _odd(*(("style", f"cover: {cover}") for cover in COVERS[::3])),
            "a style of odd shapes": _odd(("style", STYLES[0]), ("style", STYLES[3])),
            "counters of odd shapes": _odd(("counters", COUNTERS[1]), ("counters", COUNTERS[6])),
        },
    ),
    *numbered(113, "module", FACES, dict.fromkeys(FACES, "the counter or the map is drawn plain")),
    *numbered(99, "words", NAMES, dict.fromkeys(NAMES, "shown letter by letter")),
]
