"""The title of a draft and its sides: names, what it is about, colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qtwar.ui.edit import ops
from qtwar.ui.edit.words import both
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme.tokens import NEW_SIDES, ink_on
from qtwar.ui.widgets.basics import Button, IconButton, Panel, Text

if TYPE_CHECKING:
    from qtwar.ui.edit.form import Form
    from qtwar.ui.edit.model import EditModel



def title_rows(form: Form, model: EditModel) -> None:
    """Add the rows of the title and of each side to a form."""
    title, name = model.content.title, model.content.title.name.get(language())

    def put(key: str) -> Callable[[Any], None]:
        return lambda value: model.do(ops.wish("change", [ops.put(["title", key], value)], name=name))

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
    for n, side in enumerate(model.content.sides):
        _side_rows(form, model, n, side)
    form.add(Button("edit.side.new", kind="compact", icon_name="plus", then=lambda: add_side(model)))


def _side_rows(form: Form, model: EditModel, n: int, side: Any) -> None:
    name = side.name.get(language()) or side.id

    def put(key: str) -> Callable[[Any], None]:
        return lambda value: model.do(ops.wish("change", [ops.put(["sides", n, key], value)], name=name))

    head = Panel(row=True, spacing=6)
    word = Text("strong")
    word.setText(tr("edit.side.head", name=name))
    head.box.addWidget(word, 1)
    head.box.addWidget(IconButton("delete-outline", "edit.side.off", size=26, then=lambda: _delete(model, side)))
    form.add(head)
    key = f"side.{side.id}"
    form.both("edit.name", side.name.model_dump(), put("name"), field_key=f"{key}.name")
    form.both("edit.side.short", side.short.model_dump(), put("short"), field_key=f"{key}.short")
    info = model.side(side.id)
    form.colour("edit.colour", info.colour if info is not None else "", lambda colour: _colour(model, n, side, colour))
    form.fields[f"{key}.colour"] = form.fields["edit.colour"]


def _colour(model: EditModel, n: int, side: Any, colour: str) -> None:
    """Give a side its colour, in the window and on its counters."""
    steps = [ops.put(["sides", n, "attrs"], {**side.attrs, "colour": colour}), *_palette(model, side.id, colour)]
    model.do(ops.wish("side_colour", steps, name=side.name.get(language()) or side.id))


def _palette(model: EditModel, ident: str, colour: str) -> list[ops.Step]:
    palettes = dict(model.content.counters.get("palettes") or {})
    if "standard" not in palettes:
        return []
    tones = {**(palettes["standard"].get(ident) or {}), "base": colour, "ink": ink_on(colour)}
    return [ops.put(["counters", "palettes"], {**palettes, "standard": {**palettes["standard"], ident: tones}})]


def add_side(model: EditModel) -> None:
    """Add a side in a colour of its own, with a box where its counters wait."""
    content = model.content
    number = len(content.sides) + 1
    ident = ops.fresh_id([s.id for s in content.sides], f"side_{number}")
    colour = NEW_SIDES[(number - 1) % len(NEW_SIDES)]
    names = both("edit.side.name", n=number)
    side = {"id": ident, "name": names, "short": names, "attrs": {"colour": colour}}
    steps = [ops.insert(["sides"], side), *_palette(model, ident, colour)]
    if content.boards:
        box = {"id": f"{ident}_waiting", "name": both("edit.side.waiting", n=number), "side": ident, "role": "setup"}
        steps.append(ops.insert(["boards", 0, "boxes"], box))
    model.do(ops.wish("side", steps, name=names.get(language()) or ident))


def _delete(model: EditModel, side: Any) -> None:
    """Delete a side that nothing names; else say where it is used."""
    boxes = [
        (b, n)
        for b, board in enumerate(model.content.boards)
        for n, box in enumerate(board.boxes)
        if box.side == side.id and box.id == f"{side.id}_waiting"
    ]
    own = {("boards", b, "boxes", n) for b, n in boxes}
    uses = [use for use in model.uses("sides", side.id) if tuple(use.path[:4]) not in own]
    if uses:
        name = side.name.get(language()) or side.id
        model.told.emit(tr("edit.used", name=name, n=len(uses), where=uses[0].text))
        return
    place = ops.place_of(model.content.sides, side.id)
    steps = [ops.remove(["boards", b, "boxes"], n) for b, n in reversed(boxes)] + [ops.remove(["sides"], place)]
    model.do(ops.wish("remove", steps, name=side.name.get(language()) or side.id))
