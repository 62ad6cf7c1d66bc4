"""Leaders in the admin sequence: promotion, replacement, exchange of units (14.31-14.33)."""

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
    hexes_of,
    is_leader,
    is_unit,
    on_map,
    stars,
    wound,
    wrapped,
)

EXCHANGE = "reorganization.exchange_units_between_stacked_leaders"
WAR = "war_department"
"""Who has ordered a replacement, in place of a superior commander (14.32(5))."""
DRAWN = ("morale", WAR)
"""Why a leader who comes from the pool is drawn by chance (14.33a)."""


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
    """Leaders are replaced, for reasons of 14.32, by order of a superior or the War Department.

    Its own: `ordered`, who has ordered → conditions paid for; while a successor is chosen `old`, `why`, `chief`.
    """

    name, rule = "replacement", "14.32"

    def reason(self, r: Reader, leader: str) -> str:
        """Return in which set of 14.32b3 a leader is: badly wounded, or with too much morale lost (14.32(1), (2))."""
        if wound(r, leader) > bill(r, "wound_replace"):
            return "wounded"
        start = r.attr(leader, "start_ml")
        if start is not None and int(start) - morale.ml(r, leader) >= bill(r, "ml_replace"):
            return "morale"
        return ""

    def heirs(self, r: Reader, side: str, leader: str, why: str) -> list[str]:
        """Return the pool leaders who may follow a leader, for one of whom there is war effort (14.33)."""
        need = fallen.needed_stars(r, side, vacancy(r, leader))
        excess = bill(r, f"excess_{side}") if self.reason(r, leader) == "wounded" else 99  # 14.33a
        total = sum(fallen.rating_of(r, leader, key) for key in ("ar", "br", "mr"))
        found = []
        for p in pool(r, side):
            own = sum(fallen.rating_of(r, p, key) for key in ("ar", "br", "mr"))
            rank = max(stars(r, p), need)
            if rank - stars(r, p) > 1 or own > total + excess or self.fault(r, leader, p, rank):
                continue
            if why in DRAWN and stars(r, p) not in (stars(r, leader), stars(r, leader) - 1):
                continue
            if self.price(r, leader, rank - stars(r, p)) <= tracks.wep(r, side):
                found.append(p)
        return found

    def transfers(self, r: Reader, f: Frame, leader: str, why: str) -> list[str]:
        """Return the leaders of the map in a superior's range who may take the place of a subordinate (14.32b3)."""
        if tree.is_superior(r, leader):
            return []
        chief = mine(f).get("chief") or self.chief(r, f, leader)
        chiefs = tree.superiors(r, leader) if why == WAR else [chief] if chief else []
        found = {p for one in chiefs for p in transfers.at_hand(r, one, vacancy(r, leader))}
        return sorted(found)

    def pooled(self, r: Reader, f: Frame, leader: str, why: str) -> list[str]:
        """Return the pool leaders who may follow, but for those who have themselves been replaced in this step."""
        return [p for p in self.heirs(r, f.l["side"], leader, why) if p not in mine(f).get("gone", ())]

    def has_heir(self, r: Reader, f: Frame, leader: str, why: str) -> bool:
        """Return whether anybody may follow a leader."""
        return bool(self.pooled(r, f, leader, why) or self.transfers(r, f, leader, why))

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
        """Return whether an order of this step serves one more: the same condition, wound or morale (14.32b3)."""
        return self.reason(r, leader) in mine(f).get("ordered", {}).get(chief, ())

    def war_serves(self, r: Reader, f: Frame, leader: str) -> bool:
        """Return whether the War Department can order a replacement: in the set of its order of this step, or anew (14.32b3)."""
        side = f.l["side"]
        if self.is_paid(r, f, WAR, leader):
            return True
        rest = tracks.wep(r, side) - stores.cost(r, "war_department_order")
        return orders.may_war_department(r, side) and self.price(r, leader, 1) <= rest

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
        found = {"replace_order": [p for p in told if self.has_heir(r, f, p, self.reason(r, p) or "order")]}
        war = [p for p in every if self.war_serves(r, f, p)]
        found["replace_war"] = [p for p in war if self.has_heir(r, f, p, WAR)]
        own = [p for p in plain if r.option("amb_02_pool_swap_any_time") and p not in told]
        found["replace_own"] = [p for p in own if self.has_heir(r, f, p, self.reason(r, p) or "any")]
        return {how: some for how, some in found.items() if some}

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to replace; after a leader has been named, who follows him."""
        own = mine(f)
        if own.get("old"):
            return self.who_follows(s, f, own["old"], own["why"])
        found: list[Ask] = []
        if change_of_command(s, s.side):
            found.append(offers.button("change_command", "button.change_command", rule="14.32"))
        rules = {"replace_order": "14.32b3", "replace_war": "14.32b4", "replace_own": "14.32"}
        asks = [offers.pieces(how, f"ask.{how}", some, rule=rules[how]) for how, some in self.candidates(s, f).items()]
        return [*found, *asks]

    def who_follows(self, s: Seen, f: Frame, old: str, why: str) -> list[Ask]:
        """Return the asks for the successor: by name, or one drawn from the pool (14.33a)."""
        pooled, known = self.pooled(s, f, old, why), self.transfers(s, f, old, why)
        asks: list[Ask] = []
        if why in DRAWN and pooled:
            n = self.price(s, old, 0)
            asks.append(offers.button("draw", offers.msg("button.draw_leader", n=n), rule="14.33a"))
        some = known if why in DRAWN else [*pooled, *known]
        return [*asks, offers.pieces("successor", "ask.successor", some, rule="14.33")] if some else asks

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
        self.note_order(f, chief, why)
        mine(f)["chief"] = chief
        self.choose(t, f, leader, why or "order")

    def do_replace_war(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """The War Department orders a leader replaced, from the pool by one drawn at random (14.32(5), b3, b4)."""
        leader = args["pieces"][0]
        if not self.is_paid(t, f, WAR, leader):
            orders.war_department(t, side, "14.32")
            self.note_order(f, WAR, self.reason(t, leader))
        self.choose(t, f, leader, WAR)

    def note_order(self, f: Frame, who: str, why: str) -> None:
        """Note that an order serves all who are badly wounded, or all who have lost their nerve (14.32b3)."""
        if why:
            paid: dict[str, list[str]] = mine(f).setdefault("ordered", {})
            paid[who] = [*paid.get(who, []), why]

    def do_replace_own(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Replace a leader without an order, by the option (3.16, AMB-02)."""
        leader = args["pieces"][0]
        self.choose(t, f, leader, self.reason(t, leader) or "any")

    def choose(self, t: Table, f: Frame, leader: str, why: str) -> None:
        """Draw a successor, or ask for one (14.33a)."""
        pooled, known = self.pooled(t, f, leader, why), self.transfers(t, f, leader, why)
        if why in DRAWN and pooled and not known:
            self.settle(t, f, leader, t.pick(pooled))
        elif why not in DRAWN and len(pooled) + len(known) == 1:
            self.settle(t, f, leader, [*pooled, *known][0])
        else:
            mine(f).update(old=leader, why=why)

    def do_draw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Draw a successor from the pool (14.33a)."""
        old = mine(f).pop("old")
        self.settle(t, f, old, t.pick(self.pooled(t, f, old, mine(f)["why"])))

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
        mine(f).update(done=[*mine(f).get("done", []), new], gone=[*mine(f).get("gone", []), old])
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


STEPS = (Promotion(), Replacement(), Exchange())
