"""Every command once: id, text key, icon, shortcut, where it applies. Pages give the handlers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence

from qtwar.ui.i18n import suited, tr
from qtwar.ui.keymaps import PRESETS
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.plain import plain


@dataclass(frozen=True, slots=True)
class Command:
    """A command; `menu` is where it stands.

    `scope` is `app` (always), `play` (a game is in front), `edit` (a draft is) or `board` (the board has the keyboard,
    and takes the key before anybody else).
    """

    id: str
    menu: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    scope: str = "app"
    checkable: bool = False
    bare: bool = False  # a key without modifier: only while no text is typed
    gap: bool = False  # a line before it in its menu

    @property
    def text(self) -> str:
        """Return the key of the command's text."""
        return f"action.{self.id}"


COMMANDS: tuple[Command, ...] = (
    Command("new_draft", "file", ("Ctrl+N",), "pencil-ruler"),
    Command("play_by_mail", "file", (), "email-outline"),
    Command("open", "file", ("Ctrl+O",), "folder-open-outline"),
    Command("restore", "file", (), "backup-restore"),
    Command("host_table", "file", ("Ctrl+Shift+H",), "account-multiple-plus-outline", gap=True),
    Command("join_table", "file", ("Ctrl+J",), "account-arrow-right-outline"),
    Command("add_to_library", "file", ("Ctrl+Shift+L",), "bookshelf", "edit", gap=True),
    Command("export_module", "file", ("Ctrl+Shift+E",), "package-variant-closed", "edit"),
    Command("save_copy", "file", ("Ctrl+Shift+S",), "content-save-outline", "edit"),
    Command("save_copy_for", "file", (), "account-eye-outline", "play"),
    Command("keep_game", "file", ("Ctrl+S",), "content-save-check-outline", "play"),
    Command("print", "file", ("Ctrl+P",), "printer-outline", gap=True),
    Command("close_tab", "file", ("Ctrl+W",), "close", gap=True),
    Command("settings", "file", ("Ctrl+,",), "cog-outline"),
    Command("quit", "file", ("Ctrl+Q",), "exit-to-app", gap=True),
    Command("undo", "edit", ("Ctrl+Z",), "undo", "play"),
    Command("redo", "edit", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "play"),
    Command("palette", "edit", ("Ctrl+Shift+P", "Ctrl+K"), "magnify", gap=True),
    Command("find", "edit", ("Ctrl+F",), "text-search", "play"),
    Command("goto", "edit", ("Ctrl+G",), "crosshairs-gps", "play"),
    Command("dock_oob", "view", ("Ctrl+B",), "file-tree-outline", "play", True),
    Command("dock_stack", "view", ("Alt+2",), "layers-outline", "play", True),
    Command("dock_odds", "view", ("Alt+3",), "scale-balance", "play", True),
    Command("dock_orders", "view", ("Alt+4",), "account-voice", "play", True),
    Command("dock_log", "view", ("Alt+5",), "text-box-outline", "play", True),
    Command("dock_tables", "view", ("Alt+6",), "table", "play", True),
    Command("dock_history", "view", ("Alt+7",), "history", "play", True),
    Command("dock_bookmarks", "view", ("Alt+8",), "bookmark-outline", "play", True),
    Command("dock_agenda", "view", ("Alt+0",), "format-list-checks", "play", True),
    Command("shelf", "view", ("Alt+9",), "view-grid-outline", "play", True),
    Command("layout_play", "view", ("Ctrl+Alt+1",), "view-dashboard-outline", "play", gap=True),
    Command("layout_teach", "view", ("Ctrl+Alt+2",), "school-outline", "play"),
    Command("layout_two", "view", ("Ctrl+Alt+3",), "monitor-multiple", "play"),
    Command("layout_map", "view", ("Shift+F11",), "map-outline", "play"),
    Command("layout_reset", "view", ("Ctrl+Alt+0",), "restore", "play"),
    Command("full_screen", "view", ("F11",), "fullscreen", checkable=True),
    Command("zoom_in", "view", ("Ctrl++", "Ctrl+="), "magnify-plus-outline", "play", gap=True),
    Command("zoom_out", "view", ("Ctrl+-",), "magnify-minus-outline", "play"),
    Command("zoom_fit", "view", ("Ctrl+0",), "fit-to-page-outline", "play"),
    Command("zoom_100", "view", ("Ctrl+1",), "magnify", "play"),
    Command("next_board", "view", ("PgDown",), "chevron-right", "play"),
    Command("previous_board", "view", ("PgUp",), "chevron-left", "play"),
    Command("next_overlay", "view", ("Y",), "layers-outline", "play", bare=True),
    Command("scale_up", "view", ("Ctrl+Alt++", "Ctrl+Alt+="), "format-font-size-increase", gap=True),
    Command("scale_down", "view", ("Ctrl+Alt+-",), "format-font-size-decrease"),
    Command("next_region", "view", ("F6",), "arrow-right-bold-box-outline"),
    Command("primary", "play", ("Ctrl+Return",), "check", "play"),
    Command("previous_region", "view", ("Shift+F6",), "arrow-left-bold-box-outline"),
    Command("roll", "play", ("R",), "dice-multiple-outline", "play", bare=True),
    Command("draw", "play", ("D",), "cup-outline", "play", bare=True),
    Command("next_todo", "play", ("N",), "skip-next-outline", "play", bare=True),
    Command("previous_todo", "play", ("Shift+N",), "skip-previous-outline", "play", bare=True),
    Command("rules_off", "play", ("Ctrl+Alt+O",), "shield-off-outline", "play", True, gap=True),
    Command("rules_warn", "play", ("Ctrl+Alt+W",), "shield-alert-outline", "play", True),
    Command("rules_enforce", "play", ("Ctrl+Alt+E",), "shield-check-outline", "play", True),
    Command("dice_program", "play", ("Ctrl+Alt+D",), "dice-multiple-outline", "play", True, gap=True),
    Command("dice_hand", "play", ("Ctrl+Alt+H",), "hand-back-right-outline", "play", True),
    Command("dice_stats", "play", ("Ctrl+Alt+S",), "chart-bar", "play"),
    Command("hand_over", "play", ("F9",), "account-switch-outline", "play", gap=True),
    Command("table_say", "play", ("Ctrl+Shift+Y",), "chat-outline", "play", gap=True),
    Command("table_draw", "play", (), "handshake-outline", "play"),
    Command("table_adjourn", "play", (), "pause-circle-outline", "play"),
    Command("table_resign", "play", (), "flag-outline", "play"),
    Command("table_seat", "play", ("Ctrl+Alt+T",), "account-cog-outline", "play"),
    Command("table_host", "play", ("Ctrl+Alt+G",), "shield-account-outline", "play"),
    Command("send_mail", "play", ("Ctrl+Alt+M",), "email-fast-outline", "play"),
    Command("remark", "play", ("T",), "comment-plus-outline", "play", bare=True),
    Command("bookmark", "play", ("Ctrl+M",), "bookmark-plus-outline", "play"),
    Command("branch", "play", ("Ctrl+Shift+B",), "source-branch", "play"),
    Command("edit_position", "play", ("Ctrl+E",), "pencil-ruler", "play"),
    Command("replay_first", "play", ("Ctrl+Home",), "skip-backward", "play", gap=True),
    Command("replay_back", "play", ("Ctrl+Left",), "step-backward", "play"),
    Command("replay_forward", "play", ("Ctrl+Right",), "step-forward", "play"),
    Command("replay_live", "play", ("Ctrl+End",), "skip-forward", "play"),
    Command("page_map", "build", ("Ctrl+Shift+1",), "map-outline", "edit", True),
    Command("page_counters", "build", ("Ctrl+Shift+2",), "cards-outline", "edit", True),
    Command("page_oob", "build", ("Ctrl+Shift+3",), "file-tree-outline", "edit", True),
    Command("page_tables", "build", ("Ctrl+Shift+4",), "table", "edit", True),
    Command("page_scenarios", "build", ("Ctrl+Shift+5",), "text-box-outline", "edit", True),
    Command("tool_select", "build", ("V",), "cursor-default-outline", "edit", True, True, gap=True),
    Command("tool_brush", "build", ("B",), "brush", "edit", True, True),
    Command("tool_fill", "build", ("G",), "format-color-fill", "edit", True, True),
    Command("tool_wand", "build", ("W",), "auto-fix", "edit", True, True),
    Command("tool_edge", "build", ("E",), "hexagon-outline", "edit", True, True),
    Command("tool_path", "build", ("P",), "vector-polyline", "edit", True, True),
    Command("tool_elevation", "build", ("U",), "terrain", "edit", True, True),
    Command("tool_label", "build", ("T",), "format-text", "edit", True, True),
    Command("tool_area", "build", ("A",), "lasso", "edit", True, True),
    Command("tool_box", "build", ("X",), "crop-square", "edit", True, True),
    Command("tool_place", "build", ("S",), "map-marker-plus-outline", "edit", True, True),
    Command("tool_measure", "build", ("K",), "ruler", "edit", True, True),
    Command("tool_eraser", "build", ("Shift+B",), "eraser", "edit", True, True),
    Command("tool_calibrate", "build", (), "image-filter-center-focus", "edit", True),
    Command("import_map", "build", (), "map-outline", "edit", gap=True),
    Command("import_picture", "build", (), "image-plus-outline", "edit"),
    Command("edit_history", "build", ("Ctrl+H",), "history", "edit", gap=True),
    Command("play_here", "build", ("F5",), "play", "edit"),
    Command("play_from", "build", ("Shift+F5",), "play-circle-outline", "edit"),
    Command("tables_show", "tables", ("Ctrl+T",), "table", "play"),
    Command("tables_used", "tables", ("Ctrl+Shift+T",), "table-arrow-right", "play"),
    Command("new_window", "window", ("Ctrl+Shift+N",), "dock-window", "play"),
    Command("public_window", "window", ("Ctrl+Alt+N",), "monitor-eye", "play"),
    Command("board_carry", "board", ("M",), "hand-back-right-outline", "board", bare=True),
    Command("board_land", "board", ("L",), "call-split", "board", bare=True),
    Command("board_join", "board", ("J",), "call-merge", "board", bare=True),
    Command("board_measure", "board", ("K",), "ruler", "board", bare=True),
    Command("board_hide", "board", ("H",), "eye-off-outline", "board", bare=True),
    Command("board_lens", "board", ("V",), "magnify-plus-outline", "board", bare=True),
    Command("board_pin", "board", ("P",), "pin-outline", "board", bare=True),
    Command("board_flip", "board", ("F",), "flip-horizontal", "board", bare=True),
    Command("board_rotate", "board", ("R",), "rotate-right", "board", bare=True),
    Command("board_remove", "board", ("Del",), "delete-outline", "board", bare=True),
    Command("board_mask", "board", ("X",), "incognito", "board", bare=True),
    Command("board_marker", "board", ("C",), "marker-check", "board", bare=True),
    Command("board_properties", "board", ("I",), "information-outline", "board", bare=True),
    Command("board_oob", "board", ("O",), "file-tree-outline", "board", bare=True),
    Command("board_when", "board", ("W",), "history", "board", bare=True),
    Command("library", "window", ("Ctrl+L",), "bookshelf"),
    Command("next_tab", "window", ("Ctrl+Tab", "Ctrl+PgDown"), "tab"),
    Command("previous_tab", "window", ("Ctrl+Shift+Tab", "Ctrl+PgUp"), "tab"),
    Command("rule_help", "help", ("F1",), "help-circle-outline"),
    Command("guide", "help", ("Shift+F1",), "book-open-variant"),
    Command("shortcuts", "help", ("Ctrl+/",), "keyboard-outline"),
    Command("updates", "help", (), "update", gap=True),
    Command("about", "help", (), "information-outline"),
)
OF_A_PAGE = ("find", "goto", "print")  # the window does them, of the page in front
MENUS = ("file", "edit", "view", "play", "build", "tables", "window", "help")
SECTIONS = (*MENUS, "board")  # of the page of shortcuts: what the board does has no menu
TOGETHER = {"app": ("app", "play", "edit", "board"), "play": ("app", "play", "board"), "edit": ("app", "edit")}
TOGETHER["board"] = TOGETHER["play"]  # scopes whose keys can meet
BY_ID = {command.id: command for command in COMMANDS}


