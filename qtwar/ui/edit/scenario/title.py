"""The title of a draft and its sides: names, what it is about, colours."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from qtwar.editing import pictures, sides
from qtwar.model.art import TiledPicture
from qtwar.ui.edit import choosing
from qtwar.ui.edit.sheet import Sheet
from qtwar.ui.edit.words import both, called
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme.tokens import NEW_SIDES, ink_on

if TYPE_CHECKING:
    from qtwar.ui.edit.form import Form
    from qtwar.ui.edit.model import EditModel


SIGHTS = ("all", "owner", "none")
"""Who may see a value of a side."""


def title_rows(form: Form, model: EditModel) -> None:
    """Add the rows of the title and of each side to a form."""
    title = model.content.title
    sheet = Sheet(form, model, title, "title")
    form.head(title.name.get(language()), ident=title.id)
    sheet.both("edit.name", "name")
    sheet.both("edit.title.subtitle", "subtitle")
    sheet.texts("edit.scenario.about", "about", 4)
    sheet.line("edit.title.version", "version")
    rights = title.rights if isinstance(title.rights, str) else title.rights.get(language())
    form.line("edit.title.rights", rights, sheet.put("rights"))
    cover = model.content.style.get("cover") or {}
    drop = partial(model.do, pictures.show_on_cover, None) if TiledPicture.of(cover.get("picture")) is not None else None
    choosing.rows(form, model, "edit.cover", model.art.take_cover, drop)
    for side in model.content.sides:
        _side_rows(form, model, side)
    form.button("edit.side.new", lambda: add_side(model), "plus")


def _side_rows(form: Form, model: EditModel, side: Any) -> None:
    key = f"side.{side.id}"
    sheet = Sheet(form, model, side, "sides", side.id, prefix=key)
    form.head(tr("edit.side.head", name=called(side)), off="edit.side.off", then=lambda: _delete(model, side))
    sheet.both("edit.name", "name")
    sheet.both("edit.side.short", "short")
    info = model.side(side.id)
    colour = info.colour if info is not None else ""
    form.colour("edit.colour", colour, lambda chosen: _colour(model, side, chosen), field_key=f"{key}.colour")
    sights = [(sight, tr(f"edit.sight.{sight}")) for sight in SIGHTS]
    for value in sorted({*side.sight, *(v for s in model.content.scenarios for v in s.side_vars.get(side.id, ()))}):

        def see(sight: str, value: str = value) -> None:
            sheet.put("sight")({k: v for k, v in {**side.sight, value: sight}.items() if v != "all"})

        name = tr("edit.side.sight", value=value)
        form.choice(f"{key}.sight.{value}", sights, side.sight.get(value, "all"), see, name=name)


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
        model.told.emit(tr("edit.used", name=called(side), n=len(uses), where=uses[0].text))
    else:
        model.do(sides.delete_side, side.id)
