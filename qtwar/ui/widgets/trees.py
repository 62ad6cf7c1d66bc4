"""Walking through the lines of a tree, and showing those that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem


def children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the lines right below one; Qt's own iterator would outlive the lines that it has seen."""
    return [child for n in range(item.childCount()) if (child := item.child(n)) is not None]


def lines(tree: QTreeWidget) -> Iterator[QTreeWidgetItem]:
    """Yield all lines from top to bottom."""

    def below(item: QTreeWidgetItem) -> Iterator[QTreeWidgetItem]:
        for child in children(item):
            yield child
            yield from below(child)

    yield from below(tree.invisibleRootItem())


def narrow(tree: QTreeWidget, fits: Callable[[QTreeWidgetItem], bool]) -> None:
    """Show the lines that fit, and those that have one below them."""

    def shown(item: QTreeWidgetItem) -> bool:
        below = [shown(child) for child in children(item)]
        seen = any(below) or fits(item)
        item.setHidden(not seen)
        return seen

    for top in children(tree.invisibleRootItem()):
        shown(top)
