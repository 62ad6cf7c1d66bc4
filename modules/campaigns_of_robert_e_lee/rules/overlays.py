"""What can be laid over the map: reach by the movement die, supply, zones of control, ring of command; as its side knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.kit.offers import msg
from qtwar.kit.table import Seen

from . import ground, march, preview, supply, tree, zones
from .facts import enemy, fights, hexes_of, is_leader, on_map, value

Shown = dict[str, Any]
TONES = {supply.FULL: "good", supply.COMBAT: "warn", supply.OUT: "bad"}
FACES = 6


def listed(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer which overlays there are; that of the movement die comes by itself before the roll (8.22)."""
    found: list[dict[str, Any]] = []
    if waits_for_die(s):
        found.append({"id": "die", "label": msg("overlay.die", rule="8.22"), "now": True})
    found += [{"id": key, "label": msg(f"overlay.{key}", rule=rule)} for key, rule in RULES.items()]
    return {"overlays": found}


def waits_for_die(s: Seen) -> bool:
    """Return whether this side's force is about to roll for its movement (8.22)."""
    f = s.frame_of(march.March.name)
    return f is not None and f.l.get("stage") == "prepare" and f.l["side"] == s.side


def shown(s: Seen, args: dict[str, Any]) -> Shown | None:
    """Answer what an overlay shows; None for one that there is not now."""
    make = OVERLAYS.get(str(args.get("id") or ""))
    return make(s, [str(p) for p in args.get("pieces") or ()]) if make is not None else None


# reach ------------------------------------------------------------------------------


def by_die(s: Seen, pieces: list[str]) -> Shown:
    """Shade the hexes by how many faces of the movement die bring the force there (8.22)."""
    if not waits_for_die(s):
        return {"cells": {}}
    cells: dict[str, dict[str, Any]] = {}
    for at, faces in preview.bands_of(s).items():
        low, high = min(faces), max(faces)
        note = f"{low}-{high}" if len(faces) == high - low + 1 and low < high else ",".join(str(n) for n in faces)
        cells[at] = {"tone": str(1 + FACES - len(faces)), **({"note": note} if len(faces) < FACES else {})}
    tones = sorted({cell["tone"] for cell in cells.values()})
    legend = [{"tone": tone, "label": msg("overlay.faces", n=1 + FACES - int(tone))} for tone in tones]
    return {"cells": cells, "legend": legend}


# supply -----------------------------------------------------------------------------


def way(s: Seen, side: str, start: str, to: str) -> list[str]:
    """Return the hexes of a line of supply from where it is drawn to a post (7.12)."""
    lines = supply.trace(s, side, start, supply.range_of(s, "source"))
    path = [to]
    while path[-1] != start and path[-1] in lines:
        path.append(lines[path[-1]].before)
    return path[::-1]


def of_supply(s: Seen, pieces: list[str]) -> Shown:
    """Show sources, relays with their load, each force's state and line, and why one is cut off (7.1-7.3)."""
    side = s.side
    cells: dict[str, dict[str, Any]] = {at: {"tone": "own", "note": msg("overlay.source")} for at in supply.sources(s, side)}
    posts = {post.id: post for post in supply.posts(s, side)}
    lines, drawn = set[tuple[str, str]](), list[tuple[str, str]]()
    for at, got in supply.judge(s, side).items():
        force = tree.leaders_at(s, at, side)[:1] or tree.independents(s, at, side)[:1]
        state = supply.state_of(s, force[0]) if force else supply.state_at(s, side, at)
        cells[at] = {"tone": TONES[state]}
        if not got.served:
            cells[at]["note"] = msg(f"overlay.cut_{got.why.why if got.why else 'none'}")
        elif supply.takes_room(s, at, side):
            drawn.append((at, got.posts[0]))
        lines |= {(a, posts[b].place) for a, b in zip([at, *(posts[p].place for p in got.posts)], got.posts, strict=False)}
        drawn += [link for link in zip(got.posts, got.posts[1:], strict=False) if link not in drawn]  # a relay fed by another
    for piece in supply.relays(s, side):
        if piece in posts:  # what hangs on it, of what it can serve (7.23)
            load = f"{sum(to == piece for _, to in drawn)}/{value(s, piece)}"
            cells[s.where(piece)] = {**cells.get(s.where(piece), {"tone": "own"}), "note": load}
    ways = [way(s, side, a, b) for a, b in sorted(lines) if a != b]
    legend = [{"tone": tone, "label": msg(f"overlay.state_{state}")} for state, tone in TONES.items()]
    legend.append({"tone": "own", "label": msg("overlay.posts")})
    return {"cells": cells, "lines": [{"path": path, "tone": "own"} for path in ways if len(path) > 1], "legend": legend}


# zones and command ------------------------------------------------------------------


def of_zones(s: Seen, pieces: list[str]) -> Shown:
    """Tint the hexes in zones of control, one's own, the enemy's, and both (3.7)."""
    theirs, mine = zones.covered(s, s.side), zones.covered(s, enemy(s.side))
    cells = {at: {"tone": "warn" if at in mine else "enemy"} for at in sorted(theirs)}
    cells |= {at: {"tone": "own"} for at in sorted(mine - theirs)}
    forces = [at for side in (s.side, enemy(s.side)) for at in hexes_of(s, side) if fights(s, at, side)]
    for at in forces:
        cells.setdefault(at, {"tone": "own" if fights(s, at, s.side) else "enemy"})
    legend = [{"tone": tone, "label": msg(f"overlay.zone_{tone}")} for tone in ("own", "enemy", "warn")]
    return {"cells": cells, "legend": legend}


def of_command(s: Seen, pieces: list[str]) -> Shown:
    """Show how far superior commanders command, whom they reach, and whom nobody does (3.31a, 3.32a)."""
    side = s.side
    every = [p for p in tree.leaders(s, side) if tree.place_of(s, p)]
    picked = [p for p in pieces if s.exists(p) and s.is_known(p) and is_leader(s, p) and s.owner(p) == side and p in every]
    chiefs = [p for p in every if tree.is_superior(s, p)]
    asked = [p for p in picked if p in chiefs] or [p for q in picked for p in tree.superiors(s, q)] or chiefs
    cells: dict[str, dict[str, Any]] = {}
    lines = []
    for chief in asked:
        here = tree.place_of(s, chief)
        for at in ground.within(s, here, tree.command_range(s, chief)):
            cells.setdefault(at, {"tone": "own"})
        for one in every:
            if tree.commands(s, chief, one) and tree.place_of(s, one) != here:
                lines.append({"path": [here, tree.place_of(s, one)], "tone": "good"})
    for one in every:
        if not tree.is_army_commander(s, one) and not tree.superiors(s, one):
            cells[tree.place_of(s, one)] = {"tone": "bad"}
    legend = [{"tone": tone, "label": msg(f"overlay.command_{tone}")} for tone in ("own", "good", "bad")]
    return {"cells": {at: cell for at, cell in cells.items() if on_map(at)}, "lines": lines, "legend": legend}


RULES = {"supply": "7.1", "zones": "3.7", "command": "3.31a"}
OVERLAYS: dict[str, Callable[[Seen, list[str]], Shown]] = {
    "die": by_die, "supply": of_supply, "zones": of_zones, "command": of_command,
}  # fmt: skip
