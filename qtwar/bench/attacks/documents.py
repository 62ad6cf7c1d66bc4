"""Documents that mean harm: their tables (78 to 84), what stands in them (85 to 93), whose they are (94 to 98)."""

from __future__ import annotations

import os
import random
import tempfile
import zlib
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.bench.attacks.plan import Attack, Make, numbered
from qtwar.editing import templates
from qtwar.services import games, titles
from qtwar.session.chance import key_from_seed
from qtwar.storage import guard, seals
from qtwar.storage.document import Document

TITLE = "sealords"
ROLLS = 6


@cache
def _sound() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return play(Path(folder) / "sound.qtwar").read_bytes()


def sound(path: Path) -> Path:
    """Write a game of an installed title with some entries, the same each time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_sound())
    return path


def play(path: Path) -> Path:
    """Make that game."""
    content = titles.load(TITLE)[1]
    facts = {
        "key": key_from_seed(1), "undo": "free", "scenario": content.scenarios[0].id, "seats": "both", "dice": "program",
        "setup": "quick", "rules": {"title": TITLE, "hash": ""},
    }  # fmt: skip
    opened = games.begin(path, titles.find(TITLE), content, facts, {}, "off")
    for _ in range(ROLLS):
        side = opened.session.sides[0]
        opened.session.submit(opened.session.sides, {"side": side, "verb": "free", "args": {"op": "roll", "n": 2, "d": 6}})
    games.write_card(opened)
    opened.close()
    return path


def sql(path: Path, *statements: str) -> None:
    """Do something to the database behind the program's back."""
    raw, _ = guard.connect(path, "rw")
    try:
        for statement in ("PRAGMA trusted_schema = ON", "PRAGMA foreign_keys = OFF", *statements):
            raw.execute(statement)
    finally:
        raw.close()


def resealed(path: Path) -> None:
    """Seal a document again, as somebody does who means harm and knows how."""
    try:
        with Document.open(path, damaged=True) as made, made.writing() as connection:
            seals.everything(connection)
    except DataFault:
        return


