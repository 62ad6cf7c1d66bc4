"""Tokens: contrast of every pair that occurs, no colour anywhere else, icons that exist, both languages whole."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from qtwar.base.kana import fold
from qtwar.base.text import program
from qtwar.ui.actions import COMMANDS, MENUS
from qtwar.ui.preferences import SETTINGS
from qtwar.ui.theme import icons
from qtwar.ui.theme.tokens import THEMES, contrast

UI = Path(__file__).resolve().parents[3] / "qtwar" / "ui"
FILES = sorted(p for p in UI.rglob("*.py") if p.relative_to(UI).parts[0] != "board")
HEX = re.compile(r"#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?(?:[0-9A-Fa-f]{2})?\b(?!;)")
# Colour on ground that occurs in the window, with the ratio each must reach (WCAG 2: 4.5 text, 3 graphics).
TEXT_PAIRS = (
    *tuple(
        (fore, ground)
        for fore in ("text", "second")
        for ground in ("window", "panel", "raised", "sunk", "accent_ground")
    ),
    ("on_accent", "accent"),
    ("on_good", "good"),
    ("on_warn", "warn"),
    ("on_bad", "bad"),
    ("good", "good_ground"),
    ("warn", "warn_ground"),
    ("bad", "bad_ground"),
    ("text", "warn_ground"),
    ("text", "bad_ground"),
    ("text", "good_ground"),
    ("accent", "panel"),
    ("accent", "raised"),
    ("accent", "accent_ground"),
)
GRAPHIC_PAIRS = (
    ("accent", "window"),
    ("accent", "surround"),
    ("ring_twin", "surround"),
    ("good", "panel"),
    ("warn", "panel"),
    ("bad", "panel"),
    ("third", "panel"),
)


@pytest.mark.parametrize("name", THEMES)
def test_every_pair_can_be_read(name):
    t = THEMES[name]
    for pairs, least in ((TEXT_PAIRS, 4.5), (GRAPHIC_PAIRS, 3.0)):
        for fore, ground in pairs:
            ratio = contrast(getattr(t, fore), getattr(t, ground))
            assert ratio >= least, f"{name}: {fore} on {ground} is {ratio:.2f}"


def test_the_tokens_are_those_of_the_design():
    light, dark, high = THEMES["light"], THEMES["dark"], THEMES["contrast"]
    assert (light.window, light.panel, light.accent, light.bad) == ("#E9EBED", "#F6F7F8", "#1F5C99", "#B3261E")
    assert (dark.window, dark.raised, dark.text, dark.ring) == ("#14171A", "#262B31", "#E9ECEF", "#FFC53D")
    assert (high.accent, high.frame) == ("#FFE100", 2)


# Matrices of Machado, Oliveira and Fernandes 2009, severity 1.
DEFICIENCIES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@pytest.mark.parametrize("kind", DEFICIENCIES)
def test_good_and_bad_stay_apart_for_every_eye(kind):
    def seen(colour):
        linear = [((int(colour[i : i + 2], 16) / 255 + 0.055) / 1.055) ** 2.4 for i in (1, 3, 5)]
        return [sum(k * c for k, c in zip(row, linear, strict=True)) for row in DEFICIENCIES[kind]]

    t = THEMES["colour_blind"]
    good, bad = seen(t.good), seen(t.bad)
    assert sum((a - b) ** 2 for a, b in zip(good, bad, strict=True)) ** 0.5 > 0.1


def test_no_colour_is_written_outside_the_tokens():
    found = []
    for path in FILES:
        if path.name == "tokens.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in docs
                and HEX.search(node.value)
            ):
                found.append(f"{path.name}:{node.lineno} {node.value[:40]!r}")
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QColor"
            if named and any(isinstance(arg, ast.Constant) for arg in node.args):
                found.append(f"{path.name}:{node.lineno} QColor of a constant")
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Attribute)
                and node.value.attr == "GlobalColor"
            ) and node.attr != "transparent":
                found.append(f"{path.name}:{node.lineno} {node.attr}")
    assert not found, found


def test_every_text_is_there_in_both_languages():
    en, ja = program("en"), program("ja")
    assert set(en) == set(ja)
    hole = re.compile(r"\{([a-z_]+)")
    for key in en:
        assert set(hole.findall(ja[key])) <= set(hole.findall(en[key])) | {"n"}, key


def test_every_command_is_found_by_kana_too():
    ja = program("ja")
    assert not [command.id for command in COMMANDS if not re.search("[ぁ-ゖ]", fold(ja[f"romaji.{command.id}"]))]


def test_every_key_that_the_window_asks_for_exists():
    en = program("en")
    first = {key.partition(".")[0] for key in en}
    pattern = re.compile(r"^[a-z_]+(\.[a-z_0-9]+)+$")
    missing = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if pattern.match(text) and text.partition(".")[0] in first and text not in en:
                # a head such as `edit.area`, to which the choice is added, stands for its keys
                head = text if text.endswith("_") else f"{text}."
                if not any(key.startswith(head) for key in en):
                    missing.add(f"{path.name}: {text}")
    for command in COMMANDS:
        missing |= {k for k in (command.text, f"romaji.{command.id}") if k not in en}
    for menu in MENUS:
        missing |= {f"menu.{menu}"} - set(en)
    for setting in SETTINGS:
        wanted = {f"setting.{setting.id}", f"setting.{setting.id}.help", f"settings.group.{setting.group}"}
        wanted |= {f"setting.{setting.id}.{choice}" for choice in setting.choices}
        missing |= wanted - set(en)
    assert not missing, missing


def test_every_icon_is_in_the_font(qtbot):
    for command in COMMANDS:
        assert not command.icon or icons.known(command.icon), command.icon
    named = re.compile(r'icon(?:_name)?(?:=|\()"([a-z0-9-]+)"|IconButton\(\s*"([a-z0-9-]+)"')
    for path in FILES:
        for match in named.finditer(path.read_text(encoding="utf-8")):
            name = match[1] or match[2]
            assert icons.known(name), f"{path.name}: {name}"
