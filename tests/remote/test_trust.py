"""A server with a certificate that it signed itself is believed by who was given that file, by nobody else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.remote import asking, trust
from qtwar.remote.tablelist import KeptTable
from qtwar.services import tables
from tests.serve.conftest import ServerProcess

OWN = Path(__file__).with_name("own")
"""A certificate for this machine and its key, used by nothing but these tests; it holds until 2126."""


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that speaks TLS with a certificate of its own."""
    certificate, key = OWN / "certificate.pem", OWN / "key.pem"
    process = ServerProcess(tmp_path_factory.mktemp("server"), "--certificate", str(certificate), "--key", str(key))
    yield process
    process.stop()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder whose certificates are believed."""
    monkeypatch.setattr(trust, "_folders", [])
    trust.believe(tmp_path / "certificates")
    return tmp_path / "certificates"


def test_a_certificate_given_by_file_is_believed(secured: ServerProcess, folder: Path) -> None:
    assert secured.url.startswith("https:")
    with pytest.raises(DataFault) as fault:
        asking.cards(secured.url, ["of no seat"])
    assert fault.value.key == "fault.table.certificate"
    assert fault.value.values == {"host": f"127.0.0.1:{secured.port}", "folder": str(folder)}
    folder.mkdir()
    shutil.copy(OWN / "certificate.pem", folder / "club.crt")
    (folder / "readme.txt").write_text("no certificate", "utf-8")
    assert asking.cards(secured.url, ["of no seat"]) == []


def test_the_line_to_a_table_believes_the_same(secured: ServerProcess, folder: Path) -> None:
    kept = KeptTable(secured.url, "no token", "game", "US", "front_toward_enemy", "frago_0_point_element", "")
    with pytest.raises(DataFault) as fault:
        tables.go_to(kept)
    assert fault.value.key == "fault.table.certificate"
    folder.mkdir()
    shutil.copy(OWN / "certificate.pem", folder / "club.pem")
    with pytest.raises(DataFault) as fault:
        tables.go_to(kept)
    assert fault.value.key == "refuse.token"  # the server's own word: the line was there


def test_a_file_that_is_no_certificate_is_named(secured: ServerProcess, folder: Path) -> None:
    folder.mkdir()
    (folder / "club.pem").write_text("-----BEGIN NONSENSE-----", "utf-8")
    with pytest.raises(DataFault) as fault:
        asking.cards(secured.url, ["of no seat"])
    assert fault.value.key == "fault.table.certificate_file"
    assert fault.value.values == {"file": "club.pem", "folder": str(folder)}
