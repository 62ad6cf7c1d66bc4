"""Palettes: named colours of a title, so that a colour-blind or high-contrast set is data.

A token is `$group.name` (`$us.base`); `$field.name` looks the group up in the piece's own field (`$nation.base`).
After the token may follow `@` and an opacity: `$us.ink@0.5`. Plain `#rrggbb` is allowed everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.model.problem import near

_HEX: Final = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")

#: Colours every title shares (look.md 4, common).
COMMON: Final[dict[str, Any]] = {
    "ink": "#2a2a22",
    "frame": "#efe6c8",
    "oxblood": "#8e2f22",
    "gold": "#a8893f",
    "halo": "#f6efd4",
    "shadow": "#140f05",
    "table": "#cfc4a3",
    "white": "#ffffff",
    "black": "#000000",
}


class Palette:
    """Colours by name, or by group and name."""

    def __init__(self, colors: Mapping[str, Any], name: str = "standard") -> None:
        self.name = name
        self.colors: dict[str, Any] = {**COMMON, **colors}

    def over(self, changes: Mapping[str, Any], name: str) -> Palette:
        """Return this palette with some colours replaced, groups merged."""
        merged = dict(self.colors)
        for key, value in changes.items():
            old = merged.get(key)
            merged[key] = {**old, **value} if isinstance(old, Mapping) and isinstance(value, Mapping) else value
        return Palette(merged, name)

    def color(self, token: str, fields: Mapping[str, Any] | None = None) -> dl.Color:
        """Return the colour of a token or a plain colour; raise DataFault naming the token."""
        name, _, alpha = str(token).partition("@")
        if name.startswith("$"):
            found = self._token(name[1:], fields or {})
        else:
            found = name
        if not isinstance(found, str) or not _HEX.match(found):
            raise DataFault("fault.draw.colour", colour=token)
        try:
            return dl.with_alpha(found, float(alpha)) if alpha else found
        except ValueError as error:
            raise DataFault("fault.draw.tint", colour=token) from error

    def _token(self, name: str, fields: Mapping[str, Any]) -> object:
        group, dot, part = name.partition(".")
        if dot and group not in self.colors and group in fields:
            group = str(fields[group]).lower()
        value = self.colors.get(group)
        if dot:
            value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(value, str) and value.startswith("$"):
            return self._token(value[1:], fields)
        if value is None:
            known = [
                f"{key}.{inner}" if inner else key
                for key, content in self.colors.items()
                for inner in (content if isinstance(content, Mapping) else [""])
            ]
            hint = near(f"{group}.{part}" if dot else group, known)
            raise DataFault("fault.draw.no_colour", hint=hint, palette=self.name, name=name, group=group)
        return value


def palettes_from(data: Mapping[str, Any]) -> dict[str, Palette]:
    """Return the palettes of a file's `palettes:` part; each but `standard` changes the standard one."""
    standard = Palette(data.get("standard", {}))
    return {
        "standard": standard,
        **{name: standard.over(part, name) for name, part in data.items() if name != "standard"},
    }


def luminance(color: dl.Color) -> float:
    """Return the relative luminance of a colour, 0 to 1, its alpha left out."""
    channels = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: dl.Color, second: dl.Color) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)
