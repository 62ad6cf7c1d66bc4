"""Potential contacts evaluated: is there contact, with whom, where is he placed, does he fire at once (3.7.1.B, 9.1, 9.2)."""

from __future__ import annotations

from typing import Any, NamedTuple

from qtwar.kit.table import Frame, Reader, Table
from qtwar.model.grid.square import ALL

from . import activity, deck, discover, facts, fire, ground, mines, mission, sight
from .facts import ENEMY, US
from .paced import Paced
from .settle import settle

NATIONS = {"normandy": "german", "korea": "north_korean", "vietnam": "vc_nva"}
WAYS = {
    "front": "N", "front-left": "NW", "front-right": "NE", "left": "W", "right": "E", "rear": "S",
}  # fmt: skip
MINES, BOOBY, NONE = "MINES", "BOOBY", "none"
NO_VEHICLES = "NO"
SPECIAL_WORDS = frozenset(("same", "per force table (max_los)"))
"""Rows of the placement table that name no direction."""


class Force(NamedTuple):
    """A force package: groups of unit types (one card each), fires at once, spotted, placement, cover (9.2.1)."""

    id: str
    groups: tuple[tuple[str, ...], ...]
    now: bool
    spotted: bool
    place: str
    cover: str
    exposed: bool
    incoming: int | None


def forces_chart(r: Reader) -> str:
    """Return the force table of the campaign's enemy."""
    return f"forces_{NATIONS[mission.data(r)['campaign']]}"


def force(r: Reader, name: str) -> Force:
    """Return a package of the force table: `+` on the same card, `/` on another (9.2.1)."""
    chart = r.chart(forces_chart(r))
    row = dict(zip(chart.column_heads, chart.cells[chart.row(name)], strict=True))
    groups = tuple(tuple(u.strip() for u in part.split("+")) for part in str(row["units"]).split("/"))
    incoming = row.get("incoming_ncm")
    return Force(
        name, groups, row["now"] == "yes", row["spotted"] == "yes", str(row["place"]), str(row["cover"]),
        row.get("exposed") == "yes", int(incoming) if isinstance(incoming, int) else None,
    )  # fmt: skip


def letter(r: Reader, marker: str) -> str:
    """Return the letter of a contact marker (9.1.1)."""
    return str(r.attr(marker, "letter"))


def markers_on(r: Reader, place: str) -> list[str]:
    """Return the contact markers on a card."""
    return [p for p in r.ids(place) if r.record(p)["kind"].startswith("pc_")]


def put_marker(t: Table, name: str, place: str, *, hidden: bool = False, chart: str = "") -> None:
    """Lay a contact marker of a letter on a card; of two the lower letter goes (9.1.2). `chart`: a contact table of its own."""
    attrs = {"chart": chart} if chart else {}
    facts.lay(t, f"pc_{name.lower()}", place, "", **attrs)
    both = sorted(markers_on(t, place), key=lambda marker: letter(t, marker))
    for marker in both[1:]:
        t.remove(marker)
    if hidden:
        t.know(both[0], [])
    t.note("note.pc_laid", rule="9.1.2", cell={"c": place})


class Evaluate(Paced):
    """Every contact marker with a US unit on its card is turned over and drawn for, the most dangerous first (9.1.5)."""

    name = "evaluate"
    rule = "9.1.5"

    def begin(self, t: Table, f: Frame) -> list[list[Any]]:
        """Turn the markers over; equal letters in random order."""
        found = []
        for place in facts.cards_with(t, US):
            if ground.in_play(place):
                for marker in markers_on(t, place):
                    t.reveal(marker)
                    found.append(marker)
        queue: list[list[Any]] = []
        for name in ("A", "B", "C"):
            same = [m for m in found if letter(t, m) == name]
            while same:
                marker = same[deck.number(t, len(same)) - 1] if len(same) > 1 else same[0]
                same.remove(marker)
                queue.append([marker, t.where(marker)])
        return queue

    def act(self, t: Table, f: Frame, item: list[Any]) -> None:
        """Evaluate one marker."""
        marker, place = item
        if t.exists(marker):
            evaluate(t, marker, place)

    def close(self, t: Table, f: Frame) -> None:
        """Everybody fires who now can."""
        settle(t)


