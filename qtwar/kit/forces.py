"""Who commands whom and where a force is: the order of battle as a tree that changes in play.

A node is a formation of the order of battle or a piece (a leader, a headquarters, a marker that stands for a box). What
is above a node is said, the first that holds:

* by what it was attached to in play (`attach`): a piece's attribute `under`, a formation's entry in `var forces`;
* for a piece in a box with the attribute `force` (a box of an army display): by the piece named there;
* by the order of battle: a piece's `formation`, a formation's `parent`.

A box's force may itself lie in a box, so that front-line forces lie in an army's box as one force with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from qtwar.kit.facts import is_cell
from qtwar.kit.table import Reader, Table

UNDER = "under"
"""Attribute of a piece: the node it was attached to in play, an empty word if it is its own master."""
LEADS = "leads"
"""Attribute of a piece: the formation whose leader or headquarters it is."""
FORCE = "force"
"""Attribute of a box: the piece that stands on the map for what lies in it."""
VAR = "forces"


class Forces:
    """The tree as one reader knows it, worked out once; a new one is needed after a change."""

    def __init__(self, r: Reader) -> None:
        self.r = r
        self._over: dict[str, str] = {}
        self._under: dict[str, list[str]] = {}
        self._leaders: dict[str, str] = {}
        attached = r.var(VAR) or {}
        for name, formation in r.content.formations.items():
            self._add(name, attached.get(name, formation.get("parent") or ""))
        for piece in sorted(r.records):
            if not r.is_known(piece):
                continue
            self._add(piece, self._above(piece))
            led = r.attr(piece, LEADS)
            if led:
                self._leaders.setdefault(str(led), piece)

    def _add(self, node: str, over: str) -> None:
        self._over[node] = over
        if over:
            self._under.setdefault(over, []).append(node)

    def _above(self, piece: str) -> str:
        attached = self.r.record(piece)["attrs"].get(UNDER)
        if attached is not None:
            return str(attached)
        return self._force_of(piece) or str((self.r.content.pieces.get(piece) or {}).get("formation") or "")

    def _force_of(self, piece: str) -> str:
        box = self.r.content.boxes.get(self.r.spot(piece)) or {}
        force = str((box.get("attrs") or {}).get(FORCE) or "")
        return force if force != piece and self.r.exists(force) else ""

    # who commands whom ------------------------------------------------------------------

    def over(self, node: str) -> str:
        """Return what is directly above a node, an empty word for its own master."""
        return self._over.get(node, "")

    def chain(self, node: str) -> Iterator[str]:
        """Yield what is above a node, the nearest first."""
        seen = {node}
        while (node := self.over(node)) and node not in seen:
            seen.add(node)
            yield node

    def commands(self, node: str, other: str) -> bool:
        """Return whether a node is anywhere above another."""
        return node in self.chain(other)

    def under(self, node: str) -> list[str]:
        """Return what is directly below a node: formations in the order of battle's order, then pieces by id."""
        return list(self._under.get(node, ()))

    def pieces(self, node: str) -> list[str]:
        """Return all pieces below a node, however deep."""
        found: list[str] = []
        rest, seen = self.under(node)[::-1], {node}
        while rest:
            one = rest.pop()
            if one in seen:
                continue
            seen.add(one)
            if one not in self.r.content.formations:
                found.append(one)
            rest += self.under(one)[::-1]
        return found

    def leader(self, formation: str) -> str:
        """Return the piece in play that leads a formation, or an empty word."""
        return self._leaders.get(formation, "")

    # where ------------------------------------------------------------------------------

    def where(self, node: str) -> str:
        """Return the cell where a node is, an empty word for one that is not on a map.

        A piece in a force's box is where the force's own piece is; a formation where its leader is.
        """
        if node in self.r.content.formations:
            leader = self.leader(node)
            return self.where(leader) if leader else ""
        seen: set[str] = set()
        while node and node not in seen and self.r.exists(node):
            spot = self.r.spot(node)
            if is_cell(spot):
                return spot
            seen.add(node)
            node = self._force_of(node)
        return ""


def attach(t: Table, node: str, to: str | None) -> None:
    """Put a node under another, make it its own master (an empty word), or give it back to the order of battle (None).

    Raises ValueError for one that is below the node itself.
    """
    if to and (to == node or Forces(t).commands(node, to)):
        raise ValueError(f"{node} can not be put under {to}, which it commands")
    if node in t.content.formations:
        said = {**(t.var(VAR) or {}), node: to}
        t.set_var(VAR, {key: value for key, value in said.items() if value is not None} or None)
    else:
        t.set_attr(node, UNDER, to)
