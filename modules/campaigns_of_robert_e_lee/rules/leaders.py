"""Leaders in the admin sequence: promotion, replacement, new forces, exchange of units, headquarters (14.31-14.35)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import activation, fallen, morale, orders, stores, tracks, transfers, tree
from .chores import Chore, mine
from .facts import (
    CSA,
    box,
    counter,
    hexes_of,
    is_leader,
    is_unit,
    on_map,
    stars,
    wound,
    wrapped,
)

EXCHANGE = "reorganization.exchange_units_between_stacked_leaders"


def pool(r: Reader, side: str) -> list[str]:
    """Return the leaders in a side's pool (3.16)."""
    return sorted(p for p in r.of(box(side, "pool"), side) if is_leader(r, p))


def bill(r: Reader, row: str) -> int:
    """Return a number of the chart of leaders: `5 WEP` is 5 (14.3)."""
    return int(str(r.chart("leaders_admin").at(row)).split()[0])


# promotion --------------------------------------------------------------------------


def rank_fault(r: Reader, leader: str, to: int) -> str:
    """Return the rule against a leader's having a rank: his command, his units, who stands with him (14.31, 3.21, 3.22)."""
    side, where = r.owner(leader), tree.place_of(r, leader)
    if not 1 <= to <= 4:
        return "14.31"
    if tree.is_corps_commander(r, leader) and to != 3:
        return "3.32"
    if tree.is_army_commander(r, leader) and tree.is_superior(r, leader) and to < (4 if side == CSA else 3):
        return "3.31"
    if not tree.is_union_corps(r, leader):
        most = int(r.chart("stacking").at(f"stars_{to}", "brigades"))
        if tree.weight(r, tree.units(r, leader)) > most:
            return "3.22"
    others = [p for p in tree.leaders_at(r, where, side) if p != leader] if where else []
    if others and not tree.has_hq(r, [leader, *others]) and any(stars(r, p) == to for p in others):
        return "3.21"
    return ""


