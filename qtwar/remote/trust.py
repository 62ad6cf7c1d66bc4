"""Whom a client believes to be the server that it means."""

from __future__ import annotations

import ssl


def trust() -> ssl.SSLContext:
    """Return what asks those whom the system trusts."""
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
