"""Twins on the wire: two games that differ in hidden matters alone send a seat the same bytes, message for message.

Short games here; `qtwar twins TITLE --wire` plays whole ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from qtwar.base.errors import DataFault
from qtwar.services import tableplayer
from qtwar.services.tables import OwnServer
from qtwar.services.titles import load
from qtwar.services.twins import wired
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
    assert figures.actions, "something was played on the wire"


def test_a_player_who_is_refused_lets_go_of_the_line(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ClientConnection] = []

    def connected(*place: Any, **more: Any) -> ClientConnection:
        made.append(connect(*place, **more))
        return made[-1]

    monkeypatch.setattr(tableplayer, "connect", connected)
    with pytest.raises(DataFault):
        tableplayer.TablePlayer(server.url, "of no seat")
    assert [line.state.name for line in made] == ["CLOSED"]


def test_a_server_for_twins_ends_where_its_database_can_not_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[OwnServer] = []

    def server(folder: Path) -> OwnServer:
        made.append(OwnServer(folder))
        return made[-1]

    def shut(url: str) -> None:
        assert made[0].runs
        raise DataFault("fault.file.not_ordinary", file="games.sqlite")

    monkeypatch.setattr(wired, "OwnServer", server)
    monkeypatch.setattr(wired, "Database", shut)
    with pytest.raises(DataFault), wired.wired(tmp_path / "server", "sealords", SHORT):
        pass
    assert not made[0].runs
