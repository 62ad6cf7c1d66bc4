"""The options of a draft's title: rules that may be switched before a game, with their names, values and rule numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qtwar.editing import items
from qtwar.editing.names import ident_of
from qtwar.editing.ops import ABSENT
from qtwar.ui.edit.sheet import Sheet
from qtwar.ui.edit.words import both, called, named
from qtwar.ui.i18n import language, tr

if TYPE_CHECKING:
    from qtwar.model.title import Option
    from qtwar.ui.edit.form import Form
    from qtwar.ui.edit.model import EditModel

TYPES = ("bool", "choice", "int")


class OptionRows:
    """The options of a draft in a form: one of them is `chosen`; `again` has the form built anew."""

    def __init__(self, form: Form, model: EditModel, again: Callable[[], object]) -> None:
        self.form, self.model, self.again = form, model, again
        self.chosen = self.coming = ""
        """The option in hand, and the one that is being made or renamed: its rows are built with the change that brings it."""

    def add(self) -> None:
        """Add the rows of one option, a list to choose another, and a button that makes one."""
        form, options = self.form, self.model.content.options
        if self.coming in {option.id for option in options}:
            self.chosen, self.coming = self.coming, ""
        form.head(tr("edit.option.page"), str(len(options) or ""))
        form.say_line(tr("edit.option.about"))
        now = next((option for option in options if option.id == self.chosen), options[0] if options else None)
        if now is not None:
            form.choice("edit.option.which", [(o.id, option_name(o)) for o in options], now.id, self._choose)
        form.button("edit.option.new", self._new, "plus")
        if now is not None:
            _Rows(self, now).add()

    def _choose(self, ident: str) -> None:
        self.chosen = ident
        self.again()

    def _new(self) -> None:
        """Add an option that is on or off, off at first, and take it in hand, with the keyboard in its name."""
        number = len(self.model.content.options) + 1
        ident = self.coming = ident_of(f"option_{number}", [o.id for o in self.model.content.options])
        item = {"id": ident, "name": both("edit.option.name", n=number)}
        self.model.do_then(self._came, items.add, "options", item)

    def _came(self, ok: bool) -> None:
        self.coming = ""
        if ok:
            self.form.type_over(f"option.{self.chosen}.name.{language()}")


def option_name(option: Option) -> str:
    """Return an option's name with its rule."""
    return f"{called(option)} ({option.rule})" if option.rule else called(option)


