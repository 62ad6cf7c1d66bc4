"""Whom a client believes to be the server that it means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from qtwar.base.errors import DataFault

if TYPE_CHECKING:
    import ssl

ENDINGS = (".pem", ".crt")
_folders: list[Path] = []


def believe(folder: Path) -> None:
    """Believe the certificates in a folder too, beside those whom the system trusts: a club's own, signed by itself."""
    _folders[:] = [folder]


def trust() -> ssl.SSLContext:
    """Return what asks those whom the system trusts and the certificates given by file; raises DataFault for one that is none."""
    import ssl

    import truststore

    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for file in _files():
        try:
            context.load_verify_locations(cafile=str(file))
        except (OSError, ValueError):  # also ssl.SSLError: nothing in it is a certificate
            raise DataFault("fault.table.certificate_file", file=file.name, folder=str(file.parent)) from None
    return context


def distrusted(problem: object, host: str) -> DataFault | None:
    """Return what is said where a server's certificate was not believed, None where something else is wrong."""
    import ssl

    if not isinstance(problem, ssl.SSLCertVerificationError):
        return None
    return DataFault("fault.table.certificate", host=host, folder=str(_folders[0]) if _folders else "")


def _files() -> list[Path]:
    try:
        return sorted(file for folder in _folders for file in folder.iterdir() if file.suffix.lower() in ENDINGS)
    except OSError:  # there is no folder, as a rule
        return []
