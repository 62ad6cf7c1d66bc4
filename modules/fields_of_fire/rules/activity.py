"""Current activity: how much fighting there is, told anew after every change (9.1)."""

from __future__ import annotations

from qtwar.kit.offers import msg
from qtwar.kit.table import Reader, Table

from . import facts, fire

LEVELS = ("no_contact", "contact", "engaged", "heavily_engaged")


def level(r: Reader) -> str:
    """Return the activity of the position (9.1; AMB-26: a spotted enemy or a direction of fire alone is Contact)."""
    cards = {p for p, fall in fire.picture(r).items() if fall.outside or fall.inside or fall.snipers}
    cards |= set(r.places_with("special", lambda p: bool(fire.specials(r, p))))
    if len(cards) > 1:
        mixed = any(facts.free_units(r, p, facts.US) and facts.free_units(r, p, facts.ENEMY) for p in cards)
        return "heavily_engaged" if mixed else "engaged"
    if cards:
        return "contact"
    if r.option("spotted_is_contact"):
        if any(facts.is_spotted(r, u) for u in facts.all_units(r, facts.ENEMY)):
            return "contact"
        if r.places_with("pdf", lambda p: any(r.record(m)["kind"] == "pdf" for m in r.ids(p))):
            return "contact"
    return "no_contact"


def update(t: Table) -> None:
    """Move the activity marker to the level of now."""
    now = level(t)
    if t.var("activity") == now:
        return
    t.set_var("activity", now)
    marker = next((p for p in sorted(t.records) if t.record(p)["kind"] == "activity"), "")
    if marker:
        t.move(marker, f"activity_{now}")
    t.note("note.activity", rule="9.1", now=msg(f"activity.{now}"))