def evaluate(t: Table, marker: str, place: str) -> bool:
    """Draw for a contact marker by letter and activity; it goes in any case (9.1.5). Returns whether there was contact."""
    name = letter(t, marker)
    cards = t.chart("potential_contact").at(activity.level(t), name)
    hit = cards == "auto" or deck.attempt(t, int(cards), "contact") > 0
    t.note("note.contact" if hit else "note.no_contact", rule="9.1.5", cell={"c": place}, letter=name, n=str(cards))
    table = str(t.attr(marker, "chart") or mission.data(t)["contact_table"])  # 9.1.4: a counterattack may have its own
    t.remove(marker)
    if hit:
        generate(t, place, name, table)
    settle(t)
    return hit


# who and where --------------------------------------------------------------------------


def generate(t: Table, place: str, name: str, table: str) -> bool:
    """Draw a force for a contact and place it; one that does not fit is drawn anew (9.2.1). Returns whether it came."""
    chart = t.chart(table)
    column = name if name in [str(head) for head in chart.column_heads] else str(chart.column_heads[0])
    for _ in range(ground.limit(t, "redraws")):
        key = str(chart.at(deck.number(t, 10), column))
        package = force(t, key)
        if package.groups == ((NONE,),):
            t.note("note.nobody", rule="9.2.1", cell={"c": place}, force=key)
            return False
        if special(t, package, place):
            return True
        if fits(t, package) and place_force(t, package, place):
            return True
    t.note("note.no_force", rule="9.2.1", cell={"c": place})
    return False


def appear(t: Table, name: str, trigger: str) -> bool:
    """Place a named package against a trigger card, as events do (3.2.1); False if it can not come."""
    package = force(t, name)
    return special(t, package, trigger) or (fits(t, package) and place_force(t, package, trigger))


def special(t: Table, package: Force, place: str) -> bool:
    """Lay mines and booby traps, which are no units (9.2.2, 9.5); returns whether it was one."""
    word = package.groups[0][0]
    if word == MINES:
        return mines.lay(t, place)
    if word == BOOBY:
        mines.booby_trap(t, place)
        return True
    return False


def pool(r: Reader, word: str) -> list[str]:
    """Return the counters of a type that are still to be had (9.2.1)."""
    return [p for p in sorted(r.ids("enemy_pool")) if facts.unit_type(r, p) == word]


def fits(r: Reader, package: Force) -> bool:
    """Return whether there are counters for the whole package (9.2.1)."""
    wanted = [word for group in package.groups for word in group]
    return all(len(pool(r, word)) >= wanted.count(word) for word in set(wanted))


def place_force(t: Table, package: Force, trigger: str) -> bool:
    """Find a card for each group of a package and lay it there; nothing is laid if one finds none (9.2.1)."""
    cards: list[str] = []
    for group in package.groups:
        card = find_card(t, package, group, trigger, cards)
        if not card:
            return False
        cards.append(card)
    for group, card in zip(package.groups, cards, strict=True):
        lay_group(t, package, group, card, trigger)
    return True


def find_card(t: Table, package: Force, group: tuple[str, ...], trigger: str, taken: list[str]) -> str:
    """Draw directions until a card fits a group, an empty word for none (9.2.1, 9.2.2).

    Where no row of the table can give a card nothing is drawn: the next package is (9.2.1).
    """
    chart, column = t.chart("placement"), str(mission.data(t)["placement"])
    words = [str(chart.cell(n, chart.column(column))) for n in range(len(chart.row_heads))]
    if not any(possible(t, package, group, word, trigger, taken) for word in dict.fromkeys(words)):
        return ""
    for _ in range(ground.limit(t, "redraws")):
        word = words[deck.number(t, len(words)) - 1]
        if word not in SPECIAL_WORDS:
            card = meant(t, package, group, word, trigger)
        elif package.place != "table":
            continue  # the package takes a direction alone: draw again
        elif word == "same":
            card = trigger
        else:  # farthest LOS in a direction drawn anew
            again = words[deck.number(t, len(words)) - 1]
            card = "" if again in SPECIAL_WORDS else farthest(t, group, trigger, WAYS[again.partition(" ")[0]])
        if card and suits(t, group, card, trigger, taken):
            return card
    return ""


