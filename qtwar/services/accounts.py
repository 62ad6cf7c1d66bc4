"""One's name on a server: made or entered with a password, which is told to that server alone and kept nowhere."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from qtwar.base.errors import QtwarError
from qtwar.remote import asking
from qtwar.remote.accountlist import KeptAccount, KeptAccounts
from qtwar.remote.address import read_server
from qtwar.remote.tablelist import KeptTable, KeptTables
from qtwar.wire.http import WATCH
from qtwar.wire.limits import MOST_CARDS


def enter(home: Path, typed: str, name: str, password: str, *, new: bool) -> KeptAccount:
    """Enter under a name, or take a new one; raises DataFault. The seats of this machine come onto its list.

    Those of one's own server do not: what listens at its address of last time may be any other.
    """
    server = read_server(typed)
    held = [table for table in KeptTables(home).all() if table.server == server and not table.own]
    tokens = [token for table in held for token in (table.token, table.host) if token][:MOST_CARDS]
    entered = asking.enter(server, name, password, tokens, new=new)
    account = KeptAccount(server, entered.name, entered.token)
    KeptAccounts(home).keep(account)
    return account


def leave(home: Path, account: KeptAccount) -> None:
    """End a token; the name and its list stay on the server, the seats of this machine stay here."""
    KeptAccounts(home).forget(account)
    with suppress(QtwarError):  # where the server does not answer the token is forgotten all the same
        asking.leave_account(account.server, account.token)


def change(home: Path, account: KeptAccount, what: str, password: str, new: str = "") -> None:
    """Give a name another `password`, which ends what was entered with the old one, or `delete` it; raises DataFault."""
    entered = asking.change_account(account.server, account.token, what, password, new)
    if entered is None:
        KeptAccounts(home).forget(account)
    else:
        KeptAccounts(home).keep(replace(account, token=entered.token))


def keep(home: Path, kept: KeptTable) -> None:
    """Put a seat on the list of one's name on its server, if one has one there; what goes wrong is no matter of the game."""
    account = KeptAccounts(home).find(kept.server) if not kept.own else None
    if account is not None:
        with suppress(QtwarError):
            asking.keep_seats(account.server, account.token, [token for token in (kept.token, kept.host) if token])


def take(home: Path, listed: KeptTable) -> KeptTable:
    """Return a seat that is on the list of one's name with a token for this machine; raises DataFault.

    A host who does not sit at the game watches.
    """
    account = KeptAccounts(home).find(listed.server)
    token = account.token if account is not None else ""
    seated = asking.take_seat(listed.server, token, listed.game, listed.side or WATCH)
    host = ""
    with suppress(QtwarError):  # most have not made the games in which they sit
        host = asking.take_seat(listed.server, token, listed.game, "").token
    return replace(listed, token=seated.token, host=host)
