"""The play example and the melee example of the rulebook, die for die: two turns between E3 and G4."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.kit.offers import Offer
from qtwar.kit.runner import Runner


class Replay:
    """The training scenario with scripted dice; what is offered by list is chosen by its value."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.notes: list[dict[str, Any]] = []

    def do(self, side: str, verb: str, dice: list[int] | None = None, **args: Any) -> None:
        if "cell" in args:
            args["cell"] = f"t1:{args['cell']}"
        if "path" in args:
            args["path"] = [f"t1:{cell}" for cell in args["path"]]
        events = self.runner.act({"side": side, "verb": verb, "args": args}, 1, dice or [])
        rolled = [face for e in events if e["e"] == "rolled" for _, face in e["dice"]]
        assert rolled == (dice or []), f"{verb}: rolled {rolled}"
        self.notes = [{"key": e["key"], **e["args"]} for e in events if e["e"] == "note"]

    def note(self, key: str) -> dict[str, Any]:
        return next(n for n in self.notes if n["key"] == key)

    def damage(self) -> dict[str, tuple[int, str]]:
        """Return unit → (total of its damage check, result)."""
        found = [n for n in self.notes if n["key"] == "note.damage"]
        return {n["piece"]["p"]: (n["total"], n["result"]["key"].removeprefix("result.")) for n in found}

    def piece(self, piece: str) -> dict[str, Any]:
        return self.runner.state.pieces[piece]

    def marks(self, piece: str) -> list[str]:
        return list(self.piece(piece)["attrs"].get("marks") or ())

    def end_rally(self) -> None:
        """Say done for whoever is still asked in the rally phase."""
        while any(a["verb"] == "done" for a in self.offer(self.runner.state.active[0])["asks"]):
            self.do(self.runner.state.active[0], "done")

    def offer(self, side: str) -> Offer:
        found = self.runner.offer(side)
        assert found is not None
        return found


