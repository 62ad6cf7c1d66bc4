"""What one seat is given of a game: JSON, whole or as a patch, with nothing of others in it."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.engine import views
from qtwar.session.packet import packet
from qtwar.session.play import Done
from tests.session.test_play import SIDES, act, new

GAME = [
    act("red", "bid", number=2),
    act("blue", "take"),
    act("red", "go", pieces=["red-2"], path=["m:0102", "m:0202"]),
    act("blue", "bid", number=1),
    act("red", "take"),
    act("blue", "skip"),
]


@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_patches_bring_a_seat_to_the_view_of_one_who_looks_for_the_first_time(seat: str) -> None:
    game = new()
    first = jsonio.loads(jsonio.dumps(packet(game, seat)))
    mine = views.View.from_json(first["view"])
    for action in GAME:
        done = game.submit(SIDES, action)
        assert isinstance(done, Done)
        made = packet(game, seat, done)
        crossed: dict[str, Any] = jsonio.loads(jsonio.dumps(made))
        assert crossed == made, "it is JSON"
        views.patch_view(mine, crossed["patch"])
        for part, value in crossed["values"].items():
            setattr(mine, part, value)
        assert jsonio.dumps(mine.to_json()) == jsonio.dumps(game.view(seat).to_json())
        assert crossed["offer"] == (game.offer(seat) if seat else None)
        assert crossed["history"]["length"] == len(game.history)


def test_a_packet_holds_nothing_of_others() -> None:
    game = new()
    for action in GAME:
        done = game.submit(SIDES, action)
        assert isinstance(done, Done)
        for seat, other in (("red", "blue"), ("blue", "red"), ("", "red"), ("", "blue")):
            for text in (jsonio.dumps(packet(game, seat, done)), jsonio.dumps(packet(game, seat))):
                hidden = [p for p in game.state.pieces if not game.state.knows(seat, p)]
                assert hidden
                assert not [p for p in hidden if f'"{p}"' in text]
                assert "note.drew.own" not in text or action["side"] == seat
            found = packet(game, seat)
            assert set(found["values"]["secret"]) <= {seat}
            assert all(set(frame["s"]) <= {seat} for frame in found["values"]["flow"])
            assert other not in str(found["offer"] and found["offer"]["side"])


def test_the_screen_is_covered_where_either_sees_what_the_other_may_not() -> None:
    game = new()
    assert packet(game, "blue")["must_cover"]
    for piece in [p for p, sides in game.state.known.items() if "red" in sides]:
        del game.state.known[piece]
    game.state.sight.clear()
    assert packet(game, "blue")["must_cover"], "blue's own hidden pieces are still on the screen that red comes to"
    game = new()
    assert not packet(game, "red")["must_cover"], "red itself is to act"
    assert not packet(game, "")["must_cover"]
    game.state.known.clear()
    game.state.sight.clear()
    assert not packet(game, "blue")["must_cover"]
