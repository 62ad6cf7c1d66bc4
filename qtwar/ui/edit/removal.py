"""Deleting from a page: what is used says where and offers to go with it; what is gone can be had back at once."""

from __future__ import annotations

from collections.abc import Sequence

from qtwar.editing import items
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import tr

NAMED = 3  # so many places are named


def where_used(model: EditModel, part: str, idents: Sequence[str]) -> tuple[int, str]:
    """Return how many places name these things, and the first of them in words."""
    found = list(dict.fromkeys(use.text for ident in idents for use in model.uses(part, ident)))
    more = [tr("edit.used_more", n=len(found) - NAMED)] if len(found) > NAMED else []
    return len(found), tr("edit.used_join").join([*found[:NAMED], *more])


def ask(model: EditModel, part: str, idents: Sequence[str], name: str) -> None:
    """Delete what nothing needs; of the rest say what does, and offer to delete that too."""
    n, where = where_used(model, part, idents)
    if n:
        model.offered.emit(
            tr("edit.used", name=name, n=n, where=where), "edit.delete_also", lambda: remove(model, part, idents, name)
        )
    else:
        remove(model, part, idents, name)


def remove(model: EditModel, part: str, idents: Sequence[str], name: str) -> None:
    """Delete with what cannot be without it, and offer to take that back."""
    n, where = where_used(model, part, idents)
    words = tr("edit.deleted_with", name=name, where=where) if n else tr("edit.deleted", name=name)

    def done(ok: bool) -> None:
        if ok:
            model.offered.emit(words, "action.undo", model.undo)

    model.do_then(done, items.delete, part, list(idents), also=True)
