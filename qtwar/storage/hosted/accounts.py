"""Names with passwords, and the seats that each has on its list. A password is kept as its argon2id hash alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from qtwar.storage.hosted.store import HostedStore, Pass, new_token, now
from qtwar.storage.hosted.tables import HostedAccountRow, HostedHoldingRow, HostedTokenRow

_account: Any = HostedAccountRow.__table__  # type: ignore[attr-defined]
_holding: Any = HostedHoldingRow.__table__  # type: ignore[attr-defined]
_token: Any = HostedTokenRow.__table__  # type: ignore[attr-defined]
ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class HostedAccount:
    """An account: `secret` is the hash of its password."""

    id: str
    name: str
    secret: str


def folded(name: str) -> str:
    """Return the id of a name: names that look alike but for case and width are one."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


class HostedAccounts:
    """The accounts of one database."""

    def __init__(self, store: HostedStore) -> None:
        self._store, self._database = store, store.database

    def add(self, name: str, secret: str) -> HostedAccount | None:
        """Store a new account; returns it, None where the name is somebody's."""
        made = HostedAccount(folded(name), name, secret)
        try:
            with self._database.writing() as connection:
                connection.execute(insert(_account), {"id": made.id, "name": name, "secret": secret, "made": now()})
        except IntegrityError:
            return None
        return made

    def named(self, name: str) -> HostedAccount | None:
        """Return the account of a name."""
        return self._one(folded(name))

    def opened(self, token: str) -> HostedAccount | None:
        """Return the account whose token this is."""
        opens = self._store.open(token)
        return self._one(opens.side) if opens is not None and opens.kind == ACCOUNT else None

    def enter(self, account: str) -> str:
        """Return a new token of an account."""
        return self._store.give(ACCOUNT, "", account, token=new_token())

    def leave(self, account: str, secret: str | None = None) -> None:
        """End all tokens of an account, with a new password where one is given."""
        with self._database.writing() as connection:
            connection.execute(delete(_token).where(_token.c.kind == ACCOUNT, _token.c.side == account))
            if secret is not None:
                connection.execute(update(_account).where(_account.c.id == account).values(secret=secret))

    def delete(self, account: str) -> None:
        """Delete an account with its list; its seats are still those of who has their tokens."""
        with self._database.writing() as connection:
            _lock(connection, account)
            self.leave(account)
            connection.execute(delete(_holding).where(_holding.c.account == account))
            connection.execute(delete(_account).where(_account.c.id == account))

    def keep(self, account: str, seats: Iterable[Pass]) -> None:
        """Put seats on the list of an account; one that is no more has none."""
        with self._database.writing() as connection:
            if not _lock(connection, account):
                return
            for seat in seats:
                mine = (_holding.c.account == account) & (_holding.c.game == seat.game) & (_holding.c.side == seat.side)
                connection.execute(delete(_holding).where(mine))
                row = {"account": account, "game": seat.game, "side": seat.side, "made": now()}
                connection.execute(insert(_holding), row)

    def has(self, account: str, seat: Pass) -> bool:
        """Return whether a seat, or the host's place, is on the list of an account."""
        mine = (_holding.c.account == account) & (_holding.c.game == seat.game) & (_holding.c.side == seat.side)
        return self._database.reading(lambda c: c.execute(select(_holding.c.game).where(mine)).first()) is not None

    def holds(self, account: str, most: int) -> list[Pass]:
        """Return what is on the list of an account, the latest first."""
        query = select(_holding.c.game, _holding.c.side).where(_holding.c.account == account)
        query = query.order_by(_holding.c.made.desc(), _holding.c.game).limit(most)
        rows = self._database.reading(lambda c: c.execute(query).all())
        return [Pass("seat" if side else "host", game, side) for game, side in rows]

    def _one(self, ident: str) -> HostedAccount | None:
        query = select(_account.c.id, _account.c.name, _account.c.secret).where(_account.c.id == ident)
        row = self._database.reading(lambda c: c.execute(query).first())
        return None if row is None else HostedAccount(*row)


def _lock(connection: Connection, account: str) -> bool:
    """Let nobody else change an account and its list before the transaction has ended; returns whether it is there."""
    return connection.execute(select(_account.c.id).where(_account.c.id == account).with_for_update()).first() is not None