def meant(t: Table, package: Force, group: tuple[str, ...], word: str, trigger: str) -> str:
    """Return the card that a row such as `front 2` means for a package, laying it if the map must grow (9.2.1, 9.2.2)."""
    way, _, n = word.partition(" ")
    if is_far(package, group):
        return farthest(t, group, trigger, WAYS[way])
    card = along(t, trigger, WAYS[way], 1 if package.place == "adjacent" else int(n))
    return card if card and (card in ground.cards(t) or extend(t, card)) else ""


def is_far(package: Force, group: tuple[str, ...]) -> bool:
    """Return whether a group is placed at the farthest LOS: by its package, or as sniper and observer always (9.6, 9.8)."""
    return package.place == "max_los" or group[0] in ("SNI", "OBS")


def possible(t: Table, package: Force, group: tuple[str, ...], word: str, trigger: str, taken: list[str]) -> bool:
    """Return whether a row of the placement table could give a group a card at all; a card not laid yet might (9.2.1)."""
    if word in SPECIAL_WORDS:
        return package.place == "table" and word == "same" and suits(t, group, trigger, trigger, taken)
    way, _, n = word.partition(" ")
    if is_far(package, group):
        card = farthest(t, group, trigger, WAYS[way])
        return bool(card) and suits(t, group, card, trigger, taken)
    card = along(t, trigger, WAYS[way], 1 if package.place == "adjacent" else int(n))
    if card and card not in ground.cards(t):
        return bool(t.ids(terrain_deck(t))) and not facts.free_units(t, trigger, ENEMY)
    return bool(card) and suits(t, group, card, trigger, taken)


def along(r: Reader, place: str, way: str, n: int) -> str:
    """Return the card so many steps in a direction, laid or not; an empty word off the table and below the map (9.2.2)."""
    ray = sight.grid(r).ray(facts.cell(place), way)
    card = ground.at(*fire.row_column(ray[n - 1])) if len(ray) >= n else ""
    return card if card and ground.in_play(card) else ""


def terrain_deck(r: Reader) -> str:
    """Return the deck from which the map grows."""
    return f"{mission.data(r)['map']['deck']}_deck"


def extend(t: Table, card: str) -> bool:
    """Draw a terrain card for a place beyond the map; hills get further ones (9.2.2). False if the deck is empty."""
    terrain = terrain_deck(t)
    if not t.ids(terrain):
        return False
    top = t.ids(terrain)[-1]
    t.move(top, card, index=0)
    t.reveal(top)
    discover.top_up(t, card)
    t.note("note.map_grows", rule="9.2.2", cell={"c": card}, card={"p": top})
    return True


def farthest(t: Table, group: tuple[str, ...], trigger: str, way: str) -> str:
    """Return the farthest card in a direction with LOS and range to the trigger, an empty word for none (9.2.2)."""
    for at in reversed(sight.grid(t).ray(facts.cell(trigger), way)[: sight.FARTHEST]):
        card = ground.at(*fire.row_column(at))
        laid = card in ground.cards(t)
        if laid and sight.sees(t, card, trigger) and in_range(t, group, card, trigger):
            return card
    return ""


def in_range(r: Reader, group: tuple[str, ...], card: str, trigger: str) -> bool:
    """Return whether some unit of a group could fire from a card at the trigger's; who has no VOF needs none (9.2.1)."""
    away = sight.distance(r, card, trigger)
    ranges = []
    for word in group:
        found = pool(r, word)
        if found:
            ranges.append(sight.FARTHEST if facts.is_vehicle(r, found[0]) else facts.reach(r, found[0]))
    armed = [n for n in ranges if n >= 0]
    return not armed or max(armed) >= away