class _Rows:
    """The rows of one option; `key` tells its fields from those of others."""

    def __init__(self, options: OptionRows, option: Option) -> None:
        self.form, self.model, self.option, self.options = options.form, options.model, option, options
        self.key, self.name = f"option.{option.id}", called(option)
        self.sheet = Sheet(self.form, self.model, option, "options", option.id, prefix=self.key)

    def add(self) -> None:
        form, option, key, sheet = self.form, self.option, self.key, self.sheet
        form.head(self.name, off="edit.option.off", then=self._delete)
        sheet.both("edit.name", "name")
        sheet.both("edit.option.help", "help")
        sheet.line("edit.rule", "rule")
        sheet.line("edit.option.group", "group")
        form.line(f"{key}.id", option.id, self._rename, name=tr("edit.id"))
        types = [(kind, tr(f"edit.option.type.{kind}")) for kind in TYPES]
        form.choice(f"{key}.type", types, option.type, self._type, name=tr("edit.option.type"))
        if option.type == "choice":
            self._choices()
        elif option.type == "int":
            self._limits()
        else:
            form.check("edit.option.on", bool(option.default), sheet.put("default"), field_key=f"{key}.default")
        self._offered()

    def _rename(self, ident: str) -> None:
        """Give it another id, which scenarios follow, and keep it in hand."""

        def done(_ok: bool) -> None:
            self.options.coming = ""

        self.options.coming = ident
        self.model.do_then(done, items.rename, "options", self.option.id, ident)

    def _set(self, **fields: Any) -> None:
        """Set fields; what scenarios begin with goes where it would no longer be a value of the option."""
        ident = self.option.id
        after = self.option.model_validate({**self.option.model_dump(), **fields})
        values: list[tuple[tuple[str, ...], Any]] = [(("options", ident, key), value) for key, value in fields.items()]
        values += [
            (("scenarios", scenario.id, "options", ident), ABSENT)
            for scenario in self.model.content.scenarios
            if ident in scenario.options and not after.allows(scenario.options[ident])
        ]
        self.model.do(items.put_all, values, name=self.name)

    def _type(self, kind: str) -> None:
        if kind == self.option.type:
            return
        choices = [{"id": f"choice_{n}", "name": both("edit.option.choice_name", n=n)} for n in (1, 2)]
        first: dict[str, dict[str, Any]] = {
            "bool": {"default": False},
            "choice": {"choices": choices, "default": "choice_1"},
            "int": {"min": 0, "max": 10, "default": 0},
        }
        self._set(**{"min": None, "max": None, "choices": [], **first[kind], "type": kind})

    def _choices(self) -> None:
        form, option, key = self.form, self.option, self.key
        for c, choice in enumerate(option.choices):
            off = "edit.option.choice_off" if len(option.choices) > 1 else ""
            form.head(tr("edit.option.choice", n=c + 1), kind="second-body", off=off, then=lambda c=c: self._drop(c))
            put = self.sheet.put("choices", choice.id, "name")
            form.both("edit.name", choice.name.model_dump(), put, field_key=f"{key}.{choice.id}")
        form.button("edit.option.choice_new", self._add_choice, "plus")
        self.sheet.choice("edit.option.default", "default", named(option.choices))

    def _add_choice(self) -> None:
        choices = self.option.choices
        number = len(choices) + 1
        ident = ident_of(f"choice_{number}", [c.id for c in choices])
        item = {"id": ident, "name": both("edit.option.choice_name", n=number)}
        self.model.do(items.insert, ("options", self.option.id, "choices"), item)

    def _drop(self, place: int) -> None:
        """Take a choice away; the default is then the first that is left, where it was this one."""
        left = [c.model_dump() for n, c in enumerate(self.option.choices) if n != place]
        gone = self.option.choices[place].id
        default = left[0]["id"] if self.option.default == gone else self.option.default
        self._set(choices=left, default=default)

    def _limits(self) -> None:
        option, key = self.option, self.key
        low, high = option.min if option.min is not None else 0, option.max if option.max is not None else 99

        def limits(least: int, most: int) -> None:
            default = max(least, min(most, int(option.default)))
            self._set(min=least, max=most, default=default)

        put = self.form.number
        put(f"{key}.min", low, -999, high, lambda n: limits(n, high), name=tr("edit.option.min"))
        put(f"{key}.max", high, low, 999, lambda n: limits(low, n), name=tr("edit.option.max"))
        put(f"{key}.default", int(option.default), low, high, self.sheet.put("default"), name=tr("edit.option.default"))

    def _offered(self) -> None:
        """In which scenarios it is offered; in all where none is ticked."""
        scenarios = self.model.content.scenarios
        if len(scenarios) < 2:
            return
        self.form.say_line(tr("edit.option.offered"))
        for scenario in scenarios:
            self.form.check(
                "edit.option.offered",
                scenario.id in self.option.scenarios,
                lambda on, i=scenario.id: self._offer(i, on),
                name=called(scenario),
                field_key=f"{self.key}.in.{scenario.id}",
            )

    def _offer(self, ident: str, on: bool) -> None:
        wanted = {*self.option.scenarios, ident} if on else {*self.option.scenarios} - {ident}
        order = [s.id for s in self.model.content.scenarios if s.id in wanted]
        self.sheet.put("scenarios")(order)

    def _delete(self) -> None:
        """Delete the option and what scenarios begin with for it, and say where that was."""
        uses = self.model.uses("options", self.option.id)
        self.model.do(items.delete, "options", [self.option.id], also=True)
        if uses:
            self.model.told.emit(tr("edit.option.gone", name=self.name, n=len(uses), where=uses[0].text))
