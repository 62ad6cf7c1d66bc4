"""The title of a draft and its sides: names, what it is about, colours."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from qtwar.editing import items, sides
from qtwar.ui.edit.words import both
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme.tokens import NEW_SIDES, ink_on

if TYPE_CHECKING:
    from qtwar.ui.edit.form import Form
    from qtwar.ui.edit.model import EditModel



def title_rows(form: Form, model: EditModel) -> None:
    """Add the rows of the title and of each side to a form."""
    title, name = model.content.title, model.content.title.name.get(language())

    def put(key: str) -> Callable[[Any], None]:
        return partial(_put, model, ("title", key))

    form.head(name, title.id)
    form.both("edit.name", title.name.model_dump(), put("name"))
    form.both("edit.title.subtitle", title.subtitle.model_dump(), put("subtitle"))
    for lang in ("en", "ja"):
        form.words(
            f"edit.scenario.about.{lang}",
            getattr(title.about, lang),
            lambda text, la=lang: put("about")({**title.about.model_dump(), la: text}),
            4,
        )
    form.line("edit.title.version", title.version, put("version"))
    rights = title.rights if isinstance(title.rights, str) else title.rights.get(language())
    form.line("edit.title.rights", rights, put("rights"))
    for side in model.content.sides:
        _side_rows(form, model, side)
    form.button("edit.side.new", lambda: add_side(model), "plus")


def _put(model: EditModel, path: tuple[str, ...], value: Any) -> None:
    model.do(items.put, path, value)


def _side_rows(form: Form, model: EditModel, side: Any) -> None:
    name = side.name.get(language()) or side.id

    def put(key: str) -> Callable[[Any], None]:
        return partial(_put, model, ("sides", side.id, key))

    form.head(tr("edit.side.head", name=name), off="edit.side.off", then=lambda: _delete(model, side))
    key = f"side.{side.id}"
    form.both("edit.name", side.name.model_dump(), put("name"), field_key=f"{key}.name")
    form.both("edit.side.short", side.short.model_dump(), put("short"), field_key=f"{key}.short")
    info = model.side(side.id)
    colour = info.colour if info is not None else ""
    form.colour("edit.colour", colour, lambda chosen: _colour(model, side, chosen), field_key=f"{key}.colour")


def _colour(model: EditModel, side: Any, colour: str) -> None:
    """Give a side its colour, in the window and on its counters."""
    model.do(sides.set_colour, side.id, colour, ink_on(colour))


def add_side(model: EditModel) -> None:
    """Add a side in a colour of its own, with a box where its counters wait."""
    content = model.content
    number = len(content.sides) + 1
    colour = NEW_SIDES[(number - 1) % len(NEW_SIDES)]
    names = both("edit.side.name", n=number)
    model.do(sides.add_side, names, colour, ink_on(colour), both("edit.side.waiting", n=number))


def _delete(model: EditModel, side: Any) -> None:
    """Delete a side that nothing but its waiting box names; else say where it is used."""
    own = sides.waiting_boxes(model.content, side.id)
    uses = [use for use in model.uses("sides", side.id) if tuple(use.path[:4]) not in own]
    if uses:
        name = side.name.get(language()) or side.id
        model.told.emit(tr("edit.used", name=name, n=len(uses), where=uses[0].text))
    else:
        model.do(sides.delete_side, side.id)
