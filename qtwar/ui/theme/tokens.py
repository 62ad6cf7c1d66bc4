"""The colours and measures of the window, by name. Every colour of `ui` is written here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Tokens:
    """One theme: colours as #RRGGBB, `frame` the width in px of the frame round tinted grounds."""

    window: str
    panel: str
    raised: str
    sunk: str
    line: str
    hairline: str
    text: str
    second: str
    third: str
    accent: str
    on_accent: str
    accent_ground: str
    good: str
    warn: str
    bad: str
    good_ground: str
    warn_ground: str
    bad_ground: str
    on_good: str
    on_warn: str
    on_bad: str
    ring: str
    ring_twin: str
    surround: str
    shadow: str
    veil: str
    frame: int = 1
    dark: bool = False

    def colours(self) -> dict[str, str]:
        """Return name → #RRGGBB."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("frame", "dark")}


_COLOURS = {
    # name: light, dark, contrast
    "window": ("#E9EBED", "#14171A", "#000000"),
    "panel": ("#F6F7F8", "#1C2024", "#000000"),
    "raised": ("#FFFFFF", "#262B31", "#000000"),
    "sunk": ("#EEF0F2", "#171A1E", "#101010"),
    "line": ("#D0D5DA", "#3A4149", "#FFFFFF"),
    "hairline": ("#E2E5E8", "#2C3238", "#8A8A8A"),
    "text": ("#1B2229", "#E9ECEF", "#FFFFFF"),
    "second": ("#56616C", "#AAB4BE", "#FFFFFF"),
    "third": ("#7A8591", "#828D98", "#D0D0D0"),
    "accent": ("#1F5C99", "#7FB4EE", "#FFE100"),
    "on_accent": ("#FFFFFF", "#0D1B2A", "#000000"),
    "accent_ground": ("#DCE9F6", "#22374D", "#332D00"),
    "good": ("#256E37", "#7CCB8E", "#5CFF7A"),
    "warn": ("#8F5400", "#F0B65A", "#FFB000"),
    "bad": ("#B3261E", "#FF8A80", "#FF7B72"),
    "good_ground": ("#DFF1E3", "#1E3626", "#000000"),
    "warn_ground": ("#FCEFD6", "#3B2E17", "#000000"),
    "bad_ground": ("#FBE3E1", "#43211F", "#000000"),
    "on_good": ("#FFFFFF", "#0D1B2A", "#000000"),
    "on_warn": ("#FFFFFF", "#0D1B2A", "#000000"),
    "on_bad": ("#FFFFFF", "#0D1B2A", "#000000"),
    "ring": ("#F2B01E", "#FFC53D", "#FFE100"),
    "ring_twin": ("#1B2229", "#FFFFFF", "#FFFFFF"),
    "surround": ("#C9CED2", "#0E1012", "#000000"),
    "shadow": ("#1B2229", "#000000", "#FFFFFF"),
    "veil": ("#F6F7F8", "#14171A", "#000000"),
}


def _theme(column: int, **more: int | bool) -> Tokens:
    return Tokens(**{name: row[column] for name, row in _COLOURS.items()}, **more)  # type: ignore[arg-type]


LIGHT, DARK, CONTRAST = _theme(0), _theme(1, dark=True), _theme(2, dark=True, frame=2)

# Blue and orange stay apart under all three deficiencies where green and red do not.
COLOUR_BLIND = replace(
    LIGHT,
    accent="#0B5A9E",
    good="#00588F",
    good_ground="#D9ECF8",
    warn="#7A5600",
    warn_ground="#FBF0CC",
    bad="#A84300",
    bad_ground="#FCE6D6",
)

THEMES: dict[str, Tokens] = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST, "colour_blind": COLOUR_BLIND}

TYPE = {"body": 13, "small": 12, "caps": 11, "heading": 16, "page": 24}


def luminance(colour: str) -> float:
    """Return the relative luminance (0 to 1) of #RRGGBB."""

    def channel(at: int) -> float:
        c = int(colour[at : at + 2], 16) / 255
        return c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4

    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """Return `one` with `share` (0 to 1) of `other` in it."""
    channels = (round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5))
    return "#" + "".join(f"{c:02X}" for c in channels)


NEW_SIDES = ("#8fb4d6", "#c8705f", "#8fa66a", "#c9a24b", "#9a86b8", "#7f8f98")
"""Colours that the editor gives to the sides of a draft, in turn."""


def ink_on(ground: str) -> str:
    """Return the darker or lighter text colour that reads better on a ground."""
    dark, light = LIGHT.text, LIGHT.on_accent
    return dark if contrast(dark, ground) > contrast(light, ground) else light