CHORD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def chord(key: str) -> QKeyCombination:
    """Return the first key of a shortcut, with its modifiers."""
    return QKeySequence(key)[0]  # type: ignore[index]


class Actions(QObject):
    """The commands as QActions of one window, with the person's own shortcuts over the preset ones."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.own: dict[str, list[str]] = {}
        self.preset = "qtwar"
        self.ground = ""  # kind of grid of the board in front
        self._board: dict[str, str] = {}  # key pressed → the board's own key for what it does now
        self._app: dict[str, Callable[..., object]] = {}
        self._page: dict[str, Callable[..., object]] = {}
        self._without: Collection[str] = ()
        self._actions: dict[str, QAction] = {}
        for command in COMMANDS:
            action = QAction(self)
            action.setCheckable(command.checkable)
            if command.icon:
                action.setIcon(icon(command.icon))
            action.triggered.connect(lambda checked=False, c=command: self._run(c, checked))
            self._actions[command.id] = action
        self.retranslate()
        self._assign()

    def __getitem__(self, ident: str) -> QAction:
        return self._actions[ident]

    def keys(self, ident: str) -> list[str]:
        """Return the shortcuts in force of a command."""
        return self.own.get(ident, self.preset_keys(ident))

    def preset_keys(self, ident: str) -> list[str]:
        """Return the shortcuts of a command in the preset in force."""
        return list(PRESETS[self.preset].get(ident, BY_ID[ident].keys))

    def set_preset(self, preset: str) -> None:
        """Take another preset; the person's own shortcuts stay over it."""
        self.preset = preset if preset in PRESETS else "qtwar"
        self._assign()
        self.changed.emit()

    def set_own(self, own: dict[str, list[str]]) -> None:
        """Take the person's shortcuts; ids that are no command are left out."""
        self.own = {k: [str(v) for v in keys] for k, keys in own.items() if k in BY_ID}
        self._assign()
        self.changed.emit()

    def set_keys(self, ident: str, keys: list[str]) -> None:
        """Give a command its own shortcuts; the preset ones again where they are the same."""
        if keys == self.preset_keys(ident):
            self.own.pop(ident, None)
        else:
            self.own[ident] = keys
        self._assign()
        self.changed.emit()

    def conflicts(self) -> dict[str, list[str]]:
        """Return shortcut → ids, for each shortcut that commands share which can meet.

        What a preset shares is meant so: R turns the counter that is picked, and rolls where none is.
        """
        users: dict[str, list[str]] = {}
        for command in COMMANDS:
            for key in self.keys(command.id):
                users.setdefault(QKeySequence(key).toString(), []).append(command.id)
        shared = {key: [i for i in ids if any(self._meet(i, other) for other in ids)] for key, ids in users.items()}
        return {key: ids for key, ids in shared.items() if ids}

    def _meet(self, one: str, other: str) -> bool:
        own = one in self.own or other in self.own
        return own and one != other and BY_ID[other].scope in TOGETHER[BY_ID[one].scope]

    def _assign(self) -> None:
        for command in COMMANDS:
            # A letter alone is heard by the page, while no text is typed; the board hears its keys by itself.
            keys = [k for k in self.keys(command.id) if not command.bare or chord(k).keyboardModifiers() & CHORD]
            self._actions[command.id].setShortcuts([QKeySequence(k) for k in keys] if command.scope != "board" else [])
        own = [c for c in COMMANDS if c.scope == "board"]
        self._board = {QKeySequence(c.keys[0]).toString(): "" for c in own}
        self._board.update({QKeySequence(k).toString(): c.keys[0] for c in own for k in self.keys(c.id)})

    def key_text(self, ident: str) -> str:
        """Return how the first key of a command is written; of what is no command, the key itself."""
        keys = self.keys(ident)[:1] if ident in BY_ID else [ident] if ident else []
        return QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""

    def board_key(self, key: int, modifiers: Qt.KeyboardModifier) -> tuple[int, Qt.KeyboardModifier]:
        """Return the key by which the board knows what is pressed; an unknown one for a key that was given away."""
        shift = modifiers & Qt.KeyboardModifier.ShiftModifier
        pressed = QKeySequence(QKeyCombination(modifiers & ~Qt.KeyboardModifier.ShiftModifier & CHORD, Qt.Key(key)))
        meant = self._board.get(pressed.toString())
        if meant is None:
            return key, modifiers
        return (chord(meant).key() if meant else Qt.Key.Key_unknown), shift

    def bare_key(self, key: QKeySequence, scope: str = "play") -> str:
        """Return a page's command of a key without modifier, or an empty word; asked while no text is typed."""
        text = key.toString()
        for command in COMMANDS:
            if command.bare and command.scope == scope and any(QKeySequence(k).toString() == text for k in self.keys(command.id)):
                return command.id
        return ""

    def handle(self, handlers: dict[str, Callable[..., object]]) -> None:
        """Set the handlers of the commands that always apply."""
        self._app = handlers
        self.refresh()

    def set_page(self, handlers: dict[str, Callable[..., object]], ground: str = "", without: Collection[str] = ()) -> None:
        """Set the handlers of the page in front, the kind of grid by which its cells are called, and what is not done now."""
        self._page, self._without = handlers, without
        if ground != self.ground:
            self.ground = ground
            self.retranslate()
        self.refresh()

    def refresh(self) -> None:
        """Grey what has no handler now."""
        for command in COMMANDS:
            able = command.id in self._page or command.id in self._app
            self._actions[command.id].setEnabled(able and command.id not in self._without)

    def _run(self, command: Command, checked: bool) -> None:
        handler = self._page.get(command.id) or self._app.get(command.id)
        if handler is None:
            return
        if command.checkable:
            handler(checked)
        else:
            handler()

    def name(self, ident: str) -> str:
        """Return what a command is called on the page in front."""
        return tr(suited(BY_ID[ident].text, self.ground))

    def retranslate(self) -> None:
        """Say every command again."""
        for command in COMMANDS:
            action = self._actions[command.id]
            action.setText(self.name(command.id))
            action.setToolTip(plain(self.name(command.id).replace("…", "")))
