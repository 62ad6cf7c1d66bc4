"""Preset keys: QtWar's own, and those that hands know from Tiled or VASSAL; what a preset does not name keeps QtWar's.

Tiled: https://doc.mapeditor.org/en/stable/manual/keyboard-shortcuts/ and the tips of its tools; VASSAL: the keys that
its editor gives to the traits Can Flip (Layer), Delete and Can Rotate, and to stepping through a log.
"""

from __future__ import annotations

Keys = dict[str, tuple[str, ...]]

TILED: Keys = {
    "tool_select": ("S",),
    "tool_brush": ("B",),
    "tool_fill": ("F",),
    "tool_wand": ("W",),
    "tool_edge": ("T",),
    "tool_path": ("P",),
    "tool_label": ("X",),
    "tool_area": ("R",),
    "tool_box": ("I",),
    "tool_place": ("C",),
    "tool_eraser": ("E",),
    "zoom_100": ("Ctrl+0",),
    "zoom_fit": ("Ctrl+/",),
    "shortcuts": ("Ctrl+Shift+/",),
    "next_tab": ("Ctrl+Tab", "Alt+Right"),
    "previous_tab": ("Ctrl+Shift+Tab", "Alt+Left"),
    "board_hide": ("H",),
}
VASSAL: Keys = {
    "board_flip": ("Ctrl+F",),
    "board_rotate": ("Ctrl+]",),
    "board_remove": ("Ctrl+D",),
    "board_mask": ("Ctrl+I",),
    "find": ("Ctrl+Shift+F",),
    "replay_forward": ("PgDown", "Ctrl+Right"),
    "replay_back": ("PgUp", "Ctrl+Left"),
    "next_board": ("Alt+PgDown",),
    "previous_board": ("Alt+PgUp",),
    "zoom_in": ("Ctrl+=", "Ctrl++"),
    "undo": ("Ctrl+Z", "Ctrl+U"),
}
PRESETS: dict[str, Keys] = {"qtwar": {}, "tiled": TILED, "vassal": VASSAL}
VASSAL_WORDS = frozenset((
    "board_carry", "board_flip", "board_hide", "board_lens", "board_marker", "board_mask", "board_measure", "board_oob",
    "board_properties", "board_remove", "board_rotate", "board_when", "branch", "dice_hand", "dock_history", "dock_log",
    "dock_oob", "dock_stack", "edit_position", "hand_over", "keep_game", "new_draft", "next_board", "open", "print",
    "public_window", "remark", "replay_back", "replay_forward", "roll", "rules_off", "save_copy_for", "settings",
    "shelf", "tables_show", "undo", "zoom_fit"
))  # fmt: skip
"""Commands that the palette also finds by what they are called in VASSAL."""
