"""Which rules options a game is played with, where nobody asks a person: a scenario's own, written ones, all turned round."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from qtwar.base.errors import DataFault

if TYPE_CHECKING:  # brings pydantic, which not every command needs
    from qtwar.model.content import TitleContent
    from qtwar.model.title import Option

Setting = bool | int | str

SPREAD = 3
"""How far from its default a number is turned."""


def in_force(content: TitleContent, scenario: str) -> dict[str, Setting]:
    """Return every option's setting at the start of a scenario: the default, or what the scenario says."""
    return {**{option.id: option.default for option in content.options}, **content.scenario(scenario).options}


def check(content: TitleContent, given: Mapping[str, object]) -> None:
    """Raise DataFault for settings from elsewhere that the title has not."""
    known = {option.id: option for option in content.options}
    for name, setting in given.items():
        option = known.get(name)
        if option is None:
            raise DataFault("fault.option.unknown", title=content.title.id, option=name[:80], known=sorted(known))
        if not (isinstance(setting, Setting) and option.allows(setting)):
            raise DataFault(
                "fault.option.setting", option=name, given=str(setting)[:80], known=[str(s).lower() for s in _settings(option)]
            )


def written(content: TitleContent, words: Sequence[str]) -> dict[str, Setting]:
    """Return the settings that `name=value` words name; raises DataFault for what the title has not."""
    found: dict[str, Setting] = {}
    known = {option.id: option for option in content.options}
    for word in words:
        name, _, given = word.partition("=")
        option = known.get(name)
        if option is None:
            raise DataFault("fault.option.unknown", title=content.title.id, option=name, known=sorted(known))
        settings = {str(setting).lower(): setting for setting in _settings(option)}
        if given.lower() in settings:
            found[name] = settings[given.lower()]
        elif option.type == "int" and given.lstrip("-").isdecimal() and len(given) < 10 and option.allows(int(given)):
            found[name] = int(given)
        else:
            raise DataFault("fault.option.setting", option=name, given=given, known=[str(s).lower() for s in _settings(option)])
    return found


def turned(content: TitleContent, scenario: str, seed: int) -> dict[str, Setting]:
    """Return a setting other than the one in force for each option of a scenario; of several the seed chooses."""
    chance = random.Random(f"{scenario} {seed}")
    now = in_force(content, scenario)
    offered = [option for option in content.options if not option.scenarios or scenario in option.scenarios]
    others = {option.id: [s for s in _settings(option) if s != now[option.id]] for option in offered}
    return {**content.scenario(scenario).options, **{name: chance.choice(some) for name, some in others.items() if some}}


def _settings(option: Option) -> list[Setting]:
    """Return what an option may be set to; of a number, what lies near its default."""
    if option.type == "bool":
        return [True, False]
    if option.type == "choice":
        return [choice.id for choice in option.choices]
    default = int(option.default)
    return [n for n in range(default - SPREAD, default + SPREAD + 1) if option.allows(n)]
