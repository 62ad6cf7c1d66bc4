"""Frames, labels and buttons that dress by kind and speak the language in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qtwar.base.kana import fold
from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.plain import plain


def set_kind(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the stylesheet looks at and let it look again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class Panel(Speaks, QFrame):
    """A frame with a box layout whose margins, spacing, height and width follow the scale (0: as its parts need)."""

    def __init__(
        self,
        kind: str = "",
        *,
        row: bool = False,
        margins: tuple[int, int, int, int] = (0, 0, 0, 0),
        spacing: int = 0,
        high: int = 0,
        wide: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._margins, self._spacing, self._high, self._wide = margins, spacing, high, wide
        if kind:
            self.setProperty("kind", kind)
        self.box: QBoxLayout = QHBoxLayout(self) if row else QVBoxLayout(self)
        self._fit()

    def lay(self, *parts: QWidget | tuple[QWidget, int] | None, grow: QWidget | None = None) -> Self:
        """Put widgets into the box, one behind the other; `grow`, or a gap (None), takes the room that is left.

        Several that grow are given as (widget, share).
        """
        for part in parts:
            if part is None:
                self.box.addStretch(1)
            elif isinstance(part, tuple):
                self.box.addWidget(*part)
            else:
                self.box.addWidget(part, 1 if part is grow else 0)
        return self

    def _fit(self) -> None:
        self.box.setContentsMargins(*(px(m) for m in self._margins))
        self.box.setSpacing(px(self._spacing))
        if self._high:
            self.setFixedHeight(px(self._high))
        if self._wide:
            self.setFixedWidth(px(self._wide))

    def restyle(self) -> None:
        """Take sizes at the new scale."""
        self._fit()


class TextLabel(Speaks, QLabel):
    """A label by kind (ux.md 7): body, second, strong, heading, page, prompt, caps, chip, key.

    It says the text of a `key`, or a `text` that comes from data.
    """

    def __init__(
        self,
        kind: str = "",
        key: str = "",
        parent: QWidget | None = None,
        *,
        text: str = "",
        wrap: bool = False,
        **args: Any,
    ) -> None:
        super().__init__(parent)
        self.setWordWrap(wrap)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if kind:
            self.setProperty("kind", kind)
        if key:
            self.say(self.setText, key, **args)
        elif text:
            self.setText(text)
        if kind.startswith(("chip", "key")):
            self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)

    def show_data(self, text: str) -> None:
        """Show a text that comes from data, not from the catalogue."""
        self.unsay(self.setText)
        if self.text() != text:
            self.setText(text)


class Button(Speaks, QPushButton):
    """A push button with a text key; `kind` primary, quiet, nav, compact or link."""

    def __init__(
        self,
        key: str = "",
        *,
        text: str = "",
        kind: str = "",
        icon_name: str = "",
        then: Callable[[], object] | None = None,
        parent: QWidget | None = None,
        **args: Any,
    ) -> None:
        super().__init__(parent)
        if kind:
            self.setProperty("kind", kind)
        self._icon_name = icon_name
        if key:
            self.say(self.setText, key, **args)
        elif text:
            self.setText(text)
        self.restyle()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if then is not None:
            self.clicked.connect(lambda *_: then())

    def set_icon(self, name: str, role: str = "") -> None:
        """Set the icon by its Material name."""
        self._icon_name = name
        if name:
            kind = self.property("kind")
            role = role or ("on_accent" if kind == "primary" else "accent" if kind == "nav" else "text")
            self.setIcon(icon(name, role))
            size = px(16)
            self.setIconSize(QSize(size, size))

    def restyle(self) -> None:
        """Take the icon size at the new scale."""
        if self._icon_name:
            self.set_icon(self._icon_name)


class IconButton(Speaks, QToolButton):
    """A square button with an icon only; its key is its accessible name and its tip."""

    def __init__(
        self,
        icon_name: str,
        key: str,
        *,
        size: int = 32,
        checkable: bool = False,
        role: str = "second",
        shortcut: str = "",
        then: Callable[[], object] | None = None,
        parent: QWidget | None = None,
        **args: Any,
    ) -> None:
        super().__init__(parent)
        self._size, self._name, self._role = size, icon_name, role
        self._shortcut = shortcut
        self.setCheckable(checkable)
        self.setAutoRaise(True)
        self.say(self._tell, key, **args)
        self.restyle()
        if then is not None:
            self.clicked.connect(lambda *_: then())

    def _tell(self, text: str) -> None:
        self.setAccessibleName(text)
        self.setToolTip(plain(f"{text}  ({self._shortcut})" if self._shortcut else text))

    def set_icon(self, name: str, role: str = "") -> None:
        """Show another icon."""
        self._name, self._role = name, role or self._role
        self.restyle()

    def restyle(self) -> None:
        """Take size and icon at the new scale; touch wants larger targets."""
        side = px(max(self._size, 40) if current().touch else self._size)
        self.setFixedSize(side, side)
        glyph = px(min(18, self._size - 8))
        self.setIcon(icon(self._name, self._role))
        self.setIconSize(QSize(glyph, glyph))


class IconLabel(Speaks, QLabel):
    """An icon that only shows something, `size` px at 100 %."""

    def __init__(self, icon_name: str = "", role: str = "second", size: int = 16) -> None:
        super().__init__()
        self._name, self._role, self._size = icon_name, role, size
        self.restyle()

    def show_icon(self, name: str, role: str) -> None:
        """Show another icon."""
        self._name, self._role = name, role
        self.restyle()

    def restyle(self) -> None:
        """Take the icon at the new scale."""
        if self._name:
            self.setPixmap(icon(self._name, self._role).pixmap(QSize(px(self._size), px(self._size))))


class QuietCombo(QComboBox):
    """A list that the wheel scrolls past: it chooses nothing, also where the list has the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the wheel scroll what the list stands in."""
        event.ignore()


class ChoiceBox(Speaks, QuietCombo):
    """A list of (value, words) to choose from; `picked` gives the value that a person chooses, `then` is called with it.

    Unless it is as wide as its longest words (`whole`), long ones are shortened so that the panel keeps its width: room
    for `least` letters.
    """

    picked = Signal(object)

    def __init__(
        self,
        items: Iterable[tuple[Any, str]] = (),
        value: object = None,
        then: Callable[[Any], object] | None = None,
        *,
        name_key: str = "",
        whole: bool = False,
        least: int = 12,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.values: list[Any] = []
        self._words: list[str] = []
        if not whole:
            self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            self.setMinimumContentsLength(least)
        if name_key:
            self.say(self.setAccessibleName, name_key)
        self.offer(items)
        self.choose(value)
        self.activated.connect(lambda n: self.picked.emit(self.values[n]))
        if then is not None:
            self.picked.connect(then)

    @property
    def value(self) -> Any:
        """The value that is shown, None where there is none."""
        n = self.currentIndex()
        return self.values[n] if n >= 0 else None

    def offer(self, items: Iterable[tuple[Any, str]], *chosen: object) -> None:
        """Offer other values, and tell nobody: one is chosen (none where it is not offered), or what was before stays."""
        now, was = list(items), self.value
        values, words = [value for value, _ in now], [word for _, word in now]
        blocked = self.blockSignals(True)
        if (values, words) != (self.values, self._words):
            self.values, self._words = values, words
            self.clear()
            for value, word in now:
                self.addItem(word, value)
        self.blockSignals(blocked)
        if chosen and chosen[0] not in values:
            self.setCurrentIndex(-1)
        else:
            self.choose(*(chosen or (was,)))

    def choose(self, value: object) -> None:
        """Show a value, or the first one where it is not in the list, and tell nobody."""
        blocked = self.blockSignals(True)
        self.setCurrentIndex(self.values.index(value) if value in self.values else 0)
        self.blockSignals(blocked)


class NamedField(Speaks, QLineEdit):
    """A field that is called by a text of the program, its prompt and its name; a `secret` one is veiled once one leaves it."""

    def __init__(self, key: str, text: str = "", *, secret: bool = False) -> None:
        super().__init__(text)
        self.say(self.setPlaceholderText, key)
        self.say(self.setAccessibleName, key)
        if secret:
            self.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)


class SearchField(NamedField):
    """A field that narrows what is listed below it; `width` is its most px at 100 %."""

    def __init__(self, key: str, then: Callable[[], object], width: int = 360) -> None:
        super().__init__(key)
        self._width = width
        self.setClearButtonEnabled(True)
        self.textChanged.connect(lambda _: then())
        self.restyle()

    def restyle(self) -> None:
        """Take the width at the new scale."""
        self.setMaximumWidth(px(self._width))

    def words(self) -> list[str]:
        """Return the words that were typed, folded so that case and kana do not matter."""
        return fold(self.text()).split()

    def fits(self, text: str) -> bool:
        """Return whether a text has every word typed."""
        folded = fold(text)
        return all(word in folded for word in self.words())


def scrolling(
    widget: QWidget, name_key: str = "", *, sideways: bool = False, down: bool = True, read: bool = False
) -> QScrollArea:
    """Return an area in which a widget scrolls `down`, `sideways`, or both; in the other direction it has the area's size.

    `name_key`: what screen readers call it; a dock names its own. `read`: nothing in it takes the keyboard, so that the
    area itself does, and scrolls by keys.
    """
    area = QScrollArea()
    area.setFocusPolicy(Qt.FocusPolicy.StrongFocus if read else Qt.FocusPolicy.ClickFocus)
    area.setProperty("kind", "read" if read else "")
    if name_key and isinstance(widget, Panel):
        widget.say(area.setAccessibleName, name_key)
    area.setWidgetResizable(True)
    if not sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not down:
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    return area


def name_areas(within: Panel, key: str) -> None:
    """Let screen readers call what scrolls inside a panel by a text, where it has no name of its own."""
    for area in within.findChildren(QScrollArea):
        if not area.accessibleName():
            within.say(area.setAccessibleName, key)


def beside(*parts: tuple[QWidget, int]) -> QSplitter:
    """Return (widget, width at scale 1) side by side, divided by what can be dragged; extra room is shared by the widths."""
    split = QSplitter(Qt.Orientation.Horizontal)
    for widget, wide in parts:
        split.addWidget(widget)
        split.setStretchFactor(split.count() - 1, wide)
    split.setSizes([px(wide) for _, wide in parts])
    split.setChildrenCollapsible(False)
    return split


def pop_below(menu: QMenu, button: QWidget) -> None:
    """Open a menu at the foot of its button."""
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))


def timer(parent: QObject, ms: int, then: Callable[[], object], *, once: bool = True) -> QTimer:
    """Return a timer that calls `then` once, so long after its last start; or again and again until it is stopped."""
    made = QTimer(parent)
    made.setSingleShot(once)
    made.setInterval(ms)
    made.timeout.connect(then)
    return made


def tab_bar(kind: str) -> QTabBar:
    """Return a row of tabs, each as wide as its words: `documents` of a window, or `panes`."""
    bar = QTabBar()
    bar.setProperty("kind", kind)
    bar.setExpanding(False)
    bar.setDrawBase(False)
    return bar


def hairline() -> QFrame:
    """Return a horizontal hairline."""
    line = QFrame()
    line.setProperty("kind", "rule")
    return line


def upright() -> QFrame:
    """Return a vertical line between groups of a bar."""
    line = QFrame()
    line.setProperty("kind", "vrule")
    line.setFixedHeight(px(20))
    return line


def share_columns(grid: QGridLayout, columns: int) -> None:
    """Give so many columns the same width; those of before that are empty now have none."""
    for n in range(max(columns, grid.columnCount())):
        grid.setColumnStretch(n, int(n < columns))


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let it go.

    Not by setParent(None): that hands the widget to Python, which deletes it at once, in the middle of Qt's own walk.
    """
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)