class Promotion(Chore):
    """A side promotes and demotes leaders, a rank a turn each (14.31). Its own: `done`."""

    name, rule = "promotion", "14.31"

    def able(self, r: Reader, f: Frame, by: int) -> list[str]:
        """Return who may rise or fall by a rank."""
        side, done = f.l["side"], mine(f).get("done", ())
        if tracks.wep(r, side) < stores.cost(r, "promote_leader"):
            return []
        return [p for p in tree.leaders(r, side) if p not in done and not rank_fault(r, p, stars(r, p) + by)]

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to promote and to demote."""
        found: list[Ask] = []
        up, down = self.able(s, f, 1), self.able(s, f, -1)
        if up:
            found.append(offers.pieces("promote", "ask.promote", up, rule="14.31"))
        if down:
            found.append(offers.pieces("demote", "ask.demote", down, rule="14.31"))
        return found

    def rank(self, t: Table, f: Frame, leader: str, by: int) -> None:
        """Change a rank for its price."""
        side = f.l["side"]
        tracks.pay(t, side, stores.cost(t, "promote_leader"), "wep.promotion", "14.31")
        fallen.set_rank(t, leader, stars(t, leader) + by)
        mine(f)["done"] = [*mine(f).get("done", []), leader]
        only = [side] if t.option("hidden_wounds") or not on_map(t.where(leader)) else None
        t.note("note.promoted", rule="14.31", only=only, leader={"p": leader}, n=stars(t, leader))

    def do_promote(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Promote a leader by a rank."""
        self.rank(t, f, args["pieces"][0], 1)

    def do_demote(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Demote a leader by a rank, as for promotion (14.31a)."""
        self.rank(t, f, args["pieces"][0], -1)


# replacement ------------------------------------------------------------------------


class Replacement(Chore):
    """Leaders are replaced from the pool, for reasons of 14.32. Its own: `ordered`, superior → conditions he has paid for."""

    name, rule = "replacement", "14.32"

    def reason(self, r: Reader, leader: str) -> str:
        """Return why a leader may be replaced of himself: badly wounded, or too much morale lost (14.32(1), (2))."""
        if wound(r, leader) > bill(r, "wound_replace"):
            return "wounded"
        start = r.attr(leader, "start_ml")
        if start is not None and int(start) - morale.ml(r, leader) >= bill(r, "ml_replace"):
            return "morale"
        return "any" if r.option("amb_02_pool_swap_any_time") else ""

    def heirs(self, r: Reader, side: str, leader: str, why: str) -> list[str]:
        """Return the pool leaders who may follow a leader, for one of whom there is war effort (14.33)."""
        need = fallen.needed_stars(r, side, vacancy(r, leader))
        excess = bill(r, f"excess_{side}") if why == "wounded" else 99
        total = sum(fallen.rating_of(r, leader, key) for key in ("ar", "br", "mr"))
        found = []
        for p in pool(r, side):
            own = sum(fallen.rating_of(r, p, key) for key in ("ar", "br", "mr"))
            rank = max(stars(r, p), need)
            if rank - stars(r, p) > 1 or own > total + excess or self.fault(r, leader, p, rank):
                continue
            if why in ("morale", "war") and stars(r, p) not in (stars(r, leader), stars(r, leader) - 1):
                continue
            if self.price(r, leader, rank - stars(r, p)) <= tracks.wep(r, side):
                found.append(p)
        return found

    def all_heirs(self, r: Reader, f: Frame, leader: str, why: str) -> list[str]:
        """Return who may follow by a superior's order: from the pool, or leaders in his range but for a drawn one (14.32b3)."""
        found = self.heirs(r, f.l["side"], leader, why)
        chief = mine(f).get("chief") or self.chief(r, f, leader)
        drawn = why in ("morale", "war") or not chief
        return found if drawn else [*found, *transfers.at_hand(r, chief, vacancy(r, leader))]

    def fault(self, r: Reader, old: str, new: str, rank: int) -> bool:
        """Return whether a new leader of a rank would break the limits of command or stacking where the old one is."""
        where, side = tree.place_of(r, old), r.owner(old)
        others = [p for p in tree.leaders_at(r, where, side) if p != old]
        hq = tree.has_hq(r, [old, *others])
        most = int(r.chart("stacking").at(f"stars_{max(1, min(4, rank))}", "brigades"))
        heavy = not tree.is_union_corps(r, old) and tree.weight(r, tree.units(r, old)) > most
        return heavy or (not hq and any(stars(r, p) == rank for p in others))

    def price(self, r: Reader, leader: str, ranks: int) -> int:
        """Return what a successor costs: from the pool, more for a superior commander, promotion (14.32b3, b4)."""
        pooled = fallen.price(r, vacancy(r, leader), at_once=False, pooled=True)
        return pooled + ranks * stores.cost(r, "promote_leader")

    def chief(self, r: Reader, f: Frame, leader: str) -> str:
        """Return the superior commander who can order the replacement of a subordinate (14.32(4)), an empty word for none."""
        over = tree.superiors(r, leader)
        able = [p for p in over if self.is_paid(r, f, p, leader)] or [p for p in over if orders.can_pay(r, p, self.order(r, p))]
        return able[-1] if able else ""

    def is_paid(self, r: Reader, f: Frame, chief: str, leader: str) -> bool:
        """Return whether a superior's order of this step serves one more: the same condition, wound or morale (14.32b3)."""
        return self.reason(r, leader) in mine(f).get("ordered", {}).get(chief, ())

    def order(self, r: Reader, chief: str) -> str:
        """Return the order of an army's or corps' commander to replace a subordinate (3.31b2, 3.32b2)."""
        return activation.order_of(r, chief).replace("activate", "replace")

    def candidates(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return how → leaders who may be replaced so: by an order (4), by the War Department (5) and superiors (b4)."""
        side = f.l["side"]
        done = mine(f).get("done", ())
        every = [p for p in tree.leaders(r, side) if p not in done and not tree.is_garrison(r, p) and tree.place_of(r, p)]
        plain = [p for p in every if not tree.is_superior(r, p)]
        told = [p for p in plain if self.chief(r, f, p)]
        found = {"replace_order": [p for p in told if self.all_heirs(r, f, p, self.reason(r, p) or "order")]}
        if orders.may_war_department(r, side):
            price = stores.cost(r, "war_department_order")
            able = [p for p in every if self.price(r, p, 1) + price <= tracks.wep(r, side)]
            found["replace_war"] = [p for p in able if self.heirs(r, side, p, "war")]
        own = [p for p in plain if self.reason(r, p) and not self.chief(r, f, p)]
        found["replace_own"] = [p for p in own if self.heirs(r, side, p, self.reason(r, p))]
        return {how: some for how, some in found.items() if some}

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to replace; after a leader has been named, who follows him."""
        own = mine(f)
        if own.get("old"):
            heirs = self.all_heirs(s, f, own["old"], own["why"])
            return [offers.pieces("successor", "ask.successor", heirs, rule="14.33")]
        found: list[Ask] = []
        if change_of_command(s, s.side):
            found.append(offers.button("change_command", "button.change_command", rule="14.32"))
        rules = {"replace_order": "14.32b3", "replace_war": "14.32b4", "replace_own": "14.32"}
        asks = [offers.pieces(how, f"ask.{how}", some, rule=rules[how]) for how, some in self.candidates(s, f).items()]
        return [*found, *asks]

    def do_change_command(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the scenario's new commander take the army, and another his corps, for nothing (special rule of 14.32)."""
        old, new, heir = change_of_command(t, side)
        army, corps = vacancy(t, old), vacancy(t, new)
        tree.retire(t, old)
        tree.retire(t, new)
        if heir:
            fallen.install(t, heir, corps)
        fallen.install(t, new, army, int(t.scenario["attrs"]["command_change"]["stars"]))
        t.set_attr(new, "keeps", True)
        if not heir:
            fallen.scatter(t, side, corps)
        t.note("note.replaced", rule="14.32", leader={"p": new}, old={"p": old})

    def do_replace_order(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A superior commander orders a subordinate replaced (14.32b3)."""
        leader = args["pieces"][0]
        chief, why = self.chief(t, f, leader), self.reason(t, leader)
        if not self.is_paid(t, f, chief, leader):
            orders.spend(t, chief, self.order(t, chief), "14.32b3")
        if why in ("wounded", "morale"):
            paid: dict[str, list[str]] = mine(f).setdefault("ordered", {})
            paid[chief] = [*paid.get(chief, []), why]
        mine(f)["chief"] = chief
        self.choose(t, f, leader, why or "order")

    def do_replace_war(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """The War Department replaces a leader by one drawn at random (14.32(5), b4)."""
        orders.war_department(t, side, "14.32")
        self.choose(t, f, args["pieces"][0], "war")

    def do_replace_own(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Replace a leader who is badly wounded or has lost his nerve, where no superior is near (14.32(1), (2))."""
        leader = args["pieces"][0]
        self.choose(t, f, leader, self.reason(t, leader))

    def choose(self, t: Table, f: Frame, leader: str, why: str) -> None:
        """Draw a successor, or ask for one (14.33a)."""
        heirs = self.all_heirs(t, f, leader, why)
        if why in ("morale", "war"):
            self.settle(t, f, leader, t.pick(heirs))
        elif len(heirs) == 1:
            self.settle(t, f, leader, heirs[0])
        else:
            mine(f).update(old=leader, why=why)

    def do_successor(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take the successor chosen."""
        old = mine(f).pop("old")
        self.settle(t, f, old, args["pieces"][0])

    def settle(self, t: Table, f: Frame, old: str, new: str) -> None:
        """Put the new leader in the old one's place: active, with the scenario's morale (14.32, 14.33)."""
        side, place = f.l["side"], vacancy(t, old)
        need = max(stars(t, new), fallen.needed_stars(t, side, place))
        ranks, pooled = need - stars(t, new), not tree.box_of(t, new)
        own = ranks * stores.cost(t, "promote_leader")
        tracks.pay(t, side, self.price(t, old, ranks) if pooled else own, "wep.successor", "14.32")
        level = int(t.scenario["numbers"][f"initial_ml_{side}"]) if pooled else morale.ml(t, new)
        mine(f).pop("chief", None)
        tree.retire(t, old)
        if not pooled:
            fallen.leave(t, new, place)
        tracks.put(t, place["box"], "ml", level)
        fallen.install(t, new, place, need)
        mine(f)["done"] = [*mine(f).get("done", []), new]
        only = None if on_map(t.where(new)) else [side]
        t.note("note.replaced", rule="14.32", only=only, leader={"p": new}, old={"p": old})


def change_of_command(r: Reader, side: str) -> list[str]:
    """Return the army's commander, who may take over from him, and who takes that one's corps (if he is in the pool)."""
    row = (r.scenario.get("attrs") or {}).get("command_change")
    if not row or row["side"] != side or int(r.var("turn")) < int(row["from_turn"]):
        return []
    by_kind = {r.record(p)["kind"]: p for p in tree.leaders(r, side) if tree.place_of(r, p)}
    old, new = by_kind.get(row["old"], ""), by_kind.get(row["new"], "")
    if not old or not new or not tree.is_superior(r, old):
        return []
    return [old, new, next((p for p in pool(r, side) if r.record(p)["kind"] == row["corps_v"]), "")]


def vacancy(r: Reader, leader: str) -> dict[str, Any]:
    """Return what a leader would leave to his successor, as `fallen` takes it."""
    return {
        "box": tree.box_of(r, leader), "place": r.where(leader), "hex": tree.place_of(r, leader), "stars": stars(r, leader),
        "army": tree.is_army_commander(r, leader), "superior": tree.is_superior(r, leader), "name": leader,
    }  # fmt: skip


# new forces -------------------------------------------------------------------------


class NewForces(Chore):
    """Leaders from the pool form new forces of units without one; lost headquarters come back (14.34, 14.35)."""

    name, rule = "new_forces", "14.35"

    def price(self, r: Reader) -> int:
        """Return what a leader from the pool costs (14.33)."""
        return fallen.pool_price(r)

    def hexes(self, r: Reader, side: str) -> list[str]:
        """Return the hexes with units without a leader where a force can be formed (14.35)."""
        return [at for at in hexes_of(r, side) if tree.independents(r, at, side) and stores.is_base(r, side, at)]

    def fits(self, r: Reader, side: str, where: str, leader: str) -> bool:
        """Return whether a pool leader may lead the units of a hex: his limit, ranks there (3.21, 3.22)."""
        row = f"stars_{max(1, min(4, stars(r, leader)))}"
        enough = tree.weight(r, tree.independents(r, where, side)) <= int(r.chart("stacking").at(row, "brigades"))
        there = tree.leaders_at(r, where, side)
        return enough and (tree.has_hq(r, there) or all(stars(r, p) != stars(r, leader) for p in there))

    def headquarters(self, r: Reader, side: str) -> dict[str, list[str]]:
        """Return headquarters or corps marker in the pool → leaders on whom it may be rebuilt (14.34)."""
        found = {}
        for piece in r.of(box(side, "pool"), side):
            able = [p for p in tree.leaders(r, side) if on_map(r.where(p)) and self.may_have(r, side, piece, p)]
            if able:
                found[piece] = sorted({r.where(p) for p in able})
        return found

    def may_have(self, r: Reader, side: str, piece: str, leader: str) -> bool:
        """Return whether a leader is eligible for a headquarters or corps marker, and it can be paid (3.31-3.33, 14.34)."""
        if tree.is_superior(r, leader) or tree.is_garrison(r, leader) or tree.commander(r, r.where(leader), side) != leader:
            return False
        wep = tracks.wep(r, side)
        if r.has(piece, "union_corps"):
            return not tree.is_union_corps(r, leader) and wep >= stores.cost(r, "rebuild_union_corps_marker")
        if wep < stores.cost(r, "rebuild_army_hq_or_csa_corps_hq") or not r.has(piece, "hq"):
            return False
        if r.has(piece, "corps_hq"):
            return stars(r, leader) == 3 and bool(free_superior(r, side, tree.CORPS))
        return stars(r, leader) >= (4 if side == CSA else 3) and bool(free_superior(r, side, tree.ARMIES))

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to form forces and to rebuild headquarters."""
        side = f.l["side"]
        found: list[Ask] = []
        if tree.free_boxes(s, side) and tracks.wep(s, side) >= self.price(s):
            some = {p: [at for at in self.hexes(s, side) if self.fits(s, side, at, p)] for p in pool(s, side)}
            some = {p: at for p, at in some.items() if at}
            if some:
                found.append(offers.place("form", "ask.form", some, rule="14.35"))
        horse = self.cavalry(s, side)
        if horse:
            found.append(offers.pieces("cavalry_corps", "ask.cavalry_corps", horse, rule="3.13"))
        lost = self.headquarters(s, side)
        if lost:
            found.append(offers.place("rebuild", "ask.rebuild", lost, rule="14.34"))
        return found

    def cavalry(self, r: Reader, side: str) -> list[str]:
        """Return the leaders whose force may become the cavalry corps: all cavalry, and the side has none (3.13a)."""
        if any(tree.is_cavalry_corps(r, p) for p in tree.leaders(r, side)):
            return []
        guns = int(r.chart("artillery_limits").at("cavalry_corps"))
        return [
            p
            for p in tree.leaders(r, side)
            if tree.place_of(r, p) and tree.is_cavalry_force(r, [p]) and not tree.is_superior(r, p)
            and tracks.get(r, tree.box_of(r, p), "artillery") <= guns
        ]  # fmt: skip

    def do_cavalry_corps(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Make a force the cavalry corps (3.13a)."""
        leader, kind = args["pieces"][0], f"{side}_cavalry_corps"
        state = f"{tree.box_of(t, leader)}-state"
        marker = next((p for p in t.content.pieces_of(kind) if t.exists(p)), "")
        if marker:
            t.move(marker, state)
        else:
            counter(t, kind, state, side)
        only = None if on_map(t.where(leader)) else [side]
        t.note("note.cavalry_corps", rule="3.13a", only=only, leader={"p": leader})

    def do_form(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Form a front-line force of the units of a hex (14.32b2, 14.35)."""
        leader, where = args["pieces"][0], args["cell"]
        tracks.pay(t, side, self.price(t), "wep.pool", "14.35")
        base = tree.free_boxes(t, side)[0]
        units = tree.independents(t, where, side)
        t.set_attr(leader, "box", base)
        t.turn(leader, "front")
        t.move(leader, where)
        counter(t, f"{side}_troops_{base.rpartition('-l')[2]}", where, side)
        for unit in units:
            t.move(unit, base)
        tracks.put(t, base, "ml", int(t.scenario["numbers"][f"initial_ml_{side}"]))
        t.note("note.formed", rule="14.35", leader={"p": leader}, cell={"c": where})

    def do_rebuild(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Rebuild a headquarters or a Union corps on the commander of a hex (14.34)."""
        piece, where = args["pieces"][0], args["cell"]
        leader = tree.commander(t, where, side)
        if t.has(piece, "union_corps"):
            tracks.pay(t, side, stores.cost(t, "rebuild_union_corps_marker"), "wep.rebuilt", "14.34")
            t.move(piece, f"{tree.box_of(t, leader)}-state")
        else:
            tracks.pay(t, side, stores.cost(t, "rebuild_army_hq_or_csa_corps_hq"), "wep.rebuilt", "14.34")
            kinds = tree.CORPS if t.has(piece, "corps_hq") else tree.ARMIES
            self.raise_hq(t, side, leader, piece, free_superior(t, side, kinds)[0])
        t.note("note.rebuilt", rule="14.34", leader={"p": leader}, cell={"c": where})

    def raise_hq(self, t: Table, side: str, leader: str, hq: str, to: str) -> None:
        """Give a front-line leader a superior box: his units and points go over into it."""
        base, marker = tree.box_of(t, leader), tree.marker_of(t, leader)
        points = {track: tracks.get(t, base, track) for track in ("ap", "ml", "ammo", "artillery")}
        units = tree.units(t, leader)
        t.set_attr(leader, "box", to)
        t.set_attr(hq, "box", to)
        t.move(hq, t.where(leader))
        if marker:
            t.remove(marker)
        for unit in units:
            t.move(unit, to)
        tracks.clear(t, base)
        for track, n in points.items():
            tracks.put(t, to, track, n)
        for piece in t.ids(f"{base}-state"):
            t.move(piece, f"{to}-state")


def free_superior(r: Reader, side: str, names: tuple[str, ...]) -> list[str]:
    """Return the superior boxes of a kind that nobody uses."""
    used = {tree.box_of(r, p) for p in tree.leaders(r, side)}
    here = [f"{side}-{name}" for name in names]
    return [b for b in here if b in r.content.boxes and b not in used]


# exchange ---------------------------------------------------------------------------


class Exchange(Chore):
    """Stacked leaders hand units over, for two orders each (14.32b5). Its own: `done`, boxes that have."""

    name, rule = "exchange", "14.32b5"

    def able(self, r: Reader, where: str, side: str) -> list[str]:
        """Return the leaders of a hex who can pay for an exchange."""
        return [p for p in tree.leaders_at(r, where, side) if orders.can_pay(r, p, EXCHANGE, alone=True)]

    def moves(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return unit → boxes of leaders of its hex who can take it over."""
        side, done = f.l["side"], mine(f).get("done", ())
        found = {}
        for where in hexes_of(r, side):
            able = [p for p in self.able(r, where, side) if tree.box_of(r, p) not in done and not tree.is_garrison(r, p)]
            for giver in able:
                takers = [p for p in able if p != giver]
                for unit in tree.units(r, giver):
                    to = [p for p in takers if tree.has_room(r, p, [unit]) and fits_corps(r, p, unit)]
                    if to:
                        found[unit] = sorted(tree.box_of(r, p) for p in to)
        return found

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the ask to hand units over."""
        moves = self.moves(s, f)
        if not moves:
            return []
        ask = offers.pieces_and_cell(
            "hand_over", "ask.hand_over", moves, sorted({b for some in moves.values() for b in some}), 1, len(moves),
            rule="14.32b5", targets=moves,
        )  # fmt: skip
        return [ask]

    def do_hand_over(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Hand units of one leader over to another of the hex; who has none left goes to the pool (14.32b5)."""
        units, taker = args["pieces"], tree.leader_of(t, args["cell"])
        givers = {tree.home_of(t, u) for u in units}
        if len(givers) != 1 or taker in givers:
            t.refuse("refuse.one_giver", rule="14.32b5")
        giver = givers.pop()
        if tree.place_of(t, giver) != tree.place_of(t, taker):
            t.refuse("refuse.not_stacked", rule="14.32b5", leader={"p": giver})
        if not tree.has_room(t, taker, units):
            t.refuse("refuse.limit", rule="3.22", leader={"p": taker})
        for one in (giver, taker):
            orders.spend(t, one, EXCHANGE, "14.32b5", alone=True)
        for unit in units:
            t.move(unit, args["cell"])
        mine(f)["done"] = [*mine(f).get("done", []), tree.box_of(t, giver), args["cell"]]
        t.note("note.handed_over", rule="14.32b5", only=[side], leader={"p": taker}, units=wrapped(units))
        if not tree.all_units(t, giver):
            tree.dissolve(t, giver)


def fits_corps(r: Reader, leader: str, unit: str) -> bool:
    """Return whether a unit may join a leader: only cavalry joins the cavalry corps (3.13a)."""
    return is_unit(r, unit) and (not tree.is_cavalry_corps(r, leader) or r.has(unit, "cavalry"))


STEPS = (Promotion(), Replacement(), NewForces(), Exchange())
