"""What a person has set: typed, with a signal, kept by a store that `app` gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from PySide6.QtCore import QByteArray, QObject, Signal

from qtwar.session.begin import GRIDS


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the settings page; `choices` are values, their texts stand under `setting.<id>.<value>`."""

    id: str
    group: str
    kind: Literal["choice", "number", "switch"]
    default: Any
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1


SETTINGS: tuple[Setting, ...] = (
    Setting("language", "general", "choice", "en", ("en", "ja")),
    Setting("scale", "general", "number", 100, low=80, high=200, step=10),
    Setting("theme", "general", "choice", "system", ("system", "light", "dark", "contrast", "colour_blind")),
    Setting("motion", "general", "switch", True),
    Setting("touch", "general", "switch", False),
    Setting("menu", "general", "switch", True),
    Setting("tips", "general", "switch", True),
    Setting("updates", "general", "switch", False),
    Setting("minimap", "board", "switch", True),
    Setting("legend", "board", "switch", True),
    Setting("strictness", "play", "choice", "enforce", ("off", "warn", "enforce")),
    Setting("dice", "play", "choice", "program", ("program", "hand")),
    Setting("cover", "play", "switch", True),
    Setting("since", "play", "switch", True),
    Setting("turn_sound", "play", "switch", True),
    Setting("draft_style", "edit", "choice", "tactical", tuple(GRIDS)),
    Setting("draft_numbering", "edit", "choice", "style", ("style", "CCRR", "A1", "RRCC", "C.R", "1-C")),
    Setting("brush", "edit", "number", 1, low=1, high=7),
    Setting("keep_roads", "edit", "switch", True),
    Setting("paper", "print", "choice", "a4", ("a4", "letter", "a3", "tabloid")),
    Setting("units", "print", "choice", "mm", ("mm", "in")),
    Setting("margin", "print", "choice", "normal", ("narrow", "normal", "wide")),
    Setting("tone", "print", "choice", "colour", ("colour", "grey")),
    Setting("ink_saving", "print", "switch", False),
    Setting("sheet_language", "print", "choice", "window", ("window", "en", "ja", "both")),
    Setting("duplex", "print", "choice", "long", ("long", "short", "none")),
    Setting("keymap", "shortcuts", "choice", "qtwar", ("qtwar", "tiled", "vassal")),
)
BY_ID = {setting.id: setting for setting in SETTINGS}


def text_of(data: QByteArray) -> str:
    """Return bytes of Qt as a word for the settings."""
    return bytes(data.toBase64().data()).decode("ascii")


def bytes_of(text: object) -> QByteArray:
    """Return what `text_of` made a word of; nothing where it is none."""
    return QByteArray.fromBase64(text.encode("ascii", "replace")) if isinstance(text, str) else QByteArray()


class SettingsStore(Protocol):
    """Where settings are kept."""

    def load(self) -> dict[str, Any]:
        """Return what was kept, or an empty dictionary."""
        ...

    def save(self, values: Mapping[str, Any]) -> None:
        """Store the settings so that the next start finds them."""
        ...


class Memory:
    """A store that forgets when the program ends (tests, screenshots)."""

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self.values = dict(values or {})

    def load(self) -> dict[str, Any]:
        """Return the values."""
        return dict(self.values)

    def save(self, values: Mapping[str, Any]) -> None:
        """Hold the settings in memory only."""
        self.values = dict(values)


class Preferences(QObject):
    """The settings in force; `changed(id)` fires after each change and the store has it by then."""

    changed = Signal(str)

    def __init__(self, store: SettingsStore | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store: SettingsStore = store or Memory()
        self._values = self._store.load()

    @property
    def first_run(self) -> bool:
        """Whether nobody has answered the first questions yet."""
        return not self._values.get("welcomed", False)

    def get(self, ident: str) -> Any:
        """Return a setting; a kept value that does not fit any more counts as not set."""
        setting = BY_ID[ident]
        value = self._values.get(ident, setting.default)
        if setting.kind == "choice" and value not in setting.choices:
            return setting.default
        if setting.kind == "switch":
            return bool(value)
        if setting.kind == "number":
            return max(setting.low, min(setting.high, value)) if isinstance(value, int) else setting.default
        return value

    def set(self, ident: str, value: Any) -> None:
        """Change one setting, store it and tell those who listen."""
        if self.get(ident) == value and ident in self._values:
            return
        self._values[ident] = value
        self._store.save(self._values)
        self.changed.emit(ident)

    def is_set(self, ident: str) -> bool:
        """Whether it differs from what it is without the person's doing."""
        return self.get(ident) != BY_ID[ident].default

    def reset(self, ident: str) -> None:
        """Back to what it was."""
        self._values.pop(ident, None)
        self._store.save(self._values)
        self.changed.emit(ident)

    def extra(self, key: str, default: Any = None) -> Any:
        """Return something kept beside the settings: shortcuts, layouts, recent words.

        What is not of the kind of the default does not fit any more, and counts as not kept.
        """
        value = self._values.get(key, default)
        return value if default is None or isinstance(value, type(default)) else default

    def keep(self, key: str, value: Any) -> None:
        """Keep something beside the settings."""
        if self._values.get(key) != value:
            self._values[key] = value
            self._store.save(self._values)
