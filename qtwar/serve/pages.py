"""The two pages that a browser sees: how to sit down with a link, and the administrator's overview. Plain HTML, no script."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from qtwar.base.text import Texts
from qtwar.storage.hosted.store import HostedGame, HostedSeat

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222;background:#faf8f3}"
    "table{border-collapse:collapse;width:100%;font-size:14px}td,th{border-bottom:1px solid #ccc;padding:.3em .6em;"
    "text-align:left;vertical-align:top}form{display:inline}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}}"
)


@dataclass(frozen=True, slots=True)
class Overview:
    """What the administrator sees of a server."""

    games: list[HostedGame]
    seats: Mapping[str, list[HostedSeat]]
    connected: Mapping[str, int]
    awake: Collection[str]
    workers: int
    most_workers: int
    bytes: int
    count: int


def join(language: str) -> str:
    """Return the page of an invitation."""
    say = _Voice(language)
    steps = "".join(f"<li>{say(f'serve.join.{n}')}</li>" for n in (1, 2, 3))
    return _page(language, say("serve.join"), f"<p>{say('serve.join.about')}</p><ol>{steps}</ol>")


def admin(state: Overview, language: str) -> str:
    """Return the administrator's page."""
    say = _Voice(language)
    facts = say("serve.admin.about", games=state.count, awake=len(state.awake), workers=state.workers,
                most=state.most_workers, connected=sum(state.connected.values()), mb=f"{state.bytes / 1e6:.1f}")  # fmt: skip
    columns = ("game", "title", "seats", "entries", "connected", "state", "touched")
    head = "".join(f"<th>{say(f'serve.admin.{column}')}</th>" for column in columns) + "<th></th>"
    rows = "".join(_row(game, state, say) for game in state.games)
    return _page(language, say("serve.admin"), f"<p>{facts}</p><table><tr>{head}</tr>{rows}</table>")


def _row(game: HostedGame, state: Overview, say: _Voice) -> str:
    seats = ", ".join(f"{seat.side}: {seat.name or say('serve.admin.free')}" for seat in state.seats.get(game.id, ()))
    how = "over" if game.over else "adjourned" if game.clock.get("adjourned") else "awake" if game.id in state.awake else "asleep"
    cells = (
        game.name or game.id, f"{game.title} / {game.scenario}", seats, str(game.last_no), str(state.connected.get(game.id, 0)),
        say(f"serve.admin.{how}"), game.touched,
    )  # fmt: skip
    dos = ("open" if game.blocked else "block", "delete")
    forms = "".join(
        f'<form method="post"><input type="hidden" name="game" value="{escape(game.id)}">'
        f'<button name="do" value="{do}">{escape(say(f"serve.admin.{do}"))}</button></form> '
        for do in dos
    )
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + f"<td>{forms}</td></tr>"


class _Voice:
    """Says the sentences of the pages in one language."""

    def __init__(self, language: str) -> None:
        self._language, self._texts = language, Texts()

    def __call__(self, key: str, **args: Any) -> str:
        return self._texts.plain({"key": key, "args": args}, self._language)


def _page(language: str, title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><h1>{escape(title)}</h1>{body}</body></html>"
    )
