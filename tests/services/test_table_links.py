"""Which invitations of a table hold after its host has changed who may come."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.remote import asking
from qtwar.remote.tablelist import CHOICE, WATCH, KeptTable
from qtwar.services import tables

SHOWN, NEW = "http://192.168.1.7:9000", "b" * 22
KEPT = KeptTable(
    "http://127.0.0.1:9000", "mine", "g1", "red", "title", "scenario", "A game", "host",
    dict.fromkeys(("blue", CHOICE, WATCH), f"{SHOWN}/join#{'a' * 22}"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("what", "side", "code", "held", "made"),
    [
        ("seat", "blue", NEW, {"blue", CHOICE, WATCH}, "blue"),
        ("unseat", "blue", NEW, {"blue", WATCH}, "blue"),
        ("watch", "", NEW, {"blue", CHOICE, WATCH}, WATCH),
        ("block", "", "", {"blue", CHOICE}, ""),
    ],
)
def test_what_was_asked_for_ends_the_link_before_it(
    monkeypatch: pytest.MonkeyPatch, what: str, side: str, code: str, held: set[str], made: str
) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(asking, "new_link", lambda *args: asked.append(args) or code)
    links, link = tables.change(KEPT, what, side)
    assert asked == [(KEPT.server, "host", what, side)]
    assert set(links) == held
    assert (link == f"{SHOWN}/join#{NEW}") is bool(made), "under the address by which the others find the server"
    assert {key for key, one in links.items() if one == link} == ({made} if made else set())
    assert {key for key in held if links[key] == KEPT.invitations[key]} == held - {made}


def test_a_table_that_its_server_does_not_know_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "cards", lambda server, tokens: [])
    with pytest.raises(DataFault, match="game"):
        tables.host_card(KEPT)
