"""What a side keeps of a game by mail: whose turn the files are, what was promised, and its own secrets."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.engine.forms import anything, either, exactly, flag, having, index, listed, mapped, maybe, text, whole
from qtwar.mail import keys, letter
from qtwar.mail.keys import Keys

Json = dict[str, Any]

_hex_or_none = either(keys.is_hex, lambda value: value == "")
_form = exactly(
    game=lambda value: keys.is_hex(value, 32), host=flag, mine=listed(text), theirs=listed(text),
    rolls=lambda value: value in letter.ROLLS, module=keys.is_hex,
    own=exactly(sign=keys.is_hex, box=keys.is_hex, chain=keys.is_hex),
    their_key=_hex_or_none, their_box=either(keys.is_box, lambda value: value == ""), their_link=_hex_or_none,
    no=whole(0, 2 * keys.LINKS - 1), rows=index, base=index, held=index, rolled=index,
    end=maybe(exactly(how=lambda value: value in ("draw", "resigned"), by=text)), offers=flag, offered=flag,
    wants=maybe(mapped(anything)), owes=flag, seen=index, tries=index, their_tries=index, said=text,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Exchange:
    """The state of the exchange on one side."""

    game: str
    host: bool
    """Whether this side invited."""
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    rolls: str
    """`each`: a roll when a file went back and forth; `turn`: by who has the turn."""
    module: str
    """Hash of rules and content that both play by."""
    own: Keys
    their_key: str = ""
    their_box: str = ""
    their_link: str = ""
    """The last number that they showed."""
    no: int = 0
    """The last file, sent or opened."""
    rows: int = 0
    """Journal rows up to the end of the last file: those behind are for the next one."""
    base: int = 0
    """Entries in force there."""
    held: int = 0
    """Entries that chance has fallen upon since: none of them is taken back."""
    rolled: int = 0
    """How often chance was asked since."""
    wants: Json | None = None
    """The order whose dice fall when the other side opens the file."""
    owes: bool = False
    """Whether the other side does not know yet what its last order came to."""
    seen: int = 0
    """Entries in force before the last file of the other side."""
    tries: int = 0
    their_tries: int = 0
    """How often the most tried entry of the present and of their last turn was played."""
    said: str = ""
    """What they wrote along with their last file."""

    offers: bool = False
    """Whether this side's last file offered a draw."""
    offered: bool = False
    """Whether their last file did."""
    end: Json | None = None
    """How the sides ended the game themselves: `how`, draw or resigned, and `by` which side."""

    @property
    def my_turn(self) -> bool:
        """Whether the next file is this side's."""
        return self.no > 0 and ((self.no + 1) % 2 == 1) == self.host

    @property
    def ended(self) -> str:
        """Return how the sides ended the game themselves: `draw`, or resigned by `mine` or `theirs`; empty where they did not."""
        if self.end is None:
            return ""
        return "draw" if self.end["how"] == "draw" else "mine" if self.end["by"] in self.mine else "theirs"

    def my_link(self, no: int) -> str:
        """Return this side's number that file `no`, one of its own, shows."""
        return self.own.link((no - 1) // 2 if self.host else (no - 2) // 2)

    def seed(self, no: int) -> str:
        """Return the key of the chance upon file `no`, the last or the one that goes out next."""
        mine_first = no % 2 == (1 if self.host else 0)
        first, then = (self.my_link(no), self.their_link) if mine_first else (self.their_link, self.my_link(no + 1))
        return keys.seed(self.game, no, first, then)

    def to_json(self) -> Json:
        """Return it as it stands in a document."""
        return {**asdict(self), "mine": list(self.mine), "theirs": list(self.theirs)}

    @classmethod
    def from_json(cls, data: Any) -> Exchange:
        """Return what stands in a document; raises DataFault."""
        if isinstance(data, dict):
            data = {"offers": False, "offered": False, "end": None, **data}  # of a game from before there were such ends
        if not _form(data):
            raise DataFault("fault.mail.document")
        own = Keys(**data["own"])
        return cls(**{**data, "own": own, "mine": tuple(data["mine"]), "theirs": tuple(data["theirs"])})


@dataclass(frozen=True, slots=True)
class Files:
    """The hashes of all files of a game in order, and the last that this side sent, to be saved again."""

    hashes: tuple[str, ...] = ()
    sent: str = field(default="", repr=False)
    """In base64."""

    def to_json(self) -> Json:
        """Return it as it stands in a document."""
        return {"hashes": list(self.hashes), "sent": self.sent}

    @classmethod
    def from_json(cls, data: Any) -> Files:
        """Return what stands in a document; raises DataFault."""
        if not having({"hashes": listed(keys.is_hex), "sent": text})(data):
            raise DataFault("fault.mail.document")
        return cls(tuple(data["hashes"]), data["sent"])
