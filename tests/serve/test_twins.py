"""Twins on the wire: two games that differ in hidden matters alone send a seat the same bytes, message for message.

Short games here; `qtwar twins TITLE --wire` plays whole ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.services.titles import load
from qtwar.services.twins.games import TwinPlan
from qtwar.services.twins.wired import WireTwins
from qtwar.storage.hosted.database import Database, url_of
from qtwar.storage.hosted.store import HostedStore
from tests.serve.conftest import ServerProcess

TITLES = sorted(path.parent.name for path in (Path(__file__).resolve().parents[2] / "modules").glob("*/module.yaml"))
SHORT = TwinPlan(between=25, on=8, most=25, pairs=1)


@pytest.fixture(scope="module")
def store(server: ServerProcess) -> Iterator[HostedStore]:
    """The server's database, to put games into."""
    database = Database(url_of(server.folder))
    yield HostedStore(database)
    database.close()


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_seat_is_sent_the_same_bytes_in_two_games_that_differ_in_hidden_matters_alone(
    server: ServerProcess, store: HostedStore, title: str, qapp: object
) -> None:
    _, content = load(title)
    figures = WireTwins(title, SHORT, server.url, store).play(content.scenarios[0].id, 11)
    assert figures.differences == []
    assert figures.pairs
