"""Copies of a hosted game by the thousand: what a measurement fills a server with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select

from qtwar.storage.hosted.store import HostedStore, hashed, new_token
from qtwar.storage.hosted.tables import HostedEntryRow, HostedGameRow, HostedSeatRow, HostedSnapshotRow, HostedTokenRow

AT_ONCE = 500


def copy_game(store: HostedStore, source: str, idents: Sequence[str]) -> list[dict[str, str]]:
    """Store copies of a game with its journal under other ids; returns for each a token by side."""
    tokens: list[dict[str, str]] = []
    kept: list[tuple[Any, str, list[dict[str, Any]]]] = []
    kinds: tuple[tuple[Any, str], ...] = (
        (HostedGameRow, "id"), (HostedSeatRow, "game"), (HostedEntryRow, "game"), (HostedSnapshotRow, "game"),
    )  # fmt: skip
    for kind, key in kinds:
        table: Any = kind.__table__
        query = select(table).where(table.c[key] == source)
        rows = store.database.reading(lambda c, query=query: c.execute(query).mappings().all())  # type: ignore[misc]
        kept.append((table, key, [dict(row) for row in rows]))
    sides = [row["side"] for row in kept[1][2]]
    made = kept[0][2][0]["made"]
    token: Any = HostedTokenRow.__table__  # type: ignore[attr-defined]
    for start in range(0, len(idents), AT_ONCE):
        some = idents[start : start + AT_ONCE]
        with store.database.writing() as connection:
            for table, key, rows in kept:
                connection.execute(insert(table), [{**row, key: ident} for ident in some for row in rows])
            mine = [{side: new_token() for side in sides} for _ in some]
            connection.execute(insert(token), [
                {"hash": hashed(given), "kind": "seat", "game": ident, "side": side, "made": made}
                for ident, each in zip(some, mine, strict=True) for side, given in each.items()
            ])  # fmt: skip
        tokens += mine
    return tokens