def test_ex_the_play_example_and_the_melee_example(whole: Callable[..., Runner]) -> None:
    play = Replay(whole("t1_contact"))
    state = play.runner.state

    play.end_rally()

    # German impulse: Weiss does not spot G4 (3, and 1 for his leadership); then a pass.
    play.do("german", "spot", [5], pieces=["weiss"], cell="G4")
    assert play.note("note.spot_failed")["limit"] == 4
    assert play.marks("weiss") == ["ops"]
    play.do("german", "pass")

    # US impulse: Medrow spots E3; two squads and the machine gun fire with 2 + 1 + 2; the shaken half-squad crawls.
    play.do("us", "spot", [1], pieces=["medrow"], cell="E3")
    assert play.note("note.spot")["limit"] == 3
    play.do("us", "fire", [4, 4, 6, 4], pieces=["us-para-squad-1", "us-para-squad-2", "medrow"], cell="E3")
    assert play.note("note.attack") == {
        "key": "note.attack", "value": 5, "dice": 4, "total": 9, "die": 4, "defence": 5,
    }  # fmt: skip
    assert play.damage() == {"weiss": (10, "shaken"), "fj-half-1": (8, "shaken")}
    assert all("fired" in play.marks(p) for p in ("us-para-squad-1", "us-para-squad-2", "medrow"))
    play.do("us", "crawl", pieces=["us-para-half-1"], path=["F5", "F6"])
    assert play.piece("us-para-half-1")["at"] == "t1:F6"
    assert play.marks("us-para-half-1") == ["crawl"]
    if state.active == ["us"]:
        play.do("us", "pass")

    # German impulse: both squads assault move into F3 and fire with 2 + 2 + 1.5, rounded up, less 2.
    play.do("german", "assault", pieces=["fj-squad-rifle-1", "fj-squad-assault-1"], path=["F2", "F3"])
    play.do("german", "fire", [5, 2, 6, 6, 1, 2], pieces=["fj-squad-rifle-1", "fj-squad-assault-1"], cell="G4")
    assert (play.note("note.attack")["value"], play.note("note.attack")["total"]) == (4, 9)
    assert play.note("note.attack")["defence"] == 3
    assert play.damage() == {
        "medrow": (12, "wounded"),
        "us-para-squad-1": (12, "casualty"),
        "us-para-squad-2": (7, "shaken"),
    }
    hero = play.note("note.hero")["piece"]["p"]
    assert play.marks(hero) == ["fired"]
    assert [state.pieces[p]["kind"] for p in state.at(f"@{hero}")] == ["card_tommy_gun"]
    assert state.pieces["us-para-squad-1"]["kind"] == "us_para_half"
    assert state.pieces["us-para-squad-1"]["face"] == "back"
    if state.active == ["german"]:
        play.do("german", "pass")

    # Three passes end the phase; the US wins the initiative of the next turn.
    play.do("us", "pass")
    play.do("german", "pass")
    play.do("us", "pass", [6, 1])
    assert state.vars["turn"] == 2
    assert not any(play.marks(p) for p in ("weiss", "medrow", hero, "us-para-half-1"))
    assert state.pieces["medrow"]["attrs"]["wounded"]

    # Rally: wounded Medrow (5, and 2 for the woods) rolls 12; beside the hero the others try all the same.
    play.do("us", "rally", [6, 6], pieces=["medrow"])
    assert play.note("note.rally_failed")["total"] == 10
    play.do("us", "rally", [3, 3], pieces=["us-para-squad-1"])
    play.do("us", "rally", [1, 2], pieces=["us-para-squad-2"])
    play.do("us", "treat", [1, 3], choice="medic-us-1>us-para-half-1")
    assert all(state.pieces[p]["face"] == "front" for p in ("us-para-squad-1", "us-para-squad-2", "us-para-half-1"))
    play.do("us", "done")
    play.do("german", "rally", [1, 2], pieces=["weiss"])
    play.do("german", "rally", [4, 5], pieces=["fj-half-1"])
    assert state.pieces["fj-half-1"]["face"] == "front"
    play.end_rally()

    # US: the squad does not spot F3 and is Ops Complete; a pass.
    play.do("us", "spot", [4], pieces=["us-para-squad-2"], cell="F3")
    play.do("us", "pass")

    # German: the machine gun of the half-squad and Weiss through the brush of F5: 2 - 1 + 1.
    play.do("german", "fire", [4, 3, 4, 1, 5], pieces=["fj-half-1", "weiss"], cell="F6")
    assert (play.note("note.attack")["value"], play.note("note.attack")["total"]) == (2, 6)
    assert play.damage() == {"medic-us-1": (7, "shaken"), "us-para-half-1": (4, "no_effect")}
    assert play.note("note.no_hero")["die"] == 5
    if state.active == ["german"]:
        play.do("german", "pass")

    # US: the hero (1 at this range) and the M1919A4 of the new half-squad at E3, seen by its fire.
    play.do("us", "fire", [6, 5, 4, 5], pieces=[hero, "us-para-squad-1"], cell="E3")
    assert (play.note("note.attack")["value"], play.note("note.attack")["total"]) == (3, 9)
    assert play.damage() == {"weiss": (7, "shaken"), "fj-half-1": (8, "shaken")}
    assert play.marks("us-para-squad-2") == ["ops"]
    if state.active == ["us"]:
        play.do("us", "pass")

    # German: by G3 into G4. In G3 the Ops Complete squad fires with 1, +2 adjacent, +1 moving: no effect.
    play.do("german", "move", pieces=["fj-squad-rifle-1", "fj-squad-assault-1"], path=["F3", "G3", "G4"])
    play.do("us", "fire", [1, 6], pieces=["us-para-squad-2"], cell="G3")
    assert play.note("note.attack")["value"] == 3
    play.do("german", "go_on", pieces=["fj-squad-rifle-1", "fj-squad-assault-1"], path=["G3", "G4"])

    # Melee: 7 against 2 is 3-1, kill number 5; back 6 against 4 is 3-2, a column for the hero, kill number 6.
    play.do("german", "strike", [4, 5], pieces=["us-para-squad-1"])
    assert (
        play.note("note.strike")["attack"],
        play.note("note.strike")["defence"],
        play.note("note.strike")["kill"],
    ) == (7, 2, 5)
    play.do("us", "strike", [2, 4], pieces=["fj-squad-rifle-1"])
    assert (
        play.note("note.strike")["attack"],
        play.note("note.strike")["defence"],
        play.note("note.strike")["kill"],
    ) == (6, 4, 6)
    assert state.pieces["us-para-squad-1"]["at"] == "us_lost"
    assert state.pieces["fj-squad-rifle-1"]["at"] == "german_lost"
    assert state.pieces["mg34-2"]["at"] == state.pieces["m1919a4-1"]["at"] == "t1:G4"
    assert any(state.pieces[p]["kind"] == "melee" for p in state.at("t1:G4"))