GAME = "key VARCHAR NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key)"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
Statements = Sequence[str]
SCHEMAS: dict[str, dict[str, Statements]] = {
    "a trigger that deletes": {"": ["CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry_body; END"]},
    "a trigger that runs for ever": {
        "": [f"CREATE TRIGGER t AFTER UPDATE ON card BEGIN INSERT INTO game SELECT 'x' || i, 1 FROM ({ENDLESS} i FROM n); END"]
    },
    "a view in place of the card, the pieces, the entries": {
        "card": [
            "DROP TABLE card",
            f"CREATE VIEW card AS {ENDLESS} i AS kind, i AS title, i AS scenario, i AS card, i AS thumbnail FROM n WHERE i < 0",
        ],
        "pieces": ["DROP TABLE piece", "CREATE VIEW piece AS SELECT * FROM piece_kind"],
        "entries": ["DROP TABLE entry", "CREATE VIEW entry AS SELECT randomblob(3500000000) AS no"],
    },
    "further tables, indexes, columns, checks": {
        "table": ["CREATE TABLE more (x)"],
        "index": ["CREATE INDEX more ON entry (stamp)"],
        "unique index": ["CREATE UNIQUE INDEX more ON entry (no)"],
        "index of an expression": ["CREATE INDEX more ON entry (hex(zeroblob(1000)))"],
        "column": ["ALTER TABLE entry ADD COLUMN more TEXT"],
        "column that is made": ["ALTER TABLE card ADD COLUMN more AS (hex(zeroblob(1000)))"],
        "check": ["DROP TABLE note_index", "CREATE TABLE note_index (line, n, key CHECK (hex(zeroblob(999999999)) > 0))"],
        "other order": [
            "DROP TABLE game", "CREATE TABLE game (value TEXT NOT NULL, key VARCHAR NOT NULL, PRIMARY KEY (key))",
        ],
        "strict": ["DROP TABLE game", "CREATE TABLE game (key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key)) STRICT"],
        "without rowid": ["DROP TABLE game", f"CREATE TABLE game ({GAME}) WITHOUT ROWID"],
        "check of a table": ["DROP TABLE game", f"CREATE TABLE game ({GAME}, CHECK (1))"],
    },
    "a virtual table": {"": ["CREATE VIRTUAL TABLE more USING fts5(x)"]},
    "a table that is gone, or all": {
        "one": ["DROP TABLE lookup"],
        "nothing left": [f"DROP TABLE {name}" for name in ("card", "game", "entry_body", "snapshot")],
    },
    "a schema that lies about itself": {
        "": [
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_schema SET sql = 'CREATE TABLE card (id, kind AS (hex(zeroblob(999999999))))' WHERE name = 'card'",
        ]
    },
}  # fmt: skip
VALUES: dict[str, dict[str, Statements]] = {
    "a text, a card too long": {
        "text": ["UPDATE card SET scenario = hex(zeroblob(1500000))"],
        "card": ["UPDATE card SET card = '[' || hex(zeroblob(1500000)) || ']'"],
    },
    "a card that is deep, a list, of another type, gone": {
        "deep": ["UPDATE card SET card = replace(hex(zeroblob(100000)), '0', '[')"],
        "list": ["UPDATE card SET card = '[]'"],
        "type": ["UPDATE card SET title = x'ff'"],
        "picture": ["UPDATE card SET thumbnail = 5"],
        "players": ["""UPDATE card SET card = '{"players": 5, "active": ["FW"]}'"""],
        "mail": ["""UPDATE card SET card = '{"mail": "x"}'"""],
        "gone": ["DELETE FROM card"],
    },
    "a number of 5,000 digits": {"": ["UPDATE entry_body SET entropy = replace(hex(zeroblob(2500)), '0', '9')"]},
    "events, actions, log, labels, facts of another form": {
        "events": ["UPDATE entry_body SET events = '5'"],
        "action": ["UPDATE entry_body SET action = '[]'"],
        "log": ["UPDATE entry_body SET told = '[5]'"],
        "label": ["UPDATE entry SET label = '5'"],
        "kind": ["UPDATE entry SET kind = 'x'"],
        "turn": ["UPDATE entry SET turn = 'x'"],
        "facts": ["UPDATE game SET value = '{'"],
    },
    "rows with gaps, without a body, an undo to nowhere": {
        "gaps": ["UPDATE entry_body SET no = no + 10", "UPDATE entry SET no = no + 10"],
        "no body": ["DELETE FROM entry_body WHERE no = 2"],
        "undo": ["UPDATE entry SET kind = 'undo', \"to\" = 99"],
    },
}


def _changed(statements: Statements, path: Path) -> None:
    sql(sound(path), *statements)


def _sealed(statements: Statements, path: Path) -> None:
    _changed(statements, path)
    resealed(path)


def bomb() -> bytes:
    """Return a packed position of 80 MB of blanks."""
    packer = zlib.compressobj(9)
    return b"".join([packer.compress(b"["), *(packer.compress(b" " * (1 << 20)) for _ in range(80)), packer.flush()])


def _bomb(path: Path) -> None:
    raw, _ = guard.connect(sound(path), "rw")
    raw.execute("UPDATE snapshot SET state = ?", (bomb(),))
    raw.close()
    resealed(path)