def suits(r: Reader, group: tuple[str, ...], card: str, trigger: str, taken: list[str]) -> bool:
    """Return whether a group may be placed on a card: no other enemies, LOS and range to the trigger, no enemy fire (9.2.2)."""
    if card in taken or facts.free_units(r, card, ENEMY):
        return False
    fall = fire.fall_on(r, card)
    if any(side == ENEMY for side, _, _ in fall.outside) or (card != trigger and _on_a_line(r, card)):
        return False
    if fall.snipers or any(r.owner(m) == ENEMY for m in fire.specials(r, card)):
        return False
    if any(facts.is_vehicle(r, p) for word in group for p in pool(r, word)[:1]):
        top = sight.top(r, card)
        if r.attr(top, "traf") == NO_VEHICLES or len(facts.vehicles(r, card, ENEMY)) >= ground.limit(r, "vehicles"):
            return False
    if card == trigger:
        return True
    if facts.free_units(r, trigger, ENEMY):
        return False  # no enemy VOF onto an enemy's card
    if sight.sees(r, card, trigger) and in_range(r, group, card, trigger):
        return True
    tunnels = mission.data(r)["campaign"] == "vietnam" and bool(facts.free_units(r, card, US))
    return tunnels and not ground.is_staging(card)


def _on_a_line(r: Reader, card: str) -> bool:
    """9.2.2: never on a card along another enemy's direction of fire."""
    return any(
        card in (*sight.line(r, place, aim), aim)
        for place in facts.cards_with(r, ENEMY)
        if (aim := fire.aim(r, place, ENEMY))
    )


def lay_group(t: Table, package: Force, group: tuple[str, ...], card: str, trigger: str) -> list[str]:
    """Lay the units of a group on a card: under their cover, spotted or not, firing at once or later (9.2.2)."""
    units = [pool(t, word)[0] for word in dict.fromkeys(group)] if len(set(group)) == len(group) else _several(t, group)
    marker = ""
    if package.cover not in ("none", "-", ""):
        facing = sight.grid(t).bearing(facts.cell(card), facts.cell(trigger)) if card != trigger else None
        attrs: dict[str, Any] = {"facing": ALL.index(facing)} if facing and package.cover in ground.CLOSED else {}
        marker = facts.lay(t, package.cover, card, **attrs)
    for unit in units:
        enter_play(t, unit, card)
        facts.mark(t, unit, "unspotted", not package.spotted)
        facts.mark(t, unit, "exposed", package.exposed)
        if marker and not facts.is_vehicle(t, unit):
            ground.enter(t, unit, marker)
        if not package.now:
            facts.mark(t, unit, "holds")
        t.note("note.enemy_appears", rule="9.2.1", piece={"p": unit}, cell={"c": card})
    _open_fire(t, package, units, card, trigger)
    return units


def _several(t: Table, group: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for word in group:
        found.append(next(p for p in pool(t, word) if p not in found))
    return found


def enter_play(t: Table, unit: str, card: str) -> None:
    """Bring an enemy counter onto the map as it was printed, with full ammunition (6.8, 9.2.1)."""
    t.turn(unit, "front")
    for key in sorted(t.record(unit)["attrs"]):
        t.set_attr(unit, key, None)
    for kind in facts.ammo_kinds(t, unit):
        t.set_attr(unit, f"ammo_{kind}", facts.ammo(t, unit, kind))
    t.move(unit, card)


def _open_fire(t: Table, package: Force, units: list[str], card: str, trigger: str) -> None:
    """Direct the fire of a placed group at the trigger card; a sniper aims, an observer's shells fall at once (9.6, 9.8)."""
    for unit in units:
        if facts.printed_vof(t, unit) == "S!":
            t.set_attr(unit, "aim", trigger)
        if facts.unit_type(t, unit) == "OBS":
            incoming = package.incoming if package.incoming is not None else int(t.attr(unit, "ncm"))
            facts.lay(t, "vof_incoming", trigger, ENEMY, ncm=incoming, support=unit)
            t.set_attr(unit, "missions", int(t.attr(unit, "missions")) - 1)
    if not package.now or card == trigger or not any(fire.can_fire(t, unit) for unit in units):
        return
    if sight.sees(t, card, trigger):
        fire.set_aim(t, card, ENEMY, trigger)
        _clear_the_line(t, card, trigger)


def _clear_the_line(t: Table, card: str, trigger: str) -> None:
    """9.2.2: contact markers on cards of the same height between firer and target go."""
    level = sight.levels(t)
    for between in sight.line(t, card, trigger):
        if level[facts.cell(between)] == level[facts.cell(card)] == level[facts.cell(trigger)]:
            for marker in markers_on(t, between):
                t.remove(marker)


STEPS = (Evaluate(),)
