"""How far a piece turns on the free table."""

from __future__ import annotations

from tests.kit.test_free_table import free, game


def test_a_piece_with_facings_of_its_own_goes_round_in_as_many() -> None:
    g = game()
    kind = next(k for k in g.title.content.kinds.values() if k.id == "truck")
    kind.attrs["facings"] = 3
    turned = []
    for _ in range(3):
        free(g, "rotate", pieces=["truck+1"])
        turned.append(g.state.pieces["truck+1"]["attrs"].get("facing", 0))
    assert turned == [1, 2, 0]
