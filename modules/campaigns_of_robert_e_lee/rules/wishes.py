"""Which source or relay a force is to draw on: its owner's choice, while nobody has moved yet (7.1, 7.23)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import supply, tree
from .actions import Action
from .facts import hexes_of, own


def posts_near(r: Reader, side: str, where: str) -> list[str]:
    """Return the hexes of the sources and relays in reach of a force, where it has more than one to choose from."""
    lines = supply.trace(r, side, where, supply.range_of(r, "source"))
    costs = {where: 0, **{at: line.cost for at, line in lines.items()}}
    found = sorted({post.place for post in supply.posts(r, side) if costs.get(post.place, post.range + 1) <= post.range})
    return found if len(found) > 1 else []


def speakers(r: Reader, side: str, where: str) -> list[str]:
    """Return the piece by which the force of a hex is pointed at: its commander, else a unit."""
    chief = tree.commander(r, where, side)
    return [chief] if chief else tree.independents(r, where, side)[:1]


def is_open(f: Frame) -> bool:
    """Return whether lines may still be chosen: no force has moved or tried to in this impulse (4.21)."""
    mine = f.of(f.l["side"])
    return not any(mine.get(key) for key in ("moved", "tried", "apart", "declared"))


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ask for another line of supply: each force with the posts that it could draw on."""
    if not is_open(f):
        return []
    side, choices = f.l["side"], list[offers.Choice]()
    judged, places = supply.judge(s, side), {post.id: post.place for post in supply.posts(s, side)}
    for at in hexes_of(s, side):
        got = judged.get(at)
        now = places[got.posts[0]] if got is not None and got.posts else ""
        for speaker in speakers(s, side, at):
            for to in posts_near(s, side, at):
                if to != now:
                    label = offers.msg("choice.draw_on", piece={"p": speaker}, cell={"c": at}, post={"c": to})
                    choices.append({"value": f"{at}>{to}", "label": label})
    return [offers.choose("draw_on", "ask.draw_on", choices, rule="7.1")] if choices else []


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Keep the wish of the force, which its side alone knows, and judge all forces again (4.21, 7.31)."""
    where, _, to = str(args["choice"]).partition(">")
    here = [post for post in supply.posts(t, side) if post.place == to]
    post = min(here, key=lambda one: (not one.source, one.id))
    wishes: dict[str, str] = own(t, side, supply.WISHES) or {}
    t.seal(side, supply.WISHES, {**{at: name for at, name in wishes.items() if at in hexes_of(t, side)}, where: post.id})
    got = supply.judge(t, side).get(where)
    if got is None or got.posts[:1] != (post.id,):
        t.refuse("refuse.draws_not", rule="7.23", cell={"c": where}, post={"c": to})
    supply.record(t, side)
    t.note("note.draws_on", rule="7.1", only=[side], cell={"c": where}, post={"c": to})


MENU = (Action(("draw_on",), asks, do),)