def _endless(path: Path) -> None:
    """Have a table whose pages lead to each other: what reads it all does not come to an end."""
    data = bytearray(sound(path).read_bytes())
    size = int.from_bytes(data[16:18], "big")
    for at in range(size, len(data), size):
        if data[at] == 13:  # a leaf: its first cell's overflow page is itself
            data[at] = 5
            data[at + 8 : at + 12] = (at // size + 1).to_bytes(4, "big")
    path.write_bytes(data)


def _flipped(seed: int, path: Path) -> None:
    data, chance = bytearray(sound(path).read_bytes()), random.Random(seed)
    for _ in range(1 + seed % 3):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def _index(path: Path) -> None:
    raw, _ = guard.connect(sound(path), "rw")
    page = raw.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_lookup_cell_1'").fetchone()[0]
    raw.close()
    data = bytearray(path.read_bytes())
    data[page * 4096 - 12] ^= 2
    path.write_bytes(data)


# ------------------------------------------------------------------------------------------------------ whose

DEAD = "raise RuntimeError('these rules were run')\n"


def _lair(path: Path) -> Path:
    lair = path.parent / "lair"
    (lair / "rules").mkdir(parents=True, exist_ok=True)
    (lair / "module.yaml").write_text("id: lair\nname: {en: x, ja: x}\nversion: '1'\n", encoding="utf-8")
    (lair / "rules" / "__init__.py").write_text(DEAD, encoding="utf-8")
    return lair


def _fact(key: str, path: Path) -> None:
    sound(path)
    lair = _lair(path)
    facts = {"module": str(lair)} if key == "module" else {"rules": {"title": str(lair), "hash": ""}}
    with Document.open(path) as document:
        document.journal().set_game(facts)


def _draft_fact(path: Path) -> None:
    from qtwar.storage.drafts import DraftStore

    path.parent.mkdir(parents=True, exist_ok=True)
    content = templates.new_grid("Draft", columns=6, rows=5)
    lair = str(_lair(path))
    DraftStore.create(path, content, {"origin": "", "module": lair, "rules": {"title": lair, "hash": ""}}).close()


def _beside(path: Path) -> None:
    sound(path)
    lair = _lair(path)
    (lair / "module.yaml").replace(path.parent / "module.yaml")
    (lair / "rules").replace(path.parent / "rules")


def _linked(path: Path) -> None:
    held = path.with_name("Held elsewhere.qtwar")
    os.link(sound(path), held)


def _picture(words: bool, path: Path) -> None:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage

    image = QImage(*((2000, 1000) if words else (12_000, 12_000)), QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    image.setText("hidden", "words")
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
    with Document.open(sound(path)) as document:
        document.journal().set_card({"turn": 3}, bytes(data.data()))


def _made(groups: dict[str, dict[str, Statements]], make: Callable[[Statements, Path], None]) -> dict[str, dict[str, Make]]:
    return {name: {case: partial(make, lines) for case, lines in cases.items()} for name, cases in groups.items()}


ATTACKS: list[Attack] = [
    *numbered(78, "document", _made(SCHEMAS, _changed)),
    *numbered(
        85,
        "document",
        {
            **_made(VALUES, _sealed),
            "a position that unpacks to gigabytes": _bomb,
            "a question that does not end": _endless,
            "a flipped bit anywhere": {f"seed {seed}": partial(_flipped, seed) for seed in range(8)},
            "a bit of an index": _index,
        },
        {
            "a text, a card too long": "opened: it is for the list alone, which says so",
            "a card that is deep, a list, of another type, gone": "opened: a card is for the list alone, which says so",
            "a flipped bit anywhere": "opened: the bit stands where nothing is",
        },
    ),
    *numbered(
        94,
        "document",
        {
            "a path in the facts of a game, of a draft": {
                "module": partial(_fact, "module"), "rules": partial(_fact, "rules"), "draft": _draft_fact,
            },
            "rules that lie beside a document": _beside,
            "a second program by another name or link": _linked,
            "a document that ends the process that reads it": sound,
            "a picture of a card that is too large, or carries words": {
                "large": partial(_picture, False), "words": partial(_picture, True),
            },
        },
        {
            "a path in the facts of a game, of a draft": "opened: nothing was read there",
            "rules that lie beside a document": "opened: they were not read",
            "a picture of a card that is too large, or carries words": "drawn anew, or shown without",
        },
    ),
]  # fmt: skip
